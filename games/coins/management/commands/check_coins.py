"""Looks through the whole ledger for the first coin out of place, and works every settlement out anew from its log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.coins import checking


class Command(BaseCommand):
    help = "Names the first coin out of place and exits with 1, or prints the sums."

    def handle(self, *_arguments: Any, **_options: Any) -> None:
        problem = checking.first_out_of_place()
        if problem:
            raise CommandError(problem)
        found = checking.sums()
        self.stdout.write(
            f"players {found.players} + escrow {found.escrow} + house {found.house}"
            f" = grants {found.grants} - burns {found.burns}: every coin is in its place"
        )
