"""Deals the cards a seat does not see, again and again: the other hand and the stock."""

from __future__ import annotations

from hashlib import shake_128
from struct import Struct

from rules.bots.go_stop.playout import NOBODY, Playout
from rules.core import Seat
from rules.go_stop.cards import CARD, PACK, bag_of, cards_in
from rules.go_stop.view import View


class Worlds:
    """Positions that look like `view` to its seat. `deal(n)` gives the n-th: always the same for the same key."""

    def __init__(self, view: View, key: bytes) -> None:
        assert view.seat is not None
        self.view, self.key = view, key
        self.me: Seat = view.seat
        self.hand = bag_of([CARD[code] for code in view.hand])
        self.layout = bag_of([CARD[code] for code in view.layout])
        self.captured = [bag_of([CARD[code] for code in codes]) for codes in view.captured]
        seen = self.hand | self.layout | self.captured[0] | self.captured[1]
        if view.choice is not None:
            seen |= bag_of([CARD[code] for code in {view.choice.played, view.choice.revealed, *view.choice.taken}])
        self.hidden = [card.index for card in cards_in(PACK & ~seen)]
        self.theirs = view.counts[1 - self.me]
        self.owner = [NOBODY] * 12
        for month, owner in view.piles:
            self.owner[month - 1] = NOBODY if owner is None else owner
        self._words = Struct(f">{len(self.hidden)}I")

    def deal(self, number: int) -> Playout:
        """The other hand and the stock as they may well lie, ready to be played on."""
        view = self.view
        words = self._words.unpack(shake_128(self.key + b"%d" % number).digest(self._words.size))
        order = [card for _word, card in sorted(zip(words, self.hidden, strict=True))]
        other = 0
        for card in order[: self.theirs]:
            other |= 1 << card
        hands = (self.hand, other) if self.me == 0 else (other, self.hand)
        return Playout(
            hands, self.layout, self.owner, order[self.theirs :], self.captured, view.turn, self.me, view.gos,
            view.last_go, view.ppuk,
        )  # fmt: skip
