"""A deal played on to its end in the head, both sides by the rule of thumb and Stop as soon as it may be called.

The same rules as `rules.go_stop`, on bare numbers, because the strongest player runs a thousand of these for one move;
`tests/rules/go_stop/test_bots.py` plays both side by side.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.bots.go_stop.worth import OF_MONTH, better_of, greedy
from rules.core import Seat
from rules.go_stop.cards import (
    ANIMALS,
    BIRDS,
    BLUE,
    BRIGHTS,
    CUP,
    DOUBLES,
    JUNK,
    PLAIN_RED,
    RAIN,
    RED_POETRY,
    RIBBONS,
    Bag,
)
from rules.go_stop.scoring import ENOUGH, FLAT, settle
from rules.go_stop.state import LAST_TURN

NOBODY = 2
"""Who owns a pile that came with the deal."""
_BRIGHT = (0, 0, 0, 3, 4, 15)


def total(captured: Bag) -> int:
    """The combination score alone (section 5)."""
    if captured.bit_count() < 5:
        return 5 if captured & BIRDS == BIRDS else _small(captured)
    brights = (captured & BRIGHTS).bit_count()
    points = _BRIGHT[brights] - (1 if brights == 3 and captured & RAIN else 0)
    ribbons = (captured & RIBBONS).bit_count()
    if ribbons > 2:
        points += max(0, ribbons - 4)
        points += 3 * (
            (captured & RED_POETRY == RED_POETRY) + (captured & BLUE == BLUE) + (captured & PLAIN_RED == PLAIN_RED)
        )
    if captured & BIRDS == BIRDS:
        points += 5
    animals = (captured & ANIMALS).bit_count()
    units = (captured & JUNK).bit_count() + (captured & DOUBLES).bit_count()
    if captured & CUP:  # 5.12
        return points + max(max(0, animals - 4) + max(0, units - 9), max(0, animals - 5) + max(0, units - 7))
    return points + max(0, animals - 4) + max(0, units - 9)


def _small(captured: Bag) -> int:
    """Of fewer than five cards without the birds: three or four brights, or a set of ribbons."""
    brights = (captured & BRIGHTS).bit_count()
    points = _BRIGHT[brights] - (1 if brights == 3 and captured & RAIN else 0)
    for cards in (RED_POETRY, BLUE, PLAIN_RED):
        if captured & cards == cards:
            points += 3
    return points


class Playout:
    """A deal that is changed as it is played. `over` holds winner (None: nobody) and payment once it ends."""

    __slots__ = (
        "actor", "at", "captured", "gos", "hands", "last_go", "layout", "over", "owner", "ppuk", "stock", "turn",
    )  # fmt: skip

    def __init__(
        self, hands: Sequence[Bag], layout: Bag, owner: Sequence[int], stock: Sequence[int], captured: Sequence[Bag],
        turn: int, actor: Seat, gos: Sequence[int], last_go: Sequence[int | None], ppuk: Sequence[int],
    ) -> None:  # fmt: skip
        """`owner`: by month number, who made the pile (NOBODY: the deal); `stock`: card ids, the next one first."""
        self.hands = list(hands)
        self.layout = layout
        self.owner = list(owner)
        self.stock = stock
        self.at = 0
        self.captured = list(captured)
        self.turn = turn
        self.actor = actor
        self.gos = list(gos)
        self.last_go = list(last_go)
        self.ppuk = list(ppuk)
        self.over: tuple[Seat | None, int] | None = None

    def run(self) -> tuple[Seat | None, int]:
        """Plays on to the end."""
        while self.over is None:
            card, target = greedy(self.hands[self.actor], self.layout)
            self.play(card, target)
        return self.over

    def play(self, card: int, target: Bag) -> None:
        """A turn; the stock card takes the better of two. Where the score allows it, Stop is called."""
        actor, month = self.actor, OF_MONTH[card]
        bit = 1 << card
        self.hands[actor] ^= bit
        there = self.layout & month
        count = there.bit_count()
        stock = self.stock[self.at]
        self.at += 1
        if 1 << stock & month:
            self._own_month(card, stock, there, count)
            return
        gained, causes = 0, []
        if count == 0:
            self.layout |= bit
        else:
            taken = target if count == 2 else there
            self.layout ^= taken
            gained = taken | bit
            if count == 3:
                causes.append(self.owner[card >> 2])
        self.reveal(stock, 0, gained, causes)

    def _own_month(self, card: int, stock: int, there: Bag, count: int) -> None:
        actor = self.actor
        both = 1 << card | 1 << stock
        if count == 1:  # 3.8
            self.layout |= both
            self.owner[card >> 2] = actor
            self.ppuk[actor] += 1
            if self.ppuk[actor] == 3:
                self.over = (actor, FLAT)
            else:
                self._pass_on()
            return
        self.layout &= ~there
        self._capture(both | there, [NOBODY] if self.turn < LAST_TURN else [])

    def reveal(self, stock: int, chosen: Bag, gained: Bag, causes: list[int]) -> None:
        """The stock card takes what it can; of two the `chosen` one, or else the better."""
        met = self.layout & OF_MONTH[stock]
        if not met:
            self.layout |= 1 << stock
        else:
            count = met.bit_count()
            if count == 2:
                met = chosen or better_of(met)
            elif count == 3:
                causes.append(self.owner[stock >> 2])
            self.layout ^= met
            gained |= met | 1 << stock
        if not self.layout and gained.bit_count() == 4 and not causes and self.turn < LAST_TURN:  # 4.2
            causes.append(NOBODY)
        self._capture(gained, causes)

    def _capture(self, gained: Bag, causes: list[int]) -> None:
        """`causes`: for each junk that is due, who made the pile it is for; NOBODY pays one card."""
        actor = self.actor
        if not gained:
            self._pass_on()
            return
        mine, theirs = self.captured[actor] | gained, self.captured[1 - actor]
        for owner in causes:
            units = 2 if owner == actor else 1
            while units > 0:
                junk = theirs & JUNK
                if not junk:
                    break
                single = junk & ~DOUBLES
                card = (single or junk) & -(single or junk)
                theirs ^= card
                mine |= card
                units -= 1 if single or owner != actor else 2
        self.captured[actor], self.captured[1 - actor] = mine, theirs
        points = total(mine)
        last = self.last_go[actor]
        if points >= ENOUGH and (last is None or points > last):
            self.over = (actor, settle(mine, theirs, self.gos[actor]).payment)
        else:
            self._pass_on()

    def _pass_on(self) -> None:
        if self.turn == LAST_TURN:
            self.over = (None, 0)
            return
        self.turn += 1
        self.actor = 1 - self.actor
