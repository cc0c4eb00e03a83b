"""`manage.py sweep`: does at once what the sweep would; `--dry-run` only says it. Prints no card.

`--override` ends games however many they are: look at the dry run first.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import log
from games.services import outages, play, sweeping


class Command(BaseCommand):
    help = "Ends turns, games and pauses whose time is over."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")
        parser.add_argument("--override", action="store_true", help="end games however many would end at once")

    def handle(self, *args: Any, **options: Any) -> None:
        if sweeping.clock_is_wrong():
            raise CommandError(
                f"The clock of this machine and the database's are {outages.skew().total_seconds():.0f} s apart. "
                "Set the clock, then try again.", returncode=1,
            )  # fmt: skip
        now = log.database_now()
        away = outages.missing(now)
        if away and options["dry_run"]:
            self.stdout.write(f"Nothing swept for {away.total_seconds():.0f} s: every running clock would be moved.")
        if away and not options["dry_run"]:
            outages.beat()
            self.stdout.write(f"Nothing swept for {away.total_seconds():.0f} s: every running clock was moved.")
        found = sweeping.plan(now - away if options["dry_run"] else now, override=options["override"], look=True)
        done = 0
        for due in found.todo:
            self.stdout.write(self._line(due))
            if not options["dry_run"]:
                done += self._end(due.code)
        for due in found.held_back:
            self.stdout.write(f"{self._line(due)}: held back")
        self.stdout.write(f"{len(found.todo)} overdue, {done} done, {len(found.held_back)} held back.")
        if found.held_back:
            raise CommandError("Too many games would end at once. --override ends them all the same.", returncode=1)

    def _line(self, due: sweeping.Due) -> str:
        what = {"turn": "a turn is over", "game": "the game's time is over", "pause": "a pause is over"}
        ending = f", which ends the game ({due.ends})" if due.ends else ""
        return f"game {due.code}: {what.get(due.what, 'nothing any more')}{ending}"

    def _end(self, code: str) -> bool:
        try:
            return play.end_overdue(code)
        except Exception as error:
            self.stderr.write(f"game {code} failed and is put off: {type(error).__name__}")
            play.put_off(code)
            return False
