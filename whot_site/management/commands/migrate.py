"""`manage.py migrate`, one at a time: servers that start together wait for the first of them (case K12)."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

LOCK = 0x77686F74  # any number that no other advisory lock of the site has


class Command(migrate.Command):
    """Django's own under a lock of PostgreSQL; who waited finds nothing left to do. SQLite has one server anyhow."""

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            super().handle(*args, **options)
        finally:
            # A connection that broke has given the lock back already.
            if connection.connection is not None and not connection.connection.closed:
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
