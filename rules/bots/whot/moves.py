"""What a seat may do, in the terms of playouts; and what the plain rule of thumb would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.bots.whot.board import SHAPE_NUMBER, Board, Cards, board_for
from rules.bots.whot.memory import Known, known_to
from rules.bots.whot.playout import DRAWS, PASSES, Choice, thumb, thumb_for_wilds
from rules.core import Event
from rules.whot.actions import DRAW, Action, Play
from rules.whot.rulings import DISCARDS
from rules.whot.view import View

CALL_NUMBER = {shape.value: number for shape, number in SHAPE_NUMBER.items()}


def said(legal: Sequence[Action]) -> list[Action]:
    """The moves but those that leave the "last card" call off where it is due (W5.1)."""
    due = {(action.card, action.call) for action in legal if type(action) is Play and action.last}
    return [a for a in legal if type(a) is not Play or a.last or (a.card, a.call) not in due]


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat that is to act: its hand and its moves, each as a choice and as an action of the game."""

    board: Board
    view: View
    hand: Cards
    moves: dict[Choice, Action]
    known: Known | None = None

    @classmethod
    def plain(cls, view: View) -> Turn:
        """For those who remember nothing."""
        board = board_for(view.options)
        return cls._with(board, view, board.cards_of(view.hand, board.everything), None)

    @classmethod
    def remembering(cls, view: View, told: Sequence[Event]) -> Turn:
        board = board_for(view.options)
        known = known_to(board, view, told)
        return cls._with(board, view, known.own, known)

    @classmethod
    def _with(cls, board: Board, view: View, hand: Cards, known: Known | None) -> Turn:
        return cls(board, view, hand, {_choice_of(board, hand, action): action for action in said(view.legal)}, known)

    def thumb(self) -> Choice:
        """What the plain rule of thumb does."""
        view, board = self.view, self.board
        call = -1 if view.call is None else CALL_NUMBER[view.call]
        fits = board.fits(board.places[view.top][0], call, view.owed.number if view.owed else 0)
        if view.fresh is None:
            return thumb(board, self.hand, fits, view.owed.count if view.owed else 0)
        fresh = board.card_of(view.fresh, self.hand)  # W3.2
        if not fresh & fits:
            return Choice(PASSES)
        return thumb_for_wilds(board, self.hand, fresh, 0) if fresh & board.wilds else Choice(fresh.bit_length())

    def wins_at_once(self, choice: Choice) -> bool:
        """Whether it empties the hand (W7.1)."""
        if choice.card <= 0:
            return False
        rest = self.hand & ~(1 << choice.card - 1)
        if self.board.effect[choice.card] == DISCARDS:
            rest &= ~self.board.shape_mates[choice.card]
        return not rest

    def fewest_against(self) -> int:
        """How many cards the shortest other hand has."""
        return min(self.view.counts[seat] for seat in self.view.in_play if seat != self.view.seat)


def _choice_of(board: Board, hand: Cards, action: Action) -> Choice:
    if type(action) is not Play:
        return Choice(DRAWS if action is DRAW else PASSES)
    call = -1 if action.call is None else SHAPE_NUMBER[action.call]
    return Choice(board.card_of(action.card.code, hand).bit_length(), call)
