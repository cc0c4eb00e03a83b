"""When the rounds of a season are, in the time zone of its league, and how a round is divided up.

Rounds of days keep to the hour on the wall: one in which the clocks change is an hour shorter or longer. Rounds of
hours keep to their length. All moments are UTC.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

DAYS, HOURS = "d", "h"
SHORTEST, LONGEST = timedelta(hours=1), timedelta(days=28)
CHANGE = timedelta(hours=1)  # by which a change of the clocks may shorten a round of days
MOST_WAITING = timedelta(days=1)
MOST_SPREAD = timedelta(hours=1)
RESERVE = timedelta(minutes=2)
BETWEEN = 20  # seconds: at a fast table the grace of a clock, and the moment between two games


def instant(wall: datetime, zone: ZoneInfo) -> datetime:
    """The moment at which the clocks on the wall show this: the first of two, and the first behind a gap (case D03)."""
    found = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if found.astimezone(zone).replace(tzinfo=None) == wall.replace(tzinfo=None):
        return found
    early, late = wall.replace(tzinfo=zone, fold=1).astimezone(UTC), found
    before = early.astimezone(zone).utcoffset()
    while late - early > timedelta(seconds=1):  # the change is between the two
        middle = early + (late - early) // 2
        if middle.astimezone(zone).utcoffset() == before:
            early = middle
        else:
            late = middle
    return late.replace(microsecond=0)


def moment_after(begins: datetime, zone: ZoneInfo, length: int, unit: str, rounds: int) -> datetime:
    """When `rounds` rounds are over that begin then."""
    if unit == HOURS:
        return begins + timedelta(hours=length * rounds)
    wall = begins.astimezone(zone).replace(tzinfo=None)
    return instant(wall + timedelta(days=length * rounds), zone)


def rounds_from(
    begins: datetime, zone: ZoneInfo, length: int, unit: str, count: int
) -> list[tuple[datetime, datetime]]:
    """(opens, ends) of each round: one ends when the next one opens."""
    moments = [moment_after(begins, zone, length, unit, number) for number in range(count + 1)]
    return list(zip(moments, moments[1:], strict=False))


def whole(length: int, unit: str) -> timedelta:
    """How long a round is, where no clock changes."""
    return timedelta(hours=length) if unit == HOURS else timedelta(days=length)


@dataclass(frozen=True)
class Parts:
    """What a round is divided up into."""

    waiting: timedelta  # for those who have not come, an eighth of the round and at most a day
    spread: timedelta  # over which the matches begin then, so that not all clocks run out at one moment
    playing: timedelta  # for the games of a match, whose clocks together are no longer


def parts(length: int, unit: str) -> Parts:
    shortest = whole(length, unit) - (CHANGE if unit == DAYS else timedelta(0))
    waiting = min(MOST_WAITING, shortest / 8)
    spread = min(MOST_SPREAD, waiting / 2)
    return Parts(waiting, spread, shortest - waiting - spread - max(RESERVE, shortest / 50))


def game_clock(length: int, unit: str, games: int) -> int:
    """Seconds that a game may take, so that so many of them are over before the round is: a round number of them."""
    seconds = int(parts(length, unit).playing.total_seconds()) // games - BETWEEN
    return next((seconds // step * step for step in (3600, 600, 60) if seconds >= 12 * step), seconds // 60 * 60)
