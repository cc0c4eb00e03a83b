"""Points, ranking and the running tally of one game (W7.3 to W7.5, W8.3, W9.5)."""

from __future__ import annotations

from itertools import groupby

from rules.core import Outcome, Seat
from rules.whot.cards import size
from rules.whot.state import State


def outcome_of(state: State) -> Outcome:
    """The result of a finished game."""
    absence = state.absence
    rulings = state.setup.rulings
    held = dict(zip(absence.out, absence.left_hands, strict=True))
    playing = state.ring.seats
    points = {seat: rulings.points_in(held.get(seat, state.hands[seat])) for seat in (*playing, *held)}
    ranking = _ranked(state, points) + tuple((seat,) for seat in reversed(absence.out))
    # W9.5: leaving must not pay
    worst_left = max(points[seat] for seat in playing)
    tally = {seat: max(points[seat], worst_left) if seat in held else points[seat] for seat in points}
    seats = range(state.setup.seats)
    assert state.end is not None
    return Outcome(
        state.end,
        ranking,
        tuple(points.get(seat) for seat in seats),
        tuple(tally.get(seat) for seat in seats),
    )


def _ranked(state: State, points: dict[Seat, int]) -> tuple[tuple[Seat, ...], ...]:
    """Seats in play by points, then by fewer cards, then together (W7.4)."""

    def order(seat: Seat) -> tuple[int, int]:
        return points[seat], size(state.hands[seat])

    seats = sorted(state.ring.seats, key=order)
    return tuple(tuple(group) for _key, group in groupby(seats, key=order))
