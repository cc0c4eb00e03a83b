"""What ends a session, everywhere and with its sockets (checks 35 to 37)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts import services, sessions
from accounts.closing import close_account
from accounts.models import User

from .conftest import PASSWORD, member, sign_in, signed_in

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ended() -> list[int]:
    """The ids that a registered function was told, as the one that closes sockets will be."""
    told: list[int] = []
    sessions.on_end.append(told.append)
    return told


def sign_out(here: Client, person: User) -> None:
    here.post("/accounts/logout/")


def change_password(here: Client, person: User) -> None:
    new = {"oldpassword": PASSWORD, "password1": "a brand new one", "password2": "a brand new one"}
    assert here.post("/accounts/password/change/", new).status_code == 302


def close(here: Client, person: User) -> None:
    here.post("/settings/close/", {"password": PASSWORD})


def suspended_by_staff(here: Client, person: User) -> None:
    services.suspend(person)


@pytest.mark.parametrize("act", [sign_out, change_password, close, suspended_by_staff])
def test_all_sessions_and_sockets_end(ended: list[int], act: Callable[[Client, User], None]) -> None:
    person = member("Chinedu")
    here, elsewhere = Client(), signed_in(person)
    sign_in(here, "Chinedu")
    before = here.session.session_key
    act(here, person)
    assert elsewhere.get("/friends/").status_code == 302
    assert person.pk in ended
    stale = Client()
    stale.cookies["session"] = before
    assert stale.get("/friends/").status_code == 302


def test_after_a_new_password_this_browser_goes_on_with_a_new_session_id() -> None:
    person = member("Chinedu")
    here = Client()
    sign_in(here, "Chinedu")
    before = here.session.session_key
    change_password(here, person)
    assert here.get("/friends/").status_code == 200
    assert here.session.session_key != before


def test_one_persons_end_is_not_anothers(ended: list[int]) -> None:
    person, other = member(), member()
    theirs = signed_in(other)
    close_account(person)
    assert theirs.get("/friends/").status_code == 200 and other.pk not in ended


def test_a_hook_that_fails_stops_neither_the_others_nor_the_answer(ended: list[int]) -> None:
    def failing(pk: int) -> None:
        raise RuntimeError("no layer")

    sessions.on_end.insert(0, failing)
    person = member("Chinedu")
    here = Client()
    sign_in(here, "Chinedu")
    assert here.post("/accounts/logout/").status_code == 302
    assert ended == [person.pk]


def test_cookies_are_httponly_and_lax() -> None:
    member("Chinedu")
    answer: Any = sign_in(Client(), "Chinedu")
    assert {"session", "device"} <= set(answer.cookies)
    for cookie in answer.cookies.values():
        assert cookie["httponly"] and cookie["samesite"] == "Lax"
