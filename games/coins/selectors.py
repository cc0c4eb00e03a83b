"""Looking coins up: somebody's purse and ledger, what a game moved, the published sums."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from rules.coin_tables import Settled, Terms

from ..models import Game
from . import words
from .models import Account, DailySums, GameCoins, Hold, Line, Transaction
from .services import granting, settling

PAGE = 50
DAYS = 30


class Place(NamedTuple):
    """Where coins lie that are not free: a table that waits or a game under way."""

    code: str
    amount: int
    is_game: bool


class Purse(NamedTuple):
    """`free` can be played with; `places` say where the rest of `all` lies. `daily` and `relief`: can be had now."""

    all: int
    free: int
    places: tuple[Place, ...]
    daily: bool
    relief: bool


class LedgerLine(NamedTuple):
    at: datetime
    amount: int
    after: int
    reason: str
    game: str | None


class Ledger(NamedTuple):
    lines: tuple[LedgerLine, ...]
    page: int
    more: bool


class Moved(NamedTuple):
    """What a game for coins moved. `people`: accounts by seat."""

    terms: Terms
    settled: Settled
    refunded: bool
    reversed: bool
    people: tuple[int, ...]


def purse_of(user: User, now: datetime | None = None) -> Purse | None:
    """None for somebody who has no coins yet."""
    account = Account.objects.filter(user=user).first()
    if account is None:
        return None
    places = [
        Place(hold.table.code, hold.amount, False)
        for hold in Hold.objects.filter(account=account).select_related("table").order_by("pk")
    ]
    places += [
        Place(line.transaction.game.code, -line.amount, True)
        for line in _in_games(account).select_related("transaction__game").order_by("pk")
        if line.transaction.game is not None
    ]
    all_of_it = account.balance + sum(place.amount for place in places if place.is_game)
    day = f"{(now or timezone.now()).astimezone(UTC):%Y-%m-%d}"
    keys = [f"daily:{user.pk}:{day}", f"relief:{user.pk}:{day}"]
    had = set(Transaction.objects.filter(key__in=keys).values_list("key", flat=True))
    may = user.can_stake
    relief = may and keys[1] not in had and all_of_it < granting.RELIEF_BELOW
    return Purse(all_of_it, account.free, tuple(places), may and keys[0] not in had, relief)


def free_of(user: User) -> int:
    """Coins this person may sit down with."""
    account = Account.objects.filter(user=user).first()
    return 0 if account is None else account.free


def _in_games(account: Account) -> QuerySet[Line]:
    """The lines that put coins into games under way."""
    return Line.objects.filter(
        account=account, transaction__kind=Transaction.Kind.DEAL, transaction__game__coins__state=GameCoins.State.OPEN
    )


def ledger(user: User, page: int = 1) -> Ledger:
    """Every line of this person's, the newest first."""
    page = max(1, page)
    rows = Line.objects.filter(account__user=user).select_related("transaction__game__coins").order_by("-pk")
    found = list(rows[(page - 1) * PAGE : page * PAGE + 1])
    names = names_in(found)
    lines = tuple(_line(line, names) for line in found[:PAGE])
    return Ledger(lines, page, len(found) > PAGE)


def _line(line: Line, names: Mapping[int, str]) -> LedgerLine:
    game, why = line.transaction.game, words.reason(line, names)
    return LedgerLine(line.transaction.at, line.amount, line.after, why, game.code if game else None)


def names_in(lines: Sequence[Line]) -> dict[int, str]:
    """What those are called whom the reasons of these lines name, by account; no query where they name nobody."""
    accounts = words.others_in(lines)
    if not accounts:
        return {}
    rows = Account.objects.filter(pk__in=accounts).select_related("user")
    return {row.pk: row.user.shown_name for row in rows if row.user is not None}


def moved(game: Game) -> Moved | None:
    """What a game moved that is over; None for a friendly one, in no query."""
    if game.table.coins == "none":
        return None
    coins = GameCoins.objects.filter(game=game).exclude(state=GameCoins.State.OPEN).first()
    if coins is None:
        return None
    refunded = coins.state == GameCoins.State.REFUNDED
    found = settling.of_value(coins.outcome or {})
    return Moved(settling.terms_of(coins), found, refunded, coins.reversed_at is not None, tuple(coins.people))


def days(most: int = DAYS) -> list[DailySums]:
    """The published sums, the newest first."""
    return list(DailySums.objects.order_by("-day")[:most])


def won_between(since: datetime) -> dict[tuple[int, int], tuple[int, int]]:
    """For moderators: by (payer, winner), ids of persons, the coins that went from one to the other since then, and
    in how many games. What a loser lost is shared among the winners as they won."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    rows = GameCoins.objects.filter(state=GameCoins.State.SETTLED, reversed_at=None, ended_at__gt=since)
    for coins in rows.only("people", "holds", "outcome").iterator(chunk_size=500):
        net = settling.net_of(coins, settling.of_value(coins.outcome or {}))
        gained = sum(amount for amount in net.values() if amount > 0)
        for loser, lost in net.items():
            for winner, won in net.items():
                if lost < 0 < won and gained:
                    pair = coins.people[loser], coins.people[winner]
                    coins_of_pair, games = found.get(pair, (0, 0))
                    found[pair] = (coins_of_pair - lost * won // gained, games + 1)
    users = dict(Account.objects.filter(~Q(user=None)).values_list("pk", "user"))
    return {(users[payer], users[winner]): flow for (payer, winner), flow in found.items()}


class Flow(NamedTuple):
    """Between two people (ids): coins that went from one to the other, what came back, and games they played both."""

    payer: int
    winner: int
    coins: int
    back: int
    games: int


def one_way(since: datetime, games: int = 5, share: float = 0.8) -> list[Flow]:
    """Pairs of at least so many games in which at least this share of what moved between them went one way; those with
    the most coins first."""
    flows, found = won_between(since), []
    for (payer, winner), (coins, lost) in flows.items():
        back, won = flows.get((winner, payer), (0, 0))
        if lost + won >= games and coins >= share * (coins + back):
            found.append(Flow(payer, winner, coins, back, lost + won))
    return sorted(found, key=lambda flow: (flow.back - flow.coins, flow.payer))
