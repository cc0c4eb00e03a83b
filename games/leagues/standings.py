"""The table of a season, computed from finished matches alone, and why each place is what it is.

Ties are broken in a published order (`ORDER_BY_POINTS`, `ORDER_BY_TALLY`); whatever decides is a figure that
anybody can add up from the results. Fractions of points come from shared places and byes and are exact.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations, groupby
from typing import NamedTuple

from rules.core import Message, say
from rules.core import gettext_noop as _

from .points import bye_points, points_of
from .schedule import lot

POINTS, TALLY, HEAD_TO_HEAD, GAMES_WON, MISSES, LOT = "points", "tally", "head_to_head", "games_won", "misses", "lot"
ORDER_BY_POINTS = (POINTS, TALLY, HEAD_TO_HEAD, GAMES_WON, MISSES, LOT)
ORDER_BY_TALLY = (TALLY, HEAD_TO_HEAD, GAMES_WON, MISSES, LOT)
SIXTIETHS = 60  # every share of places that two to six can be level in is a whole number of these
MORE_IS_BETTER = {POINTS, HEAD_TO_HEAD, GAMES_WON}


@dataclass(frozen=True)
class Line:
    """One player of a finished match. `absent`: never made a move in it, and gets no league points for their place.
    `left`: gave it up for good, with or without a move."""

    player: int
    place: int  # from 1; those who are level share the better one
    tally: int
    games_won: int = 0
    misses: int = 0
    absent: bool = False
    left: bool = False


@dataclass(frozen=True)
class Match:
    """A finished match: one line a seat. A void one is left out of what is counted."""

    round: int
    lines: tuple[Line, ...]


Figure = Fraction | int | str


@dataclass(slots=True)
class Row:
    """One player of the table. `place` is never shared: lots decide in the end."""

    player: int
    place: int = 0
    matches: int = 0
    byes: int = 0
    absences: int = 0
    away: int = 0  # of the absences, those in which they did not leave either
    left: int = 0  # matches given up for good
    sixtieths: int = 0  # of league points
    tally: Fraction | int = 0
    head_to_head: int = 0  # among those who are level when it is asked for
    games_won: int = 0
    misses: int = 0
    lot: str = ""
    decided_by: str = ""  # of ORDER: what put this row behind the one above
    first: str = POINTS  # of the figures
    beside: "Row | None" = field(default=None, repr=False, compare=False)  # the row above; of the first, the one below

    @property
    def points(self) -> Fraction:
        """League points."""
        return Fraction(self.sixtieths, SIXTIETHS)

    @property
    def why(self) -> Message:
        """What put the player in this place, with the figures of both rows."""
        return _why_first(self) if self.place == 1 else _why(self)

    def value(self, figure: str) -> Figure:
        found: Figure = getattr(self, figure)
        return found


@dataclass(frozen=True)
class NoShow:
    """What an absence costs besides the points of the match: `points` are taken off, `tally` is the least added."""

    points: int = 0
    tally: int = 0


def standings(
    players: Sequence[int],
    matches: Iterable[Match],
    byes: Iterable[tuple[int, int]],
    *,
    seats: int,
    seed: str,
    by_tally: bool = False,
    missed: Iterable[tuple[int, int]] = (),
    no_show: NoShow | None = None,
) -> list[Row]:
    """The table, best first. `byes`, `missed`: (round, player). Each row says what decided and why, in a sentence.

    A bye is worth the mean league points of a full table, and adds to the tally what the others of that round added on
    average; both are figures of the results. A player who was absent from a match gets no league points for it and the
    highest tally of that match, if their own is lower, and bears `no_show`. A round that a player was not in, having
    come later or gone before, gives no league points and adds the highest tally of that round.
    """
    known = set(players)
    by_round: dict[int, list[Match]] = {}
    for match in matches:
        if any(line.player in known for line in match.lines):
            by_round.setdefault(match.round, []).append(match)
    cost = no_show or NoShow()
    parts = [part_of(number, of_round, cost) for number, of_round in sorted(by_round.items())]
    return standings_of(players, parts, byes, seats=seats, seed=seed, by_tally=by_tally, missed=missed)


def standings_of(
    players: Sequence[int],
    parts: Sequence["Part"],
    byes: Iterable[tuple[int, int]],
    *,
    seats: int,
    seed: str,
    by_tally: bool = False,
    missed: Iterable[tuple[int, int]] = (),
) -> list[Row]:
    """As `standings`, from rounds that are added up already."""
    found = {player: Row(player, lot=_lot_shown(seed, player)) for player in players}
    rounds = {part.number: part for part in parts}
    for row in found.values():
        _add(row, parts)
    bye = _sixtieths((bye_points(seats),))[0]
    for number, player in byes:
        if player in found:
            found[player].byes += 1
            found[player].sixtieths += bye
            if number in rounds:
                found[player].tally += rounds[number].mean
    for number, player in missed:
        if player in found and number in rounds:
            found[player].tally += rounds[number].highest
    order = ORDER_BY_TALLY if by_tally else ORDER_BY_POINTS
    return _placed(_ordered(list(found.values()), order, parts), order)


@lru_cache(20_000)
def _lot_shown(seed: str, player: int) -> str:
    return lot(seed, "standing", player).hex()[:8]


def _sixtieths(points: Iterable[Fraction]) -> tuple[int, ...]:
    return tuple(int(value * SIXTIETHS) for value in points)


@lru_cache(4096)
def _worth(places: tuple[int, ...]) -> tuple[int, ...]:
    return _sixtieths(points_of(places))


class Sum(NamedTuple):
    """What matches added to one player."""

    sixtieths: int = 0  # of league points
    tally: int = 0
    games_won: int = 0
    misses: int = 0
    absences: int = 0
    away: int = 0
    left: int = 0
    matches: int = 0


@dataclass(frozen=True)
class Part:
    """One round added up: the same for as long as its results stand."""

    number: int
    of: Mapping[int, tuple[Match, ...]]  # by player
    sums: Mapping[int, Sum]  # by player
    mean: Fraction  # of what the players added to their tallies
    highest: int


def part_of(number: int, matches: Iterable[Match], cost: NoShow) -> Part:
    """Adds a round up; `matches` are all of that round, and at least one."""
    of: dict[int, tuple[Match, ...]] = {}
    sums: dict[int, Sum] = {}
    tallies = []
    for match in matches:
        worth = _worth(tuple(line.place for line in match.lines))
        for line, points in zip(match.lines, worth, strict=True):
            tally = tally_of(match, line, cost) if line.absent else line.tally
            tallies.append(tally)
            sixtieths = -cost.points * SIXTIETHS if line.absent else points
            away = int(line.absent and not line.left)
            here = Sum(sixtieths, tally, line.games_won, line.misses, int(line.absent), away, int(line.left), 1)
            before = sums.get(line.player)
            sums[line.player] = here if before is None else Sum(*map(sum, zip(before, here, strict=True)))
            of[line.player] = (*of.get(line.player, ()), match)
    return Part(number, of, sums, Fraction(sum(tallies), len(tallies)), max(tallies))


def _add(row: Row, parts: Iterable[Part]) -> None:
    """Adds what the rounds brought this player."""
    brought = [part.sums[row.player] for part in parts if row.player in part.sums]
    if brought:
        found = Sum(*map(sum, zip(*brought, strict=True)))
        for name, value in found._asdict().items():
            setattr(row, name, value)


def tally_of(match: Match, line: Line, cost: NoShow | None = None) -> int:
    """What a match adds to a player's tally: staying away must not pay."""
    if not line.absent:
        return line.tally
    return max(*(other.tally for other in match.lines), (cost or NoShow()).tally)


def _key(row: Row, figure: str) -> Figure:
    if figure == POINTS:
        return -row.sixtieths
    value = row.value(figure)
    return -value if figure in MORE_IS_BETTER and not isinstance(value, str) else value


def _among(players: Iterable[int], parts: Iterable[Part]) -> Iterable[Match]:
    """The matches in which at least two of these met, each once."""
    times: dict[int, int] = {}
    found: dict[int, Match] = {}
    asked = list(players)
    for part in parts:
        for player in asked:
            for match in part.of.get(player, ()):
                found[id(match)] = match
                times[id(match)] = times.get(id(match), 0) + 1
    return [match for key, match in found.items() if times[key] > 1]


def _ordered(rows: list[Row], order: Sequence[str], parts: Sequence[Part]) -> list[Row]:
    """The rows by the figures of `order`, one after the other; who is level by one is parted by the next."""
    if len(rows) < 2 or not order:
        return rows
    figure, rest = order[0], order[1:]
    if figure == HEAD_TO_HEAD:
        _count_meetings(rows, parts)
    key = partial(_key, figure=figure)
    found: list[Row] = []
    for _value, same in groupby(sorted(rows, key=key), key):
        group = list(same)
        inner = _ordered(group, rest, parts)
        if found:
            inner[0].decided_by = figure
        found += inner
    return found


def _count_meetings(rows: list[Row], parts: Sequence[Part]) -> None:
    """Head to head among these: how often each came in before another of them, less how often behind."""
    level = {row.player: row for row in rows}
    for row in rows:
        row.head_to_head = 0
    for match in _among(level, parts):
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
_TOP_LEVEL = {  # where the first figure does not part the first two
    TALLY: _("level in league points with the place below; the lower tally, %(value)s against %(below)s"),
    HEAD_TO_HEAD: _("level so far; in their matches against each other %(value)s, the place below %(below)s"),
    GAMES_WON: _("level so far; %(value)s games won, the place below won %(below)s"),
    MISSES: _("level so far; %(value)s turns missed, the place below missed %(below)s"),
    LOT: _("level in everything; the lot %(value)s was drawn, the place below drew the higher %(below)s"),
}


def _placed(rows: list[Row], order: Sequence[str]) -> list[Row]:
    for place, row in enumerate(rows, 1):
        row.place, row.first = place, order[0]
        row.beside = rows[place - 2] if place > 1 else rows[1] if len(rows) > 1 else None
    return rows


def _why(row: Row) -> Message:
    above, figure = row.beside, row.decided_by
    assert above is not None
    text = _FIRST_TALLY if figure == TALLY and row.first == TALLY else _WHY[figure]
    return say(text, value=shown(row.value(figure), figure), above=shown(above.value(figure), figure))


def _why_first(row: Row) -> Message:
    below = row.beside
    figure = below.decided_by if below is not None else row.first
    if figure == row.first or below is None:
        return say(_TOP[figure], value=shown(row.value(figure)))
    value, other = shown(row.value(figure), figure), shown(below.value(figure), figure)
    return say(_TOP_LEVEL[figure], value=value, below=other)


def shown(value: Figure, figure: str = "") -> str:
    """A figure in digits: `26`, `26 1/3`, `+2`."""
    if isinstance(value, str):
        return value
    if figure == HEAD_TO_HEAD:
        return f"{value:+d}" if value else "0"
    if isinstance(value, int):
        return str(value)
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    return f"{whole} {rest}" if whole else str(rest)
