"""The end of a game as its columns and those of its players hold it."""

from typing import Any

from rules.core import Outcome, Seat

from ..models import Player


def outcome_value(outcome: Outcome) -> dict[str, Any]:
    """An outcome as the column `Game.outcome` holds it."""
    return {
        "reason": outcome.reason,
        "ranking": [list(group) for group in outcome.ranking],
        "points": list(outcome.points),
        "tally": list(outcome.tally),
    }


def result_of(outcome: Outcome, seat: Seat) -> str | None:
    """What the game counts as for a seat (Player.Result); None: nothing, for who sat out and where it was abandoned."""
    if outcome.reason == "abandoned" or not any(seat in group for group in outcome.ranking):
        return None
    if seat not in outcome.winners:
        return Player.Result.LOST
    return Player.Result.SHARED if outcome.drawn else Player.Result.WON


def places_of(outcome: Outcome) -> dict[Seat, int]:
    """The place of each seat that took part, from 1; seats that are level share the better one."""
    place = 1
    places: dict[Seat, int] = {}
    for group in outcome.ranking:
        places |= dict.fromkeys(group, place)
        place += len(group)
    return places
