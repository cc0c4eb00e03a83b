"""What happens to coins by the day: the house burns its old ones, the sums are published, and the ledger is checked."""

import logging
from datetime import UTC, datetime, timedelta

from django.core.mail import mail_admins
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from accounts.models import User

from ..models import Account, DailySums, Hold, Line, Transaction
from . import posting
from .posting import Kind, Move, Why

logger = logging.getLogger(__name__)
STAYS = timedelta(days=2)  # coins at the house: after that no result can be taken back any more


def burn(now: datetime | None = None) -> int:
    """Burns what the house has had for two days (E5): how many coins. Once a UTC day."""
    now = now or timezone.now()
    key = f"burn:{now.astimezone(UTC):%Y-%m-%d}"
    house, mint = posting.house(), posting.mint()
    with transaction.atomic():
        rows = posting.locked([house.pk, mint.pk])
        fresh = Line.objects.filter(account=house, amount__gt=0, transaction__at__gt=now - STAYS)
        old = rows[house.pk].balance - (fresh.aggregate(sum=Sum("amount"))["sum"] or 0)
        if old <= 0 or Transaction.objects.filter(key=key).exists():
            return 0
        moves = [Move(rows[house.pk], -old, Why.BURNT), Move(rows[mint.pk], old, Why.BURNT)]
        posting.post(Kind.BURN, moves, now, key=key)
        return old


def publish(found: tuple[int, int, int, int, int], problem: str, now: datetime | None = None) -> DailySums:
    """Keeps the sums of the day for everybody to see; a problem also goes to whoever runs the site."""
    now = now or timezone.now()
    names = ("players", "escrow", "house", "grants", "burns")
    day, _made = DailySums.objects.update_or_create(
        day=now.astimezone(UTC).date(),
        defaults={**dict(zip(names, found, strict=True)), "in_place": not problem, "at": now},
    )
    if problem:
        logger.error("A coin is out of place: %s", problem)
        mail_admins(
            "A coin is out of place", f"{problem}\nLook at it with: manage.py check_coins\n", fail_silently=True
        )
    return day


def sweep_left_behind(now: datetime | None = None) -> int:
    """Coins that came to an account while it was being closed go to the house as well: how many accounts had any."""
    left = Account.objects.filter(kind=Account.Kind.PLAYER, balance__gt=0, user__closed_at__isnull=False)
    people = list(User.objects.filter(purse__in=left).order_by("pk"))
    for person in people:
        sweep_closed(person, now)
    return len(people)


def sweep_closed(person: User, now: datetime | None = None) -> None:
    """The coins of an account that is closed go to the house; nobody can have them any more (accounts.closing)."""
    account = Account.objects.filter(user=person).first()
    if account is None:
        return
    house = posting.house()
    with transaction.atomic():
        rows = posting.locked([account.pk, house.pk])
        own = rows[account.pk]
        if own.balance and not Hold.objects.filter(account=own).exists():
            moves = [Move(own, -own.balance, Why.CLOSED), Move(rows[house.pk], own.balance, Why.CLOSED)]
            posting.post(Kind.CLOSED, moves, now or timezone.now(), person=person)
