"""Founding a league, joining a season, leaving it, and the next season.

All raise `games.errors.Refused` subclasses and change nothing then. A person's row is locked before a league's, that
before a season's, and a season's never while a table is.
"""

import re
import secrets
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.services import are_friends
from accounts.zones import UTC, zone_named
from rules.core import Message, say
from rules.core import gettext_noop as _

from .. import log, push, seeds
from ..errors import BadRequest, Forbidden, Full, NotAllowed, NotFound, Refused, Stale, TooMany
from ..models import CODE_LENGTH, Table
from ..selectors import any_blocked
from ..services import arranging, tables
from . import calendar, carrying, links, rounds
from .models import Entry, League, Round, Season
from .season_rules import SeasonRules, checked, clean_name

LEAGUES_AT_ONCE = 10
SEASONS_AT_ONCE = 30
MOST_PLAYERS = 2000
NOTICE_TIME = {calendar.HOURS: timedelta(hours=1), calendar.DAYS: timedelta(days=1)}  # before a next season begins
_SOON = 3600
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
_ACTIVE = (Season.State.JOINING, Season.State.RUNNING)


# -- founding ------------------------------------------------------------------------------------------------


def found(founder: User, name: str, rules: SeasonRules, *, join: str = "link", key: str | None = None) -> Season:
    """Founds a league with its first season, in which the founder is entered.

    `key` is the random key of the form: the same key again answers with the league it founded. Raises BadRules,
    BadRequest, Forbidden (guests), TooMany.
    """
    if key is not None and not _KEY.fullmatch(key):
        raise BadRequest(_("The form was not one of ours: its key is missing"), "key")
    if join not in League.Join.values:
        raise BadRequest(_("A league is open, for people with its link, or for friends"), "join")
    now = log.database_now()
    name, columns = clean_name(name), checked(rules, now)
    with transaction.atomic():
        person = tables.locked_person(founder)
        _check_member(person)
        before = League.objects.filter(founder=person, key=key).first() if key else None
        if before is not None:
            return before.seasons.get(number=1)
        running = League.objects.filter(founder=person, seasons__state__in=_ACTIVE)
        if running.count() >= LEAGUES_AT_ONCE:
            message = say(_("You have %(most)s leagues under way; they are the most"), most=LEAGUES_AT_ONCE)
            raise TooMany(message, _SOON, "leagues")
        league = League(code=seeds.new_code(CODE_LENGTH), name=name, founder=person, key=key, join=join, founded_at=now)
        links.renew(league)
        league.save(force_insert=True)
        season = Season.objects.create(league=league, number=1, seed=secrets.token_hex(32), **columns)
        Entry.objects.create(season=season, user=person, joined_at=now)
        return season


def new_link(code: str, user: User) -> str:
    """Makes a new link for the league; the one before leads nowhere. Returns its token. Raises NotFound, Forbidden."""
    with transaction.atomic():
        league = locked_league(code, user)
        links.renew(league)
        league.save(update_fields=["invite_number", "invite_hash"])
        return links.token_of(league)


# -- who may see and join --------------------------------------------------------------------------------------


def may_know_of(league: League, viewer: User | None, token: str | None = None) -> bool:
    """Whether somebody may see that a league exists, its rules and its tables."""
    if league.join == League.Join.OPEN or links.opens(league, token):
        return True
    if viewer is None:
        return False
    if league.founder_id == viewer.pk or Entry.objects.filter(season__league=league, user=viewer).exists():
        return True
    return league.join == League.Join.FRIENDS and are_friends(league.founder, viewer)


def why_not(season: Season, viewer: User | None, token: str | None = None) -> Message | str | None:
    """Why this person can't join the season now; None: they can, or they are in already."""
    if season.state not in _ACTIVE:
        return _("This season is over")
    if viewer is None:
        return _("Sign in to join")
    try:
        _check_may_join(season, viewer, token)
    except Refused as error:
        return error.message
    return None


def _check_may_join(season: Season, person: User, token: str | None) -> None:
    league = season.league
    if not may_know_of(league, person, token):
        raise NotFound(_("There is no such league"))
    _check_member(person)
    entered = Entry.objects.filter(season__league=league, user=person).exists()
    mine = league.founder_id == person.pk or entered
    if league.join == League.Join.LINK and not mine and not links.opens(league, token):
        raise Forbidden(_("This league is for people with its link"), "not_invited")
    if league.join == League.Join.FRIENDS and not mine and not are_friends(league.founder, person):
        raise Forbidden(_("This league is for friends of its founder"), "not_invited")
    if any_blocked(person, {league.founder_id} | _company(season)):
        raise Forbidden(_("You can't join this league"), "blocked")
    if season.state == Season.State.RUNNING and _next_round(season) is None:
        raise NotAllowed(_("The last round of this season has begun; the next season is open to you"), "too_late")


def _company(season: Season) -> set[int]:
    """Whom one would sit with whether one likes or not: at a private league all who are in, as at a private table."""
    if season.league.join == League.Join.OPEN:
        return set()
    return set(Entry.objects.filter(season=season, left__isnull=True).values_list("user", flat=True))


def _check_member(person: User) -> None:
    if not person.is_active or person.closed_at is not None:
        raise Forbidden(_("This account can't join a league"), "inactive")
    if not person.is_member:
        raise Forbidden(_("A league takes weeks: make an account first, and your games come with you"), "guest")


def _next_round(season: Season) -> int | None:
    """Number of the next round to be drawn; None: all are."""
    planned = Round.objects.filter(season=season, state=Round.State.PLANNED).order_by("number")
    found: int | None = planned.values_list("number", flat=True).first()
    return found


# -- joining and leaving -----------------------------------------------------------------------------------------


def join(season_id: int, user: User, token: str | None = None) -> Entry:
    """Enters a person: for the first round while the season is announced, for the next round while it runs.

    Being in already is no error. Raises NotFound, Forbidden (guests, suspended, blocked, not invited), NotAllowed
    (over, too late, or left before), Full, TooMany.
    """
    with transaction.atomic():
        person = tables.locked_person(user)
        season = locked_season(season_id)
        entry = Entry.objects.filter(season=season, user=person).first()
        if entry is not None and entry.left is None:
            return entry
        if season.state not in _ACTIVE:
            raise NotAllowed(_("This season is over"), "over")
        _check_may_join(season, person, token)
        if entry is not None:
            raise NotAllowed(_("You left this season; the next one is open to you"), "left")
        if Entry.objects.filter(user=person, left__isnull=True, season__state__in=_ACTIVE).count() >= SEASONS_AT_ONCE:
            raise TooMany(say(_("You are in %(most)s leagues; they are the most"), most=SEASONS_AT_ONCE), _SOON)
        if Entry.objects.filter(season=season).count() >= MOST_PLAYERS:
            raise Full(say(_("This season is full: %(most)s players are in"), most=MOST_PLAYERS))
        entry = Entry(season=season, user=person, joined_at=log.database_now())
        if season.state == Season.State.RUNNING:
            _place_late(season, entry)
        entry.save(force_insert=True)
        rounds.changed(season)
        return entry


def _place_late(season: Season, entry: Entry) -> None:
    """Who comes late is in the lowest division from the next round on."""
    last = Entry.objects.filter(season=season, division__isnull=False).order_by("-division", "-number").first()
    number = _next_round(season)
    assert number is not None  # `_check_may_join` looked
    entry.first_round = number
    entry.division, entry.number = (last.division, (last.number or 0) + 1) if last else (1, 0)


def withdraw(season_id: int, user: User) -> None:
    """Takes a person out of a season: before it begins as if they had never joined; later what they played stays, and a
    match under way is left (W8.3), one that has not begun is as if they had not been drawn. Twice is no error.

    Raises NotFound, NotAllowed (over)."""
    with transaction.atomic():
        person = tables.locked_person(user)
        season = locked_season(season_id)
        entry = Entry.objects.filter(season=season, user=person).first()
        if entry is None:
            raise NotFound(_("You are not in this season"))
        if season.state == Season.State.JOINING:
            entry.delete()
            rounds.changed(season)
            return
        if season.state != Season.State.RUNNING:
            raise NotAllowed(_("This season is over"), "over")
        if entry.left is None:
            rounds.take_out(season, entry, Entry.Left.WITHDREW)
    rounds.not_to_seat(entry)
    running = Table.objects.filter(
        meeting__round__season=season_id, meeting__seatings__entry=entry,
        state__in=(Table.State.ASSEMBLING, Table.State.PLAYING),
    )  # fmt: skip
    for code in list(running.values_list("code", flat=True)):
        arranging.leave(code, user)


# -- beginning, and the next season ---------------------------------------------------------------------------


def begin_now(code: str, user: User, seen_players: int) -> Season:
    """The founder begins the season that is announced; its calendar runs from now. Twice is no error.

    Raises NotFound, Forbidden, Stale (somebody came or went), NotAllowed (fewer than two).
    """
    with transaction.atomic():
        league = locked_league(code, user)
        season = latest(league, lock=True)
        if season.state == Season.State.RUNNING:
            return season
        if season.state != Season.State.JOINING:
            raise NotAllowed(_("This season is over"), "over")
        players = Entry.objects.filter(season=season).count()
        if players != seen_players:
            raise Stale(_("Somebody joined or left meanwhile; here is how it is now"))
        if players < 2:
            raise NotAllowed(_("A season needs two players"), "too_few")
        season.begins_at = log.database_now()
        season.save(update_fields=["begins_at"])
    rounds.run_season(season.pk)
    season.refresh_from_db()
    return season


def next_season(code: str, user: User) -> Season:
    """Announces the next season by the same rules. Everybody who was in to the end is entered, in the divisions that
    follow from the table; who does not want to withdraws. Twice gives the same season.

    Raises NotFound, Forbidden, NotAllowed (the present one is not over).
    """
    with transaction.atomic():
        league = locked_league(code, user)
        last = latest(league, lock=True)
        if last.state == Season.State.JOINING:
            return last
        if last.state == Season.State.RUNNING:
            raise NotAllowed(_("This season is not over yet"), "running")
        now = log.database_now()
        rules = SeasonRules.of(last)
        same = {field.name: getattr(last, field.name) for field in Season._meta.fields if field.name in _KEPT}
        begins = _next_beginning(rules, now)
        season = Season.objects.create(
            league=league, number=last.number + 1, begins_at=begins, seed=secrets.token_hex(32), **same
        )
        ranked = carrying.ranked(last)
        Entry.objects.bulk_create(
            Entry(season=season, user_id=pk, joined_at=now, rank=rank) for rank, pk in enumerate(ranked)
        )
        push.after_commit(push.muster_changed, ranked)
        return season


_KEPT = {
    "game", "preset", "options", "seats", "games", "onlookers", "layout", "division_size", "movers", "by_tally",
    "no_show_points", "no_show_tally", "no_show_limit", "zone", "length", "unit",
}  # fmt: skip


def _next_beginning(rules: SeasonRules, now: datetime) -> datetime:
    """At the same hour as before, and on the same weekday where rounds are weeks, at least a day (or an hour) ahead."""
    earliest = now + NOTICE_TIME[rules.unit]
    if rules.unit == calendar.HOURS:
        return earliest.replace(second=0, microsecond=0) + timedelta(minutes=1)
    step, zone = (7 if rules.length % 7 == 0 else 1), zone_named(rules.zone) or UTC
    times = max(0, (earliest - rules.begins_at).days // step)
    while calendar.moment_after(rules.begins_at, zone, step, calendar.DAYS, times) < earliest:
        times += 1
    return calendar.moment_after(rules.begins_at, zone, step, calendar.DAYS, times)


# -- rows ----------------------------------------------------------------------------------------------------


def locked_season(season_id: int) -> Season:
    """The locked row of a season. Raises NotFound."""
    rows = Season.objects.select_for_update(of=("self",), no_key=True).select_related("league__founder")
    season = rows.filter(pk=season_id).first()
    if season is None:
        raise NotFound(_("There is no such season"))
    return season


def locked_league(code: str, user: User) -> League:
    league = League.objects.select_for_update(of=("self",), no_key=True).filter(code=code).first()
    if league is None or not may_know_of(league, user):
        raise NotFound(_("There is no such league"))
    if league.founder_id != user.pk:
        raise Forbidden(_("Only who founded the league can do that"), "not_founder")
    return league


def latest(league: League, *, lock: bool = False) -> Season:
    rows = Season.objects.select_for_update(of=("self",), no_key=True) if lock else Season.objects
    return rows.filter(league=league).select_related("league__founder").latest("number")
