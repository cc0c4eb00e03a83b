"""`manage.py rebuild_ratings`: makes all ratings again from the results of matches. `--check` compares only."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ratings import checking


class Command(BaseCommand):
    help = "Makes all ratings again from the results; --check says what differs and changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare with what is stored, and change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            self.stdout.write(f"{checking.rebuild()} results, all ratings made again.")
            return
        found = checking.differences()
        for line in found[: checking.MOST_SHOWN]:
            self.stderr.write(line)
        if found:
            raise CommandError(f"{len(found)} differences. Without --check they are mended.", returncode=1)
        self.stdout.write("Every rating follows from the results, and every result from its games.")
