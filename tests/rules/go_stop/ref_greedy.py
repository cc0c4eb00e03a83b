"""The yardstick of the computer players of Go-Stop: greedy capture, and Stop at once. Frozen.

Of its cards it plays the one that captures most by 5 for a bright, 3 for an animal or a ribbon, 2 for a double junk, 1
for a junk card, counted over all cards captured; with no capture the card worth least. Of two targets, and of two
cards for the stock card, the one worth more. On ties the first in hand order. It shares nothing with `rules.bots`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.bots.contract import Chance, Decision, Stop, never
from rules.core import Event
from rules.go_stop.actions import STOP, Action, Choose, Play
from rules.go_stop.cards import CARD, Card, Kind
from rules.go_stop.view import View

POINTS = {Kind.BRIGHT: 5, Kind.ANIMAL: 3, Kind.RIBBON: 3}


def worth(card: Card) -> int:
    return POINTS.get(card.kind, card.units)


def ref_greedy(view: View, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision:
    if STOP in view.legal:
        return Decision(STOP)

    def value(action: Action) -> int:
        if isinstance(action, Choose):
            return worth(action.card)
        assert isinstance(action, Play)
        there = [CARD[code] for code in view.layout if CARD[code].month == action.card.month]
        taken = [action.target] if action.target else there
        if not taken:
            return -worth(action.card)
        return 100 + worth(action.card) + sum(map(worth, taken))

    return Decision(max(view.legal, key=value))
