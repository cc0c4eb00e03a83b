"""What the clock brings: these only find rows that are due and call the services. Each may run twice, or late."""

import logging
from collections.abc import Callable
from typing import Any

from celery import shared_task

from . import log, selectors, turn_mails
from .selectors.clocks import to_remind
from .services import between, computers, expiring, fairness, notices, outages, play, reminding, sweeping

logger = logging.getLogger(__name__)


@shared_task
def end_overdue() -> None:
    """Ends turns, games and pauses whose time is over; first gives back the time in which nothing swept."""
    if sweeping.clock_is_wrong() or outages.nobody_can_post(log.database_now()):
        return
    outages.beat()
    for code in sweeping.due_codes(log.database_now()):
        _try(code, play.end_overdue, code)


@shared_task
def deal_next_games() -> None:
    """Deals the next games of matches whose moment between two games is over."""
    now = log.database_now()
    if sweeping.clock_is_wrong() or outages.nobody_can_post(now):
        return
    for code in between.due_tables(now):
        try:
            between.deal_next(code)
        except Exception as error:
            logger.error("Table %s gets no next game and is put off: %s", code, type(error).__name__)
            between.put_off(code, now)


@shared_task
def move_bots() -> None:
    """Moves for computer players whose pause is over, or is so in a moment."""
    computers.move_due(selectors.bots_to_move(log.database_now() + computers.AHEAD), _try)


@shared_task
def remind() -> None:
    """Tells people of their turns in slow games: on their muster, and who does not look by a mail (check 78)."""
    now = log.database_now()
    if sweeping.clock_is_wrong() or outages.missing(now):
        return  # the sweep gives back first what was lost
    for code in to_remind(now):
        try:
            reminding.note(code)
        except Exception as error:
            logger.error("Nobody is told of the turn in game %s: %s", code, type(error).__name__)
    reminding.send_mails(turn_mails.line)


@shared_task
def close_expired_tables() -> None:
    """Closes tables that nobody started in time, and reminds those who wait."""
    expiring.expire_due()


@shared_task
def forget_old_notices() -> None:
    """Deletes notices and reminders that nobody needs any more."""
    notices.forget_old()
    reminding.forget_old()


@shared_task
def watch_deals() -> None:
    """Checks the deals of finished games, some at a time, and once all are done makes the figures of the day."""
    now = log.database_now()
    if fairness.check_finished(now) < fairness.AT_ONCE:
        fairness.report_once_a_day(now)


def _try(code: str, service: Callable[..., Any], *arguments: Any) -> Any:
    """One failing game does not keep the others waiting: it is put off, and named."""
    try:
        return service(*arguments)
    except Exception as error:
        # Only the kind: the text of a refusal lists what may be played, and with it cards.
        logger.error("Game %s failed in the sweep and is put off: %s", code, type(error).__name__)
        play.put_off(code)
        return None
