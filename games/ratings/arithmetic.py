"""What a result does to strengths: openskill's Plackett-Luce with the numbers of play_quality.md, and what is shown.

Pure: the same results in the same order give the same numbers, to the last bit.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

MU, SIGMA, BETA, TAU = 25.0, 25 / 3, 50 / 3, 25 / 300
MOST_A_DAY = 5  # rated matches of two people in one day, in all pools together
SETTLED_AFTER, SETTLED_BELOW = 20, 7.9  # matches, and the sigma they must have led to
MIDDLE, STEP = 1500, 8  # of the number shown


class Strength(NamedTuple):
    """What is known of how strong somebody plays, after so many rated matches of a pool."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def shown(self) -> int:
        return shown(self.mu)

    @property
    def settled(self) -> bool:
        """Until then the number is shown with a question mark, and in no leader board."""
        return self.matches >= SETTLED_AFTER and self.sigma <= SETTLED_BELOW

    @property
    def board(self) -> float:
        """What leader boards are ordered by: a strength that is very likely reached."""
        return self.mu - 2 * self.sigma


class Result(NamedTuple):
    """A match that may be rated. `places`: person and place from 1, in the order of seats; equal places were shared."""

    match: int
    pool: str
    day: date  # UTC
    places: tuple[tuple[int, int], ...]


class Change(NamedTuple):
    before: Strength
    after: Strength


@dataclass(frozen=True)
class Rated:
    """What became of a result: changes by person, or none because two of them had played too often that day."""

    match: int
    changes: Mapping[int, Change] | None


def shown(mu: float) -> int:
    return round(MIDDLE + STEP * (mu - MU))


@lru_cache(1)
def _model() -> Any:
    from openskill.models import PlackettLuce  # of use only where matches end

    return PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, tau=TAU)


def after(before: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """The strengths after one match, by seat; places from 1, equal ones shared."""
    model = _model()
    teams = [[model.rating(mu=strength.mu, sigma=strength.sigma)] for strength in before]
    found = model.rate(teams, ranks=[float(place) for place in places])
    return [Strength(team[0].mu, team[0].sigma, old.matches + 1) for team, old in zip(found, before, strict=True)]


Pair = tuple[date, int, int]


def pairs_of(day: date, people: Iterable[int]) -> list[Pair]:
    return [(day, one, other) for one, other in combinations(sorted(people), 2)]


def rate(results: Iterable[Result], strengths: dict[tuple[str, int], Strength], met: Counter[Pair]) -> Iterator[Rated]:
    """Rates results in their order. `strengths` by pool and person and `met`, how many rated matches a pair had on a
    day, are those before the first one, and those after the last one at the end."""
    for result in results:
        people = [person for person, _place in result.places]
        pairs = pairs_of(result.day, people)
        if any(met[pair] >= MOST_A_DAY for pair in pairs):
            yield Rated(result.match, None)
            continue
        met.update(pairs)
        before = [strengths.get((result.pool, person), Strength()) for person in people]
        new = after(before, [place for _person, place in result.places])
        changes = {person: Change(*both) for person, *both in zip(people, before, new, strict=True)}
        strengths.update(((result.pool, person), change.after) for person, change in changes.items())
        yield Rated(result.match, changes)
