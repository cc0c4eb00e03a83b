"""Phrases that every game says: rows of words, numbers of cards, durations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rules.core import Event, Message, Seat, say
from rules.core import gettext_noop as _


def listed(parts: Iterable[Message | str], between: str = ", ") -> Message:
    """Several words in a row. Raises ValueError for none at all."""
    values = {f"part{place}": part for place, part in enumerate(parts)}
    if not values:
        raise ValueError("nothing to list")
    return Message(between.join(f"%({name})s" for name in values), values)


def how_many_cards(count: int) -> Message:
    """ "one card", "3 cards"."""
    return say(_("one card")) if count == 1 else say(_("%(count)s cards"), count=count)


class Told(NamedTuple):
    """One event told to the seat it happened to, and to everybody else: two templates."""

    you: str
    others: str

    def to(self, own: bool, values: Mapping[str, object]) -> Message:
        """The sentence for the seat itself, or for anybody else."""
        return Message(self.you if own else self.others, values)


def told_alike(template: str) -> Told:
    """The same sentence for everybody."""
    return Told(template, template)


class HowEnded(NamedTuple):
    """How a game ended, in sentences, and the cards that ended it, as they are drawn; often there are none."""

    lines: tuple[Message, ...]
    cards: tuple[Any, ...] = ()


_WENT_OUT = {
    "left": Told(_("You left the game."), _("%(name)s left the game.")),
    "missed": Told(
        _("You missed too many turns in a row and were out."), _("%(name)s missed too many turns in a row and was out.")
    ),
}


def went_out(told: Iterable[Event], viewer: Seat | None, names: Sequence[str]) -> tuple[Message, ...]:
    """A sentence for each seat that was eliminated, the first to go first."""
    gone = [event for event in told if event.name == "eliminated" and event.seat is not None]
    return tuple(_WENT_OUT[event.detail].to(event.seat == viewer, {"name": names[event.seat or 0]}) for event in gone)


_SECONDS_IN = {"day": 86_400, "hour": 3_600, "minute": 60, "second": 1}
_ONE = {"day": _("1 day"), "hour": _("1 hour"), "minute": _("1 minute"), "second": _("1 second")}
_MANY = {
    "day": _("%(count)s days"),
    "hour": _("%(count)s hours"),
    "minute": _("%(count)s minutes"),
    "second": _("%(count)s seconds"),
}


def duration(seconds: int) -> Message:
    """Seconds as "1 day 12 hours"; nothing is rounded. Raises ValueError for less than a second."""
    if seconds < 1:
        raise ValueError(f"a duration of {seconds} seconds")
    parts = []
    for unit, length in _SECONDS_IN.items():
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(Message(_ONE[unit]) if count == 1 else say(_MANY[unit], count=count))
    return listed(parts, " ")


def written(value: object) -> str:
    """A value as an address and the command line take it: `none`, `true`, `stack`, `300`."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
