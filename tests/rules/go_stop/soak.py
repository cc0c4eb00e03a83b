"""Many random deals of Go-Stop, with the facts that follow from the rules looked at after every action.

    python -m tests.rules.go_stop.soak --games 100000

It fails with the deal's number on the first breach: a card lost or doubled, an odd layout at the start of a turn, a
pair that play made, two bonuses at once, a Ppuk on turn 20, an exhausted deal with cards in the layout or with scores
that sum to less than 14, a Nagari without a Go. `--first N --games 1` gives the deal again.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from rules.core import Event, act
from rules.go_stop import GO_STOP
from rules.go_stop.cards import MONTH, PACK
from rules.go_stop.scoring import score
from rules.go_stop.state import LAST_TURN, State
from tests.rules.go_stop.drawn import HABITS, all_cards, dealt, drawn_action

BONUSES = {"chok", "ttadak", "sseul"}
MOST_ACTIONS = 60  # twenty turns of at most three decisions


def check_cards(state: State, told: str) -> None:
    """All 48 cards lie somewhere, each once (2.1)."""
    heaps = all_cards(state)
    assert sum(heap.bit_count() for heap in heaps) == 48, told
    together = 0
    for heap in heaps:
        together |= heap
    assert together == PACK, told


def pairs_in(state: State) -> set[int]:
    return {month for month in range(1, 13) if (state.layout & MONTH[month]).bit_count() == 2}


def check_turn(before: State, state: State, events: tuple[Event, ...], told: str) -> None:
    """What holds after each action in play (R08, R23, R34 to R36a)."""
    names = [event.name for event in events]
    assert len(BONUSES & set(names)) + ("ppuk" in names) <= 1, told
    if BONUSES & set(names):
        assert not {"pile", "own_pile"} & set(names), told
    assert names.count("pile") + names.count("own_pile") <= 2, told
    if "ppuk" in names:
        assert before.turn < LAST_TURN, told
    if state.waiting is None and before.waiting is None and not before.deciding:
        assert pairs_in(state) <= pairs_in(before), told
    if state.result is None and state.waiting is None:
        assert state.layout.bit_count() % 2 == 0, told
        owners = dict(state.piles)
        assert {m for m in range(1, 13) if (state.layout & MONTH[m]).bit_count() == 3} == set(owners), told
    if state.turn == LAST_TURN and not state.stock and state.waiting is None:
        assert not state.layout and not any(state.hands), told
        assert sum(score(bag).total for bag in state.captured) >= 14, told


def soak(number: int, met: Counter[str], house: float = 0.0) -> int:
    """Plays deal `number` to its end and counts what it met; gives the number of actions."""
    rng = random.Random(number)
    habit = HABITS[number % len(HABITS)]
    state = dealt(number)
    check_cards(state, f"deal {number}")
    met[f"redeals {state.setup.redeals}"] += 1
    actions = 0
    while state.result is None:
        seat, text = drawn_action(state, rng, habit, house)
        told = f"deal {number}, action {actions}: {text}"
        after, events = act(GO_STOP, state, seat, text)
        check_cards(after, told)
        if text.split()[0] in ("play", "choose", "go", "stop"):
            check_turn(state, after, events, told)
        for event in events:
            met[f"event {event.name}{f' {event.detail}' if event.name in ('junk', 'no_junk') else ''}"] += 1
        state = after
        actions += 1
        assert actions <= MOST_ACTIONS, told
    outcome = GO_STOP.outcome(state)
    assert outcome is not None and outcome.reason in GO_STOP.end_reasons, f"deal {number}"
    assert sorted(seat for group in outcome.ranking for seat in group) == [0, 1], f"deal {number}"
    if outcome.reason == "nagari":
        assert any(state.gos), f"deal {number}: Nagari without a Go"
        assert outcome.points == (0, 0), f"deal {number}"
    met[f"end {outcome.reason}"] += 1
    return actions


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.go_stop.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--house", type=float, default=0.0, help="chance of a timeout or a leaving at each action")
    chosen = parser.parse_args()
    met: Counter[str] = Counter()
    begun = time.process_time()
    actions = sum(soak(chosen.first + game, met, chosen.house) for game in range(chosen.games))
    for what, count in sorted(met.items()):
        print(f"{count:8} {what}")
    print(f"{chosen.games} deals, {actions} actions, {time.process_time() - begun:.0f} s: no breach")


if __name__ == "__main__":
    main()
