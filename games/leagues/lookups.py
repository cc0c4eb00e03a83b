"""Looking up leagues: their seasons, the calendar, who meets whom. Each needs a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.models import Block, Friendship, User

from ..models import Game, Table
from .models import Entry, League, Meeting, Round, Season, Seating, went
from .points import points_of
from .standings import Line, Match, NoShow, Row, shown, tally_of
from .tables import SeasonTable, table_of

PAGE = 25


@dataclass(frozen=True)
class Brought:
    """What a match that is over brought one of its players."""

    user: User
    absent: bool
    left: bool
    points: str  # league points, as they are shown
    tally: int


def brought(meeting: Meeting) -> list[Brought]:
    """What a match brought its players, best first; empty where it has no result. `meeting`: with round and season."""
    if meeting.state != Meeting.State.OVER:
        return []
    rows = (
        Seating.objects.filter(meeting=meeting, left_before=False).annotate(went=went()).select_related("entry__user")
    )
    seatings = list(rows.order_by("place", "number"))
    season = meeting.round.season
    cost = NoShow(season.no_show_points, season.no_show_tally)
    lines = tuple(Line(row.entry_id, row.place or 0, row.tally or 0, absent=row.absent) for row in seatings)
    match = Match(meeting.round.number, lines)
    worth = points_of([line.place for line in lines])
    return [
        Brought(
            row.entry.user, row.absent, row.went, shown(-Fraction(cost.points) if row.absent else points),
            tally_of(match, line, cost),
        )
        for row, line, points in zip(seatings, lines, worth, strict=True)
    ]  # fmt: skip


# -- seasons -------------------------------------------------------------------------------------------------


def season_of(code: str, number: int | None = None) -> Season | None:
    """A season of a league, the latest where no number is given; with its league and the founder."""
    rows = Season.objects.filter(league__code=code).select_related("league__founder").order_by("-number")
    return (rows if number is None else rows.filter(number=number)).first()


def has_places(season: Season, table: SeasonTable) -> bool:
    """Whether the table tells places: not while no match of a running season has counted, and only lots would."""
    return season.state != Season.State.RUNNING or any(row.matches for rows in table.divisions.values() for row in rows)


def entry_of(season: Season, user: User | None) -> Entry | None:
    return None if user is None else Entry.objects.filter(season=season, user=user).first()


@dataclass(frozen=True)
class Pairing:
    """A match of a round: who sits there, and what it came to."""

    meeting: Meeting  # with its table
    seatings: tuple[Seating, ...]  # with entries, users and `went`, in order of places, or of seats before it is over


def pairings(meetings: Iterable[Meeting]) -> list[Pairing]:
    """The seatings of these meetings, in one query."""
    found = list(meetings)
    by_meeting: dict[int, list[Seating]] = defaultdict(list)
    rows = Seating.objects.filter(meeting__in=found).annotate(went=went()).select_related("entry__user")
    for row in rows.order_by(F("place").asc(nulls_last=True), "number"):
        by_meeting[row.meeting_id].append(row)
    return [Pairing(meeting, tuple(by_meeting[meeting.pk])) for meeting in found]


def meetings_of(here: Round, division: int | None, page: int = 1) -> tuple[list[Meeting], bool]:
    """Some meetings of a round, of one division or of all, and whether there are more."""
    rows = Meeting.objects.filter(round=here).select_related("table").defer("table__options")
    rows = rows.order_by("division", "number")
    if division is not None:
        rows = rows.filter(division=division)
    found = list(rows[(page - 1) * PAGE : page * PAGE + 1])
    return found[:PAGE], len(found) > PAGE


def own_meetings(entry: Entry, most: int) -> list[Meeting]:
    """The matches of a player in a season, the latest first."""
    rows = Meeting.objects.filter(seatings__entry=entry).select_related("table", "round").defer("table__options")
    return list(rows.order_by("-round__number")[:most])


def running_game(table: Table | None) -> str | None:
    """Code of the game under way at a table."""
    if table is None or table.state != Table.State.PLAYING:
        return None
    return Game.objects.filter(table=table).order_by("-number").values_list("code", flat=True).first()


def rounds_of_season(season: Season) -> list[Round]:
    return list(Round.objects.filter(season=season).order_by("number"))


def sizes(season: Season) -> dict[int, int]:
    """How many players each division has."""
    rows = Entry.objects.filter(season=season, division__isnull=False).values_list("division")
    return dict(rows.annotate(count=Count("pk")).order_by("division"))


def users_of(entries: Sequence[int]) -> dict[int, Entry]:
    """Entries with their users, by key."""
    return {entry.pk: entry for entry in Entry.objects.filter(pk__in=entries).select_related("user")}


def players_of(season: Season) -> list[Entry]:
    """Who is entered, in the order in which they came; at most as many as a page shows twice."""
    return list(Entry.objects.filter(season=season).select_related("user").order_by("joined_at", "pk")[: 2 * PAGE])


# -- leagues -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LeagueLine:
    league: League
    season: Season
    players: int
    entry: Entry | None  # this person's
    row: Row | None = None
    division: int = 1
    champion: str = ""  # of a season that is over


def my_leagues(user: User) -> list[LeagueLine]:
    """The leagues this person founded or is in, those under way first: the latest season of each."""
    mine = League.objects.filter(Q(founder=user) | Q(seasons__entries__user=user)).values("pk")
    seasons = _latest(Season.objects.filter(league__in=mine))
    order = {Season.State.RUNNING: 0, Season.State.JOINING: 1}
    lines = _lines(
        sorted(seasons, key=lambda season: (order.get(Season.State(season.state), 2), -season.pk))[:PAGE], user
    )
    found = []
    for line in lines:
        table = table_of(line.season)
        place = table.row_of(line.entry.pk) if line.entry and has_places(line.season, table) else None
        division, row = place or (1, None)
        found.append(LeagueLine(line.league, line.season, line.players, line.entry, row, division))
    return found


def open_leagues(user: User | None) -> list[LeagueLine]:
    """Leagues that wait for players and that this person may join: open ones, and those of friends."""
    join = Q(league__join=League.Join.OPEN)
    rows = Season.objects.filter(state=Season.State.JOINING)
    if user is not None:
        friends = Friendship.objects.filter(accepted_at__isnull=False)
        either = Q(asker=user, asked=OuterRef("league__founder")) | Q(asked=user, asker=OuterRef("league__founder"))
        join = join | (Q(league__join=League.Join.FRIENDS) & Q(Exists(friends.filter(either))))
        blocks = Block.objects.filter(
            Q(blocker=user, blocked=OuterRef("league__founder")) | Q(blocked=user, blocker=OuterRef("league__founder"))
        )
        rows = rows.exclude(entries__user=user).exclude(league__founder=user).filter(~Exists(blocks))
    rows = rows.filter(join).select_related("league__founder").order_by("begins_at")
    return _lines(list(rows[:PAGE]), user)


def _latest(seasons: QuerySet[Season]) -> list[Season]:
    rows = seasons.select_related("league__founder").order_by("league", "-number")
    found: dict[int, Season] = {}
    for season in rows:
        found.setdefault(season.league_id, season)
    return list(found.values())


def _lines(seasons: Sequence[Season], user: User | None) -> list[LeagueLine]:
    keys = [season.pk for season in seasons]
    counts = dict(Entry.objects.filter(season__in=keys).values_list("season").annotate(count=Count("pk")))
    mine = {entry.season_id: entry for entry in Entry.objects.filter(season__in=keys, user=user)} if user else {}
    return [LeagueLine(season.league, season, counts.get(season.pk, 0), mine.get(season.pk)) for season in seasons]


@dataclass(frozen=True)
class ArchiveLine:
    season: Season
    champion: Entry | None  # with the user


def archive(league: League) -> list[ArchiveLine]:
    """The seasons of a league that are over, the latest first, each with its champion."""
    over = Season.objects.filter(league=league, state__in=(Season.State.OVER, Season.State.CALLED_OFF))
    seasons = list(over.order_by("-number")[:PAGE])
    first = {season.pk: champion_of(season) for season in seasons}
    people = users_of([key for key in first.values() if key is not None])
    return [ArchiveLine(season, people.get(first[season.pk] or 0)) for season in seasons]


def champion_of(season: Season) -> int | None:
    """Key of the entry that stands first in the top division, once a season is over and somebody played in it."""
    if season.state != Season.State.OVER:
        return None
    rows = table_of(season).divisions.get(1, [])
    return rows[0].player if rows and any(row.matches for row in rows) else None


def next_begin(meeting: Meeting, now: datetime) -> datetime | None:
    """Until when a match that has not begun waits for its people."""
    waits = meeting.table is not None and meeting.table.state == Table.State.ASSEMBLING
    return meeting.begins_by if waits and meeting.begins_by > now else None
