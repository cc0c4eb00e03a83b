"""No outlet of the site gives a card to somebody who may not know it (checks 26, 30, 31, 32, 75; cases C01 to C14)."""

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import TestCase

from games import thinking
from games.models import Game, Player
from games.services import computers, play
from rules import bots
from rules.registry import GAMES
from tests.games.factories import (
    computer_game,
    key,
    legal,
    log_of,
    member,
    opened_by,
    played_out,
    rules,
    seated,
    started,
    to_act,
)
from tests.games.planted import planted
from tests.games.test_computers import of_level

from .known import Knowledge
from .outlets import Scene, addresses
from .walk import Walk

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unlimited_moves")]
Certain = Callable[[int], None]

SEATS = {"000": 3, "000W": 4, "001": 4, "002": 3, "003": 5, "004": 2}
BEFORE = {"000": 60, "000W": 0, "001": 40, "002": 5, "003": 25, "004": 4}  # moves played before anybody looks
GAME = {preset: game for game, versions in GAMES.items() for preset in versions[1].presets}
MOVES, NEVER = 8, 1000


def walk(preset: str, seats: int, number: int, **chosen: object) -> Walk:
    people = [member() for _ in range(seats)]
    chosen = {"game": GAME[preset], "preset": preset, "start": "full", "turn_clock": 86400, **chosen}
    scene = Scene.of(started(people, **chosen), people)
    scene.learn_general()
    return Walk(scene, random.Random(f"{preset} {number}"))


@pytest.mark.parametrize("preset", SEATS)
def test_no_outlet_gives_a_card_to_anybody_who_may_not_know_it(preset: str, certain_deals: Certain) -> None:
    with planted(GAME[preset]):
        certain_deals(11)
        walked = walk(preset, SEATS[preset], 11)
        walked.every = NEVER  # all addresses are looked at below
        walked.skip(BEFORE[preset])
        assert walked.leaks(MOVES) == []
    assert walked.outlets >= {"page", "push", "answer", "log"}


def test_every_preset_is_walked() -> None:
    assert set(SEATS) == set(GAME)


@pytest.mark.parametrize("preset", ["002", "004"])
def test_every_address_is_looked_at_by_everybody(preset: str, certain_deals: Certain) -> None:
    with planted(GAME[preset]):
        certain_deals(3)
        walked = walk(preset, 2, 3)
        walked.every = 4
        assert walked.leaks(4) == []
    asked = {(who, name) for who, name, _status in walked.scene.asked}
    names = {address.name for address in addresses()}
    for viewer in walked.scene.viewers:
        expected = {name for name in names if viewer.name == "staff" or not name.startswith("admin:")}
        forms = {f"POST {address.name}" for address in addresses() if address.of_a_game or address.of_a_table}
        assert {name for who, name in asked if who == viewer.name} == expected | forms
    # Where the machine is slow, the health page may truly say that something is overdue.
    asked_pages = [(name, status) for _who, name, status in walked.scene.asked if name != "healthz"]
    failures = [(name, status) for name, status in asked_pages if status >= 500]
    assert failures == []
    shown = {name for who, name, status in walked.scene.asked if status == 200 and who == "staff"}
    assert {"game", "game_log", "game_panel", "admin:games_game_change", "admin:games_player_changelist"} <= shown
    assert {"game_review", "game_review_step", "game_review_steps", "game_record", "export"} <= shown


@pytest.mark.parametrize("how", ["leaving", "missing turns"])
def test_who_is_out_sees_no_more_than_before(how: str, certain_deals: Certain) -> None:
    """An eliminated player keeps what it saw, and is shown no hand of those who play on (W7.3, W8.2)."""
    with planted():
        certain_deals(9)
        walked = walk("003", 4, 9)
        walked.every, walked.few, walked.house = NEVER, 4, 0
        game, out = walked.scene.again(), 1
        walked.known.learn(game)
        while not Player.objects.get(game=game, seat=out).out:
            with TestCase.captureOnCommitCallbacks(execute=True):
                if how == "leaving":
                    play.leave(game.code, walked.scene.people[out])
                elif game.to_act == out:
                    assert game.deadline is not None
                    play.end_overdue(game.code, game.deadline + timedelta(days=1))
                else:
                    texts = legal(game)
                    play.act(game.code, to_act(game), "draw" if "draw" in texts else texts[0], game.seq, key())
            game = walked.scene.again()
            walked.known.learn(game)
        assert game.state == Game.State.PLAYING
        assert walked.leaks(3) == []
    looked = {name for who, name, status in walked.scene.asked if who == f"seat {out}" and status == 200}
    assert looked


@pytest.mark.parametrize(("preset", "seats"), [("001", 4), ("004", 2)])
def test_a_game_against_computers_and_its_hints_name_ones_own_cards_alone(
    preset: str, seats: int, certain_deals: Certain, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        thinking, "decide", of_level(bots.BY_CHANCE)
    )  # the others know cards by their codes, which are planted ones here
    with planted(GAME[preset]):
        certain_deals(4)
        person = member()
        chosen = rules(preset, seats, game=GAME[preset], start="full", turn_clock=None)
        game = log_of(computer_game(person, chosen))
        scene = Scene.of(game, [person])
        scene.learn_general()
        walked = Walk(scene, random.Random(4), few=2)
        walked.known = Knowledge(game.seats, GAME[preset])
        while game.seq < 8 and game.state == Game.State.PLAYING:
            walked.known.learn(game)
            walked.look(everywhere=False)
            if game.bot_at is None:
                walked.post_everywhere("game_hint")
                with TestCase.captureOnCommitCallbacks(execute=True):
                    play.act(game.code, person, legal(game)[0], game.seq, key())
            else:
                with TestCase.captureOnCommitCallbacks(execute=True):
                    assert computers.move(game.code, game.seq, game.bot_at)
            game = scene.again()
        assert walked.found == []
        assert game.seq >= 4
    assert ("seat 0", "POST game_hint", 200) in scene.asked


@pytest.mark.parametrize(("preset", "seats"), [("003", 3), ("004", 2)])
def test_the_next_game_of_a_match_is_as_closed_as_the_first(  # check 32
    preset: str, seats: int, certain_deals: Certain
) -> None:
    with planted(GAME[preset]):
        certain_deals(5)
        people = [member() for _ in range(seats)]
        chosen = rules(preset, seats, game=GAME[preset], games=3, start="full", turn_clock=86400)
        table = opened_by(people[0], chosen)
        first = log_of(seated(table, *people[1:]))
        played_out(first)
        second = log_of(table)
        assert second.number == 2 and second.state == Game.State.PLAYING
        scene = Scene.of(second, people)
        scene.learn_general()
        assert Walk(scene, random.Random(5), every=NEVER).leaks(MOVES) == []
