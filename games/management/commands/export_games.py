"""`manage.py export_games DIRECTORY`: the record (docs/record.md) of every game that is over, one file a game.

A file that is there already with the same bytes is left as it is, so that the same directory can be used every day.
Each record is built by replaying its game: one that does not hold is named, written nowhere, and the exit status is 1.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import log, seeds
from games.models import Game
from games.selectors.records import record_of
from rules.record import RecordError, to_text


class Command(BaseCommand):
    help = "Writes the record of every game that is over into a directory."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", help="where to; it is made if it is not there")
        parser.add_argument("codes", nargs="*", help="codes of games; none: all of them")

    def handle(self, *args: Any, **options: Any) -> None:
        place = Path(options["directory"])
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{place} can't be made: {error.strerror}.", returncode=1) from None
        games = Game.objects.filter(state=Game.State.OVER).select_related("table").order_by("pk")
        if options["codes"]:
            games = games.filter(code__in=options["codes"])
        written = same = wrong = 0
        for game in games.iterator(chunk_size=200):
            try:
                data = to_text(record_of(game)).encode()
            except (RecordError, log.BrokenLog, seeds.CannotOpen, KeyError) as error:
                wrong += 1
                self.stderr.write(f"game {game.code} does not hold: {type(error).__name__}")
                continue
            path = place / f"{game.code}.json"
            if path.exists() and path.read_bytes() == data:
                same += 1
                continue
            path.write_bytes(data)
            written += 1
        if options["codes"] and written + same + wrong < len(set(options["codes"])):
            raise CommandError("Some of these games do not exist or are not over.", returncode=1)
        self.stdout.write(f"{written} records written, {same} there already.")
        if wrong:
            raise CommandError(f"{wrong} games have no record.", returncode=1)
