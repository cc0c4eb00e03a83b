"""Django's `flush`, which empties the whole database: rows of the ledger too, which nothing else can delete."""

from typing import Any

from django.core.management.commands import flush
from django.db import connections

from games.coins import guards


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        there = "coins_line" in connection.introspection.table_names()
        if there:
            guards.lift(connection)
        try:
            super().handle(**options)
        finally:
            if there:
                guards.install(connection)
