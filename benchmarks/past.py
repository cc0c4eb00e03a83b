"""How long a page of past games takes with 100,000 stored games, whatever is searched for.

    python benchmarks/past.py                                  # SQLite, in a temporary file
    python -m tests.servers python benchmarks/past.py          # PostgreSQL (of the tests: without fsync)

Needs requirements.txt, and requirements-dev.txt for the second. Fills an empty database in bulk; a few people play very
much, most do not, as it is. Then many people look at theirs and at one another's, with every kind of search and some
pages back, as whole pages through Django's test client; and the person with the most games with every search there is.
Prints p50 and p95. Exit status 1 where a p95 is above 50 ms.
"""

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PEOPLE = 2000
ASKED = 400
PRESETS = ("000", "001", "001", "001", "002", "003", "000W")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100_000)
    arguments = parser.parse_args()
    place = tempfile.mkdtemp(prefix="whot-past-")
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    os.environ["DATA_DIR"] = place
    try:
        return measure(arguments.games)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def measure(games: int) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    people = fill(games)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE" if connection.vendor == "postgresql" else "PRAGMA optimize = 0x10002")
    from games.models import Player

    most = Player.objects.filter(user=people[0]).count()
    print(f"{connection.vendor}: {games} games of {len(people)} people; the busiest played {most}; "
          f"filled in {time.perf_counter() - began:.0f} s")  # fmt: skip
    some, chance = random.Random(3).sample(people, ASKED), random.Random(4)
    ordinary = [
        (chance.choice([person, *some]), f"/people/{person.username}/games/{search(chance)}") for person in some
    ]
    failed = report("many people", ordinary)
    busy, last = people[0], people[-1]
    hard = [(viewer, f"/people/{busy.username}/games/{text}") for viewer in (busy, last) for text in hardest(people)]
    return report("the busiest, all searches", hard * 5) or failed


def fill(games: int) -> list[Any]:
    """Rows as the services write them, in bulk, the busiest person first; no seats and no log: no list reads them."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Game, Player, SeatKind, Table
    from games.seeds import new_code, new_seed
    from games.services.rules_of_table import TableRules, checked

    drawn, now = random.Random(1), timezone.now()
    people = User.objects.bulk_create(
        User(username=f"person{number}", display_name=f"Person {number}", email=f"p{number}@example.org")
        for number in range(PEOPLE)
    )
    weights = list(accumulate(1 / (number + 20) for number in range(PEOPLE)))
    columns = {key: checked(TableRules(preset=key, seats=4, options={})) for key in set(PRESETS)}
    _proof, sealed = new_seed("benchmark")
    for start in range(0, games, 5000):
        tables, played, players = [], [], []
        for _number in range(start, min(start + 5000, games)):
            four: list[Any] = []
            while len(four) < 4:
                person = drawn.choices(people, cum_weights=weights)[0]
                four += [] if person in four else [person]
            preset, at = drawn.choice(PRESETS), now - timedelta(minutes=drawn.randrange(500_000))
            table = Table(code=new_code(10), host=four[0], created_at=at, seated=4,
                          **{**columns[preset], "onlookers": drawn.random() < 0.7})  # fmt: skip
            table.state = Table.State.FINISHED
            tables.append(table)
            game = Game(
                code=new_code(12), table=table, number=1, rules_key="whot", rules_version=1, preset=preset,
                options=table.options, seats=4, first_seat=0, client_seeds=["-"] * 4, commitment="0" * 64,
                sealed_seed=sealed, started_at=at, seq=50, state=Game.State.OVER, end_reason="emptied_hand",
                outcome={"reason": "emptied_hand", "ranking": [[0], [1], [2], [3]]}, position="x" * 400, ended_at=at,
            )  # fmt: skip
            played.append(game)
            places = drawn.sample((1, 2, 3, 4), 4) if drawn.random() < 0.995 else [1, 1, 3, 4]
            for seat, person in enumerate(four):
                result = "lost" if places[seat] > 1 else "shared" if places.count(1) > 1 else "won"
                players.append(Player(game=game, seat=seat, user=person, kind=SeatKind.PERSON, name=person.display_name,
                                      preset=preset, place=places[seat], result=result, points=9, tally=9,
                                      ended_at=at))  # fmt: skip
        for model, rows in ((Table, tables), (Game, played), (Player, players)):
            model.objects.bulk_create(rows, batch_size=2000)
    return list(people)


def search(chance: random.Random) -> str:
    """A search as people make them: nothing mostly, or one or two things."""
    parts = []
    if chance.random() < 0.3:
        parts.append(f"preset={chance.choice(PRESETS)}")
    if chance.random() < 0.2:
        parts.append(f"result={chance.choice(('won', 'lost', 'shared'))}")
    if chance.random() < 0.3:
        parts.append(f"with=@person{chance.randrange(PEOPLE)}")
    if chance.random() < 0.2:
        parts.append("from=2026-01-01&to=2026-06-30")
    return "?" + "&".join(parts) if parts else ""


def hardest(people: list[Any]) -> Iterator[str]:
    """Searches that find little among very much, or nothing, and pages far back."""
    from games.models import Player

    own = Player.objects.filter(user=people[0], game__table__onlookers=True).order_by("ended_at")
    codes = list(own.values_list("game__code", flat=True))
    yield from ("", f"?before={codes[len(codes) // 2]}", f"?before={codes[30]}", f"?after={codes[30]}")
    yield from ("?preset=000W", "?preset=000W&result=shared", "?result=none", "?preset=004", "?result=shared")
    yield from (
        "?with=@person1",
        "?with=@person1999",
        "?with=@person1,@person2,@person3",
        "?with=person 19",
        "?with=zzz",
    )
    yield from (
        "?with=@person1998&preset=000W&result=shared",
        "?from=2020-01-01&to=2020-12-31",
        "?with=@person1&result=lost",
    )


clients: dict[int, Any] = {}


def ask(person: Any, address: str) -> int:
    from django.test import Client

    client = clients.get(person.pk)
    if client is None:
        client = clients[person.pk] = Client(headers={"host": "localhost"})
        client.force_login(person)
        client.get("/help/")  # the first visit keeps the time zone and language
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.count(b'id="past-')


def report(what: str, asked: list[tuple[Any, str]]) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from whot_site.web import keep_waits_short

    for person, address in asked:  # warm: connections, templates, sessions
        ask(person, address)
    keep_waits_short()  # as a server does before it serves
    wall, cpu, slow = [], [], []
    for person, address in asked:
        began, busy = time.perf_counter(), time.process_time()
        found = ask(person, address)
        wall.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - busy) * 1000)
        slow.append((wall[-1], found, address))
    with CaptureQueriesContext(connection) as captured:
        ask(*asked[0])
    p95, busy95 = (statistics.quantiles(times, n=20)[-1] for times in (wall, cpu))
    print(
        f"  {what}: p50 {statistics.median(wall):.1f} ms, p95 {p95:.1f} ms; this process was busy for "
        f"p50 {statistics.median(cpu):.1f} ms, p95 {busy95:.1f} ms; {len(captured)} queries"
    )
    for took, found, address in sorted(slow, reverse=True)[:3]:
        print(f"    {took:.1f} ms: {address} ({found} games)")
    return 0 if p95 <= 50 else 1


if __name__ == "__main__":
    sys.exit(main())
