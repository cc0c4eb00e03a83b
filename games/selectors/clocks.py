"""What happened to the clocks of a game, what the sweep has to look at, and how it is doing."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min
from django.utils import timezone

from .. import log
from ..models import ClockEvent, Game, Heartbeat, Outage, Reminder


def clock_events(game: Game) -> list[ClockEvent]:
    """What happened to the clocks of a game beside its log, oldest first; no query where nothing did."""
    return list(ClockEvent.objects.filter(game=game).order_by("pk")) if game.clock_seq else []


def outages_of(game: Game) -> list[Outage]:
    """The outages that moved the clocks of a game, oldest first; no query where nothing did."""
    if not game.clock_seq:
        return []
    rows = Outage.objects.filter(ended_at__gt=game.started_at)
    return list((rows.filter(began_at__lt=game.ended_at) if game.ended_at else rows).order_by("ended_at"))


def live_games() -> int:
    return Game.objects.filter(state=Game.State.PLAYING).count()


def with_a_clock() -> list[str]:
    """Codes of all games in which a clock runs now."""
    running = Game.objects.filter(state=Game.State.PLAYING, due_at__isnull=False, paused_at__isnull=True)
    return list(running.order_by("due_at").values_list("code", flat=True))


def to_remind(now: datetime, most: int = 500) -> list[str]:
    """Codes of running games whose seat to act is to be told of its turn by now."""
    due = Game.objects.filter(state=Game.State.PLAYING, remind_at__lte=now).order_by("remind_at")
    return list(due.values_list("code", flat=True)[:most])


def with_reminders(mailed_before: datetime, most: int = 200) -> list[int]:
    """Keys of people with a reminder that was not dealt with yet and no mail of one since then; who waits longest
    first."""
    mailed = Reminder.objects.filter(mailed=True, done_at__gt=mailed_before).values("user")
    waiting = Reminder.objects.filter(done_at__isnull=True).exclude(user__in=mailed).values("user")
    return list(waiting.annotate(first=Min("at")).order_by("first").values_list("user", flat=True)[:most])


def was_mailed_of_turn(game: Game, user_id: int) -> bool:
    """Whether this person got a mail about the turn that runs in this game."""
    return Reminder.objects.filter(user=user_id, game=game, mailed=True, at__gte=game.turn_since).exists()


@dataclass(frozen=True)
class SweepHealth:
    """How the sweep is doing. None: there is nothing to measure yet."""

    skew: timedelta  # of this process's clock from the database's
    lag: timedelta | None  # since the last heartbeat
    overdue: timedelta | None  # of the deadline that is overdue the longest, its grace over
    held_back: int  # endings that the sweep refuses, too many at once


def sweep_health(name: str = "sweep") -> SweepHealth:
    """In three queries."""
    now = log.database_now()
    beat = Heartbeat.objects.filter(name=name).first()
    due = Game.objects.filter(state=Game.State.PLAYING).aggregate(first=Min("due_at"))["first"]
    return SweepHealth(
        skew=abs(timezone.now() - now),
        lag=None if beat is None else now - beat.at,
        overdue=None if due is None or due > now else now - due,
        held_back=0 if beat is None else beat.held_back,
    )
