"""The cards of one set of house rules as single bits, and what each does: what playouts are fast by.

Every card of the pack has a place of its own from 1 and the bit `1 << place - 1`, equal cards too: a hand is an int
with as many bits as cards, and "which of these fit" is one `&`. Nothing here says a rule anew; it is `Rulings`,
written by place instead of by code.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rules.whot.cards import SHAPES, Card, Kind
from rules.whot.options import Options
from rules.whot.rulings import AGAIN, AUTO, DISCARDS, GENERAL, OWE, PICK, SKIP, STAR, Rulings, rulings_for

Cards = int
"""A set of cards of the pack, one bit each."""

SHAPE_NUMBER = {shape: number for number, shape in enumerate(SHAPES)}
MOST_OF_A_SHAPE = 40


class Board:
    """The tables by place. Item 0 of each is unused."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.rulings: Rulings = rulings_for(options)
        pack = tuple(sorted(self.rulings.pack, key=lambda card: card.index))  # as hands are shown
        self.pack = pack
        self.size = len(pack)
        self.everything: Cards = (1 << len(pack)) - 1
        self.places: dict[str, tuple[int, ...]] = {}
        for place, card in enumerate(pack, 1):
            self.places[card.code] = (*self.places.get(card.code, ()), place)
        effects, points = self.rulings.effects, self.rulings.points
        self.number = (0, *(card.number or 0 for card in pack))
        self.effect = (0, *(effects[card.index] for card in pack))
        self.points = (0, *(points[card.index] for card in pack))
        self.pick = (0, *(PICK.get(card.number or 0, 0) for card in pack))
        self.shape_number = (0, *(-1 if card.shape is None else SHAPE_NUMBER[card.shape] for card in pack))
        self.of_shape = tuple(self.those(card for card in pack if card.shape is shape) for shape in SHAPES)
        self.shape_mates = (0, *(0 if card.shape is None else self.of_shape[SHAPE_NUMBER[card.shape]] for card in pack))
        self.number_mates = (0, *(self._alike(card) for card in pack))
        self.wilds = self.those(card for card in pack if card.wild)
        self.whots = self.those(card for card in pack if card.kind is Kind.WHOT)
        self.fits_card = (0, *(self.within(self.rulings.fits_card[card.index]) for card in pack))
        self.fits_shape = tuple(self.within(self.rulings.fits_shape[shape]) for shape in SHAPES)
        self.fits_owed = {pick: self.within(self.rulings.fits_owed[pick]) for pick in PICK}
        self.wants = ((), *(self._wants(card) for card in pack))
        self.plains = self.everything & ~self.wilds
        # By bit, for the inside of playouts: effect, place and what fits on it; what the rule of thumb looks at.
        places = range(1, self.size + 1)
        self.lines = {1 << place - 1: (self.effect[place], place, self.fits_card[place]) for place in places}
        self.keeps = {
            1 << place - 1: (self.shape_mates[place], self.number_mates[place], self.wants[place]) for place in places
        }

    def those(self, cards: Iterable[Card]) -> Cards:
        """Every card of the pack that is one of these."""
        codes = {card.code for card in cards}
        return sum(1 << place - 1 for place in range(1, self.size + 1) if self._code(place) in codes)

    def within(self, mask: int) -> Cards:
        """The cards of the pack in a mask over codes, as `Rulings` keeps them."""
        return sum(1 << place - 1 for place, card in enumerate(self.pack, 1) if card.mask & mask)

    def codes_of(self, cards: Cards) -> list[str]:
        return [self._code(place) for place in places_in(cards)]

    def cards_of(self, codes: Iterable[str], among: Cards) -> Cards:
        """Cards with these codes, each another one of those `among`. Raises LookupError where there is none."""
        found = 0
        for code in codes:
            found |= self.card_of(code, among & ~found)
        return found

    def card_of(self, code: str, among: Cards) -> Cards:
        """A card with this code among those given. Raises LookupError."""
        for place in self.places.get(code, ()):
            if among >> place - 1 & 1:
                return 1 << place - 1
        raise LookupError(code)

    def points_in(self, cards: Cards) -> int:
        return sum(self.points[place] for place in places_in(cards))

    def wanted(self, card: Cards, hand: Cards) -> int:
        """How much the rule of thumb wants to play this one card of a hand."""
        mates, alike, wants = self.keeps[card]
        return wants[(hand & mates).bit_count()] + 10 * (hand & alike).bit_count()

    def fits(self, top: int, call: int, owed: int) -> Cards:
        """What may be played on a top card, under a called shape (-1: none), or on picks owed by a number (0: none)."""
        if owed:
            return self.fits_owed[owed]
        return self.fits_card[top] if call < 0 else self.fits_shape[call]

    def _code(self, place: int) -> str:
        return self.pack[place - 1].code

    def _alike(self, card: Card) -> Cards:
        return self.those(other for other in self.pack if other.number == card.number and other.kind is card.kind)

    def _wants(self, card: Card) -> tuple[int, ...]:
        """How much a rule of thumb wants to play this card, tenfold, by how many of its shape are held, itself
        included. What its number adds, the hand says."""
        return tuple(self._wanted(card, held - 1) for held in range(MOST_OF_A_SHAPE))

    def _wanted(self, card: Card, others: int) -> int:
        effect = self.rulings.effects[card.index]
        wanted = 20 * others + 3 * self.rulings.points[card.index] - 10
        if effect in (AGAIN, SKIP, STAR):
            # Another turn, or nearly one, is worth something when there is something to follow with.
            return wanted + (30 if others > 0 else -10)
        if effect == OWE:
            return wanted + 40
        if effect == AUTO:
            return wanted + (60 if card.number == 2 else 70)
        if effect == GENERAL:
            return wanted + (50 if self.rulings.general_again else 30)
        if effect == DISCARDS:
            return wanted + 20 * others
        return wanted


@lru_cache(maxsize=64)
def board_for(options: Options) -> Board:
    """The board of these options, made once."""
    return Board(options)


def places_in(cards: Cards) -> list[int]:
    """The places of a set of cards, in order."""
    places = []
    while cards:
        low = cards & -cards
        places.append(low.bit_length())
        cards ^= low
    return places


def bits_in(cards: Cards) -> list[Cards]:
    """A set of cards as single ones, in order."""
    bits = []
    while cards:
        low = cards & -cards
        bits.append(low)
        cards ^= low
    return bits
