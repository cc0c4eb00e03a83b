"""The table of a season, computed from finished matches alone, and why each place is what it is.

Ties are broken in a published order (`ORDER_BY_POINTS`, `ORDER_BY_TALLY`); whatever decides is a figure that
anybody can add up from the results. Fractions of points come from shared places and byes and are exact.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
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
    found = {player: Row(player, lot=lot(seed, "standing", player).hex()[:8]) for player in players}
    cost = no_show or NoShow()
    counted = [match for match in matches if any(line.player in found for line in match.lines)]
    sums, rounds = _added(found, counted, cost)
    bye = _sixtieths((bye_points(seats),))[0]
    for number, player in byes:
        if player in found:
            found[player].byes += 1
            sums[player] += bye
            if number in rounds:
                found[player].tally += rounds[number].mean
    for number, player in missed:
        if player in found and number in rounds:
            found[player].tally += rounds[number].highest
    for player, row in found.items():
        row.points = Fraction(sums[player], SIXTIETHS)
    order = ORDER_BY_TALLY if by_tally else ORDER_BY_POINTS
    return _placed(_ordered(list(found.values()), order, _Met(counted)), order)


@dataclass
class _Added:
    """What the players of one round added to their tallies."""

    total: int = 0
    count: int = 0
    highest: int = 0

    @property
    def mean(self) -> Fraction:
        return Fraction(self.total, self.count)


SIXTIETHS = 60  # every share of places that two to six can be level in is a whole number of these


def _sixtieths(points: Iterable[Fraction]) -> tuple[int, ...]:
    return tuple(int(value * SIXTIETHS) for value in points)


@lru_cache(4096)
def _worth(places: tuple[int, ...]) -> tuple[int, ...]:
    return _sixtieths(points_of(places))


def _added(found: dict[int, Row], matches: Iterable[Match], cost: NoShow) -> tuple[dict[int, int], dict[int, _Added]]:
    """Adds the matches to the rows; gives league points by player, in sixtieths, and what was added by round."""
    sums, tallies = dict.fromkeys(found, 0), dict.fromkeys(found, 0)
    rounds: dict[int, _Added] = {}
    for match in matches:
        worth = _worth(tuple(line.place for line in match.lines))
        here = rounds.setdefault(match.round, _Added())
        for line, points in zip(match.lines, worth, strict=True):
            tally = tally_of(match, line, cost) if line.absent else line.tally
            here.total += tally
            here.count += 1
            here.highest = max(here.highest, tally)
            row = found.get(line.player)
            if row is None:
                continue
            row.matches += 1
            row.games_won += line.games_won
            row.misses += line.misses
            row.absences += line.absent
            tallies[line.player] += tally
            sums[line.player] += -cost.points * SIXTIETHS if line.absent else points
    for player, tally in tallies.items():
        found[player].tally = Fraction(tally)
    return sums, rounds


def tally_of(match: Match, line: Line, cost: NoShow | None = None) -> int:
    """What a match adds to a player's tally: staying away must not pay."""
    if not line.absent:
        return line.tally
    return max(*(other.tally for other in match.lines), (cost or NoShow()).tally)


def _key(row: Row, figure: str) -> Fraction | int | str:
    value = row.value(figure)
    return -value if figure in MORE_IS_BETTER and not isinstance(value, str) else value


class _Met:
    """The matches by player, so that those who are level need not look at all of them."""

    def __init__(self, matches: Iterable[Match]) -> None:
        self.of: dict[int, list[Match]] = {}
        for match in matches:
            for line in match.lines:
                self.of.setdefault(line.player, []).append(match)

    def among(self, players: Iterable[int]) -> Iterable[Match]:
        """The matches in which at least two of these met, each once."""
        times: dict[int, int] = {}
        found: dict[int, Match] = {}
        for player in players:
            for match in self.of.get(player, ()):
                found[id(match)] = match
                times[id(match)] = times.get(id(match), 0) + 1
        return [match for key, match in found.items() if times[key] > 1]


def _ordered(rows: list[Row], order: Sequence[str], matches: _Met) -> list[Row]:
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


def _count_meetings(rows: list[Row], matches: _Met) -> None:
    """Head to head among these: how often each came in before another of them, less how often behind."""
    level = {row.player: row for row in rows}
    for row in rows:
        row.head_to_head = 0
        row.level_with = tuple(other for other in level if other != row.player)
    for match in matches.among(level):
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
        row.place = place
        if place == 1:
            row.why = _why_first(rows, order)
            continue
        figure = row.decided_by
        text = _FIRST_TALLY if figure == TALLY and order[0] == TALLY else _WHY[figure]
        row.why = say(text, value=shown(row.value(figure), figure), above=shown(rows[place - 2].value(figure), figure))
    return rows


def _why_first(rows: list[Row], order: Sequence[str]) -> Message:
    first, figure = rows[0], rows[1].decided_by if len(rows) > 1 else order[0]
    if figure == order[0]:
        return say(_TOP[figure], value=shown(first.value(figure)))
    value, below = shown(first.value(figure), figure), shown(rows[1].value(figure), figure)
    return say(_TOP_LEVEL[figure], value=value, below=below)


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
