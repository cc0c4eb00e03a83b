"""How long people's moves take, and how long they wait for a computer, while computer players think at many tables
(check 61).

    python -m tests.ai_load --tables 20 --seconds 60
    python -m tests.ai_load --game go_stop

starts the site in one process, opens that many tables, of Whot with three computer players each, and has a person at
each, with a socket open, who moves about two seconds after the turn came: once against easy ones, which hardly think,
and once against hard ones. Printed are the times from a post to its answer, and from one move at a table to the next
one of a computer player.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import random
import re
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from benchmarks.load import HEADERS, KEY, PANEL, Connection, Socket, choose
from tests.processes import site
from tests.visitor import Guest

THINKS = 2.0  # seconds a person takes, on average
OPEN = re.compile(r'<button name="choose" value="([^"]+)"')  # where a table asks to confirm
KINDS = {"whot": ("001", 4), "go_stop": ("004", 2)}  # preset and seats, where none are named
VARIABLES = {"GUESTS_AN_HOUR": "1000", "GAMES_MOVES_A_MINUTE": "100000"}


@dataclass
class Seen:
    """Seconds, of all tables together."""

    posts: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    refused: int = 0

    def __str__(self) -> str:
        return (
            f"{len(self.posts)} moves of people, p50 {_part(self.posts, 50)} ms, p95 {_part(self.posts, 95)} ms, "
            f"longest {1000 * max(self.posts):.0f} ms, {self.refused} refused\n  {len(self.waits)} moves of computers, "
            f"p50 {_part(self.waits, 50)} ms, p95 {_part(self.waits, 95)} ms, longest {1000 * max(self.waits):.0f} ms"
        )


class Person:
    """Somebody who plays one game after the other against the computer, by a socket and posts as a browser does."""

    def __init__(self, address: str, seen: Seen) -> None:
        self.address, self.seen = address, seen
        self.port = urlsplit(address).port or 80
        self.guest = Guest(address)

    async def play(self, game: str, preset: str, seats: int, level: str, until: float) -> None:
        while time.monotonic() < until:
            await asyncio.to_thread(self.guest.begin, preset, seats, level, game)
            code = self.guest.url.split("/games/")[1].split("/")[0]
            session = next(cookie.value for cookie in self.guest.cookies if cookie.name.endswith("session"))
            socket = Socket(self.port, code, str(session))
            await socket.open()
            await self._game(socket, Connection(self.port), until)
            socket.writer.close()

    async def _game(self, socket: Socket, http: Connection, until: float) -> None:
        """Until it is over or the time is up. Each text of the socket is the table after somebody's move."""
        at, since, computers_turn = -1, time.monotonic(), False
        while time.monotonic() < until:
            try:
                table = await asyncio.wait_for(socket.read(), 30)
            except TimeoutError:
                raise RuntimeError(f"nothing came for 30 s: game {socket.code} at {at}") from None
            found = PANEL.search(table or "")
            if table is None:
                return
            if found is None or int(found[1]) <= at:
                continue
            at, now = int(found[1]), time.monotonic()
            if computers_turn:
                self.seen.waits.append(now - since)
            if 'class="headline"' in table:
                return
            since, computers_turn = now, 'class="panel mine"' not in table
            if not computers_turn:
                await asyncio.sleep(THINKS * (0.5 + random.random()))
                since = await self._move(table, at, http, socket)

    async def _move(self, table: str, at: int, http: Connection, socket: Socket) -> float:
        """Posts a move; gives when."""
        asked = OPEN.findall(table)
        action, key = html.unescape(random.choice(asked)) if asked else choose(table), KEY.search(table)
        assert action is not None and key is not None, "a page of mine without a move"
        form = {"action": action, "seen_seq": at, "key": key[1], "also": "last"}
        begun = time.monotonic()
        path = f"/games/{socket.code}/actions/"
        status, _body = await http.send("POST", path, socket.session, urlencode(form), HEADERS)
        self.seen.posts.append(time.monotonic() - begun)
        self.seen.refused += status != 200
        return begun


def _part(seconds: list[float], percent: int) -> int:
    return round(1000 * statistics.quantiles(seconds, n=100)[percent - 1])


async def measure(address: str, chosen: argparse.Namespace, level: str) -> Seen:
    seen = Seen()
    until = time.monotonic() + chosen.seconds
    preset, seats = KINDS[chosen.game]
    kind = (chosen.game, chosen.preset or preset, chosen.seats or seats)
    people = [Person(address, seen).play(*kind, level, until) for _table in range(chosen.tables)]
    await asyncio.gather(*people)
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.ai_load", description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--game", choices=KINDS, default="whot")
    parser.add_argument("--seats", type=int, help="4; 2 of Go-Stop")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--preset", help="001; 004 of Go-Stop")
    parser.add_argument("--level", action="append", help="default easy, then hard")
    chosen = parser.parse_args()
    for level in chosen.level or ("easy", "hard"):
        with tempfile.TemporaryDirectory() as data, site({**VARIABLES, "DATA_DIR": data}) as (_process, address):
            print(f"{level}: {chosen.tables} tables, {asyncio.run(measure(address, chosen, level))}", flush=True)


if __name__ == "__main__":
    main()
