"""The table of a season, computed from finished matches alone, and why each place is what it is.

Ties are broken in a published order (`ORDER_BY_POINTS`, `ORDER_BY_TALLY`); whatever decides is a figure that
anybody can add up from the results. Fractions of points come from shared places and byes and are exact.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import combinations, groupby

from rules.core import Message, say
from rules.core import gettext_noop as _

from .points import bye_points, points_of
from .schedule import lot

POINTS, TALLY, HEAD_TO_HEAD, GAMES_WON, MISSES, LOT = "points", "tally", "head_to_head", "games_won", "misses", "lot"
ORDER_BY_POINTS = (POINTS, TALLY, HEAD_TO_HEAD, GAMES_WON, MISSES, LOT)
ORDER_BY_TALLY = (TALLY, HEAD_TO_HEAD, GAMES_WON, MISSES, LOT)
MORE_IS_BETTER = {POINTS, HEAD_TO_HEAD, GAMES_WON}


@dataclass(frozen=True)
class Line:
    """One player of a finished match. `absent`: never made a move in it, and gets no league points for their place."""

    player: int
    place: int  # from 1; those who are level share the better one
    tally: int
    games_won: int = 0
    misses: int = 0
    absent: bool = False


@dataclass(frozen=True)
class Match:
    """A finished match: one line a seat. A void one is left out of what is counted."""

    round: int
    lines: tuple[Line, ...]


@dataclass
class Row:
    """One player of the table. `place` is never shared: lots decide in the end."""

    player: int
    place: int = 0
    matches: int = 0
    byes: int = 0
    absences: int = 0
    points: Fraction = Fraction(0)
    tally: Fraction = Fraction(0)
    head_to_head: int = 0  # among those who are level when it is asked for
    games_won: int = 0
    misses: int = 0
    lot: str = ""
    decided_by: str = ""  # of ORDER: what put this row behind the one above
    why: Message | None = None
    level_with: tuple[int, ...] = field(default=())  # those the first figure did not part from this player

    def value(self, figure: str) -> Fraction | int | str:
        found: Fraction | int | str = getattr(self, figure)
        return found


def standings(
    players: Sequence[int],
    matches: Iterable[Match],
    byes: Iterable[tuple[int, int]],
    *,
    seats: int,
    seed: str,
    by_tally: bool = False,
) -> list[Row]:
    """The table, best first. `byes`: (round, player). Each row says what decided and why, in a sentence.

    A bye is worth the mean league points of a full table, and adds to the tally what the others of that round added on
    average; both are figures of the results. A player who was absent from a match gets no league points for it and the
    highest tally of that match, if their own is lower.
    """
    found = {player: Row(player, lot=lot(seed, "standing", player).hex()[:8]) for player in players}
    counted = [match for match in matches if any(line.player in found for line in match.lines)]
    for match in counted:
        _add_match(found, match)
    averages = _averages(counted)
    for number, player in byes:
        if player in found:
            row = found[player]
            row.byes += 1
            row.points += bye_points(seats)
            row.tally += averages.get(number, Fraction(0))
    order = ORDER_BY_TALLY if by_tally else ORDER_BY_POINTS
    return _placed(_ordered(list(found.values()), order, counted), order)


def _add_match(found: dict[int, Row], match: Match) -> None:
    worth = points_of([line.place for line in match.lines])
    for line, points in zip(match.lines, worth, strict=True):
        row = found.get(line.player)
        if row is None:
            continue
        row.matches += 1
        row.games_won += line.games_won
        row.misses += line.misses
        row.absences += line.absent
        row.points += 0 if line.absent else points
        row.tally += tally_of(match, line)


def tally_of(match: Match, line: Line) -> int:
    """What a match adds to a player's tally: staying away must not pay."""
    return max(other.tally for other in match.lines) if line.absent else line.tally


def _averages(matches: Iterable[Match]) -> dict[int, Fraction]:
    """The mean tally that a player added, by round."""
    sums: dict[int, tuple[int, int]] = {}
    for match in matches:
        total, count = sums.get(match.round, (0, 0))
        added = sum(tally_of(match, line) for line in match.lines)
        sums[match.round] = total + added, count + len(match.lines)
    return {number: Fraction(total, count) for number, (total, count) in sums.items()}


def _key(row: Row, figure: str) -> Fraction | int | str:
    value = row.value(figure)
    return -value if figure in MORE_IS_BETTER and not isinstance(value, str) else value


def _ordered(rows: list[Row], order: Sequence[str], matches: Sequence[Match]) -> list[Row]:
    """The rows by the figures of `order`, one after the other; who is level by one is parted by the next."""
    if len(rows) < 2 or not order:
        return rows
    figure, rest = order[0], order[1:]
    if figure == HEAD_TO_HEAD:
        _count_meetings(rows, matches)
    key = partial(_key, figure=figure)
    found: list[Row] = []
    for _value, same in groupby(sorted(rows, key=key), key):
        group = list(same)
        inner = _ordered(group, rest, matches)
        if found:
            inner[0].decided_by = figure
        found += inner
    return found


def _count_meetings(rows: list[Row], matches: Iterable[Match]) -> None:
    """Head to head among these: how often each came in before another of them, less how often behind."""
    level = {row.player: row for row in rows}
    for row in rows:
        row.head_to_head = 0
        row.level_with = tuple(other for other in level if other != row.player)
    for match in matches:
        met = [line for line in match.lines if line.player in level]
        for one, other in combinations(met, 2):
            if one.place != other.place:
                ahead, behind = (one, other) if one.place < other.place else (other, one)
                level[ahead.player].head_to_head += 1
                level[behind.player].head_to_head -= 1


_WHY = {
    POINTS: _("%(value)s league points; the place above has %(above)s"),
    TALLY: _("level in league points; a tally of %(value)s, and the place above has the lower one, %(above)s"),
    HEAD_TO_HEAD: _("level so far; in their matches against each other %(value)s, the place above %(above)s"),
    GAMES_WON: _("level so far; %(value)s games won, the place above won %(above)s"),
    MISSES: _("level so far; %(value)s turns missed, the place above missed %(above)s"),
    LOT: _("level in everything; the lot %(value)s was drawn, the place above drew the lower %(above)s"),
}
_FIRST_TALLY = _("a tally of %(value)s; the place above has the lower one, %(above)s")
_TOP = {
    POINTS: _("the most league points: %(value)s"),
    TALLY: _("the lowest tally: %(value)s"),
}


def _placed(rows: list[Row], order: Sequence[str]) -> list[Row]:
    for place, row in enumerate(rows, 1):
        row.place = place
        if place == 1:
            row.why = say(_TOP[order[0]], value=shown(row.value(order[0])))
            continue
        figure = row.decided_by
        text = _FIRST_TALLY if figure == TALLY and order[0] == TALLY else _WHY[figure]
        row.why = say(text, value=shown(row.value(figure), figure), above=shown(rows[place - 2].value(figure), figure))
    return rows


def shown(value: Fraction | int | str, figure: str = "") -> str:
    """A figure in digits: `26`, `26 1/3`, `+2`."""
    if isinstance(value, str):
        return value
    if figure == HEAD_TO_HEAD:
        return f"{value:+d}" if value else "0"
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)
