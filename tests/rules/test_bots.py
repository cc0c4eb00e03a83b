"""Computer players: legal, blind to what they may not see, the same again for the same chance, and as they are said
to be."""

from __future__ import annotations

import random

import pytest

from rules.bots import BY_CHANCE, LEVEL_NAMES, PLAYERS, levels_of, player
from rules.bots.contract import Chance, chance_of
from rules.bots.whot.hard import hard
from rules.bots.whot.moves import Turn
from rules.bots.whot.worlds import Worlds
from rules.core import Event
from rules.shuffle import Seed
from rules.whot import WHOT, options_for
from rules.whot.actions import Play
from rules.whot.cards import CARD, Card, bag_of, cards_in
from rules.whot.dealing import position
from rules.whot.options import PLAYERS as SEATS
from rules.whot.state import Owed, State
from tests.rules.bots_soak import deal_again, positions
from tests.rules.drawn import Scrambled

LEVELS = list(PLAYERS["whot"])
FEW = 60  # playouts, where only the form of the answer matters


def decide(level: str, state: State, told: tuple[Event, ...] = (), number: int = 7):
    view = WHOT.view(state, state.turn)
    if level == "hard":
        return hard(view, told, Chance(number), playouts=FEW)
    return player("whot", level)(view, told, Chance(number))


def cards(codes: str) -> list[Card]:
    return [CARD[code] for code in codes.split()]


def set_up(preset: str, mine: str, theirs: str, top: str, **more) -> State:
    market = cards("C3 T3 X3 S3 C4 T4 C7 X7 T10 X10")
    return position(options_for(preset), [cards(mine), cards(theirs)], CARD[top], market, seed=Scrambled(1), **more)


def test_three_levels_are_offered_the_weakest_first_and_none_for_an_unknown_game() -> None:
    assert levels_of("whot") == ("easy", "normal", "hard")
    assert levels_of("chess") == ()
    assert levels_of("go_stop") == ("easy", "normal", "hard")
    assert {*LEVELS} == {BY_CHANCE, "easy", "normal", "hard"} == {*LEVEL_NAMES}


@pytest.mark.parametrize("level", LEVELS)
def test_whatever_the_house_rules_its_moves_are_legal(level: str) -> None:
    games = 4 if level == "hard" else 40
    for number in range(games):
        for sitting in positions(number, house=0.02):
            state = sitting.state
            action = decide(level, state, sitting.told_to(state.turn), sitting.seq).action
            assert action in WHOT.legal_actions(state), f"{level} in game {number} at {sitting.seq}"
            sitting.goes_on_with(action)


@pytest.mark.parametrize("level", LEVELS)
def test_it_decides_the_same_for_the_same_view_and_chance_and_when_all_it_cannot_see_is_dealt_again(level: str) -> None:
    met = 0
    for number in range(100, 112):
        rng = random.Random(number)
        for sitting in positions(number):
            state, told = sitting.state, sitting.told_to(sitting.state.turn)
            decision = decide(level, state, told, sitting.seq)
            if len(WHOT.legal_actions(state)) > 1 and rng.random() < 0.2:
                other = deal_again(state, state.turn, rng)
                assert WHOT.view(other, state.turn) == WHOT.view(state, state.turn)
                assert decide(level, other, told, sitting.seq) == decision == decide(level, state, told, sitting.seq)
                met += 1
            sitting.goes_on_with(decision.action)
    assert met > 20


def test_what_it_draws_from_is_its_own_label_of_the_seed_and_no_other_decision_has_it() -> None:
    seed = Seed.simulation(3)
    numbers = {chance_of(seed, seat, seq) for seat in range(4) for seq in range(50)}
    assert len(numbers) == 200
    assert chance_of(seed, 2, 5) == seed.below("bot/2/5", 2**32)
    draws = [Chance(number).below("move", 10) for number in sorted(numbers)]
    assert all(draws.count(value) > 5 for value in range(10))


@pytest.mark.parametrize("level", ["normal", "hard"])
@pytest.mark.parametrize(
    ("preset", "mine", "top"),
    [("001", "T5", "T3"), ("003", "W20", "C3"), ("002", "S2", "C2"), ("000W", "DC C3 C4 C5", "C14")],
)
def test_it_never_declines_to_win_at_once(level: str, preset: str, mine: str, top: str) -> None:
    state = set_up(preset, mine, "C11 C12 X11", top)
    action = decide(level, state).action
    assert isinstance(action, Play) and WHOT.apply(state, 0, action).state.end == "emptied_hand"  # W7.1


def test_hard_never_declines_to_win_at_once_in_whole_games() -> None:
    met = 0
    for number in range(200, 230):
        for sitting in positions(number):
            state = sitting.state
            legal = WHOT.legal_actions(state)
            winning = [a for a in legal if isinstance(a, Play) and WHOT.apply(state, state.turn, a).state.end]
            emptied = [a for a in winning if WHOT.apply(state, state.turn, a).state.end == "emptied_hand"]
            if emptied:
                assert decide("hard", state, sitting.told_to(state.turn)).action in emptied
                met += 1
            sitting.goes_on_with(decide("normal", state).action)
    assert met > 20


def test_a_beginner_forgets_the_last_card_now_and_then_and_the_others_never() -> None:
    state = set_up("000", "T5 T7", "C11 C12 X11", "T3")
    for level in LEVELS:
        plays = [decide(level, state, number=number).action for number in range(300)]
        said = [action.last for action in plays if isinstance(action, Play)]
        left_off = said.count(False) / len(said)
        assert (0.1 < left_off < 0.4) if level == "easy" else not left_off, level  # W5.1


def test_normal_keeps_a_whot_back_as_long_as_something_else_fits() -> None:
    state = set_up("001", "W20 C5 X7 S11", "C11 C12 X11", "C3")
    assert decide("normal", state).action.text == "play C5"


def test_normal_calls_the_shape_it_holds_most_of() -> None:
    state = set_up("001", "W20 X7 X11 S11", "C11 C12 X1", "C3")
    assert decide("normal", state).action.text == "play W20 call cross"


def test_normal_answers_a_pick_and_cancels_one_with_a_whot_only_where_nothing_else_answers() -> None:
    owing = {"owed": Owed(2, 4, 1)}
    assert decide("normal", set_up("001", "T2 W20 C5", "C11 C12", "C2", **owing)).action.text == "play T2"
    assert decide("normal", set_up("001", "T7 W20 T5", "C11 C12", "C2", **owing)).action.text.startswith("play W20")
    assert decide("normal", set_up("000", "T7 W20 T5", "C11 C12", "C2", **owing)).action.text == "draw"


def test_normal_hits_whoever_is_about_to_finish() -> None:
    mine = "T13 T8 S13 X13"
    assert decide("normal", set_up("002", mine, "C11 C12 X11 X12 S5", "T3")).action.text == "play T13"
    assert decide("normal", set_up("002", mine, "C11 C12", "T3")).action.text == "play T8"  # it misses its turn


def test_hard_is_given_up_as_soon_as_there_is_no_more_time_and_says_so() -> None:
    state = set_up("001", "T5 T7 X3 W20", "C11 C12 X11", "T3")
    asked = iter([False, False, True])
    decision = hard(WHOT.view(state, 0), (), Chance(1), lambda: next(asked))
    assert decision.stopped and decision.playouts == 3 * len(WHOT.legal_actions(state))
    assert not hard(WHOT.view(state, 0), (), Chance(1)).stopped


def test_hard_says_why_in_one_sentence() -> None:
    assert str(decide("hard", set_up("001", "T5", "C11 C12", "T3")).reason) == "It empties your hand, and you win."
    assert str(decide("hard", set_up("001", "X5 X7", "C11 C12", "T3")).reason) == "It is the only thing you can do."
    for preset in SEATS:
        state = WHOT.setup(options=options_for(preset), seats=2, seed=Seed.simulation(4)).state
        reason = str(decide("hard", state).reason)
        assert reason.endswith(".") and "\n" not in reason


def test_hard_takes_the_move_that_leaves_nothing_to_chance() -> None:
    """With one card left after it and a hold on in between, it can finish whatever the other holds (W4.1)."""
    state = set_up("001", "T1 T7", "C11 C12 X11 S11 S13", "T3")
    assert decide("hard", state).action.text == "play T1"


def test_the_pack_is_whole_in_every_deal_it_imagines() -> None:
    for number in range(300, 320):
        for sitting in positions(number, house=0.03):
            state = sitting.state
            view = WHOT.view(state, state.turn)
            turn = Turn.remembering(view, sitting.told_to(state.turn))
            assert turn.known is not None
            for world in (0, 7):
                start, _shuffle = Worlds(turn.board, view, turn.known, b"key").deal(world)
                mine = bag_of([CARD[code] for code in turn.board.codes_of(start.hands[state.turn])])
                assert cards_in(mine) == cards_in(state.hands[state.turn])
                for seat in view.in_play:
                    assert start.hands[seat].bit_count() == view.counts[seat]
                assert len(start.market) == view.market_count
                lying = [*start.hands, *start.market, start.pile, 1 << start.top - 1]
                assert sum(lying) == sum(set(lying) - {0}) and sum(lying).bit_count() == sum(
                    c.bit_count() for c in lying
                )
            sitting.goes_on_with(decide("easy", state, number=sitting.seq).action)
