"""What a mail says of a turn: with whom, until when, and what follows when it runs out. It knows no card."""

from datetime import datetime
from typing import NamedTuple

from . import clock_page, log, narration
from .selectors import GameSeen


class TurnLine(NamedTuple):
    code: str
    others: str  # names of those with whom one plays
    until: str  # with date and zone; empty: no clock runs
    follows: str  # when it runs out


def line(seen: GameSeen, now: datetime) -> TurnLine:
    """For the person at `seen.seat`, whose turn it is, in the language and zone that are set. May raise BrokenLog."""
    game = seen.game
    others = ", ".join(player.shown_name for player in seen.players if player.seat != seen.seat)
    if game.deadline is None:
        return TurnLine(game.code, others, "", "")
    follows = clock_page.follows(seen, log.replay(game))[0]
    return TurnLine(game.code, others, narration.dated(game.deadline), follows)
