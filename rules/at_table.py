"""What a table of play asks of a game's rules, beyond a single game of it, by key and rules version.

The site seats people, runs clocks and counts matches without knowing which game it is: it asks here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rules.core import BadOptions, Seat, say
from rules.core import gettext_noop as _
from rules.go_stop import options as go_stop
from rules.go_stop.options import MOST_MISSES
from rules.go_stop.state import State as GoStopState
from rules.whot.options import PLAYERS, Options, check_seats, usual_game_clock
from rules.whot.state import State
from rules.whot.tally import games_won, knockout, running_tally

TALLY, TALLY_WON, KNOCKOUT = "tally", "tally_won", "knockout"
WHOT_TWO, WHOT_MORE, GO_STOP = "whot-2", "whot-3", "go-stop"
POOLS: Mapping[str, str] = {
    WHOT_TWO: _("Whot for two"),
    WHOT_MORE: _("Whot for three to six"),
    GO_STOP: _("Go-Stop"),
}
"""Those who are rated together (`AtTable.pool`), each with its words, to be translated."""
MOST_GAMES = 50
SHORTEST_PAUSE, USUAL_PAUSE, LONGEST_PAUSE = 60, 600, 14 * 86_400  # seconds


class Clocks(NamedTuple):
    """Seconds, or None where that clock does not run."""

    turn: int | None
    game: int | None


def usual_pause(clocks: Clocks) -> int:
    """Seconds that a game may usually be paused: three turns, at least 10 minutes; none where no clock runs."""
    if clocks == Clocks(None, None):
        return 0
    return min(max(USUAL_PAUSE, 3 * (clocks.turn or 0)), LONGEST_PAUSE)


def is_pause(seconds: int) -> bool:
    """Whether a table may agree to pauses of that length; 0 is none at all."""
    return seconds == 0 or SHORTEST_PAUSE <= seconds <= LONGEST_PAUSE


class Standing(NamedTuple):
    """A match after some games: totals by seat, groups of seats best first, and who is out for good."""

    totals: tuple[int, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    finished: bool
    winners: tuple[Seat, ...]
    out: tuple[Seat, ...]
    won: tuple[int, ...] = ()  # games in which a seat had the fewest points, by seat
    last: tuple[Seat, ...] = ()  # in the last place as it stands: at the end, the Wharty-est (W9.1)


class Absence(NamedTuple):
    """How players stand with turns they missed."""

    misses: tuple[int, ...]  # in a row, by seat (W8.2)
    most: int  # in a row that eliminate; 0: none do
    excused: int  # misses of each player in a game that the house excuses (W8.1)


class AtTable(Protocol):
    """A game as a table plays it. `options` and `state` are the game's own values."""

    @property
    def matches(self) -> Mapping[str, str]:
        """The kinds of match there are, each with its words, to be translated."""
        ...

    @property
    def points_are_good(self) -> bool:
        """Whether many points (`Outcome.points`) are better than few."""
        ...

    def pool(self, seats: int) -> str:
        """The key in POOLS of the players that a match of so many is rated among."""

    def players(self, preset: str) -> tuple[int, int]:
        """Fewest and most players. Raises KeyError."""

    def check(self, options: Any, seats: int, match: str, games: int) -> None:
        """Raises BadOptions unless so many can play such a match by these options."""

    def starts_when_full(self, preset: str) -> bool:
        """Whether a table of more than two usually starts by itself."""

    def clocks(self, options: Any) -> Clocks:
        """The clocks that run; what the host left open has its usual length."""

    def out(self, state: Any) -> tuple[Seat, ...]:
        """Seats eliminated so far, the first to go first."""

    def absence(self, state: Any) -> Absence:
        """Turns missed so far, and what the house rules say of them."""

    def standing(self, tallies: Sequence[Sequence[int | None]], seats: int, match: str, games: int) -> Standing:
        """The standing after some games of a match (`Outcome.tally` of each). Raises BadOptions."""


class WhotAtTable:
    """Whot, version 1, as `AtTable`."""

    matches: Mapping[str, str] = {
        TALLY: _("points add up, fewest wins"),  # W9.1
        TALLY_WON: _("points add up, fewest wins; of equal ones, who won more games"),  # W9.1, a tie-break agreed
        KNOCKOUT: _("knockout: 100 points and you are out"),  # W9.3
    }

    points_are_good = False  # they are what was left in hand

    def pool(self, seats: int) -> str:
        return WHOT_TWO if seats == 2 else WHOT_MORE

    def players(self, preset: str) -> tuple[int, int]:
        return PLAYERS[preset]

    def check(self, options: Options, seats: int, match: str, games: int) -> None:
        check_seats(options, seats)
        if match not in self.matches:
            raise BadOptions(say(_("a match is a tally or a knockout")), "match")
        if not 1 <= games <= MOST_GAMES:
            raise BadOptions(
                say(_("a match has 1 to %(most)s games, not %(games)s"), most=MOST_GAMES, games=games), "games"
            )
        if options.preset == "002" and (games > 1 or match != TALLY):
            raise BadOptions(say(_("by these rules a match is one game (W9.4)")), "preset", "games")

    def starts_when_full(self, preset: str) -> bool:
        return preset == "003"

    def clocks(self, options: Options) -> Clocks:
        turn = None if options.timeout == "none" else options.turn_clock  # W8.1
        if not options.clock:
            return Clocks(turn, None)
        return Clocks(turn, options.game_clock or usual_game_clock(options.turn_clock))  # W7.2

    def out(self, state: State) -> tuple[Seat, ...]:
        return state.absence.out

    def absence(self, state: State) -> Absence:
        options = state.setup.rulings.options
        return Absence(state.absence.misses, options.max_missed, options.excused_misses)

    def standing(self, tallies: Sequence[Sequence[int | None]], seats: int, match: str, games: int) -> Standing:
        if match == KNOCKOUT:
            found = knockout(tallies, seats)
            return Standing(found.totals, found.ranking, found.finished, found.winners, found.out)
        found = running_tally(tallies, seats, games, by_games_won=match == TALLY_WON)
        last = found.ranking[-1] if len(found.ranking) > 1 else ()
        won = games_won(tallies, seats)
        return Standing(found.totals, found.ranking, found.finished, found.winners, found.out, won, last)


class GoStopAtTable:
    """Go-Stop, version 1, as `AtTable`. A match of several deals tallies points won, the highest first (R53)."""

    matches: Mapping[str, str] = {TALLY: _("points won add up, most wins")}

    points_are_good = True

    def pool(self, seats: int) -> str:
        return GO_STOP

    def players(self, preset: str) -> tuple[int, int]:
        return {go_stop.PRESET: (go_stop.SEATS, go_stop.SEATS)}[preset]

    def check(self, options: go_stop.Options, seats: int, match: str, games: int) -> None:
        go_stop.check_seats(seats)
        if match != TALLY:
            raise BadOptions(say(_("a match of Go-Stop is a tally of points won (R53)")), "match")
        if not 1 <= games <= MOST_GAMES:
            raise BadOptions(
                say(_("a match has 1 to %(most)s games, not %(games)s"), most=MOST_GAMES, games=games), "games"
            )

    def starts_when_full(self, preset: str) -> bool:
        return True

    def clocks(self, options: go_stop.Options) -> Clocks:
        return Clocks(options.turn_clock, None)

    def out(self, state: GoStopState) -> tuple[Seat, ...]:
        result = state.result
        if result is None or result.reason != "last_player" or result.winner is None:
            return ()
        return (1 - result.winner,)

    def absence(self, state: GoStopState) -> Absence:
        return Absence(state.misses, MOST_MISSES, 0)

    def standing(self, tallies: Sequence[Sequence[int | None]], seats: int, match: str, games: int) -> Standing:
        if len(tallies) > games:
            message = _("%(played)s games were played of %(agreed)s")
            raise BadOptions(say(message, played=len(tallies), agreed=games), "games")
        totals = tuple(sum(tally[seat] or 0 for tally in tallies) for seat in range(seats))
        places = sorted(set(totals), reverse=True)
        ranking = tuple(tuple(seat for seat in range(seats) if totals[seat] == total) for total in places)
        finished = len(tallies) == games
        return Standing(totals, ranking, finished, ranking[0] if finished else (), ())


AT_TABLE: dict[str, dict[int, AtTable]] = {"whot": {1: WhotAtTable()}, "go_stop": {1: GoStopAtTable()}}
"""By key and rules version, as `rules.registry.GAMES`."""
