"""What others ask of the stored entries, without replaying them."""

from collections.abc import Sequence
from datetime import datetime

from django.db import models
from django.db.models import F, Q

from accounts.models import User
from rules.core import Seat
from rules.record import Entry

from .. import seeds
from ..models import Game, LogEntry


def entries(game: Game) -> list[Entry]:
    """The log as records hold it. For players only once the game is over, or through `rules.record.viewer_record`."""
    rows = LogEntry.objects.filter(game=game).order_by("seq")
    return [Entry(row.seat, row.action, seeds.time_text(row.at)) for row in rows]


def actions_of(user: User) -> dict[int, list[LogEntry]]:
    """The entries of this person's own seats, by the key of the game, in order: what they or the house did."""
    rows = LogEntry.objects.filter(game__players__user=user, game__players__seat=F("seat")).order_by("game", "seq")
    found: dict[int, list[LogEntry]] = {}
    for row in rows:
        found.setdefault(row.game_id, []).append(row)
    return found


def has_key(game: Game, key: str) -> bool:
    return LogEntry.objects.filter(game=game, key=key).exists()


def somebody_played(game: Game) -> bool:
    """Whether a person did anything in this game but leave."""
    return LogEntry.objects.filter(game=game, by=LogEntry.By.PLAYER).exclude(action="leave").exists()


def somebody_missed(game: Game) -> bool:
    return LogEntry.objects.filter(game=game, by=LogEntry.By.HOUSE, action__startswith="timeout").exists()


def ended_by_the_clock(since: datetime, until: datetime) -> list[str]:
    """Codes of games that were over between the two moments because time ran out, the first to end first."""
    last = LogEntry.objects.filter(
        game__state=Game.State.OVER, game__ended_at__gte=since, game__ended_at__lte=until, seq=F("game__seq"),
        by=LogEntry.By.HOUSE,
    )  # fmt: skip
    of_clocks = Q(action="time_up") | Q(action__startswith="timeout")
    found = {row.game_id for row in last.filter(of_clocks)}
    abandoned = last.filter(action="abandon").values_list("game", "seq")
    for game, seq in abandoned:
        if LogEntry.objects.filter(of_clocks, game=game, seq=seq - 1, by=LogEntry.By.HOUSE).exists():
            found.add(game)
    return list(Game.objects.filter(pk__in=found).order_by("ended_at", "pk").values_list("code", flat=True))


def deeds(games: Sequence[int]) -> dict[tuple[int, Seat], tuple[int, int]]:
    """(actions of their own, turns missed) by the key of the game and the seat; who did and missed nothing is left out.

    Leaving is no action of this kind. One query.
    """
    rows = LogEntry.objects.filter(game__in=games, seat__isnull=False).values_list("game", "seat").order_by()
    own = Q(by=LogEntry.By.PLAYER) & ~Q(action="leave")
    missed = Q(by=LogEntry.By.HOUSE, action__startswith="timeout")
    counted = rows.annotate(own=models.Count("pk", filter=own), missed=models.Count("pk", filter=missed))
    return {(game, seat): (did, missing) for game, seat, did, missing in counted if did or missing}
