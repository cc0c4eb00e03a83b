"""Parts of other pages that tell of ratings."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User
from games.models import Game, Table
from games.parts import Part
from games.tallies import is_match

from . import selectors
from .models import RatedMatch

SHOWN = 5


def of_profile(viewer: User | None, person: User, request: HttpRequest) -> tuple[str, dict[str, Any]] | None:
    """Ratings and the last matches that moved them (accounts.profile_sections); nothing of guests, who have none."""
    if not person.is_member:
        return None
    standings = selectors.of_person(person)
    page = selectors.history(person, viewer, most=SHOWN)
    return "games/ratings/_profile.html", {"standings": standings, "page": page}


def of_over(seen: Any, viewer: User | None) -> Part | None:
    """What a match did to ratings, on the result of its last game (games.parts)."""
    game: Game = seen.game
    later = Game.objects.filter(table=game.table_id, number__gt=game.number)
    return None if _runs(game) or later.exists() else of_match(game.table, viewer)


def of_match(table: Table, viewer: User | None) -> Part | None:
    """What a match did to the ratings of its players, or why to none; nothing where computer players took part."""
    found = selectors.of_table(table)
    if found is None or found[0].why_not == RatedMatch.WhyNot.COMPUTER:
        return None
    match, lines = found
    return Part(
        "games/ratings/_match.html", {"match": match, "lines": lines, "viewer": viewer, "single": not is_match(table)}
    )


def change(game: Game) -> str:
    """Other once the ratings of a match that is over are worked out."""
    if _runs(game):
        return ""
    settled = RatedMatch.objects.filter(table=game.table_id).values_list("settled", flat=True).first()
    return "" if settled is None else f"rated {settled}"


def _runs(game: Game) -> bool:
    return game.table.state not in (Table.State.FINISHED, Table.State.ABANDONED)
