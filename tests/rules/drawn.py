"""Games drawn at random for the tests: any options, any seats, house actions mixed in."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules.core import BadOptions, Seat
from rules.whot import WHOT, Options, options_for
from rules.whot.cards import Bag, bag_of
from rules.whot.options import OPTION_FIELDS, PLAYERS, PRESETS
from rules.whot.state import State

VALUES = {
    name: tuple(field.metadata["allowed"].values)
    for name, field in OPTION_FIELDS.items()
    if hasattr(field.metadata["allowed"], "values")
} | {
    "hand_size": (3, 4, 5, 6, 7),
    "max_refills": (None, 0, 1, 2, 3),
    "max_missed": (0, 1, 2, 3, 4, 5),
    "turn_clock": (None, 15, 86400),
    "game_clock": (None, 600),
    "excused_misses": (0, 2),
}
"""Every value of every option, ranges by a few of theirs."""


def drawn_options(rng: random.Random) -> tuple[Options, int]:
    """Valid house rules over any preset, each option drawn with even chance, and seats to match."""
    while True:
        preset = rng.choice(list(PRESETS))
        names = [name for name in OPTION_FIELDS if rng.random() < 0.5]
        seats = rng.randint(*PLAYERS[preset])
        try:
            options = options_for(preset, **{name: rng.choice(VALUES[name]) for name in names})
            WHOT.setup(options=options, seats=seats, seed=Scrambled(0))
        except BadOptions:
            continue
        return options, seats


class Scrambled:
    """Randomness that also tells another program what it dealt: permutations by label."""

    def __init__(self, number: int, order: Sequence[int] | None = None) -> None:
        self.number = number
        self.order = order

    def permutation(self, label: str, size: int) -> Sequence[int]:
        if label == "shuffle/0" and self.order is not None:
            return self.order
        places = list(range(size))
        random.Random(f"{self.number}/{label}").shuffle(places)
        return places

    def below(self, label: str, bound: int) -> int:
        return random.Random(f"{self.number}/{label}").randrange(bound)


def drawn_action(state: State, rng: random.Random, house: float = 0.02) -> tuple[Seat | None, str]:
    """A legal action of the seat to act, or with chance `house` a word of the house."""
    options = state.setup.rulings.options
    if rng.random() < house:
        words = ["leave", "leave", "abandon"] + ["time_up"] * options.clock
        words += ["timeout", "timeout excused"] * 12 * (options.timeout == "market")
        word = rng.choice(words)
        if word == "leave":
            return rng.choice(state.ring.seats), word
        return (None if word in ("time_up", "abandon") else state.turn), word
    return state.turn, rng.choice(WHOT.legal_actions(state)).text


def all_cards(state: State) -> Bag:
    """Every card there is in a state, wherever it lies."""
    absence = state.absence
    held = sum(state.hands) + sum(absence.left_hands)
    return held + bag_of(state.market_left) + state.pile + state.top.bag
