"""Does the time to answer depend on cards that the asker can't see? `python -m benchmarks.hidden_time` (check 33).

Twice 500 requests in turn, against one game in two worlds that differ in nothing but the hands of others and the
market: in one the others can play nothing, in the other nearly everything. The medians may differ by 5 ms at most,
or by no more than the same world differs from itself.
"""

import argparse
import gc
import json
import os
import random
import statistics
import sys
import time
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
MOST_MS = 5.0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hidden_time", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("--requests", type=int, default=500)
    chosen = parser.parse_args()
    from tests.soaking import on_a_test_database

    with on_a_test_database():
        results = measured(chosen.requests)
    for result in results:
        print(json.dumps(result))
    return 0 if all(result["same"] for result in results) else 1


def measured(requests: int) -> list[dict[str, Any]]:
    from games import log
    from games.models import Game
    from games.services import limits
    from rules.whot.cards import size
    from tests.games.factories import member, started
    from tests.games.pages import browser
    from tests.leaks.again import in_world, other_world

    limits.MOVES_A_MINUTE = 10**9
    people = [member() for _ in range(4)]
    game = started(people, preset="000", start="full", turn_clock=86400)
    asker = next(seat for seat in range(4) if seat != game.to_act)
    client = browser(people[asker])
    chance = random.Random(33)
    worlds = [world for world in (other_world(game, asker, chance) for _deal in range(300)) if world is not None]

    def playable(world: Any) -> int:
        return int(size(world.state.hands[game.to_act] & world.state.fits))

    worlds.sort(key=playable)
    nothing, everything = worlds[0], worlds[-1]
    fields = {"action": "draw", "seen_seq": game.seq, "key": "key-of-the-form"}
    asked = {
        "the page": lambda: client.get(f"/games/{game.code}/"),
        "a post out of turn": lambda: client.post(f"/games/{game.code}/actions/", fields),
        "a card not held": lambda: client.post(f"/games/{game.code}/actions/", fields | {"action": "play C5"}),
    }
    found = []
    for name, ask in asked.items():
        times: dict[int, list[float]] = {0: [], 1: []}
        for number in range(2 * requests + 6):
            which = number % 2
            with in_world(game, (nothing, everything)[which]):
                gc.collect()
                begun = time.perf_counter()
                ask()
                if number >= 6:
                    times[which].append((time.perf_counter() - begun) * 1000)
        apart = abs(statistics.median(times[0]) - statistics.median(times[1]))
        noise = max(abs(statistics.median(row[::2]) - statistics.median(row[1::2])) for row in times.values())
        found.append({
            "asked": name, "requests": [len(row) for row in times.values()],
            "playable": [playable(nothing), playable(everything)],
            "median_ms": [round(statistics.median(row), 2) for row in times.values()],
            "apart_ms": round(apart, 3), "noise_ms": round(noise, 3), "same": apart < max(MOST_MS, noise),
            "load": round(os.getloadavg()[0], 1),
        })  # fmt: skip
    assert Game.objects.get(pk=game.pk).seq == 0 and log.load(game) is not None
    return found


if __name__ == "__main__":
    sys.exit(main())
