"""The fast playouts keep the rules: move for move as the rules themselves play the same position out."""

from __future__ import annotations

import random

from rules.bots.whot.board import SHAPE_NUMBER, Board, board_for, places_in
from rules.bots.whot.moves import CALL_NUMBER, Turn
from rules.bots.whot.playout import DRAWS, PASSES, Choice, Playout, Position
from rules.shuffle import Seed
from rules.whot import WHOT, options_for
from rules.whot.actions import DRAW, PASS, Action, Play, play
from rules.whot.cards import SHAPES, codes_in
from rules.whot.options import PRESETS
from rules.whot.state import State
from tests.rules.drawn import drawn_options

MOST_ACTIONS = 2500


def position_of(board: Board, state: State) -> Position:
    """The position with all its cards, as a playout takes it."""
    left = board.everything

    def taken(codes: tuple[str, ...]) -> int:
        nonlocal left
        cards = board.cards_of(codes, left)
        left &= ~cards
        return cards

    owed = state.owed
    return Position(
        hands=[taken(codes_in(hand)) for hand in state.hands],
        pile=taken(codes_in(state.pile)),
        top=taken((state.top.code,)).bit_length(),
        market=[taken((card.code,)) for card in state.market_left],
        call=-1 if state.call is None else SHAPE_NUMBER[state.call],
        owed=owed.count if owed else 0,
        owed_number=owed.number if owed else 0,
        owed_by=owed.by if owed else 0,
        turn=state.turn,
        direction=state.direction,
        seats=state.ring.seats,
        follow=state.ring.next,
        refills=state.refills,
        passed=sum(1 << seat for seat in state.absence.passed),
    )


def choice_of(board: Board, position: Position, action: Action) -> Choice:
    if not isinstance(action, Play):
        return Choice(DRAWS if action is DRAW else PASSES)
    card = board.card_of(action.card.code, position.hands[position.turn]).bit_length()
    return Choice(card, -1 if action.call is None else SHAPE_NUMBER[action.call])


def action_of(board: Board, choice: Choice) -> Action:
    if choice.card <= 0:
        return DRAW if choice.card == DRAWS else PASS
    return play(board.pack[choice.card - 1], None if choice.call < 0 else SHAPES[choice.call], last=True)


def by_the_rules(board: Board, state: State, action: Action) -> tuple[int, ...] | None:
    """Who wins when the rules play it out by the same rule of thumb; None: it does not end."""
    for _action in range(MOST_ACTIONS):
        state = WHOT.apply(state, state.turn, action).state
        if state.end is not None:
            outcome = WHOT.outcome(state)
            assert outcome is not None
            return outcome.winners
        action = action_of(board, Turn.plain(WHOT.view(state, state.turn)).thumb())
    return None


def test_playouts_end_as_the_rules_end_them_over_every_option() -> None:
    compared = 0
    for number in range(400):
        rng = random.Random(number)
        options, seats = drawn_options(rng)
        board, seed = board_for(options), Seed.simulation(number)
        state = WHOT.setup(options=options, seats=seats, seed=seed).state
        for _action in range(rng.choice((0, 3, 10, 30, 80))):
            if state.end is None and rng.random() < 0.02:
                state = WHOT.leave(state, rng.choice(state.ring.seats)).state
            elif state.end is None:
                state = WHOT.apply(state, state.turn, rng.choice(WHOT.legal_actions(state))).state
        if state.end is not None:
            continue
        start = position_of(board, state)

        def refilled(refill: int, size: int, seed: Seed = seed) -> list[int]:
            return seed.permutation(f"shuffle/{refill}", size)

        for action in WHOT.legal_actions(state):
            spoken = play(action.card, action.call, last=True) if isinstance(action, Play) else action
            expected = by_the_rules(board, state, spoken)
            if expected is not None:
                found = Playout(board, start, refilled).run(choice_of(board, start, action))
                assert found == expected, f"game {number}: {action}"
                compared += 1
    assert compared > 500


def test_the_board_says_of_every_card_what_the_rules_say() -> None:
    for preset in PRESETS:
        options = options_for(preset)
        board = board_for(options)
        assert len(board.pack) == board.size == board.everything.bit_count()
        for place, card in enumerate(board.pack, 1):
            assert board.points[place] == board.rulings.points[card.index]  # W7.3
            assert board.effect[place] == board.rulings.effects[card.index]  # section 4
            fitting = {board.pack[other - 1].code for other in places_in(board.fits_card[place])}
            assert fitting == {c.code for c in board.pack if c.mask & board.rulings.fits_card[card.index]}  # W3.1
    assert {*CALL_NUMBER} == {shape.value for shape in SHAPES}
