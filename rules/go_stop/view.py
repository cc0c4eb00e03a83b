"""What one viewer may know of a deal, built up from nothing (R49 to R51).

The other hand is a number, the stock is a number, the seed is nowhere. When the deal is over both hands are open.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.core import Outcome, Seat
from rules.go_stop.actions import Action
from rules.go_stop.capture import matches
from rules.go_stop.cards import codes_in
from rules.go_stop.menus import menu_of
from rules.go_stop.options import SEATS, Options
from rules.go_stop.scoring import Score, Settlement, score, settle
from rules.go_stop.state import Piles, Result, State


@dataclass(frozen=True, slots=True)
class Choice:
    """A stock card that waits for its player to choose (R13): everybody sees all of it."""

    played: str
    taken: tuple[str, ...]  # what the hand card takes; empty where it found nothing
    revealed: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A deal of Go-Stop through one seat's eyes (`seat` None: an onlooker's)."""

    options: Options
    seats: int
    seat: Seat | None
    first_seat: Seat
    redeals: int
    hand: tuple[str, ...]  # own cards in canonical order; empty for an onlooker
    counts: tuple[int, ...]  # cards in each hand
    layout: tuple[str, ...]
    piles: Piles
    stock_count: int
    captured: tuple[tuple[str, ...], ...]
    scores: tuple[Score, ...]
    gos: tuple[int, int]
    last_go: tuple[int | None, int | None]
    ppuk: tuple[int, int]
    misses: tuple[int, int]
    turn: int
    to_act: Seat | None
    choice: Choice | None
    deciding: bool
    stop_pays: tuple[Settlement, ...]  # what Stop would pay each seat now
    legal: tuple[Action, ...]  # of this seat; empty when it is not to act
    open_hands: tuple[tuple[str, ...], ...] | None  # both hands, once the deal is over
    settlement: Settlement | None
    outcome: Outcome | None


def view_of(state: State, seat: Seat | None) -> View:
    """The view of `seat`, or of an onlooker."""
    if seat is not None and (type(seat) is not int or seat not in range(SEATS)):
        raise ValueError(f"there is no seat {seat}")
    over = state.result is not None
    one, two = state.captured
    return View(
        options=state.setup.options,
        seats=SEATS,
        seat=seat,
        first_seat=state.setup.first_seat,
        redeals=state.setup.redeals,
        hand=() if seat is None else codes_in(state.hands[seat]),
        counts=tuple(hand.bit_count() for hand in state.hands),
        layout=codes_in(state.layout),
        piles=state.piles,
        stock_count=len(state.stock),
        captured=tuple(codes_in(bag) for bag in state.captured),
        scores=tuple(score(bag) for bag in state.captured),
        gos=state.gos,
        last_go=state.last_go,
        ppuk=state.ppuk,
        misses=state.misses,
        turn=state.turn,
        to_act=None if over else state.actor,
        choice=_choice(state),
        deciding=state.deciding,
        stop_pays=(settle(one, two, state.gos[0]), settle(two, one, state.gos[1])),
        legal=menu_of(state) if seat == state.actor and not over else (),
        open_hands=tuple(codes_in(hand) for hand in state.hands) if over else None,
        settlement=None if state.result is None else state.result.settlement,
        outcome=None if state.result is None else outcome_of(state.result),
    )


def _choice(state: State) -> Choice | None:
    waiting = state.waiting
    if waiting is None:
        return None
    return Choice(
        waiting.played.code,
        codes_in(waiting.taken),
        waiting.revealed.code,
        codes_in(matches(state.layout, waiting.revealed)),
    )


def outcome_of(result: Result) -> Outcome:
    """Points are points won: the payment and nothing, or nothing for both (R47, R48)."""
    if result.winner is None:
        return Outcome(result.reason, ((0, 1),), (0, 0), (0, 0))
    won = (result.payment, 0) if result.winner == 0 else (0, result.payment)
    return Outcome(result.reason, ((result.winner,), (1 - result.winner,)), won, won)
