"""How a game ended, in sentences, held against the stored games: what was played last, and who went out (W7.5, W8)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core import Message, act
from rules.phrases import HowEnded
from rules.record import read, replay
from rules.registry import newest
from rules.shuffle import Seed
from rules.whot.cards import CARD
from rules.whot.dealing import position
from rules.whot.options import options_for
from rules.whot.words import card_name
from tests.playthroughs.make import stored

STORED = {path.stem: path for game in ("whot", "go_stop") for path in stored(game)}
WHOT = [name for name in STORED if not name.startswith("004")]


def ended(name: str, viewer: int | None) -> tuple[Any, HowEnded]:
    """The record of a stored game, and how its end is told to a viewer."""
    record = read(STORED[name].read_text(encoding="utf-8"))
    rules = newest(record.game)
    events = [event for step in replay(record).steps for event in step.events]
    names = [line.name for line in record.seats]
    return record, rules.how_ended(rules.game.tell(events, viewer), viewer, names)


def said(lines: tuple[Message, ...]) -> list[str]:
    return [str(line) for line in lines]


@pytest.mark.parametrize("name", sorted(WHOT))
def test_an_emptied_hand_names_who_played_which_card_last_and_nothing_else_draws_one(name: str) -> None:
    """W7.1."""
    record, how = ended(name, None)
    if record.result.reason != "emptied_hand":
        assert how.cards == ()
        return
    last = record.actions[-1]
    code = last.action.split()[1]
    assert [card.code for card in how.cards] == [code]
    winner = record.seats[last.seat].name
    assert str(how.lines[0]) == f"{winner} played the last card of the hand: {card_name(code)}."
    assert str(ended(name, last.seat)[1].lines[0]) == f"You played your last card: {card_name(code)}."


@pytest.mark.parametrize(
    ("hand", "line"),
    [("C1 C7 DC", ["With it went: Circle 1, Circle 7."]), ("DC", [])],
)
def test_the_end_by_a_discard_all_names_what_went_with_it(hand: str, line: list[str]) -> None:
    """W4.10: all other cards of its shape in the hand go under it; an emptied hand wins."""
    held = [CARD[code] for code in hand.split()]
    state = position(options_for("000W"), [held, [CARD["R4"]]], CARD["C9"], [CARD["X2"]] * 4, seed=Seed.simulation(1))
    step = act(newest("whot").game, state, 0, "play DC")
    for viewer, told in ((None, "Ada played the last card of the hand"), (0, "You played your last card")):
        how = newest("whot").how_ended(step.events, viewer, ["Ada", "Bola"])
        assert said(how.lines) == [f"{told}: Discard All, circle.", *line]
        assert [card.code for card in how.cards] == ["DC"]


def test_who_left_is_named_in_order_before_only_one_was_left() -> None:
    """W8.3, W8.4: seats 2, 0 and 3 left, as the log of that game has it."""
    _record, how = ended("001-last-player-by-leaving", 1)
    assert said(how.lines) == [
        "Chidi left the game.",
        "Adaeze left the game.",
        "Zoë left the game.",
        "The game is over: only one player is left.",
    ]
    _record, how = ended("001-last-player-by-leaving", 0)
    assert said(how.lines)[1] == "You left the game."


def test_who_missed_too_many_turns_is_not_said_to_have_left() -> None:
    """W8.2."""
    _record, how = ended("002-last-player-by-misses", None)
    lines = said(how.lines)
    assert lines[-1] == "The game is over: only one player is left."
    assert len(lines) == 3 and all("missed too many turns in a row and was out." in line for line in lines[:-1])


@pytest.mark.parametrize(
    ("name", "line", "cards"),
    [
        ("004-stop", "called Stop and was paid", 0),  # 6.1
        ("004-hand-quad", "was dealt four cards of one month", 4),  # 2.5
        ("004-three-ppuk", "made a third Ppuk.", 3),  # 3.10
        ("004-left", "left the game.", 0),  # R53
        ("004-missed-out", "missed too many turns in a row and was out.", 0),
        ("004-nagari", "Nagari, a draw.", 0),
        ("004-abandoned", "it was abandoned, and counts for nobody.", 0),
    ],
)
def test_a_deal_of_go_stop_says_who_ended_it_and_how(name: str, line: str, cards: int) -> None:
    record, how = ended(name, None)
    assert line in str(how.lines[0]) and len(how.cards) == cards
    if name in ("004-stop", "004-hand-quad", "004-three-ppuk"):
        winner = record.result.ranking[0][0]
        assert str(how.lines[0]).startswith(record.seats[winner].name)
        _record, own = ended(name, winner)
        assert str(own.lines[0]).startswith("You ")
