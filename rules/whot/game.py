"""The rules of Whot in play: `WHOT`, the one instance of the `Game` contract.

A move that only passes the turn on (most do) is worked out on local names and packed at once;
whatever draws cards, ends the game or concerns an absent seat goes through `Move`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules.core import Event, Game, Outcome, Randomness, Seat, Step
from rules.whot import actions, dealing, notation, refusals, scoring
from rules.whot.actions import DRAW, PASS, Action, Play
from rules.whot.cards import CARDS, Shape, codes_in
from rules.whot.menus import OF_SHAPE, ONE_CARD, menu_of
from rules.whot.move import Move
from rules.whot.options import Options
from rules.whot.rulings import (
    AGAIN,
    AUTO,
    DISCARDS,
    GENERAL,
    OWE,
    PICK,
    PUNCHES,
    REVERSE,
    SKIP,
    STAR,
    WILD,
)
from rules.whot.state import Owed, State
from rules.whot.view import View, view_of

_SEATS = range(actions.MOST_SEATS)
_MISSES = tuple((actions.misses_turn(seat),) for seat in _SEATS)
_AGAIN = tuple((actions.plays_again(seat),) for seat in _SEATS)
_REVERSED = {way: (Event("reversed", count=way),) for way in (1, -1)}
_DREW = tuple(tuple((actions.drew(seat, (card.code,), "market"),) for card in CARDS) for seat in _SEATS)
# NamedTuples made without their Python-level constructor: this is the hot path.
_state: Callable[[type[State], Iterable[Any]], State] = tuple.__new__
_step: Callable[[type[Step[State]], Iterable[Any]], Step[State]] = tuple.__new__


class Whot(Game[State, Action, Options, View]):
    """Whot in all its variants; docs/rules/whot.md has the numbered rules.

    >>> from rules.shuffle import Seed
    >>> from rules.whot import WHOT, options_for
    >>> state, events = WHOT.setup(options=options_for("003"), seats=2, seed=Seed.simulation(1))
    >>> while (seat := WHOT.to_act(state)) is not None:
    ...     state, events = WHOT.apply(state, seat, WHOT.legal_actions(state)[0])
    >>> WHOT.outcome(state).reason
    'emptied_hand'
    """

    key = "whot"
    version = 1
    end_reasons = (
        "emptied_hand", "market_exhausted", "blocked", "time_up", "last_player", "abandoned",
    )  # fmt: skip

    def setup(
        self,
        *,
        options: Options,
        seats: int,
        seed: Randomness,
        first_seat: Seat | None = None,
        sitting_out: Iterable[Seat] = (),
    ) -> Step[State]:
        return dealing.deal(options, seats, seed, first_seat, tuple(sorted(sitting_out)))

    def to_act(self, state: State) -> Seat | None:
        return state.turn if state.end is None else None

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        return menu_of(state)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        if type(action) is Play:
            return _play(state, seat, action)
        if action is DRAW:
            return _draw(state, seat)
        if action is PASS:
            return _keep(state, seat)
        raise TypeError("an action comes from parse_action or legal_actions")

    def timeout(self, state: State, seat: Seat, *, excused: bool = False) -> Step[State]:
        """The seat goes to market (W8.1), or is eliminated by a miss too many (W8.2)."""
        refusals.check_timeout(state, seat)
        seat = state.turn  # the same number, and surely an int
        move = Move(state, (Event("timed_out", seat, detail="excused" if excused else ""),))
        if not excused and move.miss(seat):
            move.eliminate(seat, "missed")
        elif state.fresh is not None:
            move.fresh = None  # W3.2: a timeout there passes
            move.pass_turn()
        else:
            _go_to_market(move, seat, "timeout")
        return move.step()

    def leave(self, state: State, seat: Seat) -> Step[State]:
        """Eliminates the seat at once (W8.3)."""
        refusals.check_leave(state, seat)
        move = Move(state)
        move.eliminate(seat, "left")
        return move.step()

    def time_up(self, state: State) -> Step[State]:
        """The lowest hand wins (W7.2)."""
        refusals.check_time_up(state)
        move = Move(state)
        move.finish("time_up")
        return move.step()

    def abandon(self, state: State) -> Step[State]:
        """Ends it as it stands (W7.5)."""
        refusals.check_going(state)
        move = Move(state)
        move.finish("abandoned")
        return move.step()

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.end is None else scoring.outcome_of(state)

    def parse_action(self, text: str) -> Action:
        return actions.parse(text)

    def format_action(self, action: Action) -> str:
        return action.text

    def format_position(self, state: State) -> str:
        return notation.format_position(state)


WHOT = Whot()


def _play(state: State, seat: Seat, action: Play) -> Step[State]:
    (setup, hands, market, taken, pile, top, call, owed, turn, direction, fits, ring,
     absence, refills, fresh, end) = state  # fmt: skip
    if seat != turn or end is not None:
        raise refusals.not_your_turn(state, seat)
    seat = turn  # the same number, and surely an int
    card = action.card
    hand = hands[seat]
    called = action.call
    if not hand & fits & card.mask or (fresh is not None and fresh is not card):
        raise refusals.cannot_play(state, seat, card)
    rulings = setup.rulings
    effect = rulings.effects[card.index]
    rest = hand - card.bag
    if (called is not None) if effect != WILD else (called is None and rest):
        raise refusals.wrong_call(state, seat, card)

    # What the card does to the turn, and what the next seat must answer (section 4).
    events = action.told[seat]
    turn = ring.next[direction][seat]
    owing = None
    fits = rulings.fits_card[card.index]
    if not effect:
        pass
    elif effect == WILD:
        if called is not None:
            fits = rulings.fits_shape[called]
        if owed is not None:
            events = (*events, Event("cancelled", seat, count=owed.count, detail="defence"))
    elif effect == OWE:
        number: int = card.number  # type: ignore[assignment]
        owing = Owed(number, PICK[number] + (owed.count if owed is not None else 0), seat)
        fits = rulings.fits_owed[number]
    elif effect == AGAIN:
        turn = seat
        events += _AGAIN[seat]
    elif effect in (SKIP, STAR):
        # W4.6: never more seats than there are opponents
        for _ in range(min(2 if effect == STAR else 1, len(ring.seats) - 1)):
            events += _MISSES[turn]
            turn = ring.next[direction][turn]
    elif effect == REVERSE and len(ring.seats) > 2:  # W4.8
        direction = -direction
        turn = ring.next[direction][seat]
        events += _REVERSED[direction]

    if (
        effect <= WILD
        and rest
        and taken < len(market)
        and absence is setup.present
        and not action.last
        and not (rulings.calls and rest in ONE_CARD)
    ):
        held = [*hands]
        held[seat] = rest
        return _step(Step, (_state(State, (
            setup, tuple(held), market, taken, pile + top.bag, card, called, owing, turn, direction,
            fits, ring, absence, refills, None, None,
        )), events))  # fmt: skip

    move = Move(state, events if rest else action.told[seat])
    move.pile = pile + top.bag
    move.top = card
    move.fresh = None
    if absence is not setup.present:
        move.acted(seat)
        move.card_moved()
    if effect == DISCARDS:
        thrown = rest & OF_SHAPE[card.shape]  # type: ignore[index]
        rest -= thrown
        _throw(move, seat, thrown)
    move.hands[seat] = rest
    move.call, move.owed = called, None
    if not rest:
        move.finish("emptied_hand")  # W7.1, W4.13
        return move.step()
    move.owed, move.turn, move.direction = owing, turn, direction
    if effect >= AUTO:
        _move_cards(move, seat, effect, call or top.shape, owed)
    if rest in ONE_CARD:
        _last_card(move, seat, action.last)
    return move.step()


def _throw(move: Move, seat: Seat, thrown: int) -> None:
    """Discard All: the others of its shape go under it without effect (W4.10)."""
    if thrown:
        move.pile += thrown
        codes = codes_in(thrown)
        move.events.append(Event("discarded", seat, codes, len(codes)))


def _move_cards(move: Move, seat: Seat, effect: int, shape: Shape | None, owed: Owed | None) -> None:
    """The effects that make somebody draw. `shape` and `owed` are those before the play."""
    if effect == AUTO:
        number = move.top.number
        assert number is not None
        victim = move.turn
        move.draw(victim, PICK[number], "auto")  # W4.5
        if move.end is not None:
            return
        move.events.append(actions.misses_turn(victim))
        move.pass_turn()
    elif effect == GENERAL:
        other = move.turn
        while other != seat and move.end is None:  # W4.7
            move.draw(other, 1, "general")
            other = move.ring.next[move.direction][other]
        if move.rulings.general_again and move.end is None:
            move.turn = seat
            move.events.append(actions.plays_again(seat))
    elif effect == PUNCHES:
        move.call = shape  # W4.12: the shape below, or the called one, is kept
        if owed is not None and owed.by in move.ring.seats:
            move.draw(owed.by, owed.count, "punch")
        elif owed is not None:
            move.events.append(Event("cancelled", owed.by, count=owed.count, detail="punch"))


def _last_card(move: Move, seat: Seat, said: bool) -> None:
    """W5: told to everyone, and two cards after the card's own effect where it was left off."""
    if said or move.rulings.call_auto:
        move.events.append(Event("last_card", seat))
    elif move.rulings.call_due:
        move.events.append(Event("no_last_card", seat))
        if move.end is None:
            move.draw(seat, 2, "last_card")  # W4.14


def _draw(state: State, seat: Seat) -> Step[State]:
    (setup, hands, market, taken, pile, top, call, owed, turn, direction, fits, ring,
     absence, refills, fresh, end) = state  # fmt: skip
    if seat != turn or end is not None:
        raise refusals.not_your_turn(state, seat)
    seat = turn  # the same number, and surely an int
    rulings = setup.rulings
    if fresh is not None or (
        owed is None
        and hands[seat] & fits
        and (not rulings.draw_when_able or (taken == len(market) and (rulings.count or not pile)))
    ):
        raise refusals.cannot_draw(state, seat)
    if owed is None and taken + 1 < len(market) and absence is setup.present and not rulings.may_play:
        card = market[taken]
        held = [*hands]
        held[seat] += card.bag
        return _step(Step, (_state(State, (
            setup, tuple(held), market, taken + 1, pile, top, call, None, ring.next[direction][seat],
            direction, fits, ring, absence, refills, None, None,
        )), _DREW[seat][card.index]))  # fmt: skip
    move = Move(state)
    if absence is not setup.present:
        move.acted(seat)
    _go_to_market(move, seat, "market")
    return move.step()


def _go_to_market(move: Move, seat: Seat, why: str) -> None:
    """Draws one card, or what is owed, and passes the turn on unless the card may be played."""
    owed = move.owed
    move.owed = None
    got = move.draw(seat, 1 if owed is None else owed.count, why if owed is None else "owed")
    if move.end is not None:
        return
    if not got:
        move.passed_without_card(seat)
    if got and why == "market" and owed is None and move.rulings.may_play:
        # W3.2. The seat decides even when the card does not fit: to pass it on at once would tell.
        move.fresh = move.market[move.taken - 1]
        return
    move.pass_turn()


def _keep(state: State, seat: Seat) -> Step[State]:
    """`pass`: keep the card just drawn (W3.2)."""
    if seat != state.turn or state.end is not None:
        raise refusals.not_your_turn(state, seat)
    if state.fresh is None:
        raise refusals.cannot_pass(state, seat)
    seat = state.turn
    move = Move(state, (Event("passed", seat, detail="kept"),))
    move.acted(seat)
    move.fresh = None
    move.pass_turn()
    return move.step()
