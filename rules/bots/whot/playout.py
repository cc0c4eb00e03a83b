"""Plays a position out to its end by a rule of thumb, several times faster than the rules themselves do.

The same rules as `rules.whot.game`, with which the tests compare it move for move; left out is what no playout meets:
clocks, misses, leaving, and a "last card" that somebody forgot to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.bots.whot.board import Board, Cards, bits_in
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


def thumb(board: Board, hand: Cards, fits: Cards, owed: int) -> Choice:
    """What the rule of thumb plays.

    A card that keeps company with others of its shape and number, and one that hits the others, goes first; a wild
    only when nothing else fits, and nobody goes to market who can play. `Playout` does the same, written out.
    """
    playable = hand & fits
    plain = bits_in(playable & board.plains)
    if plain:
        return Choice(max(plain, key=lambda card: board.wanted(card, hand)).bit_length())
    return thumb_for_wilds(board, hand, playable, owed) if playable else Choice(DRAWS)


def thumb_for_wilds(board: Board, hand: Cards, wilds: Cards, owed: int) -> Choice:
    """Which of these wilds, and the shape held most."""
    card, call = wild_by_thumb(board, hand, wilds, owed)
    return Choice(card.bit_length(), call)


def wild_by_thumb(board: Board, hand: Cards, wilds: Cards, owed: int) -> tuple[Cards, int]:
    """The same as a bit and the number of a shape, or -1."""
    whots = wilds & board.whots
    punches = wilds ^ whots
    if punches and (owed or not whots):
        return punches & -punches, -1
    call, most = -1, -1
    if hand & (hand - 1):
        for shape, cards in enumerate(board.of_shape):
            held = (hand & cards).bit_count()
            if held > most:
                call, most = shape, held
    return whots & -whots, call


class Playout:
    """One position being played out, once: `Playout(board, start, shuffle).run(first)`.

    While it runs, a card is its bit, and the pile is not kept: it is whatever lies nowhere else.
    """

    __slots__ = ("board", "cards", "hands", "market", "refills", "shuffle", "start", "taken", "top")

    def __init__(self, board: Board, start: Position, shuffle: Shuffle) -> None:
        self.board = board
        self.start = start
        self.hands = start.hands[:]
        self.market = start.market
        self.taken = 0
        self.top: Cards = 1 << start.top - 1
        self.cards: Cards = 0  # all in play; not known before they are needed
        self.refills = start.refills
        self.shuffle = shuffle

    def run(self, first: Choice) -> tuple[int, ...]:
        """Does `first`, plays on by the rule of thumb, and gives the seats that share the first place."""
        card, call = first
        try:
            return self._run(1 << card - 1 if card > 0 else card, call)
        except _Ended:
            return self._counted()

    def _run(self, card: int, call: int) -> tuple[int, ...]:
        """One turn after the other, each first carried out, then the next one chosen. What happens in nearly every
        turn of every playout is written out here, with its tables at hand; the rest is in methods."""
        board, start, hands, market = self.board, self.start, self.hands, self.market
        lines, keeps, plains, fits_card = board.lines, board.keeps, board.plains, board.fits_card
        called, owed, owed_number, owed_by = start.call, start.owed, start.owed_number, start.owed_by
        turn, direction, passed, rivals = start.turn, start.direction, start.passed, len(start.seats) - 1
        after = start.follow[direction]
        may_play = board.rulings.may_play
        top, taken, last = start.top, 0, len(market) - 1
        fits = board.fits(top, called, owed_number if owed else 0)
        for _ in range(MOST_TURNS):
            if card > 0:
                hands[turn] = hand = hands[turn] ^ card
                effect, place, fits = lines[card]
                if effect == DISCARDS:  # W4.10
                    hands[turn] = hand = hand & ~board.shape_mates[place]
                if not hand:
                    return (turn,)  # W7.1
                seat, passed = turn, 0
                turn = after[seat]
                if not effect or effect == DISCARDS:
                    called, owed = -1, 0
                elif effect == WILD:
                    called, owed = call, 0
                    fits = board.fits_shape[call]
                elif effect == OWE:  # W4.2
                    called, owed_by = -1, seat
                    owed += board.pick[place]
                    owed_number = board.number[place]
                    fits = board.fits_owed[owed_number]
                elif effect == PUNCHES:  # W4.12
                    called = called if called >= 0 else board.shape_number[top]
                    if called >= 0:
                        fits = board.fits_shape[called]
                    if owed and owed_by in start.seats:
                        self.taken, self.top = taken, card
                        self._draw(owed_by, owed, True)
                        market, taken = self.market, self.taken
                        last = len(market) - 1
                    owed = 0
                else:
                    called, owed = -1, 0
                    if effect == AGAIN:
                        turn = seat
                    elif effect in (SKIP, STAR):  # W4.6
                        turn = after[turn]
                        if effect == STAR and rivals > 1:
                            turn = after[turn]
                    elif effect == AUTO:  # W4.5
                        wanted = board.pick[place]
                        if taken + wanted <= last:
                            hands[turn] |= sum(market[taken : taken + wanted])
                            taken += wanted
                        else:
                            self.taken, self.top = taken, card
                            self._draw(turn, wanted, True)
                            market, taken = self.market, self.taken
                            last = len(market) - 1
                        turn = after[turn]
                    elif effect == GENERAL:  # W4.7
                        other = turn
                        while other != seat:
                            if taken < last:
                                hands[other] |= market[taken]
                                taken += 1
                            else:
                                self.taken, self.top = taken, card
                                self._draw(other, 1, True)
                                market, taken = self.market, self.taken
                                last = len(market) - 1
                            other = after[other]
                        if board.rulings.general_again:
                            turn = seat
                    elif effect == REVERSE and rivals > 1:  # W4.8
                        direction = -direction
                        after = start.follow[direction]
                        turn = after[seat]
                top = place
            elif card == DRAWS:
                self.taken, self.top = taken, 1 << top - 1
                got = self._draw(turn, owed or 1, bool(owed))
                market, taken = self.market, self.taken
                last = len(market) - 1
                if got:
                    passed = 0
                else:
                    passed |= 1 << turn  # W6.4
                if owed:
                    owed = 0
                    fits = fits_card[top]
                elif got and may_play:  # W3.2
                    if taken > last and self._stuck(fits, passed):
                        return self._counted()
                    card = market[taken - 1]
                    if card & fits:
                        if not card & plains:
                            card, call = wild_by_thumb(board, hands[turn], card, 0)
                        continue
                turn = after[turn]
            else:
                turn = after[turn]

            if taken > last and not owed:
                self.top = 1 << top - 1
                if self._stuck(fits, passed):
                    return self._counted()
            hand = hands[turn]
            playable = hand & fits
            if not playable and owed and taken + owed <= last:
                hands[turn] = hand | sum(market[taken : taken + owed])
                taken += owed
                passed = owed = 0
                fits = fits_card[top]
                turn = after[turn]
                hand = hands[turn]
                playable = hand & fits
            if not playable:
                if owed:
                    card = DRAWS
                    continue
                while taken < last:  # to market, one after the other, until somebody has a card that fits
                    passed = 0
                    card = market[taken]
                    taken += 1
                    hands[turn] = hand = hand | card
                    if may_play and card & fits:
                        playable = card
                        break
                    turn = after[turn]
                    hand = hands[turn]
                    playable = hand & fits
                    if playable:
                        break
                else:
                    card = DRAWS
                    continue
            plain = playable & plains
            if not plain:
                card, call = wild_by_thumb(board, hand, playable, owed)
            elif plain & (plain - 1):
                best = -10_000
                while plain:
                    low = plain & -plain
                    mates, alike, wants = keeps[low]
                    wanted = wants[(hand & mates).bit_count()] + 10 * (hand & alike).bit_count()
                    if wanted > best:
                        best, card = wanted, low
                    plain ^= low
            else:
                card = plain
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
        if short and not rulings.count and self._refilled_enough() and self._pile():
            raise _Ended  # W6.5
        return drawn

    def _pile(self) -> Cards:
        """What lies under the top card, with the market empty."""
        if not self.cards:
            start = self.start
            self.cards = sum(start.market) | start.pile | 1 << start.top - 1
            for hand in start.hands:
                self.cards |= hand
        pile = self.cards & ~self.top
        for hand in self.hands:
            pile &= ~hand
        return pile

    def _refilled_enough(self) -> bool:
        most = self.board.rulings.max_refills
        return most is not None and self.refills >= most

    def _refill(self, in_mid_penalty: bool) -> bool:
        """W6.1; a penalty that is cut short is not refilled for (W6.3)."""
        rulings = self.board.rulings
        if rulings.count or (in_mid_penalty and rulings.cancel_rest) or self._refilled_enough():
            return False
        cards = bits_in(self._pile())
        if not cards:
            return False
        self.refills += 1
        self.market = [cards[index] for index in self.shuffle(self.refills, len(cards))]
        self.taken = 0
        return True

    # -- the end (W7) -------------------------------------------------------------------------------------

    def _counted(self) -> tuple[int, ...]:
        """The seats with the fewest points, then the fewest cards (W7.4)."""
        keys = [(self.board.points_in(self.hands[seat]), self.hands[seat].bit_count()) for seat in self.start.seats]
        least = min(keys)
        return tuple(seat for seat, key in zip(self.start.seats, keys, strict=True) if key == least)

    def _stuck(self, fits: Cards, passed: int) -> bool:
        """W6.4, with the market empty and no penalty open."""
        if not self.board.rulings.count and self._pile():
            return False
        seats = self.start.seats
        return all(passed >> seat & 1 for seat in seats) or not any(self.hands[seat] & fits for seat in seats)
