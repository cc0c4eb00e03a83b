"""Eight people at the same games at the same time, and whether what they saw can have happened (check 15).

`python -m tests.history --clients 8 --operations 500` plays against a running server (`--cluster`: as in production)
and records every operation with the moments before and after it. The record must be linearisable game by game: there
is one order of all operations, each placed between its two moments, that is the stored log; and no acknowledged action
is missing from it.
"""

import argparse
import http.client
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests import cluster
from tests.processes import ROOT, environment, site

TOKEN = "a" * 32  # of the forms: any that the cookie and the header share
PLACE = re.compile(r'data-seq="(\d+)"')
CHOICE = re.compile(r'name="action" value="([^"]+)"([^>]*)')
MINE = 'class="panel mine"'
OVER = ">GAME OVER<"
AT_ONCE = 4  # games that are played at the same time; when one is over all go on to the next
# Nobody reads what the server writes: a line for each refusal would fill the pipe.
VARIABLES = {"GAMES_MOVES_A_MINUTE": "1000000000", "GUESTS_AN_HOUR": "1000000000", "LOG_LEVEL": "CRITICAL"}


class Operation(NamedTuple):
    """What one client did, between two moments (seconds), and what it was told."""

    game: str
    kind: str  # look, act, again (the same post as before)
    begun: float
    ended: float
    status: int  # 0: no answer came
    seen: int | None  # the place in the log that the answer shows
    seat: int
    action: str = ""
    seen_seq: int = -1
    key: str = ""


class Row(NamedTuple):
    """An entry of a stored log. `key`: of the post, without the seat; None: written by the house."""

    seq: int
    seat: int | None
    action: str
    key: str | None


# -- the check -------------------------------------------------------------------------------------------------------


def faults(operations: Sequence[Operation], logs: Mapping[str, Sequence[Row]]) -> list[str]:
    """Why the history of each game can't have happened, in sentences; empty: it is linearisable and nothing is lost."""
    found = []
    for code, rows in logs.items():
        mine = [one for one in operations if one.game == code]
        found += [f"game {code}: {fault}" for fault in (*_kept(mine, rows), *_ordered(mine, rows))]
    return found


def _kept(operations: Iterable[Operation], rows: Sequence[Row]) -> Iterator[str]:
    """Every acknowledged action is in the log once, where it was meant; every refused one is not."""
    if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
        yield "the log has gaps"
    by_key: dict[tuple[int | None, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row.key is not None:
            by_key[row.seat, row.key].append(row)
    posts: dict[tuple[int, str], list[Operation]] = defaultdict(list)
    for one in operations:
        if one.key:
            posts[one.seat, one.key].append(one)
    for (seat, key), same in posts.items():
        entries = by_key.pop((seat, key), [])
        acknowledged = any(one.status == 200 for one in same)
        unknown = any(one.status == 0 for one in same)
        if len(entries) > 1:
            yield f"the post {key} counted {len(entries)} times"
        if acknowledged and not entries:
            yield f"the acknowledged post {key} is not in the log"
        if entries and not acknowledged and not unknown:
            yield f"the refused post {key} is in the log"
        for entry in entries[:1]:
            if (entry.action, entry.seq) != (same[0].action, same[0].seen_seq + 1):
                yield f"the post {key} was {same[0].action!r} at {same[0].seen_seq}, but stands as {entry}"
    for (seat, key), _entries in by_key.items():
        yield f"nobody made the post {key} of seat {seat}"


def _ordered(operations: Sequence[Operation], rows: Sequence[Row]) -> Iterator[str]:
    """For each entry of the log there must be a moment, none before that of the entry before it: not before its post
    begun or after it ended, not after an answer that shows it, not before an operation that ended up without it began.
    """
    by_key = {(row.seat, row.key): row.seq for row in rows}
    earliest, latest = [0.0] * (len(rows) + 2), [float("inf")] * (len(rows) + 2)
    for one in operations:
        if one.seen is not None:
            if one.seen > len(rows):
                yield f"an answer shows place {one.seen}, and the log ends at {len(rows)}"
                continue
            latest[one.seen] = min(latest[one.seen], one.ended)
            earliest[one.seen + 1] = max(earliest[one.seen + 1], one.begun)
        place = by_key.get((one.seat, one.key)) if one.kind == "act" else None
        if place is not None:
            earliest[place] = max(earliest[place], one.begun)
            if one.status:  # without an answer nobody knows when it arrived
                latest[place] = min(latest[place], one.ended)
    for place in range(len(rows) - 1, 0, -1):  # whoever saw a later entry has seen this one
        latest[place] = min(latest[place], latest[place + 1])
    for place in range(1, len(rows) + 1):
        earliest[place] = max(earliest[place], earliest[place - 1])
        if earliest[place] > latest[place]:
            yield f"entry {place} was seen {earliest[place] - latest[place]:.6f} s before it can have been made"


# -- the clients -----------------------------------------------------------------------------------------------------


@dataclass
class Client:
    """One browser window that plays all seats of all games, each as its own player."""

    port: int
    games: list[dict[str, Any]]
    chance: random.Random
    operations: int
    done: list[Operation] = field(default_factory=list)
    pages: dict[tuple[str, int], str] = field(default_factory=dict)
    over: set[str] = field(default_factory=set)
    fault: str = ""

    def run(self) -> None:
        try:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            for _number in range(self.operations):
                self.done.append(self._one())
        except Exception as error:  # a thread has nobody to raise it to
            self.fault = f"{type(error).__name__}: {error}"

    def _one(self) -> Operation:
        going = [game for game in self.games if game["code"] not in self.over]
        game = self.chance.choice(going[:AT_ONCE] or self.games[-AT_ONCE:])
        seat = self.chance.randrange(len(game["sessions"]))
        turns = [one for one in range(len(game["sessions"])) if MINE in self.pages.get((game["code"], one), "")]
        if turns and self.chance.random() < 0.5:  # whose turn it was, when this window last looked
            seat = turns[0]
        drawn = self.chance.random()
        earlier = [one for one in self.done if one.kind == "act"]
        if drawn < 0.3 or (game["code"], seat) not in self.pages:
            return self._asked(game, seat, "look", "GET", "panel")
        if drawn < 0.4 and earlier:
            one = self.chance.choice(earlier[-20:])
            again = next(each for each in self.games if each["code"] == one.game)
            return self._posted(again, one.seat, "again", one.action, one.seen_seq, one.key)
        page = self.pages[game["code"], seat]
        if MINE not in page and self.chance.random() < 0.7:
            return self._asked(game, seat, "look", "GET", "panel")
        legal = [action for action, more in CHOICE.findall(page) if "aria-disabled" not in more]
        choices = legal if legal and self.chance.random() < 0.9 else ["draw", "play C5"]
        place = PLACE.search(page)
        assert place is not None
        return self._posted(game, seat, "act", self.chance.choice(choices), int(place[1]), f"{os.urandom(9).hex()}")

    def _posted(self, game: dict[str, Any], seat: int, kind: str, action: str, seq: int, key: str) -> Operation:
        form = urlencode({"action": action, "seen_seq": seq, "key": key})
        return self._asked(game, seat, kind, "POST", "actions/", form)._replace(action=action, seen_seq=seq, key=key)

    def _asked(
        self, game: dict[str, Any], seat: int, kind: str, method: str, part: str, body: str | None = None
    ) -> Operation:
        headers = {"Cookie": f"session={game['sessions'][seat]}; csrf={TOKEN}", "X-CSRFToken": TOKEN,
                   "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}  # fmt: skip
        begun = time.perf_counter()
        try:
            self.connection.request(method, f"/games/{game['code']}/{part}", body, headers)
            answer = self.connection.getresponse()
            status, page = answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            return Operation(game["code"], kind, begun, time.perf_counter(), 0, None, seat)
        ended = time.perf_counter()
        found = PLACE.search(page)
        if found:
            self.pages[game["code"], seat] = page
            if OVER in page:
                self.over.add(game["code"])
        if status >= 500:
            raise AssertionError(f"{method} {part} was answered {status}")
        return Operation(game["code"], kind, begun, ended, status, int(found[1]) if found else None, seat)


def played(port: int, games: list[dict[str, Any]], clients: int, operations: int, seed: int) -> list[Operation]:
    """What all clients did, at once. Raises AssertionError where one of them failed."""
    windows = [Client(port, games, random.Random(f"{seed} {number}"), operations) for number in range(clients)]
    threads = [threading.Thread(target=window.run) for window in windows]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not any(window.fault for window in windows), [window.fault for window in windows]
    return [one for window in windows for one in window.done]


# -- the server ------------------------------------------------------------------------------------------------------

_ROWS = """
import json
from games.models import LogEntry
rows = LogEntry.objects.order_by("game", "seq").values_list("game__code", "seq", "seat", "action", "key")
print("rows", json.dumps(list(rows)))
"""


@contextmanager
def server(on_cluster: bool) -> Iterator[tuple[int, dict[str, str]]]:
    """A running site: its port, and the environment in which a program of one's own joins its database."""
    if on_cluster:
        with cluster.running("--fast", variables=VARIABLES) as running:
            yield running.port, {**os.environ, **running.environment}
        return
    with tempfile.TemporaryDirectory() as folder:
        variables = {"DATA_DIR": folder, **VARIABLES}
        with site(variables) as (_process, address):
            yield int(address.rsplit(":", 1)[1].strip("/")), environment(**variables)


def output(joined: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=joined, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def logs_of(joined: dict[str, str], games: Iterable[dict[str, Any]]) -> dict[str, list[Row]]:
    told = output(joined, "manage.py", "shell", "--no-imports", "-c", _ROWS)
    rows = json.loads(next(line for line in told.splitlines() if line.startswith("rows ")).removeprefix("rows "))
    found: dict[str, list[Row]] = {game["code"]: [] for game in games}
    for code, seq, seat, action, key in rows:
        if code in found:
            found[code].append(Row(seq, seat, action, key.split(":", 1)[1] if key else None))
    return found


def tried(on_cluster: bool, clients: int, operations: int, seed: int) -> tuple[list[Operation], list[str]]:
    """Plays against a server started for it: what was done, and what is wrong with it."""
    with server(on_cluster) as (port, joined):
        count = AT_ONCE + clients * operations // 120
        games = json.loads(output(joined, "-m", "benchmarks.load_games", str(count), "3"))
        operations_done = played(port, games, clients, operations, seed)
        logs = logs_of(joined, games)
    return operations_done, faults(operations_done, logs)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.history", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--operations", type=int, default=500, help="of each client")
    parser.add_argument("--cluster", action="store_true", help="PostgreSQL, two web processes, two workers")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    chosen = parser.parse_args()
    begun = time.monotonic()
    done, wrong = tried(chosen.cluster, chosen.clients, chosen.operations, chosen.seed)
    statuses = Counter((one.kind, one.status) for one in done)
    print(f"{len(done)} operations in {time.monotonic() - begun:.0f} s (--seed {chosen.seed}):")
    for (kind, status), count in sorted(statuses.items()):
        print(f"  {kind} answered {status}: {count}")
    print("\n".join(wrong) or "linearisable, and no acknowledged action is missing")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
