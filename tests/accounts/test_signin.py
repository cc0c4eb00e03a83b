"""Signing in by username or address, guessing, resetting; nothing tells whether an account exists (44, 46, 47, 55)."""

import re
import time
from typing import Any

import pytest
from allauth.mfa.totp.internal import auth as totp
from django.conf import global_settings
from django.core import mail
from django.test import Client

from accounts.models import User

from .conftest import PASSWORD, SECRET, link_in_mail, member, sign_in, sign_up, with_totp
from .timing import ALLOWED, medians, questions

pytestmark = pytest.mark.django_db


def text_of(answer: Any) -> str:
    """The page without what differs from request to request."""
    return re.sub(r'value="[\w-]{30,}"', "", answer.content.decode())


@pytest.mark.parametrize("login", ["Chinedu", "chinedu", "CHINEDU", "chinedu@example.org", "Chinedu@Example.ORG"])
def test_signing_in_by_username_or_address_whatever_the_case(client: Client, login: str) -> None:
    person = member("Chinedu")
    assert sign_in(client, login)["Location"] == "/"
    assert client.session["_auth_user_id"] == str(person.pk)


def test_the_session_id_changes_and_the_old_one_is_dead(client: Client) -> None:
    member("Chinedu")
    client.get("/accounts/login/?next=/friends/")
    session = client.session
    session["before"] = True
    session.save()
    client.cookies["session"] = session.session_key
    sign_in(client, "Chinedu")
    assert client.session.session_key != session.session_key
    stale = Client()
    stale.cookies["session"] = session.session_key
    assert stale.get("/friends/").status_code == 302


@pytest.mark.parametrize(
    "target",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "http:evil.example"],
)
def test_next_accepts_paths_of_this_site_only(client: Client, target: str) -> None:
    member("Chinedu")
    assert sign_in(client, "Chinedu", next=target)["Location"] == "/"
    assert client.post("/accounts/logout/", {"next": target})["Location"] == "/"
    assert sign_up(client, "Tunde", next=target)["Location"] == "/"


def test_next_leads_back_to_where_one_came_from(client: Client) -> None:
    member("Chinedu")
    assert sign_in(client, "Chinedu", next="/friends/")["Location"] == "/friends/"


@pytest.mark.parametrize(("known", "unknown"), [("Chinedu", "Nobody"), ("chinedu@example.org", "nobody@example.org")])
def test_a_wrong_password_and_an_unknown_account_get_the_same_answer(known: str, unknown: str) -> None:
    member("Chinedu")
    one, other = sign_in(Client(), known, "wrong"), sign_in(Client(), unknown, "wrong")
    assert one.status_code == other.status_code == 200
    assert text_of(one).replace(known, "X") == text_of(other).replace(unknown, "X")


def test_a_closed_or_suspended_account_and_a_wrong_password_get_the_same_answer() -> None:
    member("Chinedu", is_active=False)
    one, other = sign_in(Client(), "Chinedu", "wrong"), sign_in(Client(), "Nobodyx", "wrong")
    assert text_of(one).replace("Chinedu", "X") == text_of(other).replace("Nobodyx", "X")


def test_a_reset_for_an_unknown_address_gets_the_same_answer_and_a_mail_that_says_so() -> None:
    member("Chinedu")
    answers = [
        Client().post("/accounts/password/reset/", {"email": address}, follow=True)
        for address in ("chinedu@example.org", "nobody@example.org")
    ]
    assert answers[0].redirect_chain == answers[1].redirect_chain == [("/accounts/password/reset/done/", 302)]
    assert text_of(answers[0]) == text_of(answers[1])
    assert [m.subject for m in mail.outbox] == ["Choose a new password", "There is no account with this address"]


@pytest.mark.parametrize("what", ["sign-in by name", "sign-in by address", "sign-up"])
def test_an_answer_takes_as_long_for_an_unknown_account(settings: Any, what: str) -> None:
    """With the real hasher, so that a missing check of a password would be seen. At length: tests.accounts.timing."""
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    member("Chinedu")
    there, not_there = medians(*questions("Chinedu")[what], times=3)
    assert abs(there - not_there) < 0.3 * max(there, not_there)


def test_signing_in_costs_one_hash_whether_or_not_the_account_exists(monkeypatch: Any) -> None:
    from django.contrib.auth.hashers import MD5PasswordHasher

    member("Chinedu")
    hashes: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashes.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    counts = []
    for login in ("Chinedu", "Nobody", "chinedu@example.org", "nobody@example.org"):
        hashes.clear()
        sign_in(Client(), login, "wrong")
        counts.append(len(hashes))
    assert counts == [1, 1, 1, 1]


def test_a_reset_takes_as_long_for_an_unknown_address() -> None:
    member("Chinedu")
    there, not_there = medians(*questions("Chinedu")["reset"], times=15)
    assert abs(there - not_there) < ALLOWED


# --- Guessing ---


def guess(client: Client, times: int, login: str = "Chinedu", address: str = "10.0.0.1") -> Any:
    for _ in range(times):
        answer = client.post("/accounts/login/", {"login": login, "password": "wrong"}, REMOTE_ADDR=address)
    return answer


def test_the_6th_wrong_password_for_an_account_is_refused_even_when_it_is_right() -> None:
    member("Chinedu")
    for number in range(5):
        guess(Client(), 1, address=f"10.0.0.{number}")
    answer = Client().post("/accounts/login/", {"login": "Chinedu", "password": PASSWORD}, REMOTE_ADDR="10.0.0.9")
    assert answer.status_code == 200 and "Too many" in answer.content.decode()


def test_an_unknown_account_is_refused_after_as_many() -> None:
    for number in range(5):
        guess(Client(), 1, "Nobody", f"10.0.0.{number}")
    assert "Too many" in guess(Client(), 1, "Nobody", "10.0.0.9").content.decode()


def test_one_address_that_tries_many_accounts_is_refused() -> None:
    for number in range(10):
        guess(Client(), 1, f"Nobody{number}")
    assert "Too many" in guess(Client(), 1, "Nobody11").content.decode()


def test_a_made_up_forwarded_address_does_not_help() -> None:
    for number in range(10):
        Client().post(
            "/accounts/login/", {"login": f"N{number}", "password": "x"}, headers={"x-forwarded-for": f"1.2.3.{number}"}
        )
    answer = Client().post("/accounts/login/", {"login": "Nn", "password": "x"}, headers={"x-forwarded-for": "9.9.9.9"})
    assert "Too many" in answer.content.decode()


def test_somebody_elses_guessing_does_not_shut_out_a_known_browser() -> None:
    member("Chinedu")
    known = Client()
    sign_in(known, "Chinedu")
    known.post("/accounts/logout/")
    for number in range(8):
        guess(Client(), 1, address=f"10.0.0.{number}")
    assert sign_in(known, "Chinedu").status_code == 302


def test_guessing_from_a_known_browser_is_limited_too() -> None:
    member("Chinedu")
    known = Client()
    sign_in(known, "Chinedu")
    known.post("/accounts/logout/")
    for number in range(5):
        guess(known, 1, address=f"10.0.0.{number}")
    assert "Too many" in sign_in(known, "Chinedu").content.decode()


def test_a_known_browser_of_one_account_is_no_help_against_another() -> None:
    member("Chinedu"), member("Tunde")
    known = Client()
    sign_in(known, "Tunde")
    known.post("/accounts/logout/")
    for number in range(5):
        guess(Client(), 1, address=f"10.0.0.{number}")
    assert "Too many" in sign_in(known, "Chinedu").content.decode()


def test_more_posts_than_a_minute_allows_get_429_and_when_to_come_back(client: Client) -> None:
    for _ in range(20):
        assert client.post("/accounts/signup/", {}).status_code == 200
    answer = client.post("/accounts/signup/", {})
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert "css/accounts.css" in answer.content.decode()


# --- Reset ---


def reset_link(email: str = "chinedu@example.org") -> str:
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": email})
    return link_in_mail()


def use(link: str, password: str = "a brand new one") -> Any:
    client = Client()
    page = client.get(link, follow=True)
    if not page.redirect_chain:
        return page
    where = page.redirect_chain[-1][0]
    return client.post(where, {"password1": password, "password2": password})


def test_a_reset_link_sets_a_password_once_and_does_not_sign_in() -> None:
    member("Chinedu")
    link = reset_link()
    token = link.split("/")[-2].split("-", 1)[1].rsplit("-", 1)[1]
    assert len(token) * 4 >= 128
    assert use(link)["Location"] == "/accounts/password/reset/key/done/"
    assert User.objects.get().check_password("a brand new one")
    assert b"used up" in use(link, "another one yet").content
    assert User.objects.get().check_password("a brand new one")


def test_the_page_of_the_reset_does_not_have_the_token_in_its_address() -> None:
    member("Chinedu")
    answer = Client().get(reset_link())
    assert answer.status_code == 302 and answer["Location"].endswith("-set-password/")


def test_a_reset_link_is_dead_after_an_hour(monkeypatch: Any) -> None:
    from datetime import datetime, timedelta

    member("Chinedu")
    link = reset_link()
    monkeypatch.setattr(
        "django.contrib.auth.tokens.PasswordResetTokenGenerator._now",
        lambda self: datetime.now() + timedelta(seconds=3605),
    )
    assert b"older than an hour" in use(link).content


def test_a_reset_link_is_dead_after_the_password_changed() -> None:
    person = member("Chinedu")
    link = reset_link()
    person.set_password("changed meanwhile")
    person.save()
    assert b"used up" in use(link).content


def test_a_reset_link_is_dead_after_the_address_changed() -> None:
    person = member("Chinedu")
    link = reset_link()
    person.emailaddress_set.update(email="new@example.org")
    person.email = "new@example.org"
    person.save()
    assert b"used up" in use(link).content


def test_a_reset_ends_all_sessions() -> None:
    member("Chinedu")
    elsewhere = Client()
    sign_in(elsewhere, "Chinedu")
    use(reset_link())
    assert elsewhere.get("/friends/").status_code == 302


# --- The second step ---


@pytest.fixture(autouse=True)
def one_period(monkeypatch: Any) -> None:
    """A test is within the 30 seconds of one code, however slow the machine."""
    counter = int(time.time()) // 30
    monkeypatch.setattr(totp, "yield_hotp_counters_from_time", lambda: iter([counter]))


def code_now(secret: str = SECRET) -> str:
    return totp.format_hotp_value(totp.hotp_value(secret, next(totp.yield_hotp_counters_from_time())))


def test_with_an_authenticator_the_password_alone_signs_nobody_in(client: Client) -> None:
    with_totp(member("Chinedu"))
    assert sign_in(client, "Chinedu")["Location"].startswith("/accounts/2fa/authenticate/")
    assert client.get("/friends/").status_code == 302
    assert client.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert client.get("/friends/").status_code == 302
    assert client.post("/accounts/2fa/authenticate/", {"code": code_now()}).status_code == 302
    assert client.get("/friends/").status_code == 200


def test_a_code_works_once() -> None:
    with_totp(member("Chinedu"))
    one, other = Client(), Client()
    code = code_now()
    sign_in(one, "Chinedu")
    one.post("/accounts/2fa/authenticate/", {"code": code})
    sign_in(other, "Chinedu")
    other.post("/accounts/2fa/authenticate/", {"code": code})
    assert one.get("/friends/").status_code == 200 and other.get("/friends/").status_code == 302


def turned_on(client: Client) -> str:
    """Turns the second factor on for Chinedu; the code that did so."""
    sign_in(client, "Chinedu")
    asked = client.get("/accounts/2fa/totp/activate/")
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    client.post(asked["Location"], {"password": PASSWORD})
    assert client.get("/accounts/2fa/totp/activate/").status_code == 200
    code = code_now(client.session["mfa.totp.secret"])
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code})
    assert answer["Location"] == "/accounts/2fa/codes/"
    return code


def test_the_code_that_turned_it_on_is_used_up(client: Client) -> None:
    member("Chinedu")
    code = turned_on(client)
    other = Client()
    sign_in(other, "Chinedu")
    assert other.post("/accounts/2fa/authenticate/", {"code": code}).status_code == 200
    assert other.get("/friends/").status_code == 302


def test_turning_it_on_and_getting_in_by_a_recovery_code(client: Client) -> None:
    member("Chinedu")
    turned_on(client)
    codes = client.get("/accounts/2fa/codes/download/").content.decode().split()
    assert len(codes) == 10
    other = Client()
    sign_in(other, "Chinedu")
    other.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert other.get("/friends/").status_code == 200
    again = Client()
    sign_in(again, "Chinedu")
    again.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert again.get("/friends/").status_code == 302
