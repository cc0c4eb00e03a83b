"""Coins for the best places of a season, fixed before it begins (E5.4): given once, when it is over.

A league is whole without them: what coins are is asked of `games.coins` here alone.
"""

import logging
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Sum

from accounts.models import User
from rules.core import gettext_noop as _
from rules.core import say

from .. import log
from ..coins.services import granting
from ..errors import Forbidden, NotAllowed
from . import joining, tables
from .models import Entry, Season, SeasonPrize

logger = logging.getLogger(__name__)

MOST = 10_000  # coins of all prizes of a season: what one person of staff may give in a day (E5.5)
LAST_PLACE = 20
_OVER = (Season.State.OVER, Season.State.CALLED_OFF)


def fix(staff: User, season_id: int, place: int, amount: int) -> SeasonPrize:
    """Fixes the prize of a place in the top division, before the season begins and for good.

    Raises NotFound, Forbidden (not staff, or in the season), NotAllowed (begun, fixed already, too much).
    """
    with transaction.atomic():
        season = joining.locked_season(season_id)
        if not staff.is_staff:
            raise Forbidden(_("Only staff fix prizes"))
        if Entry.objects.filter(season=season, user=staff).exists():
            raise Forbidden(_("You are in this season: somebody else has to fix its prizes"))
        if season.state != Season.State.JOINING:
            raise NotAllowed(_("Prizes are fixed before a season begins"), "begun")
        prizes = SeasonPrize.objects.filter(season=season)
        if not 1 <= place <= LAST_PLACE or prizes.filter(place=place).exists():
            message = _("A prize is for a place from 1 to %(last)s that has none yet")
            raise NotAllowed(say(message, last=LAST_PLACE), "place")
        if amount < 1 or amount + (prizes.aggregate(sum=Sum("amount"))["sum"] or 0) > MOST:
            message = _("The prizes of a season are above 0, and all together at most %(most)s coins")
            raise NotAllowed(say(message, most=MOST), "amount")
        return SeasonPrize.objects.create(
            season=season, place=place, amount=amount, fixed_by=staff, fixed_at=log.database_now()
        )


class Shown(NamedTuple):
    place: int
    amount: int
    name: str  # of who got it; empty: nobody, or not yet


def of_season(season: Season) -> list[Shown]:
    """The prizes of a season, the best place first."""
    rows = SeasonPrize.objects.filter(season=season).select_related("given_to__user").order_by("place")
    return [Shown(row.place, row.amount, row.given_to.user.shown_name if row.given_to else "") for row in rows]


def give_due(now: datetime) -> int:
    """Gives the prizes of the seasons that are over; how many were settled. May run twice, or on two workers."""
    due = SeasonPrize.objects.filter(settled_at__isnull=True, season__state__in=_OVER).order_by("pk")
    done = 0
    for pk in list(due.values_list("pk", flat=True)):
        try:
            done += _give(pk, now)
        except Exception as error:  # one prize does not keep the others waiting
            logger.error("prize %s of a season failed: %s", pk, type(error).__name__)
    return done


def _give(pk: int, now: datetime) -> bool:
    with transaction.atomic():
        rows = SeasonPrize.objects.select_for_update(of=("self",), skip_locked=True, no_key=True)
        prize = rows.select_related("season").filter(pk=pk, settled_at__isnull=True).first()
        if prize is None:
            return False
        winner = _winner(prize)
        if winner is not None:
            granting.prize(winner.user, prize.amount, f"season {prize.season_id} place {prize.place}", now)
        prize.given_to, prize.settled_at = winner, now
        prize.save(update_fields=["given_to", "settled_at"])
        return True


def _winner(prize: SeasonPrize) -> Entry | None:
    """Who gets it: the player in that place, who was there in a match, stayed to the end and can have coins.

    Nobody moves up for who can't. Whoever fixed it gets nothing, having joined afterwards.
    """
    top = tables.table_of(prize.season).divisions.get(1, [])
    if prize.place > len(top) or top[prize.place - 1].matches == top[prize.place - 1].absences:
        return None
    stays = Entry.objects.filter(left__isnull=True, user__is_active=True).exclude(user=prize.fixed_by_id)
    entry = stays.select_related("user").filter(pk=top[prize.place - 1].player).first()
    return entry if entry is not None and entry.user.can_stake else None
