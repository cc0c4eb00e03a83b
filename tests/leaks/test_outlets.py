"""No outlet of the site gives a card to somebody who may not know it (checks 26, 30, 31, 32, 75; cases C01 to C14)."""

import random
from collections.abc import Callable

import pytest

from games.models import Game
from games.services import tables
from rules.registry import GAMES
from tests.games.factories import log_of, member, played_out, rules, seated, started
from tests.games.planted import planted

from .outlets import Scene, addresses
from .walk import Walk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]
Certain = Callable[[int], None]

SEATS = {"000": 3, "000W": 4, "001": 4, "002": 3, "003": 5}
BEFORE = {"000": 60, "000W": 0, "001": 40, "002": 5, "003": 25}  # moves played before anybody looks
MOVES, NEVER = 8, 1000


def walk(preset: str, seats: int, number: int, **chosen: object) -> Walk:
    people = [member() for _ in range(seats)]
    scene = Scene.of(started(people, preset=preset, start="full", turn_clock=86400, **chosen), people)
    scene.learn_general()
    return Walk(scene, random.Random(f"{preset} {number}"))


@pytest.mark.parametrize("preset", SEATS)
def test_no_outlet_gives_a_card_to_anybody_who_may_not_know_it(preset: str, certain_deals: Certain) -> None:
    with planted():
        certain_deals(11)
        walked = walk(preset, SEATS[preset], 11)
        walked.every = NEVER  # all addresses are looked at below
        walked.skip(BEFORE[preset])
        assert walked.leaks(MOVES) == []
    assert walked.outlets >= {"page", "push", "answer", "log"}


def test_every_preset_is_walked() -> None:
    assert set(SEATS) == set(GAMES["whot"][1].presets)


def test_every_address_is_looked_at_by_everybody(certain_deals: Certain) -> None:
    with planted():
        certain_deals(3)
        walked = walk("002", 2, 3)
        walked.every = 4
        assert walked.leaks(4) == []
    asked = {(who, name) for who, name, _status in walked.scene.asked}
    names = {address.name for address in addresses()}
    for viewer in walked.scene.viewers:
        expected = {name for name in names if viewer.name == "staff" or not name.startswith("admin:")}
        assert {name for who, name in asked if who == viewer.name} == expected
    failures = [(name, status) for _who, name, status in walked.scene.asked if status >= 500]
    assert failures == []
    shown = {name for who, name, status in walked.scene.asked if status == 200 and who == "staff"}
    assert {"game", "game_log", "game_panel", "admin:games_game_change", "admin:games_player_changelist"} <= shown


def test_the_next_game_of_a_match_is_as_closed_as_the_first(certain_deals: Certain) -> None:  # check 32
    with planted():
        certain_deals(5)
        people = [member() for _ in range(3)]
        table = tables.open_table(people[0], rules("003", 3, games=3, start="full", turn_clock=86400))
        first = log_of(seated(table, *people[1:]))
        played_out(first)
        second = log_of(table)
        assert second.number == 2 and second.state == Game.State.PLAYING
        scene = Scene.of(second, people)
        scene.learn_general()
        assert Walk(scene, random.Random(5), every=NEVER).leaks(MOVES) == []
