"""Telling people of their turns in slow games: on the board and the muster, and by at most one mail a turn (check 78).

`Game.remind_at` is when the seat to act is told next. `note` writes a `Reminder` then, once, under the game's lock;
what is worth a mail is decided by `claim`, under the lock of its receiver, so that two workers send one. Who got no
mail at the beginning of a turn because the game was in view may get it at half of the time, or at four fifths.
"""

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMessage, get_connection
from django.db import transaction

from accounts import mails
from accounts.models import User

from .. import clocks, log, push
from ..models import Game, Notice, Reminder
from ..selectors import GameSeen
from ..selectors.clocks import was_mailed_of_turn, with_reminders
from . import looking, notices

logger = logging.getLogger(__name__)

MAIL = "turn"
QUIET = timedelta(minutes=10)  # after a mail; what comes up meanwhile is in the next one
MOST_SECONDS = 5.0  # of one run: in the embedded site the sweep waits for it
KEPT_FOR = timedelta(days=30)
_NOTICES = {Reminder.Kind.HALF: Notice.Kind.TURN_HALF, Reminder.Kind.LATE: Notice.Kind.TURN_LATE}
Compose = Callable[[GameSeen, datetime], Any]
"""What a mail says of one game, for its template; called in the language and zone of the reader."""


def note(code: str, now: datetime | None = None) -> Reminder | None:
    """Notes what the seat to act of a game is to be told by now, only the last of it; None: nothing, or no more.

    A game that somebody else holds is left for the next run.
    """
    with transaction.atomic():
        game = log.lock(code, skip_locked=True)
        if game is None or game.state != Game.State.PLAYING:
            return None
        at = now or game.database_now
        due = clocks.reminders_due(game, at)
        clocks.reminded_of(game, len(due))
        game.save(update_fields=["reminded", "remind_at"])
        if not due or game.to_act is None:
            return None
        user_id, kind = game.roster[game.to_act].user_id, due[-1]
        if user_id is None:
            return None
        if kind in _NOTICES:
            _warn(game, user_id, kind, at)
        row: Reminder = Reminder.objects.get_or_create(
            user_id=user_id, game=game, seq=game.seq, kind=kind, defaults={"at": at}
        )[0]
        return row


def _warn(game: Game, user_id: int, kind: Reminder.Kind, at: datetime) -> None:
    """On the board, where it stands by itself, and on the muster of who does not look at it: the last warning only."""
    push.after_commit(push.game_changed, game.code, game.seq)
    if looking.in_view(game.code, user_id):
        return
    Notice.objects.filter(user=user_id, game=game, kind=Notice.Kind.TURN_HALF, seen_at__isnull=True).delete()
    notices.tell([user_id], _NOTICES[kind], game.table, at, game)
    push.after_commit(push.muster_changed, [user_id])


def send_mails(compose: Compose) -> int:
    """Sends each person who waits for one a mail about all their turns; returns how many. May run twice or late.

    Nothing is claimed while the mail server can't be reached. A mail that it refuses is not tried again before the
    next reminder of that turn would be due: better none than two.
    """
    people = with_reminders(log.database_now() - QUIET)
    if not people:
        return 0
    sent, stop = 0, time.monotonic() + MOST_SECONDS
    try:
        with get_connection() as connection:
            for user_id in people:
                mail = claim(user_id, compose)
                if mail is not None:
                    connection.send_messages([mail])
                    sent += 1
                if time.monotonic() > stop:
                    break
    except Exception as error:  # the text may hold an address
        logger.error("Mail about turns could not be sent: %s", type(error).__name__)
    return sent


def claim(user_id: int, compose: Compose, now: datetime | None = None) -> EmailMessage | None:
    """The mail about all turns of this person that one is owed for, theirs to send after this returns; None: none is.

    Nobody else gets the same: the reminders count as dealt with.
    """
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=user_id).first()
        if person is None:
            return None
        at = now or log.database_now()
        rows = Reminder.objects.filter(user=person, done_at__isnull=True).order_by("at", "pk")
        waiting = list(rows.select_related("game__table"))
        if not waiting or Reminder.objects.filter(user=person, mailed=True, done_at__gt=at - QUIET).exists():
            return None
        mail, told = None, []
        if mails.wants(person, MAIL):
            told = _worth_a_mail(waiting, person, at, compose)
        if told:
            context = {"turns": [line for _row, line in told]}
            mail = mails.prepare(person, MAIL, "games/mail/turn.txt", context)
        Reminder.objects.filter(pk__in=[row.pk for row in waiting]).update(done_at=at)
        if mail is not None:
            Reminder.objects.filter(pk__in=[row.pk for row, _line in told]).update(mailed=True)
        return mail


def _worth_a_mail(waiting: list[Reminder], person: User, at: datetime, compose: Compose) -> list[tuple[Reminder, Any]]:
    """Those whose turn still runs, was not told by mail and is not looked at; one a game, with what to say of it."""
    told: dict[int, tuple[Reminder, Any]] = {}
    with mails.reading(person):
        for row in waiting:
            game = row.game
            game.roster = list(game.players.order_by("seat"))
            if not _still_runs(row, game, at) or was_mailed_of_turn(game, person.pk):
                continue
            if looking.in_view(game.code, person.pk):
                continue
            try:
                told[game.pk] = row, compose(GameSeen(game, tuple(game.roster), game.to_act), at)
            except log.BrokenLog:
                continue  # whoever opens it finds that out, and it is frozen
    return list(told.values())


def _still_runs(row: Reminder, game: Game, at: datetime) -> bool:
    """Whether the turn that was noted is the one that runs, and can still be used."""
    if game.state != Game.State.PLAYING or game.paused_at is not None or game.to_act is None:
        return False
    if game.roster[game.to_act].user_id != row.user_id or game.turn_since is None or game.turn_since > row.at:
        return False
    return game.deadline is None or at < game.deadline


def forget_old(now: datetime | None = None) -> int:
    """Deletes reminders of more than 30 days ago; returns how many. May run twice or late."""
    return Reminder.objects.filter(at__lt=(now or log.database_now()) - KEPT_FOR).delete()[0]
