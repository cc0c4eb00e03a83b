"""One's own settings, language, time zone, data, and the end of an account (checks 43, 80)."""

import json
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import closing, exporting, services
from accounts.models import Block, Friendship, User

from .conftest import PASSWORD, guest, member, sign_in, sign_up, signed_in, with_totp

pytestmark = pytest.mark.django_db


def settings_of(person: User, **changes: Any) -> dict[str, Any]:
    return {
        "username": person.username,
        "display_name": person.display_name,
        "language": "en",
        "time_zone": "Africa/Lagos",
        "hand_order": "shape",
        "mail_wanted": ["friend"],
    } | changes


def test_settings_are_kept() -> None:
    person = member("Chinedu")
    answer = signed_in(person).post("/settings/", settings_of(person, display_name="Big Chief", mail_wanted=[]))
    assert answer.status_code == 302
    person.refresh_from_db()
    assert (person.display_name, person.time_zone, person.mail_unsubscribed) == (
        "Big Chief",
        "Africa/Lagos",
        ["friend"],
    )


def test_settings_change_nobody_else_and_nothing_else() -> None:
    person, other = member("Chinedu"), member("Tunde")
    extra = {"is_staff": "on", "is_guest": "on", "email": "x@example.org", "pk": other.pk, "user": other.pk}
    signed_in(person).post("/settings/", settings_of(person, **extra))
    person.refresh_from_db()
    assert (person.is_staff, person.is_guest, person.email) == (False, False, "chinedu@example.org")
    assert User.objects.get(pk=other.pk).time_zone == ""


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"display_name": "TUNDE"}, "is taken"),
        ({"username": "Tundе"}, "is taken"),
        ({"display_name": "<b>"}, "A name can have"),
        ({"username": "with space"}, "no spaces"),
        ({"time_zone": "Mars/Olympus"}, "valid choice"),
        ({"language": "xx"}, "valid choice"),
        ({"mail_wanted": ["nonsense"]}, "valid choice"),
    ],
)
def test_a_wrong_entry_is_said_and_nothing_is_kept(changes: dict[str, Any], says: str) -> None:
    member("Tunde")
    person = member("Chinedu")
    answer = signed_in(person).post("/settings/", settings_of(person, **changes))
    assert answer.status_code == 422 and says in answer.content.decode()
    person.refresh_from_db()
    assert (person.username, person.display_name, person.time_zone) == ("Chinedu", "Chinedu", "")


def test_a_guest_can_change_name_language_and_zone() -> None:
    person = guest("Bisi")
    signed_in(person).post(
        "/settings/", settings_of(person, display_name="Bisola", language="ms", time_zone="Asia/Kuching")
    )
    person.refresh_from_db()
    assert (person.display_name, person.language, person.time_zone) == ("Bisola", "ms", "Asia/Kuching")


def test_a_guest_with_a_numbered_name_can_change_the_rest() -> None:
    person = guest("Guest 1234")
    signed_in(person).post("/settings/", settings_of(person, language="ms"))
    assert User.objects.get().language == "ms"


# --- Language and time zone ---


def test_the_time_zone_of_the_browser_is_kept_once_and_the_chosen_one_stays() -> None:
    person = member()
    client = signed_in(person)
    client.cookies["time_zone"] = "Asia/Kuala_Lumpur"
    assert "Asia/Kuala_Lumpur" in client.get("/settings/").content.decode()
    assert User.objects.get().time_zone == "Asia/Kuala_Lumpur"
    client.cookies["time_zone"] = "Africa/Lagos"
    client.get("/settings/")
    assert User.objects.get().time_zone == "Asia/Kuala_Lumpur"


@pytest.mark.parametrize("zone", ["../../etc/passwd", "Nowhere/City", "x" * 4000, "<script>"])
def test_a_made_up_zone_is_ignored(zone: str) -> None:
    client = signed_in(member())
    client.cookies["time_zone"] = zone
    assert client.get("/settings/").status_code == 200
    assert User.objects.get().time_zone == ""


def test_the_clock_on_the_page_is_that_of_the_zone_and_names_it() -> None:
    page = signed_in(member(time_zone="Asia/Kolkata")).get("/settings/").content.decode()
    from zoneinfo import ZoneInfo

    now = timezone.now().astimezone(ZoneInfo("Asia/Kolkata"))
    assert f"It is {now:%H:%M} now in your time zone, Asia/Kolkata." in page


def test_the_next_request_of_a_thread_does_not_inherit_the_zone() -> None:
    signed_in(member(time_zone="Asia/Kolkata")).get("/settings/")
    assert str(timezone.get_current_timezone()) == "UTC"


def test_the_language_follows_a_person_to_another_browser() -> None:
    person = member("Chinedu", language="ms")
    client = Client(headers={"accept-language": "en"})
    sign_in(client, "Chinedu")
    page = client.get("/settings/")
    assert 'lang="ms"' in page.content.decode()[:200] and "Tetapan" in page.content.decode()
    assert client.cookies["language"].value == "ms"
    assert User.objects.get(pk=person.pk).language == "ms"


def test_the_language_chosen_on_any_page_is_kept_for_mail() -> None:
    client = signed_in(member())
    client.post("/language/", {"language": "ms", "next": "/"})
    client.get("/settings/")
    assert User.objects.get().language == "ms"


@pytest.mark.django_db(transaction=True)
def test_the_language_a_browser_asks_for_is_kept_once_for_mail() -> None:
    person = member("Siti")
    Client().get("/", headers={"accept-language": "ms"})
    assert User.objects.get(pk=person.pk).language == "", "nobody was signed in"
    signed_in(person).get("/", headers={"accept-language": "ms-MY,ms;q=0.9,en;q=0.5"})
    assert User.objects.get(pk=person.pk).language == "ms"
    services.ask_to_be_friends(member("Adaeze"), User.objects.get(pk=person.pk))
    assert mail.outbox[0].subject == "Adaeze mahu menjadi rakan anda"
    other = signed_in(person).get("/settings/", headers={"accept-language": "en"}).content.decode()
    assert 'lang="ms"' in other[:200] and User.objects.get(pk=person.pk).language == "ms"


def test_a_language_that_was_kept_can_be_changed_and_the_choice_stays() -> None:
    client = signed_in(member("Siti"), headers={"accept-language": "ms"})
    client.get("/")
    client.post("/language/", {"language": "en", "next": "/"})
    client.get("/")
    assert User.objects.get().language == "en"


def test_what_a_browser_asks_for_is_no_choice_of_who_signs_in_there_next() -> None:
    first, chose = member("Adaeze"), member("Siti", language="ms")
    client = Client(headers={"accept-language": "en"})
    sign_in(client, "Adaeze")
    client.get("/")
    client.post("/accounts/logout/")
    sign_in(client, "Siti")
    page = client.get("/settings/").content.decode()
    assert User.objects.get(pk=first.pk).language == "en"
    assert 'lang="ms"' in page[:200] and User.objects.get(pk=chose.pk).language == "ms"


@pytest.mark.parametrize("asked", ["", "*", "fr,yo;q=0.8", ";;;", "x" * 3000])
def test_a_browser_that_asks_for_no_language_of_ours_leaves_it_open(asked: str) -> None:
    client = signed_in(member("Adaeze"))
    assert client.get("/", headers={"accept-language": asked}).status_code == 200
    assert User.objects.get().language == ""


# --- Export ---


def test_the_export_has_ones_own_data_and_the_parts_of_other_apps(monkeypatch: Any) -> None:
    one, other = member("Chinedu"), member("Tunde")
    services.ask_to_be_friends(one, other)
    exporting.register("moons", lambda person: [person.username, timezone.now()])
    answer = signed_in(one).get("/settings/export/")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    data = json.loads(answer.content)
    assert data["account"]["username"] == "Chinedu"
    assert data["account"]["email_addresses"][0]["address"] == "chinedu@example.org"
    assert data["account"]["friends"][0]["name"] == "Tunde"
    assert data["moons"][0] == "Chinedu"
    text = answer.content.decode()
    assert "tunde@example.org" not in text and one.password not in text


def test_who_blocked_me_is_not_in_my_export() -> None:
    one, other = member("Chinedu"), member("Tunde")
    services.block(other, one)
    assert "Tunde" not in signed_in(one).get("/settings/export/").content.decode()


# --- Closing ---


def test_closing_needs_the_password() -> None:
    client = signed_in(member())
    assert client.get("/settings/close/").status_code == 200
    answer = client.post("/settings/close/", {"password": "wrong"})
    assert answer.status_code == 422 and User.objects.get().closed_at is None


def test_the_password_can_not_be_guessed_here() -> None:
    client = signed_in(member())
    for _ in range(5):
        client.post("/settings/close/", {"password": "wrong"})
    assert client.post("/settings/close/", {"password": PASSWORD}).status_code == 429


def test_a_guest_types_a_word() -> None:
    client = signed_in(guest("Bisi"))
    assert client.post("/settings/close/", {"word": "yes"}).status_code == 422
    assert client.post("/settings/close/", {"word": "close"}).status_code == 302
    assert User.objects.get().shown_name == "Former player"


def test_closing_erases_the_person_and_leaves_a_former_player() -> None:
    person, friend, blocked = with_totp(member("Chinedu", language="en", time_zone="UTC")), member(), member()
    services.ask_to_be_friends(friend, person)
    services.accept_friend(person, friend)
    services.block(person, blocked)
    told: list[str] = []
    closing.register(lambda gone: told.append(gone.username))
    client = signed_in(person)
    assert client.post("/settings/close/", {"password": PASSWORD})["Location"] == "/"
    assert told == ["Chinedu"], "other apps are asked while the name is still there"
    left = User.objects.get(pk=person.pk)
    assert left.shown_name == "Former player" and left.closed_at is not None and not left.is_active
    assert not Friendship.objects.exists() and not Block.objects.exists()
    assert not EmailAddress.objects.filter(user=left).exists() and not Authenticator.objects.exists()
    everything = " ".join(str(value) for value in User.objects.filter(pk=person.pk).values().get().values())
    assert "chinedu" not in everything.casefold()
    assert client.get("/settings/").status_code == 302
    assert sign_in(Client(), "Chinedu").status_code == 200
    assert Client().get("/people/Chinedu/").status_code == Client().get(f"/people/{left.username}/").status_code == 404


def test_a_closer_that_fails_closes_nothing() -> None:
    def failing(person: User) -> None:
        raise RuntimeError

    closing.register(failing)
    person = member("Chinedu")
    client = signed_in(person, raise_request_exception=False)
    assert client.post("/settings/close/", {"password": PASSWORD}).status_code == 500
    assert sign_in(Client(), "Chinedu").status_code == 302


def test_the_address_of_a_closed_account_can_make_a_new_one_with_another_name() -> None:
    closing.close_account(member("Chinedu"))
    assert sign_up(Client(), "Emeka", "chinedu@example.org").status_code == 302
    assert User.objects.filter(username="Emeka").exists()


def test_the_language_that_is_shown_stays_when_something_else_is_changed() -> None:
    client = signed_in(member("Siti"))
    shown = client.get("/settings/", headers={"accept-language": "ms"}).content.decode()
    assert 'lang="ms"' in shown and re.search(r'<option value="ms" selected', shown)
