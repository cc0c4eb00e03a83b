"""`manage.py fairness`: checks every finished deal that was not checked yet and makes the figures of today anew.

The site does it by itself each day; this is for who does not want to wait. Exit status 1 when something does not hold.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import log
from games.services import fairness


class Command(BaseCommand):
    help = "Checks finished deals and makes the public figures about them."

    def handle(self, *args: Any, **options: Any) -> None:
        now = log.database_now()
        while fairness.check_finished(now) == fairness.AT_ONCE:
            pass
        figures = fairness.make_report(now).figures
        wrong = [*figures["broken"], *(code for code, _what in figures["wrong"])]
        if wrong or figures["chain"]["broken_at"]:
            raise CommandError(
                f"{len(wrong)} of {figures['games']} deals do not hold ({', '.join(wrong[:5])}); "
                f"the chain breaks at {figures['chain']['broken_at'] or 'no line'}.",
                returncode=1,
            )
        self.stdout.write(f"{figures['games']} deals hold, and the chain of {figures['chain']['number']} commitments.")
