"""What games bring is counted here, and what is unlocked is put on.

All counting happens inside the transaction that ends a game, holding its row; careers are locked after it, in the order
of their people. A second call for the same game changes nothing.
"""

from collections.abc import Iterable, Sequence, Set
from datetime import UTC, date, datetime

from django.db import transaction
from django.db.models import Sum

from accounts.models import User
from rules import road
from rules.core import gettext_noop as _

from ..coins.services import buying
from ..coins.wares import FIRST_NUMBER
from ..errors import BadRequest, Forbidden
from ..models import Game, Player, SeatKind
from .models import EXPERIENCES, FEATS, Career, Entry
from .rewards import WORN, reward

_SUMS = ["feat", "experience", "best_rank"]


def count_experience(game: Game, now: datetime) -> None:
    """E3: experience for everybody who finished this game, just ended; nothing for who left or missed out."""
    finished = {p.user_id: p for p in game.roster if _finished(p)}
    if not finished or not road.is_classic(game.rules_key, game.preset, game.options, game.seats):
        return
    at = game.ended_at or now
    careers = locked(finished)
    left = room(careers, at)
    computers = against_computers(game, game.roster)
    entries = []
    for user, player in finished.items():
        assert player.place is not None and user is not None
        whole = road.experience(player.place, against_computers=computers)
        career, amount = careers[user], min(whole, left[user])
        career.experience += amount
        entry = _entry(career, game, Entry.Kind.EXPERIENCE, amount, career.experience, at, player.place)
        entry.cut = amount < whole
        entries.append(entry)
    keep(entries, careers.values())


def _finished(player: Player) -> bool:
    return player.user_id is not None and player.result is not None and not player.out


def against_computers(game: Game, players: Sequence[Player]) -> bool:
    """Whether a computer player was dealt in; one that took over a seat later makes it nobody's easier game."""
    return any(
        player.kind == SeatKind.BOT and (player.given_up_at is None or player.given_up_at <= game.started_at)
        for player in players
    )


def room(careers: dict[int, Career], at: datetime) -> dict[int, int]:
    """How much experience the day of this moment still has for each person."""
    today = Entry.objects.filter(user__in=careers, day=_day(at), kind__in=EXPERIENCES)
    had = dict(today.values_list("user").annotate(Sum("amount")))
    return {user: max(0, road.MOST_A_DAY - had.get(user, 0)) for user in careers}


def count_feats(game: Game, multiplier: int, places: Sequence[int], at: datetime) -> None:
    """E2.1, E2.2: feat points of a Wild game just ended. `places`: its seats from first to fourth (E1.5)."""
    people = {seat: game.roster[seat].user_id for seat in places}
    careers = locked(user for user in people.values() if user is not None)
    entries = []
    for place, seat in enumerate(places):
        user = people[seat]
        if user is None:
            continue
        career = careers[user]
        change = road.feat_change(place, multiplier, road.military_rank(career.feat))
        after = road.feat_after(career.feat, change)
        entry = _entry(career, game, Entry.Kind.FEAT, after - career.feat, after, at, place + 1)
        entry.multiplier = multiplier
        rank = road.military_rank(after)
        entry.unlocked = rank if rank > career.best_rank else None
        entries.append(entry)
        _march(career, after)
    keep(entries, careers.values())


def take_back(game: Game) -> None:
    """The result of a game was taken back: its feat points are too, each by a new line and never below 0. Experience
    stays, for it never falls (E3), and so do rewards once unlocked (E2.3)."""
    moved = {e.user_id: e for e in Entry.objects.filter(game=game, kind__in=FEATS).order_by("pk")}
    moved = {user: entry for user, entry in moved.items() if entry.kind == Entry.Kind.FEAT and entry.amount}
    if not moved:
        return
    at, careers, entries = game.database_now, locked(moved), []
    for user, entry in moved.items():
        career = careers[user]
        after = road.feat_after(career.feat, -entry.amount)
        entries.append(_entry(career, game, Entry.Kind.FEAT_BACK, after - career.feat, after, at, None))
        _march(career, after)
    keep(entries, careers.values())


def _march(career: Career, feat: int) -> None:
    """Rank follows the points up and down; what was unlocked stays (E2.3)."""
    career.feat = feat
    career.best_rank = max(career.best_rank, road.military_rank(feat))


def wear(user: User, chosen: dict[str, str]) -> Career:
    """Puts on rewards: `back`, `cloth` and `title`, each the number of a military rank or of what was bought with
    coins, or empty for none.

    Raises BadRequest for what is no reward, Forbidden for one that is not unlocked, or bought, yet.
    """
    with transaction.atomic():
        career, bought = locked([user.pk])[user.pk], buying.owned(user)
        for kind in WORN:
            setattr(career, kind, _unlocked(career, kind, chosen.get(kind, ""), bought))
        career.save(update_fields=list(WORN))
    return career


def _unlocked(career: Career, kind: str, word: str, bought: Set[str]) -> int | None:
    if word == "":
        return None
    rank = int(word) if word.isascii() and word.isdigit() and len(word) <= 2 else -1
    if reward(kind, rank) is None:
        raise BadRequest(_("There is no such reward: choose one of those on the page"), kind)
    if rank >= FIRST_NUMBER:
        if f"{kind}-{rank}" not in bought:
            raise Forbidden(_("This was not bought yet: the page of what coins buy has its price"), "locked")
    elif rank > career.best_rank:
        raise Forbidden(_("This reward is not unlocked yet: the Whot Road says what is missing"), "locked")
    return rank


def locked(users: Iterable[int | None]) -> dict[int, Career]:
    """The careers of these people by their number, locked until the transaction ends; made where there is none yet."""
    ids = {user for user in users if user is not None}
    rows = Career.objects.select_for_update(no_key=True).filter(user__in=ids).order_by("user")
    found = {career.user_id: career for career in rows}
    if missing := ids - set(found):
        Career.objects.bulk_create([Career(user_id=user) for user in sorted(missing)], ignore_conflicts=True)
        found = {career.user_id: career for career in rows.all()}
    return found


def _entry(
    career: Career, game: Game, kind: Entry.Kind, amount: int, balance: int, at: datetime, place: int | None
) -> Entry:
    return Entry(
        user_id=career.user_id, game=game, kind=kind, amount=amount, balance=balance, place=place, day=_day(at), at=at
    )


def _day(at: datetime) -> date:
    return at.astimezone(UTC).date()


def keep(entries: list[Entry], careers: Iterable[Career]) -> None:
    Entry.objects.bulk_create(entries)
    Career.objects.bulk_update(careers, _SUMS)
