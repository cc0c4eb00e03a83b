"""Sign-up, confirmation, and what unconfirmed people can't do."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import global_settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher, identify_hasher
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import User

from .conftest import PASSWORD, link_in_mail, member, sign_up

pytestmark = pytest.mark.django_db


def test_signing_up_signs_in_and_sends_a_link(client: Client) -> None:
    answer = sign_up(client, "Chinedu", "Chinedu@Example.org")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    person = User.objects.get()
    assert (person.username, person.display_name, person.is_guest) == ("Chinedu", "Chinedu", False)
    assert client.session["_auth_user_id"] == str(person.pk)
    assert mail.outbox[0].to == ["chinedu@example.org"]


def test_who_has_not_confirmed_may_play_but_not_stake_until_the_link_is_followed(client: Client) -> None:
    sign_up(client, "Chinedu")
    person = User.objects.get()
    assert person.is_member and not person.can_stake
    link = link_in_mail()
    assert client.get(link).status_code == 200
    assert not User.objects.get().can_stake, "opening a link must change nothing: mail scanners do it"
    client.post(link)
    assert User.objects.get().can_stake


def test_a_confirmation_link_works_once_and_for_an_hour(client: Client, monkeypatch: Any) -> None:
    sign_up(client, "Chinedu")
    link = link_in_mail()
    key = link.split("/")[-2]
    assert len(key.rsplit(":", 1)[1]) >= 43  # 256 bits in base 64
    import time

    now = time.time()
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 3605)
    assert b"older than an hour" in client.get(link).content
    client.post(link)
    assert not EmailAddress.objects.get().verified
    monkeypatch.setattr("django.core.signing.time.time", lambda: now + 3590)
    client.post(link)
    assert EmailAddress.objects.get().verified
    assert b"older than an hour" in client.get(link).content


def test_a_link_dies_with_the_password_and_a_new_one_confirms(client: Client) -> None:  # check 47
    sign_up(client, "Chinedu")
    link = link_in_mail()
    changed = {"oldpassword": PASSWORD, "password1": "a brand new one", "password2": "a brand new one"}
    assert client.post("/accounts/password/change/", changed).status_code == 302
    assert b"older than an hour" in client.get(link).content
    client.post(link)
    address = EmailAddress.objects.get()
    assert (address.verified, address.primary) == (False, True)
    mail.outbox.clear()
    cache.clear()  # one such mail in three minutes
    client.post("/accounts/email/", {"action_send": "", "email": address.email})
    client.post(link_in_mail())
    assert EmailAddress.objects.get().verified


def test_a_link_dies_with_the_address(client: Client) -> None:
    sign_up(client, "Chinedu")
    link = link_in_mail()
    EmailAddress.objects.all().delete()
    client.post(link)
    assert not User.objects.get().can_stake


@pytest.mark.parametrize("password", ["a b c d e", "x" * 64, "x" * 300 + "1", "pässwörd ünd mehr", "zzzzzzzq"])
def test_long_and_plain_passwords_are_welcome(client: Client, password: str) -> None:
    sign_up(client, "Chinedu", password=password)
    assert User.objects.get().check_password(password)


@pytest.mark.parametrize("password", ["short", "1234567", "password", "12345678", "qwertyuiop", "chinedu1"])
def test_short_common_and_own_name_passwords_are_refused(client: Client, password: str) -> None:
    assert sign_up(client, "Chinedu", password=password).status_code == 200
    assert not User.objects.exists()


def test_passwords_are_kept_by_djangos_current_pbkdf2(settings: Any) -> None:
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    person = User(username="x")
    person.set_password(PASSWORD)
    assert identify_hasher(person.password).algorithm == "pbkdf2_sha256"
    assert int(person.password.split("$")[1]) == PBKDF2PasswordHasher.iterations >= 600_000


def test_a_confusable_name_is_refused_in_the_form(client: Client) -> None:
    member("Chinedu")
    answer = sign_up(client, "Chinеdu", "other@example.org")
    assert "is taken" in answer.content.decode()
    assert User.objects.count() == 1


def test_extra_fields_change_nothing(client: Client) -> None:
    sign_up(
        client, "Chinedu", is_staff="on", is_superuser="on", is_guest="on", sessions_ended="9", closed_at="2020-01-01"
    )
    person = User.objects.get()
    assert (person.is_staff, person.is_superuser, person.is_guest) == (False, False, False)
    assert (person.sessions_ended, person.closed_at) == (0, None)


def masked(html: bytes) -> str:
    return re.sub(r'value="[\w-]{30,}"|secret', "", html.decode())


def test_signing_up_with_a_taken_address_answers_as_any_other_and_tells_the_owner() -> None:
    owner = member("Ngozi")
    fresh, taken = Client(), Client()
    first = sign_up(fresh, "Emeka", "new@example.org")
    second = sign_up(taken, "Tunde", owner.email)
    assert (first.status_code, first["Location"]) == (second.status_code, second["Location"]) == (302, "/")
    assert [m.subject for m in mail.outbox] == ["Confirm your address", "You have an account already"]
    pages = [masked(client.get("/settings/").content) for client in (fresh, taken)]
    assert pages[0].replace("new@", "ngozi@").replace("Emeka", "Tunde") == pages[1]
    addresses = [masked(client.get("/accounts/email/").content) for client in (fresh, taken)]
    assert addresses[0].replace("new@", "ngozi@").replace("Emeka", "Tunde") == addresses[1]
    assert EmailAddress.objects.get(user__username="Tunde").verified is False


def test_the_second_account_of_an_address_can_never_be_confirmed() -> None:
    owner = member("Ngozi", confirmed=False)
    client = Client()
    sign_up(client, "Tunde", owner.email)
    link = link_in_mail()
    EmailAddress.objects.filter(user=owner).update(verified=True)
    client.post(link)
    assert not User.objects.get(username="Tunde").can_stake


def test_somebody_a_moment_too_late_for_a_name_gets_the_form_back(client: Client, monkeypatch: Any) -> None:
    member("Chinedu")
    monkeypatch.setattr("accounts.names.refuse_if_taken", lambda *args: None)
    answer = sign_up(client, "CHINEDU", "other@example.org")
    assert answer.status_code == 200 and "is taken" in answer.content.decode()
    assert User.objects.count() == 1


def test_a_signup_needs_an_address(client: Client) -> None:
    client.post("/accounts/signup/", {"username": "Chinedu", "password1": PASSWORD})
    assert not User.objects.exists()
