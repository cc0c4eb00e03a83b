"""Waiting tables that nobody fills: those who wait are reminded, and in the end told that the table is closed."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from .. import selectors
from ..models import Notice, Seat, Table
from . import notices, tables

REMINDS_AFTER = timedelta(days=3)


def expire_due(now: datetime | None = None) -> int:
    """Closes tables that waited for 7 days, reminds after 3; returns how many it dealt with. May run twice."""
    now = now or timezone.now()
    done = 0
    for code in selectors.waiting_too_long(now, now - REMINDS_AFTER):
        with transaction.atomic():
            rows = Table.objects.select_for_update(skip_locked=True, no_key=True)
            table = rows.filter(code=code, state=Table.State.ASSEMBLING).first()
            if table is not None and _expire_or_remind(table, now):
                done += 1
    return done


def _expire_or_remind(table: Table, now: datetime) -> bool:
    places = list(Seat.objects.filter(table=table).order_by("number"))
    seated = [place.user_id for place in places]
    if table.expires_at is not None and table.expires_at <= now:
        tables.shut(table, Table.State.EXPIRED, now)
        tables.rise(table, places, now)
        notices.tell(seated, Notice.Kind.TABLE_EXPIRED, table, now)
    elif table.reminded_at is None and table.created_at <= now - REMINDS_AFTER:
        table.reminded_at = now
        notices.tell(seated, Notice.Kind.TABLE_WAITS, table, now)
    else:
        return False
    tables.changed(table)
    return True
