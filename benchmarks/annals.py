"""How long annals take with 100,000 stored games, and leader boards with 100,000 rated people.

    python benchmarks/annals.py                                # SQLite, in a temporary file
    python -m tests.servers python benchmarks/annals.py        # PostgreSQL (of the tests: without fsync)

Fills as `benchmarks/past.py` does. Whole pages through Django's test client: the annals of many people and of the one
with the most games, and the leader board of a pool for its first, a middle and its last person. Prints p50, p95; exit
status 1 where a p95 is above 50 ms.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
from typing import Any

import past

SETTLED = 100_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--people", type=int, default=SETTLED)
    arguments = parser.parse_args()
    place = tempfile.mkdtemp(prefix="whot-annals-")
    sys.path.insert(0, str(past.ROOT))
    os.chdir(past.ROOT)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    os.environ["DATA_DIR"] = place
    try:
        return measure(arguments.games, arguments.people)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def measure(games: int, rated: int) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    people, ranked = past.fill(games), fill_ratings(rated)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE" if connection.vendor == "postgresql" else "PRAGMA optimize = 0x10002")
    print(f"{connection.vendor}: {games} games, {rated} rated people")
    some, chance = random.Random(3).sample(people, past.ASKED), random.Random(4)
    failed = past.report(
        "annals of many", [(chance.choice([who, *some]), f"/people/{who.username}/annals/") for who in some]
    )
    busy = people[0]
    asked = [
        (who, f"/people/{busy.username}/annals/{text}") for who in (busy, people[-1]) for text in ("", "?preset=001")
    ]
    failed = past.report("annals of the busiest", asked * 10) or failed
    board = [(who, "/ratings/whot-2/") for who in (ranked[0], ranked[len(ranked) // 2], ranked[-1], people[0])]
    return past.report("leader board", board * 10) or failed


def fill_ratings(number: int) -> list[Any]:
    """People with a settled rating, the best first."""
    from django.utils import timezone

    from accounts.models import User
    from games.models import Table
    from games.ratings.models import RatedMatch, Rating
    from games.seeds import new_code
    from games.services.rules_of_table import TableRules, checked

    now, columns = timezone.now(), checked(TableRules(preset="001", seats=2, options={}))
    people = User.objects.bulk_create(
        (
            User(username=f"rated{one}", display_name=f"Rated {one}", email=f"r{one}@example.org")
            for one in range(number)
        ),
        batch_size=2000,
    )
    table = Table.objects.create(code=new_code(10), host=people[0], created_at=now, **columns)
    match = RatedMatch.objects.create(table=table, pool="whot-2", ended_at=now, settled=True)
    Rating.objects.bulk_create(
        (
            Rating(user=person, pool="whot-2", mu=40 - place / number * 30, sigma=5, matches=50, settled=True,
                   board=30 - place / number * 30, last=match)
            for place, person in enumerate(people)
        ),
        batch_size=2000,
    )  # fmt: skip
    return list(people)


if __name__ == "__main__":
    sys.exit(main())
