"""How long the review of a game of 1,000 actions takes to open, and how long its steps.

    python benchmarks/review.py                                  # SQLite, in a temporary file
    python -m tests.servers python benchmarks/review.py          # PostgreSQL (of the tests: without fsync)

Needs requirements.txt, and requirements-dev.txt for the second. Stores games of six seats and at least so many actions,
then opens them through Django's test client: as a process does that has never seen the game, and again; at the first,
the middle and the last step, with all hands open and as a seat; and fetches steps as the script does, 15 at a time.
Prints p50 and p95. Exit status 1 where a p95 is above 50 ms.
"""

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = {"packs": 2, "max_refills": 60}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--actions", type=int, default=1000)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=25)
    arguments = parser.parse_args()
    place = tempfile.mkdtemp(prefix="whot-review-")
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    os.environ["DATA_DIR"] = place
    try:
        return measure(arguments.actions, arguments.games, arguments.rounds)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def measure(least: int, games: int, rounds: int) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.test import Client

    from games import log, reviews
    from games.models import Player
    from whot_site.web import keep_waits_short

    call_command("migrate", verbosity=0)
    stored = [store(record) for record in long_records(least, games)]
    print(f"{connection.vendor}: {len(stored)} games of {', '.join(str(game.seq) for game in stored)} actions")
    client = Client(headers={"host": "localhost"})
    person = Player.objects.filter(game=stored[0], user__isnull=False)[0].user
    assert person is not None
    client.force_login(person)
    client.get("/help/")
    keep_waits_short()  # as a server does before it serves
    failed = 0
    for what, fresh in (("opened by a process that has not seen it", True), ("opened again", False)):
        times: list[tuple[float, float]] = []
        for turn in range(rounds):
            for game in stored:
                if fresh:
                    reviews.forget()
                    log.forget()
                step, eyes = (0, game.seq // 2, game.seq)[turn % 3], ("all", "0")[turn % 2]
                times.append(timed(client, f"/games/{game.code}/review/{step}/?eyes={eyes}"))
        failed |= report(what, times)
    pages = [timed(client, f"/games/{game.code}/review/steps?from={start}&eyes=all")
             for game in stored for start in range(0, game.seq, reviews.AT_ONCE)]  # fmt: skip
    return failed | report(f"{reviews.AT_ONCE} steps for the script", pages)


def long_records(least: int, count: int) -> list[Any]:
    """Records of games played at random whose players draw much, until there are enough of that length."""
    from games import seeds
    from rules.core import act
    from rules.record import Entry, Fairness, SeatLine, build
    from rules.registry import newest
    from rules.shuffle import Seed

    rules, found, number = newest("whot"), [], 0
    options = rules.options("001", OPTIONS)
    while len(found) < count:
        number += 1
        chance = random.Random(number)
        code = "".join(chance.choice(seeds.ALPHABET) for _ in range(12))
        proof = Fairness.revealed(code, chance.randbytes(32), ("-",) * 6, rules.deck(options))
        seed = Seed.from_parts(bytes.fromhex(proof.server_seed or ""), code, proof.deck, ("-",) * 6)
        state, entries = rules.game.setup(options=options, seats=6, seed=seed).state, []
        while (seat := rules.game.to_act(state)) is not None:
            texts = [rules.game.format_action(action) for action in rules.game.legal_actions(state)]
            text = "draw" if "draw" in texts and chance.random() < 0.55 else chance.choice(texts)
            state = act(rules.game, state, seat, text).state
            second = len(entries)
            at = f"2026-01-31T{second // 3600 % 24:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"
            entries.append(Entry(seat, text, at))
        if least <= len(entries) <= 2 * least:
            people = [SeatLine(name) for name in ("Adaeze", "Bola", "Chidi", "Dayo", "Efe", "Funmilayo")]
            found.append(build(preset="001", options=OPTIONS, seats=people, game_id=code, table=code[:10],
                               fairness=proof, log=entries))  # fmt: skip
    return found


def store(record: Any) -> Any:
    from tests.games.recorded import stored

    return stored(record)


def timed(client: Any, address: str) -> tuple[float, float]:
    """Milliseconds that one answer took: by the clock, and this process's own."""
    began, busy = time.perf_counter(), time.process_time()
    answer = client.get(address)
    found = (time.perf_counter() - began) * 1000, (time.process_time() - busy) * 1000
    assert answer.status_code == 200, (address, answer.status_code)
    return found


def report(what: str, times: list[tuple[float, float]]) -> int:
    wall, busy = ([pair[part] for pair in times] for part in (0, 1))
    p95, busy95 = (statistics.quantiles(found, n=20)[-1] for found in (wall, busy))
    print(
        f"  {what}: p50 {statistics.median(wall):.1f} ms, p95 {p95:.1f} ms; this process was busy for "
        f"p50 {statistics.median(busy):.1f} ms, p95 {busy95:.1f} ms ({len(times)} times)"
    )
    return 0 if p95 <= 50 else 1


if __name__ == "__main__":
    sys.exit(main())
