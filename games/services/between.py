"""Between two games of a match: at a fast table there is a moment to look at the result, then the house deals.

Whoever deals holds the lock of the game before, and of the table after it, as everywhere. Twice, or late, is no harm.
"""

from datetime import datetime, timedelta

from django.db import transaction

from rules.core import Seat

from .. import log, push
from ..models import Game, SeatKind, Table
from ..models import Seat as Place
from . import entering, matches

_PUT_OFF = timedelta(minutes=1)


def due_tables(now: datetime, most: int = 200) -> list[str]:
    """Codes of the tables whose next game is to be dealt by now, the longest waiting first."""
    due = Table.objects.filter(next_at__lte=now, state=Table.State.PLAYING).order_by("next_at")
    return list(due.values_list("code", flat=True)[:most])


def deal_next(table_code: str, now: datetime | None = None) -> bool:
    """Deals the next game of a match whose pause is over; whether it did anything. Somebody who holds the game before
    (it is being taken back, say) is not waited for: the next sweep finds the table again."""
    with transaction.atomic():
        game = _latest(table_code, skip_locked=True)
        if game is None:
            return False
        table = matches.locked_table(game.table_id)
        at = now or game.database_now
        if table.state != Table.State.PLAYING or table.next_at is None or table.next_at > at:
            return False
        _go_on(game, at)
        return True


def put_off(table_code: str, now: datetime) -> None:
    """Makes the sweep look at this table again in a minute: something is wrong with it, and the others wait."""
    due = Table.objects.filter(code=table_code, state=Table.State.PLAYING, next_at__isnull=False)
    due.update(next_at=now + _PUT_OFF)


def leave(game: Game, seat: Seat, now: datetime) -> None:
    """Somebody gives up the rest of a match between two of its games (W8.3), `game` being the locked one before.

    Where the table says so a computer player has the seat from now on; with nobody left to play against it goes on at
    once.
    """
    table = matches.locked_table(game.table_id)
    if table.state != Table.State.PLAYING or table.next_at is None:
        return
    places = Place.objects.filter(table=table)
    others = places.exclude(number=seat).exclude(kind=SeatKind.BOT).filter(left_at__isnull=True)
    mine = places.filter(number=seat, left_at__isnull=True)
    if table.takeover and others.exists():
        change = {"user": None, "kind": SeatKind.BOT, "level": table.bot_level}
        mine.update(**change, given_up_by=game.roster[seat].user_id, given_up_at=now)
    else:
        mine.update(left_at=now)
    staying = places.filter(left_at__isnull=True)
    if staying.count() < 2 or not staying.exclude(kind=SeatKind.BOT).exists():
        _go_on(game, now)
    people = [player.user_id for player in game.roster if player.user_id is not None]
    push.after_commit(push.game_changed, game.code, game.seq)
    push.after_commit(push.muster_changed, people)


def _latest(table_code: str, *, skip_locked: bool) -> Game | None:
    last = Game.objects.filter(table__code=table_code).order_by("-number").values_list("code", flat=True).first()
    return log.lock(last, skip_locked=skip_locked) if last is not None else None


def _go_on(game: Game, now: datetime) -> None:
    coming = matches.next_or_finish(game, now, paused=True)
    if coming is not None:
        entering.begin(coming, now)
    people = [player.user_id for player in game.roster if player.user_id is not None]
    push.after_commit(push.game_changed, game.code, game.seq)
    push.after_commit(push.table_changed, game.table.code, game.table.seq)
    push.after_commit(push.muster_changed, people)
