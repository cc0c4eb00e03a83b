"""The players that do not look ahead: like a beginner, and by sound rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bots.by_chance import any_move
from rules.bots.contract import Chance, Decision, Stop, never
from rules.bots.go_stop.worth import better_of, greedy
from rules.core import Event
from rules.go_stop.actions import GO, STOP, Action, Choose, choose, play
from rules.go_stop.cards import CARD, CARDS, bag_of, first_in
from rules.go_stop.view import View

THINKS = 36  # of a hundred turns of a beginner
RISKS = 25  # of a hundred Stops that a beginner lets pass for a Go


def easy(view: View, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision:
    """Plays like a beginner: looks for a capture now and then, and goes on where it should stop."""
    if len(view.legal) == 1:
        return Decision(view.legal[0])
    if GO in view.legal:
        return Decision(GO if chance.below("risks", 100) < RISKS else STOP)
    if chance.below("thinks", 100) < THINKS:
        return Decision(_thumb(view))
    return any_move(view, told, chance)


def normal(view: View, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision:
    """Captures what is worth most, gives away what is worth least, and stops as soon as it may."""
    return Decision(_thumb(view))


def _thumb(view: View) -> Action:
    if STOP in view.legal:
        return STOP
    first = view.legal[0]
    if isinstance(first, Choose):
        assert view.choice is not None
        return choose(first_in(better_of(bag_of([CARD[code] for code in view.choice.options]))))
    hand, layout = (bag_of([CARD[code] for code in codes]) for codes in (view.hand, view.layout))
    card, target = greedy(hand, layout)
    return play(CARDS[card], first_in(target) if target else None)
