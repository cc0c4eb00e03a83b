"""The end of a game in detail: how each hand that was left adds up, and what it did to the match."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.core import Outcome, Seat
from rules.reviewing import REVIEWING

from .models import Game
from .tallies import is_match, rows_of


class Detail(NamedTuple):
    """A hand that was left. `working` is its sum as one adds it up; the rest is None outside of a match."""

    working: str
    before: int | None  # the seat's tally before this game
    added: int | None
    after: int | None
    more: bool  # who left is counted more than the hand (W9.5)


def tallies(game: Game) -> list[list[int | None]]:
    """What each game of the match up to this one added, by seat; empty where a match is one game."""
    return rows_of(game.table, game.number) if is_match(game.table) else []


def details(
    game: Game, options: Any, outcome: Outcome, hands: Sequence[Any], rows: Sequence[Sequence[int | None]]
) -> dict[Seat, Detail]:
    """The detail of each hand of `hands` (`.seat`, `.cards` with `.code`). `rows`: see `tallies`."""
    about, found = REVIEWING[game.rules_key][game.rules_version], {}
    counted = bool(rows) and game.state != Game.State.VOID and game.end_reason != "abandoned"
    for left in hands:
        worths = about.worth(options, [card.code for card in left.cards])
        added = outcome.tally[left.seat] if counted else None
        before = sum(row[left.seat] or 0 for row in rows[:-1]) if counted else None
        found[left.seat] = Detail(
            working=" + ".join(str(worth) for worth in worths) if len(worths) > 1 else "",
            before=before,
            added=added,
            after=None if before is None or added is None else before + added,
            more=outcome.tally[left.seat] != outcome.points[left.seat],
        )
    return found
