"""What looking back at a game asks of its rules: hands, points over time, and the moments that turned it.

By key and rules version, as `rules.registry.GAMES`. Everything here but `moment` tells what hands hold: it is for
games that are over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from rules.core import Event, Message, Seat, say
from rules.core import gettext_noop as _
from rules.go_stop.cards import codes_in as go_stop_codes
from rules.go_stop.scoring import score
from rules.go_stop.screen import face as go_stop_face
from rules.go_stop.state import State as GoStopState
from rules.whot.cards import CARD, Bag, cards_in
from rules.whot.options import Options
from rules.whot.rulings import PICK, points_of
from rules.whot.screen import face
from rules.whot.state import State


class Reviewing(Protocol):
    """A game as it is looked back at. `state` is the game's own value."""

    @property
    def measure(self) -> Message:
        """What `points` counts, as a heading."""
        ...

    @property
    def lowest_leads(self) -> bool: ...
    @property
    def kinds(self) -> Mapping[str, str]:
        """The kinds of moments and their names, in English, marked for translation."""
        ...

    def points(self, state: Any) -> tuple[int | None, ...]:
        """Points by seat at this position; None for a seat that sits out."""

    def points_over(self, states: Iterable[Any]) -> tuple[tuple[int | None, ...], ...]:
        """`points` of each of these positions of one game."""

    def worth(self, options: Any, codes: Sequence[str]) -> tuple[int, ...]:
        """What each of these cards counts in a hand at the end; nothing where hands do not count."""

    def hands(self, state: Any) -> tuple[tuple[Any, ...], ...]:
        """Every hand by seat, as faces of cards; of an eliminated seat what it held when it went."""

    def moment(self, event: Event, before: Any) -> str | None:
        """The kind of moment that this event is, seen by everybody; None: an ordinary one. `before`: the position."""


class WhotReviewing:
    """Whot, version 1."""

    measure = say(_("Points in each hand"))
    lowest_leads = True
    kinds: Mapping[str, str] = {
        "picks": _("a stack of picks"),
        "refill": _("the pile is shuffled into a new market"),
        "miss": _("“last card” was not said"),
        "out": _("a player goes out"),
    }

    def points(self, state: State) -> tuple[int | None, ...]:
        return self.points_over([state])[0]

    def points_over(self, states: Iterable[State]) -> tuple[tuple[int | None, ...], ...]:
        rows: list[tuple[int | None, ...]] = []
        before: tuple[Bag, ...] = ()
        counts: list[int] = []
        row: tuple[int | None, ...] = ()
        for state in states:
            hands = _held(state)
            if hands != before:
                points = state.setup.rulings.points
                counts, before = counts or [0] * len(hands), before or (0,) * len(hands)
                for seat, (old, new) in enumerate(zip(before, hands, strict=True)):
                    if new != old:
                        counts[seat] += _more(points, old, new)
                before, sits_out = hands, state.setup.sitting_out
                row = tuple(None if seat in sits_out else count for seat, count in enumerate(counts))
            rows.append(row)
        return tuple(rows)

    def worth(self, options: Options, codes: Sequence[str]) -> tuple[int, ...]:
        return tuple(points_of(CARD[code], options) for code in codes)  # W7.3

    def hands(self, state: State) -> tuple[tuple[Any, ...], ...]:
        return tuple(tuple(face(card.code) for card in cards_in(hand)) for hand in _held(state))

    def moment(self, event: Event, before: State) -> str | None:
        if event.name == "drew" and event.detail == "owed":
            # One penalty is everyday; a second one on top of it is a stack (W4.4).
            return "picks" if before.owed is not None and event.count > PICK[before.owed.number] else None
        return {"refilled": "refill", "no_last_card": "miss", "eliminated": "out"}.get(event.name)


def _more(points: Sequence[int], old: Bag, new: Bag) -> int:
    """How much more the new hand counts than the old one (W7.3): a card or two differ, and only those are looked at."""
    differ, more = old ^ new, 0
    while differ:
        place = (differ & -differ).bit_length() - 1 & ~7  # of the byte that counts this card
        more += ((new >> place & 255) - (old >> place & 255)) * points[place >> 3]
        differ &= ~(255 << place)
    return more


def _held(state: State) -> tuple[Bag, ...]:
    if not state.absence.out:
        return state.hands
    left = dict(zip(state.absence.out, state.absence.left_hands, strict=True))
    return tuple(left.get(seat, hand) for seat, hand in enumerate(state.hands))


class GoStopReviewing:
    """Go-Stop, version 1."""

    measure = say(_("Points of the captured cards"))
    lowest_leads = False
    kinds: Mapping[str, str] = {
        "go": _("Go was called"),
        "ppuk": _("a Ppuk"),
        "sweep": _("junk changes hands"),
        "out": _("a player goes out"),
    }

    def points(self, state: GoStopState) -> tuple[int | None, ...]:
        return tuple(score(bag).total for bag in state.captured)

    def points_over(self, states: Iterable[GoStopState]) -> tuple[tuple[int | None, ...], ...]:
        return tuple(self.points(state) for state in states)

    def worth(self, options: Any, codes: Sequence[str]) -> tuple[int, ...]:
        return ()

    def hands(self, state: GoStopState) -> tuple[tuple[Any, ...], ...]:
        return tuple(tuple(go_stop_face(code) for code in go_stop_codes(hand)) for hand in state.hands)

    def moment(self, event: Event, before: GoStopState) -> str | None:
        return {"went": "go", "ppuk": "ppuk", "junk": "sweep", "eliminated": "out"}.get(event.name)


def leads(points: Sequence[Sequence[int | None]], lowest: bool, hold: int = 1) -> list[tuple[int, Seat]]:
    """(index, seat) of each change of the lead in rows of points by seat: a seat that leads alone and did not before.

    Sharing the lead takes it from nobody, and the first to lead has not taken it over. A lead counts that is held for
    `hold` rows, or to the end.
    """
    alone: list[Seat | None] = []
    for row in points:
        known = [value for value in row if value is not None]
        best = min(known) if lowest else max(known)
        first = [seat for seat, value in enumerate(row) if value == best]
        alone.append(first[0] if len(first) == 1 else None)
    found: list[tuple[int, Seat]] = []
    leader: Seat | None = None
    for place, seat in enumerate(alone):
        if seat is None or seat == leader or set(alone[place : place + hold]) != {seat}:
            continue
        if leader is not None:
            found.append((place, seat))
        leader = seat
    return found


REVIEWING: dict[str, dict[int, Reviewing]] = {"whot": {1: WhotReviewing()}, "go_stop": {1: GoStopReviewing()}}
