"""The match of a table as it is looked back at: its games, its standing, and the tally over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from accounts.models import User
from rules.core import gettext_noop as _

from . import log, plots
from .errors import NotFound
from .models import Game, Player, Table
from .presenters import StandingLine, names_of
from .selectors import past
from .selectors.past import PastGame


@dataclass(frozen=True)
class Match:
    table: Table
    names: tuple[str, ...]  # by seat
    games: tuple[PastGame, ...]  # those that are over, in order
    standing: tuple[StandingLine, ...]
    plot: plots.Plot | None  # the tally after each game; None where a match is one game


def match_of(code: str, viewer: User | None) -> Match:
    """The match of a table. Raises NotFound where there is none, or none that this person may look back at."""
    table = Table.objects.select_related("host").filter(code=code).first()
    if table is None or not _may_look(table, viewer):
        raise NotFound(_("There is no such table"))
    games = past.past_of_table(table, viewer)
    if not games:
        raise NotFound(_("No game of this table is over yet"))
    names = tuple(names_of(games[-1].players))
    counted = [row for row in games if row.game.state != Game.State.VOID and row.game.end_reason != "abandoned"]
    tallies = [[player.tally for player in row.players] for row in counted]
    standing: tuple[StandingLine, ...] = ()
    plot = None
    if table.games_agreed > 1 or table.match != Table.Match.TALLY:
        standing = _standing(table, games[-1].game, tallies, names)
        plot = _plot(names, tallies, [row.game.number for row in counted])
    return Match(table, names, tuple(games), standing, plot)


def _may_look(table: Table, viewer: User | None) -> bool:
    """As `selectors.seen_by` has it for each of its games that are over."""
    if table.onlookers or table.shared:
        return True
    return viewer is not None and Player.objects.filter(game__table=table, user=viewer).exists()


def _standing(
    table: Table, game: Game, tallies: Sequence[Sequence[int | None]], names: Sequence[str]
) -> tuple[StandingLine, ...]:
    if not tallies:
        return ()
    found = log.at_table_of(game).standing(tallies, game.seats, table.match, table.games_agreed)
    lines, place = [], 1
    for group in found.ranking:
        lines += [StandingLine(place, names[seat], found.totals[seat], seat in found.out) for seat in group]
        place += len(group)
    return tuple(lines)


def _plot(names: Sequence[str], tallies: Sequence[Sequence[int | None]], numbers: Sequence[int]) -> plots.Plot | None:
    """The sums by seat, from nothing before the first game; a seat that sits out has no number any more."""
    by_seat = [list(accumulate((row[seat] or 0 for row in tallies), initial=0)) for seat in range(len(names))]
    values = [
        tuple(
            None if number and tallies[number - 1][seat] is None else by_seat[seat][number]
            for seat in range(len(names))
        )
        for number in range(len(tallies) + 1)
    ]
    return plots.plot(names, values, ["0", *map(str, numbers)])
