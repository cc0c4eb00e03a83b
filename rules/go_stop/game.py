"""The rules of Go-Stop in play: `GO_STOP`, the one instance of the `Game` contract."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core import Event, Game, Outcome, Randomness, Seat, Step
from rules.go_stop import actions, dealing, notation, refusals, turns
from rules.go_stop.actions import GO, STOP, Action, Choose, Play
from rules.go_stop.menus import default_of, menu_of
from rules.go_stop.options import MOST_MISSES, Options
from rules.go_stop.scoring import FLAT, score, settle
from rules.go_stop.state import Result, State, put
from rules.go_stop.view import View, outcome_of, view_of


class GoStop(Game[State, Action, Options, View]):
    """Go-Stop for two; docs/rules/go_stop.md has the numbered rules.

    >>> from rules.shuffle import Seed
    >>> from rules.go_stop import GO_STOP, options_for
    >>> state, events = GO_STOP.setup(options=options_for("004"), seats=2, seed=Seed.simulation(2))
    >>> while (seat := GO_STOP.to_act(state)) is not None:
    ...     state, events = GO_STOP.apply(state, seat, GO_STOP.legal_actions(state)[0])
    >>> GO_STOP.outcome(state).reason
    'stop'
    """

    key = "go_stop"
    version = 1
    end_reasons = ("stop", "hand_quad", "three_ppuk", "nagari", "last_player", "abandoned")

    def setup(
        self,
        *,
        options: Options,
        seats: int,
        seed: Randomness,
        first_seat: Seat | None = None,
        sitting_out: Iterable[Seat] = (),
    ) -> Step[State]:
        """Deals; the game may be over at once, by a quad in a hand (2.5)."""
        return dealing.deal(options, seats, seed, first_seat, tuple(sorted(sitting_out)))

    def to_act(self, state: State) -> Seat | None:
        return state.actor if state.result is None else None

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        return menu_of(state)

    def apply(self, state: State, seat: Seat, action: Action) -> Step[State]:
        refusals.check_turn(state, seat)
        step = _apply(state, action)
        return step if not state.misses[seat] else _with_misses(step, seat, 0)  # W8.2

    def timeout(self, state: State, seat: Seat, *, excused: bool = False) -> Step[State]:
        """Plays the turn to its end: the lowest card, the lowest choice, Stop; a second miss in a row loses (R53)."""
        refusals.check_turn(state, seat)
        events = [Event("timed_out", seat, detail="excused" if excused else "")]
        misses = state.misses[seat] + (not excused)
        if misses >= MOST_MISSES:
            return _gone(state._replace(misses=put(state.misses, seat, misses)), seat, "missed", events)
        step = Step(state, tuple(events))
        while True:
            state, told = _apply(step.state, default_of(step.state))
            step = Step(state, step.events + told)
            if state.result is not None or state.actor != seat:
                return _with_misses(step, seat, misses)

    def leave(self, state: State, seat: Seat) -> Step[State]:
        """The other one wins 5 (R53)."""
        refusals.check_leave(state, seat)
        return _gone(state, seat, "left", [])

    def time_up(self, state: State) -> Step[State]:
        """Always refused: a deal has twenty turns, and no clock of its own."""
        raise refusals.no_game_clock(state)

    def abandon(self, state: State) -> Step[State]:
        """Ends it as a draw that nobody is paid for."""
        refusals.check_going(state)
        return _ended(state, Result("abandoned"), [])

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return None if state.result is None else outcome_of(state.result)

    def parse_action(self, text: str) -> Action:
        return actions.parse(text)

    def format_action(self, action: Action) -> str:
        return action.text

    def format_position(self, state: State) -> str:
        return notation.format_position(state)


GO_STOP = GoStop()


def _apply(state: State, action: Action) -> Step[State]:
    """What the actor does; misses are not looked at."""
    if type(action) is Play:
        refusals.check_play(state, action)
        return turns.play(state, action)
    if type(action) is Choose:
        refusals.check_choice(state, action)
        return turns.choose(state, action)
    if action is GO:
        refusals.check_go(state)
        return _go(state)
    if action is STOP:
        refusals.check_stop(state)
        return _stop(state)
    raise TypeError("an action comes from parse_action or legal_actions")


def _go(state: State) -> Step[State]:
    """The score is remembered, and the other one plays (6.1, R37)."""
    seat = state.actor
    gos = state.gos[seat] + 1
    after = state._replace(
        gos=put(state.gos, seat, gos),
        last_go=put(state.last_go, seat, score(state.captured[seat]).total),
        deciding=False,
        actor=1 - seat,
        turn=state.turn + 1,
    )
    return Step(after, (Event("went", seat, count=gos),))


def _stop(state: State) -> Step[State]:
    """The combination score is paid by 6.2 to 6.8; the other one's is lost (1.5)."""
    seat = state.actor
    paid = settle(state.captured[seat], state.captured[1 - seat], state.gos[seat])
    told = [Event("stopped", seat, count=paid.payment)]
    return _ended(state, Result("stop", seat, paid.payment, paid), told)


def _gone(state: State, seat: Seat, why: str, events: list[Event]) -> Step[State]:
    """Leaving or missing out loses; the other one wins 5 (R53)."""
    return _ended(state, Result("last_player", 1 - seat, FLAT), [*events, Event("eliminated", seat, detail=why)])


def _ended(state: State, result: Result, events: list[Event]) -> Step[State]:
    after = state._replace(result=result, deciding=False)
    return Step(after, (*events, Event("ended", detail=result.reason)))


def _with_misses(step: Step[State], seat: Seat, misses: int) -> Step[State]:
    return Step(step.state._replace(misses=put(step.state.misses, seat, misses)), step.events)
