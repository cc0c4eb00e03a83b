"""What is to be known of a table beside its rules card, before and after a change of its rules."""

import re

import pytest

from games.services import tables

from .factories import member, opened_by, rules, seated
from .pages import browser

pytestmark = pytest.mark.django_db


def test_what_changed_beside_the_rules_card_is_marked_too() -> None:
    host, other = member(), member()
    table = seated(opened_by(host, rules(seats=3)), other)
    changed = rules("001", 4, games=3, onlookers=False, fill_bots=True, turn_clock=3600)
    tables.change_rules(table.code, host, changed, table.seq)
    page = browser(other).get(f"/tables/{table.code}/").content.decode()
    facts = page.split('<ul class="facts">')[1].split("</ul>")[0]
    marked = {" ".join(fact.split()) for fact in re.findall(r'<li class="tag changed">([^<]*) <strong>', facts)}
    assert marked == {"4 seats", "3 games", "a turn: 1 hour", "the whole game: 1 day 6 hours", "nobody looks on",
                      "computer fills up: normal", "pauses: 3 hours a game"}  # fmt: skip
    own = browser(host).get(f"/tables/{table.code}/").content.decode()
    assert "just changed" not in own, "who changed it need not be told"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("001", "003", [" changed: no limit"]),  # it had a clock
        ("003", "001", [" changed: 10 minutes"]),
        ("001", "000", [": 10 minutes"]),
        ("003", "002", []),
    ],
)
def test_a_clock_of_the_whole_game_that_came_or_went_is_told(before: str, after: str, told: list[str]) -> None:
    """W7.2."""
    host, other = member(), member()
    table = seated(opened_by(host, rules(before, 3)), other)
    tables.change_rules(table.code, host, rules(after, 3), table.seq)
    page = browser(other).get(f"/tables/{table.code}/").content.decode()
    found = re.findall(r'<li class="tag( changed)?">the whole game(: [^<]*?) *<', page)
    assert ["".join(fact) for fact in found] == told


@pytest.mark.parametrize(
    ("preset", "turn", "lasts"),
    [("001", None, "10 minutes"), ("001", 120, "1 hour"), ("000", 3600, "1 day 6 hours"), ("003", 120, "")],
)
def test_before_sitting_down_it_is_said_how_long_a_game_with_a_clock_of_its_own_lasts(
    preset: str, turn: int | None, lasts: str
) -> None:
    """W7.2."""
    table = opened_by(member(), rules(preset, 4, turn_clock=turn))
    page = browser(member()).get(f"/tables/{table.code}/").content.decode()
    assert re.findall(r"the whole game: ([^<]*)<", page) == [lasts] * bool(lasts)
