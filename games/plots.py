"""Numbers over time as a drawing: where each line, sign and label of an SVG goes. Nothing here knows what they count.

Lines differ by dashes and signs, which stand at their ends and beside the names, so that none needs its colour.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

# As wide as a phone, so that what is written in it is as large there as other text (static/css/plot.css).
WIDTH, HEIGHT = 360, 240
LEFT, RIGHT, TOP, BOTTOM = 40, 70, 14, 30
MOST_POINTS, MOST_SIGNS, MOST_ROWS = 160, 8, 40
SIGNS = ("circle", "square", "triangle", "diamond", "cross", "star")


class Sign(NamedTuple):
    x: float
    y: float


class Line(NamedTuple):
    """One row of numbers. `number` says which dashes, sign and colour."""

    number: int
    name: str
    sign: str
    points: str  # as SVG writes them
    signs: tuple[Sign, ...]
    end_x: float
    end_y: float  # of the last value
    label_y: float  # of the number at its end, moved so that labels do not lie on each other
    last: int | None


class Tick(NamedTuple):
    at: float
    text: str


class Plot(NamedTuple):
    width: int
    height: int
    left: int
    right: int  # where the field ends
    top: int
    bottom: int
    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    bounds: tuple[Tick, ...]  # upright lines, named: where a new game begins
    rows: tuple[tuple[str, tuple[int | None, ...]], ...]  # the same as a table: label, numbers by line
    every: int  # the table has every n-th
    of: int  # values a line


def plot(
    names: Sequence[str],
    values: Sequence[Sequence[int | None]],
    labels: Sequence[str] | None = None,
    bounds: Sequence[tuple[int, str]] = (),
) -> Plot | None:
    """A plot of `values`: a row a moment, in it a number a line or None. None where there is nothing to draw.

    `labels` name the moments (else they are counted from 0), `bounds` are moments at which something begins.
    """
    known = [value for row in values for value in row if value is not None]
    if len(values) < 2 or not known:
        return None
    last = len(values) - 1
    step = _nice(max(max(known) - min(0, *known), 1) / 5)
    lowest, highest = math.floor(min(0, *known) / step) * step, math.ceil(max(*known, 1) / step) * step
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x(moment: int) -> float:
        return round(LEFT + (right - LEFT) * moment / last, 1)

    def y(value: int) -> float:
        return round(bottom - (bottom - TOP) * (value - lowest) / (highest - lowest), 1)

    drawn = _some(last, MOST_POINTS)
    lines = []
    for number, name in enumerate(names):
        there = [(moment, value) for moment in drawn if (value := values[moment][number]) is not None]
        if not there:
            continue
        signed = [there[place] for place in _some(len(there) - 1, MOST_SIGNS)]
        end = there[-1]
        lines.append(
            Line(
                number,
                name,
                SIGNS[number % len(SIGNS)],
                " ".join(f"{x(moment):g},{y(value):g}" for moment, value in there),
                tuple(Sign(x(moment), y(value)) for moment, value in signed),
                x(end[0]),
                y(end[1]),
                y(end[1]),
                end[1],
            )
        )
    every = max(1, math.ceil(last / MOST_ROWS))
    told = sorted({*range(0, last + 1, every), last})
    name_of = [str(moment) for moment in range(last + 1)] if labels is None else labels
    return Plot(
        WIDTH,
        HEIGHT,
        LEFT,
        right,
        TOP,
        bottom,
        _apart(lines, TOP + 4, bottom),
        tuple(Tick(x(moment), name_of[moment]) for moment in _ticks(last)),
        tuple(Tick(y(value), str(value)) for value in range(lowest, highest + 1, step)),
        tuple(Tick(x(moment), text) for moment, text in bounds),
        tuple((name_of[moment], tuple(values[moment])) for moment in told),
        every,
        last + 1,
    )


def _nice(least: float) -> int:
    """The first of 1, 2, 5, 10, 20, 50 ... that is no less."""
    power = 1
    while True:
        for digit in (1, 2, 5):
            if digit * power >= least:
                return digit * power
        power *= 10


def _some(last: int, most: int) -> list[int]:
    """At most `most` + 1 numbers spread over 0 to `last`, both ends among them."""
    if last <= most:
        return list(range(last + 1))
    return sorted({round(last * place / most) for place in range(most + 1)})


def _ticks(last: int) -> list[int]:
    step = _nice(last / 6)
    return list(range(0, last + 1, step))


def _apart(lines: list[Line], top: float, bottom: float, gap: float = 17) -> tuple[Line, ...]:
    """The lines with their labels moved so far apart that they can be read, in the order of their ends."""
    order = sorted(lines, key=lambda line: (line.end_y, line.number))
    places: list[float] = []
    for line in order:
        places.append(max(line.end_y, places[-1] + gap if places else top))
    floor = bottom
    for place in range(len(places) - 1, -1, -1):
        places[place] = min(places[place], floor)
        floor = places[place] - gap
    moved = {line.number: line._replace(label_y=round(at, 1)) for line, at in zip(order, places, strict=True)}
    return tuple(moved[line.number] for line in lines)
