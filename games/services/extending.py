"""Time that staff give back, for what no heartbeat notices: a proxy that let nobody through (cases D15, D16)."""

from datetime import datetime, timedelta

from django.db import transaction

from .. import clocks, log
from ..models import ClockEvent, Game
from . import clock_rows


def give_time(code: str, by: timedelta, now: datetime | None = None) -> bool:
    """Moves both clocks of a running game by this length, tells its players in the same transaction, and returns
    whether a clock ran; a game in a pause loses nothing and gets nothing. What was overdue is so no more."""
    if by <= timedelta(0):
        raise ValueError("time is given, never taken")
    with transaction.atomic():
        game = log.lock(code)
        if game is None or game.state != Game.State.PLAYING or game.due_at is None or game.paused_at is not None:
            return False
        clocks.move(game, by, by)
        clock_rows.save(game, now or game.database_now, ClockEvent.Kind.MOVED, seconds=by.total_seconds())
        return True
