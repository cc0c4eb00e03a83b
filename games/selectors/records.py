"""The record of a stored game (docs/record.md): whole when it is over, one viewer's while it runs."""

from rules.record import Coins, Fairness, Match, Record, SeatLine, build, viewer_record

from .. import log, seeds
from ..models import Game, Player, Table
from . import GameSeen


def record_of(game: Game) -> Record:
    """The whole record of a game that is over, its table loaded. Raises ValueError before, RecordError where the
    game does not hold."""
    if game.state != Game.State.OVER:
        raise ValueError(f"game {game.code} has no result")
    rules = log.rules_of(game)
    deck = rules.deck(rules.options(game.preset, game.options))
    seed = seeds.open_seed(game.code, game.sealed_seed)
    return build(
        preset=game.preset,
        options=game.options,
        seats=_seat_lines(game),
        game_id=game.code,
        table=game.table.code,
        fairness=Fairness.revealed(game.code, seed, tuple(game.client_seeds), deck),
        log=log.entries(game),
        game=game.rules_key,
        rules_version=game.rules_version,
        match=_match(game),
        coins=_coins(game.table),
        first_seat=game.first_seat,
        sitting_out=game.sitting_out,
    )


def seen_record(seen: GameSeen) -> Record:
    """What the viewer of `seen` may know of a game that runs. Raises log.BrokenLog, ValueError once it is over."""
    game = seen.game
    return viewer_record(
        dealt=log.deal(game, log.seed_of(game), game.first_seat).state,
        viewer=seen.seat,
        preset=game.preset,
        options=game.options,
        seats=_seat_lines(game),
        game_id=game.code,
        table=game.table.code,
        commitment=game.commitment,
        first_seat=game.first_seat,
        log=log.entries(game),
        game=game.rules_key,
        rules_version=game.rules_version,
        match=_match(game),
        coins=_coins(game.table),
    )


def _coins(table: Table) -> Coins | None:
    """What was played for: of a Wild table the multiplier, of a Stake table the stake."""
    if table.coins == Table.Coins.NONE:
        return None
    return Coins("multiplier" if table.coins == Table.Coins.WILD else "stake", table.coin_amount)


def _match(game: Game) -> Match | None:
    """A table plays one match; of a single game there is nothing to say."""
    if game.table.games_agreed == 1 and game.table.match == Table.Match.TALLY:
        return None
    return Match(game.table.code, game.number, game.table.games_agreed)


def _seat_lines(game: Game) -> tuple[SeatLine, ...]:
    """Who sat there. The name of a closed account is gone and stays so: the record says nothing of it."""
    return tuple(
        SeatLine(player.name or "former player", player.kind, player.level or None)
        for player in Player.objects.filter(game=game).order_by("seat")
    )
