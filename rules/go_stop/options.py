"""What a table of Go-Stop agrees on. The rules of the game leave no choice; only a turn may have a clock (R53)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rules.core import BadOptions, say
from rules.core import gettext_noop as _

PRESET = "004"
"""Name of the one set of rules, after the number of its document."""
SEATS = 2
SHORTEST, LONGEST = 15, 14 * 24 * 60 * 60
"""Of a turn, in seconds, as in every game here (W8.5)."""
MOST_MISSES = 2
"""Misses in a row that lose a deal (R53, W8.2)."""


@dataclass(frozen=True)
class Options:
    """All house rules; `turn_clock` is in seconds, None where turns do not run out."""

    preset: str = PRESET
    turn_clock: int | None = None

    def __post_init__(self) -> None:
        clock = self.turn_clock
        if clock is None or (type(clock) is int and SHORTEST <= clock <= LONGEST):
            return
        raise BadOptions(
            say(
                _("%(option)s cannot be %(value)s; it can be %(allowed)s"),
                option="turn_clock",
                value=clock,
                allowed=say(_("none, or %(least)s to %(most)s"), least=SHORTEST, most=LONGEST),
            ),
            "turn_clock",
        )

    def named(self) -> dict[str, Any]:
        """Every option by name, without the preset."""
        return {"turn_clock": self.turn_clock}

    def differing(self) -> tuple[str, ...]:
        """Names of the options that differ from the preset."""
        return () if self.turn_clock is None else ("turn_clock",)


def options_for(preset: str, **named: Any) -> Options:
    """The options with the `named` ones put in their place.

    Raises BadOptions for another preset, an unknown option or a value out of its range.
    """
    if preset != PRESET:
        raise BadOptions(say(_("There is no preset “%(preset)s”; there are %(known)s"), preset=preset, known=PRESET))
    for name in named:
        if name != "turn_clock":
            raise BadOptions(say(_("There is no option “%(option)s”"), option=name), name)
    clock = named.get("turn_clock")
    return _made(clock) if clock is None or type(clock) is int else Options(preset, clock)


@lru_cache(maxsize=64)
def _made(clock: int | None) -> Options:
    return Options(PRESET, clock)


def check_seats(seats: int) -> None:
    """Raises BadOptions unless two play (0.5)."""
    if seats != SEATS:
        raise BadOptions(say(_("Go-Stop is for two players, not %(seats)s (2.2)"), seats=seats), "seats")
