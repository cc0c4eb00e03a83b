"""Whether the site is well: the answers of /healthz, for people on call, and /healthz/serving, for load balancers."""

from datetime import timedelta

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from games.selectors.clocks import sweep_health

MOST_SKEW = timedelta(seconds=60)
MOST_LAG = timedelta(minutes=1)  # the sweep leaves a heartbeat every few seconds
MOST_OVERDUE = timedelta(minutes=5)


def problems() -> list[str]:
    """Return what keeps this process from serving, as short words without secrets; empty when nothing does.

    `database`: not reachable. `read_only`: it takes no writes. `migrations`: reachable, but older than this code.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW transaction_read_only" if connection.vendor == "postgresql" else "PRAGMA query_only")
            if cursor.fetchone()[0] in ("on", 1):
                return ["read_only"]
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return ["migrations"]
    except DatabaseError:  # a pool that has none to give is one too
        return ["database"]
    return []


def all_problems() -> tuple[list[str], dict[str, float | None]]:
    """Return everything that is wrong, and what was measured, in seconds (checks 20, 25, 74).

    Beside `problems`: `clock`: this process's clock is over a minute from the database's. `sweep`: nothing swept for a
    minute, or the database takes no writes. `overdue`: a turn that ran out, its grace too, waits over five minutes for
    its end. `held_back`: the sweep refuses to end so many games at once; see `manage.py sweep --dry-run`.
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
    times = {"clock_skew": sweep.skew, "job_lag": sweep.lag, "oldest_overdue": sweep.overdue}
    return found, {name: None if time is None else round(time.total_seconds(), 1) for name, time in times.items()}
