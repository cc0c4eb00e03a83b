"""Parts of other pages that tell of leagues."""

from typing import Any

from accounts.models import User

from .. import log
from ..models import Game, Table
from ..parts import Part
from ..selectors import TableSeen
from . import lookups, words
from .models import Meeting


def of_table(seen: TableSeen) -> Part | None:
    """When a match that waits for its people begins without those who have not come."""
    if not seen.table.arranged_by or seen.table.state != Table.State.ASSEMBLING:
        return None
    meeting = Meeting.objects.filter(table=seen.table).select_related("table").first()
    when = lookups.next_begin(meeting, log.database_now()) if meeting is not None else None
    return Part("games/leagues/_waits.html", {"when": when}) if when is not None else None


def of_over(seen: Any, viewer: User | None) -> Part | None:
    """What a match brought in its league, on the result of its last game (games.parts)."""
    game: Game = seen.game
    if not game.table.arranged_by or game.table.state == Table.State.PLAYING:
        return None
    return (
        None
        if Game.objects.filter(table=game.table_id, number__gt=game.number).exists()
        else of_match(game.table, viewer)
    )


def of_match(table: Table, viewer: User | None) -> Part | None:
    """What a match brought each of its players in the league that arranged it, and the way there."""
    if not table.arranged_by:
        return None
    meeting = Meeting.objects.filter(table=table).select_related("round__season__league").first()
    if meeting is None or meeting.state not in (Meeting.State.OVER, Meeting.State.VOID):
        return None
    season = meeting.round.season
    lines = lookups.brought(meeting)
    context = {
        "lines": lines, "season": season, "round": meeting.round, "viewer": viewer,
        "missing": words.cost_of_missing(season) if any(line.absent for line in lines) else [],
        "played": table.games_agreed if table.games_agreed < season.games else None,
    }  # fmt: skip
    return Part("games/leagues/_over.html", context)
