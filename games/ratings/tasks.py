"""What the clock brings. Each may run twice, or late."""

import logging

from celery import shared_task

from . import checking, services

logger = logging.getLogger(__name__)


@shared_task
def settle() -> None:
    """Works out ratings that could not be worked out right after their match."""
    services.settle()


@shared_task
def check() -> None:
    """Makes all ratings again and says in the log where what is stored differs (case I06)."""
    found = checking.differences()
    for line in found[: checking.MOST_SHOWN]:
        logger.error("Ratings: %s", line)
    if found:
        logger.error("Ratings: %d differences; manage.py rebuild_ratings makes everything again", len(found))
