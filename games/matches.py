"""The match of a table as it is looked back at: its games, its standing, and the tally over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from accounts.models import User
from rules.core import gettext_noop as _

from . import plots, tallies
from .errors import NotFound
from .models import Game, Player, Table
from .presenters import names_of
from .selectors import may_know_of, past
from .selectors.past import PastGame
from .tallies import StandingLine


@dataclass(frozen=True)
class Match:
    table: Table
    names: tuple[str, ...]  # by seat
    games: tuple[PastGame, ...]  # those that are over, in order
    standing: tuple[StandingLine, ...] = ()
    plot: plots.Plot | None = None  # the tally after each game; None where a match is one game
    verdict: str = ""  # how it ended, once it is over
    headline: str = ""  # ... in a few words
    table_known: bool = True  # whether this person may look at the page of the table


def match_of(code: str, viewer: User | None) -> Match:
    """The match of a table. Raises NotFound where there is none, or none that this person may look back at."""
    table = Table.objects.select_related("host").filter(code=code).first()
    if table is None or not _may_look(table, viewer):
        raise NotFound(_("There is no such table"))
    games = past.past_of_table(table, viewer)
    if not games:
        raise NotFound(_("No game of this table is over yet"))
    names, known = tuple(names_of(games[-1].players)), may_know_of(table, viewer, None)
    if not tallies.is_match(table):
        return Match(table, names, tuple(games), table_known=known)
    counted = [row.game.number for row in games if counts(row.game)]
    rows = tallies.rows_of(table)[: len(counted)]
    left = [leaver.seat for leaver in tallies.leavers(table)]
    over = table.state == Table.State.FINISHED
    standing = tallies.lines_of(table, rows, names, over=over, left=left)
    plot = _plot(names, rows, counted) if rows else None
    ending = tallies.ending(table, standing, len(rows))
    if ending is None:
        return Match(table, names, tuple(games), standing, plot, table_known=known)
    headline = tallies.headline(table, standing, None)
    return Match(table, names, tuple(games), standing, plot, ending.whole, headline, known)


def _may_look(table: Table, viewer: User | None) -> bool:
    """As `selectors.seen_by` has it for each of its games that are over."""
    if table.onlookers or table.shared:
        return True
    return viewer is not None and Player.objects.filter(game__table=table, user=viewer).exists()


def counts(game: Game) -> bool:
    """Whether a game that is over is in the tally (W7.5)."""
    return game.state == Game.State.OVER and game.end_reason != "abandoned"


def _plot(names: Sequence[str], rows: Sequence[Sequence[int | None]], numbers: Sequence[int]) -> plots.Plot | None:
    """The sums by seat, from nothing before the first game; a seat that sits out has no number any more."""
    by_seat = [list(accumulate((row[seat] or 0 for row in rows), initial=0)) for seat in range(len(names))]
    values = [
        tuple(
            None if number and rows[number - 1][seat] is None else by_seat[seat][number] for seat in range(len(names))
        )
        for number in range(len(rows) + 1)
    ]
    return plots.plot(names, values, ["0", *map(str, numbers)])
