"""`manage.py give_time 40`: moves every running clock by 40 minutes, or those of the games that are named.

For trouble in which the sweep went on and people could not play. What the sweep itself missed is given back by itself.
"""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.selectors.clocks import with_a_clock
from games.services import extending

MOST = 14 * 24 * 60  # minutes


class Command(BaseCommand):
    help = "Gives time back: moves running clocks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("minutes", type=int)
        parser.add_argument("codes", nargs="*", help="codes of games; none: every game whose clock runs")
        parser.add_argument("--dry-run", action="store_true", help="say which, and do nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        minutes = options["minutes"]
        if not 1 <= minutes <= MOST:
            raise CommandError(f"Give 1 to {MOST} minutes, not {minutes}.", returncode=2)
        done = 0
        codes = options["codes"] or with_a_clock()
        for code in codes:
            if options["dry_run"]:
                self.stdout.write(f"game {code}")
            elif extending.give_time(code, timedelta(minutes=minutes)):
                done += 1
            elif options["codes"]:
                self.stderr.write(f"game {code}: no clock runs there")
        self.stdout.write(f"{len(codes)} games, {done} given {minutes} minutes.")
