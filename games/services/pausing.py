"""A pause by consent (cases D07, D08; check 79): one asks, all the people still in agree, anyone may go on.

No pause lasts longer than the table agreed to before the game, all pauses of it together. Whoever is to act may also
move while the game is paused: that counts, and the next turn's time begins when the pause is over.
"""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from rules.core import gettext_noop as _
from rules.core import say

from .. import clocks, log
from ..errors import BadRequest, Forbidden, NotAllowed, Stale, TooMany
from ..models import ClockEvent, Game, Notice
from . import clock_rows, limits, notices
from .overdue import end_if_overdue
from .play import check_not_frozen, frozen, locked_with_seat

Kind = ClockEvent.Kind
AGAIN_AFTER = timedelta(minutes=5)
DOINGS = ("ask", "agree", "refuse", "resume")


def pause(code: str, user: User, doing: str, seen_clock: int, now: datetime | None = None) -> Game:
    """`ask` for a pause, `agree`, `refuse` (who asked: take it back), or `resume`. Returns the game after it.

    What is so already is no error and changes nothing. `seen_clock`: `Game.clock_seq` as the page showed it. Raises
    BadRequest, Forbidden (not seated, or out), Stale, NotAllowed (nothing to pause, no time left for it), TooMany,
    Broken, NotFound. `now` is for tests; else it is the database's time.
    """
    if doing not in DOINGS:
        raise BadRequest(say(_("“%(text)s” is nothing to do with a pause"), text=doing[:20]))
    limits.count_move(user)
    try:
        with transaction.atomic():
            game, seat = locked_with_seat(code, user)
            at = now or game.database_now
            check_not_frozen(game)
            if not end_if_overdue(game, at):
                _check_still_in(game, seat)
                _do(game, seat, doing, seen_clock, at)
    except log.BrokenLog:
        raise frozen(code) from None
    return game


def _check_still_in(game: Game, seat: int) -> None:
    if game.state != Game.State.PLAYING:
        raise Stale(_("The game is over"), "over")
    if game.roster[seat].out:
        raise Forbidden(_("You are out of this game"), "out")


def _do(game: Game, seat: int, doing: str, seen_clock: int, at: datetime) -> None:
    asked = clocks.is_asked(game, at)
    if doing == "resume":
        done = game.paused_at is None
    elif doing == "refuse":
        done = not asked
    else:
        done = game.paused_at is not None or (asked and seat in game.pause_agreed)
    if done:
        return
    if seen_clock != game.clock_seq:
        raise Stale(_("The clocks have changed; here is how they stand now"))
    if doing == "resume":
        clock_rows.end_pause(game, at, seat)
    elif doing == "refuse":
        _refuse(game, seat, at)
    elif asked:
        game.pause_agreed = [*game.pause_agreed, seat]
        clock_rows.save(game, at, Kind.AGREED, seat)
        clock_rows.pause_if_all_agree(game, at)
    elif doing == "ask":
        _ask(game, seat, at)
    else:
        raise Stale(_("Nobody asks for a pause any more"))


def _ask(game: Game, seat: int, at: datetime) -> None:
    if game.deadline is None and game.game_deadline is None:
        raise NotAllowed(_("No clock runs in this game, so there is nothing to pause"), "no_clock")
    if game.pause_left < timedelta(seconds=1):
        raise NotAllowed(_("The time agreed for pauses in this game is used up"), "no_pause_left")
    last = ClockEvent.objects.filter(game=game, seat=seat, kind=Kind.ASKED).order_by("-at").first()
    if last is not None and at < last.at + AGAIN_AFTER:
        wait = int((last.at + AGAIN_AFTER - at).total_seconds()) + 1
        raise TooMany(_("You asked a moment ago; wait a little before you ask again"), wait, "asked")
    game.pause_agreed, game.pause_asked_at = [seat], at
    clock_rows.save(game, at, Kind.ASKED, seat)
    clock_rows.pause_if_all_agree(game, at)
    if game.paused_at is None and clocks.is_slow(game):
        others = [player.user_id for player in game.roster if player.seat != seat and not player.out]
        notices.tell(others, Notice.Kind.PAUSE_ASKED, game.table, at, game)


def _refuse(game: Game, seat: int, at: datetime) -> None:
    game.pause_agreed, game.pause_asked_at = [], None
    clock_rows.save(game, at, Kind.REFUSED, seat)
