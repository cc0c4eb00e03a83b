"""What the Road has to do with tables for coins: Wild games move feat points, and who hides coins sits at none."""

from collections.abc import Sequence, Set
from datetime import datetime

from rules.coin_tables import WILD
from rules.core import gettext_noop as _

from ..coins.services.settling import Ended
from ..errors import Forbidden
from ..models import Seat, Table
from . import services


def count(ended: Ended, now: datetime) -> None:
    """E2: called in the transaction that settles a game, after its coins; one that was refunded moves nothing."""
    if ended.terms.kind == WILD and not ended.settled.refunded:
        places = [place.seat for place in ended.settled.places]
        services.count_feats(ended.game, ended.terms.amount, places, ended.game.ended_at or now)


def check_shown(table: Table, seat: Seat, now: datetime) -> None:
    """Raises Forbidden for whoever has hidden coins and would sit at a table for coins, or agree to it."""
    if table.coins != Table.Coins.NONE and seat.user is not None and not seat.user.coins_shown:
        raise Forbidden(_("You have hidden coins: show them again in your settings to play for coins"), "coins_hidden")


def check_host(table: Table, seats: Sequence[Seat], changed: Set[str], now: datetime) -> None:
    """The same for the host, who agrees to a change by making it."""
    for seat in seats:
        if seat.user_id == table.host_id:
            check_shown(table, seat, now)
