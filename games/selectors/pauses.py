"""Matches of a person that are between two games: nothing runs there, and in a moment the next one does."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, Subquery

from accounts.models import User

from ..models import Game, Seat, Table


class Pause(NamedTuple):
    table: Table
    code: str  # of the game that is over
    number: int  # of the game that comes
    next_at: datetime


def pauses_of(user: User) -> list[Pause]:
    """The matches this person still plays whose next game is to be dealt, the soonest first; in one query."""
    last = Game.objects.filter(table=OuterRef("table")).order_by("-number")
    rows = Seat.objects.filter(
        user=user, left_at__isnull=True, table__state=Table.State.PLAYING, table__next_at__isnull=False
    ).select_related("table")
    rows = rows.annotate(code=Subquery(last.values("code")[:1]), number_of=Subquery(last.values("number")[:1]))
    return [
        Pause(row.table, row.code, row.number_of + 1, row.table.next_at)  # type: ignore[arg-type]
        for row in rows.order_by("table__next_at")
    ]
