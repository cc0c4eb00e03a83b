"""Every decision open to the seat to act, as a tuple of actions (W3).

Legality has one home: `cards that fit` is the mask `state.fits`; this module only spells the
decisions out. A menu depends on the hand and a few flags alone, so it is kept once made: the same
small sets of fitting cards come again and again.

A "last card" call that is not due changes nothing (W5.1), so menus list a play once without it;
where it is due, with it and without it, for leaving it out is a decision too.
"""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from rules.whot import actions
from rules.whot.actions import DRAW, PASS, Action
from rules.whot.cards import CARDS, SHAPES, WHOT, Bag, Card, Kind, distinct_in, of_shape
from rules.whot.rulings import Rulings
from rules.whot.state import State

Menu: TypeAlias = tuple[Action, ...]
Key = TypeVar("Key", Bag, tuple[Bag, Bag])

_DRAW, _DRAW_IF_UNABLE, _PASS = range(3)

ONE_CARD = frozenset(card.bag for card in CARDS)
_FEW_CARDS = ONE_CARD | {one.bag + other.bag for one in CARDS for other in CARDS}
_MOST_KEPT = 20_000

_DRAW_ALONE: Menu = (DRAW,)
_PLAYS: dict[Bag, Menu] = {}


def menu_of(state: State) -> tuple[Action, ...]:
    """Legal actions of the seat to act; empty when the game is over."""
    (setup, hands, market, taken, pile, top, call, owed, turn, _direction, fits, _ring, _absence, _refills,
     fresh, end) = state  # fmt: skip
    if end is not None:
        return ()
    rulings = setup.rulings
    hand = hands[turn]
    playable = hand & fits
    if fresh is not None:
        return _spell(rulings, hand, playable & fresh.mask, _PASS)  # W3.2: only the card just drawn, or keep it
    if not playable:
        return _DRAW_ALONE
    if owed is not None:
        more = _DRAW  # W3.3: always allowed under an open penalty
    elif taken == len(market) and (rulings.count or not pile):
        more = _DRAW_IF_UNABLE  # W3.3: with nothing to draw a seat that can play must play
    else:
        more = rulings.usual_menu
    if hand in (_FEW_CARDS if rulings.call_due else ONE_CARD) or playable & _DISCARDS:
        # What a play leaves matters: one card calls for the call, none needs no shape.
        few = rulings.menus_by_hand[more]
        return few.get((hand, playable)) or _keep(few, (hand, playable), _spell(rulings, hand, playable, more))
    # Else it is a row of plain plays. Cards of one shape and the few others that fit beside them come again and
    # again, each for itself; both together hardly do.
    same = playable & (_SHAPE_OF_TOP[top.index] if call is None else OF_SHAPE[call])
    other = playable - same
    menu = (_PLAYS.get(same) or _plays_of(same)) if same else ()
    if other:
        menu += _PLAYS.get(other) or _plays_of(other)
    return menu if more else menu + _DRAW_ALONE


def _keep(kept: dict[Key, Menu], key: Key, menu: Menu) -> Menu:
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[key] = menu
    return menu


def _plays_of(playable: Bag) -> Menu:
    """Every way to play these cards from a hand of more than a few."""
    plays = [
        actions.play(card, call) for card in distinct_in(playable) for call in (SHAPES if card is WHOT else (None,))
    ]
    return _keep(_PLAYS, playable, tuple(plays))


def _spell(rulings: Rulings, hand: Bag, playable: Bag, more: int) -> Menu:
    menu: list[Action] = []
    for card in distinct_in(playable):
        menu += _ways_to_play(rulings, hand, card)
    if more == _PASS:
        menu.append(PASS)
    elif more == _DRAW or not menu:
        menu.append(DRAW)
    return tuple(menu)


def _ways_to_play(rulings: Rulings, hand: Bag, card: Card) -> list[Action]:
    rest = left_after(hand, card)
    lasts = (False, True) if rulings.call_due and rest in ONE_CARD else (False,)
    # W4.9: a shape must be named, but not with the last card
    calls = SHAPES if card is WHOT and rest else (None,)
    return [actions.play(card, call, last) for call in calls for last in lasts]


def left_after(hand: Bag, card: Card) -> Bag:
    """What stays in the hand when `card` is played, Discard All's other cards gone too (W4.10)."""
    rest = hand - card.bag
    if card.kind is Kind.DISCARD_ALL:
        assert card.shape is not None
        rest -= rest & OF_SHAPE[card.shape]
    return rest


OF_SHAPE = {shape: of_shape(shape) for shape in SHAPES}
_SHAPE_OF_TOP = tuple(of_shape(card.shape) if card.shape else 0 for card in CARDS)
_DISCARDS = sum(card.mask for card in CARDS if card.kind is Kind.DISCARD_ALL)
