"""The 48 hwatu cards (section 2 of the rules), and bags: sets of them held in one integer.

No two cards are equal, so a bag is an int whose bit `card.index` says whether the card is in it: a hand, a month or
everything of a kind is one number, and counting is `int.bit_count`.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

Bag: TypeAlias = int
Month: TypeAlias = int
"""1 to 12."""


class Kind(Enum):
    """What a card counts as when it is captured."""

    BRIGHT = "bright"
    ANIMAL = "animal"
    RIBBON = "ribbon"
    JUNK = "junk"

    __hash__ = object.__hash__


class Card:
    """One card. Only this module makes them; take them from `CARD[code]`."""

    __slots__ = ("bag", "code", "index", "kind", "month", "units")

    def __init__(self, month: Month, k: int, kind: Kind, units: int) -> None:
        self.month = month
        self.code = f"{month:02}-{k}"
        self.index = 4 * (month - 1) + k - 1  # card id of scheme wgs1: by month and k
        self.kind = kind
        self.units = units  # of junk (5.11); 0 for other kinds
        self.bag: Bag = 1 << self.index

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return _card_of, (self.code,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


_KINDS = {"b": Kind.BRIGHT, "a": Kind.ANIMAL, "r": Kind.RIBBON, "j": Kind.JUNK, "d": Kind.JUNK}
# By month, k rising: bright, animal, ribbon, junk, double junk.
_MONTHS = ("brjj", "arjj", "brjj", "arjj", "arjj", "arjj", "arjj", "bajj", "arjj", "arjj", "bjjd", "bard")

CARDS = tuple(
    Card(month, k, _KINDS[letter], {"j": 1, "d": 2}.get(letter, 0))
    for month, letters in enumerate(_MONTHS, 1)
    for k, letter in enumerate(letters, 1)
)
"""Every card, in canonical order."""
CARD = {card.code: card for card in CARDS}
DECK = "hwatu48"
"""Name of the frozen card list of scheme wgs1."""


def _card_of(code: str) -> Card:
    return CARD[code]


def bag_of(cards: list[Card] | tuple[Card, ...]) -> Bag:
    """The bag that holds these cards, each once."""
    return sum(card.bag for card in cards)


def of_codes(codes: str) -> Bag:
    """The bag of codes parted by spaces."""
    return sum(CARD[code].bag for code in codes.split())


def cards_in(bag: Bag) -> tuple[Card, ...]:
    """The cards of a bag in canonical order."""
    cards = []
    while bag:
        low = bag & -bag
        cards.append(CARDS[low.bit_length() - 1])
        bag ^= low
    return tuple(cards)


def codes_in(bag: Bag) -> tuple[str, ...]:
    """As `cards_in`, as codes."""
    return tuple(card.code for card in cards_in(bag))


def first_in(bag: Bag) -> Card:
    """The card with the lowest id of a bag that is not empty."""
    return CARDS[(bag & -bag).bit_length() - 1]


PACK: Bag = (1 << len(CARDS)) - 1
MONTH: tuple[Bag, ...] = (0, *(0b1111 << 4 * (month - 1) for month in range(1, 13)))
"""The four cards of a month, by its number."""


def _of_kind(kind: Kind) -> Bag:
    return sum(card.bag for card in CARDS if card.kind is kind)


BRIGHTS = _of_kind(Kind.BRIGHT)
ANIMALS = _of_kind(Kind.ANIMAL)
RIBBONS = _of_kind(Kind.RIBBON)
JUNK = _of_kind(Kind.JUNK)
DOUBLES = sum(card.bag for card in CARDS if card.units == 2)  # 5.11
RAIN = CARD["12-1"].bag  # 5.1
CUP = CARD["09-1"].bag  # 5.12
BIRDS = of_codes("02-1 04-1 08-2")  # 5.4
RED_POETRY = of_codes("01-2 02-2 03-2")  # 5.6
BLUE = of_codes("06-2 09-2 10-2")  # 5.7
PLAIN_RED = of_codes("04-2 05-2 07-2")  # 5.8
