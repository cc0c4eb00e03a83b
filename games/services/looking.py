"""What people have looked at, and how they want to see it. None of it changes a game."""

import logging

from django.core.cache import cache
from django.utils import timezone

from accounts.models import HandOrder, User
from rules.core import gettext_noop as _

from .. import clocks
from ..errors import BadRequest
from ..models import Game, Notice, Player

logger = logging.getLogger(__name__)

OF_CLOCKS = (Notice.Kind.TURN_HALF, Notice.Kind.TURN_LATE, Notice.Kind.TURN_MISSED)
IN_VIEW = 60  # seconds: a page that is looked at asks for its table every half minute, one in the background does not


def looked(code: str, user: User, seq: int) -> None:
    """The person has seen the log of this game up to `seq`; it never goes back, and nobody else's row is touched."""
    mine = Player.objects.filter(game__code=code, game__seq__gte=seq, user=user, seen_seq__lt=seq)
    mine.update(seen_seq=seq)


def comes_into_view(game: Game, user: User) -> None:
    """The person looks at this game now: on a slow table nobody is mailed about what they look at (case N01)."""
    if game.state == Game.State.PLAYING and clocks.is_slow(game):
        try:
            cache.set(_view(game.code, user.pk), True, IN_VIEW)
        except Exception as error:  # a mail too many is no reason to show no game
            logger.error("Who looks at a game is not kept: %s", type(error).__name__)


def in_view(code: str, user_id: int) -> bool:
    """Whether the person looked at this game within the last minute."""
    try:
        return bool(cache.get(_view(code, user_id)))
    except Exception as error:
        logger.error("Who looks at a game is not known: %s", type(error).__name__)
        return False


def read_clocks(game: Game, user: User) -> None:
    """The person has the page of this game before them, which says all that its notices about clocks say."""
    if clocks.is_slow(game):
        told = Notice.objects.filter(user=user, game=game, kind__in=OF_CLOCKS, seen_at__isnull=True)
        told.update(seen_at=timezone.now())


def _view(code: str, user_id: int) -> str:
    return f"in_view:{code}:{user_id}"


def choose_order(user: User, order: str) -> None:
    """How the own hand lies from now on, in every game. Raises BadRequest."""
    if order not in HandOrder.values:
        raise BadRequest(_("The hand lies by shape, by number, as dealt, or by hand"), "order")
    user.hand_order = order
    user.save(update_fields=["hand_order"])
