"""Changes of a locked game's clocks that are no entry of its log: what follows from them, and what is told of them."""

from datetime import datetime

from .. import clocks, push
from ..models import ClockEvent, Game, SeatKind

Kind = ClockEvent.Kind


def save(game: Game, at: datetime, kind: Kind, seat: int | None = None, seconds: float | None = None) -> None:
    """Saves the clocks of a locked game, notes why they changed, and tells whoever looks on."""
    game.clock_seq += 1
    game.save(update_fields=clocks.COLUMNS)
    whole = None if seconds is None else max(0, round(seconds))
    ClockEvent.objects.create(game=game, seq=game.seq, kind=kind, seat=seat, seconds=whole, at=at)
    push.after_commit(push.game_changed, game.code, game.seq)
    push.after_commit(push.muster_changed, [player.user_id for player in game.roster if player.user_id])


def remaining_people(game: Game) -> list[int]:
    """Seats of people who are still in the game, in order."""
    return [player.seat for player in game.roster if player.kind != SeatKind.BOT and not player.out]


def pause_if_all_agree(game: Game, at: datetime) -> None:
    """Begins the pause that was asked for, once everybody who is still in wants it."""
    if game.state != Game.State.PLAYING or game.paused_at is not None or not game.pause_agreed:
        return
    people = set(remaining_people(game))
    if people & set(game.pause_agreed) and people <= set(game.pause_agreed):
        clocks.pause(game, at)
        save(game, at, Kind.PAUSED, seconds=game.pause_left.total_seconds())


def end_pause(game: Game, at: datetime, seat: int | None = None) -> None:
    """Goes on: `seat` wants to, or the time agreed for pauses is used up."""
    assert game.paused_at is not None
    length = (at - game.paused_at).total_seconds()
    clocks.go_on(game, at)
    save(game, at, Kind.PAUSE_OVER if seat is None else Kind.RESUMED, seat, length)
