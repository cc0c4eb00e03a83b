"""Playing: what people, clocks and computer players add to the log of a running game.

Every function locks the game's row, looks at the clock, and enters through `games.services.entering`.
"""

import re
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from accounts.models import User
from rules.core import IllegalAction, Seat, UnreadableAction
from rules.core import gettext_noop as _

from .. import computers, log
from ..errors import BadRequest, Broken, Forbidden, NotAllowed, NotFound, Stale
from ..models import Game, LogEntry
from ..models import Seat as Place
from . import between, clock_rows, limits, takeover
from .entering import abandon_if_deserted, enter
from .overdue import end_if_overdue

_KEY = re.compile(r"[A-Za-z0-9_-]{8,48}")
_PUT_OFF = timedelta(minutes=1)


def act(code: str, user: User, text: str, seen_seq: int, key: str, now: datetime | None = None) -> Game:
    """One action of the person, e.g. `play C5`, `draw`. Returns the game after it (refreshed summary).

    The same `key` again gives the same answer and changes nothing. A turn or game that ran out is ended first; then
    the post is Stale. Raises BadRequest (unreadable), Forbidden (not seated), Stale, NotAllowed with `rule` and
    `legal`, TooMany (30 moves a minute, more against computer players, and 60 attempts that are refused), Broken,
    NotFound. `now` is for tests; else it is the database's time.
    """
    if not _KEY.fullmatch(key):
        raise BadRequest(_("The form was not one of ours: its key is missing"), "key")
    move = limits.count_move(user)
    try:
        return _act(code, user, text, seen_seq, key, now, move)
    except (BadRequest, Forbidden, NotFound, Stale, NotAllowed):
        limits.count_refused(user, move)
        raise


def _act(code: str, user: User, text: str, seen_seq: int, key: str, now: datetime | None, move: str) -> Game:
    own_key = ""
    try:
        with transaction.atomic():
            game, seat = locked_with_seat(code, user)
            if computers.alone_with_computers(game.roster, seat):
                limits.count_computer_move(user, move)
            at = now or game.database_now
            own_key = f"{seat}:{key}"
            if seen_seq != game.seq and log.has_key(game, own_key):
                return game
            check_not_frozen(game)
            expired = end_if_overdue(game, at)
            if not expired:
                _check_present(game, seen_seq)
                _apply(game, seat, text, at, own_key)
    except IntegrityError:
        # The key was used before, with another seen_seq: whatever it did then is the answer.
        game = Game.objects.select_related("table").get(code=code)
        if not log.has_key(game, own_key):
            raise
        return game
    except log.BrokenLog:
        raise frozen(code) from None
    if expired:
        raise Stale(_("Time ran out before your move came in"), "overdue")
    return game


def leave(code: str, user: User, now: datetime | None = None) -> Game:
    """Leaves the game, and the rest of its match, for good: eliminated at once (W8.3), unless the table's rules let a
    computer player take the seat over. Leaving twice is no error.

    Raises NotFound, Forbidden (not seated), Broken.
    """
    try:
        with transaction.atomic():
            game, seat = locked_with_seat(code, user)
            at = now or game.database_now
            check_not_frozen(game)
            if game.state != Game.State.PLAYING:
                between.leave(game, seat, at)
                return game
            if takeover.takes_over(game, seat):
                takeover.hand_over(game, seat, at)
                clock_rows.pause_if_all_agree(game, at)
                return game
            Place.objects.filter(table=game.table_id, number=seat, left_at__isnull=True).update(left_at=at)
            end_if_overdue(game, at)
            if game.state == Game.State.PLAYING and not game.roster[seat].out:
                enter(game, seat, "leave", by=LogEntry.By.PLAYER, now=at)
            else:
                abandon_if_deserted(game, at)
    except log.BrokenLog:
        raise frozen(code) from None
    return game


# -- what the sweep calls ------------------------------------------------------------------------------------


def end_overdue(code: str, now: datetime | None = None) -> bool:
    """Ends the turn, the game or the pause whose time (and grace) is over (W8.1, W7.2); whether it did anything.

    A game somebody else holds is left for the next sweep. A game that fails is put off by a minute and raises.
    """
    return _sweep(code, _ended, now)


def put_off(code: str, now: datetime | None = None) -> None:
    """Makes the sweep look at this game again in a minute: something is wrong with it, and the others wait."""
    later = (now or log.database_now()) + _PUT_OFF
    due = Game.objects.filter(code=code, state=Game.State.PLAYING)
    due.filter(due_at__isnull=False).update(due_at=later)
    due.filter(bot_at__isnull=False).update(bot_at=later)


def _ended(game: Game, at: datetime) -> bool:
    before = game.seq, game.paused_at
    end_if_overdue(game, at)
    return (game.seq, game.paused_at) != before


def _sweep(code: str, change: Callable[[Game, datetime], bool], now: datetime | None) -> bool:
    try:
        with transaction.atomic():
            game = log.lock(code, skip_locked=True)
            if game is None or game.state != Game.State.PLAYING:
                return False
            return change(game, now or game.database_now)
    except log.BrokenLog:
        log.freeze(code)
        return False


# -- inside the transaction ----------------------------------------------------------------------------------


def locked_with_seat(code: str, user: User) -> tuple[Game, Seat]:
    """The locked game and this person's seat in it. Raises NotFound, Forbidden."""
    game = log.lock(code)
    if game is None:
        raise NotFound(_("There is no such game"))
    for player in game.roster:
        if player.user_id is not None and player.user_id == user.pk:
            return game, player.seat
    raise Forbidden(_("You do not play in this game"), "not_seated")


def check_not_frozen(game: Game) -> None:
    if game.state == Game.State.FROZEN:
        raise Broken(_("Something is wrong with this game; it is stopped until somebody has looked at it"))


def _check_present(game: Game, seen_seq: int) -> None:
    if game.state != Game.State.PLAYING:
        raise Stale(_("The game is over"), "over")
    if seen_seq != game.seq:
        raise Stale(_("The game has moved on; here is how it stands now"))


def _apply(game: Game, seat: Seat, text: str, at: datetime, key: str) -> None:
    try:
        log.rules_of(game).game.parse_action(text)  # refuses the words of the house
        enter(game, seat, text, by=LogEntry.By.PLAYER, now=at, key=key)
    except UnreadableAction as error:
        raise BadRequest(error.message) from None
    except IllegalAction as error:
        raise NotAllowed(error.message, "illegal", rule=error.rule, legal=error.legal) from None


def frozen(code: str) -> Broken:
    log.freeze(code)
    return Broken(_("Something is wrong with this game; it is stopped until somebody has looked at it"))
