"""What a seat works out from what it was told: true in every game, and as much as a watchful player would know."""

from __future__ import annotations

from rules.bots.whot.board import Board, board_for
from rules.bots.whot.memory import Known, known_to
from rules.core import Event, act
from rules.shuffle import Seed
from rules.whot import WHOT, options_for
from rules.whot.cards import codes_in
from rules.whot.state import State
from tests.rules.bots_soak import decide, positions


def test_what_is_surely_so_is_so() -> None:
    """No hand holds what its owner surely has not, and every hidden card is in the pool it is said to be in."""
    refilled = put_back = 0
    for number in range(120):
        for sitting in positions(number, house=0.02):
            state = sitting.state
            view = WHOT.view(state, state.turn)
            board = board_for(view.options)
            told = sitting.told_to(state.turn)
            known = known_to(board, view, told)
            assert board.codes_of(known.own) == list(view.hand)
            assert board.codes_of(known.pile) == list(view.pile)
            refilled += len(known.pools) > 1
            put_back += bool(known.bottom)
            bottom = [board.codes_of(card)[0] for card in known.bottom]
            assert [card.code for card in state.market_left][len(state.market_left) - len(bottom) :] == bottom  # W2.4
            for seat in view.in_play:
                if seat != state.turn:
                    _check_hand(board, known, seat, list(codes_in(state.hands[seat])))
            sitting.goes_on_with(decide("normal", sitting, 0).action)
    assert refilled > 50 and put_back > 500


def _check_hand(board: Board, known: Known, seat: int, hand: list[str]) -> None:
    """There is a way to part the hand into its groups: a card for each place (a matching, by augmenting paths)."""
    for other, card in known.held:
        if other == seat:
            hand.remove(board.codes_of(card)[0])
    places = [group for group in known.groups if group.seat == seat for _card in range(group.count)]
    assert len(places) == len(hand)
    fits = [{*board.codes_of(known.pools[group.pool] & ~group.never)} for group in places]
    taken: dict[int, int] = {}

    def placed(card: int, tried: set[int]) -> bool:
        for place in range(len(places)):
            if hand[card] in fits[place] and place not in tried:
                tried.add(place)
                if place not in taken or placed(taken[place], tried):
                    taken[place] = card
                    return True
        return False

    assert all(placed(card, set()) for card in range(len(hand))), (hand, fits)


def play_out(preset: str, seats: int, number: int, texts: list[str]) -> tuple[State, list[list[Event]]]:
    seed = Seed.simulation(number)
    step = WHOT.setup(options=options_for(preset), seats=seats, seed=seed)
    told: list[list[Event]] = [[] for _seat in range(seats)]
    for seat in range(seats):
        told[seat] += WHOT.tell(step.events, seat)
    for text in texts:
        step = act(WHOT, step.state, step.state.turn, text)
        for seat in range(seats):
            told[seat] += WHOT.tell(step.events, seat)
    return step.state, told


def test_who_went_to_market_held_nothing_that_fitted_where_only_that_sends_one_there() -> None:
    number = next(n for n in range(500) if _first_can_only_draw("001", n))
    state, told = play_out("001", 2, number, ["draw"])
    view = WHOT.view(state, state.turn)
    known = known_to(board_for(view.options), view, told[state.turn])
    old, new = known.groups
    assert (old.count, new.count, new.never) == (5, 1, 0)
    assert old.never == board_for(view.options).fits_card[known.top]  # W3.3


def test_it_is_only_a_sign_where_anybody_may_go_to_market() -> None:
    number = next(n for n in range(500) if not _first_can_only_draw("002", n))
    state, told = play_out("002", 2, number, ["draw"])
    view = WHOT.view(state, state.turn)
    known = known_to(board_for(view.options), view, told[state.turn])
    assert known.groups[0].never == 0 and known.groups[0].hardly == board_for(view.options).fits_card[known.top]


def _first_can_only_draw(preset: str, number: int) -> bool:
    state = WHOT.setup(options=options_for(preset), seats=2, seed=Seed.simulation(number)).state
    return len(WHOT.legal_actions(state)) == 1


def test_with_two_seats_a_refill_shows_what_the_other_holds() -> None:
    """Whatever is neither in the pile nor in the own hand then, the other one has (W6.1)."""
    seen = 0
    for number in range(400):
        for sitting in positions(number):
            state = sitting.state
            if sitting.seats == 2 and state.refills and len(state.ring.seats) == 2:
                view = WHOT.view(state, state.turn)
                board = board_for(view.options)
                known = known_to(board, view, sitting.told_to(state.turn))
                held = list(codes_in(state.hands[1 - state.turn]))
                old = [group for group in known.groups if group.pool < len(known.pools) - 1]
                sure = [code for pool in known.pools[:-1] for code in board.codes_of(pool)]
                assert sum(group.count for group in old) == len(sure)
                for code in sure:
                    held.remove(code)  # raises where the other one has it not
                seen += 1
            sitting.goes_on_with(decide("normal", sitting, 0).action)
    assert seen > 100


def test_who_played_one_card_of_a_shape_very_likely_holds_none_that_hits_or_counts_more() -> None:
    """A sign, no proof: `never` says nothing, and `hardly` has only cards of that shape that one would rather play."""
    for number in range(200):
        state, _told = play_out("003", 2, number, [])
        opening = [action.text for action in WHOT.legal_actions(state)]
        low = f"play {state.top.code[0]}3"
        if low in opening and state.top.code[1:] != "3":
            break
    state, told = play_out("003", 2, number, [low])
    view = WHOT.view(state, state.turn)
    board = board_for(view.options)
    (group,) = known_to(board, view, told[state.turn]).groups
    hardly = board.codes_of(group.hardly)
    assert group.never == 0 and hardly
    assert {code[0] for code in hardly} == {low[5]}
    assert f"{low[5]}14" in hardly and f"{low[5]}4" not in hardly


def test_who_then_plays_such_a_card_is_not_believed_any_longer() -> None:
    for number in range(4000):
        state, _told = play_out("003", 2, number, [])
        shape = state.top.code[0]
        texts = [f"play {shape}3", f"play {shape}14"]
        legal = {action.text for action in WHOT.legal_actions(state)}
        if {*texts} <= legal:
            break
    first = state.turn
    state, told = play_out("003", 2, number, texts[:1])
    watching = state.turn
    assert watching != first
    state, told = play_out("003", 2, number, [texts[0], "draw", texts[1]])
    view = WHOT.view(state, watching)
    known = known_to(board_for(view.options), view, told[watching])
    assert all(group.hardly == group.never for group in known.groups if group.seat == first)


def test_where_not_everything_was_told_the_view_alone_counts() -> None:
    state = WHOT.setup(options=options_for("001"), seats=3, seed=Seed.simulation(1)).state
    view = WHOT.view(state, state.turn)
    known = known_to(board_for(view.options), view, ())
    assert [(group.count, group.never) for group in known.groups] == [(5, 0), (5, 0)]
    assert known.pools[0].bit_count() == 54 - 5 - 1
