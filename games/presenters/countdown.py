"""A running clock as a page shows it."""

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from .. import narration

SLOW = 3600  # seconds left from which a clock is told with its date


class Clock(NamedTuple):
    """A running clock as the server saw it when this was drawn; the browser counts `ms` down."""

    ms: int
    text: str
    at: str  # for machines, UTC
    until: str  # in the viewer's zone, the zone named
    missed: str  # what follows when it runs out
    slow: bool  # so long that its end is written out


def clock(deadline: datetime | None, now: datetime, missed: str) -> Clock | None:
    if deadline is None:
        return None
    seconds = max(0.0, (deadline - now).total_seconds())
    return Clock(
        int(seconds * 1000),
        narration.left(seconds),
        narration.stamp(deadline),
        narration.moment(deadline, now),
        missed,
        seconds >= SLOW,
    )


def clock_of(next_at: datetime | None, now: datetime) -> Clock | None:
    """The countdown to the next game of a match."""
    return clock(next_at, now, _("then the next game begins"))
