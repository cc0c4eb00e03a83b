"""Coins that come into the world, and the only ways they do (E5): each once, whatever is pressed or retried."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from rules.core import gettext_noop as _
from rules.core import say

from ...coin_terms import number
from ...errors import Forbidden, NotAllowed
from ..models import Account, GameCoins, Line, StaffGrant, Transaction
from . import posting
from .posting import Kind, Move, Why

WELCOME = 1_000  # E5.1
DAILY = 100  # E5.2
RELIEF_BELOW, RELIEF_TO = 100, 300  # E5.3
SECOND_PERSON_ABOVE = 10_000  # E5.5
MOST_PRIZE = SECOND_PERSON_ABOVE  # of one place of a season (E5.4)


def welcome(user: User, now: datetime | None = None, also: Iterable[int] = ()) -> Transaction | None:
    """The coins of a new member, once a person and once a confirmed address (E5.1); None: nothing to give."""
    if not user.is_member or Transaction.objects.filter(kind=Kind.SIGN_UP, person=user).exists():
        return None
    with transaction.atomic():
        accounts = _locked(user, also)
        if _is_closed(user) or Transaction.objects.filter(kind=Kind.SIGN_UP, person=user).exists():
            return None
        for address in EmailAddress.objects.filter(user=user, verified=True).order_by("pk"):
            key = f"sign_up:{_address_key(address.email)}"
            if not Transaction.objects.filter(key=key).exists():
                return _granted(Kind.SIGN_UP, accounts, user, WELCOME, now, key=key)
    return None


def on_confirmed(email_address: EmailAddress, **_others: object) -> None:
    """Somebody confirmed an address (allauth's signal)."""
    welcome(email_address.user)


def daily(user: User, now: datetime | None = None) -> Transaction:
    """The coins of the day, on request, once a UTC day (E5.2). Raises Forbidden, NotAllowed."""
    now = now or timezone.now()
    _check_may_have(user)
    with transaction.atomic():
        accounts = _locked(user)
        _check_open(user)
        key = f"daily:{user.pk}:{now.astimezone(UTC):%Y-%m-%d}"
        if Transaction.objects.filter(key=key).exists():
            raise NotAllowed(_("You have had the coins of today; the next are there tomorrow (UTC)"), "had_today")
        return _granted(Kind.DAILY, accounts, user, DAILY, now, key=key)


def relief(user: User, now: datetime | None = None) -> Transaction:
    """Fills up to 300 what is under 100, held coins counted, once a UTC day (E5.3). Raises Forbidden, NotAllowed."""
    now = now or timezone.now()
    _check_may_have(user)
    with transaction.atomic():
        accounts = _locked(user)
        _check_open(user)
        has = accounts.player.balance + in_games(accounts.player)
        if has >= RELIEF_BELOW:
            message = _("Relief is for who has less than %(below)s coins, held ones counted; you have %(has)s")
            raise NotAllowed(say(message, below=RELIEF_BELOW, has=number(has)), "not_poor")
        key = f"relief:{user.pk}:{now.astimezone(UTC):%Y-%m-%d}"
        if Transaction.objects.filter(key=key).exists():
            raise NotAllowed(_("You have had relief today; it is there again tomorrow (UTC)"), "had_today")
        return _granted(Kind.RELIEF, accounts, user, RELIEF_TO - has, now, key=key)


def prize(user: User, amount: int, key: str, now: datetime | None = None, reason: str = "") -> Transaction | None:
    """A season's prize, fixed beforehand (E5.4). `key` names season and place; given once, None afterwards, and None to
    who may have no coins: a guest, a closed account, somebody without a confirmed address. `reason` names the season
    for the line in the ledger, without names of people.

    Raises ValueError for what no prize may be: it is more than two people of staff would have to agree to (E5.5).
    """
    if not 1 <= amount <= MOST_PRIZE:
        raise ValueError(f"a prize is 1 to {MOST_PRIZE} coins, not {amount}")
    if not user.can_stake:
        return None
    with transaction.atomic():
        accounts, key = _locked(user), f"prize:{key}:{user.pk}"
        if _is_closed(user) or Transaction.objects.filter(key=key).exists():
            return None
        return _granted(Kind.PRIZE, accounts, user, amount, now, key=key, reason=reason[:200])


def ask_for(staff: User, user: User, amount: int, reason: str, now: datetime | None = None) -> StaffGrant:
    """Coins from staff, with a reason; above 10,000, to one person within a day, a second one has to say yes (E5.5)."""
    now, reason = now or timezone.now(), reason.strip()
    if not staff.is_staff:
        raise Forbidden(_("Only staff give coins"))
    if staff.pk == user.pk:
        raise Forbidden(_("Nobody gives coins to themselves"))
    if amount < 1 or not reason:
        raise NotAllowed(_("A grant needs an amount above 0 and a reason"), "no_reason")
    if not user.is_member:
        raise NotAllowed(_("Only members have coins"), "no_member")
    with transaction.atomic():
        accounts = _locked(user)
        _check_open(user)
        recent = StaffGrant.objects.filter(account=accounts.player, asked_at__gt=now - timedelta(days=1))
        together = amount + (recent.filter(approved_by=None).aggregate(sum=Sum("amount"))["sum"] or 0)
        grant = StaffGrant.objects.create(
            account=accounts.player, amount=amount, reason=reason[:200], asked_by=staff, asked_at=now
        )
        if together <= SECOND_PERSON_ABOVE:
            _give(grant, accounts, user, now)
        return grant


def approve(staff: User, grant_id: int, now: datetime | None = None) -> StaffGrant:
    """A second person of staff says yes (E5.5). A grant that was given already stays as it is. Raises Forbidden: it is
    the first person's or their own, or the account was closed meanwhile."""
    now = now or timezone.now()
    with transaction.atomic():
        person = User.objects.get(purse__pk=StaffGrant.objects.get(pk=grant_id).account_id)
        accounts = _locked(person)
        grant = StaffGrant.objects.select_related("asked_by").get(pk=grant_id)
        if grant.transaction_id is not None:
            return grant
        if not staff.is_staff or staff.pk in (grant.asked_by_id, person.pk):
            raise Forbidden(_("A second person of staff has to approve this"), "second_person")
        _check_open(person)
        grant.approved_by, grant.approved_at = staff, now
        _give(grant, accounts, person, now)
        return grant


def in_games(account: Account) -> int:
    """Coins of this account that lie in games under way."""
    lines = Line.objects.filter(
        account=account, transaction__kind=Kind.DEAL, transaction__game__coins__state=GameCoins.State.OPEN
    )
    return -(lines.aggregate(sum=Sum("amount"))["sum"] or 0)


def _give(grant: StaffGrant, accounts: "_Accounts", person: User, now: datetime) -> None:
    by, reason = grant.asked_by, grant.reason
    grant.transaction = _granted(Kind.STAFF, accounts, person, grant.amount, now, by=by, reason=reason)
    grant.save(update_fields=["approved_by", "approved_at", "transaction"])


class _Accounts(NamedTuple):
    player: Account
    mint: Account


def _locked(user: User, also: Iterable[int] = ()) -> _Accounts:
    """The two accounts of a grant; the lock of the person's own is what makes each grant happen once. `also`: others
    that the caller will need, locked with them in the order of all locks."""
    account, mint = posting.account_of(user), posting.mint()
    rows = posting.locked([account.pk, mint.pk, *also])
    return _Accounts(rows[account.pk], rows[mint.pk])


def _granted(
    kind: str, accounts: _Accounts, person: User, amount: int, now: datetime | None, *, by: User | None = None,
    reason: str = "", key: str | None = None,
) -> Transaction:  # fmt: skip
    moves = [Move(accounts.mint, -amount, Why.GRANTED), Move(accounts.player, amount, Why.GRANTED)]
    return posting.post(kind, moves, now or timezone.now(), person=person, by=by, reason=reason, key=key)


def _check_may_have(user: User) -> None:
    if not user.can_stake:
        raise Forbidden(_("Coins are for members with a confirmed e-mail address"), "unconfirmed")


def _check_open(user: User) -> None:
    if _is_closed(user):
        raise Forbidden(_("This account is closed: nobody can have its coins any more"), "closed")


def _is_closed(user: User) -> bool:
    """Asked anew under the lock of the person's coins, which closing takes too: what was read before may be old."""
    return User.objects.filter(pk=user.pk, closed_at__isnull=False).exists()


def _address_key(email: str) -> str:
    """The address itself is not kept: when it is deleted, all that is left is that it was once greeted."""
    return salted_hmac("games.coins.welcome", email.strip().lower(), secret=settings.SECRET_KEY).hexdigest()
