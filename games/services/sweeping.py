"""The sweep: what is overdue, and how much of it is done at once (checks 14, 24, 25).

It uses the database's clock, and does not run where this process's clock is far from that: one of the two is wrong. A
sweep that would end more than a twentieth of the games that run ends none: most likely a clock, and not the players,
went wrong. It says so on the health page and leaves those games to somebody with the override.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from rules import core

from .. import clocks, log, selectors
from ..models import Game, Heartbeat
from ..selectors.clocks import live_games
from . import outages
from .overdue import word_of_timeout

logger = logging.getLogger(__name__)

SHARE, FEWEST = 0.05, 10  # of the games that run; so many end at once on a small site too
AT_ONCE = 500


@dataclass(frozen=True)
class Due:
    """A game that the sweep has to do something in."""

    code: str
    what: str  # clocks.TURN, GAME or PAUSE; empty: somebody was quicker
    ends: str = ""  # the reason with which it would end; empty: it goes on


@dataclass(frozen=True)
class Plan:
    """What a sweep does, and the endings it refuses."""

    todo: tuple[Due, ...]
    held_back: tuple[Due, ...] = ()


def clock_is_wrong() -> bool:
    """Whether this process's clock and the database's are so far apart that nothing may be ended by them."""
    apart = outages.skew()
    if apart > outages.MOST_SKEW:
        logger.error("The sweep does not run: clock and database are %d s apart", apart.total_seconds())
        return True
    return False


def plan(now: datetime, *, override: bool = False, look: bool = False) -> Plan:
    """What is overdue by now, the longest overdue first. Changes nothing.

    `look`: say of each what it is, which costs a replay; else only where there are enough to be too many.
    """
    allowed = max(FEWEST, int(SHARE * live_games()))
    codes = selectors.overdue_games(now, most=allowed + AT_ONCE)
    if not look and (override or len(codes) <= allowed):
        return Plan(tuple(Due(code, "") for code in codes[:AT_ONCE]))
    found = [_due(code, now) for code in codes]
    endings = [due for due in found if due.ends]
    if override or len(endings) <= allowed:
        return Plan(tuple(found[:AT_ONCE]))
    return Plan(tuple([due for due in found if not due.ends][:AT_ONCE]), tuple(endings))


def due_codes(now: datetime) -> Sequence[str]:
    """Codes of the games that the sweep is to look at; what it holds back is noted for the health page."""
    found = plan(now, override=settings.SWEEP_OVERRIDE)
    changed = (
        Heartbeat.objects.filter(name=outages.SWEEP)
        .exclude(held_back=len(found.held_back))
        .update(held_back=len(found.held_back))
    )
    if found.held_back and changed:  # once, not at every sweep; the health page says so all the time
        logger.error(
            "The sweep would end %d games at once and ends none of them; see manage.py sweep --dry-run",
            len(found.held_back),
        )
    return [due.code for due in found.todo]


def _due(code: str, now: datetime) -> Due:
    game = Game.objects.select_related("table").filter(code=code).first()
    if game is None:
        return Due(code, "")
    game.roster = list(game.players.order_by("seat"))
    which = clocks.over(game, now)
    if which != clocks.TURN:
        return Due(code, which, "time_up" if which == clocks.GAME else "")
    try:
        engine, state = log.rules_of(game).game, log.load(game)
        after = core.act(engine, state, game.to_act, word_of_timeout(game)).state
        outcome = engine.outcome(after)
    except Exception as error:  # it will be frozen or put off when its turn comes; the text may name cards
        logger.error("What would become of game %s is not known: %s", code, type(error).__name__)
        return Due(code, which)
    return Due(code, which, outcome.reason if outcome is not None else "")
