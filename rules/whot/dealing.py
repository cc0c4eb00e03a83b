"""Dealing a game, and setting up any position (section 2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import BadOptions, Event, Randomness, Seat, Step, say
from rules.core import gettext_noop as _
from rules.whot.cards import MOST_EQUAL_CARDS, Bag, Card, Kind, Shape, bag_of
from rules.whot.options import Options, check_seats
from rules.whot.rulings import Rulings, rulings_for
from rules.whot.state import Absence, Owed, Setup, State, all_present, ring_of


def deal(
    options: Options,
    seats: int,
    seed: Randomness,
    first_seat: Seat | None,
    sitting_out: tuple[Seat, ...],
) -> Step[State]:
    """Shuffles, deals one card at a time from seat 0, and turns up the start card (W2.3, W2.4)."""
    if not isinstance(options, Options) or not callable(getattr(seed, "permutation", None)):
        raise TypeError("options come from options_for, and a seed is a Seed")
    if any(type(number) is not int for number in (seats, first_seat or 0, *sitting_out)):
        raise TypeError("seats are whole numbers")
    check_seats(options, seats)
    playing = tuple(seat for seat in range(seats) if seat not in sitting_out)
    if len(playing) < 2 or any(seat not in range(seats) for seat in sitting_out):
        raise BadOptions(say(_("a game needs at least two seats that play")), "seats")
    if first_seat is None:
        first_seat = seed.below("first", seats)
        while first_seat not in playing:  # the draw is among all seats of the table (wgs1)
            first_seat = (first_seat + 1) % seats
    elif first_seat not in playing:
        raise BadOptions(say(_("seat %(seat)s does not play"), seat=first_seat), "first_seat")

    rulings = rulings_for(options)
    pack = rulings.pack
    cards = [pack[index] for index in seed.permutation("shuffle/0", len(pack))]
    dealt = len(playing) * options.hand_size
    hands: list[Bag] = [0] * seats
    for place in range(dealt):
        hands[playing[place % len(playing)]] += cards[place].bag
    top, market, skipped = _turn_up(cards[dealt:], rulings)

    ring = ring_of(seats, playing)
    turn, direction = first_seat, 1
    if top.kind is Kind.REVERSE and rulings.starts(top) and len(playing) > 2:
        # W2.5: the dealer sits before the first seat, and the one before the dealer begins
        turn, direction = ring.after(first_seat, -1, 2), -1
    setup = Setup(rulings, seed, seats, first_seat, sitting_out, all_present(seats))
    state = State(
        setup, tuple(hands), market, 0, 0, top, None, None, turn, direction,
        rulings.fits_card[top.index], ring, setup.present, 0, None, None,
    )  # fmt: skip
    return Step(state, _told_of_the_deal(state, options.hand_size, skipped))


def _turn_up(cards: list[Card], rulings: Rulings) -> tuple[Card, tuple[Card, ...], tuple[Card, ...]]:
    """The start card, the market below it, and the cards put under the market on the way (W2.4).

    Where no card qualifies all have gone under once, in their order, and the first that is not
    wild, else the first, is taken: the clause does not think of it, and a game must begin.
    """
    for place, card in enumerate(cards):
        if rulings.starts(card):
            skipped = tuple(cards[:place])
            return card, (*cards[place + 1 :], *skipped), skipped
    place = next((place for place, card in enumerate(cards) if not card.wild), 0)
    return cards[place], (*cards[:place], *cards[place + 1 :]), tuple(cards)


def _told_of_the_deal(state: State, each: int, skipped: Sequence[Card]) -> tuple[Event, ...]:
    events = [Event("dealt", None, count=each)]
    if skipped:
        codes = tuple(card.code for card in skipped)
        events.append(Event("put_back", None, codes, len(codes)))
    events.append(Event("turned_up", None, (state.top.code,), 1))
    events.append(Event("begins", state.turn, count=state.direction))
    return tuple(events)


def position(
    options: Options,
    hands: Sequence[Sequence[Card]],
    top: Card,
    market: Sequence[Card],
    *,
    seed: Randomness,
    pile: Sequence[Card] = (),
    call: Shape | None = None,
    owed: Owed | None = None,
    turn: Seat = 0,
    direction: int = 1,
    misses: Sequence[int] | None = None,
    out: Sequence[tuple[Seat, Sequence[Card]]] = (),
    sitting_out: Sequence[Seat] = (),
    passed: Sequence[Seat] = (),
    first_seat: Seat = 0,
    refills: int = 0,
    fresh: Card | None = None,
    end: str | None = None,
) -> State:
    """Any position, legal pack or not (scenarios, records, puzzles).

    `out` names eliminated seats and what they held, the first to go first; their `hands` are empty.
    Raises ValueError for a position the engine could not hold.
    """
    seats = len(hands)
    everything = [*market, *pile, top, *(card for hand in hands for card in hand)]
    everything += [card for _seat, hand in out for card in hand]
    if everything and max(everything.count(card) for card in set(everything)) > MOST_EQUAL_CARDS:
        raise ValueError(f"more than {MOST_EQUAL_CARDS} equal cards")
    gone = {seat for seat, _hand in out} | set(sitting_out)
    ring = ring_of(seats, tuple(seat for seat in range(seats) if seat not in gone))
    if turn not in ring.seats and end is None:
        raise ValueError(f"seat {turn} is to act but not in play")
    if any(hands[seat] for seat in gone):
        raise ValueError("a seat that is not in play holds cards")
    rulings = rulings_for(options)
    setup = Setup(rulings, seed, seats, first_seat, tuple(sitting_out), all_present(seats))
    absence = Absence(
        tuple(misses) if misses is not None else (0,) * seats,
        tuple(seat for seat, _hand in out),
        tuple(bag_of(list(hand)) for _seat, hand in out),
        frozenset(passed),
    )
    fits = rulings.fits(top, call, None if owed is None else owed.number)
    return State(
        setup, tuple(bag_of(list(hand)) for hand in hands), tuple(market), 0,
        bag_of(list(pile)), top, call, owed, turn, direction, fits, ring,
        setup.present if absence == setup.present else absence, refills, fresh, end,
    )  # fmt: skip
