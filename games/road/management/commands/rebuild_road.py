"""`manage.py rebuild_road`: writes the sums of every career anew from its journal; `--check` only compares, the lines
with their games too, and ends with status 1 on a difference. Both may run beside an open site."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.road import rebuilding
from games.road.models import Career


class Command(BaseCommand):
    help = "Rebuilds feat points, experience and ranks from the journal, or compares them with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; say what differs")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            for user in list(Career.objects.order_by("user").values_list("user", flat=True)):
                rebuilding.rebuild(user)
        wrong = list(rebuilding.wrong_careers())
        for user, what in wrong:
            self.stderr.write(f"career of person {user}: {what}")
        looked_at = Career.objects.count()
        if wrong:
            raise CommandError(f"{len(wrong)} of {looked_at} careers are not what their games give.", returncode=1)
        self.stdout.write(f"{looked_at} careers are what their games give.")
