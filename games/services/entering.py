"""What every entry in a log is followed by: the game abandoned when only computer players remain, and its end."""

from datetime import datetime

from rules.core import Seat

from .. import log
from ..models import Game, LogEntry, SeatKind
from . import clock_rows, following, matches

HOUSE = LogEntry.By.HOUSE


def enter(game: Game, seat: Seat | None, text: str, *, by: str, now: datetime, key: str | None = None) -> None:
    """Adds an entry to a locked game (`log.append`, which says what is raised) and does, in the same transaction, all
    that follows from it.

    Whatever counts the end of a game is called here, once: the entry that ended it can't be added twice.
    """
    log.append(game, seat, text, by=by, now=now, key=key)
    if game.state == Game.State.PLAYING:
        abandon_if_deserted(game, now)
        clock_rows.pause_if_all_agree(game, now)  # one who did not may have gone
    else:
        after_the_end(game, now)


def abandon_if_deserted(game: Game, now: datetime) -> None:
    """Ends a locked, running game in which nobody is left but computer players (W7.5)."""
    if game.state == Game.State.PLAYING and not _people_remain(game):
        log.append(game, None, "abandon", by=HOUSE, now=now)
        after_the_end(game, now)


def _people_remain(game: Game) -> bool:
    people = [player for player in game.roster if player.kind != SeatKind.BOT]
    if any(not player.out for player in people):
        return True
    # Who was knocked out in an earlier game may want to see how the match ends.
    watching = [player.seat for player in people if player.seat in game.sitting_out]
    return bool(watching) and not set(watching) <= set(matches.left_seats(game))


def after_the_end(game: Game, now: datetime) -> None:
    """All that follows from the end of a game: the next one of the match, which a deal may end at once too."""
    for follow in following.on_game_over:
        follow(game, now)
    coming = matches.next_or_finish(game, now)
    if coming is not None:
        begin(coming, now)


def begin(coming: Game, now: datetime) -> None:
    """What follows at once from dealing a game of a match."""
    if coming.state != Game.State.PLAYING:
        after_the_end(coming, now)
        return
    # Who gave up the match is dealt in and leaves at once, so that every game counts for every seat (W9.5).
    for seat in matches.left_seats(coming):
        if coming.state == Game.State.PLAYING and not coming.roster[seat].out:
            enter(coming, seat, "leave", by=HOUSE, now=now)
