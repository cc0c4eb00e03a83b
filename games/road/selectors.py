"""Where somebody stands on the Whot Road, and what a game brought them."""

from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import Promise

from accounts.models import User
from rules import road

from .. import seeds
from ..models import Game
from .models import Career, Entry
from .rewards import RANKS, WORN, Reward, reward, unlocked_by


class OnRoad(NamedTuple):
    """A person on the Road. `next_rank` is None for a General; `missing`: feat points until it; `walked` and `climbed`:
    how much of the way to the next rank and level is done, in hundredths."""

    feat: int
    rank: int
    rank_name: Promise
    best_rank: int
    next_rank: int | None
    next_name: Promise | None
    next_at: int
    missing: int
    walked: int
    experience: int
    level: int
    level_at: int
    next_level_at: int
    level_missing: int
    climbed: int
    title: Reward | None


def career_of(person: User) -> Career:
    """The career, not stored where there is none yet."""
    return Career.objects.filter(user=person).first() or Career(user=person)


def on_road(career: Career) -> OnRoad:
    rank, level = road.military_rank(career.feat), road.level_of(career.experience)
    last = rank == road.MILITARY_RANKS - 1
    at, next_at = road.feat_threshold(rank), road.feat_threshold(rank if last else rank + 1)
    level_at, next_level_at = road.level_needs(level), road.level_needs(level + 1)
    return OnRoad(
        feat=career.feat,
        rank=rank,
        rank_name=RANKS[rank],
        best_rank=career.best_rank,
        next_rank=None if last else rank + 1,
        next_name=None if last else RANKS[rank + 1],
        next_at=next_at,
        missing=0 if last else next_at - career.feat,
        walked=100 if last else 100 * (career.feat - at) // (next_at - at),
        experience=career.experience,
        level=level,
        level_at=level_at,
        next_level_at=next_level_at,
        level_missing=next_level_at - career.experience,
        climbed=100 * (career.experience - level_at) // (next_level_at - level_at),
        title=reward("title", career.title),
    )


class Brought(NamedTuple):
    """What one game brought one person. `feat` and `experience` are None where it did not count for that."""

    feat: int | None = None
    feat_total: int = 0
    feat_back: int | None = None  # the result was taken back
    rank_before: Promise | None = None
    rank: Promise | None = None  # where it changed
    rank_number: int = 0
    promoted: bool = False
    unlocked: tuple[Reward, ...] = ()
    experience: int | None = None
    experience_total: int = 0
    day_full: bool = False  # the day's limit is reached
    most: int = road.MOST_A_DAY
    level: int | None = None  # where it was reached by this game


def brought(game: Game, person: User) -> Brought | None:
    """None where the game brought this person nothing to tell of."""
    lines = {entry.kind: entry for entry in Entry.objects.filter(game=game, user=person)}
    if not lines:
        return None
    found = Brought()
    if feat := lines.get(Entry.Kind.FEAT):
        before, after = road.military_rank(feat.balance - feat.amount), road.military_rank(feat.balance)
        found = found._replace(feat=feat.amount, feat_total=feat.balance)
        if before != after:
            found = found._replace(
                rank_before=RANKS[before], rank=RANKS[after], rank_number=after, promoted=after > before
            )
        if feat.unlocked is not None:
            found = found._replace(unlocked=tuple(unlocked_by(feat.unlocked)))
    if back := lines.get(Entry.Kind.FEAT_BACK):
        found = found._replace(feat_back=back.amount, feat_total=back.balance)
    if gained := lines.get(Entry.Kind.EXPERIENCE):
        level = road.level_of(gained.balance)
        found = found._replace(
            experience=gained.amount,
            experience_total=gained.balance,
            day_full=gained.cut,
            level=level if level > road.level_of(gained.balance - gained.amount) else None,
        )
    return found


def own_road(person: User) -> dict[str, Any]:
    """What a person's own export (accounts.exporting) says: the sums, what is worn, and every line."""
    career = career_of(person)
    return {
        "feat_points": career.feat,
        "experience": career.experience,
        "best_rank": str(RANKS[career.best_rank]),
        "worn": {kind: None if (r := reward(kind, getattr(career, kind))) is None else str(r.name) for kind in WORN},
        "lines": [
            {
                "what": entry.kind,
                "game": entry.game.code if entry.game else None,
                "place": entry.place,
                "multiplier": entry.multiplier,
                "amount": entry.amount,
                "balance": entry.balance,
                "day": entry.day.isoformat(),
                "at": seeds.time_text(entry.at),
            }
            for entry in Entry.objects.filter(user=person).select_related("game").order_by("pk")
        ],
    }


class Line(NamedTuple):
    """A line of the journal, to be read."""

    kind: str
    amount: int
    balance: int
    place: int | None
    multiplier: int | None
    code: str  # of the game; empty where it came from no game
    at: datetime


def latest(person: User, most: int) -> list[Line]:
    """What moved a person last, the newest first; lines that moved nothing are left out."""
    rows = Entry.objects.filter(user=person).exclude(amount=0).select_related("game").order_by("-pk")
    rows = rows.only("kind", "amount", "balance", "place", "multiplier", "at", "game__code")
    return [
        Line(row.kind, row.amount, row.balance, row.place, row.multiplier, row.game.code if row.game else "", row.at)
        for row in rows[:most]
    ]
