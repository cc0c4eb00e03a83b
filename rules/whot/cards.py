"""The cards of Whot (W1), packs, and bags: sets of cards with repeats, held in one integer.

A `Card` stands for all cards with the same code: equal cards are told apart by nothing (W1.7), so
there is one object per code and identity is equality.

A bag is an int whose byte k counts the cards of `CARDS[k]`. Adding a card is `bag + card.bag`,
"which of these fit" is one `&` with a mask, and equal hands are equal numbers. It is the form in
which the engine keeps hands and the pile: bots replay thousands of games a second through it.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

Bag: TypeAlias = int

MOST_EQUAL_CARDS = 255  # one byte a code


class Shape(Enum):
    """The five shapes (W1.1); the value is the word used in actions."""

    CIRCLE = "circle"
    TRIANGLE = "triangle"
    CROSS = "cross"
    SQUARE = "square"
    STAR = "star"

    # An identity hash: shapes are dictionary keys in the engine's inner loop.
    __hash__ = object.__hash__

    @property
    def letter(self) -> str:
        return SHAPE_LETTERS[self]


SHAPES = tuple(Shape)
SHAPE_LETTERS = dict(zip(SHAPES, "CTXSR", strict=True))
SHAPE_OF_LETTER = {letter: shape for shape, letter in SHAPE_LETTERS.items()}


class Kind(Enum):
    """What sort of card it is."""

    NUMBER = "number"
    WHOT = "whot"
    DISCARD_ALL = "discard_all"
    REVERSE = "reverse"
    PUNCH = "punch"


class Card:
    """One kind of card. Only this module makes them; take them from `CARD[code]`."""

    __slots__ = ("bag", "code", "index", "kind", "mask", "number", "shape", "wild")

    def __init__(self, index: int, code: str, kind: Kind, shape: Shape | None, number: int | None) -> None:
        self.index = index  # place in the canonical order of scheme wgs1, step 7
        self.code = code
        self.kind = kind
        self.shape = shape  # None: a wild
        self.number = number  # None: an action card of the two-pack Wild
        self.wild = shape is None
        self.bag: Bag = 1 << 8 * index
        self.mask: Bag = 255 << 8 * index

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _card_of, (self.code,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _make_cards() -> tuple[Card, ...]:
    made: list[Card] = []

    def add(code: str, kind: Kind, shape: Shape | None, number: int | None) -> None:
        made.append(Card(len(made), code, kind, shape, number))

    for shape in SHAPES:
        for number in range(1, 15):  # W1.3: every shape exists with 1 to 14
            add(f"{shape.letter}{number}", Kind.NUMBER, shape, number)
    add("W20", Kind.WHOT, None, 20)
    for shape in SHAPES:
        add(f"D{shape.letter}", Kind.DISCARD_ALL, shape, None)
    for shape in SHAPES:
        add(f"REV{shape.letter}", Kind.REVERSE, shape, None)
    add("PUNCH", Kind.PUNCH, None, None)
    return tuple(made)


CARDS = _make_cards()
"""Every code there is, in canonical order."""
CARD = {card.code: card for card in CARDS}
WHOT = CARD["W20"]
PUNCH = CARD["PUNCH"]
EVERYTHING: Bag = sum(card.mask for card in CARDS)


def _card_of(code: str) -> Card:
    return CARD[code]


_PRINTED = {
    Shape.CIRCLE: (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14),
    Shape.TRIANGLE: (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14),
    Shape.CROSS: (1, 2, 3, 5, 7, 10, 11, 13, 14),
    Shape.SQUARE: (1, 2, 3, 5, 7, 10, 11, 13, 14),
    Shape.STAR: (1, 2, 3, 4, 5, 7, 8),
}


def _one_pack(with_whots: bool) -> tuple[Card, ...]:
    numbers = tuple(CARD[f"{s.letter}{n}"] for s in SHAPES for n in _PRINTED[s])
    return numbers + (WHOT,) * 5 if with_whots else numbers


def _wild_cards_of_one_pack() -> tuple[Card, ...]:
    discards = tuple(CARD[f"D{s.letter}"] for s in SHAPES)
    reverses = tuple(CARD[f"REV{s.letter}"] for s in SHAPES)
    return (*discards, *reverses, PUNCH, PUNCH)


PACKS: dict[str, tuple[Card, ...]] = {
    "whot54": _one_pack(True),  # W1.2
    "whot49": _one_pack(False),  # W1.4
    "whot2x54": _one_pack(True) * 2,  # W1.6
    "whot2x49": _one_pack(False) * 2,
    "whot132": _one_pack(True) * 2 + _wild_cards_of_one_pack() * 2,  # W1.5
}
"""The frozen card lists of scheme wgs1, in card-id order. Never change one: add a new name."""


def bag_of(cards: tuple[Card, ...] | list[Card]) -> Bag:
    """The bag that holds these cards."""
    return sum(card.bag for card in cards)


def counts_in(bag: Bag) -> bytes:
    """How many of each code, by canonical index."""
    return bag.to_bytes(len(CARDS), "little")


def distinct_in(bag: Bag) -> list[Card]:
    """One card of each code in the bag, in canonical order."""
    cards = []
    while bag:
        card = CARDS[(bag & -bag).bit_length() - 1 >> 3]
        cards.append(card)
        bag &= ~card.mask
    return cards


def cards_in(bag: Bag) -> tuple[Card, ...]:
    """The cards of a bag in canonical order, equal cards adjacent."""
    cards = []
    while bag:
        card = CARDS[(bag & -bag).bit_length() - 1 >> 3]
        cards.append(card)
        bag -= card.bag
    return tuple(cards)


def codes_in(bag: Bag) -> tuple[str, ...]:
    """As `cards_in`, as codes."""
    return tuple(card.code for card in cards_in(bag))


def size(bag: Bag) -> int:
    """How many cards a bag holds."""
    return sum(counts_in(bag))


def of_shape(shape: Shape) -> Bag:
    """Mask of all cards of a shape, Discard All and Reverse among them."""
    return sum(card.mask for card in CARDS if card.shape is shape)
