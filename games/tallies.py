"""The tally of a match: what each game added, how the match stands, and in words how it ended. One reckoning for the
screens, the services and whatever counts matches (W9.1 to W9.5)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.at_table import AT_TABLE, TALLY_WON, AtTable, Standing

from .models import Game, Player, Table

Row = list[int | None]  # what one game added, by seat; None: the seat sat it out (W9.3)


class StandingLine(NamedTuple):
    """A player in the match so far. `left`: gave up the rest of it. `won`: games, where the table agreed that they
    decide between equal tallies (W9.1)."""

    place: int
    name: str
    total: int
    out: bool
    left: bool = False
    won: int | None = None
    last: bool = False  # the Wharty-est: only once the match is over (W9.1)


def is_match(table: Table) -> bool:
    """Whether there is a tally at all: a match of one game has none."""
    return table.games_agreed > 1 or table.match != Table.Match.TALLY


def rows_of(table: Table, until: int | None = None) -> list[Row]:
    """What the games of a table that are over (up to number `until`) added, in order.

    A game that was abandoned, or whose result was taken back, adds nothing and is left out (W7.5). Who had been knocked
    out by a game that is taken back is in again: the games missed meanwhile add nothing (docs/adr/0013-matches.md).
    """
    rows = Player.objects.filter(game__table=table, game__state=Game.State.OVER).exclude(game__end_reason="abandoned")
    if until is not None:
        rows = rows.filter(game__number__lte=until)
    by_game: dict[int, Row] = {}
    for number, tally in rows.order_by("game__number", "seat").values_list("game__number", "tally"):
        by_game.setdefault(number, []).append(tally)
    found = list(by_game.values())
    return _mended(table, found) if table.match == Table.Match.KNOCKOUT else found


def _mended(table: Table, rows: list[Row]) -> list[Row]:
    found: list[Row] = []
    for row in rows:
        out = standing_of(table, found, len(row)).out if found else ()
        found.append([0 if added is None and seat not in out else added for seat, added in enumerate(row)])
    return found


def standing_of(table: Table, rows: Sequence[Row], seats: int) -> Standing:
    return _at_table(table).standing(rows, seats, table.match, table.games_agreed)


def _at_table(table: Table) -> AtTable:
    versions = AT_TABLE[table.game]
    return versions[max(versions)]


def lines_of(
    table: Table, rows: Sequence[Row], names: Sequence[str], *, over: bool = False, left: Iterable[int] = ()
) -> tuple[StandingLine, ...]:
    """The players in the order of their places; none before the first game that counts. `over`: that was the last one
    of the match; `left`: seats that gave it up."""
    if not rows:
        return ()
    found, gone = standing_of(table, rows, len(names)), set(left)
    counts = table.match == TALLY_WON
    lines: list[StandingLine] = []
    for group in found.ranking:
        place = len(lines) + 1
        lines += [
            StandingLine(
                place, names[seat], found.totals[seat], seat in found.out, seat in gone,
                found.won[seat] if counts else None, over and seat in found.last,
            )
            for seat in group
        ]  # fmt: skip
    return tuple(lines)


def verdict(lines: Sequence[StandingLine]) -> str:
    """How a match that is over ended, in words."""
    if not lines:
        return ""
    first = [line.name for line in lines if line.place == 1]
    last = [line.name for line in lines if line.last]
    if len(first) > 1:
        told = _("%(names)s share the first place of the match.") % {"names": ", ".join(first)}
    else:
        told = _("%(name)s wins the match.") % {"name": first[0]}
    if len(last) > 1:
        return told + " " + _("%(names)s are the Wharty-est.") % {"names": ", ".join(last)}
    return told + " " + _("%(name)s is the Wharty-est.") % {"name": last[0]} if last else told
