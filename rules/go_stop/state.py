"""The position of a deal of Go-Stop as an immutable value. Secrets (seed, hands, stock) are left out of the repr."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, TypeVar

from rules.core import Randomness, Seat
from rules.go_stop.cards import Bag, Card, Month
from rules.go_stop.options import Options
from rules.go_stop.scoring import Settlement

T = TypeVar("T")

LAST_TURN = 20
"""The turn whose reveal empties the stock (R34)."""

Piles: TypeAlias = tuple[tuple[Month, Seat | None], ...]
"""Months of which three lie in the layout as a pile, ascending, with who made it a Ppuk (None: the deal, R07)."""


class Setup(NamedTuple):
    """What never changes in a deal."""

    options: Options
    seed: Randomness
    first_seat: Seat
    redeals: int  # deals that were thrown in before this one (R04)

    def __repr__(self) -> str:
        return f"Setup(first_seat={self.first_seat}, redeals={self.redeals})"


class Waiting(NamedTuple):
    """A turn whose stock card finds two loose cards: its player chooses one (R13)."""

    played: Card
    taken: Bag  # the layout cards that the hand card takes; 0 where it found nothing and lies in the layout
    revealed: Card
    owner: Seat | None  # of the pile the hand card took


class Result(NamedTuple):
    """How the deal ended; `winner` None is a draw, `settlement` only after Stop."""

    reason: str
    winner: Seat | None = None
    payment: int = 0
    settlement: Settlement | None = None


class State(NamedTuple):
    """One position. During a choice the pending pair is in `waiting` and no longer in the layout."""

    setup: Setup
    hands: tuple[Bag, Bag]
    layout: Bag
    piles: Piles
    stock: tuple[Card, ...]  # face down, the next to be revealed first
    captured: tuple[Bag, Bag]
    turn: int  # of the deal, 1 to 20
    actor: Seat  # whose turn it is
    gos: tuple[int, int]
    last_go: tuple[int | None, int | None]  # the score at each seat's last Go (R37)
    ppuk: tuple[int, int]  # made so far (R30)
    misses: tuple[int, int]  # in a row (W8.2)
    waiting: Waiting | None
    deciding: bool  # Stop or Go is asked of the actor (6.1)
    result: Result | None

    @property
    def last_of_actor(self) -> bool:
        """The actor has no turn after this one: only Stop may be called (6.11, R35)."""
        return self.turn >= LAST_TURN - 1

    def __repr__(self) -> str:
        return f"State(turn={self.turn}, actor={self.actor}, stock={len(self.stock)}, result={self.result})"


def put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """The pair with the seat's value in its place."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
