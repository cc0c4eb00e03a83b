"""The games of a match: dealing one, and what follows from its end. All inside the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from rules import shuffle
from rules.core import Seat as SeatNumber

from .. import clocks, log, push, seeds, tallies
from ..models import Deal, Game, Notice, Player, Seat, SeatKind, Table
from . import following, notices
from .rules_of_table import rules_of


def deal_game(
    table: Table,
    number: int,
    places: Sequence[Seat],
    now: datetime,
    first_seat: SeatNumber | None = None,
    sitting_out: Sequence[SeatNumber] = (),
) -> Game:
    """Deals game `number` (from 1) of a locked table to its seats, everything written at once.

    `places`: one a seat, in order. `first_seat` None is drawn (W2.5). Clocks run from now.
    """
    rules, at_table, version = rules_of(table.game)
    prepared = Deal.objects.get(table=table, number=number)
    options = rules.options(table.preset, table.options)
    clocks = at_table.clocks(options)
    at = seeds.to_milliseconds(now)
    game = Game(
        code=prepared.game_id, table=table, number=number, rules_key=table.game, rules_version=version,
        preset=table.preset, options=rules.named(options), seats=len(places), first_seat=first_seat or 0,
        sitting_out=list(sitting_out), client_seeds=[place.client_seed for place in places],
        commitment=prepared.commitment, sealed_seed=prepared.sealed_seed, turn_clock=clocks.turn, started_at=at,
        game_deadline=None if clocks.game is None else at + timedelta(seconds=clocks.game),
        pause_left=timedelta(seconds=table.pause_budget),
    )  # fmt: skip
    seed = log.seed_of(game)
    if first_seat is None:
        game.first_seat = shuffle.first_seat(seed, len(places))
    step = log.deal(game, seed, game.first_seat)
    game.roster = [
        Player(
            game=game, seat=place.number, user_id=place.user_id, kind=place.kind, level=place.level, name=place.name,
            preset=game.preset, out=place.number in game.sitting_out, given_up_by_id=place.given_up_by_id,
            given_up_at=place.given_up_at,
        )
        for place in places
    ]  # fmt: skip
    log.summarise(game, log.Replay(0, step.state, ()), None, at)
    game.save(force_insert=True)
    Player.objects.bulk_create(game.roster)
    for follow in following.on_deal:
        follow(game, now)
    return game


def next_or_finish(game: Game, now: datetime, *, paused: bool = False) -> Game | None:
    """After the end of a game: the next one of the match, dealt; or None, with the table finished, abandoned, or, at a
    fast table where people are left to play it, waiting for a moment (`Table.next_at`). `paused`: that has been."""
    table = locked_table(game.table_id)
    if game.state == Game.State.OVER and game.end_reason == "abandoned":
        _end(table, Table.State.ABANDONED, now)
        return None
    rules, _at_table, _version = rules_of(table.game)
    standing = tallies.standing_of(table, tallies.rows_of(table), game.seats)
    if standing.finished or game.number == table.games_agreed:
        _end(table, Table.State.FINISHED, now)
        return None
    places = list(Seat.objects.filter(table=table).order_by("number"))
    if tallies.nobody_to_play(standing, [place.number for place in places if place.left_at is not None]):
        # The last seat left has won (W8.4); games that nobody could play are not dealt.
        _end(table, Table.State.FINISHED, now)
        return None
    if not log.somebody_played(game) and log.somebody_missed(game):
        # Nobody was there: the rest of the match would only be turns that run out, for years perhaps (case E09).
        _end(table, Table.State.ABANDONED, now)
        return None
    if not paused and _pauses(game, places, standing.out):
        table.next_at = seeds.to_milliseconds(now) + timedelta(seconds=settings.GAMES_MATCH_PAUSE)
        table.save(update_fields=["next_at"])
        return None
    if table.next_at is not None:
        table.next_at = None
        table.save(update_fields=["next_at"])
    first: SeatNumber | None = None
    if not rules.draws_each_game:
        first = (game.first_seat + 1) % game.seats  # W2.5
        while first in standing.out:
            first = (first + 1) % game.seats
    return deal_game(table, game.number + 1, places, now, first, sorted(standing.out))


def _pauses(game: Game, places: Sequence[Seat], out: Sequence[SeatNumber]) -> bool:
    """Whether there is a moment to look at the result: people sit here together, and at least two will play on."""
    if clocks.is_slow(game) or settings.GAMES_MATCH_PAUSE <= 0:
        return False
    playing = [place for place in places if place.left_at is None and place.number not in out]
    return len(playing) > 1 and any(place.kind != SeatKind.BOT for place in places if place.left_at is None)


def locked_table(table_id: int) -> Table:
    """The row of a table, locked. The lock of a game is always taken before that of its table."""
    return Table.objects.select_for_update(no_key=True).get(pk=table_id)


def _end(table: Table, state: Table.State, now: datetime) -> None:
    table.state, table.ended_at, table.next_at = state, now, None
    table.seq += 1
    table.save(update_fields=["state", "ended_at", "next_at", "seq"])
    people = list(Seat.objects.filter(table=table, user__isnull=False).values_list("user_id", "left_at"))
    if state == Table.State.ABANDONED:
        still_there = [user_id for user_id, left_at in people if left_at is None]
        notices.tell(still_there, Notice.Kind.MATCH_ABANDONED, table, now)
    for follow in following.on_match_over:
        follow(table, now)
    push.after_commit(push.table_changed, table.code, table.seq)
    push.after_commit(push.muster_changed, [user_id for user_id, _left in people])


def left_seats(game: Game) -> list[SeatNumber]:
    """Seats at the game's table whose people gave up the rest of the match, in order."""
    left = Seat.objects.filter(table=game.table_id, left_at__isnull=False)
    return list(left.order_by("number").values_list("number", flat=True))
