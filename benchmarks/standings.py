"""How long the page of a league takes with 1,000 players and 10,000 games.

    python benchmarks/standings.py                                  # SQLite, in a temporary file
    python -m tests.servers python benchmarks/standings.py          # PostgreSQL (of the tests: without fsync)

Needs requirements.txt, and requirements-dev.txt for the second. Fills an empty database in bulk with a season of all
against all, 13 rounds at tables of four, three games a match, and with one of divisions. Then people look at the table,
theirs and others' pages of it, as whole pages through Django's test client; before every tenth look a result of the
open round came in, so that the table has to be worked out anew. Prints p50 and p95 on the wall and of this process's
CPU time, which a busy machine leaves alone (SQLite works inside of it), and how long working it out takes by itself,
behind a new result and in a process that remembers nothing. Exit status 1 where both p95 are above 50 ms.
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
LIMIT_MS = 50
LOOKS, RESULT_AFTER = 400, 10
SEATS, GAMES, ROUNDS = 4, 3, 13


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--players", type=int, default=1000)
    arguments = parser.parse_args()
    place = tempfile.mkdtemp(prefix="whot-standings-")
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    os.environ["DATA_DIR"] = place
    try:
        return measure(arguments.players)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def measure(players: int) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from games.models import Game

    call_command("migrate", verbosity=0)
    people = fill_people(players)
    failed = 0
    for name, size in (("all against all", 0), ("divisions of 13", 13)):
        season = fill_season(name, people, size)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE" if connection.vendor == "postgresql" else "PRAGMA optimize = 0x10002")
        print(f"{connection.vendor}, {name}: {players} players, {Game.objects.count()} games stored")
        failed = report(season, people) or failed
    return failed


def fill_people(players: int) -> list[Any]:
    from accounts.models import User

    return list(
        User.objects.bulk_create(
            User(username=f"person{number}", display_name=f"Person {number}", email=f"p{number}@example.org")
            for number in range(players)
        )
    )


def fill_season(name: str, people: list[Any], size: int) -> Any:
    """Rows as the services write them, in bulk: a season whose last round is open, all matches but one over."""
    from django.utils import timezone

    from games.leagues.models import Entry, League, Meeting, Round, Season, Seating
    from games.leagues.schedule import Past, divided, drawn_round
    from games.models import Game, Player, SeatKind, Table
    from games.seeds import new_code, new_seed
    from games.services.rules_of_table import TableRules, checked

    drawn, now = random.Random(1), timezone.now()
    columns = checked(TableRules(preset="001", seats=SEATS, games=GAMES))
    league = League.objects.create(code=new_code(10), name=name, founder=people[0], join="open", founded_at=now)
    season = Season.objects.create(
        league=league, number=1, state="running", game="whot", preset="001", options=columns["options"], seats=SEATS,
        games=GAMES, layout="divisions" if size else "all", division_size=size, movers=2 if size else 0, zone="UTC",
        begins_at=now - timedelta(days=ROUNDS), length=1, unit="d", rounds=ROUNDS, seed=f"{name:0<64}"[:64],
    )  # fmt: skip
    sizes, entries = divided(len(people), size, SEATS) if size else [len(people)], []
    at = iter(people)
    for division, number in enumerate(sizes, 1):
        entries.append(Entry.objects.bulk_create(
            Entry(season=season, user=next(at), joined_at=now, division=division, number=place)
            for place in range(number)
        ))  # fmt: skip
    _proof, sealed = new_seed("benchmark")
    pasts = [Past() for _size in sizes]
    for number in range(1, ROUNDS + 1):
        opens = now - timedelta(days=ROUNDS - number + 1)
        state = "open" if number == ROUNDS else "closed"
        here = Round.objects.create(
            season=season, number=number, state=state, opens_at=opens, ends_at=opens + timedelta(days=1)
        )
        groups: list[tuple[int, list[Any]]] = []
        for division, (members, past) in enumerate(zip(entries, pasts, strict=True), 1):
            meetings = drawn_round(range(len(members)), SEATS, past, f"{number}")
            past.add(meetings, range(len(members)))
            groups += [(division, [members[player] for player in meeting]) for meeting in meetings]
        tables = Table.objects.bulk_create(
            Table(code=new_code(10), host_id=group[0].user_id, created_at=opens, seated=SEATS, arranged_by=name,
                  **{**columns, "state": "finished"})
            for _division, group in groups
        )  # fmt: skip
        met = Meeting.objects.bulk_create(
            Meeting(round=here, number=place, division=division, state="over", table=table, begins_by=opens)
            for place, ((division, _group), table) in enumerate(zip(groups, tables, strict=True))
        )
        places = [drawn.sample((1, 2, 3, 4), 4) for _group in groups]
        Seating.objects.bulk_create(
            Seating(meeting=meeting, round=here, number=seat, entry=entry, place=place[seat],
                    tally=drawn.randrange(20 * place[seat]), games_won=drawn.randrange(2), misses=drawn.randrange(2))
            for meeting, (_division, group), place in zip(met, groups, places, strict=True)
            for seat, entry in enumerate(group)
        )  # fmt: skip
        games = Game.objects.bulk_create(
            Game(code=new_code(12), table=table, number=game, rules_key="whot", rules_version=1, preset="001",
                 options=columns["options"], seats=SEATS, first_seat=0, client_seeds=["-"] * SEATS, commitment="0" * 64,
                 sealed_seed=sealed, started_at=opens, seq=50, state=Game.State.OVER, end_reason="emptied_hand",
                 outcome={"reason": "emptied_hand"}, position="x" * 400, ended_at=opens)
            for table in tables for game in range(1, GAMES + 1)
        )  # fmt: skip
        Player.objects.bulk_create(
            (Player(game=game, seat=seat, user_id=entry.user_id, kind=SeatKind.PERSON, name="Person", preset="001",
                    place=seat + 1, result="lost" if seat else "won", points=9, tally=9, ended_at=opens)
             for number_of, game in enumerate(games) for seat, entry in enumerate(groups[number_of // GAMES][1])),
            batch_size=2000,
        )  # fmt: skip
    return season


def report(season: Any, people: list[Any]) -> int:
    from django.test import Client

    from games.leagues import results, tables
    from whot_site.web import keep_waits_short

    drawn, open_round = random.Random(2), season.calendar.get(state="open")
    alone: dict[bool, list[float]] = {True: [], False: []}
    for remembered in (False, True) * 9:
        if not remembered:
            tables.forget()
        results.news(season.pk, open_round.pk)
        season.refresh_from_db(fields=["news"])
        began = time.process_time()
        table = tables.table_of(season)
        alone[remembered].append(1000 * (time.process_time() - began))
    divisions = list(table.divisions)
    keep_waits_short()  # as in every process that serves pages
    client, wall, cpu = Client(SERVER_NAME="localhost"), [], []
    for look in range(LOOKS):
        if look % RESULT_AFTER == 0:
            results.news(season.pk, open_round.pk)
        if look % 10 == 0:
            client.force_login(drawn.choice(people))
        asked = {"division": drawn.choice(divisions), "page": drawn.randint(1, 20)} if drawn.random() < 0.5 else {}
        began, began_cpu = time.perf_counter(), time.process_time()
        answer = client.get(f"/leagues/{season.league.code}/", asked)
        wall.append(1000 * (time.perf_counter() - began))
        cpu.append(1000 * (time.process_time() - began_cpu))
        assert answer.status_code == 200
    print(f"  {LOOKS - 1} pages, every {RESULT_AFTER}th behind a new result")
    found = [_figures("wall", wall[1:]), _figures("CPU", cpu[1:])]
    print(
        f"  the table worked out behind a new result: {statistics.median(alone[True]):.0f} ms of CPU time,"
        f" from nothing: {statistics.median(alone[False]):.0f} ms"
    )
    return int(min(found) > LIMIT_MS)


def _figures(name: str, took: list[float]) -> float:
    """Prints p50 and p95 of these milliseconds; gives p95."""
    ordered = sorted(took)
    p95 = ordered[int(0.95 * len(ordered))]
    print(f"  {name}: p50 {statistics.median(ordered):.1f} ms, p95 {p95:.1f} ms (bar: {LIMIT_MS} ms)")
    return p95


if __name__ == "__main__":
    sys.exit(main())
