"""How much one person may do (check 60). What is refused changes nothing and says when to try again."""

import logging
from datetime import datetime, timedelta

from django.conf import settings

from accounts import limits as counting
from accounts.models import User
from rules.core import gettext_noop as _
from rules.core import say

from ..errors import NotAllowed, TooMany
from ..models import Invitation, Seat, Table

logger = logging.getLogger(__name__)

OPEN_TABLES = 10
GAMES_AT_ONCE = 50
INVITES_A_DAY = 50
MOVES_A_MINUTE = settings.GAMES_MOVES_A_MINUTE
TIMES_AGAINST_COMPUTERS = 4  # as many moves where a person plays against computer players alone
TIMES_REFUSED = 2  # as many attempts that changed nothing: taps on cards that do not fit, late posts
HINTS_A_MINUTE = 20
IMPORTS_A_MINUTE = 20
_SOON = 60  # seconds: when nothing tells how long it will be


def check_open_tables(user: User) -> None:
    """Raises TooMany. The person's row must be locked."""
    if Table.objects.filter(host=user, arranged_by="", state=Table.State.ASSEMBLING).count() >= OPEN_TABLES:
        message = say(_("You have %(most)s open tables; start or close one first"), most=OPEN_TABLES)
        raise TooMany(message, _SOON, "open_tables")


def check_free(user: User, one_at_a_time: bool) -> None:
    """Raises TooMany or NotAllowed when the person sits at too many tables for one more.

    `one_at_a_time`: of the table in question. The person's row must be locked.
    """
    waiting_or_playing = (Table.State.ASSEMBLING, Table.State.PLAYING)
    elsewhere = list(
        Seat.objects.filter(user=user, left_at__isnull=True, table__state__in=waiting_or_playing)
        .order_by()
        .values_list("table__one_at_a_time", flat=True)
    )
    if elsewhere and (one_at_a_time or settings.GAMES_ONE_AT_A_TIME or any(elsewhere)):
        raise NotAllowed(_("You may sit at one table at a time; leave the other one first"), "one_at_a_time")
    if len(elsewhere) >= GAMES_AT_ONCE:
        message = say(_("You are in %(most)s games; finish one first"), most=GAMES_AT_ONCE)
        raise TooMany(message, _SOON, "games_at_once")


def check_invites(user: User, now: datetime) -> None:
    """Raises TooMany when the person named that many friends in the last 24 hours. Their row must be locked."""
    since = now - timedelta(days=1)
    times = list(Invitation.objects.filter(by=user, at__gt=since).order_by("-at").values_list("at", flat=True))
    if len(times) >= INVITES_A_DAY:
        again = times[INVITES_A_DAY - 1] + timedelta(days=1) - now
        message = say(_("%(most)s invitations a day are the most"), most=INVITES_A_DAY)
        raise TooMany(message, max(1, int(again.total_seconds()) + 1), "invites")


_MOVES = _("%(most)s moves a minute are the most; wait a moment")


def count_move(user: User) -> str:
    """Counts a move of a person; raises TooMany for the 31st within a minute of the clock.

    Returns what `count_refused` and `count_computer_move` give back: they count the same attempt as what it was.
    """
    return _count(user, "move", MOVES_A_MINUTE, _MOVES)


def count_computer_move(user: User, move: str) -> None:
    """A counted move was one against computer players alone, of which there may be more. Raises TooMany."""
    _give_back(move)
    _count(user, "computer_move", TIMES_AGAINST_COMPUTERS * MOVES_A_MINUTE, _MOVES)


def count_refused(user: User, move: str) -> None:
    """A counted move was refused and changed nothing. Raises TooMany when there were too many of these."""
    _give_back(move)
    _count(user, "refused_move", TIMES_REFUSED * MOVES_A_MINUTE, _("That was refused too often; wait a moment"))


def count_hint(user: User) -> None:
    """Counts an attempt to be given a hint; raises TooMany for one too many within a minute of the clock."""
    _count(user, "hint", HINTS_A_MINUTE, _("%(most)s hints a minute are the most; wait a moment"))


def count_import(user: User) -> None:
    """Counts an attempt to bring a game; raises TooMany for one too many within a minute of the clock."""
    _count(user, "import", IMPORTS_A_MINUTE, _("%(most)s imports a minute are the most; wait a moment"))


def _count(user: User, what: str, most: int, refusal: str) -> str:
    try:
        return counting.take(what, user.pk, most, 60)
    except counting.TooMany as many:
        raise TooMany(say(refusal, most=most), many.retry_after, f"{what}s") from None
    except Exception as error:  # no count is no reason to stop a game
        logger.error("%ss are not counted: %s", what.capitalize(), type(error).__name__)
        return ""


def _give_back(taken: str) -> None:
    try:
        if taken:
            counting.give_back(taken)
    except Exception as error:
        logger.error("A count is not given back: %s", type(error).__name__)
