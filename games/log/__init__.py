"""The one door to the action log. Everybody who adds to a game comes through `append`, holding the game's row lock.

Replaying setup and log gives the state; the columns of `Game` and `Player` are rewritten from it here. States are
kept in memory by game and seq; what a transaction added gets there only once it is committed.
"""

import logging
import threading
import traceback
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import mail_admins
from django.db import connection, models, transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.prepared import Prepared, insert, update
from rules import core
from rules.at_table import AT_TABLE, AtTable
from rules.bots import Chance, chance_of
from rules.core import Event, Outcome, Seat, Step
from rules.core import gettext_noop as _
from rules.record import Entry, position_line
from rules.registry import GAMES, RecordedGame
from rules.shuffle import Seed

from .. import clocks, push, seeds
from ..errors import NotFound
from ..models import Game, LogEntry, Notice, Player, SeatKind
from .outcomes import outcome_value as outcome_value
from .outcomes import places_of as places_of
from .outcomes import result_of as result_of
from .rows import actions_of as actions_of
from .rows import deeds as deeds
from .rows import ended_by_the_clock as ended_by_the_clock
from .rows import entries as entries
from .rows import has_key as has_key
from .rows import somebody_missed as somebody_missed
from .rows import somebody_played as somebody_played

logger = logging.getLogger(__name__)

VOIDED = "abandoned"  # the end reason of a game whose result staff took back (W7.5)
_KEPT_STATES = 200
_SUMMARY = ("state", "seq", "to_act", "bot_at", "end_reason", "outcome", "position", "ended_at", *clocks.COLUMNS)


class BrokenLog(Exception):
    """The log of this game no longer replays. The text names the game and the kind of fault, never a card."""

    def __init__(self, code: str, fault: str) -> None:
        super().__init__(f"game {code} no longer replays: {fault}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Told:
    """A log entry and what followed from it. `events` hold secrets: show them through `Game.tell` only."""

    seq: int  # 0: the deal
    seat: Seat | None
    action: str
    by: str
    at: datetime
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A log entry and the position after it. Holds secrets."""

    told: Told
    state: Any


@dataclass(frozen=True, slots=True)
class Replay:
    """A game as far as it was played. `state` holds secrets."""

    seq: int
    state: Any
    told: tuple[Told, ...]  # the deal first


class Clock(models.Func):
    """The database's own time, at the moment of the call."""

    function = "clock_timestamp"
    output_field = models.DateTimeField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        return Now().as_sqlite(compiler, connection)


def rules_of(game: Game) -> RecordedGame:
    """The rules this game was begun with. Raises KeyError."""
    return GAMES[game.rules_key][game.rules_version]


@lru_cache(4096)
def rules_of_code(code: str) -> RecordedGame:
    """The rules of the game with this code: they never change. Raises NotFound."""
    found = Game.objects.filter(code=code).values_list("rules_key", "rules_version").first()
    if found is None:
        raise NotFound(_("There is no such game"))
    return GAMES[found[0]][found[1]]


def at_table_of(game: Game) -> AtTable:
    return AT_TABLE[game.rules_key][game.rules_version]


# -- reading -------------------------------------------------------------------------------------------------

_kept: OrderedDict[str, Replay] = OrderedDict()
_kept_lock = threading.Lock()


def load(game: Game) -> Any:
    """The state of the game at its `seq`. Raises BrokenLog; outside of a transaction call `freeze` then."""
    return replay(game).state


def replay(game: Game) -> Replay:
    """The whole of the game at its `seq`, with what was told on the way. Raises BrokenLog."""
    with _kept_lock:
        found = _kept.get(game.code)
    pending = getattr(game, "pending_replay", None)
    if pending is not None:  # this transaction has added to it
        found = pending
    if found is not None and found.seq > game.seq:
        found = None
    if found is None:
        found = _dealt(game)
    if found.seq < game.seq:
        rows = list(LogEntry.objects.filter(game=game, seq__gt=found.seq, seq__lte=game.seq).order_by("seq"))
        found = _replayed(game, found, rows)
        _keep_when_committed(game.code, found)
    return found


def frames(game: Game) -> tuple[Frame, ...]:
    """Every position of the game up to its `seq`, the deal first, in one pass. Raises BrokenLog."""
    start, engine = _dealt(game), rules_of(game).game
    found, state = [Frame(start.told[0], start.state)], start.state
    rows = LogEntry.objects.filter(game=game, seq__lte=game.seq).order_by("seq")
    for seq, seat, action, by, at in rows.values_list("seq", "seat", "action", "by", "at"):
        if seq != len(found):
            raise BrokenLog(game.code, f"entry {len(found)} is missing")
        try:
            state, events = core.act(engine, state, seat, action)
        except Exception as error:
            raise BrokenLog(game.code, f"entry {seq}: {type(error).__name__}") from None
        found.append(Frame(Told(seq, seat, action, by, at, events), state))
    if len(found) != game.seq + 1:
        raise BrokenLog(game.code, f"entry {len(found)} is missing")
    return tuple(found)


def seed_of(game: Game) -> Seed:
    """The randomness of the game. Secret. Raises seeds.CannotOpen."""
    rules = rules_of(game)
    deck = rules.deck(rules.options(game.preset, game.options))
    return Seed.from_parts(seeds.open_seed(game.code, game.sealed_seed), game.code, deck, game.client_seeds)


def excused_misses(game: Game, seat: Seat) -> int:
    """How many misses of the seat the house has excused in this game (W8.1)."""
    return sum(entry.seat == seat and entry.action == "timeout excused" for entry in replay(game).told)


def missed_in_a_row(game: Game) -> int:
    """How many turns of people ran out since a person last did anything; what computer players do is not looked at."""
    missed = 0
    for entry in reversed(replay(game).told):
        if entry.by == LogEntry.By.PLAYER:
            break
        missed += entry.by == LogEntry.By.HOUSE and entry.action.startswith("timeout")
    return missed


def database_now() -> datetime:
    """The time by the database's clock: the same for every process, whatever theirs say."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            now: datetime = cursor.fetchone()[0]
            return now
    return timezone.now()  # SQLite has no clock but this machine's


def _dealt(game: Game) -> Replay:
    try:
        step = deal(game, seed_of(game), game.first_seat)
    except Exception as error:
        # The text and the chain of the exception may name cards: only its kind may reach a log or an error page.
        raise BrokenLog(game.code, f"the deal: {type(error).__name__}") from None
    return Replay(0, step.state, (Told(0, None, "", "house", game.started_at, step.events),))


def deal(game: Game, seed: Seed, first_seat: Seat | None) -> Step[Any]:
    """The deal of a game by its own columns. `first_seat` None draws it."""
    rules = rules_of(game)
    return rules.game.setup(
        options=rules.options(game.preset, game.options), seats=game.seats, seed=seed, first_seat=first_seat,
        sitting_out=game.sitting_out,
    )  # fmt: skip


def _replayed(game: Game, start: Replay, rows: Sequence[LogEntry]) -> Replay:
    engine, state, told = rules_of(game).game, start.state, list(start.told)
    for expected, row in enumerate(rows, start.seq + 1):
        if row.seq != expected:
            raise BrokenLog(game.code, f"entry {expected} is missing")
        try:
            state, events = core.act(engine, state, row.seat, row.action)
        except Exception as error:
            raise BrokenLog(game.code, f"entry {row.seq}: {type(error).__name__}") from None
        told.append(Told(row.seq, row.seat, row.action, row.by, row.at, events))
    if start.seq + len(rows) != game.seq:
        raise BrokenLog(game.code, f"entry {start.seq + len(rows) + 1} is missing")
    return Replay(game.seq, state, tuple(told))


def _keep_when_committed(code: str, found: Replay) -> None:
    transaction.on_commit(lambda: _keep(code, found), robust=True)


def _keep(code: str, found: Replay) -> None:
    with _kept_lock:
        have = _kept.get(code)
        if have is None or have.seq <= found.seq:
            _kept[code] = found
            _kept.move_to_end(code)
        while len(_kept) > _KEPT_STATES:
            _kept.popitem(last=False)


def forget() -> None:
    """Empties the memory of states (tests, and after a restore)."""
    with _kept_lock:
        _kept.clear()
    rules_of_code.cache_clear()


# -- writing -------------------------------------------------------------------------------------------------


def _locked(**how: bool) -> models.QuerySet[Game]:
    rows = Game.objects.select_for_update(of=("self",), no_key=True, **how)
    return rows.select_related("table").annotate(read_at=Clock()).filter(code="")


_LOCKED, _LOCKED_OR_SKIPPED = Prepared(_locked), Prepared(lambda: _locked(skip_locked=True))
_ROSTER = Prepared(lambda: Player.objects.filter(game=0).order_by("seat"))


def lock(code: str, *, skip_locked: bool = False) -> Game | None:
    """The game's row, locked until the transaction ends; on SQLite the transaction itself is the lock.

    `database_now` on it is the time by the database, `roster` its players by seat. None: no such game, or somebody
    else holds it and `skip_locked` is true.
    """
    found = (_LOCKED_OR_SKIPPED if skip_locked else _LOCKED)(code)
    if not found:
        return None
    game = found[0]
    game.database_now = game.read_at  # type: ignore[attr-defined]
    game.roster = _ROSTER(game.pk)
    return game


def append(game: Game, seat: Seat | None, text: str, *, by: str, now: datetime, key: str | None = None) -> Step[Any]:
    """Adds one entry to a locked game: applies it, stores it, rewrites the summary, tells on commit.

    Raises UnreadableAction or IllegalAction (nothing has changed), BrokenLog; IntegrityError where the key is used.
    `text` may be a word of the house: check what players send with `parse_action` first.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("a log is added to inside a transaction, holding the lock")
    before = replay(game)
    step = _acted(game, before.state, seat, text)
    at = seeds.to_milliseconds(now)
    insert(LogEntry(game=game, seq=game.seq + 1, seat=seat, action=text, by=by, at=at, key=key))
    game.seq += 1
    after = Replay(game.seq, step.state, (*before.told, Told(game.seq, seat, text, by, at, step.events)))
    game.pending_replay = after
    summarise(game, after, seat, at)
    update(game, _SUMMARY)
    _keep_when_committed(game.code, after)
    people = [player.user_id for player in game.roster if player.user_id]
    push.after_commit(push.game_moved, game.code, game.seq, people)
    return step


def _acted(game: Game, state: Any, seat: Seat | None, text: str) -> Step[Any]:
    """What the rules make of one more entry. A fault of the rules themselves stops the game (case A19)."""
    try:
        return core.act(rules_of(game).game, state, seat, text)
    except core.RulesError:
        raise
    except Exception as error:
        # Kind and place alone: the text of the error may name cards.
        place = traceback.extract_tb(error.__traceback__)[-1]
        fault = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
        logger.error("Game %s can't go on to entry %s: %s", game.code, game.seq + 1, fault)
        raise BrokenLog(game.code, f"the next entry, {game.seq + 1}: {fault}") from None


def summarise(game: Game, at_end_of: Replay, mover: Seat | None, at: datetime) -> None:
    """Writes into the columns of `game` and its `roster` what follows from the state. The only place that does.

    A new turn begins when another seat is to act, or when the same seat was and has to decide again; somebody else's
    leaving does not give the seat to act more time. Does not save the game; saves players who went out.
    """
    rules, state = rules_of(game), at_end_of.state
    _mark_out(game, state)
    outcome = rules.game.outcome(state)
    if outcome is not None:
        _summarise_end(game, at_end_of, outcome, at)
        return
    to_act = rules.game.to_act(state)
    if to_act != game.to_act or mover == game.to_act:
        clocks.begin_turn(game, at)
        game.bot_at = _bot_time(game, to_act, at)
    game.to_act = to_act
    clocks.settle(game)


def wake_computer(game: Game, at: datetime) -> None:
    """Sets when a computer player moves that has just got a seat of this locked game, if it is to act."""
    game.bot_at = _bot_time(game, game.to_act, at)
    game.save(update_fields=["bot_at"])


def _bot_time(game: Game, to_act: Seat | None, at: datetime) -> datetime | None:
    if to_act is None or game.roster[to_act].kind != SeatKind.BOT:
        return None
    # From its own label of the seed, so that the pause tells nothing about the moves it has (check 34).
    shortest, longest = settings.GAMES_BOT_PAUSE
    part = Chance(chance_of(seed_of(game), to_act, game.seq)).below("pause", 1000) / 1000
    return at + timedelta(seconds=shortest + part * (longest - shortest))


def _mark_out(game: Game, state: Any) -> None:
    gone = set(at_table_of(game).out(state))
    newly = [player for player in game.roster if player.seat in gone and not player.out]
    for player in newly:
        player.out = True
        player.save(update_fields=["out"])


def _summarise_end(game: Game, at_end_of: Replay, outcome: Outcome, at: datetime) -> None:
    game.state = Game.State.OVER
    game.to_act = game.bot_at = None
    clocks.stop(game)
    game.end_reason = outcome.reason
    game.outcome = outcome_value(outcome)
    places = places_of(outcome)
    for player in game.roster:
        player.points, player.tally = outcome.points[player.seat], outcome.tally[player.seat]
        player.place, player.ended_at = places.get(player.seat), at
        player.result = result_of(outcome, player.seat)
    stored = [player for player in game.roster if player.pk]  # none where the deal itself ended it
    Player.objects.bulk_update(stored, ["points", "tally", "place", "result", "ended_at"])
    log = [Entry(told.seat, told.action, seeds.time_text(told.at)) for told in at_end_of.told[1:]]
    game.position = position_line(rules_of(game).game, at_end_of.state, log)
    game.ended_at = at


def void(game: Game) -> None:
    """Takes the result of a locked game back (W7.5): the log stays, places and points stay to be looked at, and like an
    abandoned game it counts for nothing."""
    game.state, game.end_reason = Game.State.VOID, VOIDED
    game.save(update_fields=["state", "end_reason"])
    Player.objects.filter(game=game).update(result=None)


def differences(game: Game) -> list[str]:
    """Names of what does not follow from setup and log: columns of the game, `seat n` for a player's row.

    Reads the log anew, past the states in memory. Empty: the summary is right.
    """
    try:
        rows = list(LogEntry.objects.filter(game=game).order_by("seq"))
        found = _replayed(game, _dealt(game), rows)
    except BrokenLog as error:
        return [str(error)]
    rules, state = rules_of(game), found.state
    outcome = rules.game.outcome(state)
    expected: dict[str, Any] = dict.fromkeys(("outcome", "end_reason", "position"))
    expected["to_act"] = rules.game.to_act(state)
    if outcome is not None:
        log = [Entry(told.seat, told.action, seeds.time_text(told.at)) for told in found.told[1:]]
        expected |= {
            "state": Game.State.OVER, "outcome": outcome_value(outcome), "end_reason": outcome.reason,
            "position": position_line(rules.game, state, log), "ended_at": found.told[-1].at,
        }  # fmt: skip
        if game.state == Game.State.VOID:
            expected |= {"state": Game.State.VOID, "end_reason": VOIDED}
    elif game.state not in (Game.State.PLAYING, Game.State.FROZEN, Game.State.VOID):
        expected["state"] = Game.State.PLAYING
    wrong = [name for name, value in expected.items() if getattr(game, name) != value]
    out = {*at_table_of(game).out(state), *game.sitting_out}
    places = places_of(outcome) if outcome is not None else {}
    for player in Player.objects.filter(game=game).order_by("seat"):
        points = outcome.points[player.seat] if outcome is not None else None
        tally = outcome.tally[player.seat] if outcome is not None else None
        counts = outcome is not None and game.state != Game.State.VOID
        result = result_of(outcome, player.seat) if outcome is not None and counts else None
        row = (player.preset, player.out, player.points, player.tally, player.place, player.result, player.ended_at)
        place = places.get(player.seat)
        if row != (game.preset, player.seat in out, points, tally, place, result, game.ended_at):
            wrong.append(f"seat {player.seat}")
    return wrong


# -- when something is broken --------------------------------------------------------------------------------


def freeze(code: str) -> None:
    """Takes a game that no longer replays out of play until somebody has looked; its players find a notice, and whoever
    runs the site a line in the log and a mail (ADMINS) at once (case A19).

    In a transaction of its own: call it after the one that failed was rolled back.
    """
    with transaction.atomic():
        game = lock(code)
        if game is None or game.state != Game.State.PLAYING:
            return
        game.state = Game.State.FROZEN
        game.due_at = game.bot_at = None
        game.save(update_fields=["state", "due_at", "bot_at"])
        people = [player.user_id for player in game.roster if player.user_id is not None]
        at = timezone.now()
        Notice.objects.bulk_create(
            Notice(user_id=user_id, kind=Notice.Kind.GAME_FROZEN, table=game.table, game=game, at=at)
            for user_id in people
        )
        push.after_commit(push.game_changed, code, game.seq)
        push.after_commit(push.muster_changed, people)
    logger.error("Game %s no longer replays at entry %s and is frozen", code, game.seq)
    mail_admins(
        f"Game {code} is frozen",
        f"Its log no longer replays at entry {game.seq}. Its players have been told.\n"
        f"Look at it with: manage.py replay_games {code}\n",
        fail_silently=True,
    )
