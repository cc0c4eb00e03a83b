"""`manage.py backup FILE`: the whole database as it is at one moment, while the site goes on (docs/hosting.md)."""

import os
import subprocess
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection


class Command(BaseCommand):
    help = "Writes a consistent copy of the database into a new file, without stopping the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="must not exist yet; it appears when the copy is whole")
        parser.add_argument("--pg-dump", default="pg_dump", help="the program, as new as the server or newer")

    def handle(self, *args: Any, file: Path, pg_dump: str, **options: Any) -> None:
        if file.exists():
            raise CommandError(f"{file} exists already; a backup never overwrites anything.")
        if not file.parent.is_dir():
            raise CommandError(f"There is no folder {file.parent}.")
        draft = file.with_name(f".{file.name}.part")
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600)  # names, addresses and sealed seeds are in it
        try:
            if connection.vendor == "postgresql":
                _dump(draft, pg_dump)
            else:
                with connection.cursor() as cursor:
                    cursor.execute("VACUUM INTO %s", [str(draft)])  # into a file that is empty
            draft.rename(file)
        except (DatabaseError, OSError, subprocess.CalledProcessError) as error:
            raise CommandError(f"No backup was made: {told(error)}") from error
        finally:
            draft.unlink(missing_ok=True)
        self.stdout.write(f"{file}: {file.stat().st_size} bytes. Keep SECRET_KEY and SEED_KEYS too, elsewhere.")


def _dump(draft: Path, program: str) -> None:
    address, environment = postgres_address()
    command = [program, "--format=custom", "--no-owner", f"--file={draft}", f"--dbname={address}"]
    subprocess.run(command, env=environment, check=True, capture_output=True, text=True)


def postgres_address() -> tuple[str, dict[str, str]]:
    """The database as PostgreSQL's programs are told of it, and the environment they run in.

    The password goes by that: a command line can be read by everybody on the machine.
    """
    given = connection.get_connection_params()
    parts = ("host", "port", "user", "dbname")
    target = "&".join(f"{name}={quote(str(given[name]), safe='')}" for name in parts if given.get(name))
    return f"postgresql://?{target}", {**os.environ, "PGPASSWORD": given.get("password") or ""}


def told(error: Exception) -> str:
    """What a program said that failed, or what the error says."""
    return str(error.stderr).strip() if isinstance(error, subprocess.CalledProcessError) else str(error)
