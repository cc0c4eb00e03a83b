"""How strong the computer players of Go-Stop are: the same deals, each played once from either seat.

    python -m tests.rules.go_stop.arena --deals 1000 hard:ref-greedy easy:random

prints for each pairing the share of deals won (a draw is half a win), the points gained a game, both with half the
width of their 95 % interval, and the processor time of a decision. docs/bots_go_stop.md has the table.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from math import sqrt

from rules.bots.contract import Chance, Player, chance_of, never
from rules.bots.go_stop import LEVELS
from rules.core import Event, Seat
from rules.go_stop import GO_STOP, options_for
from rules.shuffle import Seed
from tests.rules.go_stop.ref_greedy import ref_greedy

PLAYERS: dict[str, Player] = {**LEVELS, "ref-greedy": ref_greedy}
OPTIONS = options_for("004")


def play(players: Sequence[Player], seed: Seed, mine: Seat, times: list[float]) -> tuple[float, int]:
    """One game: the challenger's part of the win, and its points less the other's."""
    state, events = GO_STOP.setup(options=OPTIONS, seats=2, seed=seed)
    told: list[Event] = [*events]  # nothing at this table is secret
    seq = 0
    while (seat := GO_STOP.to_act(state)) is not None:
        view = GO_STOP.view(state, seat)
        begun = time.process_time()
        decision = players[seat](view, told, Chance(chance_of(seed, seat, seq)), never)
        if seat == mine and len(view.legal) > 1:
            times.append(1000 * (time.process_time() - begun))
        state, events = GO_STOP.apply(state, seat, decision.action)
        told += events
        seq += 1
    outcome = GO_STOP.outcome(state)
    assert outcome is not None
    one, two = (outcome.points[seat] or 0 for seat in (mine, 1 - mine))
    return (mine in outcome.winners) / len(outcome.winners), one - two


def pairing(challenger: str, rival: str, deals: int, seed: int) -> str:
    shares, points, times = [], [], []
    for deal in range(deals):
        share = gained = 0.0
        for mine in (0, 1):
            sitting = [PLAYERS[rival]] * 2
            sitting[mine] = PLAYERS[challenger]
            won, by = play(sitting, Seed.simulation(seed * 1_000_003 + deal), mine, times)
            share += won / 2
            gained += by / 2
        shares.append(share)
        points.append(gained)
    times.sort()
    win, within = mean_of(shares)
    gain, give = mean_of(points)
    return (
        f"| {challenger} | {rival} | {100 * win:.1f} ±{100 * within:.1f} | {gain:+.2f} ±{give:.2f} | {2 * deals} "
        f"| {times[len(times) // 2]:.1f} | {times[int(0.95 * len(times))]:.1f} | {times[-1]:.1f} |"
    )


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * sqrt(variance / len(values))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.go_stop.arena", description=__doc__)
    parser.add_argument("pairings", nargs="+", metavar="CHALLENGER:RIVAL", help=", ".join(PLAYERS))
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print("| player | against | won, % | points a game | games | p50, ms | p95, ms | longest, ms |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for text in chosen.pairings:
        challenger, rival = text.split(":")
        print(pairing(challenger, rival, chosen.deals, chosen.seed), flush=True)


if __name__ == "__main__":
    main()
