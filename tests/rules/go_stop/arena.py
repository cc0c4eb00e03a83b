"""How strong the computer players of Go-Stop are: the same deals, each played once from either seat.

    python -m tests.rules.go_stop.arena --deals 1000 hard:ref-greedy easy:random

prints for each pairing the share of deals won (a draw is half a win), the points gained a game, both with half the
width of their 95 % interval, and the processor time of a decision. docs/bots_go_stop.md has the table. With
`--results FILE` each deal is written there as it ends, and what stands there already is not played again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

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


def play_deal(challenger: str, rival: str, deal: int, seed: int) -> tuple[float, float, list[float]]:
    """The challenger's share and points as means over both seats, and the milliseconds of its decisions."""
    share = gained = 0.0
    times: list[float] = []
    for mine in (0, 1):
        sitting = [PLAYERS[rival]] * 2
        sitting[mine] = PLAYERS[challenger]
        won, by = play(sitting, Seed.simulation(seed * 1_000_003 + deal), mine, times)
        share += won / 2
        gained += by / 2
    return share, gained, times


def read(name: str | None, challenger: str, rival: str, seed: int) -> dict[int, tuple[float, float, list[float]]]:
    """What the file of results has of this pairing, by deal; a line cut off as it was written does not count."""
    found = {}
    for text in Path(name).read_text().splitlines() if name and Path(name).exists() else ():
        try:
            row = json.loads(text)
        except ValueError:
            continue
        if (row["player"], row["against"], row["seed"]) == (challenger, rival, seed):
            found[row["deal"]] = (row["share"], row["points"], row["ms"])
    return found


def pairing(
    challenger: str, rival: str, deals: int, seed: int, results: str | None = None, backwards: bool = False
) -> str:
    played = read(results, challenger, rival, seed)
    for deal in reversed(range(deals)) if backwards else range(deals):
        if deal in played:
            continue
        share, points, ms = played[deal] = play_deal(challenger, rival, deal, seed)
        if results:
            row = {"player": challenger, "against": rival, "seed": seed, "deal": deal, "share": share, "points": points}
            with Path(results).open("a") as file:
                file.write(json.dumps({**row, "ms": [round(each, 1) for each in ms]}) + "\n")
    return line(challenger, rival, [played[deal] for deal in range(deals)])


def line(challenger: str, rival: str, played: Sequence[tuple[float, float, list[float]]]) -> str:
    times = sorted(each for _, _, ms in played for each in ms)
    win, within = mean_of([share for share, _, _ in played])
    gain, give = mean_of([points for _, points, _ in played])
    return (
        f"| {challenger} | {rival} | {100 * win:.1f} ±{100 * within:.1f} | {gain:+.2f} ±{give:.2f} | {2 * len(played)} "
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
    parser.add_argument("--results", metavar="FILE", help="one line a deal; goes on where it ended")
    parser.add_argument("--backwards", action="store_true", help="the last deal first: for a second process")
    chosen = parser.parse_args()
    print("| player | against | won, % | points a game | games | p50, ms | p95, ms | longest, ms |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for text in chosen.pairings:
        challenger, rival = text.split(":")
        print(pairing(challenger, rival, chosen.deals, chosen.seed, chosen.results, chosen.backwards), flush=True)


if __name__ == "__main__":
    main()
