"""Every decision that is open to the actor, and what a timeout decides."""

from __future__ import annotations

from rules.go_stop import actions
from rules.go_stop.actions import GO, STOP, Action
from rules.go_stop.capture import matches
from rules.go_stop.cards import cards_in
from rules.go_stop.state import State

_STOP_OR_GO: tuple[Action, ...] = (STOP, GO)
_STOP_ALONE: tuple[Action, ...] = (STOP,)


def menu_of(state: State) -> tuple[Action, ...]:
    """In canonical order of cards; a play names its target only where there are two (R12). Empty after the end."""
    if state.result is not None:
        return ()
    if state.deciding:
        return _STOP_ALONE if state.last_of_actor else _STOP_OR_GO  # 6.11
    if state.waiting is not None:
        return tuple([actions.choose(card) for card in cards_in(matches(state.layout, state.waiting.revealed))])
    menu: list[Action] = []
    for card in cards_in(state.hands[state.actor]):
        found = matches(state.layout, card)
        if found.bit_count() == 2:
            menu += [actions.play(card, target) for target in cards_in(found)]
        else:
            menu.append(actions.play(card))
    return tuple(menu)


def default_of(state: State) -> Action:
    """What the house does for an absent actor: lowest card, lowest choice, Stop (R53, R40a)."""
    return menu_of(state)[0]
