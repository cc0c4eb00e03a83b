"""`manage.py replay_games`: replays every stored game and compares it with its summary. Exit status 1 on a difference.

Run it before each release and after each restore, beside a site that is open if need be. It changes nothing and
prints no card and no seed.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games import log
from games.models import Game


class Command(BaseCommand):
    help = "Replays every stored game and compares it with its stored summary."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of games; none: all of them")

    def handle(self, *args: Any, **options: Any) -> None:
        games = Game.objects.order_by("pk")
        if options["codes"]:
            games = games.filter(code__in=options["codes"])
        looked_at = wrong = 0
        for game in games.iterator(chunk_size=500):
            looked_at += 1
            # What differs may have been added to between two looks: then it is looked at again, held still.
            differences = log.differences(game) and _differences_held_still(game.code)
            if differences:
                wrong += 1
                self.stderr.write(f"game {game.code}: {', '.join(differences)}")
        if options["codes"] and looked_at < len(set(options["codes"])):
            raise CommandError("Some of these games do not exist.", returncode=1)
        if wrong:
            raise CommandError(f"{wrong} of {looked_at} games do not replay to their summary.", returncode=1)
        self.stdout.write(f"{looked_at} games replay to their summary.")


def _differences_held_still(code: str) -> list[str]:
    """The same under the game's lock; none where the game is gone meanwhile."""
    with transaction.atomic():
        game = log.lock(code)
        return log.differences(game) if game is not None else []
