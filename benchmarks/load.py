"""How many moves a second, and how long from a post to the other player's socket: `python -m benchmarks.load`.

Starts a cluster (tests/cluster.py: PostgreSQL with fsync, Valkey, two Daphnes, two workers, beat), opens games between
two players with a socket each, and plays them from this one process: posts as a browser sends them, compressed answers,
pushes read from the sockets. A move is over when the other player's socket has brought the table after it.
"""

import argparse
import asyncio
import base64
import contextlib
import datetime
import gzip
import json
import os
import platform
import random
import re
import struct
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests import cluster

ROOT = Path(__file__).resolve().parent.parent
TOKEN = "a" * 32  # of the forms: any that the cookie and the header share
PANEL = re.compile(r'id="panel"[^>]* data-seq="(\d+)"')
KEY = re.compile(r'name="key" value="([^"]+)"')
FITS = re.compile(r'name="action" value="([^"]+)" id="c-[^"]*" class="card fits')
CALL = re.compile(r'name="action" value="([^"]+)" id="w-')
DRAW = re.compile(r'name="action" value="([^"]+)" id="(?:draw|keep)"([^>]*)>')
LOST_AFTER = 20.0  # seconds
UNHURRIED = '{"turn_clock": null}'  # all games are dealt at the beginning, and none may run out of time meanwhile


@dataclass
class Connection:
    """HTTP/1.1, one request after the other, over a connection that stays open."""

    port: int
    reader: Any = None
    writer: Any = None

    async def send(self, method: str, path: str, session: str, body: str = "", more: str = "") -> tuple[int, bytes]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Encoding: gzip\r\n"
            f"Cookie: session={session}; csrf={TOKEN}\r\n{more}Content-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write((head + body).encode())
        status = int((await self.reader.readline()).split()[1])
        length, chunked = 0, False
        while (line := (await self.reader.readline()).strip()) != b"":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
            chunked |= name.lower() == b"transfer-encoding"
        return status, await (self._chunks() if chunked else self.reader.readexactly(length))

    async def _chunks(self) -> bytes:
        body = b""
        while size := int(await self.reader.readline(), 16):
            body += await self.reader.readexactly(size)
            await self.reader.readline()
        await self.reader.readline()
        return body


@dataclass
class Socket:
    """A WebSocket as a browser opens it, without compression; gives the texts that come."""

    port: int
    code: str
    session: str
    received: int = 0  # bytes

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        key = base64.b64encode(random.randbytes(16)).decode()
        self.writer.write(
            f"GET /ws/games/{self.code}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Origin: http://127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: session={self.session}\r\n\r\n".encode()
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(f"no socket: {head[:200]!r}")

    async def read(self) -> str | None:
        """The next text; None: closed."""
        while True:
            try:
                first, second = await self.reader.readexactly(2)
                length = second & 127
                if length == 126:
                    (length,) = struct.unpack(">H", await self.reader.readexactly(2))
                elif length == 127:
                    (length,) = struct.unpack(">Q", await self.reader.readexactly(8))
                data = await self.reader.readexactly(length)
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
            self.received += length + 4
            if first & 15 == 1:
                return str(data.decode())
            if first & 15 == 8:
                return None
            if first & 15 == 9:  # a ping wants its pong, masked with nothing
                self.writer.write(bytes([0x8A, 0x80 | length]) + b"\0\0\0\0" + data)


@dataclass
class Played:
    """One game: its sockets, the latest table of each seat, and who waits for the next one."""

    code: str
    sessions: list[str]
    port: int
    http: Connection
    tables: list[str] = field(default_factory=lambda: ["", ""])
    seqs: list[int] = field(default_factory=lambda: [-1, -1])
    news: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    answered: int = 0  # bytes of the last answer to a post
    pushed: int = 0  # bytes of the last push

    async def open(self) -> None:
        self.sockets = [Socket(self.port, self.code, session) for session in self.sessions]
        for socket in self.sockets:
            await socket.open()
        self.listeners = [asyncio.ensure_future(self._listen(seat)) for seat in (0, 1)]
        while -1 in self.seqs:
            await self._wait()

    async def close(self) -> None:
        for listener, socket in zip(self.listeners, self.sockets, strict=True):
            listener.cancel()
            socket.writer.close()

    async def _listen(self, seat: int) -> None:
        while (text := await self.sockets[seat].read()) is not None:
            if found := PANEL.search(text):
                self.tables[seat], self.seqs[seat] = text, int(found[1])
                self.pushed = len(text)
                self.news.set()
        self.over = True
        self.news.set()

    async def _wait(self) -> None:
        self.news.clear()
        try:
            await asyncio.wait_for(self.news.wait(), LOST_AFTER)
        except TimeoutError:
            raise RuntimeError(f"nothing came for {LOST_AFTER} s: game {self.code}, seqs {self.seqs}") from None

    async def move(self) -> float | None:
        """Plays one move; seconds from before the post until the other's socket has it. None: the game is over."""
        seat = next((seat for seat in (0, 1) if 'class="panel mine"' in self.tables[seat]), None)
        if seat is None or self.over:
            return None
        action, key, before = choose(self.tables[seat]), KEY.search(self.tables[seat]), self.seqs[seat]
        if action is None or key is None:
            return None
        form = urlencode({"action": action, "seen_seq": before, "key": key[1]})
        begin = time.perf_counter()
        post = asyncio.ensure_future(
            self.http.send("POST", f"/games/{self.code}/actions/", self.sessions[seat], form, HEADERS)
        )
        post.add_done_callback(lambda _: self.news.set())
        while self.seqs[1 - seat] <= before and not self.over:
            if post.done() and post.result()[0] != 200:
                raise RuntimeError(f"{action!r} was answered {post.result()[0]}")
            await self._wait()
        took = time.perf_counter() - begin
        status, body = await post
        if status != 200:
            raise RuntimeError(f"{action!r} was answered {status}")
        self.answered = len(body)
        while self.seqs[seat] <= before and not self.over:
            await self._wait()
        return took


HEADERS = f"X-CSRFToken: {TOKEN}\r\nHX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\n"


def choose(table: str) -> str | None:
    """What a player does who draws as often as plays, so that games are long."""
    fits = FITS.findall(table) or CALL.findall(table)
    draw = DRAW.search(table)
    can_draw = draw is not None and "aria-disabled" not in draw[2]
    if fits and (not can_draw or random.random() < 0.5):
        return str(random.choice(fits)).replace("&#x27;", "'")
    return draw[1] if draw is not None and can_draw else None


# -- the measurements ----------------------------------------------------------------------------------------------


async def opened(games: list[dict[str, Any]], count: int, port: int) -> list[Played]:
    """Takes so many games off the list and connects their players."""
    found = [Played(one["code"], one["sessions"], port, Connection(port)) for one in games[:count]]
    del games[:count]
    for place in range(0, count, 10):
        await asyncio.gather(*(one.open() for one in found[place : place + 10]))
    return found


async def steady(games: list[dict[str, Any]], port: int, sockets: int, rate: float, seconds: float) -> dict[str, Any]:
    """So many sockets, and moves at a steady rate in games that take turns."""
    playing = await opened(games, sockets // 2, port)
    spare = list(playing)
    times: list[float] = []
    sizes: list[tuple[int, int]] = []
    running: set[asyncio.Task[None]] = set()
    missed = 0

    async def one(game: Played) -> None:
        took = await game.move()
        if took is not None:
            times.append(took)
            sizes.append((game.answered, game.pushed))
            spare.append(game)

    await asyncio.sleep(2)
    begin = time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begin + number / rate - time.perf_counter()))
        if not spare:
            missed += 1
            continue
        task = asyncio.ensure_future(one(spare.pop(0)))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    for game in playing:
        await game.close()
    times.sort()
    answers, pushes = zip(*sizes, strict=True)
    return {
        "sockets": sockets, "rate": rate, "moves": len(times), "not_sent": missed,
        "p50_ms": at(times, 0.5), "p90_ms": at(times, 0.9), "p99_ms": at(times, 0.99), "max_ms": at(times, 1.0),
        "answer_bytes": sorted(answers)[len(answers) // 2], "push_bytes": sorted(pushes)[len(pushes) // 2],
    }  # fmt: skip


async def saturated(games: list[dict[str, Any]], port: int, at_once: int, seconds: float) -> dict[str, Any]:
    """As many moves as there can be, in so many games at a time; one that ends is replaced."""
    playing = await opened(games, at_once, port)
    times: list[float] = []
    end = time.perf_counter() + seconds

    async def keep_on(game: Played) -> None:
        while time.perf_counter() < end:
            took = await game.move()
            if took is not None:
                times.append(took)
                continue
            await game.close()
            if not games:
                return
            (game,) = await opened(games, 1, port)
        await game.close()

    await asyncio.gather(*(keep_on(game) for game in playing))
    times.sort()
    return {
        "games_at_once": at_once, "moves": len(times), "moves_per_s": round(len(times) / seconds, 1),
        "p50_ms": at(times, 0.5), "p99_ms": at(times, 0.99),
    }  # fmt: skip


def at(times: list[float], share: float) -> float:
    return round(times[min(len(times) - 1, int(share * len(times)))] * 1000, 1)


async def first_load(game: dict[str, Any], port: int) -> dict[str, Any]:
    """Bytes, compressed, of a game's page and all that it asks for."""
    connection = Connection(port)
    _status, body = await connection.send("GET", f"/games/{game['code']}/", game["sessions"][0])
    page = gzip.decompress(body).decode()
    files = sorted(set(re.findall(r'(?:src|href)="(/static/[^"#]+)', page)))
    sizes = {name: len((await connection.send("GET", name, ""))[1]) for name in files}
    return {"page": len(body), "all": len(body) + sum(sizes.values()), "files": sizes}


class Spent:
    """CPU time of the parts of the cluster since this was made: other people's work hardly counts in it."""

    def __init__(self, pids: dict[str, int]) -> None:
        self.pids = pids
        self.before = self._now()

    def per_move(self, moves: int) -> dict[str, float]:
        """Milliseconds a move, by part; `web` without what its Daphnes took."""
        now = self._now()
        return {name: round((now[name] - self.before[name]) * 1000 / moves, 2) for name in now}

    def _now(self) -> dict[str, float]:
        spent: dict[str, float] = {}
        for name, pid in self.pids.items():
            kin = [pid] if name.startswith("web") else [pid, *cluster.children(pid)]
            part = re.sub(r"\d+$", "", name) if name != "web" else "launcher"
            spent[part] = spent.get(part, 0.0) + sum(map(cpu_seconds, kin))
            if part == "web":  # of which its event loop: Twisted, sockets and the channel layer
                spent["web_loop"] = spent.get("web_loop", 0.0) + cpu_seconds(f"{pid}/task/{pid}")
        spent["client"] = time.process_time()
        return spent


def cpu_seconds(pid: int | str) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(
    games: list[dict[str, Any]], port: int, pids: dict[str, int], chosen: argparse.Namespace
) -> dict[str, Any]:
    load = await first_load(games[0], port)
    print(json.dumps({"first_load_bytes": load["all"], "page_bytes": load["page"]}), flush=True)
    found: dict[str, Any] = {"first_load": load, "steady": [], "saturated": []}
    await saturated(games, port, 4, 3)  # warm
    for _ in range(chosen.rounds):
        for count in chosen.sockets:
            found["steady"].append(said(await steady(games, port, count, chosen.rate, chosen.seconds)))
        spent = Spent(pids)
        result = await saturated(games, port, chosen.at_once, chosen.seconds)
        found["saturated"].append(said(result | {"cpu_ms_a_move": spent.per_move(result["moves"])}))
    return found


def said(result: dict[str, Any]) -> dict[str, Any]:
    result["load"] = round(os.getloadavg()[0], 2)
    print(json.dumps(result), flush=True)
    return result


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__.splitlines()[0])
    parser.add_argument("--sockets", type=int, nargs="*", default=[50, 200, 500])
    parser.add_argument("--rate", type=float, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--at-once", type=int, default=16, help="games at a time when saturated")
    parser.add_argument("--webs", type=int, default=2)
    parser.add_argument("--keep", action="store_true", help="write benchmarks/results/load-DATE-COMMIT.json")
    chosen = parser.parse_args(arguments)
    before = os.getloadavg()
    needed = 40 + chosen.rounds * (sum(chosen.sockets) // 2 + int(chosen.seconds * 12))
    variables = {"GAMES_MOVES_A_MINUTE": "1000000"}
    with cluster.running("--webs", str(chosen.webs), variables=variables) as running:
        made = subprocess.run(
            [sys.executable, "-m", "benchmarks.load_games", str(needed), "2", UNHURRIED],
            cwd=ROOT, env={**os.environ, **running.environment}, stdout=subprocess.PIPE, check=True,
        )  # fmt: skip
        found = asyncio.run(measure(json.loads(made.stdout), running.port, running.pids(), chosen))
    result = {"date": datetime.date.today().isoformat(), "commit": commit(), "python": platform.python_version(),
              "cpus": os.cpu_count(), "webs": chosen.webs, "load_before": before, **found}  # fmt: skip
    if chosen.keep:
        path = ROOT / "benchmarks" / "results" / f"load-{result['date']}-{result['commit']}.json"
        path.write_text(json.dumps(result, indent=1) + "\n")
        print(path)
    return 0


def commit() -> str:
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        return subprocess.check_output(["git", "rev-parse", "--short=10", "HEAD"], cwd=ROOT, text=True).strip()
    return "unknown"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
