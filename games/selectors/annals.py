"""The annals of a person: wins, losses, places, best and worst by kind of game, and how they stand with each opponent.

Worked out from the person's own narrow rows of games that are over; what was abandoned or taken back counts for nothing
(W7.5), as does a game that was sat out. A fixed number of queries, whatever the number of games.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum

from accounts.models import Block, User
from rules.at_table import AT_TABLE
from rules.house_rules import BOOKS

from ..models import Player
from .past import seen_rows

PAGE = 20


@dataclass
class Kind:
    """All games by one preset. `best` and `worst`: points of a single game; which are good the game says."""

    game: str  # key in rules.registry
    preset: str
    played: int = 0
    won: int = 0
    shared: int = 0  # the first place
    lost: int = 0
    points: int = 0  # in all
    best: int | None = None
    worst: int | None = None
    places: Counter[int] = field(default_factory=Counter)  # how often each

    @property
    def average(self) -> float:
        return self.points / self.played

    @property
    def places_in_order(self) -> list[tuple[int, int]]:
        return sorted(self.places.items())


class Opponent(NamedTuple):
    """Games that somebody finished with this person at one table. `user` None: computer players, all together."""

    user: User | None
    played: int
    ahead: int  # the person's place was the better one
    level: int
    behind: int
    link: bool  # to the profile of a member


class Opponents(NamedTuple):
    rows: tuple[Opponent, ...]
    number: int  # of the page, from 1
    more: bool


def kinds(person: User) -> list[Kind]:
    """By preset, in the order of the rules; kinds that were never played are left out. One query."""
    counted = _counted(person).values("preset", "place", "result").order_by()
    rows = counted.annotate(n=Count("pk"), points_in_all=Sum("points"), few=Min("points"), many=Max("points"))
    of_preset = {kind.key: game for game, book in BOOKS.items() for kind in book.presets()}
    found = {preset: Kind(game, preset) for preset, game in of_preset.items()}
    for row in rows:
        if row["preset"] in found:
            _add(found[row["preset"]], row)
    return [kind for kind in found.values() if kind.played]


def _add(kind: Kind, row: Mapping[str, Any]) -> None:
    number = row["n"]
    kind.played += number
    kind.won += number * (row["result"] == Player.Result.WON)
    kind.shared += number * (row["result"] == Player.Result.SHARED)
    kind.lost += number * (row["result"] == Player.Result.LOST)
    kind.points += row["points_in_all"] or 0
    kind.places[row["place"]] += number
    versions = AT_TABLE[kind.game]
    good, bad = (max, min) if versions[max(versions)].points_are_good else (min, max)
    ends = [points for points in (row["few"], row["many"], kind.best, kind.worst) if points is not None]
    if ends:
        kind.best, kind.worst = good(ends), bad(ends)


def opponents(person: User, viewer: User | None, *, preset: str = "", page: int = 1, most: int = PAGE) -> Opponents:
    """Head to head, who was met most often first; those who have closed their account are left out.

    Others than the person learn only of games that they may look at, and of nobody with whom the person has a block.
    """
    page = max(1, page)
    own = viewer is not None and viewer.pk == person.pk
    # Rows of the others, joined with this person's own one in each game.
    met = Player.objects.filter(
        game__players__user=person, game__players__result__isnull=False, result__isnull=False
    ).exclude(user=person)
    met = seen_rows(met, person, viewer).filter(Q(user=None) | Q(user__closed_at=None))
    met = met.annotate(mine=F("game__players__place"))
    if preset:
        met = met.filter(preset=preset)
    if not own:
        met = met.exclude(user__in=_blocked(person))
    better, same = Q(mine__lt=F("place")), Q(mine=F("place"))
    counted = met.values("user").order_by().annotate(played=Count("pk"))
    counted = counted.annotate(ahead=Count("pk", filter=better), level=Count("pk", filter=same))
    rows = counted.order_by("-played", "user")[(page - 1) * most : page * most + 1]
    found = list(rows)
    people = User.objects.in_bulk([row["user"] for row in found if row["user"]])
    blocked = _blocked(person) if own else set()
    return Opponents(tuple(_opponent(row, people, blocked) for row in found[:most]), page, len(found) > most)


def _opponent(row: Mapping[str, Any], people: dict[int, User], blocked: Iterable[int]) -> Opponent:
    user = people.get(row["user"])
    behind = row["played"] - row["ahead"] - row["level"]
    link = user is not None and user.is_member and user.is_active and user.pk not in blocked
    return Opponent(user, row["played"], row["ahead"], row["level"], behind, link)


def _counted(person: User) -> QuerySet[Player]:
    return Player.objects.filter(user=person, result__isnull=False)


def _blocked(person: User) -> set[int]:
    """Everybody with whom this person has a block, whoever made it."""
    pairs = Block.objects.filter(Q(blocker=person) | Q(blocked=person)).values_list("blocker", "blocked")
    return {pk for pair in pairs for pk in pair} - {person.pk}


def exported(person: User) -> dict[str, Any]:
    """A person's own annals (accounts.exporting), with the names that everybody at the table saw."""
    return {
        "by_rules": [
            {"rules": kind.preset, "played": kind.played, "won": kind.won, "shared_first_place": kind.shared,
             "lost": kind.lost, "places": dict(kind.places_in_order), "points": kind.points, "best": kind.best,
             "worst": kind.worst}
            for kind in kinds(person)
        ],
        "opponents": [
            {"name": row.user.shown_name if row.user else "computer players", "played": row.played,
             "ahead": row.ahead, "level": row.level, "behind": row.behind}
            for row in opponents(person, person, most=10_000).rows
        ],
    }  # fmt: skip
