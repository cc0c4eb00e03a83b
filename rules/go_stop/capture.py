"""Who takes what: matching by month, and junk that moves from one player to the other (sections 3 and 4)."""

from __future__ import annotations

from rules.core import Seat
from rules.go_stop.cards import DOUBLES, JUNK, MONTH, Bag, Card, Month, first_in
from rules.go_stop.state import Piles


def matches(layout: Bag, card: Card) -> Bag:
    """The layout cards of the card's month (3.2 to 3.5)."""
    return layout & MONTH[card.month]


def piles_of(layout: Bag) -> Piles:
    """The trios of a fresh layout: piles of nobody's (2.7, R07)."""
    return tuple((month, None) for month in range(1, 13) if (layout & MONTH[month]).bit_count() == 3)


def quads_in(bag: Bag) -> Bag:
    """All months of which the bag holds all four (2.4, 2.5)."""
    return sum(month for month in MONTH if month and bag & month == month)


def without(piles: Piles, month: Month) -> tuple[Piles, Seat | None]:
    """The other piles, and who made this month's."""
    owner = next(owner for own, owner in piles if own == month)
    return tuple(pile for pile in piles if pile[0] != month), owner


def next_junk(captured: Bag) -> Card | None:
    """The junk card that goes first: the least valuable, then by id; never the cup (4.7, 4.8, R29)."""
    junk = captured & JUNK
    if not junk:
        return None
    return first_in(junk & ~DOUBLES or junk)


def junk_card(captured: Bag) -> tuple[Card, ...]:
    """What is given where one card is owed, which may be a double (4.1, 4.4, R25, R26)."""
    card = next_junk(captured)
    return () if card is None else (card,)


def junk_units(captured: Bag, units: int) -> tuple[Card, ...]:
    """What is given where units are owed, one card after the other, without change (4.5, 4.6, R27)."""
    given: list[Card] = []
    while units > 0 and (card := next_junk(captured)) is not None:
        given.append(card)
        captured &= ~card.bag
        units -= card.units
    return tuple(given)
