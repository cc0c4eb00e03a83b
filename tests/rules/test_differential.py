"""The engine against a second, independently written model of the rules ."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.core import IllegalAction, UnreadableAction, act
from rules.whot import WHOT, scenarios
from rules.whot.cards import PACKS, codes_in
from rules.whot.state import State
from tests.rules.drawn import Scrambled, drawn_action, drawn_options
from tests.rules.model import Model, Refused
from tests.rules.model_deal import setup
from tests.rules.test_model_random import every_text

GAMES = 2_000
SHARDS = 20


def both(seed: int) -> tuple[State, Model]:
    """The same deal in the engine and in the model."""
    rng = random.Random(seed)
    options, seats = drawn_options(rng)
    pack = [card.code for card in PACKS[options.pack]]
    order = list(range(len(pack)))
    rng.shuffle(order)
    first = rng.randrange(seats)
    randomness = Scrambled(seed, order)
    away = [0] if seats > 3 and rng.random() < 0.1 and first != 0 else []
    state = WHOT.setup(options=options, seats=seats, seed=randomness, first_seat=first, sitting_out=away).state

    def refill(k: int, cards: list[str]) -> list[str]:
        return [cards[place] for place in randomness.permutation(f"shuffle/{k}", len(cards))]

    model = setup(options.named(), seats, [pack[i] for i in order], first, refill=refill, sitting_out=away)
    return state, model


def compare(state: State, model: Model, told: str) -> None:
    found = {key: value for key, (value, _same) in scenarios._found(state).items()}
    wanted = model.position()
    pending: Any = found["pending"]
    if wanted["pending"].get("kind"):
        pending = {key: pending[key] for key in wanted["pending"]}
    ours: dict[str, Any] = {
        "turn": found["turn"], "direction": state.direction, "top": found["top"],
        "hands": [list(codes_in(hand)) for hand in state.hands],
        "market": found["market"], "pile": list(codes_in(state.pile)), "pending": pending,
        "over": found["over"], "reason": found["reason"], "out": list(state.absence.out),
        "refills": state.refills, "drawn": state.fresh.code if state.fresh else None,
        "totals": found["totals"], "ranking": found["ranking"],
        "winners": sorted(found["winners"]),
    }  # fmt: skip
    order = {card.code: card.index for card in PACKS["whot132"]}
    theirs = wanted | {
        "hands": [sorted(hand, key=order.__getitem__) for hand in wanted["hands"]],
        "pile": sorted(wanted["pile"], key=order.__getitem__),
        "winners": sorted(wanted["winners"]),
    }
    if ours["totals"] is not None:  # the model counts an empty hand where a seat sits out
        ours["totals"] = [points or 0 for points in found["totals"]]
    for key, value in ours.items():
        assert theirs[key] == value, f"{told}: {key}"
    for seat in state.ring.seats:
        assert wanted["missed"][seat] == state.absence.misses[seat], told
    legal = {action.text for action in WHOT.legal_actions(state)}
    assert legal == model.legal(), told


@pytest.mark.parametrize("shard", range(SHARDS))
def test_the_engine_and_the_model_agree_on_random_games(shard: int) -> None:
    for seed in range(shard, GAMES, SHARDS):
        state, model = both(seed)
        rng = random.Random(-seed)
        compare(state, model, f"game {seed}, the deal")
        for step in range(3_000):
            if state.end is not None:
                break
            seat, text = drawn_action(state, rng)
            told = f"game {seed}, action {step}, seat {seat}: {text}"
            state = act(WHOT, state, seat, text).state
            model.act(seat, text)
            compare(state, model, told)
        assert state.end is not None or state.setup.rulings.max_refills is None, f"game {seed}"


@pytest.mark.parametrize("seed", range(60))
def test_the_engine_and_the_model_refuse_the_same_actions(seed: int) -> None:
    """Every play of every card, calls and draws, at positions along a game."""
    state, model = both(seed)
    rng = random.Random(seed)
    texts = every_text([card.code for card in PACKS["whot132"]])
    for step in range(60):
        if state.end is not None:
            break
        if step % 6 == 0:
            for text in texts:
                compare_refusal(state, text)
        state_action = drawn_action(state, rng)
        state = act(WHOT, state, *state_action).state
        model.act(*state_action)


def compare_refusal(state: State, text: str) -> None:
    legal = {action.text for action in WHOT.legal_actions(state)}
    needless_last = text.endswith(" last") and text.removesuffix(" last") in legal
    needless_call = text.startswith("play W20 call") and "play W20" in legal
    before = WHOT.format_position(state)
    try:
        act(WHOT, state, state.turn, text)
        accepted = True
    except IllegalAction as refusal:
        accepted = False
        assert refusal.rule[0] == "W" and str(refusal.message)
        assert set(refusal.legal) == legal
    assert accepted == (text in legal or needless_last or needless_call), text
    assert WHOT.format_position(state) == before


def test_the_model_and_the_engine_name_the_same_wrong_words() -> None:
    state, model = both(1)
    for text in ("", "Draw", "play  C5", "play C5 last call star", "play c5", "play X0", "time up"):
        with pytest.raises(UnreadableAction):
            act(WHOT, state, state.turn, text)
        with pytest.raises(Refused):
            model.act(state.turn, text)
