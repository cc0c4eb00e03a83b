"""A race of moves through the same imagined worlds.

The budget is a number of playouts, so that the same worlds give the same winner on any machine. Moves that are clearly
behind are given up early, and once one is left there is no more to find out. Where `Patience.halving` says so, the
worse half of the moves is given up too whenever its part of the budget is spent: so that most of it goes to the best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Generic, TypeVar

from rules.bots.contract import Stop

Move = TypeVar("Move")


@dataclass(slots=True, eq=False)
class Tried(Generic[Move]):
    """A move, and what it brought in each world, in the order of the worlds: more is better."""

    move: Move
    results: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.results) / len(self.results) if self.results else 0.0


@dataclass(slots=True)
class Found(Generic[Move]):
    """All moves tried, the best first. `stopped`: the emergency stop cut it short."""

    moves: list[Tried[Move]]
    playouts: int
    stopped: bool


@dataclass(frozen=True, slots=True)
class Patience:
    """When a move is given up."""

    batch: int  # worlds between two looks at who is behind
    clearly: float  # standard errors of the difference to the best
    least_variance: float  # of a difference: a few worlds that all agree prove little
    halving: bool = False


def race(
    moves: Sequence[Move],
    play: Callable[[int, Sequence[Tried[Move]]], None],
    budget: int,
    stop: Stop,
    patience: Patience,
) -> Found[Move]:
    """Plays every move out in one world after the other until the budget is spent, one is left, or there is no more
    time. `play(world, racing)` adds the result of one playout to each; of equals the first of `moves` is the best."""
    racing = [Tried(move) for move in moves]
    behind: list[Tried[Move]] = []
    spent, world, stopped = 0, 0, False
    rounds = max(1, (len(moves) - 1).bit_length())
    halved = 1 if patience.halving else rounds  # how many rounds are over when the next half goes
    while len(racing) > 1 and spent < budget and not stopped:
        play(world, racing)
        world += 1
        spent += len(racing)
        stopped = stop()
        if world % patience.batch == 0:
            racing, lost = _parted(racing, patience)
            behind += lost
        if halved < rounds and spent * rounds >= budget * halved:
            halved += 1
            racing.sort(key=lambda tried: -tried.mean)
            behind += racing[(len(racing) + 1) // 2 :]
            del racing[(len(racing) + 1) // 2 :]
    racing.sort(key=lambda tried: -tried.mean)
    return Found(racing + behind, spent, stopped)


def _parted(moves: Sequence[Tried[Move]], patience: Patience) -> tuple[list[Tried[Move]], list[Tried[Move]]]:
    """Those still in the race, and those clearly behind the best, compared world by world."""
    best = max(moves, key=lambda tried: tried.mean)
    racing: list[Tried[Move]] = []
    lost: list[Tried[Move]] = []
    for tried in moves:
        worlds = len(tried.results)
        differences = [mine - other for mine, other in zip(best.results, tried.results, strict=True)]
        mean = sum(differences) / worlds
        variance = sum(difference * difference for difference in differences) / worlds - mean * mean
        far = tried is not best and mean > patience.clearly * sqrt(max(variance, patience.least_variance) / worlds)
        (lost if far else racing).append(tried)
    return racing, lost
