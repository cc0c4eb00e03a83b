"""What a match of a league is worth (play_quality.md, Leagues)."""

from collections.abc import Sequence
from fractions import Fraction

BY_PLACE: dict[int, tuple[int, ...]] = {
    2: (10, 2),
    3: (10, 5, 1),
    4: (10, 6, 3, 1),
    5: (10, 7, 4, 2, 1),
    6: (10, 7, 5, 3, 2, 1),
}
"""League points of the places at a table, by the number of seats."""


def points_of(places: Sequence[int]) -> list[Fraction]:
    """League points of each seat from its place (from 1; those level share the better one, `1, 2, 2, 4`).

    Those who are level share the mean of the places that they take up. Raises ValueError for a table of less than two
    or more than six, or for places that no ranking gives.
    """
    values = BY_PLACE.get(len(places))
    if values is None:
        raise ValueError("a match has two to six seats")
    found = []
    for place in places:
        level = places.count(place)
        if not 1 <= place <= len(places) - level + 1 or sum(other < place for other in places) != place - 1:
            raise ValueError("these places are no ranking")
        found.append(Fraction(sum(values[place - 1 : place - 1 + level]), level))
    return found


def bye_points(seats: int) -> Fraction:
    """League points of a bye: the mean of the places of a full table, so that it neither helps nor hurts."""
    return Fraction(sum(BY_PLACE[seats]), seats)
