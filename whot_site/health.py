"""Whether the site is well: the answers of /healthz, for people on call, and /healthz/serving, for load balancers."""

import pkgutil
import shutil
from datetime import timedelta
from importlib import import_module
from pathlib import Path

from django.apps import apps
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.module_loading import module_has_submodule

from games.selectors.clocks import sweep_health

MOST_SKEW = timedelta(seconds=60)
MOST_LAG = timedelta(minutes=1)  # the sweep leaves a heartbeat every few seconds
MOST_OVERDUE = timedelta(minutes=5)
LEAST_ROOM = 50_000_000  # bytes on the disk of SQLite's file: a busy evening of moves, and its journal


def problems() -> list[str]:
    """Return what keeps this process from serving, as short words without secrets; empty when nothing does.

    `database`: not reachable. `read_only`: it takes no writes. `migrations`: reachable, but older than this code.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_read_only" if connection.vendor == "postgresql" else "PRAGMA query_only")
            if cursor.fetchone()[0] in ("on", 1):
                return ["read_only"]
        if _migrations_here() - set(MigrationRecorder(connection).applied_migrations()):
            return ["migrations"]
    except DatabaseError:  # a pool that has none to give is one too
        return ["database"]
    return []


def _migrations_here() -> set[tuple[str, str]]:
    """All there are, as (app, name): by their names alone, for loading them takes time and 2 MB that stay taken."""
    found = set()
    for app in apps.get_app_configs():
        where, _given = MigrationLoader.migrations_module(app.label)
        if where is not None and module_has_submodule(app.module, "migrations"):
            names = (name for _finder, name, _package in pkgutil.iter_modules(import_module(where).__path__))
            found |= {(app.label, name) for name in names if name[0] not in "_~"}
    return found


def _free_beside(file: str | Path) -> int:
    """Bytes free on the disk of this file."""
    return shutil.disk_usage(Path(file).absolute().parent).free


def all_problems() -> tuple[list[str], dict[str, float | None]]:
    """Return everything that is wrong, and what was measured, in seconds (checks 20, 25, 74).

    Beside `problems`: `clock`: this process's clock is over a minute from the database's. `sweep`: nothing swept for a
    minute, or the database takes no writes. `overdue`: a turn that ran out, its grace too, waits over five minutes for
    its end. `held_back`: the sweep refuses to end so many games at once; see `manage.py sweep --dry-run`. `disk`: under
    50 MB are free where SQLite keeps the site; how PostgreSQL's disk is can't be asked of it.
    """
    found = problems()
    if found:
        return found, {}
    try:
        sweep = sweep_health()
    except DatabaseError:  # a pool that has none to give is one too
        return ["database"], {}
    if sweep.skew > MOST_SKEW:
        found.append("clock")
    if sweep.lag is not None and sweep.lag > MOST_LAG:
        found.append("sweep")
    if sweep.overdue is not None and sweep.overdue > MOST_OVERDUE:
        found.append("overdue")
    if sweep.held_back:
        found.append("held_back")
    if connection.vendor == "sqlite" and _free_beside(connection.settings_dict["NAME"]) < LEAST_ROOM:
        found.append("disk")
    times = {"clock_skew": sweep.skew, "job_lag": sweep.lag, "oldest_overdue": sweep.overdue}
    return found, {name: None if time is None else round(time.total_seconds(), 1) for name, time in times.items()}
