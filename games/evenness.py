"""Whether shuffles fall as chance would have them: counts over many of them, and how far each count is from even.

Pure arithmetic. What is counted is step 11 of scheme wgs1: which card lies where, fixed points, descents, neighbours
that stayed together, good cards in opening hands, who begins. Such counts find gross faults (a wrong swap range, too
few riffles) within days; they cannot see a fine bias, which is what the open derivation and its test vectors are for.

A distance is in standard deviations of chance. `ODD` of them would happen by chance once in some sixteen thousand
counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

ODD = 4.0
LEAST_PER_CELL = 5  # below that a chi-square says nothing


@dataclass(frozen=True)
class Figure:
    """One count: what was found and expected (means, or chi-square and its degrees of freedom), and the distance.

    `distance` is None while there is too little to say anything.
    """

    name: str
    found: float
    expected: float
    count: int
    distance: float | None

    @property
    def odd(self) -> bool:
        return self.distance is not None and abs(self.distance) > ODD


@dataclass
class _Sum:
    """A sum of independent draws, each with a known mean and variance."""

    found: float = 0
    mean: float = 0
    variance: float = 0
    count: int = 0

    def add(self, found: float, mean: float, variance: float) -> None:
        self.found += found
        self.mean += mean
        self.variance += variance
        self.count += 1

    def figure(self, name: str) -> Figure:
        many = max(self.count, 1)
        distance = (self.found - self.mean) / math.sqrt(self.variance) if self.count >= 30 and self.variance else None
        return Figure(name, self.found / many, self.mean / many, self.count, distance)


def fixed_points(order: Sequence[int]) -> int:
    """Cards that lie where they lay before."""
    return sum(place == card for place, card in enumerate(order))


def descents(order: Sequence[int]) -> int:
    """Places after which a card with a smaller id follows."""
    return sum(one > other for one, other in zip(order, order[1:], strict=False))


def neighbours(order: Sequence[int]) -> int:
    """Cards that still lie right behind the one they lay behind before."""
    return sum(other == one + 1 for one, other in zip(order, order[1:], strict=False))


@dataclass
class Shape:
    """The form of shuffles of any size: three sums."""

    fixed: _Sum = field(default_factory=_Sum)
    descents: _Sum = field(default_factory=_Sum)
    neighbours: _Sum = field(default_factory=_Sum)

    def add(self, order: Sequence[int]) -> None:
        n = len(order)
        if n < 3:
            return
        self.fixed.add(fixed_points(order), 1, 1)
        self.descents.add(descents(order), (n - 1) / 2, (n + 1) / 12)
        mean = (n - 1) / n
        self.neighbours.add(neighbours(order), mean, (n - 2) / n + mean - mean * mean)

    def figures(self) -> list[Figure]:
        return [
            self.fixed.figure("fixed"),
            self.descents.figure("descents"),
            self.neighbours.figure("neighbours"),
        ]


class Deals:
    """The shuffles of one pack, and what was dealt from them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.count = 0
        self.shape = Shape()
        self.lies = [[0] * size for _ in range(size)]  # [card][place]
        self.good: dict[int, _Sum] = {}  # by seat: cards that everybody wishes for, in the opening hand

    def add(self, order: Sequence[int]) -> None:
        self.count += 1
        self.shape.add(order)
        for place, card in enumerate(order):
            self.lies[card][place] += 1

    def add_hand(self, seat: int, good: int, of: int, hand: int) -> None:
        """`good` of the `of` good cards of the pack came in an opening hand of so many cards (hypergeometric)."""
        n = self.size
        if not (0 < of < n and 0 < hand < n):
            return
        mean = hand * of / n
        self.good.setdefault(seat, _Sum()).add(good, mean, mean * (1 - of / n) * (n - hand) / (n - 1))

    def figures(self) -> list[Figure]:
        enough = self.count >= LEAST_PER_CELL * self.size
        even = self.count / self.size
        square = sum((n - even) ** 2 / even for row in self.lies for n in row) if even else 0.0
        freedom = (self.size - 1) ** 2
        places = Figure("places", square, freedom, self.count, chi_distance(square, freedom) if enough else None)
        return [
            places,
            *self.shape.figures(),
            *(total.figure(f"good/{seat}") for seat, total in sorted(self.good.items())),
        ]


def first_seats(counts: Sequence[int]) -> Figure:
    """Who began, by seat, where the seat is drawn with even chances."""
    many = sum(counts)
    even = many / len(counts)
    square = sum((n - even) ** 2 / even for n in counts) if even else 0.0
    freedom = len(counts) - 1
    enough = even >= LEAST_PER_CELL
    return Figure(f"first/{len(counts)}", square, freedom, many, chi_distance(square, freedom) if enough else None)


def chi_distance(square: float, freedom: int) -> float:
    """A chi-square as standard deviations from what chance gives (Wilson and Hilferty's cube root)."""
    spread = 2 / (9 * freedom)
    return float(((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def as_values(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    """For storing: plain numbers, rounded."""
    return [
        {
            "name": figure.name,
            "found": round(figure.found, 4),
            "expected": round(figure.expected, 4),
            "count": figure.count,
            "distance": None if figure.distance is None else round(figure.distance, 2),
        }
        for figure in figures
    ]
