"""kill -9 in mid-game, again and again, on a cluster: `python -m tests.killing` (checks 14, 17, 19, 20).

First the web processes at 200 random moments, then each other part at 20; then the database is away for longer than a
turn may take, then read-only; then two workers and two beats end a hundred turns. Players do not give up: each posts
its move until it is answered, with the same key, over whatever connection there is, and remembers what was
acknowledged. Afterwards the log must hold every acknowledged move exactly once and nothing half done, replay to the
stored summary, and charge nobody a miss.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import psycopg

from benchmarks.load import HEADERS, KEY, PANEL, TOKEN, choose
from tests import cluster
from tests.processes import ROOT, wait_for

WEBS = ("web1", "web2")
OTHERS = ("web", "worker1", "worker2", "beat", "beat2", "valkey", "postgres")
GIVE_UP = 180.0  # seconds without a move; more than anything is away
BLOCK = 20  # kills, after which everything is compared
SMALL = 2**30  # bytes that a disk may have free for it to be filled
SWEEPS = 5.0  # seconds in which every beat has sent for a sweep, and every worker has made one
VARIABLES = {"GAMES_MOVES_A_MINUTE": "1000000"}
MORE = dict(line.split(": ") for line in HEADERS.strip().split("\r\n"))


@dataclass
class Players:
    """Those of one game, played from a thread until told to stop. `acknowledged`: places in the log by key."""

    code: str
    sessions: list[str]
    port: int
    acknowledged: dict[str, int] = field(default_factory=dict)
    unanswered: int = 0
    wrong: list[str] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)
    over: bool = False
    begun: int | None = None  # the place in the log at which they were found: games may have waited for players

    def run(self) -> None:
        try:
            last = time.monotonic()
            while not self.stopping.is_set() and not self.over:
                if self._move():
                    last = time.monotonic()
                elif time.monotonic() - last > GIVE_UP:
                    raise AssertionError(f"the game {self.code} stood still for {GIVE_UP:.0f} s")
                else:
                    time.sleep(0.1)
        except Exception as error:
            self.wrong.append(repr(error))

    def ask(self, method: str, path: str, session: str, body: str = "") -> tuple[int, str]:
        """Status and text; 0 where nothing came."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=15)
        try:
            headers = {**MORE, "Cookie": f"session={session}; csrf={TOKEN}"}
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def _move(self) -> bool:
        for session in self.sessions:
            status, table = self.ask("GET", f"/games/{self.code}/panel", session)
            if status != 200:
                self._check(status, table)
                continue
            if self.begun is None and (seq := PANEL.search(table)):
                self.begun = int(seq[1])
            if 'class="panel mine"' in table:
                return self._post(session, table)
            if 'name="key"' not in table and "headline" in table:
                self.over = True
        return False

    def _post(self, session: str, table: str) -> bool:
        action, key, seq = choose(table), KEY.search(table), PANEL.search(table)
        assert action and key and seq, table[:500]
        form = urlencode({"action": action, "seen_seq": seq[1], "key": key[1]})
        deadline = time.monotonic() + GIVE_UP
        while time.monotonic() < deadline:
            status, text = self.ask("POST", f"/games/{self.code}/actions/", session, form)
            if status == 200:
                self.acknowledged[key[1]] = int(seq[1]) + 1
                return True
            if status == 409:
                return False
            self._check(status, text)
            self.unanswered += 1
            time.sleep(0.1)
        return False

    def _check(self, status: int, text: str) -> None:
        """Nothing, or 503 in plain words, is all that may come instead of an answer."""
        if status not in (0, 503) or "Traceback" in text:
            self.wrong.append(f"{status}: {' '.join(re.sub('<[^>]+>', ' ', text).split())[:300]}")


def games(running: cluster.Cluster, count: int, persons: int, **options: Any) -> list[dict[str, Any]]:
    """New games of two in this cluster; of one person against a computer player where `persons` is 1."""
    made = subprocess.run(
        [sys.executable, "-m", "benchmarks.load_games", str(count), str(persons), json.dumps(options)],
        cwd=ROOT,
        env={**os.environ, **running.environment},
        stdout=subprocess.PIPE,
        check=True,
        timeout=120,
    )
    found: list[dict[str, Any]] = json.loads(made.stdout)
    return found


@dataclass
class Company:
    """Games that go on, two between people and one against a computer player, whatever is killed meanwhile."""

    running: cluster.Cluster
    playing: list[Players] = field(default_factory=list)
    done: list[Players] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)  # house rules of new games
    at_once: int = 20  # new games that are made together
    supply: dict[int, list[dict[str, Any]]] = field(default_factory=dict)

    def keep_on(self) -> None:
        """Begin, and replace what is over."""
        self.done += [players for players in self.playing if players.over]
        self.playing = [players for players in self.playing if not players.over]
        for persons, wanted in ((2, 2), (1, 1)):
            have = sum(len(players.sessions) == persons for players in self.playing)
            for _ in range(wanted - have):
                if not self.supply.get(persons):
                    self.supply[persons] = games(self.running, self.at_once, persons, **self.options)
                one = self.supply[persons].pop()
                players = Players(one["code"], one["sessions"], self.running.port)
                self.playing.append(players)
                threading.Thread(target=players.run, daemon=True).start()

    def begin(self) -> bool:
        self.keep_on()
        return self.wait_for_moves(5)

    def moves(self) -> int:
        return sum(len(players.acknowledged) for players in [*self.done, *self.playing])

    def wait_for_moves(self, more: int, seconds: float = GIVE_UP) -> bool:
        """Whether so many more moves were acknowledged in time."""
        wanted, deadline = self.moves() + more, time.monotonic() + seconds
        while self.moves() < wanted and time.monotonic() < deadline:
            self.keep_on()
            time.sleep(0.05)
        return self.moves() >= wanted

    def wait_for_computer(self, seconds: float) -> bool:
        """Whether the game against a computer player went on by two moves of its person, or to its end, in time."""
        self.keep_on()
        one = next(players for players in self.playing if len(players.sessions) == 1)
        before = len(one.acknowledged)
        return wait_for(lambda: one.over or len(one.acknowledged) >= before + 2, seconds)

    def stop(self) -> list[str]:
        """Ends all games where they are; what was wrong with them."""
        for players in self.playing:
            players.stopping.set()
        time.sleep(0.5)
        wrong = []
        for players in [*self.done, *self.playing]:
            wrong += [f"{players.code}: {text}" for text in players.wrong]
            wrong += [f"{players.code}: {text}" for text in self._compared(players)]
        return wrong

    def _compared(self, players: Players) -> list[str]:
        with psycopg.connect(self.running.environment["DATABASE_URL"]) as database:
            rows = database.execute(
                "SELECT l.seq, l.key, l.action, l.by, g.seq FROM games_logentry l JOIN games_game g ON g.id = l.game_id"
                " WHERE g.code = %s ORDER BY l.seq",
                [players.code],
            ).fetchall()
        wrong = []
        if [row[0] for row in rows] != list(range(1, len(rows) + 1)) or (rows and rows[-1][4] != len(rows)):
            wrong.append("the log has a gap, or its game another place")
        places = {key.split(":", 1)[1]: seq for seq, key, *_rest in rows if key}
        lost = {key: seq for key, seq in players.acknowledged.items() if places.get(key) != seq}
        if lost:
            wrong.append(f"acknowledged and not in the log: {lost}")
        begun = len(rows) if players.begun is None else players.begun
        wrong += [f"a miss was charged: {row}" for row in rows if row[2].startswith("timeout") and row[0] > begun]
        return wrong


def replays(running: cluster.Cluster) -> str:
    """Empty, or what `manage.py replay_games` found."""
    done = subprocess.run(
        [sys.executable, "manage.py", "replay_games"],
        cwd=ROOT,
        env={**os.environ, **running.environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


def print_now(text: str) -> None:
    print(text, flush=True)


def kill_points(company: Company, parts: Sequence[str], chance: random.Random) -> list[str]:
    """Kills these parts, one after the other at random moments, while games go on; returns what was wrong."""
    assert company.begin()
    for number, part in enumerate(parts, 1):
        time.sleep(chance.uniform(0, 0.5))
        killed = company.running.kill(part)
        if not company.running.is_back(part, killed):
            _status, said = company.playing[0].ask("GET", "/healthz", "")
            return [f"{number}: {part} did not come back; /healthz: {said[:300]}"]
        if not company.wait_for_moves(3):
            return [f"{number}: nothing moved after {part} was killed"]
    return []


def without_database(company: Company, seconds: float) -> list[str]:
    """Takes the database away for so long; returns what was wrong (check 19)."""
    assert company.begin()
    with company.running.without("postgres"):
        wrong = refused(company, seconds, "database")
    if not company.wait_for_moves(5):
        wrong.append("nothing moved after the database was back")
    return wrong


def without_web(company: Company, seconds: float) -> list[str]:
    """Takes every web process away for so long, while workers and beats run; returns what was wrong."""
    assert company.begin()
    with company.running.without("web"):
        time.sleep(seconds)
    return [] if company.wait_for_moves(5) else ["nothing moved after the web processes were back"]


def read_only(company: Company, seconds: float) -> list[str]:
    """Has the database take no writes for so long; returns what was wrong (check 20)."""
    assert company.begin()
    switch = "ALTER SYSTEM SET default_transaction_read_only = {}"
    with psycopg.connect(company.running.environment["DATABASE_URL"], autocommit=True) as database:
        database.execute("SET default_transaction_read_only = off")
        try:
            database.execute(switch.format("on").encode())
            database.execute("SELECT pg_reload_conf()")
            wrong = refused(company, seconds, "read_only")
        finally:
            database.execute(switch.format("off").encode())
            database.execute("SELECT pg_reload_conf()")
    if not company.wait_for_moves(5):
        wrong.append("nothing moved after the database took writes again")
    return wrong


def full(company: Company, seconds: float) -> list[str]:
    """Fills the disk of the database for so long; returns what was wrong (check 20). Only for a small file system."""
    assert company.begin()
    assert shutil.disk_usage(company.running.folder).free < SMALL, "TMPDIR must be on a file system of its own"
    ballast = company.running.folder / "ballast"
    try:
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while file.write(bytes(4096)):
                pass
        wrong = refused(company, seconds, "")
    finally:
        ballast.unlink()
    if not company.wait_for_moves(5):
        wrong.append("nothing moved after the disk had room again")
    return wrong


def refused(company: Company, seconds: float, problem: str) -> list[str]:
    """What is wrong while nothing can be stored: only 503 may be said to posts, and nobody may be fooled.

    `problem`: what /healthz names all the while; empty: something, in the end.
    """
    time.sleep(1)  # what was on its way has arrived
    wrong, before, until = [], company.moves(), time.monotonic() + seconds
    status, text = 0, ""
    while time.monotonic() < until:
        for players in company.playing:
            status, text = players.ask("GET", f"/games/{players.code}/", players.sessions[0])
            if status not in (503, *([] if problem == "database" else [200])) or "Traceback" in text:
                wrong.append(f"without {problem} the page of a game said {status}: {text[:300]}")
        status, text = company.playing[0].ask("GET", "/healthz", "")
        if problem and (status != 503 or f'"{problem}"' not in text):
            wrong.append(f"/healthz said {status}: {text[:300]}")
        time.sleep(0.5)
    if status == 200:
        wrong.append(f"after {seconds} s /healthz still said {text[:300]}")
    if problem and company.moves() != before:
        wrong.append("a move was acknowledged that could not be stored")
    return wrong


def ask(running: cluster.Cluster, statement: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    with psycopg.connect(running.environment["DATABASE_URL"]) as database:
        done = database.execute(statement.encode(), values)
        return done.fetchall() if done.description else []


TIMEOUTS = "SELECT game_id, seq, at FROM games_logentry WHERE action LIKE 'timeout%%' AND game_id = ANY(%s)"


def overdue_at_once(running: cluster.Cluster, count: int, rounds: int) -> list[str]:
    """Lets the turn of so many games run out at the same moment, again and again; returns what was wrong.

    For clusters with several workers and beats. Every turn must be ended once: not twice, and not never (check 14).
    """
    codes = [game["code"] for game in games(running, count, 2, max_missed=0)]  # nobody is eliminated for it
    ids = [row[0] for row in ask(running, "SELECT id FROM games_game WHERE code = ANY(%s)", [codes])]
    wrong = []
    for done in range(1, rounds + 1):
        ask(
            running,
            "UPDATE games_game SET deadline = clock_timestamp() - interval '5 s',"
            " due_at = clock_timestamp() - interval '3 s' WHERE id = ANY(%s)",
            [ids],
        )
        wanted = len(ids) * done
        if not wait_for(lambda: len(ask(running, TIMEOUTS, [ids])) >= wanted, GIVE_UP):  # noqa: B023
            wrong.append(f"round {done}: not every turn was ended")
        time.sleep(SWEEPS)  # who would do it again has had the time
        found = Counter(row[0] for row in ask(running, TIMEOUTS, [ids]))
        wrong += [f"round {done}: game {game} has {found[game]} timeouts" for game in ids if found[game] != done]
        if wrong:
            break
    return wrong


def compared(company: Company) -> list[str]:
    """Ends the games; returns what is wrong with what is stored."""
    return [*company.stop(), *filter(None, [replays(company.running)])]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.killing", description=__doc__.splitlines()[0])
    parser.add_argument("--points", type=int, default=200, help="moments at which a web process is killed")
    parser.add_argument("--others", type=int, default=20, help="moments for each other part")
    parser.add_argument("--away", type=float, default=40, help="seconds without the database")
    parser.add_argument(
        "--full",
        type=float,
        default=0,
        help="seconds with a full disk, over 60: /healthz is red after a minute; needs a TMPDIR of its own",
    )
    parser.add_argument("--turns", type=int, default=100, help="turns that two workers and two beats end")
    parser.add_argument("--seed", type=int, default=17)
    chosen = parser.parse_args(arguments)
    chance = random.Random(chosen.seed)
    with cluster.running("--beats", "2", variables=VARIABLES) as running:
        parts = [chance.choice(WEBS) for _ in range(chosen.points)]
        parts += [part for part in OTHERS for _ in range(chosen.others)]
        wrong = []
        for first in range(0, len(parts), BLOCK):
            company = Company(running)
            wrong += kill_points(company, parts[first : first + BLOCK], chance)
            wrong += compared(company)
            moves, points = company.moves(), min(first + BLOCK, len(parts))
            print_now(f"{points} of {len(parts)} kills, {moves} moves since the last line; wrong: {wrong or 'nothing'}")
        if chosen.away:
            for seconds in (chosen.away, chosen.away / 2):  # an outage, and what is too short to be told as one
                company = Company(running, options={"turn_clock": 15})
                wrong += without_database(company, seconds)
                wrong += without_web(company, seconds)
                wrong += compared(company)
                print_now(f"the database was away for {seconds:.0f} s, then every web process")
            company = Company(running)
            wrong += read_only(company, chosen.away)
            wrong += compared(company)
            print_now(f"the database took no writes for {chosen.away:.0f} s")
        if chosen.full:
            company = Company(running)
            wrong += full(company, chosen.full)
            wrong += compared(company)
            print_now(f"the disk was full for {chosen.full:.0f} s")
        if chosen.turns:
            wrong += overdue_at_once(running, 20, -(-chosen.turns // 20))
            print_now(f"{chosen.turns} turns were ended by two workers and two beats")
        for name in ("web", "worker1", "worker2", "beat", "beat2"):
            faults = Counter(re.findall(r"^(\w+(?:\.\w+)*(?:Error|Exception))\b", running.log(name), re.MULTILINE))
            print(f"{name} said: {dict(faults)}")
    print("\n".join(wrong) or "Nothing acknowledged was lost, nothing was half done, nobody was charged a miss.")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
