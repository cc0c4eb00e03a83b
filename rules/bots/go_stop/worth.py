"""What a card is worth to somebody who looks no further than the table: rules of thumb in tenths of a junk card."""

from __future__ import annotations

from rules.go_stop.cards import BIRDS, CARDS, CUP, MONTH, RAIN, Bag, Card, Kind

_BY_KIND = {Kind.BRIGHT: 50, Kind.ANIMAL: 22, Kind.RIBBON: 28, Kind.JUNK: 10}
PILE = 25  # what taking a pile is worth beyond its cards: junk of the other one
LAID = 12  # what it costs to take nothing
RISK = 6  # tenths of a laid card's worth that are likely lost


def _worth(card: Card) -> int:
    if card.bag & BIRDS:
        return 42
    if card.bag == CUP:
        return 30
    if card.bag == RAIN:
        return 40
    if card.code == "12-3":  # a ribbon of no set
        return 20
    return 21 if card.units == 2 else _BY_KIND[card.kind]


WORTH: tuple[int, ...] = tuple(_worth(card) for card in CARDS)
"""By card id."""
OF_MONTH: tuple[Bag, ...] = tuple(MONTH[card.month] for card in CARDS)
"""By card id, all cards of its month."""


def worth_of(bag: Bag) -> int:
    """The worth of all cards of a bag together."""
    total = 0
    while bag:
        low = bag & -bag
        total += WORTH[low.bit_length() - 1]
        bag ^= low
    return total


def better_of(two: Bag) -> Bag:
    """Of two cards the one that is worth more, the lower id on a tie."""
    low = two & -two
    high = two ^ low
    return high if WORTH[high.bit_length() - 1] > WORTH[low.bit_length() - 1] else low


def greedy(hand: Bag, layout: Bag) -> tuple[int, Bag]:
    """The card id to play and the layout card it takes where there are two: what captures most, or costs least."""
    best, chosen, taken = -10_000, 0, 0
    rest = hand
    while rest:
        low = rest & -rest
        rest ^= low
        card = low.bit_length() - 1
        month = OF_MONTH[card]
        there = layout & month
        target = 0
        if not there:
            value = -LAID - WORTH[card] * RISK // 10 + 3 * (hand & month).bit_count()
        else:
            count = there.bit_count()
            if count == 2:
                target = better_of(there)
                value = WORTH[card] + WORTH[target.bit_length() - 1]
            elif count == 1:
                value = WORTH[card] + WORTH[there.bit_length() - 1]
            else:
                value = WORTH[card] + worth_of(there) + PILE
        if value > best:
            best, chosen, taken = value, card, target
    return chosen, taken
