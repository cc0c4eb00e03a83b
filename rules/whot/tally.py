"""Several games (section 9): the running tally over an agreed number of games, and knockout."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from rules.core import BadOptions, Seat, say
from rules.core import gettext_noop as _

KNOCKOUT_TARGET = 100  # W9.3


class Standing(NamedTuple):
    """Where a match stands after some games.

    `ranking`: groups of seats, lowest total first, equal totals together (W9.1). `winners` is
    empty until the match is finished (W9.2); `out` are the seats knocked out, first to go first.
    """

    totals: tuple[int, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    finished: bool
    winners: tuple[Seat, ...]
    out: tuple[Seat, ...] = ()

    @property
    def wharty_est(self) -> tuple[Seat, ...]:
        """The last place, once the match is finished."""
        return self.ranking[-1] if self.finished and len(self.ranking) > 1 else ()


def running_tally(
    games: Sequence[Sequence[int | None]], seats: int, agreed: int, *, by_games_won: bool = False
) -> Standing:
    """The standing after `games` of `agreed` (W9.1, W9.2).

    `by_games_won`: the tie-break a table may agree on; more games with the lowest points win it.
    Raises BadOptions for a game that has not one number a seat, or for more games than agreed.
    """
    _check_rows(games, seats, ())
    if len(games) > agreed:
        raise BadOptions(
            say(_("%(played)s games were played of %(agreed)s"), played=len(games), agreed=agreed),
            "games",
        )
    totals = tuple(sum(game[seat] or 0 for game in games) for seat in range(seats))
    won = games_won(games, seats)

    def order(seat: Seat) -> tuple[int, int]:
        return totals[seat], -won[seat] if by_games_won else 0

    ranking = _groups(range(seats), order)
    finished = len(games) == agreed
    return Standing(totals, ranking, finished, ranking[0] if finished else ())


def games_won(games: Sequence[Sequence[int | None]], seats: int) -> tuple[int, ...]:
    """In how many games each seat had the fewest points, alone or with others: what a tie-break may go by (W9.1)."""
    return tuple(sum(game[seat] == _lowest(game) for game in games) for seat in range(seats))


def knockout(games: Sequence[Sequence[int | None]], seats: int, target: int = KNOCKOUT_TARGET) -> Standing:
    """The standing of a knockout (W9.3): who reaches `target` is out and has None afterwards.

    Ranked by total among those still in, then by who went out later, then by total.
    """
    totals = [0] * seats
    left_after: dict[Seat, int] = {}
    for number, game in enumerate(games):
        if seats - len(left_after) <= 1:
            raise BadOptions(say(_("a game was played after the knockout was over")), "games")
        _check_rows([game], seats, tuple(left_after))
        for seat in range(seats):
            totals[seat] += game[seat] or 0
        for seat in range(seats):
            if seat not in left_after and totals[seat] >= target:
                left_after[seat] = number
    still_in = seats - len(left_after)

    def order(seat: Seat) -> tuple[int, int]:
        return -left_after.get(seat, len(games)), totals[seat]

    ranking = _groups(range(seats), order)
    finished = still_in <= 1
    out = tuple(sorted(left_after, key=lambda seat: (left_after[seat], seat)))
    return Standing(tuple(totals), ranking, finished, ranking[0] if finished else (), out)


def _lowest(game: Sequence[int | None]) -> int:
    return min(points for points in game if points is not None)


def _groups(seats: range, order: object) -> tuple[tuple[Seat, ...], ...]:
    key = order  # one key both sorts and groups
    assert callable(key)
    return tuple(tuple(group) for _key, group in groupby(sorted(seats, key=key), key=key))


def _check_rows(games: Sequence[Sequence[int | None]], seats: int, out: tuple[Seat, ...]) -> None:
    for game in games:
        if len(game) != seats:
            raise BadOptions(
                say(
                    _("a game has points for %(given)s seats, not for %(seats)s"),
                    given=len(game),
                    seats=seats,
                ),
                "games",
            )
        for seat, points in enumerate(game):
            if (points is None) != (seat in out):
                message = _("seat %(seat)s is out and has no points in later games")
                if seat not in out:
                    message = _("seat %(seat)s has no points in a game it played")
                raise BadOptions(say(message, seat=seat), "games")
