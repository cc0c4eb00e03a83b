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
    missed: bool  # the last turn of this person there ran out


def line(seen: GameSeen, now: datetime) -> TurnLine:
    """For the person at `seen.seat`, whose turn it is, in the language and zone that are set. May raise BrokenLog."""
    game = seen.game
    others = ", ".join(player.shown_name for player in seen.players if player.seat != seen.seat)
    if game.deadline is None:
        return TurnLine(game.code, others, "", "", False)
    replay = log.replay(game)
    follows = clock_page.follows(seen, replay)[0]
    last = next((entry.action for entry in reversed(replay.told) if entry.seat == seen.seat), "")
    return TurnLine(game.code, others, narration.dated(game.deadline), follows, last.startswith("timeout"))
