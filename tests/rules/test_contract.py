"""Properties that must hold of every game, by Hypothesis over drawn options and seats."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.core import Event, IllegalAction, Seat, act, play
from rules.shuffle import Seed
from rules.whot import WHOT
from rules.whot.cards import CARDS, Card, bag_of, cards_in
from rules.whot.options import OPTION_FIELDS
from rules.whot.state import State
from tests.rules.drawn import VALUES, Scrambled, all_cards, drawn_action, drawn_options
from tests.rules.soak import soak

seeds = st.integers(min_value=0, max_value=2**32)
slow = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def game_at(seed: int, steps: int) -> tuple[State, list[tuple[Seat | None, str]]]:
    """A drawn game after so many drawn actions (fewer if it ends), and its log."""
    rng = random.Random(seed)
    options, seats = drawn_options(rng)
    state = WHOT.setup(options=options, seats=seats, seed=Seed.simulation(seed)).state
    log = []
    for _ in range(steps):
        if state.end is not None:
            break
        log.append(drawn_action(state, rng))
        state = act(WHOT, state, *log[-1]).state
    return state, log


@slow
@given(seeds, st.integers(0, 120))
def test_every_legal_action_applies_and_its_text_reads_back(seed: int, steps: int) -> None:
    state, _log = game_at(seed, steps)
    before = WHOT.format_position(state)
    legal = WHOT.legal_actions(state)
    assert bool(legal) == (WHOT.to_act(state) is not None)
    assert len(set(legal)) == len(legal)
    for action in legal:
        assert WHOT.parse_action(WHOT.format_action(action)) is action
        after = WHOT.apply(state, state.turn, action).state
        assert all_cards(after) == bag_of(state.setup.rulings.pack)
        assert WHOT.format_position(state) == before


@slow
@given(seeds, st.integers(0, 120))
def test_nobody_but_the_seat_to_act_may_act(seed: int, steps: int) -> None:
    state, _log = game_at(seed, steps)
    for seat in range(state.setup.seats):
        if seat != WHOT.to_act(state):
            for action in [*WHOT.legal_actions(state), WHOT.parse_action("draw")]:
                try:
                    WHOT.apply(state, seat, action)
                except IllegalAction as refusal:
                    assert refusal.rule in ("W3.1", "W7.1", "W8.3")
                else:
                    raise AssertionError(f"seat {seat} acted out of turn")


@slow
@given(seeds, st.integers(0, 400))
def test_replaying_the_log_gives_the_same_position_and_events(seed: int, steps: int) -> None:
    state, log = game_at(seed, steps)
    options, seats = drawn_options(random.Random(seed))
    start = WHOT.setup(options=options, seats=seats, seed=Seed.simulation(seed))
    replayed = list(play(WHOT, start, log))
    assert WHOT.format_position(replayed[-1].state) == WHOT.format_position(state)
    assert replayed[-1].state == state
    again = list(play(WHOT, start, log))
    assert [step.events for step in again] == [step.events for step in replayed]


@slow
@given(seeds, st.integers(0, 120))
def test_timeouts_alone_bring_every_game_to_an_end(seed: int, steps: int) -> None:
    """W8.1, W8.2, W6.4, W6.5: a table that everybody forgot does not stand for ever."""
    state, _log = game_at(seed, steps)
    options = state.setup.rulings.options
    if options.timeout == "none":
        return
    for _ in range(3_000):
        if state.end is not None:
            break
        before = WHOT.format_position(state)
        state = WHOT.timeout(state, state.turn).state
        assert WHOT.format_position(state) != before
    assert state.end is not None


@slow
@given(seeds, st.integers(0, 120))
def test_leaving_one_by_one_leaves_a_winner(seed: int, steps: int) -> None:
    state, _log = game_at(seed, steps)
    gone = list(state.absence.out)
    while state.end is None:
        leaver = random.Random(seed).choice(state.ring.seats)
        gone.append(leaver)
        state = WHOT.leave(state, leaver).state
    outcome = WHOT.outcome(state)
    assert outcome is not None
    if outcome.reason == "last_player":
        assert outcome.ranking[0] == state.ring.seats
    tail = [group[0] for group in outcome.ranking[len(outcome.ranking) - len(gone) :]]
    assert tail == gone[::-1]  # W8.3: below all others, the later elimination first


# -- the deal-again property --------------------------------------------------------------------


def dealt_again(state: State, viewer: Seat | None, rng: random.Random) -> State:
    """The same game with everything that `viewer` cannot see dealt anew."""
    absence = state.absence
    others = [seat for seat in state.ring.seats if seat != viewer]
    gone = [place for place, seat in enumerate(absence.out) if seat != viewer]
    unseen: list[Card] = list(state.market_left)
    for seat in others:
        unseen += cards_in(state.hands[seat])
    for place in gone:
        unseen += cards_in(absence.left_hands[place])
    rng.shuffle(unseen)
    hands, left = list(state.hands), list(absence.left_hands)
    fresh = state.fresh
    for seat in others:
        count = len(cards_in(hands[seat]))
        dealt, unseen = unseen[:count], unseen[count:]
        hands[seat] = bag_of(dealt)
        if fresh is not None and seat == state.turn:
            fresh = rng.choice(dealt)
    for place in gone:
        count = len(cards_in(left[place]))
        left[place], unseen = bag_of(unseen[:count]), unseen[count:]
    return state._replace(
        hands=tuple(hands),
        market=tuple(unseen),
        taken=0,
        fresh=fresh,
        absence=state.setup.present if absence is state.setup.present
        else absence._replace(left_hands=tuple(left)),
    )  # fmt: skip


def public(events: tuple[Event, ...], viewer: Seat | None) -> list[Event]:
    """What the viewer is told, without the cards it draws itself."""
    told = WHOT.tell(events, viewer)
    return [event._replace(cards=()) if event.secret else event for event in told]


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(seeds, st.integers(0, 150), st.integers(0, 2**32))
def test_what_a_viewer_cannot_see_changes_nothing_for_it(seed: int, steps: int, deal: int) -> None:
    state, _log = game_at(seed, steps)
    if state.end is not None:
        return
    for viewer in (None, *range(state.setup.seats)):
        other = dealt_again(state, viewer, random.Random(deal))
        assert WHOT.view(other, viewer) == WHOT.view(state, viewer)
        assert all_cards(other) == all_cards(state)
        texts = [action.text for action in WHOT.legal_actions(state)]
        if state.setup.rulings.options.timeout == "market":
            texts.append("timeout")
        for text in texts:
            if viewer != state.turn and text.startswith("play D"):
                continue  # W4.10 shows everyone what the hand held of that shape
            try:
                one, two = (act(WHOT, world, state.turn, text) for world in (state, other))
            except IllegalAction:
                continue  # another seat's action that its other hand does not allow
            if "blocked" in (one.state.end, two.state.end):
                continue  # W6.4 ends the game on what the hands hold, by the rules
            assert public(one.events, viewer) == public(two.events, viewer), text


def test_the_deal_again_check_catches_a_view_that_leaks() -> None:
    state, _log = game_at(3, 4)
    other = dealt_again(state, 0, random.Random(1))
    assert state.hands[1] != other.hands[1], "the leak below must be there to be caught"
    assert WHOT.view(state, 1).hand != WHOT.view(other, 1).hand


def test_secret_cards_are_told_to_their_seat_alone() -> None:
    events = (Event("drew", 1, ("C5", "T3"), 2, "owed", True), Event("played", 0, ("C2",), 1))
    assert WHOT.tell(events, 1) == events
    for viewer in (0, 2, None):
        told = WHOT.tell(events, viewer)
        assert told[0].cards == () and told[0].count == 2 and told[1] == events[1]


def test_nothing_secret_is_in_the_repr_of_a_state() -> None:
    state, _log = game_at(5, 3)
    shown = repr(state) + str(state.setup) + repr(state.setup.seed)
    codes = {card.code for hand in state.hands for card in cards_in(hand)} - {state.top.code}
    assert not [code for code in codes if f" {code}" in shown or f"={code}" in shown]


# -- a state machine over everything a table may do ---------------------------------------------


class TableOfWhot(RuleBasedStateMachine):
    @initialize(seed=seeds)
    def deal(self, seed: int) -> None:
        options, seats = drawn_options(random.Random(seed))
        self.state = WHOT.setup(options=options, seats=seats, seed=Scrambled(seed)).state
        self.pack = bag_of(self.state.setup.rulings.pack)

    def going(self) -> bool:
        return self.state.end is None

    @precondition(going)
    @rule(pick=st.integers(0, 10**6))
    def play_or_draw(self, pick: int) -> None:
        legal = WHOT.legal_actions(self.state)
        self.state = WHOT.apply(self.state, self.state.turn, legal[pick % len(legal)]).state

    @rule(card=st.sampled_from(CARDS), seat=st.integers(0, 5), call=st.booleans())
    def try_any_play(self, card: Card, seat: int, call: bool) -> None:
        text = f"play {card.code}{' call star' if call else ''}"
        before = WHOT.format_position(self.state)
        try:
            after = act(WHOT, self.state, seat, text).state
        except IllegalAction as refusal:
            assert refusal.rule.startswith("W")
            assert WHOT.format_position(self.state) == before
        else:
            assert seat == self.state.turn and self.state.hands[seat] & card.mask
            self.state = after

    @precondition(lambda self: self.going() and self.state.setup.rulings.options.timeout != "none")
    @rule(excused=st.booleans())
    def time_out(self, excused: bool) -> None:
        self.state = WHOT.timeout(self.state, self.state.turn, excused=excused).state

    @precondition(lambda self: self.going() and len(self.state.ring.seats) > 2)
    @rule(pick=st.integers(0, 5))
    def leave(self, pick: int) -> None:
        seats = self.state.ring.seats
        self.state = WHOT.leave(self.state, seats[pick % len(seats)]).state

    @invariant()
    def cards_are_just_the_pack(self) -> None:
        assert all_cards(self.state) == self.pack

    @invariant()
    def there_is_a_next_step_or_a_result(self) -> None:
        if self.going():
            assert WHOT.to_act(self.state) in self.state.ring.seats
            assert WHOT.legal_actions(self.state)
            assert WHOT.outcome(self.state) is None
        else:
            assert WHOT.to_act(self.state) is None
            assert WHOT.legal_actions(self.state) == ()
            assert WHOT.outcome(self.state).reason in WHOT.end_reasons


TestTableOfWhot = TableOfWhot.TestCase
TestTableOfWhot.settings = settings(
    max_examples=500, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)


def test_random_games_of_every_kind_end_with_their_cards_and_a_reason() -> None:
    """A sample of the soak (100,000 games by `python -m tests.rules.soak`)."""
    met: Counter[str] = Counter()
    for number in range(1_500):
        soak(number, met)
    for name, field in OPTION_FIELDS.items():
        for value in VALUES.get(name, (field.default,)):
            assert met[f"option {name}={value}"], f"{name}={value} was never drawn"
    for reason in set(WHOT.end_reasons) - {"blocked"}:  # blocked needs a short pack
        assert met[f"end {reason}"], f"no game ended by {reason}"
