"""A season that runs by itself: it begins, its rounds open, are played, are settled and close, without anybody.

The task calls `run`; everything it finds is looked at again under the season's lock, and may be done twice, late, or by
two workers. A season's row is never locked while a table is: tables are opened and ended one by one, each in a
transaction of its own, so that what was interrupted goes on where it stopped.
"""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.urls import reverse

from accounts import mails
from accounts.models import User
from accounts.zones import UTC, zone_named

from .. import log, push
from ..models import Table
from ..services import arranging
from ..services.arranging import FEWEST_PEOPLE
from . import calendar, drawing, results
from .models import Entry, Meeting, Round, Season, Seating
from .schedule import divided, lot, rounds_of
from .season_rules import MOST_ROUNDS, table_rules

logger = logging.getLogger(__name__)

MAIL = "league_round"
MOST_SECONDS = 3.0  # of one run: in the embedded site the other sweeps wait for it
AT_ONCE = 500


def run(now: datetime | None = None, seconds: float = MOST_SECONDS) -> int:
    """Does what is due in all seasons; how much that was. What `seconds` do not suffice for comes next time."""
    until = time.monotonic() + seconds
    now = now or log.database_now()
    done = 0
    for find, do in _KINDS:
        for pk in find(now):
            if time.monotonic() > until:
                return done
            done += bool(_try(do, pk, now))
    return done


def run_season(pk: int) -> None:
    """Begins a season that is due and opens its first round, all tables, at once: somebody waits for it."""
    now = log.database_now()
    begin_season(pk, now)
    for number in list(Round.objects.filter(season=pk, number=1).values_list("pk", flat=True)):
        open_round(number, now)
    for meeting in list(
        Meeting.objects.filter(round__season=pk, state=Meeting.State.DRAWN).values_list("pk", flat=True)
    ):
        _try(arrange_meeting, meeting, now)


def _try(do: Callable[[int, datetime], bool], pk: int, now: datetime) -> bool:
    """One failing season does not keep the others waiting."""
    try:
        return do(pk, now)
    except Exception as error:
        logger.error("%s %s of a league failed: %s", do.__name__, pk, type(error).__name__)
        return False


# -- the season ----------------------------------------------------------------------------------------------


def begin_season(pk: int, now: datetime) -> bool:
    """Divides the players up and makes the calendar; calls the season off where fewer than two have joined."""
    with transaction.atomic():
        season = _locked(pk)
        if season is None or season.state != Season.State.JOINING or season.begins_at > now:
            return False
        entries = list(Entry.objects.filter(season=season).select_related("user"))
        gone = [entry.pk for entry in entries if not entry.user.is_active]
        Entry.objects.filter(pk__in=gone).delete()
        players = _in_order(season, [entry for entry in entries if entry.pk not in gone])
        if len(players) < 2:
            season.state, season.ended_at = Season.State.CALLED_OFF, now
        else:
            _divide(season, players)
            _make_calendar(season, now)
            season.state, season.started_at = Season.State.RUNNING, now
        changed(season)
        season.save()
        return True


def _in_order(season: Season, entries: Sequence[Entry]) -> list[Entry]:
    """Those carried on as the season before left them, then who is new, by lot."""
    return sorted(entries, key=lambda one: (one.rank is None, one.rank or 0, lot(season.seed, "entry", one.user_id)))


def _divide(season: Season, players: Sequence[Entry]) -> None:
    sizes = [len(players)]
    if season.division_size:
        sizes = divided(len(players), season.division_size, season.seats)
    at = 0
    for division, size in enumerate(sizes, 1):
        for number, entry in enumerate(players[at : at + size]):
            entry.division, entry.number = division, number
        at += size
    Entry.objects.bulk_update(players, ["division", "number"])
    if season.rounds is None:
        season.rounds = min(MOST_ROUNDS, max(rounds_of(size, season.seats) for size in sizes))


def _make_calendar(season: Season, now: datetime) -> None:
    """The rounds as announced; where nothing ran when the first one was to open, from then on (case D22)."""
    begins = season.begins_at
    if now - begins > calendar.parts(season.length, season.unit).waiting:
        begins = _later(season, begins, now)
    assert season.rounds is not None
    zone = zone_named(season.zone) or UTC
    times = calendar.rounds_from(begins, zone, season.length, season.unit, season.rounds)
    Round.objects.bulk_create(
        Round(season=season, number=number, opens_at=opens, ends_at=ends)
        for number, (opens, ends) in enumerate(times, 1)
    )


def _later(season: Season, opens: datetime, now: datetime) -> datetime:
    """A moment not before `now`, whole days later where rounds are days: they keep to their hour."""
    if season.unit == calendar.HOURS:
        return now
    zone, days = zone_named(season.zone) or UTC, (now - opens).days
    while (found := calendar.moment_after(opens, zone, 1, calendar.DAYS, days)) < now:
        days += 1
    return found


def changed(season: Season) -> None:
    """What is remembered of the season's table is out of date."""
    Season.objects.filter(pk=season.pk).update(news=F("news") + 1)
    season.refresh_from_db(fields=["news"])


def take_out(season: Season, entry: Entry, why: Entry.Left) -> None:
    """Ends the season of a player, in a transaction that holds the season: later rounds are drawn without them."""
    opened = Round.objects.filter(season=season).exclude(state=Round.State.PLANNED).count()
    entry.left, entry.last_round = why, opened
    entry.save(update_fields=["left", "last_round"])
    changed(season)


def not_to_seat(entry: Entry) -> None:
    """A player who went is not seated where a meeting is drawn and its table is not there yet."""
    with transaction.atomic():
        rows = Meeting.objects.select_for_update(of=("self",), no_key=True)
        drawn = list(rows.filter(seatings__entry=entry, state=Meeting.State.DRAWN).values_list("pk", flat=True))
        results.excuse(Seating.objects.filter(meeting__in=drawn, entry=entry))


# -- a round -------------------------------------------------------------------------------------------------


def open_round(pk: int, now: datetime) -> bool:
    """Draws who meets whom, for those who are still in; ends the season where fewer than two are."""
    with transaction.atomic():
        season = _locked(Round.objects.values_list("season", flat=True).get(pk=pk))
        if season is None or season.state != Season.State.RUNNING:
            return False
        here = Round.objects.get(pk=pk)
        before = Round.objects.filter(season=season, number__lt=here.number).exclude(state=Round.State.CLOSED)
        if here.state != Round.State.PLANNED or here.opens_at > now or before.exists():
            return False
        _take_out_who_is_gone(season)
        drawn = drawing.draw(season, here.number)
        if drawn is None:
            _end_season(season, here.number - 1, now)
            return True
        _move_if_late(season, here, now)
        _write_round(season, here, drawn, now)
        changed(season)
        return True


def _take_out_who_is_gone(season: Season) -> None:
    """Who was suspended (case I18), and who did not show up so many times in a row."""
    rows = Entry.objects.filter(season=season, left__isnull=True).select_related("user")
    missed = drawing.absences_in_a_row(season) if season.no_show_limit else {}
    for entry in rows:
        if not entry.user.is_active:
            take_out(season, entry, Entry.Left.WITHDREW)
        elif season.no_show_limit and missed.get(entry.pk, 0) >= season.no_show_limit:
            take_out(season, entry, Entry.Left.NO_SHOW)


def _move_if_late(season: Season, here: Round, now: datetime) -> None:
    """Where nothing ran when the round was to open, it and all behind it move: nobody loses time by it (case D22)."""
    if now - here.opens_at <= calendar.parts(season.length, season.unit).waiting:
        return
    coming = list(Round.objects.filter(season=season, number__gte=here.number).order_by("number"))
    begins, zone = _later(season, here.opens_at, now), zone_named(season.zone) or UTC
    times = calendar.rounds_from(begins, zone, season.length, season.unit, len(coming))
    for row, (opens, ends) in zip(coming, times, strict=True):
        row.opens_at, row.ends_at = opens, ends
    coming[0].opens_at = now  # this one is open already, and the longer
    Round.objects.bulk_update(coming, ["opens_at", "ends_at"])
    here.opens_at, here.ends_at = coming[0].opens_at, coming[0].ends_at


def _write_round(season: Season, here: Round, drawn: Sequence[drawing.Drawn], now: datetime) -> None:
    parts = calendar.parts(season.length, season.unit)
    step = parts.spread / max(1, len(drawn))
    meetings = Meeting.objects.bulk_create(
        Meeting(round=here, number=number, division=one.division, begins_by=now + parts.waiting + number * step)
        for number, one in enumerate(drawn)
    )
    Seating.objects.bulk_create(
        Seating(meeting=meeting, round=here, number=number, entry_id=entry)
        for meeting, one in zip(meetings, drawn, strict=True)
        for number, entry in enumerate(one.entries)
    )
    here.state = Round.State.OPEN
    here.save(update_fields=["state"])
    results.news(season.pk, here.pk)


def arrange_meeting(pk: int, now: datetime) -> bool:
    """Opens the table of a meeting, and tells its people: on their muster, and by one mail a round."""
    with transaction.atomic():
        rows = Meeting.objects.select_for_update(of=("self",), skip_locked=True, no_key=True)
        meeting = rows.filter(pk=pk, state=Meeting.State.DRAWN).select_related("round__season__league").first()
        if meeting is None or meeting.round.state != Round.State.OPEN or meeting.round.ends_at <= now:
            return False
        season = meeting.round.season
        seatings = Seating.objects.filter(meeting=meeting, left_before=False).order_by("number")
        people = [seating.entry.user for seating in seatings.select_related("entry__user")]
        if len(people) < FEWEST_PEOPLE:
            results.write(meeting)  # a bye for who is left
            return True
        path = reverse("league", args=[season.league.code])
        table = arranging.arrange(table_rules(season, len(people)), people, by=season.league.name, path=path, now=now)
        meeting.table, meeting.state = table, Meeting.State.ON
        meeting.save(update_fields=["table", "state"])
        _mail(meeting, people)
        return True


def _mail(meeting: Meeting, people: Sequence[User]) -> None:
    for person in people:
        others = [other for other in people if other.pk != person.pk]
        context: dict[str, Any] = {"meeting": meeting, "round": meeting.round, "league": meeting.round.season.league,
                                   "others": others, "table": meeting.table}  # fmt: skip
        mails.send(person, MAIL, "games/leagues/mail/round.txt", context)


def begin_match(pk: int, now: datetime) -> bool:
    """Begins the match of a meeting without whoever has not come."""
    meeting = Meeting.objects.filter(pk=pk, state=Meeting.State.ON, begins_by__lte=now).first()
    return meeting is not None and meeting.table_id is not None and arranging.begin_late(meeting.table_id, now)


def close_round(pk: int, now: datetime) -> bool:
    """Settles what is not over when a round ends, by the published rule, and closes it; after the last the season is
    over (case I15: never while a match is open)."""
    here = Round.objects.get(pk=pk)
    if here.state != Round.State.OPEN or here.ends_at > now:
        return False
    open_ones = Meeting.objects.filter(round=here, state__in=(Meeting.State.DRAWN, Meeting.State.ON))
    for meeting in list(open_ones.order_by("number").values_list("pk", flat=True)):
        settle(meeting, now)
    with transaction.atomic():
        season = _locked(here.season_id)
        if season is None or open_ones.exists():
            return False
        here = Round.objects.get(pk=pk)
        if here.state != Round.State.OPEN or here.ends_at > now:
            return False
        here.state = Round.State.CLOSED
        here.save(update_fields=["state"])
        if here.number == season.rounds:
            _end_season(season, here.number, now)
        changed(season)
        return True


def settle(pk: int, now: datetime) -> None:
    """Ends a match whose round is over: the running game by its clock (W7.2), and the match as it stands then.

    What did not begin, or broke, has no result; everybody in it has a bye.
    """
    meeting = Meeting.objects.get(pk=pk)
    if meeting.table_id is not None:
        arranging.end_now(meeting.table_id, now)
    with transaction.atomic():
        rows = Meeting.objects.select_for_update(of=("self",), no_key=True).select_related("round")
        locked = rows.filter(pk=pk, state__in=(Meeting.State.DRAWN, Meeting.State.ON)).first()
        if locked is not None:  # the end of a match writes its result itself
            results.write(locked)


def _end_season(season: Season, rounds: int, now: datetime) -> None:
    Round.objects.filter(season=season, state=Round.State.PLANNED).delete()
    season.state, season.ended_at, season.rounds = Season.State.OVER, now, max(1, rounds)
    season.save(update_fields=["state", "ended_at", "rounds"])
    changed(season)
    push.after_commit(push.muster_changed, list(Entry.objects.filter(season=season).values_list("user_id", flat=True)))


def _locked(pk: int) -> Season | None:
    """The season's row, locked; None: somebody else is at it, and this can wait for the next run."""
    rows = Season.objects.select_for_update(skip_locked=True, no_key=True)
    found: Season | None = rows.filter(pk=pk).first()
    return found


# -- what is due ---------------------------------------------------------------------------------------------


def _seasons(now: datetime) -> list[int]:
    due = Season.objects.filter(state=Season.State.JOINING, begins_at__lte=now)
    return list(due.order_by("begins_at").values_list("pk", flat=True)[:AT_ONCE])


def _ending(now: datetime) -> list[int]:
    due = Round.objects.filter(state=Round.State.OPEN, ends_at__lte=now)
    return list(due.order_by("ends_at").values_list("pk", flat=True)[:AT_ONCE])


def _opening(now: datetime) -> list[int]:
    due = Round.objects.filter(state=Round.State.PLANNED, opens_at__lte=now, season__state=Season.State.RUNNING)
    return list(due.order_by("opens_at", "number").values_list("pk", flat=True)[:AT_ONCE])


def _drawn(now: datetime) -> list[int]:
    due = Meeting.objects.filter(state=Meeting.State.DRAWN, round__state=Round.State.OPEN, round__ends_at__gt=now)
    return list(due.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])


def _waiting(now: datetime) -> list[int]:
    due = Meeting.objects.filter(state=Meeting.State.ON, begins_by__lte=now, table__state=Table.State.ASSEMBLING)
    return list(due.order_by("begins_by").values_list("pk", flat=True)[:AT_ONCE])


_KINDS = (
    (_seasons, begin_season),
    (_ending, close_round),
    (_opening, open_round),
    (_drawn, arrange_meeting),
    (_waiting, begin_match),
)
