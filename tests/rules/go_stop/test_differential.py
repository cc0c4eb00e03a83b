"""The engine of Go-Stop against a second, independently written model of the rules."""

from __future__ import annotations

import random

import pytest

from rules.core import IllegalAction, act
from rules.go_stop import GO_STOP
from rules.go_stop.cards import CARDS, codes_in
from rules.go_stop.scoring import score
from rules.go_stop.state import State
from tests.rules.drawn import Scrambled
from tests.rules.go_stop.drawn import HABITS, dealt, drawn_action
from tests.rules.go_stop.model import PACK, Model, Refused

GAMES = 2_000
SHARDS = 10
EVERY_TEXT = [
    *(f"play {card}" for card in PACK),
    *(f"play {card} take {card[:3]}{k}" for card in PACK for k in range(1, 5)),
    *(f"play {card} take {PACK[(place + 4) % 48]}" for place, card in enumerate(PACK)),
    *(f"choose {card}" for card in PACK),
    "go",
    "stop",
]


def both(number: int) -> tuple[State, Model]:
    """The same deal in the engine and in the model."""
    seed = Scrambled(number)
    return dealt(number), Model(lambda label: [PACK[i] for i in seed.permutation(label, 48)], seed.below("first", 2))


def compare(state: State, model: Model, told: str) -> None:
    result = state.result
    ours = {
        "hands": [list(codes_in(hand)) for hand in state.hands],
        "layout": list(codes_in(state.layout)),
        "piles": list(state.piles),
        "stock": [card.code for card in state.stock],
        "captured": [list(codes_in(bag)) for bag in state.captured],
        "totals": [score(bag).total for bag in state.captured],
        "turn": state.turn,
        "seat": GO_STOP.to_act(state),
        "gos": list(state.gos),
        "last_go": list(state.last_go),
        "ppuk": list(state.ppuk),
        "misses": list(state.misses),
        "redeals": state.setup.redeals,
        "deciding": state.deciding,
        "choosing": state.waiting.revealed.code if state.waiting and result is None else None,
        "reason": result.reason if result else None,
        "winner": result.winner if result else None,
        "paid": result.payment if result else 0,
    }
    assert ours == model.position(), told
    assert {action.text for action in GO_STOP.legal_actions(state)} == model.legal(), told


@pytest.mark.parametrize("shard", range(SHARDS))
def test_the_engine_and_the_model_agree_on_random_deals(shard: int) -> None:
    for number in range(shard, GAMES, SHARDS):
        state, model = both(number)
        rng = random.Random(-number)
        compare(state, model, f"deal {number}")
        house = 0.03 if number % 4 == 0 else 0.0
        for step in range(200):
            if state.result is not None:
                break
            seat, text = drawn_action(state, rng, HABITS[number % len(HABITS)], house)
            if text == "abandon":
                continue
            told = f"deal {number}, action {step}, seat {seat}: {text}"
            state = act(GO_STOP, state, seat, text).state
            assert seat is not None
            model.act(seat, text)
            compare(state, model, told)
        assert state.result is not None, f"deal {number}"


@pytest.mark.parametrize("number", range(40))
def test_the_engine_and_the_model_refuse_the_same_actions(number: int) -> None:
    state, model = both(number)
    rng = random.Random(number)
    while state.result is None:
        for text in EVERY_TEXT:
            before = GO_STOP.format_position(state)
            try:
                act(GO_STOP, state, state.actor, text)
                accepted = True
            except IllegalAction as refusal:
                accepted = False
                assert refusal.rule and str(refusal.message)
                assert set(refusal.legal) == model.legal()
            assert accepted == model._accepts(text), f"deal {number}: {text}"
            assert GO_STOP.format_position(state) == before
        seat, text = drawn_action(state, rng, HABITS[number % len(HABITS)])
        state = act(GO_STOP, state, seat, text).state
        model.act(state.actor if seat is None else seat, text)
    with pytest.raises(Refused):
        model.act(0, "stop")


def test_the_model_knows_the_same_cards() -> None:  # section 2 of the rules
    assert [card.code for card in CARDS] == PACK
