"""One move being carried out: the mutable helper that lives inside a single call.

It takes a state apart, draws, eliminates and ends by the rules, and packs the next state. Nobody
outside a call ever holds one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.core import Event, Seat, Step
from rules.whot.actions import drew
from rules.whot.cards import cards_in
from rules.whot.state import Absence, State, ring_of

_pack: Callable[..., State] = tuple.__new__
_step: Callable[..., Step[State]] = tuple.__new__


class Move:
    """State being changed. Set the fields, call what happens, then `step()` once."""

    __slots__ = (
        "absence", "call", "direction", "end", "events", "fresh", "hands", "market", "owed",
        "pile", "refills", "ring", "rulings", "setup", "taken", "top", "turn",
    )  # fmt: skip

    def __init__(self, state: State, events: Iterable[Event] = ()) -> None:
        (self.setup, hands, self.market, self.taken, self.pile, self.top, self.call, self.owed,
         self.turn, self.direction, _fits, self.ring, self.absence, self.refills, self.fresh,
         self.end) = state  # fmt: skip
        self.rulings = self.setup.rulings
        self.hands = list(hands)
        self.events = list(events)

    def step(self) -> Step[State]:
        """The state this move leads to, and what was told on the way."""
        if self.taken == len(self.market):
            self._look_for_block()
        if self.owed is None and self.call is None:
            fits = self.rulings.fits_card[self.top.index]
        else:
            fits = self.rulings.fits(self.top, self.call, None if self.owed is None else self.owed.number)
        fields: tuple[Any, ...] = (
            self.setup, tuple(self.hands), self.market, self.taken, self.pile, self.top, self.call,
            self.owed, self.turn, self.direction, fits, self.ring, self.absence, self.refills,
            self.fresh, self.end,
        )  # fmt: skip
        return _step(Step, (_pack(State, fields), tuple(self.events)))

    # -- whose turn -------------------------------------------------------------------------

    def pass_turn(self) -> None:
        """The turn goes to the next seat in the direction of play."""
        self.turn = self.ring.next[self.direction][self.turn]

    def acted(self, seat: Seat) -> None:
        """An own action resets the seat's misses (W8.2)."""
        if self.absence.misses[seat]:
            misses = self.absence.misses
            self._absent(misses=(*misses[:seat], 0, *misses[seat + 1 :]))

    def _absent(self, **changes: Any) -> None:
        absence = self.absence._replace(**changes)
        self.absence = self.setup.present if absence == self.setup.present else absence

    # -- cards ------------------------------------------------------------------------------

    def card_moved(self) -> None:
        """Ends a round of passes without a card (W6.4)."""
        if self.absence.passed:
            self._absent(passed=frozenset())

    def draw(self, seat: Seat, wanted: int, why: str) -> int:
        """Cards one by one from the market (W6.1 to W6.5), told at the end; gives how many came.

        All but a seat's own going to market is a penalty. The game may be over afterwards.
        """
        if self.taken + wanted < len(self.market) and not self.absence.passed:
            # Enough for all, and the last card stays: the common case, all at once.
            taken = self.taken
            self.taken = taken + wanted
            if wanted == 1:
                card = self.market[taken]
                self.hands[seat] += card.bag
                self.events.append(drew(seat, (card.code,), why))
                return 1
            cards = self.market[taken : taken + wanted]
            hand = self.hands[seat]
            codes = []
            for card in cards:
                hand += card.bag
                codes.append(card.code)
            self.hands[seat] = hand
            self.events.append(drew(seat, tuple(codes), why))
            return wanted
        drawn = 0
        untold: list[str] = []
        while drawn < wanted:
            if self.taken == len(self.market):
                self._tell_drawn(seat, untold, why)  # before the refill that follows
                untold = []
                if not self._refill(why, drawn > 0):
                    break
            card = self.market[self.taken]
            self.taken += 1
            self.hands[seat] += card.bag
            drawn += 1
            untold.append(card.code)
            if self.rulings.count and self.taken == len(self.market):
                break
        self._tell_drawn(seat, untold, why)
        if drawn < wanted and why not in ("market", "timeout"):
            self.events.append(Event("cancelled", seat, count=wanted - drawn, detail=why))
        if self._market_ends_the_game(drawn, wanted, why):
            self.finish("market_exhausted")
        return drawn

    def _tell_drawn(self, seat: Seat, codes: list[str], why: str) -> None:
        if codes:
            self.card_moved()
            self.events.append(drew(seat, tuple(codes), why))

    def _market_ends_the_game(self, drawn: int, wanted: int, why: str) -> bool:
        """After a draw: was it the last card of a Count market (W6.2), or a refill too many (W6.5)?"""
        if self.taken < len(self.market):
            return False
        if self.rulings.count:
            return drawn > 0
        short = drawn < wanted and not self._rest_is_cancelled(why, drawn > 0)
        return short and bool(self.pile) and self._refilled_enough()

    def _rest_is_cancelled(self, why: str, in_mid_draw: bool) -> bool:
        """W6.3: only a penalty is cut short, and an empty market is refilled before one starts."""
        return in_mid_draw and self.rulings.cancel_rest and why != "market"

    def _refilled_enough(self) -> bool:
        return self.rulings.max_refills is not None and self.refills >= self.rulings.max_refills

    def _refill(self, why: str, in_mid_draw: bool) -> bool:
        """Makes a new market of the pile (W6.1); False when there is none for this draw."""
        if self.rulings.count or self._rest_is_cancelled(why, in_mid_draw):
            return False
        if not self.pile or self._refilled_enough():  # W6.4, W6.5
            return False
        self.refills += 1
        cards = cards_in(self.pile)
        order = self.setup.seed.permutation(f"shuffle/{self.refills}", len(cards))
        self.market = tuple([cards[index] for index in order])
        self.taken = 0
        self.pile = 0
        self.events.append(Event("refilled", count=len(cards)))
        return True

    def passed_without_card(self, seat: Seat) -> None:
        """Nothing to draw and nothing to refill from (W6.4)."""
        self.events.append(Event("passed", seat, detail="no_card"))
        self._absent(passed=self.absence.passed | {seat})

    # -- absence ----------------------------------------------------------------------------

    def miss(self, seat: Seat) -> bool:
        """Counts a miss; True when it eliminates the seat, which it does at once (W8.2)."""
        misses = list(self.absence.misses)
        misses[seat] += 1
        self._absent(misses=tuple(misses))
        return 0 < self.setup.rulings.options.max_missed <= misses[seat]

    def eliminate(self, seat: Seat, why: str) -> None:
        """Takes the seat out of the game (W8.3); its hand leaves play and is not recycled."""
        self.events.append(Event("eliminated", seat, count=len(self.absence.out) + 1, detail=why))
        if seat == self.turn:
            self.owed = None  # a penalty aimed at it lapses
            self.fresh = None
            self.pass_turn()
        absence = self.absence
        self.absence = Absence(
            (*absence.misses[:seat], 0, *absence.misses[seat + 1 :]),
            (*absence.out, seat),
            (*absence.left_hands, self.hands[seat]),
            absence.passed - {seat},
        )
        self.hands[seat] = 0
        rest = tuple(other for other in self.ring.seats if other != seat)
        self.ring = ring_of(self.setup.seats, rest)
        if len(rest) == 1:
            self.finish("last_player")  # W8.4

    # -- the end ----------------------------------------------------------------------------

    def finish(self, reason: str) -> None:
        """Ends the game; whatever was owed lapses and is not drawn (W4.13, W7.1)."""
        self.end = reason
        self.owed = None
        self.fresh = None
        self.events.append(Event("ended", detail=reason))

    def _look_for_block(self) -> None:
        """W6.4, looked at after every action with no penalty open."""
        if self.end is not None or self.owed is not None or self.taken < len(self.market):
            return
        if self.pile and not self.rulings.count:
            return
        fits = self.rulings.fits(self.top, self.call)
        all_passed = self.absence.passed.issuperset(self.ring.seats)
        if all_passed or not any(self.hands[seat] & fits for seat in self.ring.seats):
            self.finish("blocked")
