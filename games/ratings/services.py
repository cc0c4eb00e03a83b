"""Noting results in the transaction that ends a match, and working out what follows from them.

The order of results is that of the moments their matches ended, and of their tables where two ended together. Numbers
are worked out from the first result that is not settled yet to the last one: a result that comes late, or is taken
back, changes those after it as if it had been there (or never) from the beginning.
"""

import logging
from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games import push
from games.models import Game, Table

from . import results
from .arithmetic import Pair, Rated, Result, Strength, pairs_of, rate
from .models import RatedMatch, RatedPlayer, Rating, Turn
from .results import WhyNot

logger = logging.getLogger(__name__)
Key = tuple[str, int]  # pool and person
RATED = ("", WhyNot.OFTEN)  # results that are tried; the others never change anything
_NUMBERS = ("mu_before", "sigma_before", "mu", "sigma", "number")
_MOST_TOLD = 50


def match_over(table: Table, now: datetime) -> None:
    """Notes the result of a match in the transaction that ends it (games.services.following)."""
    note(table)
    transaction.on_commit(settle_soon, robust=True)


def note(table: Table) -> None:
    """Notes the result of a match that is over; its numbers follow with `settle`."""
    assert table.ended_at is not None
    found = results.of_table(table)
    match = RatedMatch.objects.create(
        table=table, pool=found.pool, ended_at=table.ended_at, why_not=found.why_not, settled=bool(found.why_not)
    )
    RatedPlayer.objects.bulk_create(
        RatedPlayer(match=match, user_id=placed.user_id, seat=placed.seat, place=placed.place, ended_at=match.ended_at)
        for placed in found.placed
    )


def game_voided(game: Game) -> None:
    """A game of a match that was rated counts for nothing any more: places anew, or no result at all."""
    match = RatedMatch.objects.select_for_update(no_key=True).filter(table=game.table_id).first()
    if match is None or match.why_not not in RATED:
        return
    found = results.of_table(game.table)
    places = {placed.seat: placed.place for placed in found.placed}
    for player in RatedPlayer.objects.filter(match=match):
        player.place = places.get(player.seat, player.place)
        player.save(update_fields=["place"])
    match.why_not, match.settled = found.why_not, False
    match.save(update_fields=["why_not", "settled"])
    transaction.on_commit(settle_soon, robust=True)


def settle_soon() -> None:
    """As `settle`, unless somebody is at it: then the sweep does it in a moment."""
    settle(wait=False)


def settle(*, wait: bool = True) -> int:
    """Works out the ratings from the first result on that is not settled; how many results that were. May run twice."""
    if not RatedMatch.objects.filter(settled=False).exists():
        return 0
    with transaction.atomic():
        if not take_turn(wait=wait):
            return 0
        first = RatedMatch.objects.filter(settled=False).order_by("ended_at", "table").first()
        if first is None:
            return 0
        return _settle_from(first)


def take_turn(*, wait: bool) -> bool:
    """Whether this transaction is now the one that works out ratings."""
    Turn.objects.get_or_create(pk=1)
    return Turn.objects.select_for_update(no_key=True, skip_locked=not wait).filter(pk=1).first() is not None


def _settle_from(first: RatedMatch) -> int:
    todo = list(_from(first).select_for_update(of=("self",), no_key=True).order_by("ended_at", "table"))
    rows = players_of(todo)
    tried = results_of(todo, rows)
    keys = {(match.pool, row.user_id) for match in todo for row in rows[match.pk]}
    strengths, last = _before(first, keys)
    rated = {found.match: found for found in rate(tried, strengths, _met(first))}
    fresh = [match.table_id for match in todo if not match.settled]
    _write(todo, rows, rated)
    for match in todo:
        if match.pk in rated and rated[match.pk].changes:
            last.update(((match.pool, row.user_id), match.pk) for row in rows[match.pk])
    _write_ratings(keys, strengths, last)
    if len(fresh) <= _MOST_TOLD:
        for code, seq in Game.objects.filter(table__in=fresh).values_list("code", "seq"):
            push.after_commit(push.game_changed, code, seq)
    return len(todo)


def _from(first: RatedMatch) -> QuerySet[RatedMatch]:
    """Results from this one on."""
    later = Q(ended_at__gt=first.ended_at) | Q(ended_at=first.ended_at, table__gte=first.table_id)
    return RatedMatch.objects.filter(later, ended_at__gte=first.ended_at)


def players_of(matches: Iterable[RatedMatch]) -> dict[int, list[RatedPlayer]]:
    """The players of results by seat, by the key of the result."""
    found: dict[int, list[RatedPlayer]] = {match.pk: [] for match in matches}
    keys = list(found)
    for start in range(0, len(keys), 5000):
        rows = RatedPlayer.objects.filter(match__in=keys[start : start + 5000]).order_by("match", "seat")
        for row in rows:
            found[row.match_id].append(row)
    return found


def _before(first: RatedMatch, keys: set[Key]) -> tuple[dict[Key, Strength], dict[Key, int]]:
    """How strong these people were before a result, and which was their last one; nothing of who had none."""
    place = first.ended_at, first.table_id
    strengths: dict[Key, Strength] = {}
    last: dict[Key, int] = {}
    overtaken = []
    people = {person for _pool, person in keys}
    for rating in Rating.objects.filter(user__in=people).select_related("last"):
        key = rating.pool, rating.user_id
        if key not in keys:
            continue
        if (rating.last.ended_at, rating.last.table_id) < place:
            strengths[key], last[key] = Strength(rating.mu, rating.sigma, rating.matches), rating.last_id
        else:
            overtaken.append(key)
    earlier = Q(match__ended_at__lt=first.ended_at) | Q(match__ended_at=first.ended_at, match__table__lt=first.table_id)
    history = RatedPlayer.objects.filter(
        earlier, user__in={person for _pool, person in overtaken}, number__isnull=False
    )
    for row in history.select_related("match").order_by("number"):
        key = row.match.pool, row.user_id
        if key in overtaken:
            assert row.mu is not None and row.sigma is not None and row.number is not None
            strengths[key], last[key] = Strength(row.mu, row.sigma, row.number), row.match_id
    return strengths, last


def _met(first: RatedMatch) -> Counter[Pair]:
    """How many rated matches each pair had had on the day of a result before it."""
    day = results.day_of(first.ended_at)
    since = first.ended_at - timedelta(days=1)
    earlier = RatedMatch.objects.filter(ended_at__gt=since, ended_at__lte=first.ended_at, why_not="", settled=True)
    before = [
        match
        for match in earlier
        if results.day_of(match.ended_at) == day and (match.ended_at, match.table_id) < (first.ended_at, first.table_id)
    ]
    met: Counter[Pair] = Counter()
    for rows in players_of(before).values():
        met.update(pairs_of(day, [row.user_id for row in rows]))
    return met


def _write(todo: list[RatedMatch], rows: dict[int, list[RatedPlayer]], rated: dict[int, Rated]) -> None:
    changed, settled = [], []
    for match in todo:
        found = rated.get(match.pk)
        why_not = match.why_not if found is None else "" if found.changes is not None else WhyNot.OFTEN
        if (why_not, True) != (match.why_not, match.settled):
            match.why_not, match.settled = why_not, True
            settled.append(match)
        for row in rows[match.pk]:
            change = None if found is None or found.changes is None else found.changes[row.user_id]
            numbers = (None,) * 5 if change is None else (*change.before[:2], *change.after)
            if numbers != tuple(getattr(row, name) for name in _NUMBERS):
                for name, value in zip(_NUMBERS, numbers, strict=True):
                    setattr(row, name, value)
                changed.append(row)
    RatedPlayer.objects.bulk_update(changed, _NUMBERS, batch_size=500)
    RatedMatch.objects.bulk_update(settled, ["why_not", "settled"], batch_size=500)


def _write_ratings(keys: set[Key], strengths: dict[Key, Strength], last: dict[Key, int]) -> None:
    have = [key for key in sorted(keys) if key in last]
    Rating.objects.bulk_create(
        [
            Rating(
                user_id=key[1], pool=key[0], mu=found.mu, sigma=found.sigma, matches=found.matches,
                settled=found.settled, board=found.board, last_id=last[key],
            )
            for key, found in ((key, strengths[key]) for key in have)
        ],
        batch_size=500,
        update_conflicts=True,
        unique_fields=["user", "pool"],
        update_fields=["mu", "sigma", "matches", "settled", "board", "last"],
    )  # fmt: skip
    for pool, person in keys - set(have):
        Rating.objects.filter(pool=pool, user=person).delete()


def results_of(matches: Iterable[RatedMatch], rows: dict[int, list[RatedPlayer]]) -> list[Result]:
    return [
        results.as_result(match, [(row.user_id, row.place) for row in rows[match.pk]])
        for match in matches
        if match.why_not in RATED
    ]
