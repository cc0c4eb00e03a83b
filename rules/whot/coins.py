"""What a Wild game is worth: who owes, pays and wins what (economy E1), and feat points (E2).

Pure arithmetic on whole numbers; division rounds down and the rule says who gets the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.core import Outcome, Seat
from rules.whot.cards import CARD
from rules.whot.options import Options
from rules.whot.rulings import rulings_for

MULTIPLIERS = (2, 4, 8, 20, 40, 80)
PLACES = 4
LEAST_POINTS = (0, 0, 30, 50)  # E1.1: third and fourth owe for at least so many
HOLD = 50  # E1.4: times the multiplier, to sit down

MILITARY_RANKS = 10  # 0 Recruit to 9 General
WIN_FEAT = 8
MOST_EXTRA_FEAT = 7


class Settlement(NamedTuple):
    """Coins by place, first to fourth. `bankrupt`: indexes of places that could not pay it all."""

    owed: tuple[int, ...]
    paid: tuple[int, ...]
    gains: tuple[int, ...]
    bankrupt: tuple[int, ...]


def wild_settlement(
    multiplier: int,
    points: Sequence[int],
    purses: Sequence[int] | None = None,
    *,
    second_eliminated: bool = False,
) -> Settlement:
    """Settles a Wild game (E1.1 to E1.3).

    `points` in hand and `purses` (coins owned, None: enough) by place. Raises ValueError for a
    multiplier that is no mode, or anything but four places.
    """
    _check_multiplier(multiplier)
    if len(points) != PLACES or (purses is not None and len(purses) != PLACES):
        raise ValueError(f"a Wild game has {PLACES} places")
    if min(points) < 0 or (purses is not None and min(purses) < 0):
        raise ValueError("points and purses are not negative")
    owed = tuple(multiplier * max(points[place], LEAST_POINTS[place]) if place >= 2 else 0 for place in range(PLACES))
    paid = owed if purses is None else tuple(map(min, owed, purses))
    pool = sum(paid)
    first = 3 * (100 - min(points[0], 100))
    second = 0 if second_eliminated else 100 - min(points[1], 100)
    share = pool * second // (first + second) if first + second else 0
    bankrupt = tuple(place for place in range(PLACES) if paid[place] < owed[place])
    return Settlement(owed, paid, (pool - share, share, 0, 0), bankrupt)


def wild_places(
    outcome: Outcome, hands: Sequence[Sequence[str]], options: Options, first_seat: Seat
) -> tuple[Seat, ...]:
    """The seats from first to fourth with no tie left (E1.5).

    `hands` are the codes left in each seat's hand. Equal points and cards: the lower highest card,
    then the seat that comes earlier from the game's first seat.
    """
    points = rulings_for(options).points
    places: list[Seat] = []
    for group in outcome.ranking:
        places += sorted(
            group,
            key=lambda seat: (
                max((points[CARD[code].index] for code in hands[seat]), default=0),
                (seat - first_seat) % len(hands),
            ),
        )
    return tuple(places)


def to_sit(multiplier: int) -> int:
    """Coins a player must have free to sit down, and which are held (E1.4)."""
    _check_multiplier(multiplier)
    return HOLD * multiplier


def feat_threshold(rank: int) -> int:
    """Feat points from which a military rank is held (E2)."""
    return 20 * rank * (rank + 1)


def military_rank(feat: int) -> int:
    """The rank, 0 to 9, that goes with so many feat points (E2, E2.3)."""
    return max(rank for rank in range(MILITARY_RANKS) if feat_threshold(rank) <= feat)


def feat_change(place: int, multiplier: int, rank: int) -> int:
    """Feat points won or lost for a place 0 to 3 by a player of a military rank (E2.1, E2.2)."""
    _check_multiplier(multiplier)
    if place not in range(PLACES) or rank not in range(MILITARY_RANKS):
        raise ValueError("there are four places and ten ranks")
    if place == 0:
        mode = MULTIPLIERS.index(multiplier)
        extra = min(MOST_EXTRA_FEAT, mode + 2 * mode * rank // 45)
        return WIN_FEAT + extra
    return 0 if place == 1 else -(1 + rank)


def feat_after(feat: int, change: int) -> int:
    """Feat points after a game; never below 0 (E2.2)."""
    return max(0, feat + change)


def _check_multiplier(multiplier: int) -> None:
    if multiplier not in MULTIPLIERS:
        raise ValueError(f"a Wild table is X{', X'.join(map(str, MULTIPLIERS))}, not X{multiplier}")
