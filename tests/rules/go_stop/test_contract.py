"""Properties that must hold of every deal of Go-Stop, by Hypothesis, and a sample of the soak."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.core import Event, IllegalAction, Seat, act, play
from rules.go_stop import GO_STOP
from rules.go_stop.cards import CARDS, Card, bag_of, cards_in, codes_in
from rules.go_stop.state import State
from tests.rules.drawn import Scrambled
from tests.rules.go_stop.drawn import HABITS, OPTIONS, dealt, drawn_action
from tests.rules.go_stop.soak import check_cards, soak

seeds = st.integers(min_value=0, max_value=2**32)
slow = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
RULES = {"R10", "R12", "R13", "R40a", "R53", "1.4", "3.1", "3.4", "6.1", "6.11"}


def deal_at(seed: int, steps: int, house: float = 0.0) -> tuple[State, list[tuple[Seat | None, str]]]:
    """A drawn deal after so many drawn actions (fewer if it ends), and its log."""
    rng = random.Random(seed)
    state = dealt(seed)
    log: list[tuple[Seat | None, str]] = []
    for _ in range(steps):
        if state.result is not None:
            break
        log.append(drawn_action(state, rng, HABITS[seed % len(HABITS)], house))
        state = act(GO_STOP, state, *log[-1]).state
    return state, log


@slow
@given(seeds, st.integers(0, 45))
def test_every_legal_action_applies_and_its_text_reads_back(seed: int, steps: int) -> None:
    state, _log = deal_at(seed, steps)
    before = GO_STOP.format_position(state)
    legal = GO_STOP.legal_actions(state)
    assert bool(legal) == (GO_STOP.to_act(state) is not None)
    assert len(set(legal)) == len(legal)
    for action in legal:
        assert GO_STOP.parse_action(GO_STOP.format_action(action)) is action
        check_cards(GO_STOP.apply(state, state.actor, action).state, action.text)
        assert GO_STOP.format_position(state) == before


@slow
@given(seeds, st.integers(0, 45))
def test_nobody_but_the_actor_may_act(seed: int, steps: int) -> None:  # R10
    state, _log = deal_at(seed, steps)
    for seat in (0, 1):
        if seat != GO_STOP.to_act(state):
            for text in [*(action.text for action in GO_STOP.legal_actions(state)), "stop", "timeout"]:
                try:
                    act(GO_STOP, state, seat, text)
                except IllegalAction as refusal:
                    assert refusal.rule == "R10" and refusal.legal == ()
                else:
                    raise AssertionError(f"seat {seat} acted out of turn")


@slow
@given(seeds, st.integers(0, 60))
def test_replaying_the_log_gives_the_same_position_and_events(seed: int, steps: int) -> None:
    state, log = deal_at(seed, steps, house=0.05)
    start = GO_STOP.setup(options=OPTIONS, seats=2, seed=Scrambled(seed))
    replayed = list(play(GO_STOP, start, log))
    assert GO_STOP.format_position(replayed[-1].state) == GO_STOP.format_position(state)
    assert replayed[-1].state._replace(setup=state.setup) == state
    assert [step.events for step in play(GO_STOP, start, log)] == [step.events for step in replayed]


@slow
@given(seeds, st.integers(0, 45))
def test_timeouts_alone_bring_every_deal_to_an_end(seed: int, steps: int) -> None:  # R53
    state, _log = deal_at(seed, steps)
    for _ in range(4):
        if state.result is not None:
            break
        state = GO_STOP.timeout(state, state.actor).state
    assert state.result is not None


@slow
@given(seeds, st.integers(0, 45))
def test_an_excused_timeout_plays_the_turn_to_its_end(seed: int, steps: int) -> None:  # R53
    state, _log = deal_at(seed, steps)
    turns = 0
    while state.result is None:
        after = GO_STOP.timeout(state, state.actor, excused=True).state
        assert after.result is not None or (after.turn == state.turn + 1 and after.actor == 1 - state.actor)
        check_cards(after, "timeout")
        state = after
        turns += 1
    assert turns <= 20


@slow
@given(seeds, st.integers(0, 45), st.sampled_from((0, 1)))
def test_who_leaves_loses_five_points(seed: int, steps: int, leaver: Seat) -> None:  # R53
    state, _log = deal_at(seed, steps)
    if state.result is not None:
        return
    outcome = GO_STOP.outcome(GO_STOP.leave(state, leaver).state)
    assert outcome is not None
    assert outcome.ranking == ((1 - leaver,), (leaver,)) and outcome.reason == "last_player"
    assert outcome.points[1 - leaver] == 5 and outcome.points[leaver] == 0


@slow
@given(seeds, st.integers(0, 45))
def test_a_copied_or_stored_deal_is_the_same(seed: int, steps: int) -> None:
    state, _log = deal_at(seed, steps)
    assert copy.deepcopy(state)._replace(setup=state.setup) == state
    assert pickle.loads(pickle.dumps(GO_STOP.legal_actions(state))) == GO_STOP.legal_actions(state)
    assert pickle.loads(pickle.dumps(state.stock)) == state.stock


# -- the deal-again property --------------------------------------------------------------------


def dealt_again(state: State, viewer: Seat | None, rng: random.Random, keep_next: bool = False) -> State:
    """The same deal with everything that `viewer` cannot see dealt anew; perhaps not the next stock card."""
    kept = state.stock[:1] if keep_next else ()
    hidden = list(state.stock[len(kept) :])
    others = [seat for seat in (0, 1) if seat != viewer]
    for seat in others:
        hidden += cards_in(state.hands[seat])
    rng.shuffle(hidden)
    hands = list(state.hands)
    for seat in others:
        count = hands[seat].bit_count()
        hands[seat] = bag_of(hidden[:count])
        del hidden[:count]
    return state._replace(hands=(hands[0], hands[1]), stock=(*kept, *hidden))


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(seeds, st.integers(0, 45), st.integers(0, 2**32))
def test_what_a_viewer_cannot_see_changes_nothing_for_it(seed: int, steps: int, deal: int) -> None:  # R49
    state, _log = deal_at(seed, steps)
    if state.result is not None:
        return
    for viewer in (None, 0, 1):
        other = dealt_again(state, viewer, random.Random(deal))
        check_cards(other, "dealt again")
        assert GO_STOP.view(other, viewer) == GO_STOP.view(state, viewer)
        assert repr(GO_STOP.view(other, viewer)) == repr(GO_STOP.view(state, viewer))
        same_stock = dealt_again(state, viewer, random.Random(deal), keep_next=True)
        for action in GO_STOP.legal_actions(state):
            try:
                one, two = (act(GO_STOP, world, state.actor, action.text) for world in (state, same_stock))
            except IllegalAction:
                continue  # the actor's other hand does not hold that card
            assert GO_STOP.tell(one.events, viewer) == GO_STOP.tell(two.events, viewer)
            if one.state.result is None:
                assert GO_STOP.view(one.state, viewer) == GO_STOP.view(two.state, viewer)
            else:
                assert GO_STOP.outcome(one.state) == GO_STOP.outcome(two.state)


def test_the_deal_again_check_catches_a_view_that_leaks() -> None:
    state, _log = deal_at(3, 4)
    other = dealt_again(state, 0, random.Random(1))
    assert state.hands[1] != other.hands[1], "the leak below must be there to be caught"
    assert GO_STOP.view(state, 1).hand != GO_STOP.view(other, 1).hand


def test_refusals_do_not_depend_on_what_the_refused_seat_cannot_see() -> None:  # R49
    state, _log = deal_at(11, 6)
    other = dealt_again(state, state.actor, random.Random(5))
    for card in CARDS:
        for text in (f"play {card.code}", f"choose {card.code}", f"play {card.code} take 01-1"):
            told = []
            for world in (state, other):
                try:
                    act(GO_STOP, world, world.actor, text)
                    told.append("accepted")
                except IllegalAction as refusal:
                    told.append(str(refusal))
            assert told[0] == told[1]


def test_nothing_secret_is_in_the_repr_of_a_state() -> None:  # R49
    state, _log = deal_at(5, 3)
    shown = repr(state) + str(state.setup) + f"{state!s}"
    secret = [*codes_in(state.hands[0]), *codes_in(state.hands[1]), *(card.code for card in state.stock)]
    assert not [code for code in secret if code in shown]


def test_an_onlooker_sees_no_hand_and_no_stock_until_the_end() -> None:  # R49, R50
    state, _log = deal_at(8, 5)
    view = GO_STOP.view(state, None)
    assert view.hand == () and view.open_hands is None and view.legal == ()
    assert view.counts == tuple(hand.bit_count() for hand in state.hands)
    assert view.stock_count == len(state.stock)
    ended = GO_STOP.abandon(state).state
    assert GO_STOP.view(ended, None).open_hands == tuple(codes_in(hand) for hand in state.hands)


# -- a state machine over everything a table may do ---------------------------------------------


class TableOfGoStop(RuleBasedStateMachine):
    @initialize(seed=seeds)
    def deal(self, seed: int) -> None:
        self.state = dealt(seed)

    def going(self) -> bool:
        return self.state.result is None

    @precondition(going)
    @rule(pick=st.integers(0, 10**6))
    def do_something_legal(self, pick: int) -> None:
        legal = GO_STOP.legal_actions(self.state)
        self.state = GO_STOP.apply(self.state, self.state.actor, legal[pick % len(legal)]).state

    @rule(card=st.sampled_from(CARDS), seat=st.integers(0, 2), taken=st.sampled_from((None, *CARDS)),
          word=st.sampled_from(("play", "choose", "go", "stop")))  # fmt: skip
    def try_anything(self, card: Card, seat: int, taken: Card | None, word: str) -> None:
        text = word if word in ("go", "stop") else f"{word} {card.code}"
        if word == "play" and taken is not None:
            text += f" take {taken.code}"
        before = GO_STOP.format_position(self.state)
        try:
            after = act(GO_STOP, self.state, seat, text).state
        except IllegalAction as refusal:
            assert refusal.rule in RULES and str(refusal.message)
            assert GO_STOP.format_position(self.state) == before
        else:
            assert seat == self.state.actor
            self.state = after

    @precondition(going)
    @rule(excused=st.booleans())
    def time_out(self, excused: bool) -> None:
        self.state = GO_STOP.timeout(self.state, self.state.actor, excused=excused).state

    @invariant()
    def cards_are_just_the_pack(self) -> None:
        check_cards(self.state, "table")

    @invariant()
    def there_is_a_next_step_or_a_result(self) -> None:
        outcome = GO_STOP.outcome(self.state)
        if self.going():
            assert GO_STOP.to_act(self.state) in (0, 1)
            assert GO_STOP.legal_actions(self.state)
            assert outcome is None
        else:
            assert GO_STOP.to_act(self.state) is None
            assert GO_STOP.legal_actions(self.state) == ()
            assert outcome is not None and outcome.reason in GO_STOP.end_reasons


TestTableOfGoStop = TableOfGoStop.TestCase
TestTableOfGoStop.settings = settings(
    max_examples=200, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)


def test_random_deals_keep_the_facts_of_the_rules_and_meet_every_event() -> None:
    """A sample of the soak (100,000 deals by `python -m tests.rules.go_stop.soak`)."""
    met: Counter[str] = Counter()
    for number in range(3_000):
        soak(number, met, house=0.02 if number % 5 == 0 else 0.0)
    wanted = {f"end {reason}" for reason in GO_STOP.end_reasons}
    wanted |= {f"event {name}" for name in ("ppuk", "chok", "ttadak", "sseul", "pile", "own_pile", "chose", "went")}
    wanted |= {f"event junk {cause}" for cause in ("chok", "ttadak", "sseul", "pile", "own_pile")}
    wanted |= {"event no_junk last_turn", "event no_junk chok", "redeals 1"}
    assert not wanted - set(met)


def test_events_are_public() -> None:  # R50: nothing that happens at this table is secret
    state, _log = deal_at(2, 0)
    events: tuple[Event, ...] = ()
    while state.result is None:
        state, told = GO_STOP.apply(state, state.actor, GO_STOP.legal_actions(state)[0])
        events += told
    assert not any(event.secret for event in events)
    assert GO_STOP.tell(events, None) == events
