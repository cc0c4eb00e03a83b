"""A clock that stands still until it is moved on: for tests and long runs in which days pass.

Everything that asks for the time gets this one: the database's (`log.database_now`, and what a locked game was read at)
and the process's (`timezone.now`). Whoever plays within it is as quick as that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from unittest import mock

from django.utils import timezone

from games import log
from games.models import Game, Heartbeat
from games.services import outages


class SteppedClock:
    def __init__(self, now: datetime) -> None:
        self.now = now

    def to(self, moment: datetime) -> None:
        """Moves on to a moment, with the sweep alive all the while: it is no outage."""
        assert moment >= self.now, "time does not run back"
        self.now = moment
        Heartbeat.objects.filter(name=outages.SWEEP).update(at=moment)

    def on(self, by: timedelta) -> None:
        self.to(self.now + by)


@contextmanager
def stepped(now: datetime) -> Iterator[SteppedClock]:
    """The clock shows `now` until it is moved on."""
    clock, lock = SteppedClock(now), log.lock

    def locked(code: str, **how: Any) -> Game | None:
        game = lock(code, **how)
        if game is not None:
            game.database_now = clock.now
        return game

    with (
        mock.patch.object(log, "database_now", lambda: clock.now),
        mock.patch.object(log, "lock", locked),
        mock.patch.object(timezone, "now", lambda: clock.now),
    ):
        yield clock
