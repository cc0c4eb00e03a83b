"""Time in which nothing swept is nobody's: every deadline that was running moves by it, once (case D22, check 19).

The sweep leaves a heartbeat in the database. When the next one comes more than 30 seconds later, the site, its
database or its workers were away, or a clock was set: whoever was to move could not, or could not be sure to. After
more than ten seconds those get the time back whose turn it would otherwise have ended. Without a web process nobody can
move either: then the sweep waits, and leaves no heartbeat.
"""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from .. import clocks, log, push
from ..models import Game, Heartbeat, Outage

logger = logging.getLogger(__name__)

SWEEP = "sweep"
WEB = "web"
LIMIT = timedelta(seconds=30)
SHORT = timedelta(seconds=10)  # from here on nobody is charged a miss for it
EVERY = timedelta(seconds=5)
WEB_EVERY, WEB_GONE = timedelta(seconds=2), timedelta(seconds=8)
MOST_SKEW = timedelta(seconds=60)
_MOST_TOLD = 500  # games whose sockets are told of an outage; the pages of the others ask by themselves


def skew() -> timedelta:
    """How far the clock of this process is from the database's; zero where they are one."""
    return abs(timezone.now() - log.database_now())


def missing(at: datetime) -> timedelta:
    """How long nothing has swept, where somebody may be hurt by it: so much is still to be given back. Else zero."""
    last = Heartbeat.objects.filter(name=SWEEP).values_list("at", flat=True).first()
    gap = at - last if last is not None else timedelta(0)
    return gap if gap > SHORT else timedelta(0)


def web_beat() -> None:
    """Leaves the heartbeat of the web processes: people can reach the site. Any of them may, at any time."""
    now = log.database_now()
    if not Heartbeat.objects.filter(name=WEB, at__gt=now - WEB_EVERY, at__lte=now).exists():
        Heartbeat.objects.update_or_create(name=WEB, defaults={"at": now})


def nobody_can_post(now: datetime) -> bool:
    """Whether no web process has run for a while: then no turn is ended, and what it takes is an outage like any."""
    return Heartbeat.objects.filter(name=WEB, at__lt=now - WEB_GONE).exists()


def beat(now: datetime | None = None) -> timedelta:
    """Leaves a heartbeat; returns the outage that it ended, zero where there was none.

    The row is locked meanwhile, so that of two beats at once one moves the deadlines and the other finds it done.
    """
    with transaction.atomic():
        row = Heartbeat.objects.select_for_update(no_key=True).filter(name=SWEEP).first()
        now = now or log.database_now()
        if row is None:
            Heartbeat.objects.get_or_create(name=SWEEP, defaults={"at": now})
            return timedelta(0)
        gap = now - row.at
        if abs(gap) < EVERY:
            return timedelta(0)
        if gap > LIMIT:
            _give_back(row.at, now)
        elif gap > SHORT:
            _give_back(row.at, now, due_by=now + gap)
        elif timedelta(0) > gap > -LIMIT:
            return timedelta(0)  # another beat was a little later; only a clock set back is followed back
        Heartbeat.objects.filter(pk=row.pk).update(at=now)
    if gap <= LIMIT:
        return timedelta(0)
    logger.warning("Nothing swept for %d s: running deadlines were moved by that", gap.total_seconds())
    return gap


def _give_back(since: datetime, until: datetime, due_by: datetime | None = None) -> None:
    """Moves what ran between the two moments; turns and games that began between them by what they lost of it.

    Games in a pause have no deadline, and lose nothing. `due_by`: only those that are ended by then; this is for what
    is too short to be called an outage, and is no entry among them.
    """
    gap = until - since
    running = Game.objects.filter(state=Game.State.PLAYING, paused_at__isnull=True, due_at__isnull=False)
    if due_by is not None:
        running = Game.objects.filter(pk__in=list(running.filter(due_at__lte=due_by).values_list("pk", flat=True)))
    running.filter(turn_since__lte=since).update(
        deadline=F("deadline") + gap, game_deadline=F("game_deadline") + gap, due_at=F("due_at") + gap,
        remind_at=F("remind_at") + gap, clock_seq=F("clock_seq") + 1,
    )  # fmt: skip
    for code in list(running.filter(turn_since__gt=since).values_list("code", flat=True)):
        game = log.lock(code)
        if game is None or game.state != Game.State.PLAYING or game.turn_since is None or game.paused_at is not None:
            continue
        turn = max(timedelta(0), until - max(since, game.turn_since))
        clocks.move(game, turn, until - max(since, game.started_at))
        game.clock_seq += 1
        game.save(update_fields=clocks.COLUMNS)
    if due_by is None:
        Outage.objects.create(began_at=since, ended_at=until)
    for code, seq in running.order_by("due_at").values_list("code", "seq")[:_MOST_TOLD]:
        push.after_commit(push.game_changed, code, seq)
