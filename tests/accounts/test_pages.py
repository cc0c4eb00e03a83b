"""Every page of people: in our look, in both languages, inert to markup in names (checks 39, 41, 42, 52)."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts import mails, services
from accounts.models import User
from accounts.urls import entrance, managing, ours

from .conftest import PASSWORD, guest, link_in_mail, member, sign_in, sign_up, signed_in, with_totp

pytestmark = pytest.mark.django_db

POST_ONLY = {"ask_friend", "accept_friend", "remove_friend", "add_friend", "block", "unblock"}
# Files, a page for members without a password (there are none), and two that their own tests open.
UNSEEN = {
    "export",
    "look_style",
    "mfa_download_recovery_codes",
    "account_set_password",
    "mfa_authenticate",
    "mfa_view_recovery_codes",
}
EVERY = [pattern.name for pattern in (*entrance, *managing, *ours)]


def address(name: str, person: User) -> str:
    values: dict[str, dict[str, str]] = {
        "account_reset_password_from_key": {"uidb36": "1", "key": "no-such-key"},
        "account_confirm_email": {"key": "nosuchkey"},
        "unsubscribe": {"token": mails.unsubscribe_token(person, "friend")},
        "profile": {"username": person.username},
        "look_style": {"contrast": "50", "grain": "50", "temperature": "50"},
    }
    given = values.get(name) or ({"username": person.username} if name in POST_ONLY - {"add_friend"} else {})
    return reverse(name, kwargs=given)


def allauth_views(resolver: URLResolver) -> set[str]:
    found = set()
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            found |= allauth_views(pattern)
        elif isinstance(pattern, URLPattern):
            module = getattr(pattern.callback, "view_class", pattern.callback).__module__
            if module.startswith("allauth") or pattern.name == "account_signup":
                found.add(pattern.name)
    return found


def test_every_page_of_allauth_in_the_urlconf_is_one_that_these_tests_open() -> None:
    assert allauth_views(get_resolver()) == {pattern.name for pattern in (*entrance, *managing)}
    assert len(EVERY) == len(set(EVERY)) > 30


def asked_again(person: User) -> Client:
    """A client of somebody with an authenticator who gave the password again just now."""
    client = signed_in(person)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def texts_of(html: str) -> str:
    return re.sub(r"<[^>]+>", " ", re.sub(r"(?s)<(script|style|head).*?</\1>|<option.*?</option>", " ", html))


# Words of allauth's own pages, and of ours in English: none may be left on a Malay page.
ENGLISH = re.compile(
    r"\b(your|you|the|sign (in|up)|password|address|account|please|enter|settings|friends|codes?|back|with|this)\b",
    re.IGNORECASE,
)


def visitors(language: str) -> tuple[User, dict[str, Client]]:
    """Return a member and browsers of different people, set to a language."""
    plain, protected = member("Chinedu"), with_totp(member("Tunde"))
    fresh = Client()
    sign_up(fresh, "Emeka", "emeka@example.org")
    clients = {
        "anonymous": Client(),
        "guest": signed_in(guest()),
        "member": asked_again(plain),
        "unconfirmed": fresh,
        "with two steps": asked_again(protected),
    }
    for client in clients.values():
        client.cookies["language"] = language
    return plain, clients


def complaints(html: str) -> list[str]:
    """Return what is wrong with a Malay page."""
    wrong = [
        f"{part} is missing"
        for part in ("css/site.css", "css/accounts.css", 'lang="ms"', "<title>")
        if part not in html
    ]
    if html.count("<h1") != 1:
        wrong.append("not one heading")
    if re.search(r"\sstyle=|<style|<script(?![^>]*src=)|\son\w+=", html):
        wrong.append("the CSP forbids something in it")
    left = ENGLISH.search(texts_of(html))
    return [*wrong, f"English: {left[0]}"] if left else wrong


def test_every_page_has_our_look_and_is_malay_when_that_is_chosen() -> None:
    person, clients = visitors("ms")
    wrong, seen = [], set()
    for name in EVERY:
        if name in POST_ONLY:
            continue
        for who, client in clients.items():
            answer = client.get(address(name, person))
            page = answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html")
            if page:
                seen.add(name)
                wrong += [(name, who, complaint) for complaint in complaints(answer.content.decode())]
            # 404: the second step, for who has not turned it on.
            elif answer.status_code not in {200, 302} and not (name.startswith("mfa_") and answer.status_code == 404):
                wrong.append((name, who, str(answer.status_code)))
    assert wrong == []
    assert seen == set(EVERY) - POST_ONLY - UNSEEN


def test_the_check_of_pages_sees_a_default_page_an_english_one_and_an_inline_style() -> None:
    assert complaints("<title>x</title><h1>Log masuk</h1>") == [
        "css/site.css is missing", "css/accounts.css is missing", 'lang="ms" is missing'
    ]  # fmt: skip
    fine = '<html lang="ms"><title>x</title>css/site.css css/accounts.css<h1>Log masuk</h1>'
    assert complaints(fine) == []
    assert complaints(fine + "Enter it") == ["English: Enter"]
    assert complaints(fine + "<p style='x'>") == ["the CSP forbids something in it"]


@pytest.mark.parametrize("name", sorted(POST_ONLY))
def test_what_changes_something_refuses_a_get_and_a_post_without_token(name: str) -> None:
    person = member()
    assert signed_in(member()).get(address(name, person)).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(member())
    assert strict.post(address(name, person)).status_code == 403


@pytest.mark.parametrize("name", [n for n in EVERY if n not in {"unsubscribe", "account_inactive"}])
def test_every_post_needs_a_token(name: str) -> None:
    person = member()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(person)
    assert strict.post(address(name, person)).status_code in {403, 405}


def test_the_second_step_has_our_look_and_is_malay() -> None:
    with_totp(member("Tunde"))
    client = Client()
    client.cookies["language"] = "ms"
    page = client.get(sign_in(client, "Tunde")["Location"])
    assert "Langkah kedua" in page.content.decode() and complaints(page.content.decode()) == []


def test_the_recovery_codes_have_our_look_and_are_malay() -> None:
    client = asked_again(with_totp(member("Tunde")))
    client.cookies["language"] = "ms"
    client.post("/accounts/2fa/codes/generate/")
    page = client.get("/accounts/2fa/codes/").content.decode()
    assert page.count("<code>") == 10 and complaints(page) == []


def test_the_page_behind_a_reset_link_and_behind_a_confirmation_link_are_malay(client: Client) -> None:
    client.cookies["language"] = "ms"
    sign_up(client, "Emeka")
    confirm = client.get(link_in_mail()).content.decode()
    assert "Ya, sahkan" in confirm and complaints(confirm) == []
    client.post("/accounts/password/reset/", {"email": "emeka@example.org"})
    reset = client.get(link_in_mail(), follow=True).content.decode()
    assert "Pilih kata laluan baharu" in reset and complaints(reset) == []


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("/accounts/login/", {"login": "x", "password": "y"}),
        ("/accounts/login/", {"login": "x@example.org", "password": "y"}),
        ("/accounts/signup/", {"username": "admin", "email": "x", "password1": "password"}),
        ("/accounts/signup/", {"username": "A", "email": "", "password1": "123"}),
        ("/accounts/password/reset/", {"email": "x"}),
    ],
)
def test_refusals_are_malay_too(client: Client, path: str, data: dict[str, str]) -> None:
    client.cookies["language"] = "ms"
    page = client.post(path, data).content.decode()
    assert "errorlist" in page and complaints(page) == []


def test_mail_about_the_account_is_malay_and_is_no_default_of_allauth(client: Client, mailoutbox: list[Any]) -> None:
    client.cookies["language"] = "ms"
    sign_up(client, "Emeka")
    client.post("/accounts/password/reset/", {"email": "emeka@example.org"})
    client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": "serba baharu", "password2": "x"})
    assert len(mailoutbox) == 3
    for message in mailoutbox:
        text = re.sub(r"https?://\S+", "", message.body)
        assert ENGLISH.findall(message.subject + text) == [], message.body
        assert "example.com" not in message.body


def test_every_text_of_allauth_has_a_template_of_ours() -> None:
    """So that no update of allauth brings back a page, a notice or a mail of its own for what we use."""
    import allauth

    theirs = Path(allauth.__file__).parent / "templates"
    mine = Path(settings.BASE_DIR) / "templates"
    used = [
        path.relative_to(theirs)
        for folder in (
            "account/messages",
            "account/email",
            "mfa/messages",
            "mfa/email",
            "mfa/totp",
            "mfa/recovery_codes",
        )
        for path in (theirs / folder).iterdir()
        if path.is_file() and not re.search(r"webauthn|code_sent|login_code|reset_code|phone|base", path.name)
    ]
    assert len(used) > 35
    assert [str(path) for path in used if not (mine / path).exists()] == []


# --- Who sees what ---


@pytest.mark.parametrize("who", ["owner", "friend", "blocked", "stranger", "guest", "anonymous", "staff"])
def test_a_profile_shows_no_more_than_the_name_to_anybody(who: str) -> None:
    person = member("Chinedu", time_zone="Asia/Kuching", language="en")
    viewers: dict[str, User | None] = {
        "owner": person,
        "friend": member("Friend"),
        "blocked": member("Blocky"),
        "stranger": member("Stranger"),
        "guest": guest(),
        "anonymous": None,
        "staff": with_totp(member("Olumide", is_staff=True)),
    }
    friend, blocked = viewers["friend"], viewers["blocked"]
    assert friend and blocked
    services.ask_to_be_friends(friend, person)
    services.accept_friend(person, friend)
    services.block(person, blocked)
    html = signed_in(viewers[who]).get("/people/Chinedu/").content.decode()
    assert "Chinedu" in html
    for secret in ("chinedu@example.org", "Asia/Kuching", person.password, "sessions_ended"):
        assert secret not in html
    buttons = {
        name: f"/people/Chinedu/{path}" in html
        for name, path in {"ask": 'friend/"', "remove": "friend/remove/", "block": "block/", "settings": "x"}.items()
    }
    buttons["settings"] = 'href="/settings/"' in html
    expected = {
        "owner": {"ask": False, "remove": False, "block": False, "settings": True},
        "friend": {"ask": False, "remove": True, "block": True, "settings": False},
        "blocked": {"ask": True, "remove": False, "block": True, "settings": False},
        "stranger": {"ask": True, "remove": False, "block": True, "settings": False},
        "guest": {"ask": False, "remove": False, "block": False, "settings": False},
        "anonymous": {"ask": False, "remove": False, "block": False, "settings": False},
        "staff": {"ask": True, "remove": False, "block": True, "settings": False},
    }
    assert buttons == expected[who]


@pytest.mark.parametrize("path", ["/friends/", "/settings/", "/settings/export/", "/settings/close/"])
def test_ones_own_pages_are_for_who_is_signed_in(path: str) -> None:
    answer = Client().get(path)
    assert (answer.status_code, answer["Location"]) == (302, f"/accounts/login/?next={path}")


@pytest.mark.parametrize("who", ["closed", "suspended", "nobody"])
def test_there_is_no_page_of_who_is_not_here(who: str) -> None:
    person = member("Chinedu")
    if who == "suspended":
        services.suspend(person)
    if who == "closed":
        from accounts.closing import close_account

        close_account(person)
    path = "/people/Nobody/" if who == "nobody" else "/people/Chinedu/"
    assert Client().get(path).status_code == 404
    assert signed_in(member()).post(path + "friend/").status_code == 404


def test_a_profile_has_one_address_whatever_the_case() -> None:
    member("Chinedu")
    assert Client().get("/people/chinedu/")["Location"] == "/people/Chinedu/"


def test_other_apps_add_a_section_that_knows_who_looks(monkeypatch: Any) -> None:
    from accounts import profile_sections

    seen: list[Any] = []

    def section(viewer: User | None, person: User, request: Any) -> tuple[str, dict[str, Any]] | None:
        seen.append((viewer, person))
        return ("accounts/_messages.html", {"messages": ["from the games"]}) if viewer else None

    profile_sections.register(section)
    person, viewer = member("Chinedu"), member()
    Client().get("/people/Chinedu/")
    signed_in(viewer).get("/people/Chinedu/")
    assert seen == [(None, person), (viewer, person)]


# --- Names as markup ---

PAYLOADS = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "'><b>x</b>",
    "{{ 7|add:7 }}", "{% load x %}", "<a href=javascript:alert(1)>", "&lt;script&gt;", "</title><script>x",
    "\u202e<u>evil", "%(name)s", "<!--", "]]>", "`onmouseover=x`",
]  # fmt: skip


class Elements(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, tuple[str, ...]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, tuple(sorted(name for name, _value in attributes))))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_markup_in_a_name_is_text_on_every_page(payload: str) -> None:
    """Such names can't be chosen; here they are in the rows all the same. The page's elements are as without."""
    me, other = member("Chinedu"), member("Tunde")
    services.ask_to_be_friends(other, me)
    pages = ["/people/Tunde/", "/friends/", "/settings/", "/people/Chinedu/"]
    client = signed_in(me)
    before = [Elements(client.get(page).content.decode()).found for page in pages]
    User.objects.update(display_name=payload[:30])
    after = [Elements(client.get(page).content.decode()).found for page in pages]
    assert after == before
    answer = client.post("/people/Tunde/friend/accept/")
    assert payload[:30] in " ".join(str(message) for message in get_messages(answer.wsgi_request))
    shown = client.get("/people/Tunde/").content.decode()
    assert payload[:30] not in shown or not set(payload) & set("<>\"'&")
