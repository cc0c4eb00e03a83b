"""What whoever founded a league may change later: its name, and, before the first round begins, that it is played.

Both raise `games.errors.Refused` subclasses and change nothing then. A season that has begun ends by its rules alone.
"""

from django.db import transaction
from django.urls import reverse

from accounts import limits
from accounts.models import User
from rules.core import gettext_noop as _

from .. import log, push
from ..errors import NotAllowed, Stale
from ..models import Notice, Table
from ..services import notices
from . import rounds
from .joining import latest, locked_league
from .models import Entry, League, Round, Season
from .season_rules import clean_name

RENAMINGS_A_DAY = 10
_A_DAY = 24 * 3600


def rename(code: str, user: User, name: str) -> League:
    """Gives the league another name, by the rules for names at its founding. The same name again changes nothing.

    Raises NotFound, Forbidden, BadRules (the name), accounts.limits.TooMany.
    """
    with transaction.atomic():
        league = locked_league(code, user)
        if name == league.name or (name := clean_name(name)) == league.name:  # one from before these rules too
            return league
        limits.take("league_name", user.pk, RENAMINGS_A_DAY, _A_DAY)
        league.former_name, league.name = league.name, name
        league.save(update_fields=["name", "former_name"])
    # One by one, after that transaction: a table may be locked by somebody who waits for the league's season.
    here = Table.objects.filter(
        meeting__round__season__league=league, state__in=(Table.State.ASSEMBLING, Table.State.PLAYING)
    )
    for pk in list(here.order_by("pk").values_list("pk", flat=True)):
        Table.objects.filter(pk=pk).update(arranged_by=league.name)
    return league


def call_off(code: str, user: User, seen_season: int) -> Season:
    """Calls the season off that the founder was looking at, and tells who had joined, once; twice is no error.

    Its tables are opened with its first round, so that none waits. Raises NotFound, Forbidden, Stale (another season is
    announced by now), NotAllowed (its first round has begun).
    """
    with transaction.atomic():
        league = locked_league(code, user)
        season = latest(league, lock=True)
        if season.number != seen_season:
            raise Stale(_("Another season is announced meanwhile; here is how it is now"))
        if season.state == Season.State.CALLED_OFF:
            return season
        begun = Round.objects.filter(season=season).exclude(state=Round.State.PLANNED).exists()
        if begun or season.state == Season.State.OVER:
            raise NotAllowed(_("This season has begun: it ends by its rules"), "begun")
        now = log.database_now()
        Round.objects.filter(season=season).delete()
        Entry.objects.filter(season=season).update(division=None, number=None)
        season.state, season.ended_at, season.started_at = Season.State.CALLED_OFF, now, None
        season.by_founder = True
        season.save(update_fields=["state", "ended_at", "started_at", "by_founder"])
        rounds.changed(season)
        staying = Entry.objects.filter(season=season, left__isnull=True).exclude(user=user)
        people = list(staying.values_list("user_id", flat=True))
        path = reverse("season", args=[league.code, season.number])
        notices.tell_of(league.name, path, people, Notice.Kind.SEASON_OFF, now)
        push.after_commit(push.muster_changed, [*people, user.pk])
        return season


def pass_on(founder: User) -> None:
    """Whoever founded leagues and goes for good hands each to the member who joined its latest season first and stays
    (ADR 14); the new founder is told. A league without one keeps its founder, a former player. In a transaction that
    has locked these leagues: an heir who goes at the same moment then waits, or is gone.
    """
    for league in League.objects.filter(founder=founder).order_by("pk"):
        season = latest(league)
        staying = Entry.objects.filter(season=season, left__isnull=True, user__is_active=True).exclude(user=founder)
        heir = staying.order_by("joined_at", "pk").first()
        if heir is None:
            continue
        League.objects.filter(pk=league.pk).update(founder=heir.user_id, key=None)
        path = reverse("season", args=[league.code, season.number])
        notices.tell_of(league.name, path, [heir.user_id], Notice.Kind.NOW_FOUNDER, log.database_now())
        push.after_commit(push.muster_changed, [heir.user_id])
