"""What anybody can type or send stays text: on every page, in every form, in what is fetched and mailed (check 52)."""

import re
from html.parser import HTMLParser
from itertools import cycle
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db.models import Value
from django.test import Client

from accounts import mails
from accounts.models import User
from games import log
from games.models import Player, Seat
from games.services import limits
from tests.games.factories import member

from .everything import Everything, Place, furnished
from .payloads import PAYLOADS

pytestmark = pytest.mark.django_db
MARK = "zqxjvw"
BREAKING = (
    "<script>zqxjvw(1)</script>", "\"><svg onload=zqxjvw(1)>", "' onmouseover='zqxjvw(1)", "javascript:zqxjvw(1)",
    "zqxjvw\r\nSet-Cookie: zqxjvw=1",
)  # fmt: skip
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|[/\\]{2}", re.IGNORECASE)  # another site, or a script
# Addresses that hold what was typed, as a value of their query.
IN_QUERY = re.compile(r"^/[^/?][^?]*\?|^\?|^/\?")


class Reading(HTMLParser):
    """Reads a page as a browser does; `alive` is where the mark has become more than text or a value."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.alive: list[str] = []
        self.elements: list[tuple[str, tuple[str, ...]]] = []
        self.texts: list[str] = []
        self.inside = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.inside = tag if tag in ("script", "style") else ""
        self.elements.append((tag, tuple(name for name, _value in attributes)))
        if MARK in tag:
            self.alive.append(f"<{tag}>")
        for name, value in attributes:
            typed = name in ("value", "aria-label", "placeholder", "title", "data-text", "data-title")
            told = name == "content" and not any(key == "http-equiv" for key, _value in attributes)
            if MARK in name or name.startswith("on") or (name == "style"):
                self.alive.append(f"<{tag} {name}>")
            elif value and MARK in value and not typed and not told and not IN_QUERY.match(value):
                self.alive.append(f"<{tag} {name}={value!r}>")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside and MARK in data:
            self.alive.append(f"in <{self.inside}>: {data[:80]}")
        self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        if MARK in data:
            self.alive.append(f"<!--{data[:80]}-->")

    def handle_decl(self, declaration: str) -> None:
        if MARK in declaration:
            self.alive.append(f"<!{declaration[:80]}>")

    unknown_decl = handle_decl
    handle_pi = handle_decl


def alive(answer: Any) -> list[str]:
    """Where the mark is more than text in this answer, its headers included."""
    found = Reading(answer.content.decode()).alive if "html" in answer.headers.get("Content-Type", "") else []
    for name, value in answer.headers.items():
        if MARK in name or (MARK in value and name != "Location"):
            found.append(f"{name}: {value}")
    where = answer.headers.get("Location", "")
    if MARK in where and (ELSEWHERE.match(where) or not where.isprintable()):
        found.append(f"Location: {where}")
    cookies = [c.OutputString() for name, c in answer.cookies.items() if MARK in name or MARK in c.value]
    return [*found, *cookies]


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**9)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ACCOUNT_RATE_LIMITS = False
    settings.GUESTS_AN_HOUR = 10**6
    log.forget()
    cache.clear()


@pytest.fixture
def everything() -> Everything:
    return furnished()


def test_the_corpus_is_large_and_the_reading_sees_what_is_alive() -> None:
    assert len(PAYLOADS) >= 40 and all(MARK in payload for payload in PAYLOADS)
    unescaped = [payload for payload in PAYLOADS if Reading(f"<p>{payload}</p>").alive]
    assert len(unescaped) >= 35
    assert Reading('<p title="x" onmouseover="zqxjvw(1)">').alive and Reading("<script>zqxjvw</script>").alive
    assert Reading('<a href="javascript:zqxjvw(1)">x</a>').alive
    assert not Reading('<p title="&lt;zqxjvw&gt;">&lt;zqxjvw&gt;</p>').alive


def test_names_are_text_on_every_page(everything: Everything) -> None:
    """Such names can't be chosen; here they are in the rows all the same, each person with another one at a time."""
    places = [place for place in everything.places if place.name not in ("seed_sentences", "numbered_rules")]
    places = [
        place for place in places if "with=" not in place.path
    ]  # a search by a name finds nothing once it changed
    wrong, shown = {}, set()
    for place in places:  # what a first look marks as new is so no more
        elements_of(everything, place)
    before = {place: elements_of(everything, place) for place in places}
    people = list(User.objects.order_by("pk"))
    for start in range(0, len(PAYLOADS), len(people)):
        for number, person in enumerate(people):
            name = PAYLOADS[(start + number) % len(PAYLOADS)][:30]
            User.objects.filter(pk=person.pk).update(display_name=Value(name))
            for rows in (Seat, Player):
                rows.objects.filter(user=person).update(name=Value(name))  # type: ignore[attr-defined]
        for place in places:
            page = everything.browsers[place.who].get(place.path, follow=True)
            reading = Reading(page.content.decode())
            found = alive(page)
            if found or reading.elements != before[place]:
                wrong[start, place] = found or "other elements than without it"
            text = " ".join("".join(reading.texts).split())
            shown |= {payload for payload in PAYLOADS if " ".join(payload[:30].split()) in text}
    assert wrong == {}
    assert shown == set(PAYLOADS), "each of them was on some page"


def elements_of(everything: Everything, place: Place) -> list[tuple[str, tuple[str, ...]]]:
    page = everything.browsers[place.who].get(place.path, follow=True)
    return Reading(page.content.decode()).elements


# -- every field of every form -----------------------------------------------------------------------------------------


FIELDS = ("input", "select", "textarea", "button")


class Forms(HTMLParser):
    """The forms of a page that are posted: where to, and their fields with what is filled in."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []
        self.method = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        have = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.method = have.get("method", "get").lower()
            if self.method == "post":
                self.forms.append((have.get("action", ""), {}))
        elif tag in FIELDS and self.method == "post" and have.get("name") not in (None, "", "csrfmiddlewaretoken"):
            self.forms[-1][1].setdefault(have["name"], have.get("value", ""))


# Forms whose fields end the visit of the person: they are tried last, each with a new browser.
ENDING = {"/accounts/logout/", "/settings/close/"}


def forms_of(everything: Everything) -> dict[str, tuple[str, dict[str, str]]]:
    """Each address that a form of the site posts to: who does so, and the fields."""
    found: dict[str, tuple[str, dict[str, str]]] = {}
    for place in everything.places:
        page = everything.browsers[place.who].get(place.path, follow=True)
        for action, fields in Forms(page.content.decode()).forms:
            found.setdefault(action or page.request["PATH_INFO"], (place.who, fields))
    return found


def test_whatever_is_sent_in_any_field_of_any_form_is_answered_as_text(everything: Everything) -> None:
    wrong, fields_tried = {}, set()
    forms, rest = forms_of(everything), cycle(PAYLOADS)
    for address, (who, fields) in forms.items():
        if address in ENDING:
            continue
        for name in [*fields, "nosuchfield"]:
            # Each kind of breaking out for every field; the rest of the corpus goes round.
            for payload in (*BREAKING, *(next(rest) for _more in range(3))):
                answer = everything.browsers[who].post(address, {**fields, name: payload})
                fields_tried.add((address, name))
                assert answer.status_code < 500, (address, name, payload, answer.status_code)
                if found := alive(answer):
                    wrong[address, name, payload] = found
    assert wrong == {}
    assert len(forms) > 25 and len(fields_tried) > 100
    tried = {name for _address, name in fields_tried}
    assert tried >= {"name", "login", "username", "email", "password1", "display_name", "language", "next", "seats",
                     "games", "turn_number", "friend", "code"}, "every kind of field"  # fmt: skip


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_a_request_says_of_itself_is_no_part_of_a_page(client: Client, payload: str) -> None:
    header = payload.encode("ascii", "ignore").decode().replace("\r", "").replace("\n", "")
    for address in ("/", "/no/such/page", "/accounts/login/", "/tables/new/", "/help/", "/rules/whot/001/"):
        answers = [
            client.get(address, headers={"user-agent": header, "accept-language": header, "referer": header}),
            client.get(address, {"next": payload, "preset": payload, "name": payload, payload: payload}),
            client.get(address, HTTP_COOKIE=f"time_zone={header}; language={header}".replace(";", ",", 1)),
        ]
        for answer in answers:
            assert answer.status_code < 500 and alive(answer) == [], (address, payload)
    assert client.get(f"/{header.lstrip('/')}").status_code in (301, 302, 400, 404)


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_name_is_text_in_a_mail_too(payload: str, django_capture_on_commit_callbacks: Any) -> None:
    asker, asked = member("Ada"), member("Obi")
    asked.emailaddress_set.create(email="obi@example.org", verified=True, primary=True)
    asker.display_name = payload[:30]
    with django_capture_on_commit_callbacks(execute=True):
        mails.send(asked, "friend", "accounts/mail/friend_request.txt", {"asker": asker})
    sent = mail.outbox[-1]
    assert sent.content_subtype == "plain" and not sent.attachments
    raw = sent.message()
    assert not [name for name in list(raw) if MARK in name] and "zqxjvw" not in str(raw.get("To"))
    assert len(raw.get_all("Subject", [])) == 1 and raw.get("Set-Cookie") is None
