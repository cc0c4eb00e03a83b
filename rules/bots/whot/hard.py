"""The strongest player: it imagines how the hidden cards may lie, plays each of its moves out, and counts.

A result is its part of the first place in one imagined game.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.bots.contract import Chance, Decision, Stop, never
from rules.bots.race import Found, Patience, Tried, race
from rules.bots.whot.moves import Turn
from rules.bots.whot.playout import Choice, Playout
from rules.bots.whot.reasons import only_move, why, winning_move
from rules.bots.whot.worlds import Worlds
from rules.core import Event
from rules.whot.view import View

PLAYOUTS_OF_TWO = 1200
PLAYOUTS = 2000  # of three seats and more: there is more that it does not see
PATIENCE = Patience(batch=20, clearly=2.2, least_variance=0.02, halving=True)


def hard(
    view: View, told: Sequence[Event], chance: Chance, stop: Stop = never, *, playouts: int | None = None
) -> Decision:
    """The move that wins most of the imagined games, with a sentence why. `playouts` in place of the usual budget."""
    turn = Turn.remembering(view, told)
    for choice, action in turn.moves.items():
        if turn.wins_at_once(choice):
            return Decision(action, reason=winning_move())
    if len(turn.moves) == 1:
        return Decision(next(iter(turn.moves.values())), reason=only_move())
    usual = PLAYOUTS_OF_TWO if len(view.in_play) == 2 else PLAYOUTS
    found = search(turn, chance.key, usual if playouts is None else playouts, stop)
    best, *others = found.moves
    reason = why(turn, best.move, best.mean, max(other.mean for other in others))
    return Decision(turn.moves[best.move], found.playouts, found.stopped, reason)


def search(turn: Turn, key: bytes, playouts: int, stop: Stop) -> Found[Choice]:
    """Plays every move out in the same worlds."""
    assert turn.known is not None and turn.view.seat is not None
    worlds = Worlds(turn.board, turn.view, turn.known, key)
    first = turn.thumb()  # of equals the one that looks right

    def play(number: int, racing: Sequence[Tried[Choice]]) -> None:
        start, shuffle = worlds.deal(number)
        for tried in racing:
            winners = Playout(turn.board, start, shuffle).run(tried.move)
            tried.results.append(1 / len(winners) if turn.view.seat in winners else 0.0)

    return race(sorted(turn.moves, key=lambda choice: choice != first), play, playouts, stop, PATIENCE)
