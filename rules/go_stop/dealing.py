"""Dealing, and setting up any position (section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.core import BadOptions, Event, Randomness, Seat, Step, say
from rules.core import gettext_noop as _
from rules.go_stop.capture import piles_of, quads_in
from rules.go_stop.cards import CARDS, MONTH, Bag, Card, bag_of, codes_in
from rules.go_stop.options import SEATS, Options, check_seats
from rules.go_stop.scoring import FLAT
from rules.go_stop.state import LAST_TURN, Piles, Result, Setup, State

HAND, LAYOUT = 10, 8


def deal(
    options: Options, seats: int, seed: Randomness, first_seat: Seat | None, sitting_out: tuple[Seat, ...]
) -> Step[State]:
    """Shuffles and deals, again as often as a deal is thrown in (2.1 to 2.7, R02 to R06)."""
    if not isinstance(options, Options) or not callable(getattr(seed, "permutation", None)):
        raise TypeError("options come from options_for, and a seed is a Seed")
    if any(type(number) is not int for number in (seats, first_seat or 0, *sitting_out)):
        raise TypeError("seats are whole numbers")
    check_seats(seats)
    if sitting_out:
        raise BadOptions(say(_("a game needs at least two seats that play")), "seats")
    if first_seat is None:
        first_seat = seed.below("first", seats)
    elif first_seat not in range(seats):
        raise BadOptions(say(_("seat %(seat)s does not play"), seat=first_seat), "first_seat")
    events: list[Event] = []
    redeals = 0
    label = "shuffle/0"
    while True:
        cards = [CARDS[index] for index in seed.permutation(label, len(CARDS))]
        hands = bag_of(cards[:HAND]), bag_of(cards[HAND : 2 * HAND])  # R03
        layout = bag_of(cards[2 * HAND : 2 * HAND + LAYOUT])
        reason = redeal_reason(hands, layout)
        if reason is None:
            break
        redeals += 1
        label = f"redeal/{redeals}"
        events.append(Event("redealt", count=redeals, detail=reason))
    setup = Setup(options, seed, first_seat, redeals)
    state = dealt(setup, hands, layout, tuple(cards[2 * HAND + LAYOUT :]))
    return Step(state, (*events, *told_of_the_deal(state)))


def redeal_reason(hands: Sequence[Bag], layout: Bag) -> str | None:
    """Why a deal is thrown in; the layout is looked at first (2.4, 2.6, R05)."""
    if quads_in(layout):
        return "layout_quad"
    return "both_hand_quads" if all(map(quads_in, hands)) else None


def dealt(setup: Setup, hands: tuple[Bag, Bag], layout: Bag, stock: tuple[Card, ...]) -> State:
    """The position after a deal that stands; over at once where a hand holds a quad (2.5, R06, R32)."""
    state = State(
        setup, hands, layout, piles_of(layout), stock, (0, 0), 1, setup.first_seat, (0, 0), (None, None), (0, 0),
        (0, 0), None, False, None,
    )  # fmt: skip
    lucky = next((seat for seat in range(SEATS) if quads_in(hands[seat])), None)
    return state if lucky is None else state._replace(result=Result("hand_quad", lucky, FLAT))


def told_of_the_deal(state: State) -> tuple[Event, ...]:
    """What everybody is told before the first turn."""
    layout = codes_in(state.layout)
    events = [Event("dealt", count=HAND), Event("laid_out", None, layout, len(layout))]
    events += [Event("trio", None, codes_in(state.layout & MONTH[month]), 3) for month, _owner in state.piles]
    events.append(Event("begins", state.setup.first_seat))
    if state.result is not None:
        winner = state.result.winner
        assert winner is not None
        quads = codes_in(quads_in(state.hands[winner]))
        events += [Event("quad", winner, quads, len(quads)), Event("ended", detail=state.result.reason)]
    return tuple(events)


def position(
    options: Options,
    hands: Sequence[Iterable[Card]],
    layout: Iterable[Card],
    stock: Sequence[Card],
    captured: Sequence[Iterable[Card]],
    *,
    seed: Randomness,
    turn: int,
    actor: Seat,
    first_seat: Seat,
    piles: Piles = (),
    gos: tuple[int, int] = (0, 0),
    last_go: tuple[int | None, int | None] = (None, None),
    ppuk: tuple[int, int] = (0, 0),
    misses: tuple[int, int] = (0, 0),
) -> State:
    """Any position at the start of a turn (scenarios, puzzles); it need not hold all 48 cards.

    Raises ValueError for one that the engine could not hold.
    """
    heaps = [list(heap) for heap in (*hands, layout, stock, *captured)]
    cards = [card for heap in heaps for card in heap]
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise ValueError(f"the card {twice} is there twice")
    if not 1 <= turn <= LAST_TURN or len(stock) != LAST_TURN + 1 - turn:
        raise ValueError(f"on turn {turn} the stock cannot have {len(stock)} cards")
    if actor not in range(SEATS) or first_seat not in range(SEATS) or (actor == first_seat) != (turn % 2 == 1):
        raise ValueError(f"seat {actor} is not to act on turn {turn} where seat {first_seat} began")
    lying = bag_of(heaps[2])
    if quads_in(lying):
        raise ValueError("four of a month lie in the layout")
    found = piles_of(lying)
    owners = dict(piles)
    if len(owners) < len(piles) or set(owners) - {month for month, _owner in found}:
        raise ValueError("a pile is three cards of a month in the layout")
    one, two = bag_of(heaps[0]), bag_of(heaps[1])
    setup = Setup(options, seed, first_seat, 0)
    return State(
        setup, (one, two), lying, tuple((month, owners.get(month)) for month, _owner in found), tuple(stock),
        (bag_of(heaps[-2]), bag_of(heaps[-1])), turn, actor, gos, last_go, ppuk, misses, None, False, None,
    )  # fmt: skip
