"""Many random games over every option, with house actions mixed in.

    python -m tests.rules.soak --games 100000

plays them and prints what was met; it fails with the game's number on the first breach: a crash, a
card lost or doubled at any step, a state without a legal action, a game that does not end, or an
end without a stored reason. The number alone gives the game again (`--first N --games 1`).
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from rules.core import act
from rules.whot import WHOT
from rules.whot.cards import bag_of
from rules.whot.options import OPTION_FIELDS
from tests.rules.drawn import Scrambled, all_cards, drawn_action, drawn_options

MOST_ACTIONS = 20_000


def soak(number: int, met: Counter[str]) -> int:
    """Plays game `number` to its end and counts what it met; gives the number of actions."""
    rng = random.Random(number)
    options, seats = drawn_options(rng)
    house = rng.choice((0.0, 0.01, 0.05))
    state = WHOT.setup(options=options, seats=seats, seed=Scrambled(number)).state
    pack = bag_of(state.setup.rulings.pack)
    assert all_cards(state) == pack, f"game {number}: the deal"
    actions = 0
    while state.end is None:
        assert WHOT.legal_actions(state), f"game {number}: nothing legal after {actions}"
        seat, text = drawn_action(state, rng, house)
        state = act(WHOT, state, seat, text).state
        actions += 1
        assert all_cards(state) == pack, f"game {number}: after action {actions}, {text}"
        assert actions < MOST_ACTIONS, f"game {number} does not end"
        # A game without a limit of refills may go on for ever (W6.5): the house ends it.
        endless = options.max_refills is None and options.market_empty == "reshuffle"
        if endless and actions > 2000 and state.end is None:
            state = WHOT.abandon(state).state
    outcome = WHOT.outcome(state)
    assert outcome is not None and outcome.reason in WHOT.end_reasons, f"game {number}"
    ranked = sorted(seat for group in outcome.ranking for seat in group)
    assert ranked == list(range(seats)), f"game {number}: {ranked}"
    met[f"end {outcome.reason}"] += 1
    met[f"seats {seats}"] += 1
    met[f"preset {options.preset}"] += 1
    for name in OPTION_FIELDS:
        met[f"option {name}={getattr(options, name)}"] += 1
    return actions


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.soak", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    chosen = parser.parse_args()
    met: Counter[str] = Counter()
    begun = time.process_time()
    actions = sum(soak(chosen.first + game, met) for game in range(chosen.games))
    for what, count in sorted(met.items()):
        print(f"{count:8} {what}")
    print(f"{chosen.games} games, {actions} actions, {time.process_time() - begun:.0f} s: no breach")


if __name__ == "__main__":
    main()
