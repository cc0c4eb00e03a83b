"""Deals of Go-Stop drawn at random for the tests, house actions mixed in."""

from __future__ import annotations

import random

from rules.core import Seat
from rules.go_stop import GO_STOP, options_for
from rules.go_stop.cards import Bag, bag_of
from rules.go_stop.state import State
from tests.rules.drawn import Scrambled

OPTIONS = options_for("004")
HABITS = ("any", "go", "stop", "hold")


def dealt(number: int) -> State:
    return GO_STOP.setup(options=OPTIONS, seats=2, seed=Scrambled(number)).state


def drawn_action(state: State, rng: random.Random, habit: str = "any", house: float = 0.0) -> tuple[Seat | None, str]:
    """A legal action of the actor by a habit (`go` goes on, `hold` keeps what matches), or a word of the house."""
    if rng.random() < house:
        word = rng.choice(["leave", "abandon", *["timeout", "timeout excused"] * 6])
        seat = None if word == "abandon" else rng.choice((0, 1)) if word == "leave" else state.actor
        return seat, word
    texts = [action.text for action in GO_STOP.legal_actions(state)]
    if habit in texts:
        return state.actor, habit
    if habit == "hold" and texts[0].startswith("play"):
        months = {code[:2] for code in GO_STOP.view(state, None).layout}
        texts = [text for text in texts if text[5:7] not in months] or texts
    return state.actor, rng.choice(texts)


def all_cards(state: State) -> list[Bag]:
    """Every heap of cards there is in a state."""
    heaps = [*state.hands, state.layout, bag_of(state.stock), *state.captured]
    if state.waiting is not None:
        taken = state.waiting.taken
        heaps.append(state.waiting.revealed.bag | taken | (state.waiting.played.bag if taken else 0))
    return heaps
