"""The admin: an address of its own, staff with an authenticator only, no sign-in of its own (checks 46, 51)."""

import json
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.test import Client

from accounts.models import User
from tests.processes import manage

from .conftest import PASSWORD, guest, member, sign_in, signed_in, with_totp

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> User:
    return with_totp(member("Olumide", is_staff=True, is_superuser=True))


def in_control(person: User) -> Client:
    """A browser of staff who have just signed in again, as a change asks."""
    client = signed_in(person)
    assert client.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302
    return client


def test_staff_with_an_authenticator_get_in(staff: User) -> None:
    client = in_control(staff)
    assert client.get("/control/").status_code == 200
    assert client.get("/control/accounts/user/").status_code == 200
    assert client.get(f"/control/accounts/user/{staff.pk}/change/").status_code == 200
    assert client.get("/control/accounts/").status_code == 200


def test_staff_without_one_are_sent_to_turn_it_on() -> None:
    client = signed_in(member("Olumide", is_staff=True, is_superuser=True))
    answer = client.get("/control/accounts/user/")
    assert answer.status_code == 302 and answer["Location"].startswith("/control/login/")
    assert client.get(answer["Location"])["Location"] == "/accounts/2fa/totp/activate/"


@pytest.mark.parametrize("who", ["member", "guest", "anonymous"])
@pytest.mark.parametrize("path", ["/control/", "/control/accounts/user/", "/control/accounts/user/1/change/"])
def test_nobody_else_gets_in(who: str, path: str) -> None:
    person = {"member": member, "guest": guest}.get(who, lambda: None)()
    client = signed_in(person)
    answer = client.get(path, follow=True)
    if person is None:
        assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    else:
        assert answer.status_code == 403
    assert client.post(path, {"is_staff": "on"}).status_code in {302, 403}
    assert not User.objects.filter(is_staff=True).exists()


def test_the_admin_takes_no_password_itself(staff: User) -> None:
    client = Client()
    client.post("/control/login/", {"username": "Olumide", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_guessing_a_staff_password_is_limited(staff: User) -> None:
    for number in range(5):
        Client().post("/accounts/login/", {"login": "Olumide", "password": "x"}, REMOTE_ADDR=f"10.0.0.{number}")
    assert "Too many" in sign_in(Client(), "Olumide").content.decode()


def test_shutting_somebody_out_ends_their_sessions(staff: User) -> None:
    person = member("Chinedu")
    theirs = signed_in(person)
    client = in_control(staff)
    answer = client.post(f"/control/accounts/user/{person.pk}/change/", {"is_staff": "", "reason": "spam"})
    assert answer.status_code == 302
    assert not User.objects.get(pk=person.pk).is_active
    assert theirs.get("/friends/").status_code == 302


def test_only_a_superuser_makes_staff() -> None:
    from django.contrib.auth.models import Permission

    helper, person = with_totp(member("Helper", is_staff=True)), member("Chinedu")
    helper.user_permissions.set(Permission.objects.filter(codename__in=["change_user", "view_user"]))
    wishes = {"is_active": "on", "is_staff": "on", "is_superuser": "on", "reason": "wishes"}
    answer = in_control(helper).post(f"/control/accounts/user/{person.pk}/change/", wishes)
    assert answer.status_code == 302
    person = User.objects.get(pk=person.pk)
    assert (person.is_active, person.is_staff, person.is_superuser) == (True, False, False)


def test_a_change_is_kept_with_who_why_and_what_it_was(staff: User) -> None:  # check 51
    from django.contrib.admin.models import LogEntry

    person = member("Chinedu")
    address = f"/control/accounts/user/{person.pk}/change/"
    wanted = {"is_active": "on", "is_staff": "on"}
    client = in_control(staff)
    assert client.post(address, wanted).status_code == 200, "without a reason nothing is changed"
    assert not User.objects.get(pk=person.pk).is_staff and not LogEntry.objects.exists()
    assert client.post(address, {**wanted, "reason": "helps with the league"}).status_code == 302
    line = LogEntry.objects.get()
    kept = json.loads(line.change_message)[0]
    assert (line.user, line.object_id) == (staff, str(person.pk))
    assert kept["reason"] == "helps with the league"
    assert (kept["before"], kept["after"]) == ({"is_staff": False}, {"is_staff": True})
    assert not any(model is LogEntry for model in admin.site._registry), "nobody changes what is kept"


def test_who_changes_somebody_has_just_signed_in_again(staff: User) -> None:  # check 51
    person = member("Chinedu")
    address = f"/control/accounts/user/{person.pk}/change/"
    client = signed_in(staff)
    for answer in (client.get(address), client.post(address, {"is_staff": "on", "is_active": "on", "reason": "x"})):
        assert answer.status_code == 302 and answer["Location"].startswith("/accounts/reauthenticate/")
    assert not User.objects.get(pk=person.pk).is_staff


def test_nobody_is_added_or_deleted_there(staff: User) -> None:
    client = signed_in(staff)
    assert client.get("/control/accounts/user/add/").status_code == 403
    assert client.post(f"/control/accounts/user/{member().pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_password_is_neither_shown_nor_settable_there(staff: User) -> None:
    person = member("Chinedu")
    page = in_control(staff).get(f"/control/accounts/user/{person.pk}/change/").content.decode()
    assert person.password not in page and "password" not in page.lower().replace("password_change", "").replace(
        "change password", ""
    )


@pytest.mark.once
def test_the_address_comes_from_the_environment() -> None:
    assert settings.ADMIN_PATH == "control/"
    code = "from django.urls import reverse; print('=' + reverse('admin:index'))"
    done: Any = manage("shell", "--no-imports", "-c", code, ADMIN_PATH="/hidden-7f3a")
    assert done.stdout.strip().split("=")[-1] == "/hidden-7f3a/", done.stderr
