"""The form for a table's rules: made from the metadata of the options, and nothing typed is ever lost."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import forms
from games.models import Table
from games.translating import translated
from rules.house_rules import BOOKS
from rules.whot.options import OPTION_FIELDS

from .factories import guest, member, opened_by, rules
from .pages import FORM, browser, shuffled, text, value_of

pytestmark = pytest.mark.django_db

# what is typed, the field it is typed in, and what the answer tells
OUT_OF_RANGE = [
    ({"seats": "1"}, "seats", "2 to 6"),
    ({"seats": "7"}, "seats", "2 to 6"),
    ({"seats": "-3"}, "seats", "2 to 6"),
    ({"seats": "four"}, "seats", "2 to 6"),
    ({"seats": "2.5"}, "seats", "2 to 6"),
    ({"games": "0"}, "games", "1 to 50"),
    ({"games": "51"}, "games", "1 to 50"),
    ({"games": "many"}, "games", "1 to 50"),
    ({"games": ""}, "games", "1 to 50"),
    ({"turn": "other", "turn_number": "14", "turn_unit": "s"}, "turn_number", "15 seconds to 14 days"),
    ({"turn": "other", "turn_number": "15", "turn_unit": "d"}, "turn_number", "15 seconds to 14 days"),
    ({"turn": "other", "turn_number": "soon", "turn_unit": "h"}, "turn_number", "15 seconds to 14 days"),
    ({"turn": "other", "turn_number": "", "turn_unit": "h"}, "turn_number", "15 seconds to 14 days"),
    ({"time": "other", "time_number": "1", "time_unit": "min"}, "time_number", "2 minutes to 30 days"),
    ({"time": "other", "time_number": "31", "time_unit": "d"}, "time_number", "2 minutes to 30 days"),
    ({"hand_size": "8"}, "hand_size", "3 to 7"),
    ({"hand_size": "2"}, "hand_size", "3 to 7"),
    ({"max_missed": "6"}, "max_missed", "0 to 5"),
    ({"max_refills": "-1"}, "max_refills", "none, or 0 or more"),
    ({"excused_misses": "31"}, "excused_misses", "0 to 30"),
    ({"excused_misses": "１０"}, "excused_misses", "0 to 30"),
    ({"hold_on": "maybe"}, "hold_on", "the next player misses a turn"),
]


@pytest.mark.parametrize(("typed", "field", "allowed"), OUT_OF_RANGE, ids=lambda value: str(value)[:40])
def test_an_entry_out_of_range_is_answered_with_the_range_and_kept(
    client: Client, typed: dict[str, str], field: str, allowed: str
) -> None:
    sent = {**FORM, "preset": "003", "name": "Adaeze", "turn_number": "7", **typed}
    answer = client.post("/tables/new/", sent)
    assert answer.status_code == 422
    assert allowed in text(answer)
    for name in (field, "preset", "turn_number", "name"):
        assert value_of(answer, name) == sent[name], name
    assert not Table.objects.exists()


# W10: combinations that cannot work name both options, beside both fields
CLASHES = [
    ({"preset": "002", "max_refills": "2"}, {"max_refills", "market_empty"}),
    ({"preset": "000W", "packs": "1"}, {"packs", "wild2"}),
    ({"preset": "000W", "no_whot": "true"}, {"no_whot", "wild2"}),
    ({"timeout": "none", "max_missed": "2"}, {"timeout", "max_missed"}),
    ({"clock": "false", "time": "600"}, {"clock", "time"}),
    ({"seats": "6", "hand_size": "7", "packs": "1", "no_whot": "true"}, {"hand_size", "seats"}),  # W2.2
    ({"preset": "002", "seats": "5"}, {"preset", "seats"}),
    ({"preset": "002", "games": "3"}, {"preset", "games"}),  # W9.4
]


@pytest.mark.parametrize(("typed", "fields"), CLASHES, ids=lambda value: " ".join(sorted(value)))
def test_a_clash_is_told_beside_both_fields(client: Client, typed: dict[str, str], fields: set[str]) -> None:
    answer = client.post("/tables/new/", {**FORM, **typed})
    assert answer.status_code == 422
    page = answer.content.decode()
    for field in fields:
        assert f'href="#field-{field}"' in page, "the list of problems leads to it"
        part = page.split(f'id="field-{field}"')[1].split('id="field-')[0]
        assert 'class="problem"' in part, f"nothing is said beside {field}"
    for name, value in typed.items():
        assert value_of(answer, name) == value
    assert not Table.objects.exists()


def test_two_packs_are_proposed_for_five_with_stacking_picks(client: Client) -> None:  # W1.6
    client.post("/tables/new/", {**FORM, "seats": "5"})
    assert Table.objects.get().options["packs"] == 2


def test_every_house_rule_that_leaves_a_choice_is_in_the_form(client: Client) -> None:
    page = client.get("/tables/new/").content.decode()
    elsewhere = {"turn_clock": "turn", "game_clock": "time"}
    one_value = {"end_on_special"}  # W4.13
    for option in OPTION_FIELDS:
        assert (f'name="{elsewhere.get(option, option)}"' in page) is (option not in one_value), option


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        ({"turn": "15"}, 15),
        ({"turn": "1209600"}, 14 * 86_400),
        ({"turn": "none"}, None),
        ({"turn": "other", "turn_number": "15", "turn_unit": "s"}, 15),
        ({"turn": "other", "turn_number": "14", "turn_unit": "d"}, 14 * 86_400),
        ({"turn": "other", "turn_number": "36", "turn_unit": "h"}, 36 * 3600),
    ],
)
def test_a_turn_may_take_fifteen_seconds_to_fourteen_days(  # W8.5
    client: Client, typed: dict[str, str], seconds: int | None
) -> None:
    assert client.post("/tables/new/", {**FORM, **typed}).status_code == 302
    assert Table.objects.get().options["turn_clock"] == seconds


def test_all_that_was_chosen_is_the_table(client: Client) -> None:
    chosen = {"preset": "003", "seats": "4", "games": "5", "join": "link", "start": "host", "hold_on": "again",
              "fill_bots": "on", "one_at_a_time": "on", "onlookers": "", "max_refills": "none"}  # fmt: skip
    client.post("/tables/new/", {**FORM, **chosen})
    table = Table.objects.get()
    shown = (table.preset, table.seats, table.games_agreed, table.join, table.start)
    assert shown == ("003", 4, 5, "link", "host")
    assert (table.fill_bots, table.one_at_a_time, table.onlookers) == (True, True, False)
    assert (table.options["hold_on"], table.options["max_refills"]) == ("again", None)


def test_fields_that_are_not_in_the_form_change_nothing(client: Client) -> None:  # check 43
    extra = {
        "host": "1",
        "state": "playing",
        "invite_hash": "x",
        "code": "mine",
        "is_staff": "1",
        "end_on_special": "x",
    }
    client.post("/tables/new/", {**FORM, **extra})
    table = Table.objects.get()
    assert (table.state, table.host.is_staff, table.host.is_guest) == ("assembling", False, True)
    assert table.code != "mine"


def test_the_same_form_sent_twice_opens_one_table(client: Client) -> None:  # B13
    first = client.post("/tables/new/", FORM)
    second = client.post("/tables/new/", FORM)
    assert first["Location"] == second["Location"]
    assert Table.objects.count() == 1


def test_the_usual_rules_come_back_and_what_differs_is_marked() -> None:
    host = member("Chinwe")
    page = browser(host)
    assert "not your usual" not in text(page.get("/tables/new/"))
    page.post("/tables/new/", {**FORM, "preset": "000", "seats": "3", "hold_on": "off", "turn": "86400"})
    again = page.get("/tables/new/")
    assert [value_of(again, name) for name in ("preset", "seats", "hold_on", "turn")] == ["000", "3", "off", "86400"]
    assert "not your usual" not in text(again)
    changed = page.get("/tables/new/fields", {**FORM, "preset": "000", "seats": "3", "hold_on": "next_only"})
    part = changed.content.decode().split('id="field-hold_on"')[1].split("</p>")[0]
    assert "not your usual" in part


def test_a_guest_opens_a_table_with_just_a_name(client: Client) -> None:
    answer = client.post("/tables/new/", {**FORM, "name": "Adaeze"})
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.code}/"
    assert (table.host.shown_name, table.host.is_guest) == ("Adaeze", True)


def test_a_guest_without_a_name_gets_a_number(client: Client) -> None:
    client.post("/tables/new/", FORM)
    assert Table.objects.get().host.shown_name.startswith("Guest ")


@pytest.mark.parametrize("name", ["ad\u200bmin", "Admin", "x" * 31, "a\u202eb c"])
def test_a_name_that_can_not_be_used_is_told_and_kept(client: Client, name: str) -> None:
    answer = client.post("/tables/new/", {**FORM, "name": name})
    assert answer.status_code == 422
    assert value_of(answer, "name") == name
    assert not Table.objects.exists()


def test_the_eleventh_waiting_table_is_refused_with_when_to_try_again() -> None:  # check 60
    page = browser(member())
    for number in range(10):
        assert page.post("/tables/new/", {**FORM, "key": f"key-{number}-abc"}).status_code == 302
    answer = page.post("/tables/new/", {**FORM, "key": "one-too-many", "seats": "4"})
    assert (answer.status_code, answer.headers["Retry-After"].isdigit()) == (429, True)
    assert value_of(answer, "seats") == "4"


def test_the_computer_plays_at_once_without_an_account(client: Client) -> None:
    answer = client.post("/computer/", {"preset": "001", "seats": "4", "key": "computer-1"})
    table = Table.objects.get()
    assert shuffled(client, answer["Location"])["Location"] == f"/games/{table.games.get().code}/"
    assert [seat.kind for seat in table.places.order_by("number")] == ["guest", "bot", "bot", "bot"]


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "Time for the game: 10 minutes, then the lowest hand wins."),
        ("ms", "Masa permainan: 10 minit, kemudian tangan terendah menang."),
    ],
)
def test_against_the_computer_each_kind_says_when_its_own_clock_ends_it(
    client: Client, language: str, says: str
) -> None:  # W7.2
    kinds = client.get("/computer/", headers={"accept-language": language}).content.decode().split('class="kind"')[1:]
    timed = {kind.split('value="')[1].split('"')[0] for kind in kinds if says in kind}
    assert timed == {"000", "000W", "001"} and len(kinds) == 5
    assert says not in text(client.get("/tables/new/", headers={"accept-language": language}))  # one chooses it there


@pytest.mark.parametrize(("typed", "told"), [({"seats": "9"}, "2 to 6"), ({"preset": "002", "seats": "6"}, "2 to 4")])
def test_the_computer_form_keeps_what_was_typed(client: Client, typed: dict[str, str], told: str) -> None:
    sent = {"preset": "001", "seats": "2", "name": "Bola", "key": "computer-2", **typed}
    answer = client.post("/computer/", sent)
    assert answer.status_code == 422
    assert told in text(answer)
    assert [value_of(answer, name) for name in ("preset", "seats", "name")] == [sent["preset"], sent["seats"], "Bola"]


def test_a_signed_in_person_is_not_asked_for_a_name() -> None:
    for person in (member(), guest()):
        for address in ("/tables/new/", "/computer/"):
            assert 'name="name"' not in browser(person).get(address).content.decode()


def test_the_rules_form_of_a_table_shows_its_rules() -> None:

    host = member()
    table = opened_by(host, rules("000", 3, hold_on="off", turn_clock=5400, games=4, join="link"))
    page: Any = browser(host).get(f"/tables/{table.code}/rules/")
    expected = {"preset": "000", "seats": "3", "hold_on": "off", "turn": "other", "turn_number": "90", "games": "4",
                "turn_unit": "min", "join": "link"}  # fmt: skip
    assert {name: value_of(page, name) for name in expected} == expected


@pytest.mark.parametrize("address", ["/tables/new/", "/tables/new/fields", "/computer/", "/help/", "/help/cards/", "/"])
def test_what_a_stranger_reads_needs_no_query(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, address: str
) -> None:
    with django_assert_num_queries(0):
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", ["/tables/new/", "/computer/", "/help/"])
def test_a_form_needs_four_queries_for_who_is_signed_in(
    django_assert_num_queries: DjangoAssertNumQueries, address: str
) -> None:
    page = browser(member())
    with django_assert_num_queries(4):  # session, person, how many games wait, and who asks to be friends
        page.get(address)


NUMBERS = {"hand_size", "packs", "star8_skips", "max_missed"}
CHOSEN = [rule for rule in BOOKS["whot"].house_rules() if rule.values and rule.name not in {*forms.CLOCKS, *NUMBERS}]


@pytest.mark.parametrize("rule", CHOSEN, ids=lambda rule: rule.name)
def test_a_forged_choice_is_answered_in_the_words_of_the_form(client: Client, rule: Any) -> None:
    answer = client.post("/tables/new/", {**FORM, rule.name: "forged<1>"})
    assert answer.status_code == 422
    page = html.unescape(answer.content.decode())
    said = re.search(rf'id="{rule.name}-hint"><span class="problem">(.*?)</span>', page)
    assert said, "it stands beside its field"
    assert f"“{translated(rule.label)}”" in said[1] and "forged<1>" in said[1]
    for value in rule.values:
        assert translated(value.phrase) in said[1]
        assert "_" not in value.word or value.word not in said[1], "a word of the code"
    assert not Table.objects.exists()


@pytest.mark.parametrize("name", ["match", "start", "join"])
def test_a_forged_choice_of_the_table_is_refused_beside_its_field(client: Client, name: str) -> None:
    answer = client.post("/tables/new/", {**FORM, name: "forged"})
    assert answer.status_code == 422
    problems = text(answer).split("Open the table")[0]
    assert "Choose one of these." in problems and "must be one of" not in problems


@pytest.mark.parametrize("opened_already", [False, True])
def test_a_guests_name_that_is_too_long_is_refused_and_not_cut(opened_already: bool) -> None:
    table = opened_by(member(), rules())
    address = f"/tables/{table.code}/" if opened_already else "/tables/new/"
    page = Client().get(address).content.decode()
    [found] = re.findall(r'<input id="name"[^>]*>', page)
    assert "maxlength" not in found
    post = {"seen_agreement": 1, "client_seed": "-", "name": "n" * 31}
    answer = Client().post(f"/tables/{table.code}/join/", post)
    assert answer.status_code == 422 and "A name has 1 to 30 characters." in text(answer)
