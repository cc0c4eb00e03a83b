"""Random games of every kind with every outlet looked through at every move: `python -m tests.leaks --games 200`.

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
    parser.add_argument("--game", help="only games of this one, as whot or go_stop")
    parser.add_argument("--moves", type=int, default=60, help="the most moves of a game")
    parser.add_argument("--every", type=int, default=15, help="moves between two looks through every address")
    parser.add_argument("--few", type=int, help="addresses of the game that are asked for at a move; all of them")
    parser.add_argument("--eyes", type=int, help="how many viewers ask for them at a move; all of them")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    chosen = parser.parse_args()
    from tests.soaking import on_a_test_database

    with on_a_test_database():
        return _games(chosen)


def _games(chosen: argparse.Namespace) -> int:
    from django.db import transaction

    from games import log
    from games.services import limits
    from rules.house_rules import BOOKS
    from rules.registry import GAMES
    from tests.games.factories import member, started
    from tests.games.planted import planted

    from .outlets import Scene
    from .walk import Walk

    limits.MOVES_A_MINUTE = 10**9
    # What is logged is looked through; printing it as well would drown the report.
    logging.getLogger().handlers.clear()
    chance, looked, leaks = random.Random(chosen.seed), 0, 0
    kinds = [(game, kind) for game in GAMES if chosen.game in (None, game) for kind in BOOKS[game].presets()]
    begun = time.monotonic()
    for number in range(chosen.games):
        game, kind = kinds[number % len(kinds)]
        with ExitStack() as stack:
            stack.enter_context(planted(game))
            stack.enter_context(transaction.atomic())
            people = [member() for _ in range(chance.randint(kind.fewest, kind.most))]
            wanted = {"game": game, "preset": kind.key, "start": "full", "turn_clock": 86400}
            scene = Scene.of(started(people, **wanted), people)
            scene.learn_general()
            walk = Walk(scene, chance, every=chosen.every, few=chosen.few, eyes=chosen.eyes)
            found = walk.leaks(chosen.moves)
            looked += len(scene.asked)
            leaks += len(found)
            for leak in found:
                print(f"game {number} ({kind.key}, --seed {chosen.seed}): {leak}", flush=True)
            transaction.set_rollback(True)
        log.forget()
        if number % 5 == 4:
            print(f"{number + 1} games, {looked} pages, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    print(f"{chosen.games} games, {looked} pages looked through, {leaks} leaks (--seed {chosen.seed})")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
