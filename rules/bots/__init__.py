"""Computer players: by the key of their game and by level, the weakest first.

They are given what a person at their seat is given, and nothing else (`rules.bots.contract`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.bots import go_stop, whot
from rules.bots.contract import Chance, Decision, Player, Stop, chance_of, never
from rules.core import Message
from rules.core import gettext_noop as _
from rules.go_stop import words as go_stop_words
from rules.whot import words as whot_words

__all__ = [
    "BY_CHANCE", "LEVEL_NAMES", "PLAYERS", "SEARCHING", "VERSION", "Chance", "Decision", "Player", "Stop",
    "chance_of", "levels_of", "move_words", "never", "player", "quick_level",
    "usual_level",
]  # fmt: skip

PLAYERS: Mapping[str, Mapping[str, Player]] = {
    "whot": whot.LEVELS,
    "go_stop": go_stop.LEVELS,
}
VERSION: Final = 2
"""Of all players together; rises when any of them chooses otherwise than before."""
BY_CHANCE: Final = "random"
"""The level of any legal move: for measuring, and for the games that were played against it."""

SEARCHING: Final = frozenset({"hard"})
"""Levels that take time to think, up to a few tenths of a second."""

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


def usual_level(key: str) -> str:
    """The level a person is offered first. Raises IndexError where no computer plays the game."""
    levels = levels_of(key)
    return "normal" if "normal" in levels else levels[0]


def quick_level(key: str) -> str:
    """The best level that answers at once. Raises KeyError."""
    return [level for level in PLAYERS[key] if level not in SEARCHING][-1]


def move_words(key: str, action: Any) -> Message:
    """An action of the game as a player is offered it: "Play Circle 5"."""
    return _MOVE_WORDS[key](action)


_MOVE_WORDS: Mapping[str, Callable[[Any], Message]] = {
    "whot": whot_words.button_words,
    "go_stop": go_stop_words.button_words,
}
