"""What a seat can work out about the cards it does not see, from all that it was told.

It is told what everybody at the table sees, and its own draws: who played what, who went to market instead, when the
market was made anew. From that follow

- which cards the others hold between them, once the market has been made anew from the pile,
- who has which card, where those put back at the start (W2.4) are drawn in the end,
- what a hand held none of when its owner went to market: surely, where that is only for who can't play (W3.3), and
  very likely elsewhere,
- and what it very likely held none of when its owner played something that anybody would rather keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.bots.whot.board import SHAPE_NUMBER, Board, Cards, places_in
from rules.core import Event, Seat
from rules.whot.cards import PUNCH, SHAPES
from rules.whot.rulings import OWE
from rules.whot.view import View

_RATHER = 10
"""By how much a card must be wanted more, on the scale of Board.wants, so that another one played in its stead says it
is not held: as much as one more card of the same number in the hand would change."""
_SOME_HELD = 2  # cards of a shape, for comparing what is wanted of it

_SHAPE_NUMBER = {shape.value: SHAPE_NUMBER[shape] for shape in SHAPES}


@dataclass(slots=True)
class Group:
    """Some cards of one hand of which the same is known."""

    seat: Seat
    count: int
    never: Cards  # surely none of these
    hardly: Cards  # very likely none of these, `never` included
    pool: int  # number of the pool they come from


@dataclass(slots=True)
class Known:
    """Every card of the pack by what a seat knows of it: the open ones, and pools of hidden ones.

    The hidden cards of pool 0 were dealt or drawn before the first refill, and so on; the last pool is the market's
    and what was drawn from it.
    """

    own: Cards
    pile: Cards
    top: int  # place in the pack
    pools: list[Cards]
    groups: list[Group] = field(default_factory=list)  # of the others' hands, the oldest first
    bottom: list[Cards] = field(default_factory=list)  # the end of the market, in order; in no pool
    held: list[tuple[Seat, Cards]] = field(default_factory=list)  # single cards that others have; in no pool
    wished: dict[Seat, Cards] = field(default_factory=dict)  # who called for these very likely holds one of them


class _Unlike(Exception):
    """What was told does not lead to what is seen: some of it is missing."""


def known_to(board: Board, view: View, told: Sequence[Event]) -> Known:
    """What `view.seat` knows. Where not everything was told (a position that was set up), what the view alone says."""
    try:
        known = _Reader(board, view, told).read()
        _check(board, view, known)
    except (_Unlike, LookupError):
        return _from_view(board, view)
    return known


def _from_view(board: Board, view: View) -> Known:
    own = board.cards_of(view.hand, board.everything)
    pile = board.cards_of(view.pile, board.everything & ~own)
    top = board.card_of(view.top, board.everything & ~own & ~pile)
    groups = [Group(seat, view.counts[seat], 0, 0, 0) for seat in view.in_play if seat != view.seat]
    return Known(own, pile, top.bit_length(), [board.everything & ~own & ~pile & ~top], groups)


def _check(board: Board, view: View, known: Known) -> None:
    """Raises _Unlike unless this is what the seat sees."""
    held = [0] * view.seats
    for group in known.groups:
        held[group.seat] += group.count
    for seat, _card in known.held:
        held[seat] += 1
    as_seen = (
        board.codes_of(known.own) == list(view.hand)
        and board.codes_of(known.pile) == list(view.pile)
        and board.codes_of(1 << known.top - 1) == [view.top]
        and all(held[seat] == view.counts[seat] for seat in view.in_play if seat != view.seat)
    )
    hidden = sum(pool.bit_count() for pool in known.pools) + len(known.bottom) + len(known.held)
    if not as_seen or hidden - sum(held) != view.market_count:
        raise _Unlike


class _Reader:
    """Goes through what was told, from the deal on."""

    def __init__(self, board: Board, view: View, told: Sequence[Event]) -> None:
        self.board, self.view, self.told, self.me = board, view, told, view.seat
        self.known = Known(0, 0, 0, [board.everything])
        self.call = -1
        self.owed = 0  # the number that is owed
        self.market = 0
        self.fresh: Seat | None = None  # who has just drawn, and may play nothing else (W3.2)
        self.absent: Seat | None = None  # whose time ran out: what it draws now was not its choice

    def read(self) -> Known:
        if not self.told or self.told[0].name != "dealt":
            raise _Unlike
        for event in self.told:
            self._take_in(event)
        return self.known

    def _take_in(self, event: Event) -> None:
        name = event.name
        if name == "played":
            self._played(event)
        elif name == "drew":
            self._drew(event)
        elif name == "discarded":
            self._discarded(event)
        elif name == "refilled":
            self._refilled(event.count)
        elif name == "passed":
            self._passed(event)
        elif name == "timed_out":
            self.absent = event.seat
        elif name == "dealt":
            self._dealt(event.count)
        elif name == "put_back":
            self.known.bottom = [self._take(code) for code in event.cards]
        elif name == "turned_up":
            self.known.top = self._take(event.cards[0]).bit_length()
        own_draw = name == "drew" and event.detail == "market" and self.board.rulings.may_play
        self.fresh = event.seat if own_draw else None

    def _dealt(self, each: int) -> None:
        for code in self._first_hand():
            self.known.own |= self._take(code)
        playing = [seat for seat in range(self.view.seats) if seat not in self.view.sitting_out]
        self.known.groups = [Group(seat, each, 0, 0, 0) for seat in playing if seat != self.me]
        self.market = self.board.size - each * len(playing) - 1

    def _first_hand(self) -> list[str]:
        """The codes dealt to this seat, worked out backwards from what it holds."""
        held = list(self.view.hand)
        for event in reversed(self.told):
            if event.seat == self.me and event.name in ("played", "discarded"):
                held += event.cards
            elif event.seat == self.me and event.name == "drew":
                for code in event.cards:
                    if code not in held:
                        raise _Unlike
                    held.remove(code)
        return held

    def _take(self, code: str) -> Cards:
        """A card out of the market's pool."""
        card = self.board.card_of(code, self.known.pools[-1])
        self.known.pools[-1] ^= card
        return card

    # -- cards laid down ------------------------------------------------------------------------------------

    def _played(self, event: Event) -> None:
        board, known = self.board, self.known
        self._is_here(event.seat)
        if known.top:
            known.pile |= 1 << known.top - 1
        below = self.call if self.call >= 0 else board.shape_number[known.top]
        fitted = self._fits()
        known.top = self._laid(event.seat, event.cards[0]).bit_length()
        if event.seat != self.me and event.seat is not None:
            self._wished(event.seat, event.detail, fitted)
            if not self.owed and event.seat != self.fresh:
                self._preferred(event.seat, fitted)
        if event.cards[0] == PUNCH.code:
            self.call = below
        else:
            self.call = _SHAPE_NUMBER[event.detail] if event.detail else -1
        self.owed = board.number[known.top] if board.effect[known.top] == OWE else 0

    def _wished(self, seat: Seat, called: str, fitted: Cards) -> None:
        """Everybody keeps a Whot for when nothing else fits, and calls for what they hold."""
        card = 1 << self.known.top - 1
        if card & self.board.whots and not self.owed:
            self._has_none(seat, fitted & ~self.board.wilds, sure=False)
        if called:
            self.known.wished[seat] = self.board.of_shape[_SHAPE_NUMBER[called]]
        elif card & self.known.wished.get(seat, 0):
            del self.known.wished[seat]

    def _preferred(self, seat: Seat, fitted: Cards) -> None:
        """Of the cards of one shape that fit, everybody plays one that hits the others, or that counts most."""
        wants, played = self.board.wants, self.known.top
        if 1 << played - 1 & self.board.wilds:
            return
        least = wants[played][_SOME_HELD] + _RATHER
        better = 0
        for place in places_in(fitted & self.board.shape_mates[played]):
            if wants[place][_SOME_HELD] > least:
                better |= 1 << place - 1
        if better:
            self._has_none(seat, better, sure=False)

    def _discarded(self, event: Event) -> None:
        for code in event.cards:
            self.known.pile |= self._laid(event.seat, code)
        if event.seat != self.me:  # W4.10: all of them
            self._has_none(event.seat, self.board.shape_mates[self.known.top], sure=True)

    def _laid(self, seat: Seat | None, code: str) -> Cards:
        if seat == self.me:
            card = self.board.card_of(code, self.known.own)
            self.known.own ^= card
            return card
        for one in self.known.held:
            if one[0] == seat and self._among(code, one[1]):
                self.known.held.remove(one)
                return one[1]
        group, card = self._out_of(seat, code)
        self.known.pools[group.pool] ^= card
        group.count -= 1
        if not group.count:
            self.known.groups.remove(group)
        return card

    def _out_of(self, seat: Seat | None, code: str) -> tuple[Group, Cards]:
        """The group a played card came from. Of several the oldest, of which the most is known: so that nothing is
        believed of the rest that might not be so."""
        theirs = [group for group in self.known.groups if group.seat == seat]
        self._mix_where_equal(theirs, code)
        for group in theirs:
            unlikely = group.never if self._has_all_of(seat, group.pool) else group.hardly
            if found := self._among(code, self.known.pools[group.pool] & ~unlikely):
                return group, found
        for group in theirs:  # then it stayed away from a card it could have played: that was no sign
            group.hardly = group.never
        for group in theirs:
            if found := self._among(code, self.known.pools[group.pool] & ~group.never):
                return group, found
        raise _Unlike

    def _has_all_of(self, seat: Seat | None, pool: int) -> bool:
        """Whether every card of this pool is in one hand: then what it holds is no guess."""
        others = any(group.pool == pool and group.seat != seat for group in self.known.groups)
        return pool < len(self.known.pools) - 1 and not others

    def _mix_where_equal(self, theirs: Sequence[Group], code: str) -> None:
        """Where equal cards lie in several pools of one seat, it can't be told which was played. Who shares such a
        pool with others might keep either: from then on these pools are one."""
        known = self.known
        pools = sorted({g.pool for g in theirs if self._among(code, known.pools[g.pool] & ~g.never)})
        shared = {g.pool for g in known.groups if g.seat != theirs[0].seat} if theirs else set()
        if len(pools) < 2 or not shared & set(pools[:-1]):
            return
        for pool in pools[:-1]:
            known.pools[pools[-1]] |= known.pools[pool]
            known.pools[pool] = 0
        for group in known.groups:
            if group.pool in pools:
                group.pool = pools[-1]

    def _among(self, code: str, cards: Cards) -> Cards:
        for place in self.board.places[code]:
            if cards >> place - 1 & 1:
                return 1 << place - 1
        return 0

    # -- cards drawn ----------------------------------------------------------------------------------------

    def _drew(self, event: Event) -> None:
        self._is_here(event.seat)
        if event.seat != self.me and event.seat != self.absent:
            if event.detail == "market":
                self._has_none(event.seat, self._fits(), sure=not self.board.rulings.draw_when_able)
            elif event.detail == "owed" and self.owed:
                self._has_none(event.seat, self.board.fits_owed[self.owed], sure=False)
        if event.detail == "owed":
            self.owed = 0
        for place in range(event.count):
            if self.market <= len(self.known.bottom):
                self._drew_known(event.seat, self.known.bottom.pop(0))
            elif event.seat == self.me:
                self.known.own |= self._take(event.cards[place])
            else:
                self._drew_unknown(event.seat)
            self.market -= 1

    def _drew_known(self, seat: Seat | None, card: Cards) -> None:
        if seat == self.me:
            self.known.own |= card
            return
        assert seat is not None
        self.known.held.append((seat, card))

    def _drew_unknown(self, seat: Seat | None) -> None:
        assert seat is not None
        pool = len(self.known.pools) - 1
        for group in self.known.groups:
            if group.seat == seat and group.pool == pool and not group.hardly:
                group.count += 1
                return
        self.known.groups.append(Group(seat, 1, 0, 0, pool))

    def _refilled(self, count: int) -> None:
        """The market was empty: whatever is hidden is in somebody's hand."""
        if self.market or self.known.bottom or self.known.pile.bit_count() != count:
            raise _Unlike
        self.known.pools.append(self.known.pile)
        self.known.pile = 0
        self.market = count

    def _passed(self, event: Event) -> None:
        """Kept the card just drawn (W3.2), or had nothing to draw and nothing to play (W3.3, W6.4)."""
        self._is_here(event.seat)
        if event.seat in (self.me, self.absent) or self.owed:
            self.owed = 0
            return
        self._has_none(event.seat, self._fits(), sure=event.detail == "no_card")

    def _has_none(self, seat: Seat | None, cards: Cards, *, sure: bool) -> None:
        for group in self.known.groups:
            if group.seat == seat:
                group.hardly |= cards
                if sure:
                    group.never |= cards

    def _fits(self) -> Cards:
        return self.board.fits(self.known.top, self.call, 0)

    def _is_here(self, seat: Seat | None) -> None:
        if seat != self.absent:
            self.absent = None
