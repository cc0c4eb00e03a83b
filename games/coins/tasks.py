"""What the day brings for coins. May run twice, or late."""

import logging
from datetime import UTC, timedelta

from celery import shared_task
from django.utils import timezone

from . import checking
from .models import DailySums
from .services import tidying

logger = logging.getLogger(__name__)
BACK = timedelta(days=2)  # settlements of so long are worked out anew each time


@shared_task
def check_ledger() -> None:
    """Burns what is to be burnt, looks for the first coin out of place, and publishes the sums (checks 68 to 72)."""
    now = timezone.now()
    if DailySums.objects.filter(day=now.astimezone(UTC).date()).exists():
        return
    tidying.sweep_left_behind(now)
    tidying.burn(now)
    problem = checking.first_out_of_place(now - BACK)
    tidying.publish(checking.sums(), problem, now)
