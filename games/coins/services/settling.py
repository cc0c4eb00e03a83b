"""What a game moves: coins into its escrow when it is dealt, and out of it when it is over, once (E1, E4, E6).

All of it inside the transaction that deals or ends the game, under its row lock. Other accounts are locked by ascending
id, so several games that end at once settle one after the other in the order in which they commit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from rules.coin_tables import Place, Settled, Terms, settlement
from rules.core import Seat
from rules.core import gettext_noop as _

from ... import log
from ...errors import NotAllowed, NotFound
from ...models import Game, Player, Table
from ...services import matches
from ..models import Account, GameCoins, Hold
from . import posting, tidying
from .posting import Kind, Move, Why

State = GameCoins.State


@dataclass(frozen=True)
class Ended:
    """A game for coins that was just settled or refunded. `people` are ids of persons by seat."""

    game: Game
    terms: Terms
    settled: Settled
    people: tuple[int, ...]


on_settled: list[Callable[[Ended, datetime], None]] = []
"""What else a game for coins is worth; called inside the transaction that settles it. `settled.places` are in order."""


# -- the deal ------------------------------------------------------------------------------------------------


def on_deal(game: Game, now: datetime) -> None:
    """Moves what was set aside to the game's escrow (E1.4, E4.1). Raises NotAllowed where somebody has nothing held."""
    table = game.table
    if table.coins == Table.Coins.NONE:
        return
    terms = Terms(table.coins, table.coin_amount, table.coin_fee)
    holds = {hold.account.user_id: hold for hold in Hold.objects.filter(table=table).select_related("account")}
    if set(holds) != {player.user_id for player in game.roster} or any(
        hold.amount != terms.hold for hold in holds.values()
    ):
        raise NotAllowed(_("Not everybody here has put up the coins of this table yet"), "not_held")
    escrow = posting.escrow_of(game)
    ids = [holds[player.user_id].account_id for player in game.roster]
    rows = posting.locked([*ids, escrow.pk])
    moves = []
    for account_id in ids:
        rows[account_id].held -= terms.hold
        moves.append(Move(rows[account_id], -terms.hold, Why.SET_ASIDE))
        moves.append(Move(rows[escrow.pk], terms.hold, Why.SET_ASIDE))
    posting.post(Kind.DEAL, moves, now, game=game)
    Hold.objects.filter(table=table).delete()
    GameCoins.objects.create(
        game=game, kind=terms.kind, amount=terms.amount, fee=terms.fee, people=ids,
        holds=[terms.hold] * len(ids), opened_at=now,
    )  # fmt: skip


# -- the end -------------------------------------------------------------------------------------------------


def on_game_over(game: Game, now: datetime) -> None:
    """Settles a game that is over; does nothing a second time (check 73)."""
    if game.table.coins == Table.Coins.NONE:
        return
    matches.locked_table(game.table_id)  # before the accounts, in the order of all locks
    coins = _coins_of(game, State.OPEN)
    if coins is None:
        return
    escrow = posting.escrow_of(game)
    house = [posting.house().pk] if coins.fee or _closed(coins) else []
    rows = posting.locked([*coins.people, escrow.pk, *house])
    coins.purses = [rows[account].free + hold for account, hold in zip(coins.people, coins.holds, strict=True)]
    found = worked_out(game, coins)
    _finish(game, coins, found, rows, escrow.pk, house, now)
    people = tuple(player.user_id for player in game.roster if player.user_id is not None)  # no computer player
    for follow in on_settled:
        follow(Ended(game, terms_of(coins), found, people), now)


def _coins_of(game: Game, state: str) -> GameCoins | None:
    """The game's row, locked, if it is in this state: whoever finds it may end it, and nobody else (cases J01, J03)."""
    return GameCoins.objects.select_for_update(of=("self",), no_key=True).filter(game=game, state=state).first()


def worked_out(game: Game, coins: GameCoins) -> Settled:
    """What the game moves, from its log, its holds and the balances of that moment (check 71). Changes nothing."""
    options, purses = log.rules_of(game).options(game.preset, game.options), coins.purses or []
    state = log.load(game)
    return settlement(game.rules_key, game.rules_version, terms_of(coins), state, game.first_seat, options, purses)


def terms_of(coins: GameCoins) -> Terms:
    return Terms(coins.kind, coins.amount, coins.fee)


def _closed(coins: GameCoins) -> list[User]:
    """Those of its people who have closed their account: what they get is the house's."""
    return list(User.objects.filter(purse__in=coins.people, closed_at__isnull=False).order_by("pk"))


def _sweep_closed(coins: GameCoins, now: datetime) -> None:
    for person in _closed(coins):
        tidying.sweep_closed(person, now)


def _finish(
    game: Game, coins: GameCoins, found: Settled, rows: Mapping[int, Account], escrow: int, house: Sequence[int],
    now: datetime,
) -> None:  # fmt: skip
    coins.state = State.REFUNDED if found.refunded else State.SETTLED
    coins.outcome, coins.ended_at = as_value(found), now
    coins.save(update_fields=["state", "outcome", "ended_at", "purses"])
    purse = rows[house[0]] if house and coins.fee else None
    moves = moves_of(coins, found, rows, rows[escrow], purse, game.end_reason or "")
    posting.post(Kind.REFUNDED if found.refunded else Kind.SETTLED, moves, now, game=game)
    _sweep_closed(coins, now)


def moves_of(
    coins: GameCoins, found: Settled, rows: Mapping[int, Account], escrow: Account, house: Account | None, reason: str
) -> list[Move]:
    """The lines of a settlement, in order: first every hold comes back, then who owes pays, then who won is paid.

    At a Stake table the stake of who lost stays in the pot (E4.3) instead of going out and in again.
    """
    moves: list[Move] = []
    account = {place.seat: rows[coins.people[place.seat]] for place in found.places}
    hold = dict(enumerate(coins.holds))
    stays = coins.kind == Table.Coins.STAKE and not found.refunded
    if not stays:
        for place in found.places:
            why = {"end": reason} if found.refunded else {}
            moves += _both(escrow, account[place.seat], hold[place.seat], Why.GIVEN_BACK, why)
    if found.refunded:
        return moves
    for number, place in enumerate(found.places, 1):
        if place.paid and not stays:
            moves += _both(account[place.seat], escrow, place.paid, Why.OWED, _detail(coins, place, number))
    for number, place in enumerate(found.places, 1):
        moves += _both(escrow, account[place.seat], place.gain, Why.WON, _detail(coins, place, number))
    if house is not None:
        moves += _both(escrow, house, found.fee, Why.FEE, {})
    return moves


def _detail(coins: GameCoins, place: Place, number: int) -> dict[str, Any]:
    return {
        "place": number, "points": place.points, "multiplier": coins.amount, "owed": place.owed,
        "bankrupt": place.bankrupt,
    }  # fmt: skip


def _both(source: Account, goal: Account, amount: int, why: str, detail: Mapping[str, Any]) -> list[Move]:
    return [Move(source, -amount, why, detail), Move(goal, amount, why, detail)]


def as_value(found: Settled) -> dict[str, Any]:
    """A settlement as the column `GameCoins.outcome` holds it."""
    return {
        "refunded": found.refunded,
        "places": [place._asdict() for place in found.places],
        "pot": found.pot,
        "fee": found.fee,
    }


def of_value(value: Mapping[str, Any]) -> Settled:
    places = tuple(Place(**place) for place in value["places"])
    return Settled(value["refunded"], places, value["pot"], value["fee"])


# -- taken back, or stuck ------------------------------------------------------------------------------------


def on_void(game: Game) -> None:
    """Staff took the result back: a new transaction undoes what the game moved, so every stake is returned (E4.4).

    Who won gives back no more than is free; what is missing is made good from the mint, as coins from staff (E5.5).
    """
    coins = _coins_of(game, State.SETTLED)
    if coins is None or coins.reversed_at is not None:
        return
    now = log.database_now()
    found = of_value(coins.outcome or {})
    mint, house = posting.mint(), posting.house()
    rows = posting.locked([*coins.people, mint.pk, house.pk])
    net = net_of(coins, found)
    moves = []
    # Whether somebody who won has less left than that, and the mint stands in.
    short = any(amount > max(0, rows[coins.people[seat]].free) for seat, amount in net.items() if amount > 0)
    for seat, amount in net.items():
        account = rows[coins.people[seat]]
        back = min(amount, max(0, account.free)) if amount > 0 else amount
        others = [coins.people[other] for other, theirs in net.items() if theirs * amount < 0]
        detail = {"others": others, "short": short} if amount < 0 else {"others": others}
        moves.append(Move(account, -back, Why.TAKEN_BACK if amount > 0 else Why.MADE_GOOD, detail))
    fee = min(found.fee, rows[house.pk].balance)
    moves.append(Move(rows[house.pk], -fee, Why.TAKEN_BACK))
    moves.append(Move(rows[mint.pk], -sum(move.amount for move in moves), Why.MADE_GOOD))
    coins.reversed_at = now
    coins.save(update_fields=["reversed_at"])
    if any(move.amount for move in moves):
        posting.post(Kind.REVERSED, moves, now, game=game)
    _sweep_closed(coins, now)


def net_of(coins: GameCoins, found: Settled) -> dict[Seat, int]:
    """What each seat has won or lost by a game that was settled."""
    if found.refunded:
        return {place.seat: 0 for place in found.places}
    return {place.seat: place.gain - place.paid for place in found.places}


def give_back(code: str) -> bool:
    """Returns every hold of a game that is frozen, for it may never end; whether there was anything to return.

    Raises NotFound, NotAllowed (it is not frozen). Should it end after all, nothing moves any more.
    """
    with transaction.atomic():
        game = log.lock(code)
        if game is None:
            raise NotFound(_("There is no such game"))
        if game.state != Game.State.FROZEN:
            raise NotAllowed(_("Only the coins of a frozen game are returned by hand"), "not_frozen")
        matches.locked_table(game.table_id)
        coins = _coins_of(game, State.OPEN)
        if coins is None:
            return False
        escrow = posting.escrow_of(game)
        house = [posting.house().pk] if _closed(coins) else []
        rows = posting.locked([*coins.people, escrow.pk, *house])
        seats = Player.objects.filter(game=game).order_by("seat").values_list("seat", flat=True)
        found = Settled(True, tuple(Place(seat, 0, 0, 0, 0) for seat in seats))
        _finish(game, coins, found, rows, escrow.pk, [], game.database_now)
        return True
