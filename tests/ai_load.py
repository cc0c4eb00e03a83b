"""How long people's moves take while computer players think at many tables (check 61).

    python -m tests.ai_load --tables 20 --seconds 60

starts the site in one process, opens that many tables for four with three computer players each, has a person at each
move about every two seconds, once against easy ones, which hardly think, and once against hard ones, and prints the
times of the posts.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import threading
import time

from tests.processes import site
from tests.visitor import Guest


def measure(level: str, tables: int, seconds: float, preset: str) -> list[float]:
    times: list[float] = []
    waits: list[float] = []
    variables = {"GUESTS_AN_HOUR": "1000", "GAMES_MOVES_A_MINUTE": "100000"}
    with tempfile.TemporaryDirectory() as data, site({**variables, "DATA_DIR": data}) as (_process, address):
        guests = [Guest(address) for _table in range(tables)]
        for guest in guests:
            guest.begin(preset, 4, level)
        until = time.monotonic() + seconds
        people = [threading.Thread(target=_play, args=(guest, until, times, waits, preset, level)) for guest in guests]
        for person in people:
            person.start()
            time.sleep(0.1)
        for person in people:
            person.join()
    print(
        f"{level}: {tables} tables, {len(times)} moves of people, p50 {_part(times, 50)} ms, p95 {_part(times, 95)} ms"
    )
    print(f"  a round of three computer players: p50 {_part(waits, 50)} ms, longest {1000 * max(waits):.0f} ms")
    return times


def _play(guest: Guest, until: float, times: list[float], waits: list[float], preset: str, level: str) -> None:
    since = time.monotonic()
    while time.monotonic() < until:
        guest.look()
        if guest.is_over:
            guest.begin(preset, 4, level)
        elif guest.is_my_turn:
            waits.append(time.monotonic() - since)
            time.sleep(1.5)
            guest.move()
            times.append(guest.seconds)
            since = time.monotonic()
        time.sleep(0.5)


def _part(times: list[float], percent: int) -> int:
    return round(1000 * statistics.quantiles(times, n=100)[percent - 1])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.ai_load", description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--preset", default="001")
    chosen = parser.parse_args()
    for level in ("easy", "hard"):
        measure(level, chosen.tables, chosen.seconds, chosen.preset)


if __name__ == "__main__":
    main()
