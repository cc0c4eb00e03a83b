"""What somebody buys with coins: once, for good, and the coins are burnt (E5)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from rules.core import gettext_noop as _
from rules.core import say

from ...coin_terms import number
from ...errors import BadRequest, Forbidden, NotAllowed
from ..models import Transaction
from ..wares import BY_KEY, Ware
from . import posting
from .posting import Kind, Move, Why

_BOUGHT = "bought"


def key_of(user: User, ware: Ware) -> str:
    """What makes each bought once: the ledger has one transaction of a key."""
    return f"{_BOUGHT}:{user.pk}:{ware.key}"


def owned(user: User) -> set[str]:
    """Keys of the wares this person has bought. One query."""
    keys = {key_of(user, ware): ware.key for ware in BY_KEY.values()}
    return {keys[key] for key in Transaction.objects.filter(key__in=keys).values_list("key", flat=True) if key}


def buy(user: User, key: str, now: datetime | None = None) -> Transaction | None:
    """Pays for a ware and burns the coins; None where it was bought before, and nothing moves.

    Raises BadRequest (no such ware), Forbidden (no member with a confirmed address), NotAllowed (too few free coins:
    what is set aside for a table, or lies in a game, pays for nothing).
    """
    ware = BY_KEY.get(key)
    if ware is None:
        raise BadRequest(_("There is no such thing to buy: choose one of those on the page"), "ware")
    if not user.can_stake:
        raise Forbidden(_("Coins are for members with a confirmed e-mail address"), "unconfirmed")
    with transaction.atomic():
        account, mint = posting.account_of(user), posting.mint()
        rows = posting.locked([account.pk, mint.pk])
        own, mint, once = rows[account.pk], rows[mint.pk], key_of(user, ware)
        if Transaction.objects.filter(key=once).exists():
            return None
        if own.free < ware.price:
            message = _("This costs %(price)s coins. You have %(free)s free, which is %(missing)s too few")
            values = {"price": ware.price, "free": own.free, "missing": ware.price - own.free}
            raise NotAllowed(say(message, **{name: number(value) for name, value in values.items()}), "too_few_coins")
        detail = {_BOUGHT: ware.key}
        moves = [Move(own, -ware.price, Why.BURNT, detail), Move(mint, ware.price, Why.BURNT, detail)]
        return posting.post(Kind.BURN, moves, now or timezone.now(), person=user, key=once)
