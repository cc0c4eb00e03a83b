"""Where the milliseconds of one move go: `python -m tests.servers .venv/bin/python -m benchmarks.move`.

In one process and one thread, on PostgreSQL, without Daphne: a post through the whole of Django's handler, then the
table drawn for the socket of the other player, as another server process would do it. CPU time a move by part, the
statements that were needed, and with `--profile` the functions that take the most.
"""

import argparse
import cProfile
import gzip
import io
import os
import pstats
import random
import sys
import time
from typing import Any
from urllib.parse import urlencode

os.environ.setdefault("GAMES_MOVES_A_MINUTE", "1000000")
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks import load, load_games
from games.consumers import rounds
from games.consumers.viewers import Viewer
from whot_site.asgi import http

PARTS = ("post", "sockets")
UNIT = "unit"  # the same work in every run: what else this machine does changes it as it changes the others


class Session:
    def __init__(self, key: str) -> None:
        self.session_key = key


def post(code: str, session: str, form: dict[str, Any]) -> tuple[int, bytes]:
    """Status and body of the answer."""
    body = urlencode(form).encode()
    headers = {
        "host": "localhost", "accept-encoding": "gzip", "hx-request": "true", "x-csrftoken": load.TOKEN,
        "cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={load.TOKEN}",
        "content-type": "application/x-www-form-urlencoded", "content-length": str(len(body)),
    }  # fmt: skip
    scope = {
        "type": "http", "method": "POST", "path": f"/games/{code}/actions/", "query_string": b"", "scheme": "http",
        "http_version": "1.1", "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    response, content = http._answer(scope, io.BytesIO(body))
    return response.status_code, content


class Table:
    """A game and what its sockets were sent last."""

    def __init__(self, code: str, sessions: list[str]) -> None:
        self.code, self.sessions = code, sessions
        self.viewers = [Viewer({"session": Session(key), "cookies": {}}) for key in sessions]
        self.fragments = [""] * len(sessions)
        self.draw()

    def draw(self, but: int | None = None) -> None:
        """For the socket of every player; who moved is sent what the post was answered with."""
        for seat, viewer in enumerate(self.viewers):
            if seat == but:
                continue
            (drawn,) = rounds.draw(self.code, [viewer], timezone.now())
            assert drawn is not None
            self.fragments[seat] = drawn.fragment

    def form(self) -> tuple[int, dict[str, Any]] | None:
        """Who posts what next; None: the game is over."""
        for seat, fragment in enumerate(self.fragments):
            if 'class="panel mine"' in fragment:
                action, key, seq = load.choose(fragment), load.KEY.search(fragment), load.PANEL.search(fragment)
                if action is not None and key is not None and seq is not None:
                    return seat, {"action": action, "seen_seq": seq[1], "key": key[1]}
        return None


def play(tables: list[Table], moves: int, profile: cProfile.Profile | None = None) -> dict[str, list[float]]:
    """Seconds of CPU a move, by part."""
    spent: dict[str, list[float]] = {part: [] for part in (*PARTS, UNIT)}
    while len(spent["post"]) < moves and tables:
        table = random.choice(tables)
        chosen = table.form()
        if chosen is None:
            tables.remove(table)
            continue
        seat, form = chosen
        if profile:
            profile.enable()
        begin = time.process_time()
        status, body = post(table.code, table.sessions[seat], form)
        posted = time.process_time()
        table.draw(but=seat)
        drawn = time.process_time()
        if profile:
            profile.disable()
        if status != 200:
            raise SystemExit(f"{form} was answered {status}")
        table.fragments[seat] = gzip.decompress(body).decode()
        sum(number * number for number in range(10_000))
        spent[UNIT].append(time.process_time() - drawn)
        spent["post"].append(posted - begin)
        spent["sockets"].append(drawn - posted)
    return spent


def statements(table: Table) -> dict[str, list[str]]:
    chosen = table.form()
    assert chosen is not None
    with CaptureQueriesContext(connection) as posted:
        post(table.code, table.sessions[chosen[0]], chosen[1])
    with CaptureQueriesContext(connection) as drawn:
        table.draw(but=chosen[0])
    return {
        "post": [query["sql"] for query in posted.captured_queries],
        "sockets": [query["sql"] for query in drawn.captured_queries],
    }


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.move", description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--profile", type=int, default=0, metavar="LINES")
    parser.add_argument("--sort", default="tottime")
    parser.add_argument("--statements", action="store_true")
    chosen = parser.parse_args(arguments)
    call_command("migrate", verbosity=0)
    made = [load_games.game(number, 2, {"turn_clock": None}) for number in range(chosen.games)]
    tables = [Table(str(one["code"]), list(one["sessions"])) for one in made]  # type: ignore[call-overload]
    play(tables, 60)  # warm
    if chosen.statements:
        for part, sql in statements(tables[0]).items():
            print(f"\n{part}: {len(sql)}")
            for text in sql:
                print("   ", text[:1500])
    spent = play(tables, chosen.moves)
    for part, times in spent.items():
        mean, median = sum(times) / len(times) * 1000, sorted(times)[len(times) // 2] * 1000
        print(f"{part:8} {mean:6.2f} ms CPU a move   median {median:6.2f}")
    if chosen.profile:
        profile = cProfile.Profile(time.process_time)
        play(tables, chosen.moves // 2, profile)
        stats = pstats.Stats(profile)
        stats.sort_stats(chosen.sort).print_stats(chosen.profile)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
