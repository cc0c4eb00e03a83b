"""Plays a position out to its end by a rule of thumb, several times faster than the rules themselves do.

The same rules as `rules.whot.game`, with which the tests compare it move for move; left out is what no playout meets:
clocks, misses, leaving, and a "last card" that somebody forgot to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.bots.whot.board import Board, Cards, places_in
from rules.whot.rulings import AGAIN, AUTO, DISCARDS, GENERAL, OWE, PUNCHES, REVERSE, SKIP, STAR, WILD

DRAWS: Final = 0
PASSES: Final = -1
MOST_TURNS: Final = 3000  # a game without a limit of refills may go on for ever (W6.5)

Shuffle = Callable[[int, int], Sequence[int]]
"""From the number of a refill and of its cards, the order they come in."""


class Choice(NamedTuple):
    """A move: `card` is a place in the pack, DRAWS or PASSES; `call` the number of a shape, or -1."""

    card: int
    call: int = -1


@dataclass(slots=True)
class Position:
    """A position with every card in its place. `hands` by seat; `market` holds single cards, the next one first."""

    hands: list[Cards]
    market: list[Cards]
    pile: Cards
    top: int  # its place in the pack
    call: int  # number of the called shape; -1: none
    owed: int  # cards owed; 0: none
    owed_number: int
    owed_by: int
    turn: int
    direction: int
    seats: tuple[int, ...]  # those in play
    follow: tuple[tuple[int, ...], ...]  # as Ring.next: who follows whom, by direction
    refills: int
    passed: int = 0  # bits of the seats that passed without a card


class _Ended(Exception):
    """The market ran out for good in the middle of a draw (W6.2, W6.5)."""


def thumb(board: Board, hand: Cards, fits: Cards, owed: int) -> tuple[int, int]:
    """What the rule of thumb plays, as a Choice without its name: making one costs more than choosing it.

    A card that keeps company with others of its shape and number, and one that hits the others, goes first; a wild
    only when nothing else fits, and nobody goes to market who can play.
    """
    playable = hand & fits
    plain = playable & ~board.wilds
    if plain:
        mates, alike, wants = board.shape_mates, board.number_mates, board.wants
        best, card = -10_000, 0
        while plain:
            low = plain & -plain
            place = low.bit_length()
            plain ^= low
            wanted = wants[place][(hand & mates[place]).bit_count()] + 10 * (hand & alike[place]).bit_count()
            if wanted > best:
                best, card = wanted, place
        return card, -1
    if not playable:
        return DRAWS, -1
    return thumb_for_wilds(board, hand, playable, owed)


def thumb_for_wilds(board: Board, hand: Cards, wilds: Cards, owed: int) -> Choice:
    """Which of these wilds, and the shape held most."""
    punches = wilds & ~board.whots
    if punches and (owed or not wilds & board.whots):
        return Choice((punches & -punches).bit_length())
    whots = wilds & board.whots
    held = [(hand & shape).bit_count() for shape in board.of_shape]
    return Choice((whots & -whots).bit_length(), held.index(max(held)) if hand & (hand - 1) else -1)


class Playout:
    """One position being played out, once: `Playout(board, start, shuffle).run(first)`."""

    def __init__(self, board: Board, start: Position, shuffle: Shuffle) -> None:
        self.board = board
        self.start = start
        self.hands = start.hands[:]
        self.market = start.market
        self.taken = 0
        self.pile = start.pile
        self.refills = start.refills
        self.shuffle = shuffle

    def run(self, first: Choice) -> tuple[int, ...]:
        """Does `first`, plays on by the rule of thumb, and gives the seats that share the first place."""
        try:
            return self._run(*first)
        except _Ended:
            return self._counted()

    def _run(self, card: int, call: int) -> tuple[int, ...]:
        board, start, hands = self.board, self.start, self.hands
        effects, fits_card, fits_shape = board.effect, board.fits_card, board.fits_shape
        top, called, owed, owed_number, owed_by = start.top, start.call, start.owed, start.owed_number, start.owed_by
        turn, direction, passed, rivals = start.turn, start.direction, start.passed, len(start.seats) - 1
        after = start.follow[direction]
        may_play = board.rulings.may_play
        fits = board.fits(top, called, owed_number if owed else 0)
        for _ in range(MOST_TURNS):
            if card > 0:
                hand = hands[turn] & ~(1 << card - 1)
                self.pile |= 1 << top - 1
                effect = effects[card]
                if effect == DISCARDS:  # W4.10
                    thrown = hand & board.shape_mates[card]
                    hand ^= thrown
                    self.pile |= thrown
                hands[turn] = hand
                if not hand:
                    return (turn,)  # W7.1
                before, top, passed, seat = top, card, 0, turn
                turn = after[seat]
                fits = fits_card[card]
                if not effect or effect == DISCARDS:
                    called, owed = -1, 0
                elif effect == WILD:
                    called, owed = call, 0
                    fits = fits_shape[call]
                elif effect == OWE:  # W4.2
                    called, owed_by = -1, seat
                    owed += board.pick[card]
                    owed_number = board.number[card]
                    fits = board.fits_owed[owed_number]
                elif effect == PUNCHES:  # W4.12
                    called = called if called >= 0 else board.shape_number[before]
                    if called >= 0:
                        fits = fits_shape[called]
                    if owed and owed_by in start.seats:
                        self._draw(owed_by, owed, True)
                    owed = 0
                else:
                    called, owed = -1, 0
                    if effect == AGAIN:
                        turn = seat
                    elif effect in (SKIP, STAR):  # W4.6
                        for _skipped in range(min(2 if effect == STAR else 1, rivals)):
                            turn = after[turn]
                    elif effect == AUTO:  # W4.5
                        self._draw(turn, board.pick[card], True)
                        turn = after[turn]
                    elif effect == GENERAL:  # W4.7
                        other = turn
                        while other != seat:
                            self._draw(other, 1, True)
                            other = after[other]
                        if board.rulings.general_again:
                            turn = seat
                    elif effect == REVERSE and rivals > 1:  # W4.8
                        direction = -direction
                        after = start.follow[direction]
                        turn = after[seat]
            elif card == DRAWS:
                got = self._draw(turn, owed or 1, bool(owed))
                if got:
                    passed = 0
                else:
                    passed |= 1 << turn  # W6.4
                if owed:
                    owed = 0
                    fits = fits_card[top]
                elif got and may_play:  # W3.2
                    if self.taken == len(self.market) and self._stuck(fits, passed):
                        return self._counted()
                    fresh = self.market[self.taken - 1]
                    if fresh & fits:
                        card, call = fresh.bit_length(), -1
                        if fresh & board.wilds:
                            card, call = thumb_for_wilds(board, hands[turn], fresh, 0)
                        continue
                turn = after[turn]
            else:
                turn = after[turn]
            if not owed and self.taken == len(self.market) and self._stuck(fits, passed):
                return self._counted()
            card, call = thumb(board, hands[turn], fits, owed)
        return self._counted()

    # -- the market (W6) ----------------------------------------------------------------------------------

    def _draw(self, seat: int, wanted: int, penalty: bool) -> int:
        """Cards for a seat; gives how many came. Raises _Ended."""
        taken = self.taken
        if taken + wanted < len(self.market):
            for card in self.market[taken : taken + wanted]:
                self.hands[seat] |= card
            self.taken += wanted
            return wanted
        rulings, drawn = self.board.rulings, 0
        while drawn < wanted:
            if self.taken == len(self.market) and not self._refill(penalty and drawn > 0):
                break
            self.hands[seat] |= self.market[self.taken]
            self.taken += 1
            drawn += 1
            if rulings.count and self.taken == len(self.market):
                raise _Ended  # W6.2
        short = drawn < wanted and not (penalty and drawn and rulings.cancel_rest)
        if short and self.pile and not rulings.count and self._refilled_enough():
            raise _Ended  # W6.5
        return drawn

    def _refilled_enough(self) -> bool:
        most = self.board.rulings.max_refills
        return most is not None and self.refills >= most

    def _refill(self, in_mid_penalty: bool) -> bool:
        """W6.1; a penalty that is cut short is not refilled for (W6.3)."""
        rulings = self.board.rulings
        if rulings.count or (in_mid_penalty and rulings.cancel_rest) or not self.pile or self._refilled_enough():
            return False
        self.refills += 1
        cards = places_in(self.pile)
        self.market = [1 << cards[index] - 1 for index in self.shuffle(self.refills, len(cards))]
        self.taken = self.pile = 0
        return True

    # -- the end (W7) -------------------------------------------------------------------------------------

    def _counted(self) -> tuple[int, ...]:
        """The seats with the fewest points, then the fewest cards (W7.4)."""
        keys = [(self.board.points_in(self.hands[seat]), self.hands[seat].bit_count()) for seat in self.start.seats]
        least = min(keys)
        return tuple(seat for seat, key in zip(self.start.seats, keys, strict=True) if key == least)

    def _stuck(self, fits: Cards, passed: int) -> bool:
        """W6.4, with the market empty and no penalty open."""
        if self.pile and not self.board.rulings.count:
            return False
        seats = self.start.seats
        return all(passed >> seat & 1 for seat in seats) or not any(self.hands[seat] & fits for seat in seats)
