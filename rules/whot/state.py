"""The position of a game of Whot as an immutable value.

Tuples all the way down: taking one apart and packing the next is what most of a simulated game
costs, and a NamedTuple does both several times faster than a frozen dataclass. Secrets (the seed,
hands and the market) are left out of the repr.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.core import Randomness, Seat
from rules.whot.cards import Bag, Card, Shape
from rules.whot.rulings import Rulings


class Ring(NamedTuple):
    """The seats still in play and who follows whom. Make it with `ring_of`.

    `next[direction][seat]`: the seat that follows, for direction 1 or -1 (item 0 is unused, and
    index -1 is Python's last).
    """

    seats: tuple[Seat, ...]
    next: tuple[tuple[Seat, ...], tuple[Seat, ...], tuple[Seat, ...]]

    def after(self, seat: Seat, direction: int, steps: int) -> Seat:
        """The seat `steps` turns on from `seat`."""
        for _ in range(steps):
            seat = self.next[direction][seat]
        return seat


@lru_cache(maxsize=512)
def ring_of(of: int, seats: tuple[Seat, ...]) -> Ring:
    """The ring of `seats` (ascending) at a table of `of`; defined from every seat, also one out."""

    def follow(seat: Seat, direction: int) -> Seat:
        if not seats:
            return seat
        seat = (seat + direction) % of
        while seat not in seats:
            seat = (seat + direction) % of
        return seat

    forward = tuple(follow(seat, 1) for seat in range(of))
    back = tuple(follow(seat, -1) for seat in range(of))
    return Ring(seats, ((), forward, back))


class Owed(NamedTuple):
    """An open penalty (W4.2): `count` cards, answered by `number`, last raised by seat `by`."""

    number: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody wants here
    by: Seat


class Absence(NamedTuple):
    """Misses, eliminations and passes without a card; most games never leave `all_present`."""

    misses: tuple[int, ...]  # in a row, by seat (W8.2)
    out: tuple[Seat, ...]  # eliminated seats, the first to go first (W8.3)
    left_hands: tuple[Bag, ...]  # what each of `out` held; out of play, never recycled
    passed: frozenset[Seat]  # who had to pass without a card since a card last moved (W6.4)


@lru_cache(maxsize=16)
def all_present(seats: int) -> Absence:
    """Nobody missed a turn, left or passed."""
    return Absence((0,) * seats, (), (), frozenset())


class Setup(NamedTuple):
    """What never changes in a game."""

    rulings: Rulings
    seed: Randomness
    seats: int
    first_seat: Seat  # as drawn or rotated, before an opening Reverse (W2.5)
    sitting_out: tuple[Seat, ...]
    present: Absence  # nobody missed, left or passed: the fast path knows it by identity

    def __repr__(self) -> str:
        return f"Setup(seats={self.seats}, first_seat={self.first_seat})"


class State(NamedTuple):
    """One position. `fits` is derived: a mask of the cards that may be played on it."""

    setup: Setup
    hands: tuple[Bag, ...]
    market: tuple[Card, ...]  # the cards below index `taken` are gone
    taken: int
    pile: Bag  # below the top card; its order is of no account (W6.1)
    top: Card
    call: Shape | None  # the shape that must be followed (W4.9, W4.12)
    owed: Owed | None
    turn: Seat
    direction: int  # 1 or -1
    fits: Bag
    ring: Ring
    absence: Absence
    refills: int
    fresh: Card | None  # just drawn and still to be played or kept (W3.2)
    end: str | None  # the stored reason, when it is over

    @property
    def market_left(self) -> tuple[Card, ...]:
        """Face-down cards, the next to be drawn first."""
        return self.market[self.taken :]

    def __repr__(self) -> str:
        return (
            f"State(top={self.top.code}, turn={self.turn}, owed={self.owed}, "
            f"seats={self.ring.seats}, market={len(self.market) - self.taken}, end={self.end})"
        )
