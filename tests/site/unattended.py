"""`python -m tests.site.unattended`: two games in an empty database, for a site that nobody visits. Prints their codes.

The turn of the first ran out a minute ago; that of the second, a day long, began two minutes ago.
"""

import os
from datetime import timedelta


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    import django

    django.setup()
    from allauth.account.models import EmailAddress
    from django.core.management import call_command
    from django.db.models import F

    from games.models import Game
    from tests.games import factories

    call_command("migrate", verbosity=0)
    codes = []
    for turn_clock, age in ((15, timedelta(minutes=1, seconds=15)), (86_400, timedelta(minutes=2))):
        people = [factories.member(), factories.member()]
        for person in people:
            EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
        game = factories.started(people, preset="002", turn_clock=turn_clock)
        moments = ("started_at", "turn_since", "deadline", "due_at", "remind_at")
        Game.objects.filter(pk=game.pk).update(**{name: F(name) - age for name in moments})
        codes.append(game.code)
    print(*codes)


if __name__ == "__main__":
    main()
