"""What hands count at each position of a game that is looked back at (W7.3): by what changes, and counted anew."""

import random

import pytest

from rules.registry import newest
from rules.reviewing import REVIEWING
from rules.shuffle import Seed
from rules.whot.cards import cards_in
from rules.whot.rulings import points_of
from rules.whot.state import State

ABOUT = REVIEWING["whot"][1]


def positions(preset: str, seats: int, number: int) -> list[State]:
    """A game played by chance, with misses and leaving, every position of it."""
    rules, chance = newest("whot"), random.Random(f"{preset} {seats} {number}")
    deck = rules.deck(rules.options(preset, {}))
    seed = Seed.from_parts(chance.randbytes(32), "g", deck, ("-",) * seats)
    found = [rules.game.setup(options=rules.options(preset, {}), seats=seats, seed=seed).state]
    while (seat := rules.game.to_act(found[-1])) is not None:
        way = chance.random()
        if way < 0.02 and seats > 2:
            step = rules.game.leave(found[-1], seat)
        else:
            step = rules.game.apply(found[-1], seat, chance.choice(rules.game.legal_actions(found[-1])))
        found.append(step.state)
    return found


@pytest.mark.parametrize(("preset", "seats"), [("000", 2), ("000W", 4), ("001", 3), ("002", 4), ("003", 5)])
def test_points_over_time_are_those_of_each_position(preset: str, seats: int) -> None:
    for number in range(12):
        states = positions(preset, seats, number)
        rows = ABOUT.points_over(states)
        assert len(rows) == len(states)
        for state, row in zip(states, rows, strict=True):
            left = dict(zip(state.absence.out, state.absence.left_hands, strict=True))
            hands = [left.get(seat, hand) for seat, hand in enumerate(state.hands)]
            assert row == tuple(
                sum(points_of(card, state.setup.rulings.options) for card in cards_in(hand)) for hand in hands
            )
            assert row == ABOUT.points(state)
