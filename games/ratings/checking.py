"""Everything made again from the results, and the results from the games: compared with what is stored, or stored."""

import logging
from collections import Counter

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Game, Table

from . import results, services
from .arithmetic import Strength, rate
from .models import RatedMatch, RatedPlayer, Rating

logger = logging.getLogger(__name__)
MOST_SHOWN = 20
_KEPT = (results.WhyNot.COMPUTER, results.WhyNot.GUEST, results.WhyNot.ABANDONED)  # who it was then stays
Row = tuple[float | None, float | None, float | None, float | None, int | None]


def differences() -> list[str]:
    """What is stored and does not follow from games and results, one line each; empty: everything does.

    Results that come meanwhile are not mistaken for it: then everything is looked at once more.
    """
    for _try in range(3):
        services.settle()
        with transaction.atomic():
            services.take_turn(wait=True)
            found = [*_of_results(), *_of_numbers()]
        if not found or not RatedMatch.objects.filter(settled=False).exists():
            break
    return found


def rebuild() -> int:
    """Makes every number again from the results; first notes results that are missing, of matches from before there
    were ratings for example. Returns how many results there are."""
    with transaction.atomic():
        services.take_turn(wait=True)
        for table in missing():
            services.note(table)
        Rating.objects.all().delete()
        RatedPlayer.objects.update(mu_before=None, sigma_before=None, mu=None, sigma=None, number=None)
        RatedMatch.objects.update(settled=False)
        services.settle()
        return RatedMatch.objects.count()


def missing() -> list[Table]:
    """Matches that were played to their end without a result of theirs being noted, the first to end first."""
    noted = RatedMatch.objects.filter(table=OuterRef("pk"))
    played = Game.objects.filter(table=OuterRef("pk"))
    over = Table.objects.filter(Exists(played), ~Exists(noted), state=Table.State.FINISHED, ended_at__isnull=False)
    return list(over.order_by("ended_at", "pk"))


def _of_results() -> list[str]:
    found = [f"the result of table {table.code} is missing" for table in missing()]
    for match in RatedMatch.objects.exclude(why_not__in=_KEPT).select_related("table").iterator(500):
        expected = results.of_table(match.table)
        placed = [(row.seat, row.user_id, row.place) for row in match.players.order_by("seat")]
        why_not = "" if match.why_not == results.WhyNot.OFTEN else match.why_not
        wrong = (match.pool, why_not, match.ended_at) != (expected.pool, expected.why_not, match.table.ended_at)
        if wrong or (not why_not and placed != [tuple(one) for one in expected.placed]):
            found.append(f"the result of table {match.table.code} is not that of its games")
    return found


def _of_numbers() -> list[str]:
    matches = list(RatedMatch.objects.filter(settled=True).order_by("ended_at", "table"))
    rows = services.players_of(matches)
    strengths: dict[services.Key, Strength] = {}
    rated = {found.match: found for found in rate(services.results_of(matches, rows), strengths, Counter())}
    found = []
    for match in matches:
        changes = rated[match.pk].changes if match.pk in rated else None
        for row in rows[match.pk]:
            have: Row = (row.mu_before, row.sigma_before, row.mu, row.sigma, row.number)
            change = changes[row.user_id] if changes is not None else None
            expected: Row = (None,) * 5 if change is None else (*change.before[:2], *change.after)
            if have != expected:
                found.append(f"person {row.user_id} in the match of table {match.table_id}: {have}, not {expected}")
    stored = {
        (rating.pool, rating.user_id): (rating.mu, rating.sigma, rating.matches, rating.settled, rating.board)
        for rating in Rating.objects.all()
    }
    wanted = {key: (*strength, strength.settled, strength.board) for key, strength in strengths.items()}
    for key in sorted(stored.keys() | wanted.keys()):
        if stored.get(key) != wanted.get(key):
            found.append(f"rating of person {key[1]} in {key[0]}: {stored.get(key)}, not {wanted.get(key)}")
    return found
