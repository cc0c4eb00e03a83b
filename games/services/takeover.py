"""A computer player takes over a seat that was given up, at tables whose rules said so before anybody joined.

The seat stays as it is: its hand, its tally, its place in the match. Whoever gave it up has no more right to it than
any onlooker (cases E08, E11), and the rest of the match is the computer's.
"""

from datetime import datetime

from rules.core import Seat

from .. import log, push
from ..models import Game, SeatKind
from ..models import Seat as Place


def takes_over(game: Game, seat: Seat) -> bool:
    """Whether a computer player would go on for the person at this seat of a locked game.

    Not for the last person: computer players do not play among themselves (W7.5).
    """
    others = [player for player in game.roster if player.kind != SeatKind.BOT and player.seat != seat]
    still_in = game.state == Game.State.PLAYING and not game.roster[seat].out
    return game.table.takeover and still_in and any(not player.out for player in others)


def hand_over(game: Game, seat: Seat, now: datetime) -> None:
    """Gives the seat to a computer player for the rest of the match, in the caller's transaction."""
    player = game.roster[seat]
    people = [other.user_id for other in game.roster if other.user_id is not None]
    change = {
        "user": None, "kind": SeatKind.BOT, "level": game.table.bot_level,
        "given_up_by_id": player.user_id, "given_up_at": now,
    }  # fmt: skip
    # A seat that changes hands contributes anew before the next game, and a computer player nothing (wgs1, step 2).
    Place.objects.filter(table=game.table_id, number=seat).update(**change, client_seed="-")
    for name, value in change.items():
        setattr(player, name, value)
    player.save(update_fields=["user", "kind", "level", "given_up_by", "given_up_at"])
    log.wake_computer(game, now)
    push.after_commit(push.game_changed, game.code, game.seq)
    push.after_commit(push.muster_changed, people)
