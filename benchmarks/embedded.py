"""The site in one process: how soon it answers, how much memory it takes, how fast Ctrl-C ends it.

    python -m benchmarks.embedded              # a game against the computer of every preset, and what follows a game
    python -m benchmarks.embedded --games 5    # five of each

Needs requirements.txt alone; runs `manage.py play` on a free port with an empty folder of its own. The first start
migrates, the second finds everything in place, and what is measured there is from starting Python to the line that
says it is ready, and to the first page. Then guests play, and review, share and check their games. Memory is what the
system counts as resident for the process (Linux), at its most. Exit status 1 where a bar is passed: 2 s, 100 MB, 1 s.
"""

import argparse
import html
import random
import re
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator

from benchmarks.load import choose
from rules.house_rules import BOOKS
from tests.ai_load import OPEN
from tests.processes import site
from tests.visitor import Guest

READY_S, MEMORY_MB, END_S = 2.0, 100.0, 1.0
MOST_SEATS = 4
KINDS = [(game, kind.key, min(kind.most, MOST_SEATS)) for game, book in BOOKS.items() for kind in book.presets()]
LONGEST_S = 180.0  # of a game: then the next


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=1, help="of every preset")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="whot-embedded-") as place:
        variables = {"DATA_DIR": place, "GUESTS_AN_HOUR": "1000"}
        began = time.monotonic()
        with site(variables):
            print(f"first start, migrating: ready after {time.monotonic() - began:.2f} s")
        began = time.monotonic()
        with site(variables) as (process, address):
            ready = time.monotonic() - began
            urllib.request.urlopen(address, timeout=30).read()
            page = time.monotonic() - began
            print(f"second start: ready after {ready:.2f} s, first page after {page:.2f} s (bar: {READY_S:.0f} s)")
            print(f"memory after the first page: {_memory(process, 'VmRSS'):.1f} MB")
            for told in played(address, chosen.games):
                print(f"  {told}: {_memory(process, 'VmRSS'):.1f} MB")
            most = _memory(process, "VmHWM")
            print(f"memory at its most: {most:.1f} MB (bar: {MEMORY_MB:.0f} MB)")
            began = time.monotonic()
            process.send_signal(signal.SIGINT)
            process.wait(timeout=60)
            ended = time.monotonic() - began
            print(f"Ctrl-C: ended after {ended:.2f} s (bar: {END_S:.0f} s), exit status {process.returncode}")
    return int(page > READY_S or most > MEMORY_MB or ended > END_S)


def played(address: str, games: int) -> Iterator[str]:
    """Plays, reviews, shares and checks; what was done, after each game."""
    for game, preset, seats in KINDS * games:
        guest = Guest(address)
        guest.begin(preset, seats, "hard", game)
        moves, until = 0, time.monotonic() + LONGEST_S
        while not guest.is_over and time.monotonic() < until:
            if guest.is_my_turn:
                move(guest)
                moves += 1
            else:
                time.sleep(0.2)
                guest.look()
        code = re.findall(r"/games/(\w+)/", guest.url)[0]
        looked_at = [f"games/{code}/review/", f"games/{code}/record.json", f"games/{code}/result.png"]
        for path in (*(looked_at if guest.is_over else looked_at[:1]), "fairness/"):
            with guest.opener.open(f"{address}{path}", timeout=30) as answer:
                answer.read()
        yield f"{preset} with {seats} seats, {'over' if guest.is_over else 'cut short'} after {moves} moves"


def move(guest: Guest) -> None:
    """A move of any of the games: what the page offers to choose, where it offers that, or to do."""
    offered = OPEN.findall(guest.page)
    action = html.unescape(random.choice(offered)) if offered else choose(guest.page)
    assert action, "a page of mine without a move"
    code = re.findall(r"/games/(\w+)/", guest.url)[0]
    fields = {"action": action, "also": "last", "seen_seq": guest.field("seen_seq"), "key": guest.field("key")}
    guest.post(f"games/{code}/actions/", fields)


def _memory(process: subprocess.Popen[str], name: str) -> float:
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        kilobytes = next(line.split()[1] for line in status if line.startswith(f"{name}:"))
    return int(kilobytes) / 1000


if __name__ == "__main__":
    raise SystemExit(main())
