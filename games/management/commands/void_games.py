"""`manage.py void_games`: takes results back that a wrong sweep made, for 24 hours after them. The logs stay.

Name games, or give `--since`, and `--until` if it was over by then: every game that ended there because time ran out.
"""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import errors, log
from games.services import undoing


class Command(BaseCommand):
    help = "Takes back the results of games that a wrong clock ended."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of games")
        parser.add_argument(
            "--since", type=_moment, help="games that the clock ended from this time on, 2026-11-30T12:00Z"
        )
        parser.add_argument("--until", type=_moment, help="... and up to this time")
        parser.add_argument("--dry-run", action="store_true", help="say which, and do nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        codes = list(dict.fromkeys(options["codes"]))
        if bool(codes) == bool(options["since"]):
            raise CommandError("Name games, or say --since when the clock went wrong.", returncode=2)
        if options["since"]:
            codes = log.ended_by_the_clock(options["since"], options["until"] or log.database_now())
        done = failed = 0
        for code in codes:
            if options["dry_run"]:
                self.stdout.write(f"game {code}")
                continue
            try:
                done += undoing.void(code)
            except errors.Refused as refused:
                failed += 1
                self.stderr.write(f"game {code}: {refused}")
        self.stdout.write(f"{len(codes)} games, {done} taken back.")
        if failed:
            raise CommandError(f"{failed} games could not be taken back.", returncode=1)


def _moment(text: str) -> datetime:
    """A time with its zone; without one it is UTC. Raises ValueError."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
