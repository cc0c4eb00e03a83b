"""What finished games are worth beside coins: feat points and military ranks (E2), experience and levels (E3).

Whole numbers; division rounds down.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any

from rules.whot.coins import (
    MILITARY_RANKS,
    MULTIPLIERS,
    feat_after,
    feat_change,
    feat_threshold,
    military_rank,
)
from rules.whot.options import OPTION_FIELDS, options_for, proposed_packs

FINISHED = 10
MORE_BY_PLACE = {1: 10, 2: 5}
MOST_A_DAY = 200  # of experience, by UTC days

# How long things may take. The presets of section 10 say nothing of it, so a table that chooses it modifies none.
_TIMES = ("turn_clock", "game_clock", "excused_misses")


def experience(place: int, *, against_computers: bool) -> int:
    """Experience for a finished game with that place, from 1 (E3), before the limit of a day."""
    if place < 1:
        raise ValueError("places are counted from 1")
    whole = FINISHED + MORE_BY_PLACE.get(place, 0)
    return whole // 2 if against_computers else whole


def level_needs(level: int) -> int:
    """Experience from which a level, from 1, is held (E3): 0, 100, 250, 450, 700."""
    return 25 * (level - 1) * (level + 2)


def level_of(total: int) -> int:
    """The level that goes with so much experience (E3)."""
    return (isqrt(9 + 4 * (total // 25)) - 1) // 2


def is_classic(game: str, preset: str, options: Mapping[str, Any], seats: int) -> bool:
    """Whether a game is a classic one (E3): Whot, under a preset as it stands. Lengths of clocks, excused misses and,
    for five and six, the number of packs (W1.6) are part of no preset."""
    if game != "whot":
        return False
    usual = options_for(preset)
    packs = {usual.packs, proposed_packs(usual, seats)}
    fixed = [name for name in OPTION_FIELDS if name not in (*_TIMES, "packs")]
    return options.get("packs") in packs and all(options.get(name) == getattr(usual, name) for name in fixed)


__all__ = [
    "FINISHED", "MILITARY_RANKS", "MORE_BY_PLACE", "MOST_A_DAY", "MULTIPLIERS", "experience", "feat_after",
    "feat_change", "feat_threshold", "is_classic", "level_needs", "level_of", "military_rank",
]  # fmt: skip
