"""Computer players of Go-Stop: legal, blind to what they may not see, the same again for the same chance, and as they
are said to be; and the playouts of the strongest one keep the rules."""

from __future__ import annotations

import random

import pytest

from rules.bots import BY_CHANCE, levels_of, player
from rules.bots.contract import Chance, Decision
from rules.bots.go_stop import LEVELS
from rules.bots.go_stop.hard import hard
from rules.bots.go_stop.playout import NOBODY, Playout, total
from rules.bots.go_stop.simple import normal
from rules.bots.go_stop.worlds import Worlds
from rules.core import Event, act
from rules.go_stop import GO_STOP
from rules.go_stop.actions import GO, STOP
from rules.go_stop.cards import CARD, PACK, bag_of
from rules.go_stop.scoring import score
from rules.go_stop.state import State
from tests.rules.go_stop.arena import pairing
from tests.rules.go_stop.drawn import HABITS, dealt, drawn_action
from tests.rules.go_stop.test_clauses import at
from tests.rules.go_stop.test_contract import dealt_again

FEW = 60  # playouts, where only the form of the answer matters


def decide(level: str, state: State, told: tuple[Event, ...] = (), number: int = 7) -> Decision:
    view = GO_STOP.view(state, state.actor)
    if level == "hard":
        return hard(view, told, Chance(number), playouts=FEW)
    return player("go_stop", level)(view, told, Chance(number))


def positions(number: int) -> list[State]:
    """All positions of a drawn deal in which somebody is to act."""
    rng, state, found = random.Random(number), dealt(number), []
    while state.result is None:
        found.append(state)
        state = act(GO_STOP, state, *drawn_action(state, rng, HABITS[number % len(HABITS)])).state
    return found


def test_three_levels_are_offered_the_weakest_first() -> None:
    assert levels_of("go_stop") == ("easy", "normal", "hard") and set(LEVELS) == {BY_CHANCE, "easy", "normal", "hard"}


@pytest.mark.parametrize("level", LEVELS)
def test_its_moves_are_legal_in_whole_deals(level: str) -> None:
    for number in range(6 if level == "hard" else 150):
        state, seq = dealt(number), 0
        while state.result is None:
            action = decide(level, state, number=seq).action
            assert action in GO_STOP.legal_actions(state), f"{level} in deal {number}"
            state, seq = GO_STOP.apply(state, state.actor, action).state, seq + 1


@pytest.mark.parametrize("level", LEVELS)
def test_it_decides_the_same_when_all_it_cannot_see_is_dealt_again(level: str) -> None:  # R51
    met = 0
    for number in range(100, 110 if level == "hard" else 160):
        for state in positions(number)[:: 3 if level == "hard" else 1]:
            other = dealt_again(state, state.actor, random.Random(number))
            decision = decide(level, state, number=number)
            assert decide(level, other, number=number) == decision == decide(level, state, number=number)
            met += 1
    assert met > 40


def test_the_score_of_a_playout_is_the_score_of_the_rules() -> None:
    rng = random.Random(5)
    for _ in range(20_000):
        captured = 0
        for card in rng.sample(range(48), rng.randrange(0, 34)):
            captured |= 1 << card
        assert total(captured) == score(captured).total


def test_a_playout_ends_as_the_rules_end_it() -> None:
    """Both sides by the rule of thumb, Stop at once: move by move in the engine, and as a playout."""
    chance = Chance(1)
    ends: set[str] = set()
    for number in range(1_000):
        states = positions(number)[-6 * (number % 2) :]  # early ones, and in every other deal late ones
        if not states:
            continue
        state = states[random.Random(number).randrange(len(states))]
        if state.waiting is not None or state.deciding:
            continue
        owner = [NOBODY] * 12
        for month, made in state.piles:
            owner[month - 1] = NOBODY if made is None else made
        playout = Playout(
            state.hands, state.layout, owner, [card.index for card in state.stock], state.captured, state.turn,
            state.actor, state.gos, state.last_go, state.ppuk,
        )  # fmt: skip
        while state.result is None:
            view = GO_STOP.view(state, state.actor)
            state = GO_STOP.apply(state, state.actor, normal(view, (), chance).action).state
        assert playout.run() == (state.result.winner, state.result.payment), number
        ends.add(state.result.reason)
    assert {"stop", "nagari"} <= ends


def test_the_pack_is_whole_in_every_deal_that_hard_imagines() -> None:
    for number in range(30):
        for state in positions(number):
            view = GO_STOP.view(state, state.actor)
            deal = Worlds(view, b"key").deal(number)
            assert deal.hands[state.actor] == state.hands[state.actor]
            assert deal.hands[1 - state.actor].bit_count() == state.hands[1 - state.actor].bit_count()
            assert len(deal.stock) == len(state.stock)
            heaps = [*deal.hands, deal.layout, sum(1 << card for card in deal.stock), *deal.captured]
            if view.choice is not None:
                codes = {view.choice.revealed, *view.choice.taken} | (
                    {view.choice.played} if view.choice.taken else set()
                )
                heaps.append(bag_of([CARD[code] for code in codes]))
            assert sum(heaps) == PACK and sum(heap.bit_count() for heap in heaps) == 48


def test_hard_stops_where_going_on_can_only_lose() -> None:
    """A turn before the stock ends, 8 points, and the other one about to score (R37: its Go would have to pay)."""
    state = at(("04-3 05-1", "12-1 12-2"), "04-1 06-1", "07-1", turn=17, mine="01-2 02-2 03-2 02-1 08-2")
    offered = act(GO_STOP, state, 0, "play 04-3").state
    assert decide("hard", offered).action is STOP
    assert all(decide("normal", offered, number=n).action is STOP for n in range(5))
    assert {decide("easy", offered, number=n).action for n in range(60)} == {GO, STOP}


def test_hard_goes_on_where_the_other_one_cannot_win_any_more() -> None:
    """Early, many points nearly made, and the other hand has captured nothing: it calls Go at least now and then."""
    went = 0
    for number in range(60):
        for state in positions(number * 4 + 2):  # the deals whose players stop
            if state.deciding and not state.last_of_actor:
                went += decide("hard", state).action is GO
    assert went > 0


def test_hard_is_given_up_as_soon_as_there_is_no_more_time_and_says_so() -> None:
    state = dealt(21)
    asked = iter([False, False, True])
    decision = hard(GO_STOP.view(state, state.actor), (), Chance(1), lambda: next(asked))
    assert decision.stopped and decision.playouts == 3 * len(GO_STOP.legal_actions(state))


def test_hard_says_why_in_one_sentence() -> None:
    said = set()
    for number in range(12):
        for state in positions(number):
            reason = str(decide("hard", state).reason)
            assert reason.endswith(".") and "\n" not in reason and "%(" not in reason
            said.add(reason.split(" ")[0])
    assert {"It", "Stop:", "To"} <= said


def test_the_levels_stand_in_their_order() -> None:
    """A sample of the arena (docs/bots_go_stop.md has the measured table)."""
    won = {name: float(pairing(*name.split(":"), 250, 3).split("|")[3].split("±")[0])  # type: ignore[call-arg]
           for name in ("easy:random", "normal:random", "normal:easy")}  # fmt: skip
    assert 55 <= won["easy:random"] <= 68 and won["normal:random"] >= 75 and won["normal:easy"] >= 60
