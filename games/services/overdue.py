"""What happens when a clock ran out: inside a transaction that holds the game, whoever looked first (W8.1, W7.2)."""

from datetime import datetime

from .. import clocks, log
from ..models import Game, LogEntry, Notice, SeatKind
from . import clock_rows, notices, outages
from .entering import enter

HOUSE = LogEntry.By.HOUSE
ROUNDS_WITH_NOBODY = 10  # and more where misses are excused: then nobody is there any more (case E09)


def end_if_overdue(game: Game, at: datetime) -> bool:
    """Does what the clock demands by now; whether that is an entry in the log.

    The earlier of two clocks is ended, if its displayed end and the grace are past. Nobody loses a turn to an outage
    that was not given back yet. A pause whose time is up ends, which is no entry.
    """
    which = clocks.over(game, at)
    if which == clocks.PAUSE:
        clock_rows.end_pause(game, at)
        return False
    if not which or not clocks.over(game, at - outages.missing(at)):
        return False
    if which == clocks.GAME:
        enter(game, None, "time_up", by=HOUSE, now=at)
        return True
    seat = game.to_act
    assert seat is not None
    enter(game, seat, word_of_timeout(game), by=HOUSE, now=at)
    if clocks.is_slow(game):  # at a quick table the board says it
        notices.tell([game.roster[seat].user_id], Notice.Kind.TURN_MISSED, game.table, at, game)
    _end_if_nobody_plays(game, at)
    return True


def word_of_timeout(game: Game) -> str:
    """What the log says when the turn of the seat to act runs out: the first misses may be excused (W8.1)."""
    seat = game.to_act
    assert seat is not None
    absence = log.at_table_of(game).absence(log.load(game))
    excused = absence.most > 0 and game.roster[seat].kind != SeatKind.BOT  # where no miss counts, none is used up
    if excused and log.excused_misses(game, seat) < absence.excused:
        return "timeout excused"
    return "timeout"


def _end_if_nobody_plays(game: Game, at: datetime) -> None:
    """Where misses eliminate nobody, or many are excused, a game that everybody has left alone ends as abandoned."""
    if game.state != Game.State.PLAYING:
        return
    rounds = ROUNDS_WITH_NOBODY + log.at_table_of(game).absence(log.load(game)).excused
    if log.missed_in_a_row(game) >= rounds * len(clock_rows.remaining_people(game)):
        enter(game, None, "abandon", by=HOUSE, now=at)
