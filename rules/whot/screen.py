"""What the page of a game of Whot shows, made from one view and what that viewer was told.

It adds names and the texts of actions to what the view holds, and nothing that is not in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rules.core import Event, Message, Outcome, Seat, say
from rules.core import gettext_noop as _
from rules.phrases import how_many_cards
from rules.whot import actions, words
from rules.whot.actions import DRAW, PASS, Play
from rules.whot.cards import CARD, SHAPES, WHOT, Kind
from rules.whot.options import Options
from rules.whot.refusals import answer_to
from rules.whot.state import Owed
from rules.whot.view import View


class Face(NamedTuple):
    """A card or a shape as it is drawn: the name of its drawing, and its name in words."""

    code: str
    name: Message


class Call(NamedTuple):
    """One shape that can be called with a Whot."""

    shape: str
    name: Message
    label: Message
    action: str


class HandCard(NamedTuple):
    """A card of the viewer's own hand.

    `key` tells equal cards of one hand apart and stays while the hand loses others. `action` plays
    the card, or is what trying it would say; `calls` are given instead where a shape must be named.
    Equal Whots are told apart by nothing (W1.7): the first has the `calls` of all, the others are `equal`.
    """

    key: str
    code: str
    name: Message
    fits: bool
    fresh: bool
    action: str
    calls: tuple[Call, ...]
    equal: bool = False


class Button(NamedTuple):
    action: str
    label: Message
    legal: bool


class Mark(NamedTuple):
    """What everybody should remember about a seat until it plays again (W5.2)."""

    kind: str
    name: Message


class SeatState(NamedTuple):
    """A seat as everybody sees it."""

    seat: Seat
    held: int
    cards: Message
    in_play: bool
    sits_out: bool
    misses: Message | None
    mark: Mark | None


class HandLeft(NamedTuple):
    """A hand at the end of the game."""

    seat: Seat
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """The table as the page shows it. Numbers of cards and seats are in the view itself."""

    top: Face
    demand: Face | None  # the shape that must be followed
    owed: Message | None
    market: Message
    hand: tuple[HandCard, ...]
    must_call: bool  # a play may leave one card: the "last card" call is the player's to make (W5.1)
    draw: Button
    keep: Button | None  # pass after a draw (W3.2)
    seats: tuple[SeatState, ...]
    points: Message | None  # of the own hand (W7.3)
    following: Seat | None  # whose turn it would be after the seat to act, if nothing happens
    hands_left: tuple[HandLeft, ...]  # once the game is over
    reason: Message | None  # why it is over
    level: Message | None  # how equal points were placed, where there are some

    @property
    def calls(self) -> tuple[Call, ...]:
        """The shapes that can be called now; the same with each Whot of the hand."""
        return next((card.calls for card in self.hand if card.calls), ())


def screen_of(view: View, told: Sequence[Event], order: str = "") -> Screen:
    """The screen for the viewer of `view`; `told` is all that this viewer was told since the deal.

    `order` of the hand: by `shape` (also where it is not known), by `number`, or as `dealt`, new cards last.
    """
    owed = view.owed
    left = view.open_hands or ()
    marks = marks_from(told)
    return Screen(
        top=face(view.top),
        demand=None if view.call is None else Face(view.call, words.shape_name(view.call)),
        owed=None if owed is None else _owed(owed, view.options),
        market=how_many_cards(view.market_count),
        hand=_ordered(_hand(view), view, told, order),
        must_call=any(isinstance(action, Play) and action.last for action in view.legal),
        draw=Button(DRAW.text, _draw_label(view), DRAW in view.legal),
        keep=Button(PASS.text, words.button_words(PASS), True) if PASS in view.legal else None,
        seats=tuple(_seat(view, seat, marks.get(seat)) for seat in range(view.seats)),
        points=None if view.hand_points is None else points_words(view.hand_points),
        following=None if view.to_act is None else _following(view, view.to_act),
        hands_left=tuple(
            HandLeft(seat, tuple(face(code) for code in hand))
            for seat, hand in enumerate(left)
            if seat not in view.sitting_out
        ),
        reason=None if view.outcome is None else words.end_words(view.outcome.reason),
        level=None if view.outcome is None else _level(view.outcome, view.in_play),
    )


_APART = _("Where points are equal, fewer cards in hand come first.")
_SHARED = _("Where points and number of cards are equal, the place is shared.")
_BOTH = _("Where points are equal, fewer cards in hand come first; with as many cards the place is shared.")


def _level(outcome: Outcome, in_play: Sequence[Seat]) -> Message | None:
    """How seats of equal points came to their places (W7.4); who went out is placed by when (W8.3)."""
    groups = [group for group in outcome.ranking if group[0] in in_play]
    shared = any(len(group) > 1 for group in groups)
    apart = any(outcome.points[one[0]] == outcome.points[other[0]] for one, other in pairwise(groups))
    if not shared and not apart:
        return None
    return say(_BOTH if shared and apart else _SHARED if shared else _APART)


def _following(view: View, seat: Seat) -> Seat:
    while True:
        seat = (seat + view.direction) % view.seats
        if seat in view.in_play:
            return seat


def points_words(points: int) -> Message:
    return say(_("1 point")) if points == 1 else say(_("%(points)s points"), points=points)


def _seat(view: View, seat: Seat, mark: Mark | None) -> SeatState:
    misses = view.misses[seat]
    most = view.options.max_missed
    missed = None
    if misses:
        missed = say(_("missed %(misses)s of %(most)s turns"), misses=misses, most=most)
        if not most:  # W8.2: misses do not eliminate here
            missed = say(_("missed %(misses)s turns"), misses=misses)
    return SeatState(
        seat=seat,
        held=view.counts[seat],
        cards=how_many_cards(view.counts[seat]),
        in_play=seat in view.in_play,
        sits_out=seat in view.sitting_out,
        misses=missed,
        mark=mark if view.outcome is None and seat in view.in_play else None,
    )


def face(code: str) -> Face:
    return Face(code, words.card_name(code))


def _owed(owed: Owed, options: Options) -> Message:
    """How much is owed and what answers it (W4.2, W4.4, W4.12)."""
    return say(
        _("%(cards)s owed: %(answer)s answers them"),
        cards=how_many_cards(owed.count),
        answer=answer_to(owed.number, options),
    )


def _draw_label(view: View) -> Message:
    if view.owed is not None and view.to_act == view.seat:
        return words.button_words(DRAW, view.owed.count)
    return say(_("Go to the market"))


def _hand(view: View) -> tuple[HandCard, ...]:
    playable = {action.card.code for action in view.legal if isinstance(action, Play)}
    calling = view.to_act == view.seat and len(view.hand) > 1  # W4.9: no shape with the last card
    seen: Counter[str] = Counter()
    hand = []
    fresh = view.fresh
    for code in view.hand:
        seen[code] += 1
        card = CARD[code]
        called = card is WHOT and calling and code in playable
        hand.append(
            HandCard(
                key=f"{code}-{seen[code]}",
                code=code,
                name=words.card_name(code),
                fits=code in playable,
                fresh=code == fresh,
                action=actions.play(card, SHAPES[0] if card.kind is Kind.WHOT and len(view.hand) > 1 else None).text,
                calls=tuple(_call(word.value) for word in SHAPES) if called and seen[code] == 1 else (),
                equal=called and seen[code] > 1,
            )
        )
        if code == fresh:
            fresh = None  # of equal cards one was just drawn
    return tuple(hand)


def _ordered(hand: tuple[HandCard, ...], view: View, told: Iterable[Event], order: str) -> tuple[HandCard, ...]:
    if order == "number":
        return tuple(sorted(hand, key=lambda card: CARD[card.code].number or 99))
    if order == "dealt":
        waiting = {code: [card for card in hand if card.code == code] for code in view.hand}
        return tuple(waiting[code].pop(0) for code in arrived(view, told))
    return hand


def arrived(view: View, told: Iterable[Event]) -> tuple[str, ...]:
    """The own hand in the order in which its cards came; what was dealt comes first, in canonical order."""
    own = [event for event in told if event.seat == view.seat and event.cards]
    came = Counter(code for event in own if event.name == "drew" for code in event.cards)
    gone = Counter(code for event in own if event.name in ("played", "discarded") for code in event.cards)
    dealt = Counter(view.hand) + gone - came
    hand = [code for code in CARD for _again in range(dealt[code])]
    for event in own:
        if event.name == "drew":
            hand += event.cards
        elif event.name in ("played", "discarded"):
            for code in event.cards:
                if code in hand:
                    hand.remove(code)
    return tuple(hand) if sorted(hand) == sorted(view.hand) else view.hand


def _call(word: str) -> Call:
    shape = next(shape for shape in SHAPES if shape.value == word)
    action = actions.play(WHOT, shape)
    return Call(word, words.shape_name(word), words.button_words(action), action.text)


_MARKS = {
    "last_card": Mark("said", say(_("Last card!"))),
    "no_last_card": Mark("unsaid", say(_("did not say “last card”"))),
}


def marks_from(told: Iterable[Event]) -> dict[Seat, Mark]:
    """Who has called "last card" or left it out, and has not played since."""
    marks: dict[Seat, Mark] = {}
    for event in told:
        if event.seat is None:
            continue
        if event.name == "played":
            marks.pop(event.seat, None)
        elif event.name in _MARKS:
            marks[event.seat] = _MARKS[event.name]
    return marks
