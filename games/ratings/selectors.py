"""Looking ratings up. Each function needs a fixed number of queries, whatever the number of rows."""

from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games import seeds
from games.errors import NotFound
from games.models import Player, Table
from rules.at_table import POOLS
from rules.core import gettext_noop as _

from . import arithmetic
from .models import RatedMatch, RatedPlayer, Rating

PAGE, TOP, AROUND = 20, 100, 3


class Standing(NamedTuple):
    """Where somebody stands in a pool."""

    pool: str  # its words, to be translated
    key: str
    rating: Rating
    shown: int


class Line(NamedTuple):
    """A person in a leader board. `place` from 1; who is level shares the better one."""

    place: int
    user: User
    rating: Rating
    shown: int


class Board(NamedTuple):
    lines: tuple[Line, ...]  # the first ones
    around: tuple[Line, ...]  # the viewer and those beside them, where they are not among the first


class Moved(NamedTuple):
    """What a match did to a rating. `seen`: the viewer may look at it; `others` are empty where not."""

    row: RatedPlayer
    pool: str
    seen: bool
    before: int | None
    after: int | None
    others: tuple[RatedPlayer, ...]

    @property
    def by(self) -> int | None:
        return None if self.after is None or self.before is None else self.after - self.before

    @property
    def settled(self) -> bool:
        """Whether the rating after it is shown without a question mark."""
        row = self.row
        strength = arithmetic.Strength(row.mu or 0.0, row.sigma or 99.0, row.number or 0)
        return strength.settled

    @property
    def down(self) -> int:
        """By how much it fell."""
        return -(self.by or 0)

    @property
    def names(self) -> str:
        return ", ".join(other.user.shown_name for other in self.others)


class Page(NamedTuple):
    lines: tuple[Moved, ...]
    older: str | None  # code of the table to go on behind


def of_person(person: User) -> list[Standing]:
    """Where a person stands, pool by pool; those without a rated match are left out."""
    found = {rating.pool: rating for rating in Rating.objects.filter(user=person)}
    return [
        Standing(words, key, found[key], arithmetic.shown(found[key].mu))
        for key, words in POOLS.items()
        if key in found
    ]


def history(person: User, viewer: User | None, *, before: str = "", most: int = PAGE) -> Page:
    """What a person's matches did to their ratings, the last one first. Raises NotFound where `before` is none."""
    rows = RatedPlayer.objects.filter(user=person)
    if before:
        at = rows.filter(match__table__code=before).values_list("ended_at", "pk").first()
        if at is None:
            raise NotFound(_("There is no such game in this list"))
        rows = rows.filter(ended_at__lte=at[0]).exclude(ended_at=at[0], pk__gte=at[1])
    rows = rows.filter(match__settled=True).select_related("match__table").annotate(may_look=_may_look(person, viewer))
    found = list(rows.order_by("-ended_at", "-pk")[: most + 1])
    more, found = len(found) > most, found[:most]
    company: dict[int, list[RatedPlayer]] = {}
    seen = [row.match_id for row in found if row.may_look]
    for other in (
        RatedPlayer.objects.filter(match__in=seen).exclude(user=person).select_related("user").order_by("seat")
    ):
        company.setdefault(other.match_id, []).append(other)
    lines = tuple(
        Moved(
            row,
            POOLS[row.match.pool],
            row.may_look,
            None if row.mu_before is None else arithmetic.shown(row.mu_before),
            None if row.mu is None else arithmetic.shown(row.mu),
            tuple(company.get(row.match_id, ())),
        )
        for row in found
    )
    return Page(lines, found[-1].match.table.code if more else None)


def _may_look(person: User, viewer: User | None) -> Q | Exists:
    """As `games.selectors.past` has it: own ones, and where onlookers were welcome or the host shares the games."""
    if viewer is not None and viewer.pk == person.pk:
        return Q(pk__isnull=False)
    welcome = Q(match__table__onlookers=True) | Q(match__table__shared=True)
    if viewer is None:
        return welcome
    return welcome | Q(Exists(Player.objects.filter(game__table=OuterRef("match__table"), user=viewer)))


def board(pool: str, viewer: User | None = None, *, top: int = TOP) -> Board:
    """The leader board of a pool: settled ratings of open accounts that want to be there, by mu - 2 sigma."""
    settled = _on_board(pool)
    first = list(settled.order_by("-board", "user")[:top])
    lines = _placed(first, 0)
    if viewer is None or any(line.user.pk == viewer.pk for line in lines):
        return Board(lines, ())
    own = settled.filter(user=viewer).first()
    if own is None:
        return Board(lines, ())
    above = settled.filter(Q(board__gt=own.board) | Q(board=own.board, user__lt=own.user_id), board__gte=own.board)
    below = settled.filter(Q(board__lt=own.board) | Q(board=own.board, user__gt=own.user_id), board__lte=own.board)
    before = list(above.order_by("board", "-user")[:AROUND])[::-1]
    around = [*before, own, *below.order_by("-board", "user")[:AROUND]]
    return Board(lines, _placed(around, above.count() - len(before)))


def _on_board(pool: str) -> QuerySet[Rating]:
    open_ones = {"user__is_active": True, "user__closed_at": None, "user__on_boards": True}
    rows = Rating.objects.filter(pool=pool, settled=True, **open_ones)
    return rows.select_related("user")


def _placed(ratings: list[Rating], before: int) -> tuple[Line, ...]:
    lines: list[Line] = []
    for number, rating in enumerate(ratings, before + 1):
        level = lines and lines[-1].rating.board == rating.board
        place = lines[-1].place if level else number
        lines.append(Line(place, rating.user, rating, arithmetic.shown(rating.mu)))
    return tuple(lines)


def of_table(table: Table) -> tuple[RatedMatch, list[Moved]] | None:
    """What the match of a table did to its players' ratings; None while it is not over."""
    match = RatedMatch.objects.filter(table=table).first()
    if match is None:
        return None
    rows = RatedPlayer.objects.filter(match=match).select_related("user", "match").order_by("place", "seat")
    return match, [
        Moved(
            row,
            POOLS[match.pool],
            True,
            None if row.mu_before is None else arithmetic.shown(row.mu_before),
            None if row.mu is None else arithmetic.shown(row.mu),
            (),
        )
        for row in rows
    ]


def exported(person: User) -> dict[str, Any]:
    """A person's own ratings and what moved them (accounts.exporting)."""
    rows = RatedPlayer.objects.filter(user=person).select_related("match__table").order_by("ended_at", "pk")
    return {
        "now": [
            {"pool": found.key, "rating": found.shown, "mu": found.rating.mu, "sigma": found.rating.sigma,
             "matches": found.rating.matches, "settled": found.rating.settled}
            for found in of_person(person)
        ],
        "matches": [
            {"table": row.match.table.code, "ended": seeds.time_text(row.ended_at), "pool": row.match.pool,
             "place": row.place, "mu_before": row.mu_before, "mu": row.mu, "sigma_before": row.sigma_before,
             "sigma": row.sigma, "not_rated": row.match.why_not}
            for row in rows
        ],
    }  # fmt: skip
