"""ref-greedy, the yardstick of the computer players, exactly as the specification of their strength has it.

Frozen: the figures in docs/bots.md compare with it. It knows the three rule sets it is measured by, 001, 002 and 003,
and shares nothing with the players in `rules.bots`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.bots.contract import Chance, Decision, Stop, never
from rules.core import Event
from rules.whot.actions import DRAW, Action, Play
from rules.whot.cards import CARD, WHOT, Card
from rules.whot.view import View

DOUBLED = {"001": True, "002": False, "003": False}  # stars count twice (W7.3)


def ref_greedy(view: View, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision:
    """The legal move with the highest score, the first in hand order on ties."""
    hand = [CARD[code] for code in view.hand]
    preset = view.options.preset
    may_be_called = {card.shape for card in hand if card.shape is not None}

    def allowed(action: Action) -> bool:
        if type(action) is not Play or action.call is None:
            return True
        return action.call in may_be_called or (not may_be_called and action.call.value == "circle")

    moves = [action for action in view.legal if allowed(action)]
    return Decision(max(moves, key=lambda action: score(action, hand, preset, view.owed is not None)))


def score(action: Action, hand: list[Card], preset: str, owed: bool) -> float:
    if action is DRAW:
        return -60 if owed else -50
    assert type(action) is Play
    card = action.card
    if card is WHOT:
        called = sum(other.shape is action.call for other in hand) if action.call else 0
        return -30 + called + (25 if len(hand) <= 2 else 0)
    suit = sum(other.shape is card.shape for other in hand) - 1
    number = sum(other.number == card.number for other in hand) - 1
    assert card.number is not None
    points = card.number * (2 if DOUBLED[preset] and card.code[0] == "R" else 1)
    return 2 * suit + number + 0.3 * points + bonus(card.number, suit > 0, preset)


def bonus(number: int, suit_held: bool, preset: str) -> int:
    follow = 3 if suit_held else -1
    if preset == "001":  # A
        return {1: follow, 8: follow, 2: 4, 5: 4, 14: 3}.get(number, 0)
    if preset == "003":  # B
        return {1: follow, 2: 6, 14: 5}.get(number, 0)
    return {1: follow, 8: follow, 2: 6, 5: 7, 14: 5}.get(number, 0)  # C, 002
