"""Whether this process can serve: the answer of /healthz, for load balancers and people on call."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from psycopg_pool import PoolTimeout


def problems() -> list[str]:
    """Return what is wrong, as short words without secrets; empty when all is well.

    `database`: not reachable. `migrations`: reachable, but older than this code.
    """
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return ["migrations"]
    except (DatabaseError, PoolTimeout):
        return ["database"]
    return []
