"""What every computer player keeps to, whichever game it plays.

A player is a function of what its seat sees (`view`, with its legal actions), of what its seat was told since the deal
(`told`), and of a `Chance` of its own. It never meets the state, nor the seed. The same three give the same decision,
unless `stop` said in between that there is no more time: then it is the best so far.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from rules.core import Event, Message, Randomness, Seat
from rules.shuffle import bounded, words

Stop = Callable[[], bool]
"""The emergency stop: true once there is no more time. The rules have no clock; whoever calls has one."""


def never() -> bool:
    """The stop of who has all the time there is."""
    return False


class Decision(NamedTuple):
    """What a player does. `reason`: one sentence why, where the player can tell."""

    action: Any
    playouts: int = 0
    stopped: bool = False
    reason: Message | None = None


class Player(Protocol):
    """`view` is the game's own value, with the `legal` actions of the seat to act."""

    def __call__(self, view: Any, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision: ...


class Chance:
    """What a player may draw from: a key made from its label of the game's seed, from which nothing follows about the
    deal."""

    __slots__ = ("key",)

    def __init__(self, number: int) -> None:
        self.key = hashlib.sha256(b"bot|%d" % number).digest()

    def below(self, label: str, bound: int) -> int:
        """A number from 0 to `bound` - 1, always the same for the same label."""
        return bounded(words(self.key, label), bound)


def chance_of(seed: Randomness, seat: Seat, seq: int) -> int:
    """The number to make the Chance of a seat from, for its decision after log entry `seq` (scheme wgs1, step 7)."""
    return seed.below(f"bot/{seat}/{seq}", 1 << 32)
