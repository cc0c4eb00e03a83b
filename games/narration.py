"""What happened, and when, in the reader's language. Which game it is, only `rules.registry` knows."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from rules.core import Event, Message, Seat
from rules.registry import RecordedGame

from .translating import translated

MINUTE, HOUR, DAY = 60, 3600, 86400


def told(rules: RecordedGame, events: Iterable[Event], viewer: Seat | None, names: Sequence[str]) -> str:
    """The events of one entry as sentences for a viewer; what is not for that viewer is not said."""
    known = rules.game.tell(events, viewer)
    return " ".join(translated(rules.telling(event, viewer, names)) for event in known)


def refusal(rules: RecordedGame, message: Message) -> str:
    """Why an action was refused, as a sentence of its own."""
    return capital(translated(rules.spelled(message)))


def capital(text: str) -> str:
    """The text as a sentence of its own."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def moment(at: datetime, now: datetime) -> str:
    """A time in the reader's zone, the zone named; with the date unless it is today there."""
    local = timezone.localtime(at)
    if local.date() != timezone.localtime(now).date():
        return dated(at)
    return _("%(time)s (%(zone)s)") % {"time": formats.time_format(local), "zone": zone()}


def dated(at: datetime) -> str:
    """A time in the reader's zone with its date, the zone named: for what may be read on another day."""
    local = timezone.localtime(at)
    day, clock = formats.date_format(local), formats.time_format(local)
    return _("%(day)s, %(time)s (%(zone)s)") % {"day": day, "time": clock, "zone": zone()}


def period(begins: datetime, ends: datetime) -> str:
    """From one moment to another in the reader's zone, which the page names once; the day only once where it is one."""
    first, last = timezone.localtime(begins), timezone.localtime(ends)
    same_day = first.date() == last.date()
    till = formats.time_format(last) if same_day else f"{formats.date_format(last)}, {formats.time_format(last)}"
    return f"{formats.date_format(first)}, {formats.time_format(first)} – {till}"


def zone() -> str:
    """What the reader's time zone is called."""
    return timezone.get_current_timezone_name().replace("_", " ")


def stamp(at: datetime) -> str:
    """A time for machines."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def left(seconds: float) -> str:
    """Time left, as the countdown writes it too: `0:42`, `3 h 20 min`, `2 d 3 h`. Never below zero."""
    whole = max(0, int(seconds))
    if whole < HOUR:
        return f"{whole // MINUTE}:{whole % MINUTE:02d}"
    days, hours = units()
    if whole < DAY:
        return hours % {"hours": whole // HOUR, "minutes": whole % HOUR // MINUTE}
    return days % {"days": whole // DAY, "hours": whole % DAY // HOUR}


def units() -> tuple[str, str]:
    """How `left` writes more than a day and more than an hour, with the places for the numbers."""
    return _("%(days)s d %(hours)s h"), _("%(hours)s h %(minutes)s min")
