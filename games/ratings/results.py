"""The result of a match as ratings count it, from its seats and its games that are over."""

from datetime import UTC, date, datetime
from typing import NamedTuple

from accounts.models import User
from games import tallies
from games.models import Game, Seat, SeatKind, Table
from rules.at_table import AT_TABLE, AtTable

from .arithmetic import Result
from .models import RatedMatch

WhyNot = RatedMatch.WhyNot


class Placed(NamedTuple):
    seat: int
    user_id: int
    place: int  # from 1; who shares one has the same


class Found(NamedTuple):
    """`why_not` is empty where the match is rated; `placed` then has everybody, by seat."""

    pool: str
    why_not: str
    placed: tuple[Placed, ...]


def of_table(table: Table) -> Found:
    """The result of a match that is over. Whoever gave up their seat to a computer player comes behind all the others
    (docs/adr/0012-ratings.md)."""
    places = list(Seat.objects.filter(table=table).order_by("number"))
    pool = _at_table(table).pool(len(places))
    people = [place.user_id or place.given_up_by_id for place in places]
    guests = User.objects.filter(pk__in=[person for person in people if person], is_guest=True)
    if not all(people):
        return Found(pool, WhyNot.COMPUTER, ())
    if any(place.kind == SeatKind.GUEST for place in places) or guests.exists():
        return Found(pool, WhyNot.GUEST, ())
    if table.state != Table.State.FINISHED:
        return Found(pool, WhyNot.ABANDONED, ())
    ranking = _ranking(table)
    if not ranking:
        return Found(pool, WhyNot.VOID, ())
    gone = {place.number for place in places if place.user_id is None}
    groups = [[seat for seat in group if seat not in gone] for group in ranking] + [sorted(gone)]
    by_seat: dict[int, int] = {}
    next_place = 1
    for group in groups:
        by_seat |= dict.fromkeys(group, next_place)
        next_place += len(group)
    placed = tuple(
        Placed(place.number, person, by_seat[place.number])
        for place, person in zip(places, people, strict=True)
        if person
    )
    return Found(pool, "", placed)


def _ranking(table: Table) -> list[list[int]]:
    """Groups of seats, the best first, over the games that count; empty where none does."""
    games = list(Game.objects.filter(table=table, state=Game.State.OVER).order_by("number"))
    games = [game for game in games if game.outcome is not None]
    if not games:
        return []
    if not tallies.is_match(table):
        return [list(group) for group in games[0].outcome["ranking"]]  # type: ignore[index]
    standing = tallies.standing_of(table, tallies.rows_of(table), games[0].seats)
    left = [leaver.seat for leaver in tallies.leavers(table)]
    return [list(group) for group in tallies.ranked(table, standing, left)]


def _at_table(table: Table) -> AtTable:
    versions = AT_TABLE[table.game]
    return versions[max(versions)]


def as_result(match: RatedMatch, placed: list[tuple[int, int]]) -> Result:
    """A stored result for the arithmetic; `placed`: person and place, by seat."""
    return Result(match.pk, match.pool, day_of(match.ended_at), tuple(placed))


def day_of(at: datetime) -> date:
    """The day in UTC, for everybody the same."""
    return at.astimezone(UTC).date()
