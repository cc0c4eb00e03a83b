"""`manage.py restore FILE`: what `manage.py backup` wrote, into an empty database (docs/hosting.md)."""

import contextlib
import sqlite3
import subprocess
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from .backup import postgres_address, told


class Command(BaseCommand):
    help = "Restores a backup into an empty database, and says how long it took."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="what manage.py backup wrote; - reads it from the standard input (PostgreSQL)")
        parser.add_argument("--pg-restore", default="pg_restore", help="the program, as new as the backup or newer")

    def handle(self, *args: Any, file: str, pg_restore: str, **options: Any) -> None:
        if file != "-" and not Path(file).is_file():
            raise CommandError(f"There is no file {file}.")
        if connection.introspection.table_names():
            raise CommandError("The database holds tables already; a restore never overwrites anything.")
        begin = time.monotonic()
        try:
            if connection.vendor == "postgresql":
                _restore_postgres(file, pg_restore)
            else:
                _restore_sqlite(file)
        except (sqlite3.Error, OSError, subprocess.CalledProcessError) as error:
            raise CommandError(f"Nothing was restored: {told(error)}") from error
        self.stdout.write(
            f"Restored in {time.monotonic() - begin:.1f} s. Now: manage.py migrate, then manage.py replay_games."
        )


def _restore_postgres(file: str, program: str) -> None:
    address, environment = postgres_address()
    # All of it or nothing, so that after a failure it can be tried again.
    command = [program, "--no-owner", "--exit-on-error", "--single-transaction", f"--dbname={address}"]
    source: Any = sys.stdin if file == "-" else subprocess.DEVNULL
    command += [] if file == "-" else [file]
    subprocess.run(command, env=environment, check=True, stdin=source, capture_output=True, text=True)


def _restore_sqlite(file: str) -> None:
    """Copied page by page by SQLite itself, which knows nothing of half a database."""
    if file == "-":
        raise OSError("SQLite reads a backup from a file alone")
    connection.ensure_connection()
    with contextlib.closing(sqlite3.connect(f"file:{Path(file).resolve().as_posix()}?mode=ro", uri=True)) as source:
        found = source.execute("PRAGMA quick_check").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(f"the backup is damaged: {found}")
        source.backup(connection.connection)
