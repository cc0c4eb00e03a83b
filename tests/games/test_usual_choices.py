"""What holds where nothing is chosen: the form says what it will be, and does not remember it as a choice."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.models import Table

from .factories import member, opened
from .pages import FORM, browser, text, value_of

pytestmark = pytest.mark.django_db


def first_choice(answer: Any, name: str) -> str:
    """The text of the first choice of a select: the one that chooses nothing."""
    found = re.search(rf'<select[^>]*\bname="{name}".*?<option[^>]*>([^<]*)', answer.content.decode(), re.DOTALL)
    assert found, name
    return html.unescape(found[1])


@pytest.mark.parametrize(("seats", "packs"), [("2", "one"), ("4", "one"), ("5", "two"), ("6", "two")])
def test_the_form_says_how_many_packs_so_many_players_will_have(seats: str, packs: str) -> None:  # W1.6
    person = member()
    answer = browser(person).get("/tables/new/fields", {**FORM, "seats": seats})
    assert first_choice(answer, "packs") == f"as usual: {packs}"
    browser(person).post("/tables/new/", {**FORM, "seats": seats})
    assert Table.objects.get().options["packs"] == {"one": 1, "two": 2}[packs]


def test_the_packs_follow_a_house_rule_too() -> None:  # W1.6: Suspension does not stack unless one chooses it
    fields = {**FORM, "preset": "003", "seats": "6"}
    assert first_choice(Client().get("/tables/new/fields", fields), "packs") == "as usual: one"
    assert first_choice(Client().get("/tables/new/fields", {**fields, "pick2": "stack"}), "packs") == "as usual: two"


@pytest.mark.parametrize("page", ["/tables/new/", "/computer/"])
def test_without_script_the_kind_of_game_says_from_how_many_players_on_there_are_two_packs(page: str) -> None:
    assert "Packs of cards from 5 players on: two." in text(Client().get(page))


def test_packs_that_followed_from_the_seats_are_not_remembered_as_a_choice() -> None:
    person = member()
    browser(person).post("/tables/new/", {**FORM, "seats": "6"})
    assert Table.objects.get().options["packs"] == 2
    again = browser(person).get("/tables/new/")
    assert (value_of(again, "seats"), value_of(again, "packs")) == ("6", "")
    two = {**FORM, "key": "another-key", "packs": value_of(again, "packs")}
    answer = browser(person).post("/tables/new/", two, follow=True)
    assert Table.objects.get(seats=2).options["packs"] == 1
    assert "not your usual" not in text(answer)


def test_packs_that_were_chosen_against_what_is_usual_stay_chosen() -> None:
    person = member()
    browser(person).post("/tables/new/", {**FORM, "seats": "6", "packs": "1"})
    table = Table.objects.get()
    assert table.options["packs"] == 1
    assert value_of(browser(person).get("/tables/new/"), "packs") == "1"
    assert value_of(browser(person).get(f"/tables/{table.code}/rules/"), "packs") == "1"


@pytest.mark.parametrize(
    ("preset", "seats", "usual"),
    [
        ("001", "2", "when every seat is taken"),
        ("001", "4", "when I say so"),
        ("003", "4", "when every seat is taken"),  # seed 003: its tables start when full
    ],
)
def test_the_form_says_how_the_table_will_start(preset: str, seats: str, usual: str) -> None:
    fields = {**FORM, "preset": preset, "seats": seats}
    assert first_choice(Client().get("/tables/new/fields", fields), "start") == f"as usual: {usual}"
    Client().post("/tables/new/", fields)
    assert Table.objects.get().start == ("full" if "taken" in usual else "host")


def test_a_table_of_two_that_gets_more_seats_starts_as_tables_of_more_do() -> None:
    table = opened(seats=2)
    host = browser(table.host)
    page = host.get(f"/tables/{table.code}/rules/")
    assert value_of(page, "start") == ""
    host.post(f"/tables/{table.code}/rules/", {**FORM, "seats": "4", "seen_seq": table.seq})
    assert Table.objects.get().start == "host"


@pytest.mark.parametrize(
    ("turn", "game", "pause"),
    [
        ("120", "as usual: 60 minutes", "as usual: 10 minutes"),  # W7.2: thirty turns; pauses: three, or 10 minutes
        ("86400", "as usual: 30 days", "as usual: 3 days"),
    ],
)
def test_the_form_says_what_clocks_and_pauses_will_be(turn: str, game: str, pause: str) -> None:
    answer = Client().get("/tables/new/fields", {**FORM, "turn": turn})
    told = first_choice(answer, "time"), first_choice(answer, "pause")
    assert told == (game.replace("60 minutes", "1 hour"), pause)


def test_pauses_that_followed_from_the_clock_follow_another_clock() -> None:
    table = opened(seats=2, turn_clock=86_400)
    page = browser(table.host).get(f"/tables/{table.code}/rules/")
    assert (value_of(page, "turn"), value_of(page, "pause")) == ("86400", "")
    changed = {**FORM, "turn": "120", "pause": value_of(page, "pause"), "seen_seq": table.seq}
    browser(table.host).post(f"/tables/{table.code}/rules/", changed)
    assert Table.objects.get().pause_budget == 600


BAD = {
    "preset": {"preset": "9"}, "seats": {"seats": "9"}, "turn": {"turn": "1"}, "join": {"join": "all"},
    "games": {"games": "99"}, "match": {"match": "x"}, "start": {"start": "x"}, "time": {"time": "1"},
    "pause": {"pause": "7"}, "bot_level": {"bot_level": "x"}, "hand_size": {"hand_size": "9"},
    "packs": {"packs": "3"}, "max_missed": {"max_missed": "9"}, "timeout": {"timeout": "x"},
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ms"])
@pytest.mark.parametrize("field", BAD)
def test_what_is_wrong_is_called_as_its_field_is(field: str, language: str) -> None:
    with translation.override(language):
        page = Client(headers={"accept-language": language}).post("/tables/new/", {**FORM, **BAD[field]})
    assert page.status_code == 422
    body = page.content.decode()
    link = re.search(rf'<a href="#field-{field}">([^<]*)</a>', body)
    beside = re.search(rf'id="field-{field}".*?<(?:label|legend)[^>]*>\s*([^<]*?)\s*<', body, re.DOTALL)
    assert link and beside and link[1] == beside[1]


@pytest.mark.parametrize(
    "gone", [{"options": {"hold_on": "never"}}, {"options": {"no_such_rule": True}}, {"preset": "009"}, {"seats": None}]
)
def test_rules_that_were_remembered_and_are_none_any_more_are_forgotten(gone: dict[str, Any]) -> None:
    person = member()
    browser(person).post("/tables/new/", {**FORM, "preset": "003", "seats": "4"})
    person.refresh_from_db()
    person.usual_rules = {**person.usual_rules, **gone}
    person.save()
    answer = browser(person).get("/tables/new/")
    assert (answer.status_code, value_of(answer, "preset")) == (200, "001")
