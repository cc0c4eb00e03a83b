"""What people have looked at, and how they want to see it. None of it changes a game."""

from accounts.models import HandOrder, User
from rules.core import gettext_noop as _

from ..errors import BadRequest
from ..models import Player


def looked(code: str, user: User, seq: int) -> None:
    """The person has seen the log of this game up to `seq`; it never goes back, and nobody else's row is touched."""
    mine = Player.objects.filter(game__code=code, game__seq__gte=seq, user=user, seen_seq__lt=seq)
    mine.update(seen_seq=seq)


def choose_order(user: User, order: str) -> None:
    """How the own hand lies from now on, in every game. Raises BadRequest."""
    if order not in HandOrder.values:
        raise BadRequest(_("The hand lies by shape, by number, as dealt, or by hand"), "order")
    user.hand_order = order
    user.save(update_fields=["hand_order"])
