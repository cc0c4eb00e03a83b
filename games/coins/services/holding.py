"""Coins set aside of whoever sits at a table that waits, until its cards are dealt or they leave (E1.4, E4.1)."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from rules.coin_tables import Terms
from rules.core import Message, say
from rules.core import gettext_noop as _

from ...coin_terms import number
from ...errors import NotAllowed
from ...models import Seat, Table
from ..models import Account, Hold
from . import granting, origins, posting


def terms_of(table: Table) -> Terms:
    return Terms(table.coins, table.coin_amount, table.coin_fee)


def on_sit(table: Table, place: Seat, now: datetime) -> None:
    """Sets the coins aside. Raises NotAllowed: no confirmed account, not enough, or not beside this neighbour."""
    if table.coins != Table.Coins.NONE and place.user is not None:
        _hold(table, place.user, now)


def on_agree(table: Table, place: Seat, now: datetime) -> None:
    """Who agrees to changed rules has what they ask for set aside, where it is not yet."""
    if table.coins == Table.Coins.NONE or place.user is None:
        return
    if not Hold.objects.filter(table=table, account__user=place.user).exists():
        _hold(table, place.user, now)


def on_change(table: Table, places: Sequence[Seat], changed: AbstractSet[str], now: datetime) -> None:
    """Where the stake is another one, everybody has theirs back at once, and the host puts up the new one."""
    if changed.isdisjoint(("coins", "coin_amount")):
        return
    _release(table, Hold.objects.filter(table=table))
    host = next((place.user for place in places if place.user_id == table.host_id), None)
    if table.coins != Table.Coins.NONE and host is not None:
        _hold(table, host, now)


def on_rise(table: Table, people: Sequence[int], now: datetime) -> None:
    """Gives back what was set aside of these people."""
    if table.coins != Table.Coins.NONE:
        _release(table, Hold.objects.filter(table=table, account__user__in=people))


def no_seat(table: Table, user: User) -> Message | None:
    """Why this person can't sit down at a table that waits, as far as it shows before they try (`games.parts`)."""
    if table.coins == Table.Coins.NONE:
        return None
    try:
        _check_may_stake(user)
        account = Account.objects.filter(user=user).first()
        _check_enough(terms_of(table).hold, granting.WELCOME if account is None else account.free)
    except NotAllowed as error:
        return error.message
    return None


def _hold(table: Table, user: User, now: datetime) -> None:
    _check_may_stake(user)
    # With the others here, whose accounts the deal locks too: who comes last may start the game.
    ids = [*Hold.objects.filter(table=table).values_list("account", flat=True), posting.account_of(user).pk]
    granting.welcome(user, now, also=ids)
    origin = origins.hashed(table.code)
    _check_apart(table, user, origin)
    wanted = terms_of(table).hold
    account = posting.locked(ids)[ids[-1]]
    _check_enough(wanted, account.free)
    account.held += wanted
    account.save(update_fields=["held"])
    Hold.objects.create(
        table=table, account=account, amount=wanted, device=origin.device, address=origin.address, at=now
    )


def _release(table: Table, holds: QuerySet[Hold]) -> None:
    """Inside a transaction that holds the table's lock."""
    found = list(holds)
    accounts = posting.locked(hold.account_id for hold in found)
    for hold in found:
        account = accounts[hold.account_id]
        account.held -= hold.amount
        account.save(update_fields=["held"])
    Hold.objects.filter(pk__in=[hold.pk for hold in found]).delete()


def _check_may_stake(user: User) -> None:
    if user.is_guest:
        raise NotAllowed(_("Guests do not play for coins: make an account and confirm its e-mail address"), "no_guests")
    if not user.can_stake:
        raise NotAllowed(_("To play for coins, confirm your e-mail address first (Settings, E-mail)"), "unconfirmed")


def _check_enough(wanted: int, free: int) -> None:
    if free < wanted:
        message = _("A seat here takes %(wanted)s coins. You have %(free)s free, which is %(missing)s too few")
        values = {"wanted": number(wanted), "free": number(free), "missing": number(wanted - free)}
        raise NotAllowed(say(message, **values), "too_few_coins", rule="E1.4")


def _check_apart(table: Table, user: User, origin: origins.Origin) -> None:
    """Nobody plays for coins against a second account of their own, or as two from one seat on the sofa."""
    for hold in Hold.objects.filter(table=table).exclude(account__user=user):
        if (origin.device and hold.device == origin.device) or (origin.address and hold.address == origin.address):
            message = _("Somebody sits here from your device or your network; for coins one plays between homes")
            raise NotAllowed(message, "same_place")
