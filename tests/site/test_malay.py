"""Every page in Malay, without one English word: what the catalogues translate is spelled in other letters here, so
that whatever still stands on a page in plain ones was never translated (R55)."""

import re
from collections.abc import Callable, Collection, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import trans_real

from games import log
from games.models import Game, Table
from games.services import limits
from games.templatetags import once
from tests.games.factories import guest, member, started
from tests.games.pages import FORM, browser

from .everything import Everything, furnished
from .test_messages import CATALOGUES

pytestmark = [pytest.mark.django_db, pytest.mark.once]
MALAY = {"accept-language": "ms"}

# -- other letters ---------------------------------------------------------------------------------------------------

LETTERS = {ord(letter): chr(ord(letter) + 0xFEE0) for letter in map(chr, range(128)) if letter.isalpha()}
KEPT = re.compile(r"%\(\w+\)[sdi]|%[sd%]|\{\w*\}|<[^<>]*>|&\w+;")


def respelled(text: str) -> str:
    """The text in letters of full width; places, marks of HTML and signs stay as they are."""
    found, at = [], 0
    for kept in KEPT.finditer(text):
        found += [text[at : kept.start()].translate(LETTERS), kept[0]]
        at = kept.end()
    return "".join([*found, text[at:].translate(LETTERS)])


@pytest.fixture
def other_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Malay, with what any catalogue translates respelled; what was drawn before in plain letters is drawn anew."""
    monkeypatch.setattr(once, "get_language", lambda: "ms, respelled")
    malay = trans_real.translation("ms")
    plain, plural = malay.gettext, malay.ngettext

    def knows(text: str) -> bool:
        return bool(malay._catalog.get(text) or malay._catalog.get((text, 0)))  # type: ignore[attr-defined]

    def gettext(text: str) -> str:
        return respelled(plain(text)) if knows(text) else text

    def ngettext(one: str, many: str, count: int) -> str:
        return respelled(plural(one, many, count)) if knows(one) else (one if count == 1 else many)

    monkeypatch.setattr(malay, "gettext", gettext)
    monkeypatch.setattr(malay, "ngettext", ngettext)


# -- what is read on a page ------------------------------------------------------------------------------------------

SAID = ("aria-label", "title", "alt", "placeholder", "aria-description")
SILENT = {"script", "style", "code", "pre", "option", "bdi"}
VOID = {
    "input",
    "br",
    "img",
    "meta",
    "link",
    "use",
    "hr",
    "path",
    "rect",
    "circle",
    "line",
    "polyline",
    "source",
    "wbr",
}


class Read(HTMLParser):
    """Collects what people read or hear of a page in its own language."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, bool]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        silent = tag in SILENT or given.get("lang", "ms") != "ms" or given.get("translate") == "no"
        silent = silent or "numbered" in given.get("class", "").split()  # a document in Malay of its own, see below
        quiet = silent or any(hidden for _tag, hidden in self.open)
        if not quiet:
            self.texts += [given[name] for name in SAID if name in given]
            self.texts += [value for name, value in given.items() if name.startswith("data-") and " " in value]
            if tag == "meta" and given.get("name") == "description":
                self.texts.append(given.get("content", ""))
            if tag == "input" and given.get("type") in ("submit", "button"):
                self.texts.append(given.get("value", ""))
        if tag not in VOID:
            self.open.append((tag, silent))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        while self.open:
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if not any(silent for _tag, silent in self.open):
            self.texts.append(data)


WORD = re.compile(r"[A-Za-z][A-Za-z'’]+")
# What is no word of any language: rule numbers, codes of games and cards, addresses, numbers of people.
CODES = re.compile(
    r"https?://\S+|\S+@\S+|\{\w+\}|%\(\w+\)s|/\w[\w/.-]*|\b[A-Z]+\d+[a-z]?(?:\.\d+)*\b|\b[0-9a-f]{8,}\b|\b(?=\w*\d)\w+\b|~\w+|%\w+"
)
NAMES = {
    "Whot", "Go", "Stop", "Ppuk", "Ttadak", "Chok", "Sseul", "Nagari", "Godori",
    "Adaeze", "Bola", "Chidi", "Dayo", "Funke", "Gbenga", "UTC", "WAT", "CARDAVIA",
    "English", "Bahasa", "Melayu",
    "chat", "AA", "SHA", "JSON",
    # What somebody wrote is repeated as it was written.
    "Family", "Sunday", "league", "play", "keep", "jump", "xx", "warp", "Mars",
}  # fmt: skip


def left_over(document: str, codes: Collection[str] = ()) -> list[str]:
    """The texts of a page that have a word in plain letters; `codes` are those of games, some of them letters alone."""
    page = Read()
    page.feed(document)
    return [
        " ".join(text.split())
        for text in page.texts
        if [word for word in WORD.findall(CODES.sub(" ", text)) if word not in NAMES and word not in codes]
    ]


# -- the pages -------------------------------------------------------------------------------------------------------


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> Everything:
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**9)
    log.forget()
    return furnished()


def test_no_page_says_anything_in_english(everything: Everything, other_letters: None) -> None:
    found: dict[str, list[str]] = {}
    codes = {*Game.objects.values_list("code", flat=True), *Table.objects.values_list("code", flat=True)}
    for place in everything.places:
        page = everything.browsers[place.who].get(place.path, headers=MALAY, follow=True)
        assert '<html lang="ms"' in page.content.decode(), place
        for text in left_over(page.content.decode(), codes):
            found.setdefault(text, []).append(f"{place.who} {place.path}")
    assert {text: places[:2] for text, places in found.items()} == {}


def test_a_word_that_nobody_translated_is_found() -> None:
    page = '<html lang="ms"><p title="Undo">{}</p><p lang="en">not ours</p><b data-no="A word">W4.2 Adaeze</b></html>'
    assert left_over(page.format(respelled("%(name)s menang"))) == ["Undo", "A word"]
    assert left_over(page.format("Game over")) == ["Undo", "Game over", "A word"]


# -- refusals --------------------------------------------------------------------------------------------------------


def refused(client: Client, address: str, form: dict[str, Any] | None, status: int, **headers: str) -> str:
    given = {**MALAY, **headers}
    answer = client.get(address, headers=given) if form is None else client.post(address, form, headers=given)
    assert answer.status_code == status, (address, form, answer.status_code)
    return answer.content.decode()


def refusals_at_tables(game: str, preset: str) -> Iterator[str]:
    """What is said of wrong moves and forms, in one game."""
    me, other = member("Adaeze"), guest("Bola")
    running = started([me, other], game=game, preset=preset, seats=2)
    while running.to_act != 0 or running.state != running.State.PLAYING:
        running = started([me, other], game=game, preset=preset, seats=2)
    actions = f"/games/{running.code}/actions/"
    mine, theirs, strange = browser(me), browser(other), browser(member("Chidi"))
    wrong = {
        "whot": ["play C1 call star", "play W20", "pass", "keep", "play C99", "jump"],
        "go_stop": ["play 01-1 take 02-2", "play 12-4 take 12-1", "choose 01-1", "go", "stop", "play 13-1", "jump"],
    }[game]
    for number, action in enumerate(wrong):
        form = {"action": action, "seen_seq": running.seq, "key": f"{game}{number}".ljust(20, "k")}
        answer = mine.post(actions, form, headers=MALAY)
        assert answer.status_code in (400, 422), (action, answer.status_code)
        yield answer.content.decode()
        yield theirs.post(actions, form, headers=MALAY).content.decode()
    yield refused(mine, actions, {"action": "go", "seen_seq": 99, "key": "k" * 20}, 409)
    yield refused(mine, actions, {"action": "go", "seen_seq": "x", "key": "k" * 20}, 400)
    yield refused(strange, f"/games/{running.code}/leave/", {"sure": "yes"}, 403)
    wrong_form = {**FORM, "game": game, "preset": preset, "turn": "-5", "games": "0", "seats": "9", "match": "nonsense"}
    yield refused(mine, "/tables/new/", wrong_form, 422)


def refusals_of_people() -> Iterator[str]:
    nobody, me = Client(), browser(member("Adaeze"))
    yield refused(nobody, "/accounts/login/", {"login": "nobody", "password": "wrong"}, 200)
    yield refused(
        nobody, "/accounts/signup/", {"username": "a b", "email": "x", "password1": "1", "password2": "2"}, 200
    )
    yield refused(me, "/settings/", {"username": "<b>", "display_name": "", "language": "xx", "time_zone": "Mars"}, 422)
    yield refused(me, "/look/", {"contrast": "101", "grain": "x", "temperature": "", "speed": "warp"}, 422)
    yield refused(me, "/settings/close/", {"word": "x"}, 422)


def pages_of_errors(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """400, 403, 404, 415, 429, 500 and 503."""
    from django.db import OperationalError

    from accounts.limits import TooMany
    from whot_site import views

    strict, client = Client(enforce_csrf_checks=True), Client(raise_request_exception=False)
    yield refused(client, "/no/such/page", None, 404)
    yield refused(strict, "/look/", {"contrast": "1"}, 403)
    broken = client.post(
        "/look/", b"x=1", content_type="application/x-www-form-urlencoded; charset=latin-1", headers=MALAY
    )
    assert broken.status_code == 415
    yield broken.content.decode()
    yield refused(client, "/mail/unsubscribe/nonsense/", None, 403)

    def failing(error: Exception) -> Callable[..., Any]:
        def raises(*_given: Any, **_named: Any) -> Any:
            raise error

        return raises

    for error, status in ((ValueError(), 500), (OperationalError(), 503), (TooMany(30), 429)):
        with monkeypatch.context() as broken_site:
            broken_site.setattr(views.health, "problems", failing(error))
            yield refused(client, "/healthz/serving", None, status)


@pytest.mark.parametrize(("game", "preset"), [("whot", "001"), ("go_stop", "004")])
def test_no_refusal_at_a_table_says_anything_in_english(
    game: str, preset: str, other_letters: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**9)
    monkeypatch.setattr(limits, "GAMES_AT_ONCE", 10**9)
    found = {text for page in refusals_at_tables(game, preset) for text in left_over(page)}
    assert found == set()


def test_no_refusal_of_a_form_says_anything_in_english(other_letters: None) -> None:
    assert {text for page in refusals_of_people() for text in left_over(page)} == set()


def test_no_page_of_an_error_says_anything_in_english(other_letters: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {text for page in pages_of_errors(monkeypatch) for text in left_over(page)} == set()


# -- the catalogue and the documents ---------------------------------------------------------------------------------


# Names of games, of months and of the five cards with an effect, and plants that Malay calls the same.
SAME = {
    "1, Hold On", "14, General Market", "2, Pick Two", "5, Pick Three", "8, Suspension", "April", "Go × %(gos)s",
    "Go-Stop",    "Godori", "November", "September", "Whot", "iris", "paulownia", "plum", "wisteria",
}  # fmt: skip


def test_no_translation_is_the_english_text_again() -> None:
    """Only what has no word that could be translated, or is on the list, may be the same in both languages."""
    same = [
        entry.msgid
        for entry in polib.pofile(str(CATALOGUES["ms"]))
        if entry.msgstr == entry.msgid and WORD.search(CODES.sub(" ", KEPT.sub(" ", entry.msgid)))
    ]
    assert sorted(set(same) - SAME) == []
    assert sorted(SAME - set(same)) == [], "not the same any more"


@pytest.mark.parametrize("name", ["whot", "go_stop"])
def test_the_numbered_rules_are_there_in_malay_to_the_last_paragraph(name: str) -> None:
    folder = Path(settings.BASE_DIR) / "docs" / "rules"
    english, malay = ((folder / file).read_text() for file in (f"{name}.md", f"{name}.ms.md"))
    paragraphs = {
        part.strip()
        for part in re.split(r"\n\s*\n|\n\|", english)
        if len(WORD.findall(part)) > 3 and not part.strip().startswith("`")
    }
    assert [part for part in re.split(r"\n\s*\n|\n\|", malay) if part.strip() in paragraphs] == []


def test_the_deal_has_one_name_in_malay() -> None:
    catalogues = list(polib.pofile(str(CATALOGUES["ms"])))
    texts = [text for entry in catalogues for text in (entry.msgstr, *entry.msgstr_plural.values())]
    texts += [path.read_text() for path in (Path(settings.BASE_DIR) / "docs/rules").glob("*.ms.md")]
    assert [text[:80] for text in texts if re.search(r"\b(peng)?agihan\b", text, re.IGNORECASE)] == []
    assert any("pembahagian" in text for text in texts)
