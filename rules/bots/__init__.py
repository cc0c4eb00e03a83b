"""Computer players: by the key of their game and by level, the weakest first.

They are given what a person at their seat is given, and nothing else (`rules.bots.contract`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.bots import go_stop, whot
from rules.bots.contract import Chance, Decision, Player, Stop, chance_of, never
from rules.core import Message
from rules.core import gettext_noop as _

__all__ = [
    "BY_CHANCE", "LEVEL_NAMES", "PLAYERS", "VERSION", "Chance", "Decision", "Player", "Stop", "chance_of", "levels_of",
    "never", "player",
]  # fmt: skip

PLAYERS: Mapping[str, Mapping[str, Player]] = {
    "whot": whot.LEVELS,
    "go_stop": go_stop.LEVELS,
}
VERSION: Final = 1
"""Of all players together; rises when any of them chooses otherwise than before."""
BY_CHANCE: Final = "random"
"""The level of any legal move: for measuring, and for the games that were played against it."""

LEVEL_NAMES: Mapping[str, Message] = {
    BY_CHANCE: Message(_("by chance")),
    "easy": Message(_("easy")),
    "normal": Message(_("normal")),
    "hard": Message(_("hard")),
}


def levels_of(key: str) -> tuple[str, ...]:
    """The levels offered of a game, the weakest first: by chance only where nothing better is known; none where no
    computer plays it."""
    known = tuple(PLAYERS.get(key, ()))
    return tuple(level for level in known if level != BY_CHANCE) or known


def player(key: str, level: str) -> Player:
    """The player of this game and level. Raises KeyError."""
    return PLAYERS[key][level]
