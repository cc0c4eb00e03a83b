"""Computer players: thinking of their moves before the time, making them in time, and hints for people.

A computer player never thinks while the game's row is locked. First it looks and decides, with nothing held; then the
decision is entered like anybody's, for the place in the log it was made at, or not at all.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import User
from rules import bots
from rules.core import IllegalAction, Message, Seat, UnreadableAction
from rules.core import gettext_noop as _

from .. import computers, log, thinking
from ..errors import Forbidden, NotAllowed, Stale
from ..models import Game, LogEntry, Player, SeatKind
from ..selectors import GameSeen
from . import limits
from .entering import enter

logger = logging.getLogger(__name__)

AHEAD = timedelta(seconds=1)
"""How long before its time a move is thought of."""
LEASE = timedelta(seconds=3)
"""How long after that it is left to who thinks of it. If that process dies, the next sweep does it all again."""
ALL_THOUGHTS = 1.0
"""Seconds that all moves of one sweep may be thought about together."""
TOO_LATE = timedelta(seconds=1.5)
"""A move that is due for so long is not searched for any more: nobody waits five seconds for a computer."""
TOO_SHORT = 0.02
"""Seconds in which no search is worth beginning."""


@dataclass(frozen=True)
class Pending:
    """A decision for one place in one log, to be entered at a time."""

    code: str
    seq: int
    seat: Seat
    at: datetime
    text: str | None  # None: the player failed


def move(code: str, seq: int, now: datetime | None = None) -> bool:
    """Thinks of and makes the move of the computer player to act, if the game is still at `seq` and its pause is over.

    Whether it did. One that fails goes to market as if its time were up, and nobody waits (case E20).
    """
    pending = think(code, seq, now, ahead=timedelta(0))
    return pending is not None and enter_move(pending, now)


def think(
    code: str, seq: int, now: datetime | None = None, ahead: timedelta = AHEAD, seconds: float | None = None
) -> Pending | None:
    """Decides for the computer player to act, within `seconds`; None where there is nothing to decide, or somebody else
    does it already.

    Holds no lock. A log that no longer replays is frozen.
    """
    at = now or log.database_now()
    game = Game.objects.select_related("table").filter(code=code, seq=seq, state=Game.State.PLAYING).first()
    if game is None or game.bot_at is None or game.to_act is None or game.bot_at > at + ahead:
        return None
    due = game.bot_at
    if at - due > TOO_LATE:
        seconds = 0.0
    # Whoever changes this row has the move to make; it stands in the database until the move is made (case E12).
    rows = Game.objects.filter(pk=game.pk, seq=seq, bot_at=due, state=Game.State.PLAYING)
    if not rows.update(bot_at=max(at, due) + LEASE):
        return None
    player = Player.objects.get(game=game, seat=game.to_act)
    if player.kind != SeatKind.BOT:
        return None
    return Pending(code, seq, player.seat, due, _decided(game, player, seconds))


def _decided(game: Game, player: Player, seconds: float | None) -> str | None:
    """The text of the player's move; None, and a line in the log, where it fails."""
    try:
        sight = computers.sight_of(game, log.replay(game), player.seat)
        thought = _thought(game, player.level or bots.BY_CHANCE, sight, seconds)
        return log.rules_of(game).game.format_action(thought.action)
    except log.BrokenLog:
        log.freeze(game.code)
        return None
    except Exception as error:  # whatever goes wrong in a computer player, the people go on; the text may name cards
        fault = str(error) if isinstance(error, thinking.CannotThink) else type(error).__name__
        _report(game, player.seat, fault)
        return None


def _thought(game: Game, level: str, sight: computers.Sight, seconds: float | None) -> thinking.Thought:
    """A search that has no time, or was not ready in time, gives way to the best player that needs none."""
    key = game.rules_key
    if level in bots.SEARCHING and (seconds is None or seconds >= TOO_SHORT):
        try:
            return thinking.decide(key, level, sight.view, sight.told, sight.chance, seconds)
        except thinking.TooSlow as slow:
            logger.warning("The computer player to act in game %s at %s did not search: %s", game.code, game.seq, slow)
    if level in bots.SEARCHING:
        level = bots.quick_level(key)
    return thinking.decide(key, level, sight.view, sight.told, sight.chance, seconds)


def enter_move(pending: Pending, now: datetime | None = None) -> bool:
    """Enters a decision, or the default action where there is none; whether the game was still where it was made."""
    try:
        with transaction.atomic():
            game = log.lock(pending.code)
            if game is None or game.state != Game.State.PLAYING:
                return False
            if (game.seq, game.to_act) != (pending.seq, pending.seat):
                return False
            if game.roster[pending.seat].kind != SeatKind.BOT:
                return False
            _enter(game, pending, now or game.database_now)
            return True
    except log.BrokenLog:
        log.freeze(pending.code)
        return False


def _enter(game: Game, pending: Pending, at: datetime) -> None:
    if pending.text is not None:
        try:
            enter(game, pending.seat, pending.text, by=LogEntry.By.BOT, now=at)
            return
        except (IllegalAction, UnreadableAction):
            _report(game, pending.seat, "an illegal action")
    try:
        enter(game, pending.seat, "timeout excused", by=LogEntry.By.HOUSE, now=at)
    except IllegalAction:  # turns do not run out here: the first thing that may be done
        engine = log.rules_of(game).game
        first = engine.format_action(engine.legal_actions(log.load(game))[0])
        enter(game, pending.seat, first, by=LogEntry.By.HOUSE, now=at)


def _report(game: Game, seat: Seat, fault: str) -> None:
    logger.error("The computer player at seat %s of game %s failed at %s: %s", seat, game.code, game.seq, fault)


def slot_of(pending: Pending, now: datetime) -> datetime:
    """When a decision that is ready now is entered: at its time, or where that is past at the next of a row of slots,
    so that the moment tells nothing about how long it was thought about (check 34)."""
    slot = timedelta(seconds=settings.GAMES_BOT_SLOT)
    if now <= pending.at or not slot:
        return pending.at
    return pending.at + slot * -((pending.at - now) // slot)


def move_due(due: list[tuple[str, int]], guarded: Callable[..., object]) -> None:
    """Thinks of these moves (code, seq), and makes each at its time. `guarded(code, function, *arguments)` calls one of
    them so that a failure keeps no other waiting."""
    waiting: list[tuple[datetime, Pending]] = []

    def enter_those_due(now: datetime) -> None:
        for slot, pending in sorted(waiting, key=lambda each: each[0]):
            if slot <= now:
                waiting.remove((slot, pending))
                guarded(pending.code, enter_move, pending)

    # However many are due, nobody waits long: then each is thought about for less.
    seconds = ALL_THOUGHTS / max(1, len(due))
    for code, seq in due:
        pending = guarded(code, think, code, seq, None, AHEAD, seconds)
        if isinstance(pending, Pending):
            waiting.append((slot_of(pending, log.database_now()), pending))
        enter_those_due(log.database_now())
    while waiting:
        wait = (min(slot for slot, _pending in waiting) - log.database_now()).total_seconds()
        time.sleep(max(0.0, min(wait, AHEAD.total_seconds())))
        enter_those_due(log.database_now())


# -- hints ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hint:
    """What the strongest player would do in this person's place, and why, in one sentence."""

    action: Message
    reason: Message | None


def may_have_hint(seen: GameSeen) -> bool:
    """Whether this person plays against computer players alone, who don't mind, and it is their turn."""
    return (
        computers.alone_with_computers(seen.players, seen.seat)
        and seen.game.state == Game.State.PLAYING
        and seen.game.to_act == seen.seat
        and computers.can_hint(seen.game.rules_key)
    )


def hint(seen: GameSeen, user: User, seen_seq: int) -> Hint:
    """The hint for the viewer of `seen`. The thinking is done elsewhere, within a second; nothing is locked.

    Raises Forbidden (not seated), NotAllowed (people play here; not their turn; none came), Stale, TooMany,
    log.BrokenLog.
    """
    limits.count_hint(user)
    if seen.seat is None:
        raise Forbidden(_("You do not play in this game"), "not_seated")
    if seen.game.state != Game.State.PLAYING or seen_seq != seen.game.seq:
        raise Stale(_("The game has moved on; here is how it stands now"))
    if not may_have_hint(seen):
        raise NotAllowed(_("A hint is for games against the computer, on your own turn"), "no_hint")
    key = seen.game.rules_key
    sight = computers.sight_of(seen.game, log.replay(seen.game), seen.seat)
    try:
        thought = thinking.decide(key, bots.levels_of(key)[-1], sight.view, sight.told, sight.chance)
    except thinking.CannotThink as error:
        _report(seen.game, seen.seat, str(error))
        raise NotAllowed(_("No hint came this time; try again"), "no_hint") from None
    return Hint(bots.move_words(key, thought.action), thought.reason)
