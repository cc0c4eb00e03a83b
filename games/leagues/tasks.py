"""What the clock brings to leagues. Both may run twice, late, or on two workers."""

import logging

from celery import shared_task

from .. import log
from ..services import outages, sweeping
from . import prizes, results, rounds
from .models import Season

logger = logging.getLogger(__name__)


@shared_task
def run_leagues() -> None:
    """Begins seasons, opens and closes rounds, seats people at their tables, settles what is late, and
    gives prizes."""
    if sweeping.clock_is_wrong() or outages.nobody_can_post(log.database_now()):
        return
    rounds.run()
    prizes.give_due(log.database_now())


@shared_task
def check_results() -> None:
    """Compares the results of running seasons with their games (case I06)."""
    for season in Season.objects.filter(state=Season.State.RUNNING).order_by("pk"):
        wrong = results.differences(season)
        if wrong:
            logger.error(
                "Results of league season %s do not follow from its games: %s", season.pk, ", ".join(wrong[:20])
            )
