"""The tally of a match: what each game added, how the match stands, and in words how it ended. One reckoning for the
screens, the services and whatever counts matches (W9.1 to W9.5)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.at_table import AT_TABLE, TALLY_WON, AtTable, Standing

from .models import Game, Player, Seat, Table

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
    seat: int = -1


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


class Leaver(NamedTuple):
    """Somebody who gave up the rest of a match. `name` is the one they had when they sat down."""

    seat: int
    name: str
    at: datetime


def leavers(table: Table) -> list[Leaver]:
    """Who gave up the rest of the match at this table, the first to leave first."""
    gone = Seat.objects.filter(table=table, left_at__isnull=False).order_by("left_at", "number")
    return [Leaver(seat.number, seat.shown_name, seat.left_at) for seat in gone if seat.left_at]


def ranked(table: Table, standing: Standing, left: Sequence[int]) -> list[tuple[int, ...]]:
    """The places of a match: groups of seats, the best first. `left`: seats that gave it up, the first to go first.

    As in a game (W8.3) they rank below all others, the later to go first; who was knocked out keeps that place (W9.3).
    """
    if not table.leavers_last:
        return list(standing.ranking)
    gone = [seat for seat in left if seat not in standing.out]
    staying = [tuple(seat for seat in group if seat not in gone) for group in standing.ranking]
    return [group for group in staying if group] + [(seat,) for seat in reversed(gone)]


def nobody_to_play(standing: Standing, left: Sequence[int]) -> bool:
    """Whether so many gave up the match that fewer than two are left to play on."""
    return bool(left) and len(standing.totals) - len({*left, *standing.out}) < 2


def _at_table(table: Table) -> AtTable:
    versions = AT_TABLE[table.game]
    return versions[max(versions)]


def lines_of(
    table: Table, rows: Sequence[Row], names: Sequence[str], *, over: bool = False, left: Sequence[int] = ()
) -> tuple[StandingLine, ...]:
    """The players in the order of their places; none before the first game that counts. `over`: that was the last one
    of the match; `left`: seats that gave it up, the first to go first."""
    if not rows:
        return ()
    found = standing_of(table, rows, len(names))
    ranking, counts = ranked(table, found, left), table.match == TALLY_WON
    # The Wharty-est is who is last when all games agreed on were played (W9.1, W9.2).
    last = ranking[-1] if over and found.finished and found.last and len(ranking) > 1 else ()
    lines: list[StandingLine] = []
    for group in ranking:
        place = len(lines) + 1
        lines += [
            StandingLine(
                place, names[seat], found.totals[seat], seat in found.out, seat in left,
                found.won[seat] if counts else None, seat in last, seat,
            )
            for seat in group
        ]  # fmt: skip
    return tuple(lines)


class Ending(NamedTuple):
    """How a match that is over ended, in sentences: who won it, if anybody, and what else is to be said."""

    first: str
    more: str

    @property
    def whole(self) -> str:
        return f"{self.first} {self.more}".strip()


def ending(table: Table, lines: Sequence[StandingLine], played: int) -> Ending | None:
    """How a match ended; None while it goes on. `lines`: as `lines_of` has them at its end; `played`: games of it that
    count.

    A winner, and a Wharty-est, there is only where its last game was played (W9.1, W9.2).
    """
    if table.state == Table.State.ABANDONED:
        why = _("Nobody was playing this match any more, so it ended early.")
        return Ending(_("The match has no winner."), f"{why} {_count_of_played(table, played)}")
    if table.state != Table.State.FINISHED:
        return None
    if not lines:
        return Ending(_("The match has no winner."), _("No game of it counts."))
    first = [line.name for line in lines if line.place == 1]
    last = [line.name for line in lines if line.last]
    if len(first) > 1:
        told = _("%(names)s share the first place of the match.") % {"names": ", ".join(first)}
    else:
        told = _("%(name)s wins the match.") % {"name": first[0]}
    more = _departures(table, played)
    if len(last) > 1:
        more.insert(0, _("%(names)s are the Wharty-est.") % {"names": ", ".join(last)})
    elif last:
        more.insert(0, _("%(name)s is the Wharty-est.") % {"name": last[0]})
    return Ending(told, " ".join(more))


def headline(table: Table, lines: Sequence[StandingLine], seat: int | None) -> str:
    """The result of a match that is over, for the viewer at `seat`; None: an onlooker."""
    first = [line for line in lines if line.place == 1]
    if table.state != Table.State.FINISHED or not first:
        return _("The match has no winner")
    if len(first) > 1:
        return _("A tie in the match: %(names)s") % {"names": ", ".join(line.name for line in first)}
    return _("You win the match!") if first[0].seat == seat else _("%(name)s wins the match") % {"name": first[0].name}


def _departures(table: Table, played: int) -> list[str]:
    """Who gave up the match and when, and that it ended early where nobody was left to play against (W8.4)."""
    gone = leavers(table)
    if not gone:
        return []
    games = list(Game.objects.filter(table=table).order_by("number").only("number", "started_at", "ended_at"))
    told = [_left_when(one, games) for one in gone]
    standing = standing_of(table, rows_of(table), games[0].seats)
    if games[-1].number < table.games_agreed or (table.match == Table.Match.KNOCKOUT and not standing.finished):
        told += [_("Nobody was left to play against, so the match ended early."), _count_of_played(table, played)]
    return told


def _left_when(leaver: Leaver, games: Sequence[Game]) -> str:
    last = next((game for game in reversed(games) if game.started_at <= leaver.at), games[0])
    # A game keeps milliseconds, a seat what the database's clock says.
    between = last.ended_at is not None and last.ended_at + timedelta(milliseconds=1) <= leaver.at
    text = _("%(name)s left after game %(number)s.") if between else _("%(name)s left in game %(number)s.")
    return text % {"name": leaver.name, "number": last.number}


def _count_of_played(table: Table, played: int) -> str:
    if table.match == Table.Match.KNOCKOUT:
        count = ngettext("%(played)s game of it was played.", "%(played)s games of it were played.", played)
    else:
        count = ngettext(
            "%(played)s of its %(of)s games was played.", "%(played)s of its %(of)s games were played.", played
        )
    return count % {"played": played, "of": table.games_agreed}
