"""The strongest player: it imagines how the hidden cards may lie, plays each of its moves out, and counts.

The budget is a number of playouts, so that the same view and chance give the same move on any machine. Moves that are
clearly behind are given up early, and once one is left there is no more to find out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from rules.bots.contract import Chance, Decision, Stop, never
from rules.bots.whot.moves import Turn
from rules.bots.whot.playout import Choice, Playout
from rules.bots.whot.reasons import only_move, why, winning_move
from rules.bots.whot.worlds import Worlds
from rules.core import Event
from rules.whot.view import View

PLAYOUTS = 1500
BATCH = 20  # worlds between two looks at who is behind
CLEARLY = 2.5  # standard errors of the difference from which a move is given up
LEAST_VARIANCE = 0.02  # of a difference: a few worlds that all agree prove little


@dataclass(slots=True, eq=False)
class Tried:
    """A move, and how it fared in each world: its part of the first place."""

    choice: Choice
    shares: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.shares) / len(self.shares) if self.shares else 0.0


@dataclass(slots=True)
class Found:
    """All moves tried, the best first. `stopped`: the emergency stop cut it short."""

    moves: list[Tried]
    playouts: int
    stopped: bool


def hard(
    view: View, told: Sequence[Event], chance: Chance, stop: Stop = never, *, playouts: int = PLAYOUTS
) -> Decision:
    """The move that wins most of the imagined games, with a sentence why."""
    turn = Turn.remembering(view, told)
    for choice, action in turn.moves.items():
        if turn.wins_at_once(choice):
            return Decision(action, reason=winning_move())
    if len(turn.moves) == 1:
        return Decision(next(iter(turn.moves.values())), reason=only_move())
    found = search(turn, chance.key, playouts, stop)
    best, *others = found.moves
    reason = why(turn, best.choice, best.mean, max(other.mean for other in others))
    return Decision(turn.moves[best.choice], found.playouts, found.stopped, reason)


def search(turn: Turn, key: bytes, playouts: int, stop: Stop) -> Found:
    """Plays every move out in the same worlds until the budget is spent, one is left, or there is no more time."""
    assert turn.known is not None and turn.view.seat is not None
    worlds = Worlds(turn.board, turn.view, turn.known, key)
    first = turn.thumb()  # of equals the one that looks right
    racing = [Tried(choice) for choice in sorted(turn.moves, key=lambda choice: choice != first)]
    behind: list[Tried] = []
    spent, number, stopped = 0, 0, False
    while len(racing) > 1 and spent < playouts and not stopped:
        _try(turn, worlds, number, racing)
        number += 1
        spent += len(racing)
        stopped = stop()
        if number % BATCH == 0:
            racing, lost = _parted(racing)
            behind += lost
    racing.sort(key=lambda move: -move.mean)
    return Found(racing + behind, spent, stopped)


def _try(turn: Turn, worlds: Worlds, number: int, racing: Sequence[Tried]) -> None:
    start, shuffle = worlds.deal(number)
    for move in racing:
        winners = Playout(turn.board, start, shuffle).run(move.choice)
        move.shares.append(1 / len(winners) if turn.view.seat in winners else 0.0)


def _parted(moves: Sequence[Tried]) -> tuple[list[Tried], list[Tried]]:
    """Those still in the race, and those clearly behind the best, compared world by world."""
    best = max(moves, key=lambda move: move.mean)
    racing: list[Tried] = []
    lost: list[Tried] = []
    for move in moves:
        worlds = len(move.shares)
        differences = [mine - other for mine, other in zip(best.shares, move.shares, strict=True)]
        mean = sum(differences) / worlds
        variance = sum(difference * difference for difference in differences) / worlds - mean * mean
        far = move is not best and mean > CLEARLY * sqrt(max(variance, LEAST_VARIANCE) / worlds)
        (lost if far else racing).append(move)
    return racing, lost
