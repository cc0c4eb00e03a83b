"""People with coins, tables for coins, and what must hold of the ledger at any moment, for tests."""

from typing import Any

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from accounts.models import User
from games.coins.models import Account, GameCoins, Hold, Line, Transaction
from games.coins.services import posting
from games.coins.services.posting import Move, Why
from games.models import Game
from rules.coin_tables import STAKE, WILD
from tests.games.factories import member, started


def confirmed(name: str = "") -> User:
    """A member who may play for coins, with none yet."""
    person = member(name)
    person.emailaddress_set.create(email=person.email.lower(), verified=True, primary=True)  # type: ignore[attr-defined]
    return person


def rich(name: str = "", coins: int = 1_000) -> User:
    """A member with exactly so many coins, the welcome among them."""
    from games.coins.services import granting

    person = confirmed(name)
    granting.welcome(person)
    account, mint = posting.account_of(person), posting.mint()
    more = coins - account.balance
    if more:
        moves = [Move(mint, -more, Why.GRANTED), Move(account, more, Why.GRANTED)]
        with transaction.atomic():
            posting.post(Transaction.Kind.STAFF, moves, timezone.now(), person=person, reason="for a test")
    return person


def purse(user: User) -> Account:
    return Account.objects.get(user=user)


def balances(*people: User) -> list[int]:
    return [purse(person).balance for person in people]


def staked(people: list[User], stake: int = 250, fee: int = 0, **chosen: Any) -> Game:
    """A game at a Stake table (E4)."""
    return started(people, **{"preset": "002", "coins": STAKE, "coin_amount": stake, "coin_fee": fee, **chosen})


def wild(people: list[User], multiplier: int = 4, **chosen: Any) -> Game:
    """A game at a Wild table (E1)."""
    preset = "000" if multiplier <= 20 else "000W"
    return started(people, **{"preset": preset, "coins": WILD, "coin_amount": multiplier, **chosen})


def check_ledger() -> None:
    """E6: every account is the sum of its lines, all of them are 0 together, each transaction is balanced, what is held
    is what the holds say, no escrow is left over, and every game for coins that is over ended once."""
    for account in Account.objects.all():
        lines = Line.objects.filter(account=account).aggregate(sum=Sum("amount"))["sum"] or 0
        held = Hold.objects.filter(account=account).aggregate(sum=Sum("amount"))["sum"] or 0
        assert (account.balance, account.held) == (lines, held), account
        assert account.balance >= 0 or account.kind == "mint"
    assert (Account.objects.aggregate(sum=Sum("balance"))["sum"] or 0) == 0
    for one in Transaction.objects.annotate(sum=Sum("lines__amount")):
        assert one.sum == 0, one
    for coins in GameCoins.objects.select_related("game"):
        ends = Transaction.objects.filter(game=coins.game, kind__in=("settled", "refunded")).count()
        over = coins.game.state in (Game.State.OVER, Game.State.VOID) or coins.state == GameCoins.State.REFUNDED
        assert ends == (1 if over else 0), coins
        left = Account.objects.get(game=coins.game).balance
        assert left == (0 if over else sum(coins.holds)), coins
