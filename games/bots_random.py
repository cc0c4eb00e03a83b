"""Computer players until there are better ones: a random choice among what may be done, from the seat's view alone."""

from collections.abc import Callable
from typing import Any

from rules.core import Game, Seat

LEVEL = "random"


def choose(engine: Game[Any, Any, Any, Any], state: Any, seat: Seat, below: Callable[[int], int]) -> str:
    """The action, as text, of the seat to act. `below(n)` draws a number from 0 to n - 1.

    Of two ways to do the same thing, with the "last card" call and without, it never leaves the call off.
    """
    texts = [engine.format_action(action) for action in engine.view(state, seat).legal]
    sensible = [text for text in texts if f"{text} last" not in texts]
    return sensible[below(len(sensible))]
