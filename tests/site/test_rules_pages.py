"""The rules pages: every kind of Whot, any house rules in the address, and a place for each rule number."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Template
from django.test import Client
from django.utils.translation import override

from games.numbered_rules import numbered_rules, render
from games.translating import translated
from rules.core import Event, Message, say
from rules.whot import options_for
from rules.whot.book import rules_card, rules_page
from rules.whot.option_words import PRESET_NAMES, option_value, without_effect
from rules.whot.options import OPTION_FIELDS, PRESETS
from rules.whot.words import telling

pytestmark = pytest.mark.once  # no database is asked

CLASH = "/rules/whot/000/?market_empty=count&max_refills=3"


class Page(HTMLParser):
    """What the tests ask of a page: its elements with their attributes, and its text."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(answer.content.decode())
        self.text = re.sub(r"\s+", " ", " ".join(self.words))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def chosen(self) -> dict[str | None, str | None]:
        """The selects that have a choice made, with it."""
        made: dict[str | None, str | None] = {}
        select = None
        for tag, attributes in self.elements:
            if tag == "select":
                select = attributes["name"]
            elif tag == "option" and "selected" in attributes:
                made[select] = attributes["value"]
        return made


ALL_PAGES = ["/rules/", "/rules/whot/", "/rules/whot/seeds/", *(f"/rules/whot/{preset}/" for preset in PRESETS), CLASH]


@pytest.mark.parametrize("address", ALL_PAGES)
@pytest.mark.parametrize("language", ["en", "ms"])
def test_a_rules_page_is_sound_in_both_languages(client: Client, address: str, language: str) -> None:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == (422 if address == CLASH else 200)
    page = Page(answer)
    assert page.all("html") == [{"lang": language, "data-speed": "normal"}]
    assert len(page.all("h1")) == 1
    ids = [attributes["id"] for _tag, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    # the Content-Security-Policy allows neither scripts nor styles written into the page, and none is needed
    assert all("src" in attributes for attributes in page.all("script")) and not page.all("style")
    assert not [attributes for _tag, attributes in page.elements if "style" in attributes]


def test_every_preset_is_on_the_page_of_the_families(client: Client) -> None:
    page = Page(client.get("/rules/"))
    links = {attributes.get("href") for attributes in page.all("a")}
    assert {f"/rules/whot/{preset}/" for preset in PRESETS} <= links


def test_the_table_tells_what_differs_between_presets_and_nothing_else(client: Client) -> None:
    rows = client.get("/rules/").context["rows"]
    labels = {row.label for row in rows}
    differing = {name for name in OPTION_FIELDS if len({getattr(options_for(preset), name) for preset in PRESETS}) > 1}
    assert labels == {OPTION_FIELDS[name].metadata["label"] for name in differing}
    reverse = next(row for row in rows if row.label == "7 reverses play")  # section 10: 003 alone
    assert [value for _preset, value in reverse.values] == ["no, plain card"] * 4 + ["yes"]


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_of_a_preset_says_its_card_and_its_rules(client: Client, preset: str) -> None:
    text = Page(client.get(f"/rules/whot/{preset}/")).text
    options = options_for(preset)
    lines = rules_card(options) + [line for section in rules_page(options) for line in section.lines]
    assert not [str(line.message) for line in lines if str(line.message) not in text]


def test_every_rule_cited_can_be_looked_up(client: Client) -> None:
    places = {attributes.get("id") for _tag, attributes in Page(client.get("/rules/whot/")).elements}
    for preset in PRESETS:
        for attributes in Page(client.get(f"/rules/whot/{preset}/")).all("a"):
            page, _, place = str(attributes.get("href")).partition("#")
            if page == "/rules/whot/":
                assert place in places


def test_house_rules_in_the_address_change_the_page(client: Client) -> None:
    page = Page(client.get("/rules/whot/000/?hold_on=next_only&seats=3&turn_clock=90&suspension=false"))
    assert "3 people play." in page.text
    assert "only the next player misses a turn" in page.text
    assert "A turn may take 1 minute 30 seconds." in page.text
    assert "An 8 is a plain card." in page.text
    assert page.text.count("changed") >= 3
    # what was chosen is kept, 90 seconds too, which the form does not offer by itself
    assert page.chosen() == {"seats": "3", "hold_on": "next_only", "turn_clock": "90", "suspension": "false"}


def test_the_form_offers_every_option_that_has_a_choice(client: Client) -> None:
    page = Page(client.get("/rules/whot/002/"))
    names = {attributes["name"] for attributes in page.all("select")}
    assert names == set(OPTION_FIELDS) - {"end_on_special"} | {"seats"}
    labelled = {attributes["for"] for attributes in page.all("label")}
    assert names == labelled
    assert page.chosen() == {}


def test_every_choice_of_the_form_is_one_that_the_page_can_read(client: Client) -> None:
    page = Page(client.get("/rules/whot/001/"))
    name = None
    for tag, attributes in page.elements:
        if tag == "select":
            name = attributes["name"]
        elif tag == "option" and attributes["value"]:
            answer = client.get("/rules/whot/001/", {str(name): str(attributes["value"])})
            # some cannot stand alone (`packs` 1 can); none is a value that does not exist
            assert answer.status_code in (200, 422)
            assert "it can be" not in answer.content.decode()


def test_what_the_form_left_as_usual_is_dropped_from_the_address(client: Client) -> None:
    answer = client.get("/rules/whot/000/?hold_on=&pick2=auto&seats=")
    assert (answer.status_code, answer["Location"]) == (302, "/rules/whot/000/?pick2=auto")
    assert client.get("/rules/whot/000/?hold_on=")["Location"] == "/rules/whot/000/"


def test_a_clash_names_both_options_beside_their_fields_and_keeps_the_choice(client: Client) -> None:
    answer = client.get(CLASH)
    assert answer.status_code == 422
    page = Page(answer)
    invalid = {a["name"] for a in page.all("select") if a.get("aria-invalid")}
    assert invalid == {"market_empty", "max_refills"}
    assert page.chosen() == {"market_empty": "count", "max_refills": "3"}
    told = "“When the market is empty” and “Refills before hands are counted” cannot go together"
    assert page.text.count(told) == 3  # at the top and at both fields
    links = {attributes.get("href") for attributes in page.all("a")}
    assert {"#market_empty", "#max_refills"} <= links


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("wild2=true&no_whot=true", {"wild2", "no_whot"}),
        ("wild2=true&packs=1", {"wild2", "packs"}),
        ("timeout=none&max_missed=2", {"timeout", "max_missed"}),
        ("clock=false&game_clock=600", {"clock", "game_clock"}),
        ("hand_size=8", {"hand_size"}),
        ("hold_on=twice", {"hold_on"}),
        ("turn_clock=14", {"turn_clock"}),
        ("max_refills=-1", {"max_refills"}),
        ("seats=5", {"seats"}),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_fields(client: Client, query: str, names: set[str]) -> None:
    # section 10: refused with the two options named; W2.1, W2.2, W8.5: out of range
    answer = client.get(f"/rules/whot/000/?{query}")
    page = Page(answer)
    assert answer.status_code == 422
    assert {a["name"] for a in page.all("select") if a.get("aria-invalid")} == names
    assert page.chosen() == dict(pair.split("=") for pair in query.split("&"))


def test_too_many_cards_for_so_many_players_is_refused_at_both_fields(client: Client) -> None:
    # W2.2: 6 hands of 7 and the start card leave 11 of 54, but without Whots 6 of 49
    assert client.get("/rules/whot/001/?seats=6&hand_size=7").status_code == 200
    page = Page(client.get("/rules/whot/001/?seats=6&hand_size=7&no_whot=true"))
    assert {a["name"] for a in page.all("select") if a.get("aria-invalid")} == {"hand_size", "seats"}


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("frog=1", "There is no house rule “frog”."),
        ("hold_on=off&hold_on=again", "“hold_on” is there more than once."),
        ("seats=many", "“many” is no number of players."),
        ("seats=²", "“²” is no number of players."),
        ("seats=" + "9" * 5000, "is no number of players."),
        ("preset=002", "There is no house rule “preset”."),
        ("%3Cb%3E=1", "There is no house rule “<b>”."),
    ],
)
def test_an_address_that_makes_no_sense_is_answered_with_what_is_wrong(client: Client, query: str, says: str) -> None:
    answer = client.get(f"/rules/whot/000/?{query}")
    assert answer.status_code == 400
    assert says in Page(answer).text


def test_nothing_of_an_address_becomes_markup(client: Client) -> None:
    for query in ("hold_on=%3Cb%3E", "hold_on=%25(card)s", "hand_size=" + "9" * 5000, "%3Cb%3E=1"):
        answer = client.get(f"/rules/whot/000/?{query}")
        assert answer.status_code in (400, 422)
        assert "<b>" not in answer.content.decode()


def test_there_is_no_page_for_an_unknown_preset(client: Client) -> None:
    assert client.get("/rules/whot/999/").status_code == 404


@pytest.mark.parametrize("address", ["/rules/", "/rules/whot/", "/rules/whot/000/"])
def test_rules_are_read_and_never_posted(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
    assert client.head(address).status_code == 200


# -- names, proposals, long and many values ---------------------------------------------------------------


def test_every_kind_of_game_is_called_by_its_name_and_number(client: Client) -> None:
    names = {preset: f"{PRESET_NAMES[preset]} ({preset})" for preset in PRESETS}
    assert names["000W"] == "Two-pack Wild (000W)"
    page = Page(client.get("/rules/"))
    for preset, name in names.items():
        assert page.text.count(name) >= 2  # in the list and at the head of the table
        own = client.get(f"/rules/whot/{preset}/").content.decode()
        assert f"<h1>{name}</h1>" in own and f"<title>{name} – Whot</title>" in re.sub(r"\s*\n\s*", "", own)
        assert name in Page(client.get("/rules/whot/")).text
    # W2.1: a refusal of a number of players too
    assert "Straight (002) is for 2 to 4 players, not 6" in Page(client.get("/rules/whot/002/?seats=6")).text


@pytest.mark.parametrize("preset", PRESETS)
def test_no_cell_of_the_table_gives_a_value_that_means_nothing(client: Client, preset: str) -> None:
    """W6.2, W4.4, W4.6: where an option has no effect in a kind of game, the reason stands in its place."""
    cells = {row.rule + row.label: dict(row.values) for row in client.get("/rules/").context["rows"]}
    name = f"{PRESET_NAMES[preset]} ({preset})"
    options = options_for(preset)
    idle = without_effect(options)
    for option in OPTION_FIELDS.values():
        row = cells.get(option.metadata["rule"] + option.metadata["label"])
        if row is not None:
            told = str(option_value(option.name, getattr(options, option.name)))
            assert row[name] == (str(idle[option.name]) if option.name in idle else told)
    if preset == "002":
        assert cells["W6.5Refills before hands are counted"][name] == "the market is never refilled"


def test_two_packs_are_proposed_for_five_and_six_players(client: Client) -> None:  # W1.6
    for seats in (5, 6):
        page = Page(client.get(f"/rules/whot/001/?seats={seats}"))
        assert f"Proposed for {seats} players: Packs of cards: two." in page.text
        assert page.chosen() == {"seats": str(seats), "packs": "2"}  # sent with the form unless one chooses otherwise
        assert "One pack is used" in page.text  # an address means what it says: a table links to its rules like this
        (link,) = {str(a["href"]) for a in page.all("a") if "packs=2" in str(a.get("href"))}
        two = Page(client.get(f"/rules/whot/001/{link}"))
        assert "108 cards in all" in two.text and "Proposed for" not in two.text
        assert two.chosen() == {"seats": str(seats), "packs": "2"}
    one = Page(client.get("/rules/whot/001/?seats=6&packs=1"))
    assert "Proposed for" not in one.text and one.chosen() == {"seats": "6", "packs": "1"}
    for address in ("/rules/whot/001/?seats=4", "/rules/whot/001/", "/rules/whot/003/?seats=6",
                    "/rules/whot/001/?seats=6&pick2=auto&pick3=auto"):  # fmt: skip
        page = Page(client.get(address))
        assert "Proposed for" not in page.text and "packs" not in page.chosen()


def test_a_field_that_makes_no_difference_says_why(client: Client) -> None:  # W6.2, W8.5
    page = Page(client.get("/rules/whot/002/"))
    assert "makes no difference: the market is never refilled" in page.text
    assert "makes no difference: no time is set for a turn" in page.text
    timed = Page(client.get("/rules/whot/002/?turn_clock=60"))
    assert "no time is set for a turn" not in timed.text
    assert "2 misses in a row put a player out" in timed.text


def test_a_rules_page_says_once_that_turns_are_not_timed(client: Client) -> None:  # W8.5
    for preset in PRESETS:
        text = Page(client.get(f"/rules/whot/{preset}/")).text
        assert text.count("Turns are not timed, unless the table sets a clock.") == 2  # card and page
        assert "Out of time" not in text and "in a row put" not in text


LONG = "x" * 3000


@pytest.mark.parametrize(
    "query",
    [f"hand_size={LONG}", f"hold_on={LONG}", f"turn_clock={LONG}", f"{LONG}=1", f"hold_on=1&hold_on={LONG}",
     f"seats={LONG}", f"seats={'9' * 3000}", f"seats={LONG}&seats={LONG}", f"{LONG}=1&{LONG}=2", f"clock={'é' * 3000}",
     f"hold_on={LONG}&max_refills=9999999999&frog={LONG}", f"hold_on={'%E2%80%AE' * 50}"],
)  # fmt: skip
def test_no_value_from_an_address_is_shown_at_length(client: Client, query: str) -> None:
    answer = client.get(f"/rules/whot/000/?{query}")
    page = Page(answer)
    assert answer.status_code in (400, 422)
    assert max(len(word) for word in page.text.split()) <= 60
    assert "\u202e" not in page.text


def test_an_unknown_name_is_named_and_a_hundred_are_not(client: Client) -> None:
    answer = client.get("/rules/whot/000/?" + "&".join(f"frog{n}=1" for n in range(150)))
    text = Page(answer).text
    assert answer.status_code == 400
    assert text.count("There is no house rule") == 10 and "And 140 more" in text


@pytest.mark.parametrize("address", ["/rules/whot/000/", "/rules/", "/rules/whot/", "/rules/whot/seeds/"])
def test_far_too_many_parameters_leave_one_line_in_the_log(
    client: Client, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    answer = client.get(f"{address}?" + "&".join(f"p{n}=1" for n in range(1500)))
    assert answer.status_code == (400 if address == "/rules/whot/000/" else 200)
    assert [record for record in caplog.records if record.exc_info] == []
    if answer.status_code == 400:
        assert "more parameters than there are house rules" in Page(answer).text


def test_a_preset_with_a_long_name_is_not_there(client: Client) -> None:
    answer = client.get(f"/rules/whot/{LONG}/")
    assert answer.status_code == 404 and LONG[:100] not in Page(answer).text


# -- where the sentences of the documents went -----------------------------------------------------------


def test_the_numbered_rules_link_to_the_table_of_sentences_and_back(client: Client) -> None:
    links = {attributes.get("href") for attributes in Page(client.get("/rules/whot/")).all("a")}
    assert "/rules/whot/seeds/" in links
    answer = client.get("/rules/whot/seeds/")
    page = Page(answer)
    assert answer.status_code == 200 and len(page.all("h1")) == 1
    assert "/rules/whot/" in {attributes.get("href") for attributes in page.all("a")}
    rows = [row for row in (settings.BASE_DIR / "docs/rules/seeds.md").read_text().splitlines() if row.startswith("| ")]
    assert len(page.all("tr")) == len([row for row in rows if not row.startswith("| ---")])
    assert "**" not in page.text and "](" not in page.text


# -- the numbered rules ---------------------------------------------------------------------------------


LANGUAGES = {"en": "whot.md", "ms": "whot.ms.md"}
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_numbered_rule_has_a_place_of_its_own(language: str) -> None:
    source = (settings.BASE_DIR / "docs/rules" / LANGUAGES[language]).read_text()
    numbers = set(ANCHOR.findall(source))
    with override(language):
        html = numbered_rules().html
    assert "W4.2" in numbers
    assert set(re.findall(r' id="([^"]+)"', html)) == numbers
    assert "&lt;a id" not in html and "**" not in html and "](" not in html


def test_the_numbered_rules_have_the_same_clauses_in_both_languages() -> None:
    english, malay = ((settings.BASE_DIR / "docs/rules" / name).read_text() for name in LANGUAGES.values())
    assert ANCHOR.findall(malay) == ANCHOR.findall(english)
    clauses = re.split(r'<a id="[^"]+"></a>', english)[1:], re.split(r'<a id="[^"]+"></a>', malay)[1:]
    for number, ours, theirs in zip(ANCHOR.findall(english), *clauses, strict=True):
        assert sorted(re.findall(r"`[^`]+`", ours)) == sorted(re.findall(r"`[^`]+`", theirs)), number
        assert sorted(re.findall(r"\(#?([WE][\d.]+)\)", ours)) == sorted(re.findall(r"\(#?([WE][\d.]+)\)", theirs)), (
            number
        )
        assert ours.count("**Ruling") == theirs.count("**Keputusan"), number
        for text in (ours, theirs):
            assert text.count("|") == ours.count("|"), number  # the cells of its tables
        figures = [
            sorted(re.findall(r"\d+(?:,\d{3})*", re.sub(r"`[^`]*`|\bke-\d", "", text))) for text in (ours, theirs)
        ]
        assert set(figures[1]) == set(figures[0]), number


def test_who_reads_malay_gets_the_numbered_rules_in_malay_and_the_table_of_sentences_in_english(client: Client) -> None:
    malay = {"accept-language": "ms"}
    page = client.get("/rules/whot/", headers=malay).content.decode()
    assert '<article class="numbered" lang="ms">' in page and "Kad teratas".lower() in page
    assert "Ruling" not in page and "This page is in English" not in page
    assert '<article class="numbered" lang="en">' in client.get("/rules/whot/seeds/", headers=malay).content.decode()
    assert '<article class="numbered" lang="en">' in client.get("/rules/whot/").content.decode()


def test_what_the_numbered_rules_use_of_markdown_becomes_html() -> None:
    source = (
        '<a id="W1"></a>\n## One & two\n\n<a id="W1.1"></a>**W1.1** Play `C5`, see [W1](#W1), '
        "[W2](whot.md#W2) and [more](x.md).\n"
        "- one\n  and on\n- *two*\n\n| a | b |\n| --- | --- |\n| 1 | <b> |"
    )
    assert render(source).split("\n") == [
        '<h2 id="W1">One &amp; two</h2>',
        '<p id="W1.1"><strong>W1.1</strong> Play <code>C5</code>, see <a href="#W1">W1</a>, '
        '<a href="/rules/whot/#W2">W2</a> and more.</p>',
        "<ul><li>one and on</li><li><em>two</em></li></ul>",
        '<div class="wide" tabindex="0"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr>'
        "</thead><tbody>",
        '<tr><th scope="row">1</th><td>&lt;b&gt;</td></tr>',
        "</tbody></table></div>",
    ]


# -- translation ----------------------------------------------------------------------------------------


def test_an_event_is_told_in_the_language_of_the_reader() -> None:
    message = telling(Event("played", 0, ("W20",), 1, "star"), 1, ["Ada", "Bola"])
    with override("ms"):
        assert translated(message) == "Ada memainkan Whot dan meminta bintang."
    with override("en"):
        assert translated(message) == "Ada plays Whot and calls star."


def test_a_name_is_neither_translated_nor_formatted() -> None:
    with override("ms"):
        assert translated(say("%(name)s plays again.", name="circle %(x)s")) == "circle %(x)s bermain lagi."


def test_a_message_is_escaped_where_it_is_shown() -> None:
    shown = Template("{{ text }}").render(Context({"text": translated(Message("<b>"))}))
    assert shown == "&lt;b&gt;"


def test_every_rules_page_is_wholly_in_malay(client: Client) -> None:
    for preset in PRESETS:
        options = options_for(preset)
        lines = rules_card(options) + [line for section in rules_page(options) for line in section.lines]
        with override("ms"):
            assert not [str(line.message) for line in lines if translated(line.message) == str(line.message)]


def test_the_other_game_is_found_from_the_rules(client: Client) -> None:
    assert '<a href="/rules/go_stop/">Go-Stop</a>' in client.get("/rules/").content.decode()
