"""What one viewer may know of a game, built up from nothing.

Others' hands are numbers; the market is a number; the seed is nowhere. When the game is over every
hand is open (W6.2, W7.4 need it, and so does anyone who wants to check).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.core import Outcome, Seat
from rules.whot import scoring
from rules.whot.actions import Action
from rules.whot.cards import codes_in, size
from rules.whot.menus import menu_of
from rules.whot.options import Options
from rules.whot.state import Owed, State


@dataclass(frozen=True, slots=True)
class View:
    """A game of Whot through one seat's eyes (`seat` None: an onlooker's)."""

    options: Options
    seats: int
    seat: Seat | None
    first_seat: Seat
    hand: tuple[str, ...]  # own cards in canonical order; empty for an onlooker
    hand_points: int | None
    counts: tuple[int, ...]  # cards in each hand; 0 for a seat that is out
    top: str
    call: str | None  # the shape word that must be followed
    owed: Owed | None
    to_act: Seat | None
    direction: int
    in_play: tuple[Seat, ...]
    out: tuple[Seat, ...]  # eliminated, the first to go first
    sitting_out: tuple[Seat, ...]
    misses: tuple[int, ...]
    market_count: int
    pile: tuple[str, ...]  # face-up cards below the top; all of them were seen when played
    refills: int
    deciding: bool  # the seat to act has drawn and may play that card (W3.2)
    fresh: str | None  # which card that is: for that seat alone
    legal: tuple[Action, ...]  # of this seat; empty when it is not to act
    open_hands: tuple[tuple[str, ...], ...] | None  # every hand, once the game is over
    outcome: Outcome | None


def view_of(state: State, seat: Seat | None) -> View:
    """The view of `seat`, or of an onlooker."""
    setup = state.setup
    if seat is not None and seat not in range(setup.seats):
        raise ValueError(f"there is no seat {seat}")
    over = state.end is not None
    held = dict(zip(state.absence.out, state.absence.left_hands, strict=True))
    hands = [held.get(s, state.hands[s]) for s in range(setup.seats)]
    mine = seat is not None and seat == state.turn and not over
    return View(
        options=setup.rulings.options,
        seats=setup.seats,
        seat=seat,
        first_seat=setup.first_seat,
        hand=() if seat is None else codes_in(hands[seat]),
        hand_points=None if seat is None else setup.rulings.points_in(hands[seat]),
        counts=tuple(size(hand) for hand in state.hands),
        top=state.top.code,
        call=state.call.value if state.call else None,
        owed=state.owed,
        to_act=None if over else state.turn,
        direction=state.direction,
        in_play=state.ring.seats,
        out=state.absence.out,
        sitting_out=setup.sitting_out,
        misses=state.absence.misses,
        market_count=len(state.market) - state.taken,
        pile=codes_in(state.pile),
        refills=state.refills,
        deciding=state.fresh is not None,
        fresh=state.fresh.code if state.fresh is not None and mine else None,
        legal=menu_of(state) if mine else (),
        open_hands=tuple(codes_in(hand) for hand in hands) if over else None,
        outcome=scoring.outcome_of(state) if over else None,
    )
