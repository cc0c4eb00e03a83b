"""Why a move is the best, in one sentence for the player who asked for a hint."""

from __future__ import annotations

from rules.bots.whot.board import places_in
from rules.bots.whot.moves import Turn
from rules.bots.whot.playout import PASSES, Choice
from rules.core import Message, say
from rules.core import gettext_noop as _
from rules.whot.rulings import AGAIN, AUTO, DISCARDS, GENERAL, OWE, PUNCHES, REVERSE, SKIP, STAR, WILD

MANY_POINTS = 10


def only_move() -> Message:
    return say(_("It is the only thing you can do."))


def winning_move() -> Message:
    return say(_("It empties your hand, and you win."))


def why(turn: Turn, choice: Choice, share: float, next_best: float) -> Message:
    """What the move does, and how it fared in the imagined games against the next best one."""
    ours, theirs = round(100 * share), round(100 * next_best)
    if ours <= theirs:
        template = _("%(why)s; of 100 games imagined from here it wins %(share)s, and nothing wins more.")
    else:
        template = _("%(why)s; of 100 games imagined from here it wins %(share)s, the next best move %(less)s.")
    return say(template, why=_effect(turn, choice), share=ours, less=theirs)


def _effect(turn: Turn, choice: Choice) -> Message:
    board, card = turn.board, choice.card
    if card == PASSES:
        return say(_("The card just drawn does more for you later"))
    if card <= 0:
        return say(_("What you hold does more for you later"))
    if board.effect[card] == OWE or board.effect[card] == AUTO:
        pick = board.pick[card] + (turn.view.owed.count if turn.view.owed else 0)
        return say(_("It sends the next player to market for %(count)s cards"), count=pick)
    told = _EFFECTS.get(board.effect[card])
    if told is not None:
        return say(told)
    if board.effect[card] == WILD:
        return _of_whot(turn, choice)
    return _of_plain(turn, card)


_EFFECTS = {
    AGAIN: _("It gives you another turn"),
    SKIP: _("It takes the next player’s turn"),
    STAR: _("It takes the next two players’ turns"),
    GENERAL: _("It sends all the others to market"),
    REVERSE: _("It turns the direction of play"),
    PUNCHES: _("It fits whatever lies there"),
    DISCARDS: _("It takes every card of its shape out of your hand"),
}


def _of_whot(turn: Turn, choice: Choice) -> Message:
    if turn.view.owed is not None:
        return say(_("It saves you from picking %(count)s cards"), count=turn.view.owed.count)
    held = [(turn.hand & shape).bit_count() for shape in turn.board.of_shape]
    if choice.call >= 0 and held[choice.call] and held[choice.call] == max(held):
        return say(_("It brings the shape that you hold most of"))
    return say(_("It brings a shape that is likely to trouble the others"))


def _of_plain(turn: Turn, card: int) -> Message:
    board = turn.board
    rest = turn.hand & ~(1 << card - 1)
    following = places_in(rest & (board.shape_mates[card] | board.number_mates[card]))
    if following:
        return say(_("It leaves you cards that follow on it"))
    if board.points[card] >= MANY_POINTS:
        return say(_("It rids you of %(points)s points"), points=board.points[card])
    return say(_("It keeps your better cards for later"))
