"""Combination score (section 5) and what Stop pays (section 6)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rules.go_stop.cards import (
    ANIMALS,
    BIRDS,
    BLUE,
    BRIGHTS,
    CUP,
    DOUBLES,
    JUNK,
    PLAIN_RED,
    RAIN,
    RED_POETRY,
    RIBBONS,
    Bag,
)

ENOUGH = 7
"""Points that let a player stop (1.3)."""
FLAT = 5
"""What a quad, a third Ppuk or an opponent who left pays (R31, R53)."""
LINES = ("bright", "animal", "godori", "ribbon", "red_poetry", "blue", "plain_red", "junk")
"""The combinations of a score, in the order of the rules."""


class Score(NamedTuple):
    """Points by combination, how the cup was read (None: it is not among the cards), and what was counted."""

    bright: int
    animal: int
    godori: int
    ribbon: int
    red_poetry: int
    blue: int
    plain_red: int
    junk: int
    total: int
    cup: str | None
    brights: int
    animals: int
    ribbons: int
    junk_units: int


class Settlement(NamedTuple):
    """How a payment comes about: the score, what the Gos make of it, and the doublings that hold (6.2 to 6.8)."""

    base: int
    gos: int
    after_go: int
    doubles: tuple[str, ...]
    payment: int


def units_in(bag: Bag) -> int:
    """Junk units of the printed junk in a bag (5.10, 5.11)."""
    return (bag & JUNK).bit_count() + (bag & DOUBLES).bit_count()


def _from(count: int, least: int) -> int:
    """1 point at `least`, and 1 for each more."""
    return count - least + 1 if count >= least else 0


@lru_cache(maxsize=65536)
def score(captured: Bag) -> Score:
    """The combination score of captured cards, with the cup read by 5.12."""
    brights = (captured & BRIGHTS).bit_count()
    bright = 15 if brights == 5 else 4 if brights == 4 else 0
    if brights == 3:
        bright = 2 if captured & RAIN else 3  # 5.1
    ribbons = (captured & RIBBONS).bit_count()
    ribbon = _from(ribbons, 5)  # 5.5
    red_poetry = 3 if captured & RED_POETRY == RED_POETRY else 0  # 5.6
    blue = 3 if captured & BLUE == BLUE else 0  # 5.7
    plain_red = 3 if captured & PLAIN_RED == PLAIN_RED else 0  # 5.8
    godori = 5 if captured & BIRDS == BIRDS else 0  # 5.4
    animals = (captured & ANIMALS).bit_count()
    units = units_in(captured)
    animal, junk = _from(animals, 5), _from(units, 10)  # 5.3, 5.10
    cup = None
    if captured & CUP:
        cup = "animal"
        other = _from(animals - 1, 5), _from(units + 2, 10)
        if sum(other) > animal + junk:  # 5.12: on a tie it is an animal
            cup = "junk"
            animal, junk = other
            animals, units = animals - 1, units + 2
    total = bright + animal + godori + ribbon + red_poetry + blue + plain_red + junk  # 5.13
    return Score(
        bright, animal, godori, ribbon, red_poetry, blue, plain_red, junk, total, cup, brights, animals, ribbons, units,
    )  # fmt: skip


def protecting_units(captured: Bag) -> int:
    """Junk units that protect an opponent; its cup counts two of them whatever it is to its own score (6.10, R46)."""
    return units_in(captured) + (2 if captured & CUP else 0)


def settle(winner: Bag, loser: Bag, gos: int) -> Settlement:
    """What `winner`, who called Go so often, is paid by Stop (R44)."""
    mine = score(winner)
    after_go = mine.total + gos if gos <= 2 else mine.total << gos - 2  # 6.3, 6.4
    doubles = []
    if mine.bright and not loser & BRIGHTS:  # 6.5, R42
        doubles.append("bright")
    if mine.animals >= 7:  # 6.6, R43
        doubles.append("animals")
    if mine.junk and protecting_units(loser) < 5:  # 6.7, R41
        doubles.append("junk")
    return Settlement(mine.total, gos, after_go, tuple(doubles), after_go << len(doubles))  # 6.8
