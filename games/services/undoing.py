"""Taking back results that a wrong sweep made: for a day, by staff, through the one door (check 25).

The log is not touched: the game stays as it was played, and counts for nothing (W7.5). What else was counted at its
end is taken back by whoever counted it: see `following.on_void`.
"""

from datetime import datetime, timedelta

from django.db import transaction

from rules.core import gettext_noop as _

from .. import log
from ..errors import NotAllowed, NotFound
from ..models import ClockEvent, Game, Notice
from . import clock_rows, following, notices

FOR = timedelta(hours=24)


def void(code: str, now: datetime | None = None) -> bool:
    """Takes the result of one game back and tells its players; whether it was there to be taken back.

    Raises NotFound, NotAllowed (it is not over, or it was over more than a day ago).
    """
    with transaction.atomic():
        game = log.lock(code)
        if game is None:
            raise NotFound(_("There is no such game"))
        at = now or game.database_now
        if game.state == Game.State.VOID:
            return False
        if game.state != Game.State.OVER or game.ended_at is None:
            raise NotAllowed(_("Only a game that is over can be taken back"), "not_over")
        if at > game.ended_at + FOR:
            raise NotAllowed(_("A result can be taken back for 24 hours only"), "too_late")
        log.void(game)
        clock_rows.save(game, at, ClockEvent.Kind.VOIDED)
        notices.tell([p.user_id for p in game.roster], Notice.Kind.GAME_VOID, game.table, at, game)
        for take_back in following.on_void:
            take_back(game)
        return True
