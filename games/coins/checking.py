"""Whether every coin is where it belongs (E6, checks 68 to 72): the first one that is not, in a sentence for staff.

Each question is one statement, so that games that end meanwhile can't make it look wrong.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum, Window
from django.db.models.functions import Coalesce

from rules.coin_tables import Settled

from .. import log
from ..models import Game
from .models import Account, GameCoins, Hold, Line, Transaction
from .services import settling

State = GameCoins.State


class Sums(NamedTuple):
    """All coins there are. `grants` and `burns`: what came from the mint and went back."""

    players: int
    escrow: int
    house: int
    grants: int
    burns: int

    @property
    def agree(self) -> bool:
        """E6: players + escrow + house = grants - burns."""
        return self.players + self.escrow + self.house == self.grants - self.burns


def sums() -> Sums:
    """As they are at one moment, in one statement."""

    def of(**which: Any) -> Coalesce:
        return Coalesce(Sum("amount", filter=Q(**which)), 0)

    found = Line.objects.aggregate(
        players=of(account__kind="player"),
        escrow=of(account__kind="escrow"),
        house=of(account__kind="house"),
        granted=of(account__kind="mint", amount__lt=0),
        burns=of(account__kind="mint", amount__gt=0),
    )
    return Sums(found["players"], found["escrow"], found["house"], -found["granted"], found["burns"])


def _total(lines: QuerySet[Line]) -> QuerySet[Any]:
    """Lines as a sum by account."""
    return lines.order_by().values("account").annotate(sum=Sum("amount")).values("sum")


def first_out_of_place(since: datetime | None = None) -> str:
    """The first thing that is wrong, empty where nothing is. `since`: games are worked out anew that ended after it;
    None: all of them."""
    for problems in (_transactions, _running, _balances, _held, _games, lambda: _settlements(since)):
        for problem in problems():
            return problem
    found = sums()
    return "" if found.agree else f"the sums do not agree: {found}"


def _transactions() -> Iterator[str]:
    rows = Transaction.objects.annotate(sum=Coalesce(Sum("lines__amount"), 0), lines_of=Count("lines"))
    for one in rows.filter(~Q(sum=0) | Q(lines_of__lt=2)).order_by("pk")[:1]:
        yield f"transaction {one.pk} ({one.kind}) has {one.lines_of} lines that sum to {one.sum}"


def _running() -> Iterator[str]:
    running = Window(Sum("amount"), partition_by=[F("account")], order_by=F("id").asc())
    for line in Line.objects.annotate(running=running).filter(~Q(after=F("running"))).order_by("pk")[:1]:
        yield f"line {line.pk} of account {line.account_id} says {line.after} where its lines sum to {line.running}"


def _balances() -> Iterator[str]:
    rows = Account.objects.annotate(sum=Coalesce(Subquery(_total(Line.objects.filter(account=OuterRef("pk")))), 0))
    for account in rows.filter(~Q(balance=F("sum")) | Q(balance__lt=0, kind__in=["player", "escrow", "house"])):
        yield f"account {account.pk} ({account}) has {account.balance}, its lines sum to {account.sum}"


def _held() -> Iterator[str]:
    holds = Hold.objects.filter(account=OuterRef("pk")).order_by().values("account").annotate(sum=Sum("amount"))
    rows = Account.objects.annotate(sum=Coalesce(Subquery(holds.values("sum")), 0))
    for account in rows.filter(~Q(held=F("sum"))).order_by("pk")[:1]:
        yield f"account {account.pk} ({account}) holds {account.held}, its tables hold {account.sum}"


def _games() -> Iterator[str]:
    """Check 70: nothing is left in the escrow of a game that is over, and it ended once."""
    ends = Transaction.objects.filter(game=OuterRef("game"), kind__in=["settled", "refunded"]).order_by()
    rows = GameCoins.objects.annotate(
        ends=Coalesce(Subquery(ends.values("game").annotate(n=Count("pk")).values("n")), 0),
        left=Subquery(Account.objects.filter(game=OuterRef("game")).values("balance")[:1]),
    ).select_related("game")
    over = [Game.State.OVER, Game.State.VOID]
    wrong = (
        Q(state=State.OPEN, game__state__in=over)
        | (~Q(state=State.OPEN) & (~Q(ends=1) | ~Q(left=0)))
        | Q(state=State.OPEN, ends__gt=0)
    )
    for coins in rows.filter(wrong).order_by("pk")[:1]:
        yield f"game {coins.game.code} is {coins.state}, was ended {coins.ends} times, and has {coins.left} in escrow"
    for game in Game.objects.filter(table__coins__in=["wild", "stake"], state__in=over, coins=None).order_by("pk")[:1]:
        yield f"game {game.code} of a table for coins never had any"


def _settlements(since: datetime | None) -> Iterator[str]:
    """Check 71: each settlement, worked out again from the log, is what was booked."""
    rows = GameCoins.objects.exclude(state=State.OPEN).select_related("game", "game__table").order_by("pk")
    if since is not None:
        rows = rows.filter(ended_at__gt=since)
    for coins in rows.iterator(chunk_size=200):
        problem = _settlement(coins)
        if problem:
            yield f"game {coins.game.code}: {problem}"


def _settlement(coins: GameCoins) -> str:
    stored = settling.of_value(coins.outcome or {})
    if coins.purses is not None:  # else its coins were returned by hand, and nothing was worked out
        try:
            found = settling.worked_out(coins.game, coins)
        except log.BrokenLog as error:
            return str(error)
        if found != stored:
            return f"worked out again it is {found}, stored is {stored}"
    booked = _booked(coins)
    expected = _expected(coins, stored)
    return "" if booked == expected else f"booked is {booked}, it should be {expected}"


def _booked(coins: GameCoins) -> dict[int, int]:
    lines = Line.objects.filter(
        transaction__game=coins.game, transaction__kind__in=["settled", "refunded"], account__kind="player"
    )
    sums_of = lines.order_by().values_list("account").annotate(sum=Sum("amount"))
    return dict(sums_of.exclude(sum=0))


def _expected(coins: GameCoins, found: Settled) -> dict[int, int]:
    """What each account should have got out of the escrow: its hold, and what was won or lost beyond it."""
    net = settling.net_of(coins, found)
    moved = {coins.people[seat]: coins.holds[seat] + amount for seat, amount in net.items()}
    return {account: amount for account, amount in moved.items() if amount}
