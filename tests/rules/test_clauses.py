"""Clauses that the scenario format has no words for."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from rules.core import BadOptions, IllegalAction, UnreadableAction, act
from rules.shuffle import Seed
from rules.whot import WHOT, Options, coins, options_for, tally
from rules.whot.cards import CARD, PACKS, SHAPES, codes_in
from rules.whot.dealing import position
from rules.whot.notation import format_position, parse_position
from rules.whot.screen import screen_of
from rules.whot.state import State
from tests.rules.drawn import Scrambled, drawn_action, drawn_options

OPTIONS_001 = options_for("001")


def at(text: str, **named: object) -> State:
    preset = str(named.pop("preset", "001"))
    return parse_position(text, options_for(preset, **named), Seed.simulation(1))


def stacked(preset: str, seats: int, front: str, **named: object) -> State:
    """A deal from a pack that begins with these cards."""
    options = options_for(preset, **named)
    pack = [card.code for card in PACKS[options.pack]]
    order = []
    for code in front.split():
        place = next(i for i, c in enumerate(pack) if c == code and i not in order)
        order.append(place)
    order += [i for i in range(len(pack)) if i not in order]
    return WHOT.setup(options=options, seats=seats, seed=Scrambled(1, order), first_seat=0).state


def test_cards_are_dealt_one_at_a_time_from_seat_0() -> None:
    """W2.3: in seat order, then the start card, then the market."""
    state = stacked("001", 3, "C1 T1 X1 C2 T2 X2 C3 T3 X3 C4 T4 X5 C5 T5 X7 C10 S13 S14")
    assert [codes_in(hand) for hand in state.hands] == [
        ("C1", "C2", "C3", "C4", "C5"),
        ("T1", "T2", "T3", "T4", "T5"),
        ("X1", "X2", "X3", "X5", "X7"),
    ]
    assert state.top.code == "C10"
    assert [card.code for card in state.market_left[:2]] == ["S13", "S14"]


def test_a_game_begins_even_when_no_card_may_start_it() -> None:
    """W2.4: all go under in their order, then the first that is not wild is taken."""
    plain = [c.code for c in PACKS["whot54"] if c.number in (3, 4, 7, 10, 11, 12, 13)]
    special = [c.code for c in PACKS["whot54"] if c.code not in plain]
    dealt = [*plain, *special][: 4 * 7]
    assert set(plain) <= set(dealt), "no plain card is left for the market"
    wilds_first = sorted([*plain, *special][4 * 7 :], key=lambda code: code != "W20")
    state = stacked("002", 4, " ".join([*dealt, *wilds_first]), hand_size=7)
    first_not_wild = next(code for code in wilds_first if code != "W20")
    assert state.top.code == first_not_wild
    market = list(wilds_first)
    market.remove(first_not_wild)
    assert [card.code for card in state.market_left] == market


def test_the_first_seat_is_drawn_from_the_seed_and_recorded() -> None:
    """W2.5."""
    drawn = [WHOT.setup(options=OPTIONS_001, seats=4, seed=Seed.simulation(n)).state for n in range(400)]
    for number, state in enumerate(drawn):
        assert state.setup.first_seat == Seed.simulation(number).below("first", 4) == state.turn
    assert {state.turn for state in drawn} == {0, 1, 2, 3}


def test_a_seat_that_sits_out_gets_no_cards_and_no_place() -> None:
    """W9.3."""
    step = WHOT.setup(options=OPTIONS_001, seats=4, seed=Seed.simulation(1), first_seat=1, sitting_out=[0, 2])
    state = step.state
    assert [len(codes_in(hand)) for hand in state.hands] == [0, 5, 0, 5]
    assert state.ring.seats == (1, 3)
    state = WHOT.leave(state, 1).state
    outcome = WHOT.outcome(state)
    assert outcome is not None and outcome.ranking == ((3,), (1,))
    assert outcome.points[0] is None and outcome.tally[2] is None
    with pytest.raises(BadOptions):
        WHOT.setup(options=OPTIONS_001, seats=2, seed=Seed.simulation(1), sitting_out=[0])
    with pytest.raises(BadOptions):
        WHOT.setup(options=OPTIONS_001, seats=3, seed=Seed.simulation(1), first_seat=0, sitting_out=[0])


@pytest.mark.parametrize(("top", "text"), [("C10", "play C8"), ("C10", "play C1"), ("C10", "play C2")])
def test_a_turn_lost_to_a_card_is_neither_a_miss_nor_an_action(top: str, text: str) -> None:
    """W8.2: seat 1 missed once; a card takes its turn; its count stays."""
    position = f"C1,C2,C8,C3,C4/T4,X7 {top} T3,X7,S11,S14 - 0+ - 0,1 r0 - - -"
    state = act(WHOT, at(position, hold_on="next_only", pick2="auto"), 0, text).state
    assert state.turn == 0 and state.absence.misses == (0, 1)


def test_an_excused_timeout_draws_and_counts_no_miss() -> None:
    """W8.1."""
    state = at("C8,C3/T4,X7 C10 T3,X7,S11 - 0+ - 1,0 r0 - - -")
    excused = act(WHOT, state, 0, "timeout excused").state
    assert codes_in(excused.hands[0]) == ("C3", "C8", "T3")
    assert excused.absence.misses == (1, 0) and excused.turn == 1
    missed = act(WHOT, state, 0, "timeout").state
    assert missed.end == "last_player" and missed.absence.out == (0,)
    with pytest.raises(IllegalAction) as refusal:
        act(WHOT, at("C8/T4 C10 T3 - 0+ - 0,0 r0 - - -", timeout="none"), 0, "timeout excused")
    assert refusal.value.rule == "W8.1"


def test_an_abandoned_game_is_ranked_as_it_stands() -> None:
    """W7.5."""
    state = at("C8,C3/T4/X14 C2 T3,X7 - 1+ 2x4@0 0,0,0 r0 - - -")
    state = act(WHOT, state, None, "abandon").state
    outcome = WHOT.outcome(state)
    assert outcome is not None and outcome.reason == "abandoned"
    assert outcome.ranking == ((1,), (0,), (2,)) and outcome.points == (11, 4, 14)
    with pytest.raises(IllegalAction):
        act(WHOT, state, None, "abandon")


def test_eliminated_seats_rank_below_all_others_the_later_first() -> None:
    """W8.3."""
    state = at("C8,C3/T4/X14/C14,T14 C12 T3,X7,S1 - 1+ - 0,0,0,0 r0 - - -")
    state = act(WHOT, state, 1, "leave").state
    state = act(WHOT, state, 0, "leave").state
    state = act(WHOT, state, None, "time_up").state
    outcome = WHOT.outcome(state)
    assert outcome is not None and outcome.ranking == ((2,), (3,), (0,), (1,))


def test_leaving_does_not_pay_in_the_running_tally() -> None:
    """W9.5: what it held when it went, and at least the worst hand left at the end."""
    state = at("C8,C3/T4/X14/C14,T14 C12 T3,X7,S1 - 1+ - 0,0,0,0 r0 - - -")
    state = act(WHOT, state, 1, "leave").state
    state = act(WHOT, state, None, "time_up").state
    outcome = WHOT.outcome(state)
    assert outcome is not None
    assert outcome.points == (11, 4, 14, 28)
    assert outcome.tally == (11, 28, 14, 28)
    heavy = at("C8,C3/T4,W20,W20/X14 C12 T3,X7,S1 - 1+ - 0,0,0 r0 - - -")
    heavy = act(WHOT, act(WHOT, heavy, 1, "leave").state, None, "time_up").state
    assert WHOT.outcome(heavy).tally == (11, 44, 14)  # type: ignore[union-attr]


def test_a_call_with_a_whot_that_goes_out_is_accepted_and_needless() -> None:
    """W4.9."""
    state = at("W20/T4 C12 T3 - 0+ - 0,0 r0 - - -")
    assert [action.text for action in WHOT.legal_actions(state)] == ["play W20"]
    assert act(WHOT, state, 0, "play W20 call star").state.end == "emptied_hand"


@pytest.mark.parametrize("order", ["", "number", "dealt"])
def test_of_several_whots_the_first_one_shows_the_five_shapes(order: str) -> None:
    """W1.7, W4.9: they are told apart by nothing, so what can be called stands once."""
    state = at("W20,S7,W20,T4,W20/T4 C12 T3 - 0+ - 0,0 r0 - - -", preset="000")
    whots = [card for card in screen_of(WHOT.view(state, 0), (), order).hand if card.code == "W20"]
    assert [len(card.calls) for card in whots] == [5, 0, 0]
    assert [card.equal for card in whots] == [False, True, True]
    waits = screen_of(WHOT.view(act(WHOT, state, 0, "draw").state, 0), (), order)
    assert not any(card.calls or card.equal for card in waits.hand)


def test_the_tactical_example_of_wharts_and_all_wins_in_one_go() -> None:
    """W1.3: 003 on a CROSS-12: hold on, pick two, and out on the Whot."""
    start = at("X1,X2,W20/C4,T5,S7 X12 T3,C7,S11 - 0+ - 0,0 r0 - - -", preset="003")
    state = start
    for text in ("play X1", "play X2", "play W20"):
        assert state.turn == 0
        state = act(WHOT, state, 0, text).state
    outcome = WHOT.outcome(state)
    assert outcome is not None and outcome.reason == "emptied_hand" and outcome.winners == (0,)
    assert codes_in(state.hands[1]) == ("C4", "C7", "T3", "T5", "S7")  # picked two, played none
    assert outcome.points == (0, 26)


def test_a_refusal_names_the_clause_and_what_would_be_legal() -> None:
    """W3.5."""
    state = at("C5,T5,S7/T4 C5 T3 - 0+ 5x3@1 0,0 r0 - - -", preset="000")
    with pytest.raises(IllegalAction) as refusal:
        act(WHOT, state, 0, "play S7")
    assert refusal.value.rule == "W4.2"
    assert refusal.value.legal == ("play C5", "play T5", "draw")
    assert "3 cards are owed" in str(refusal.value)


@pytest.mark.parametrize(
    ("position", "text", "rule"),
    [
        ("C5,S7,T4/T4 C12 T3 - 0+ - 0,0 r0 - - -", "play S7", "W3.1"),
        ("C5,S7,T4/T4 C12 T3 - 0+ - 0,0 r0 - - -", "play C7", "W3.1"),
        ("C5,S7,T4/T4 C12 T3 - 0+ - 0,0 r0 - - -", "draw", "W3.3"),
        ("C5,S7,T4/T4 C12 T3 - 0+ - 0,0 r0 - - -", "pass", "W3.2"),
        ("W20,S7,T4/T4 C12 T3 - 0+ - 0,0 r0 - - -", "play W20", "W4.9"),
        ("C5,S7,T4/T4 C12 T3 - 0+ - 0,0 r0 - - -", "play C5 call star", "W4.9"),
        ("C5,S7,T4/T4 W20>star T3 - 0+ - 0,0 r0 - - -", "play C5", "W4.9"),
        ("C5,S7,T4/T4 PUNCH>star T3 - 0+ - 0,0 r0 - - -", "play C5", "W4.12"),
        ("W20,S7,T4/T4 C2 T3 - 0+ 2x2@1 0,0 r0 - - -", "play S7", "W4.2"),
        ("DC,S7,T4/T4 C2 T3 - 0+ 2x2@1 0,0 r0 - - -", "play DC", "W4.10"),
        ("REVC,S7,T4/T4 C2 T3 - 0+ 2x2@1 0,0 r0 - - -", "play REVC", "W4.11"),
        ("DC,S7,T4/T4 T10 T3 - 0+ - 0,0 r0 - - -", "play DC", "W4.10"),
        ("C5,S7,T4/T4 C12 T3 - 1+ - 0,0 r0 - - -", "play C5", "W3.1"),
        ("C5,S7,T4/!1:T4/T7 C12 T3 - 0+ - 0,0,0 r0 - - -", "play S7", "W3.1"),
    ],
)
def test_each_refusal_cites_its_clause(position: str, text: str, rule: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        act(WHOT, at(position), 0, text)
    assert refusal.value.rule == rule


def test_a_seat_that_is_out_cannot_act_or_leave_again() -> None:
    """W8.3."""
    state = at("C5,S7/!1:T4/T7 C12 T3 - 0+ - 0,0,0 r0 - - -")
    for text in ("draw", "leave"):
        with pytest.raises(IllegalAction) as refusal:
            act(WHOT, state, 1, text)
        assert refusal.value.rule == "W8.3"


def test_positions_read_back_as_they_were_written() -> None:
    for seed in range(150):
        rng = random.Random(seed)
        options, seats = drawn_options(rng)
        state = WHOT.setup(options=options, seats=seats, seed=Seed.simulation(seed)).state
        for _ in range(40):
            text = format_position(state)
            again = parse_position(text, options, state.setup.seed, state.setup.first_seat)
            assert format_position(again) == text
            assert again._replace(market=state.market, taken=state.taken) == state
            if state.end is not None:
                break
            state = act(WHOT, state, *drawn_action(state, rng)).state


@pytest.mark.parametrize(
    "text",
    ["", "C5/T4 C12", "C5/T4 C99 - - 0+ - 0,0 r0 - - -", "C5/T4 C12 - - 0* - 0,0 r0 - - -",
     "C5/T4 C12 - - 0+ 3x3@1 0,0 r0 - - -", "C5/T4 C12>sun - - 0+ - 0,0 r0 - - -",
     "C5/T4 C12 - - 5+ - 0,0 r0 - - -"],
)  # fmt: skip
def test_a_position_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_position(text, OPTIONS_001, Seed.simulation(1))


def test_places_of_a_wild_game_have_no_ties() -> None:
    """E1.5: fewer cards, then the lower highest card, then the seat nearer the first seat."""
    options = options_for("000")
    state = at("C7,C3/T4,T6/X10/S4,S6 C12 T3,X7,S1 - 1+ - 0,0,0,0 r0 - - -", preset="000")
    outcome = WHOT.outcome(WHOT.time_up(state).state)
    assert outcome is not None and outcome.ranking == ((2,), (0, 1, 3))
    hands = [codes_in(hand) for hand in state.hands]
    assert coins.wild_places(outcome, hands, options, first_seat=0) == (2, 1, 3, 0)
    assert coins.wild_places(outcome, hands, options, first_seat=2) == (2, 3, 1, 0)


def test_an_eliminated_second_wins_nothing() -> None:
    """E1.3: its weight is 0."""
    settled = coins.wild_settlement(4, [0, 12, 22, 61], second_eliminated=True)
    assert settled.gains == (364, 0, 0, 0)


def test_ranks_of_the_whot_road() -> None:
    """E2, E2.3, E1.4."""
    assert [coins.feat_threshold(r) for r in range(10)] == [
        0, 40, 120, 240, 400, 600, 840, 1120, 1440, 1800,
    ]  # fmt: skip
    assert [coins.military_rank(f) for f in (0, 39, 40, 119, 120, 1799, 1800, 99999)] == [
        0, 0, 1, 1, 2, 8, 9, 9,
    ]  # fmt: skip
    assert coins.feat_after(0, -1) == 0 and coins.feat_after(5, -1) == 4
    assert coins.to_sit(80) == 4000
    for wrong in (0, 3, 160):
        with pytest.raises(ValueError):
            coins.to_sit(wrong)


@pytest.mark.parametrize(
    ("named", "text", "told"),
    [
        ({"last_card_call": "auto"}, "play C5", "last_card"),
        ({"last_card_call": "penalty2"}, "play C5 last", "last_card"),
        ({"last_card_call": "penalty2"}, "play C5", "no_last_card"),
        ({"last_card_call": "off"}, "play C5 last", "last_card"),
        ({"last_card_call": "off"}, "play C5", None),
    ],
)
def test_the_last_card_call_and_its_omission_are_told_to_everyone(
    named: dict[str, object], text: str, told: str | None
) -> None:
    """W5.2."""
    state = at("C5,S7/T4,T7 C12 T3,X7,S1,S2 - 0+ - 0,0 r0 - - -", pick3="off", **named)
    events = act(WHOT, state, 0, text).events
    for viewer in (None, 0, 1):
        calls = [e for e in WHOT.tell(events, viewer) if e.name.endswith("last_card")]
        assert [(e.name, e.seat) for e in calls] == ([(told, 0)] if told else [])


def test_a_needless_last_card_call_costs_nothing_and_says_nothing() -> None:
    """W5.1."""
    state = at("C5,S7,T4/T4,T7 C12 T3,X7,S1,S2 - 0+ - 0,0 r0 - - -", preset="000")
    with_call = act(WHOT, state, 0, "play C5 last")
    without = act(WHOT, state, 0, "play C5")
    assert with_call.state == without.state
    assert "last_card" not in [event.name for event in with_call.events]


@pytest.mark.parametrize(
    ("preset", "named", "answer"),
    [
        ("000", {}, "only a 2 answers them"),
        ("001", {}, "a 2 or a Whot answers them"),
        ("000W", {}, "a 2 or a Wild Punch answers them"),
        ("000W", {"whot_defence": "cancel"}, "a 2, a Whot or a Wild Punch answers them"),
    ],
)
def test_a_refusal_under_a_pick_names_all_that_would_answer_it(
    preset: str, named: dict[str, object], answer: str
) -> None:
    """W4.2, W4.4, W4.12."""
    state = at("C2,C5,T5/T4 C2 T3 - 0+ 2x2@1 0,0 r0 - - -", preset=preset, **named)
    with pytest.raises(IllegalAction, match=answer):
        act(WHOT, state, 0, "play C5")


def test_with_nothing_to_draw_a_seat_that_can_play_must() -> None:
    """W3.3, W3.4: and one that cannot may still go to market, and passes."""
    state = at("C5,S7/T4,X9 C12 - - 0+ - 0,0 r0 - - -", preset="000")
    assert [action.text for action in WHOT.legal_actions(state)] == ["play C5", "play C5 last"]
    unable = at("X5,S7/C4,X9 C12 - - 0+ - 0,0 r0 - - -", preset="000")
    assert [action.text for action in WHOT.legal_actions(unable)] == ["draw"]
    assert act(WHOT, unable, 0, "draw").state.absence.passed == {0}


@pytest.mark.parametrize("junk", [None, "draw", "play C5", object(), 3])
def test_only_an_action_is_an_action(junk: object) -> None:
    state = at("C5,S7/T4,X9 C12 T3,T4 - 0+ - 0,0 r0 C5 - -", after_draw="may_play")
    with pytest.raises(TypeError, match="parse_action"):
        WHOT.apply(state, 0, junk)  # type: ignore[arg-type]
    for text in (None, 0, []):
        with pytest.raises(UnreadableAction):
            WHOT.parse_action(text)  # type: ignore[arg-type]


def test_values_of_the_wrong_type_are_refused_at_the_edge() -> None:
    seed = Seed.simulation(1)
    for wrong in (
        {"options": "001"}, {"seats": "2"}, {"seats": 2.0}, {"seats": True}, {"seed": 5},
        {"first_seat": 1.0}, {"sitting_out": [0.0]},
    ):  # fmt: skip
        with pytest.raises(TypeError):
            WHOT.setup(**({"options": OPTIONS_001, "seats": 3, "seed": seed} | wrong))  # type: ignore[arg-type]
    for made in (lambda: Options("001", pick2="nonsense"), lambda: options_for([])):  # type: ignore[arg-type]
        with pytest.raises(BadOptions):
            made()
    state = WHOT.setup(options=OPTIONS_001, seats=3, seed=seed).state
    for seat in (-1, 3, 99):
        for refused in (lambda s: WHOT.leave(state, s), lambda s: WHOT.timeout(state, s),
                        lambda s: act(WHOT, state, s, "draw")):  # fmt: skip
            with pytest.raises(IllegalAction):
                refused(seat)
        with pytest.raises(ValueError):
            WHOT.view(state, seat)


def test_a_seat_that_is_only_equal_to_a_number_leaves_no_trace() -> None:
    state = at("C5,S7/T4,X9 C12 T3,T4,T7 - 1+ - 0,0 r0 - - -")
    for step in (WHOT.timeout(state, True), WHOT.timeout(state, 1)):
        assert all(type(event.seat) is int for event in step.events if event.seat is not None)
        assert type(step.state.turn) is int


def test_a_copied_game_is_the_same_game() -> None:
    state = WHOT.setup(options=options_for("000W"), seats=4, seed=Seed.simulation(3)).state
    for again in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state)):
        assert again == state and hash(again) == hash(state)
        assert WHOT.legal_actions(again) == WHOT.legal_actions(state)
    for action in WHOT.legal_actions(state):
        assert pickle.loads(pickle.dumps(action)) is action


def test_the_last_place_of_a_finished_match_is_the_wharty_est() -> None:
    """W9.1, W9.2."""
    games = [[0, 20, 12], [15, 0, 8]]
    assert tally.running_tally(games, 3, 2).wharty_est == (1, 2)
    assert tally.running_tally([[0, 20, 12], [15, 0, 9]], 3, 2).wharty_est == (2,)
    assert tally.running_tally(games, 3, 5).wharty_est == ()


def test_games_won_break_a_tie_only_where_agreed() -> None:
    """W9.1."""
    games = [[0, 20, 12], [20, 0, 8]]
    assert tally.running_tally(games, 3, 2).ranking == ((0, 1, 2),)
    assert tally.running_tally(games, 3, 2, by_games_won=True).ranking == ((0, 1), (2,))


def test_the_five_shapes_have_their_letters() -> None:
    """W1.1."""
    assert {shape.value: shape.letter for shape in SHAPES} == {
        "circle": "C", "triangle": "T", "cross": "X", "square": "S", "star": "R",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        ("C10 / T3 T7 / X11", "Where points are equal, fewer cards in hand come first."),
        ("C10 / T10 / X11", "Where points and number of cards are equal, the place is shared."),
        (
            "C10 / T10 / X3 X7",
            "Where points are equal, fewer cards in hand come first; with as many cards the place is shared.",
        ),
        ("C10 / T11 / X12", None),
    ],
)
def test_the_end_says_how_equal_points_were_placed(hands: str, said: str | None) -> None:
    """W7.4: fewer cards in hand, then shared; W8.3: who left is last by leaving, with whatever points."""
    held = [[CARD[code] for code in hand.split()] for hand in hands.split(" / ")]
    for out in ([], [(3, [CARD["S5"]])]):  # a star doubles: ten points as well (W7.3)
        rows = [*held, []] if out else held
        state = position(options_for("000"), rows, CARD["C1"], [CARD["X2"]] * 4, seed=Seed.simulation(1), out=out)
        over = act(WHOT, state, None, "time_up").state
        assert screen_of(WHOT.view(state, 0), ()).level is None
        level = screen_of(WHOT.view(over, 0), ()).level
        assert (None if level is None else str(level)) == said
