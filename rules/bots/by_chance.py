"""The player of any game at all: whatever is legal, by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.bots.contract import Chance, Decision, Stop, never
from rules.core import Event


def any_move(view: Any, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision:
    return Decision(view.legal[chance.below("move", len(view.legal))])
