"""How long the page of a game of 1,000 actions takes: `python -m benchmarks.long_game` (case A15, check 61).

On a database of its own: SQLite, or PostgreSQL by `python -m tests.servers .venv/bin/python -m benchmarks.long_game`.
Measured is the time of the server from the request to the whole answer, with the game not in memory (as after a
restart) and in memory; the goal is 50 ms for 95 of 100, and a log of 5,000 within a second and 50 MB. Ends with 1
where the page of a game that is not in memory misses it.
"""

import argparse
import gc
import json
import os
import random
import sys
import time
import tracemalloc
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
MOST_MS, MOST_MS_OF_A_HUGE_ONE, MOST_MB = 50, 1000, 50
PARTS = {"page": "", "panel": "panel", "whole log": "log/"}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.long_game", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--actions", type=int, default=1000)
    parser.add_argument("--times", type=int, default=200)
    chosen = parser.parse_args()
    from tests.soaking import on_a_test_database

    with on_a_test_database():
        game, people = long_game(chosen.actions)
        results = measured(game, people, chosen.times)
        for result in results:
            print(json.dumps(result), flush=True)
        used = memory(game, people[0])
        print(json.dumps(used))
    most = MOST_MS if chosen.actions <= 1000 else MOST_MS_OF_A_HUGE_ONE
    return 0 if results[0]["p95_ms"] <= most and used["peak_mb"] <= MOST_MB else 1


def long_game(actions: int) -> tuple[Any, list[Any]]:
    """A running game with so many entries. Not every deal lasts so long; there are always others."""
    from games.models import Game
    from tests.games.factories import member

    people = [member() for _ in range(6)]
    for _deal in range(50):
        game = _played(people, actions)
        if game.state == Game.State.PLAYING:
            return game, people
        print(f"a game ended after {game.seq} actions: {game.end_reason}", file=sys.stderr)
    raise SystemExit("no game lasted")


def _played(people: list[Any], actions: int) -> Any:
    """Hands are kept short, so that the market is seldom shuffled anew (W6.1)."""
    from django.db import transaction

    from games import log
    from games.models import Game
    from games.services import entering
    from tests.games.factories import started

    chance = random.Random(1)
    game = started(people, preset="003", start="full", turn_clock=86400, game_clock=None, max_refills=None,
                   market_empty="reshuffle", draw_when_able=True, last_card_call="off")  # fmt: skip
    while game.seq < actions:
        with transaction.atomic():
            locked = log.lock(game.code)
            assert locked is not None
            for _entry in range(min(100, actions - locked.seq)):
                seat, engine, state = locked.to_act, log.rules_of(locked).game, log.load(locked)
                texts = [engine.format_action(action) for action in engine.legal_actions(state)]
                plays = [text for text in texts if text.startswith("play")]
                many = engine.view(state, seat).counts[seat] > 2
                text = chance.choice(plays) if plays and many else texts[-1]
                entering.enter(locked, seat, text, by="player", now=locked.database_now)
                if locked.state != Game.State.PLAYING:
                    break
        game = Game.objects.select_related("table").get(pk=game.pk)
        if game.state != Game.State.PLAYING:
            break
    return game


def measured(game: Any, people: list[Any], times: int) -> list[dict[str, Any]]:
    from django.db import connection

    from games import log
    from tests.games.pages import browser

    client, found = browser(people[0]), []
    for name, part in PARTS.items():
        for kept in (False, True):
            took = []
            for _time in range(times + 3):
                if not kept:
                    log.forget()
                gc.collect()
                begun = time.perf_counter()
                answer = client.get(f"/games/{game.code}/{part}")
                took.append((time.perf_counter() - begun) * 1000)
                assert answer.status_code == 200
            took = sorted(took[3:])  # the first ones fill caches of templates
            found.append(
                {
                    "part": name, "actions": game.seq, "database": connection.vendor, "in_memory": kept,
                    "p50_ms": round(took[len(took) // 2], 1), "p95_ms": round(took[int(len(took) * 0.95)], 1),
                    "load": round(os.getloadavg()[0], 1), "bytes": len(answer.content),
                }
            )  # fmt: skip
    return found


def memory(game: Any, person: Any) -> dict[str, Any]:
    """What the replayed game takes while it is kept, and the most that opening its page took on the way."""
    from games import log
    from tests.games.pages import browser

    client = browser(person)
    client.get(f"/games/{game.code}/")  # templates and the like are in memory after it
    log.forget()
    gc.collect()
    tracemalloc.start()
    kept = log.replay(game)
    gc.collect()
    now, _peak = tracemalloc.get_traced_memory()
    log.forget()
    tracemalloc.reset_peak()
    assert client.get(f"/games/{game.code}/").status_code == 200
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return {"actions": kept.seq, "kept_mb": round(now / 1e6, 2), "peak_mb": round(peak / 1e6, 2)}


if __name__ == "__main__":
    sys.exit(main())
