"""Deals the cards a seat does not see, again and again, as they may well lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import shake_128
from struct import unpack

from rules.bots.whot.board import SHAPE_NUMBER, Board, Cards, places_in
from rules.bots.whot.memory import Known
from rules.bots.whot.playout import Position, Shuffle
from rules.whot.state import ring_of
from rules.whot.view import View

SURE_ONLY_EVERY = 8
"""In so many deals there is one in which what is only very likely need not hold."""

ATTEMPTS = 4  # at a deal in which who called a shape holds one of it

Plan = list[tuple[list[Cards], list[tuple[int, int, Cards]]]]

_CALLS = {shape.value: number for shape, number in SHAPE_NUMBER.items()}


class Worlds:
    """Positions that look like `view` to its seat. `deal(n)` gives the n-th: always the same for the same key."""

    def __init__(self, board: Board, view: View, known: Known, key: bytes) -> None:
        self.board, self.view, self.known, self.key = board, view, known, key
        self.plans = [self._plan(sure_only) for sure_only in (False, True)]
        owed = view.owed
        self.fixed = {
            "pile": known.pile,
            "top": known.top,
            "call": -1 if view.call is None else _CALLS[view.call],
            "owed": 0 if owed is None else owed.count,
            "owed_number": 0 if owed is None else owed.number,
            "owed_by": 0 if owed is None else owed.by,
            "turn": view.to_act,
            "direction": view.direction,
            "seats": view.in_play,
            "follow": ring_of(view.seats, view.in_play).next,
            "refills": view.refills,
        }

    def deal(self, number: int) -> tuple[Position, Shuffle]:
        sure_only = number % SURE_ONLY_EVERY == SURE_ONLY_EVERY - 1
        for attempt in range(ATTEMPTS):
            hands, market = self._dealt(f"{number}/{attempt}", self.plans[sure_only])
            if sure_only or all(hands[seat] & cards for seat, cards in self.known.wished.items()):
                break
        return Position(hands, market, **self.fixed), self._refills(number)  # type: ignore[arg-type]

    def _dealt(self, label: str, plan: Plan) -> tuple[list[Cards], list[Cards]]:
        """Hands by seat, and the market."""
        hands = [0] * self.view.seats
        assert self.view.seat is not None
        hands[self.view.seat] = self.known.own
        for seat, card in self.known.held:
            hands[seat] |= card
        rest: list[Cards] = []
        for pool, (cards, groups) in enumerate(plan):
            order = self._mixed(cards, f"{label}/{pool}")
            for seat, count, mask in groups:
                order = _hand_out(hands, seat, count, mask, order)
            rest = order
        return hands, (rest + self.known.bottom)[: self.view.market_count]

    def _plan(self, sure_only: bool) -> Plan:
        """By pool: its cards, and who holds how many of them but none of which. Who has least choice comes first."""
        plan = []
        for number, pool in enumerate(self.known.pools):
            groups = [
                (group.seat, group.count, pool & (group.never if sure_only else group.hardly))
                for group in self.known.groups
                if group.pool == number
            ]
            groups.sort(key=lambda group: -group[2].bit_count())
            plan.append(([1 << place - 1 for place in places_in(pool)], groups))
        return plan

    def _mixed(self, cards: Sequence[Cards], label: str) -> list[Cards]:
        return [cards[place] for place in self._order(len(cards), label)]

    def _order(self, size: int, label: str) -> list[int]:
        """The numbers from 0, mixed: by words of a hash of their own."""
        words = unpack(f">{size}I", shake_128(self.key + label.encode("ascii")).digest(4 * size))
        return sorted(range(size), key=words.__getitem__)

    def _refills(self, number: int) -> Callable[[int, int], list[int]]:
        def order(refill: int, size: int) -> list[int]:
            return self._order(size, f"{number}/refill/{refill}")

        return order


def _hand_out(hands: list[Cards], seat: int, count: int, mask: Cards, order: list[Cards]) -> list[Cards]:
    """Gives a seat the first so many cards that are none of `mask`, and where they run out any; gives the rest."""
    if not mask:
        for card in order[:count]:
            hands[seat] |= card
        return order[count:]
    left = []
    for card in order:
        if count and not card & mask:
            hands[seat] |= card
            count -= 1
        else:
            left.append(card)
    return _hand_out(hands, seat, count, 0, left) if count else left
