"""How long the muster takes with 100,000 stored games and 1,000 open tables.

    python benchmarks/muster.py                                  # SQLite, in a temporary file
    python -m tests.servers python benchmarks/muster.py          # PostgreSQL (of the tests: without fsync)

Needs requirements.txt, and requirements-dev.txt for the second. Fills an empty database in bulk (some minutes at most),
then asks for the musters of many people and prints p50, p95 and the queries of each, once as the services ask and
once as the whole page through Django's test client: the time that passed, and the work of processors in it (with that
of the database server). More than 50 ms of both is a failure.
"""

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PEOPLE = 2000
RUNNING_EACH = 5
ASKED = 300


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--open-tables", type=int, default=1_000)
    arguments = parser.parse_args()
    place = tempfile.mkdtemp(prefix="whot-muster-")
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    os.environ["DATA_DIR"] = place
    try:
        return measure(arguments.games, arguments.open_tables)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def measure(games: int, open_tables: int) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    people = fill(games, open_tables)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    else:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA optimize = 0x10002")
    print(f"{connection.vendor}: {games} games, {open_tables} open tables, {len(people)} people; "
          f"filled in {time.perf_counter() - began:.0f} s")  # fmt: skip
    failed = report("selectors.muster", people, ask_selector)
    return report("the whole page", people, ask_page) or failed


def fill(games: int, open_tables: int) -> list[Any]:
    """Rows as the services write them, in bulk; no log entries: no list reads them."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Game, Player, Seat, SeatKind, Table
    from games.seeds import new_code, new_seed
    from games.services.rules_of_table import TableRules, checked

    drawn = random.Random(1)
    now = timezone.now()
    people = User.objects.bulk_create(
        User(username=f"person{number}", display_name=f"Person {number}", email=f"p{number}@example.org")
        for number in range(PEOPLE)
    )
    columns = checked(TableRules(preset="001", seats=4, options={"turn_clock": 86400}))
    _proof, sealed = new_seed("benchmark")
    running = PEOPLE * RUNNING_EACH // 4
    for start in range(0, games + open_tables, 5000):
        numbers = range(start, min(start + 5000, games + open_tables))
        tables, sat, played, players = [], [], [], []
        for number in numbers:
            four = drawn.sample(people, 4)
            at = now - timedelta(minutes=drawn.randrange(500_000))
            is_open, runs = number >= games, number < running
            state = Table.State.ASSEMBLING if is_open else Table.State.PLAYING if runs else Table.State.FINISHED
            table = Table(code=new_code(10), host=four[0], created_at=at, state=state, **columns)
            table.seated = drawn.randrange(1, 4) if is_open else 4
            tables.append(table)
            for seat, person in enumerate(four[: table.seated]):
                sat.append(Seat(table=table, number=seat, user=person, kind=SeatKind.PERSON, name=person.display_name,
                                agreed=1, joined_at=at))  # fmt: skip
            if is_open:
                continue
            ended = None if runs else at + timedelta(minutes=20)
            game = Game(
                code=new_code(12), table=table, number=1, rules_key="whot", rules_version=1, preset="001",
                options=columns["options"], seats=4, first_seat=0, client_seeds=["-"] * 4, commitment="0" * 64,
                sealed_seed=sealed, turn_clock=86400, started_at=at, seq=50,
                to_act=drawn.randrange(4) if runs else None, turn_since=at, deadline=at if runs else None,
                state=Game.State.PLAYING if runs else Game.State.OVER, end_reason=None if runs else "emptied_hand",
                outcome=None if runs else {"reason": "emptied_hand", "ranking": [[0], [1], [2], [3]]},
                position=None if runs else "x" * 400, ended_at=ended,
            )  # fmt: skip
            played.append(game)
            for seat, person in enumerate(four):
                players.append(Player(game=game, seat=seat, user=person, kind=SeatKind.PERSON, name=person.display_name,
                                      place=None if runs else seat + 1, ended_at=ended))  # fmt: skip
        for model, rows in ((Table, tables), (Seat, sat), (Game, played), (Player, players)):
            model.objects.bulk_create(rows, batch_size=2000)
    return list(people)


def ask_selector(person: Any) -> None:
    from games import selectors

    found = selectors.muster(person)
    assert found.past.rows and found.open_tables.rows


def ask_page(person: Any) -> None:
    from django.test import Client

    client = clients.get(person.pk)
    if client is None:
        client = clients[person.pk] = Client(headers={"host": "localhost"})
        client.force_login(person)
        client.get("/")  # the first visit keeps the time zone and language
    answer = client.get("/")
    assert answer.status_code == 200 and person.display_name in answer.content.decode()


clients: dict[int, Any] = {}


def report(what: str, people: list[Any], ask: Any) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from whot_site.web import keep_waits_short

    asked = random.Random(2).sample(people, ASKED)
    for person in asked:  # warm: connections, templates, sessions
        ask(person)
    keep_waits_short()  # as a server does before it serves
    wall, cpu = [], []
    for person in asked:
        began, busy = time.perf_counter(), worked()
        ask(person)
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((worked() - busy) * 1000)
    with CaptureQueriesContext(connection) as captured:
        ask(asked[0])
    p95, busy95 = (statistics.quantiles(times, n=20)[-1] for times in (wall, cpu))
    print(
        f"  {what}: p50 {statistics.median(wall):.1f} ms, p95 {p95:.1f} ms; the processors worked for "
        f"p50 {statistics.median(cpu):.1f} ms, p95 {busy95:.1f} ms; {len(captured)} queries"
    )
    return 0 if min(p95, busy95) <= 50 else 1


def worked() -> float:
    """Seconds that processors worked for us so far: in this process, and in that of PostgreSQL that serves it.

    On a machine that does much else this tells more than the time that passed.
    """
    from django.db import connection

    seconds = time.process_time()
    if connection.vendor == "postgresql" and connection.connection is not None:
        schedule = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
        seconds += int(schedule.read_text().split()[0]) / 1e9
    return seconds


if __name__ == "__main__":
    sys.exit(main())
