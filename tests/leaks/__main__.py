"""Random games of every preset with every outlet looked through at every move: `python -m tests.leaks --games 200`.

Runs on a database of its own, which is thrown away; on PostgreSQL where DATABASE_URL names one (`python -m
tests.servers`). Ends with 1 and the leaks when there are any.
"""

import argparse
import logging
import os
import random
import sys
import time
from contextlib import ExitStack

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--moves", type=int, default=60, help="the most moves of a game")
    parser.add_argument("--every", type=int, default=15, help="moves between two looks through every address")
    parser.add_argument("--few", type=int, help="addresses of the game that are asked for at a move; all of them")
    parser.add_argument("--eyes", type=int, help="how many viewers ask for them at a move; all of them")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    chosen = parser.parse_args()
    from tests.soaking import on_a_test_database

    with on_a_test_database():
        return _games(chosen.games, chosen.moves, chosen.every, chosen.few, chosen.eyes, chosen.seed)


def _games(games: int, moves: int, every: int, few: int | None, eyes: int | None, seed: int) -> int:
    from django.db import transaction

    from games import log
    from games.services import limits
    from rules.registry import GAMES
    from rules.whot.options import PLAYERS
    from tests.games.factories import member, started
    from tests.games.planted import planted

    from .outlets import Scene
    from .walk import Walk

    limits.MOVES_A_MINUTE = 10**9
    # What is logged is looked through; printing it as well would drown the report.
    logging.getLogger().handlers.clear()
    chance, looked, leaks = random.Random(seed), 0, 0
    presets = GAMES["whot"][1].presets
    begun = time.monotonic()
    for number in range(games):
        preset = presets[number % len(presets)]
        with ExitStack() as stack:
            stack.enter_context(planted())
            stack.enter_context(transaction.atomic())
            least, most = PLAYERS[preset]
            people = [member() for _ in range(chance.randint(least, most))]
            scene = Scene.of(started(people, preset=preset, start="full", turn_clock=86400), people)
            scene.learn_general()
            walk = Walk(scene, chance, every=every, few=few, eyes=eyes)
            found = walk.leaks(moves)
            looked += len(scene.asked)
            leaks += len(found)
            for leak in found:
                print(f"game {number} ({preset}, --seed {seed}): {leak}", flush=True)
            transaction.set_rollback(True)
        log.forget()
        if number % 5 == 4:
            print(f"{number + 1} games, {looked} pages, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    print(f"{games} games, {looked} pages looked through, {leaks} leaks (--seed {seed})")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
