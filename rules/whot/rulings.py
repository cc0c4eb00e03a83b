"""Options made ready for play: which cards fit on which, what each card does, what it counts.

A `Rulings` says nothing new; it is the option values of section 10 looked up once per option set
instead of once per move.
"""

from __future__ import annotations

from functools import lru_cache

from rules.whot.actions import Action
from rules.whot.cards import (
    CARDS,
    EVERYTHING,
    PACKS,
    PUNCH,
    SHAPES,
    WHOT,
    Bag,
    Card,
    Kind,
    Shape,
    cards_in,
    of_shape,
)
from rules.whot.options import Options

# What a card does when it is played and not the last one (section 4). Up to WILD it only decides
# whose turn is next and what it must answer; the later ones move cards.
PLAIN, AGAIN, SKIP, STAR, REVERSE, OWE, WILD, AUTO, GENERAL, PUNCHES, DISCARDS = range(11)

PICK = {2: 2, 5: 3}
"""Cards per two and per five (W4.2, W4.3)."""


class Rulings:
    """The compiled house rules. Immutable by agreement; shared by all games with equal options."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.pack = PACKS[options.pack]
        self.count = options.market_empty == "count"
        self.max_refills = options.max_refills
        self.cancel_rest = options.penalty_short == "cancel_rest"
        self.draw_when_able = options.draw_when_able
        self.may_play = options.after_draw == "may_play"
        self.call_due = options.last_card_call == "penalty2"
        self.calls = options.last_card_call != "off"
        self.call_auto = options.last_card_call == "auto"
        self.general_again = options.general_market == "again"
        self.effects = tuple(effect_of(card, options) for card in CARDS)
        self.points = tuple(points_of(card, options) for card in CARDS)
        wilds = WHOT.mask | PUNCH.mask
        self.fits_shape = {shape: of_shape(shape) | wilds for shape in SHAPES}
        self.fits_card = tuple(fits_on(card) for card in CARDS)
        self.fits_owed = {number: answers(number, options) for number in PICK}
        self.usual_menu = 0 if options.draw_when_able else 1
        # Menus of legal actions that hang on the whole hand, filled as they are met (`rules.whot.menus`).
        self.menus_by_hand: tuple[dict[tuple[Bag, Bag], tuple[Action, ...]], ...] = ({}, {}, {})

    def fits(self, top: Card, call: Shape | None, owed: int | None = None) -> Bag:
        """Mask of what may be played: on a top card, under a call, or on picks owed by a number."""
        if owed is not None:
            return self.fits_owed[owed]
        return self.fits_card[top.index] if call is None else self.fits_shape[call]

    def __reduce__(self) -> tuple[object, tuple[Options]]:
        return rulings_for, (self.options,)  # a copied or pickled game shares the rulings again

    def points_in(self, bag: Bag) -> int:
        """Points of a hand (W7.3)."""
        return sum(self.points[card.index] for card in cards_in(bag))

    def starts(self, card: Card) -> bool:
        """May this card be turned up to start the pile (W2.4)?"""
        if self.options.start_card == "not_wild":
            return not card.wild
        return self.effects[card.index] == PLAIN


@lru_cache(maxsize=256)
def rulings_for(options: Options) -> Rulings:
    """The compiled form of these options; the same object for equal options while it is kept."""
    return Rulings(options)


def effect_of(card: Card, options: Options) -> int:
    """What a card does under these options: the table of section 4."""
    by_kind = {
        Kind.WHOT: WILD,
        Kind.PUNCH: PUNCHES,
        Kind.DISCARD_ALL: DISCARDS,
        Kind.REVERSE: REVERSE,
    }
    if card.kind in by_kind:
        return by_kind[card.kind]
    eight = SKIP
    if card.shape is Shape.STAR and options.star8_skips == 2:
        eight = STAR  # W4.6
    by_number = {
        1: {"again": AGAIN, "next_only": SKIP, "off": PLAIN}[options.hold_on],  # W4.1
        2: {"stack": OWE, "auto": AUTO, "off": PLAIN}[options.pick2],  # W4.2, W4.5
        5: {"stack": OWE, "auto": AUTO, "off": PLAIN}[options.pick3],
        7: REVERSE if options.reverse7 else PLAIN,  # W4.8
        8: eight if options.suspension else PLAIN,
        14: PLAIN if options.general_market == "off" else GENERAL,  # W4.7
    }
    assert card.number is not None
    return by_number.get(card.number, PLAIN)


def points_of(card: Card, options: Options) -> int:
    """Points of one card in hand (W7.3)."""
    fixed = {Kind.WHOT: 20, Kind.PUNCH: 20, Kind.DISCARD_ALL: 15, Kind.REVERSE: 10}
    if card.kind in fixed:
        return fixed[card.kind]
    assert card.number is not None
    doubled = options.score == "star_double" and card.shape is Shape.STAR
    return card.number * 2 if doubled else card.number


def fits_on(top: Card) -> Bag:
    """Mask of the cards that fit on `top` with nothing called or owed (W3.1, W4.10, W4.11)."""
    if top.wild:
        return EVERYTHING  # W4.9: a wild without a call takes anything
    fitting = WHOT.mask | PUNCH.mask
    for card in CARDS:
        same_number = card.kind is Kind.NUMBER and card.number == top.number
        same_action = card.kind is top.kind and top.kind is not Kind.NUMBER
        if card.shape is top.shape or same_number or same_action:
            fitting |= card.mask
    return fitting


def answers(number: int, options: Options) -> Bag:
    """Mask of the cards that may be played while picks of `number` are owed."""
    fitting = PUNCH.mask  # W4.12
    fitting |= sum(card.mask for card in CARDS if card.number == number)  # W4.2
    if options.whot_defence == "cancel":
        fitting |= WHOT.mask  # W4.4
    return fitting
