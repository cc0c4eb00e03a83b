"""Tables at which a game is worth coins: what they are played by, and what moves at the end (economy E1 and E4).

Pure arithmetic on whole numbers. The site says who sits where and what they own; it asks here, by key and rules version
of the game, what may be played for coins and who gets what. Nothing here knows an account or a database.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rules.at_table import AT_TABLE
from rules.core import BadOptions, Outcome, Seat, say
from rules.core import gettext_noop as _
from rules.registry import GAMES
from rules.whot.coins import LEAST_POINTS, MULTIPLIERS, PLACES, to_sit, wild_places, wild_settlement
from rules.whot.option_words import preset_name

__all__ = ["LEAST_POINTS", "MULTIPLIERS"]  # of Wild tables, for whoever may not know which game has them
NONE, WILD, STAKE = "none", "wild", "stake"
KINDS = (NONE, WILD, STAKE)
MOST_STAKE = 100_000
MOST_FEE = 2_000  # basis points of the pot: a fifth of it
WHOLE = 10_000  # basis points


@dataclass(frozen=True)
class Terms:
    """What a table is played for: `amount` is the multiplier of a Wild table or the stake of a Stake table, `fee` basis
    points of a stake table's pot."""

    kind: str = NONE
    amount: int = 0
    fee: int = 0

    @property
    def for_coins(self) -> bool:
        return self.kind != NONE

    @property
    def hold(self) -> int:
        """Coins that are held of whoever sits down (E1.4, E4.1)."""
        if self.kind == WILD:
            return to_sit(self.amount)
        return self.amount if self.kind == STAKE else 0


class Place(NamedTuple):
    """What a seat did in a game that is over, in the order of places. `bankrupt`: it could not pay all it owed."""

    seat: Seat
    points: int
    owed: int
    paid: int
    gain: int
    bankrupt: bool = False


class Settled(NamedTuple):
    """Who gets what. `refunded`: every hold goes back, nothing else moves. `pot` is what the winners share, fee off."""

    refunded: bool
    places: tuple[Place, ...]
    pot: int = 0
    fee: int = 0


class CoinTable(Protocol):
    """How a game is played for coins."""

    def check(self, options: Any, terms: Terms) -> None:
        """Raises BadOptions unless a game by these options may be worth these coins."""

    def seats(self, terms: Terms) -> range:
        """How many may sit there."""

    def preset(self, terms: Terms) -> str:
        """The kind of game that is played for them."""

    def settled(
        self,
        terms: Terms,
        outcome: Outcome,
        hands: Sequence[Sequence[str]],
        options: Any,
        first_seat: Seat,
        purses: Sequence[int],
        out: Sequence[Seat],
    ) -> Settled:
        """What a game that is over moves. `hands`: codes left by seat; `purses`: coins each seat owns, its hold among
        them; `out`: seats that were eliminated."""  # fmt: skip


class WhotCoins:
    """Whot, version 1: Wild tables by preset 000 (X2 to X20) and 000W (X40, X80), Stake tables by preset 002."""

    def check(self, options: Any, terms: Terms) -> None:
        preset = self.preset(terms)
        if options.preset == preset:
            return
        message = _("a Stake table is played by the rules “%(preset)s”")
        if terms.kind == WILD:
            message = _("a Wild table X%(multiplier)s is played by the rules “%(preset)s”")
        raise BadOptions(say(message, multiplier=terms.amount, preset=preset_name(preset)), "preset", "coins")

    def preset(self, terms: Terms) -> str:
        if terms.kind == STAKE:
            return "002"
        return "000" if terms.amount <= MULTIPLIERS[3] else "000W"

    def seats(self, terms: Terms) -> range:
        return range(PLACES, PLACES + 1) if terms.kind == WILD else range(2, 5)

    def settled(
        self, terms: Terms, outcome: Outcome, hands: Sequence[Sequence[str]], options: Any, first_seat: Seat,
        purses: Sequence[int], out: Sequence[Seat],
    ) -> Settled:  # fmt: skip
        if outcome.reason == "abandoned":  # W7.5
            return refunded(outcome)
        if terms.kind == STAKE:
            return stake_settled(terms, outcome)
        order = wild_places(outcome, hands, options, first_seat)
        points = [outcome.tally[seat] or 0 for seat in order]  # E1.5: of who went out, at least the worst hand left
        found = wild_settlement(
            terms.amount, points, [purses[seat] for seat in order], second_eliminated=order[1] in out
        )
        places = tuple(
            Place(seat, points[n], found.owed[n], found.paid[n], found.gains[n], n in found.bankrupt)
            for n, seat in enumerate(order)
        )
        return Settled(False, places, sum(found.paid))


def refunded(outcome: Outcome) -> Settled:
    """Every hold goes back, of who left or was eliminated too (E4.4)."""
    places = tuple(Place(seat, outcome.points[seat] or 0, 0, 0, 0) for group in outcome.ranking for seat in group)
    return Settled(True, places)


def stake_settled(terms: Terms, outcome: Outcome) -> Settled:
    """The winner gets the pot less the fee (E4.2); what is shared goes back to all (E4.4)."""
    if outcome.drawn:
        return refunded(outcome)
    places = [seat for group in outcome.ranking for seat in group]
    pot, fee = stake_pot(terms, len(places))
    return Settled(
        False,
        tuple(
            Place(seat, outcome.points[seat] or 0, terms.amount, terms.amount, 0 if n else pot - fee)
            for n, seat in enumerate(places)
        ),
        pot - fee,
        fee,
    )


def stake_pot(terms: Terms, seats: int) -> tuple[int, int]:
    """The pot of a Stake table and the fee that goes off it: rounded down (E4.2)."""
    pot = seats * terms.amount
    return pot, pot * terms.fee // WHOLE


COIN_TABLES: Mapping[str, Mapping[int, CoinTable]] = {"whot": {1: WhotCoins()}}
"""By key and rules version of the game; a game that is not here is never played for coins."""


def check(game: str, options: Any, seats: int, games: int, match: str, terms: Terms) -> None:
    """Raises BadOptions unless so many seats may play a match of so many games for these coins."""
    if not terms.for_coins:
        if terms != Terms():
            raise BadOptions(say(_("without coins there is neither a multiplier nor a stake nor a fee")), "coins")
        return
    if game not in COIN_TABLES:
        raise BadOptions(say(_("this game is not played for coins")), "coins")
    _check_amounts(terms)
    table = COIN_TABLES[game][max(COIN_TABLES[game])]
    table.check(options, terms)
    allowed = table.seats(terms)
    if seats not in allowed:
        message = _("a table for coins of this kind has exactly %(most)s players")
        if len(allowed) > 1:
            message = _("a table for coins of this kind has %(fewest)s to %(most)s players")
        raise BadOptions(say(message, fewest=allowed.start, most=allowed.stop - 1), "seats", "coins")
    if games != 1 or match != "tally":
        raise BadOptions(say(_("at a table for coins a match is one game")), "games", "match", "coins")


class Needs(NamedTuple):
    """What a table for coins is always played by: one game a match (W9.4), this preset, so many seats."""

    preset: str
    seats: range


def needs(game: str, terms: Terms) -> Needs | None:
    """None where these coins can't be played for in this game."""
    if game not in COIN_TABLES or not terms.for_coins:
        return None
    table = COIN_TABLES[game][max(COIN_TABLES[game])]
    return Needs(table.preset(terms), table.seats(terms))


def _check_amounts(terms: Terms) -> None:
    if terms.kind == WILD:
        if terms.amount not in MULTIPLIERS:
            modes = ", ".join(f"X{number}" for number in MULTIPLIERS)
            message = _("a Wild table is %(modes)s, not X%(multiplier)s")
            raise BadOptions(say(message, modes=modes, multiplier=terms.amount), "coins")
        if terms.fee:
            raise BadOptions(say(_("there is no fee at a Wild table")), "coin_fee")
    elif not 1 <= terms.amount <= MOST_STAKE:
        message = _("a stake is 1 to %(most)s coins, not %(amount)s")
        raise BadOptions(say(message, most=f"{MOST_STAKE:,}", amount=f"{terms.amount:,}"), "coin_amount")
    elif not 0 <= terms.fee <= MOST_FEE:
        message = _("a fee is 0 to %(most)s hundredths of a percent, not %(fee)s")
        raise BadOptions(say(message, most=f"{MOST_FEE:,}", fee=f"{terms.fee:,}"), "coin_fee")


def settlement(
    game: str, version: int, terms: Terms, state: Any, first_seat: Seat, options: Any, purses: Sequence[int]
) -> Settled:
    """What the end of a game moves, from its final position: a pure function of result, holds and balances (E6)."""
    rules = GAMES[game][version]
    outcome = rules.game.outcome(state)
    if outcome is None:
        raise ValueError("a game that is not over settles nothing")
    out = AT_TABLE[game][version].out(state)
    return COIN_TABLES[game][version].settled(terms, outcome, rules.hands_left(state), options, first_seat, purses, out)


EXAMPLE_POINTS = (0, 12, 22, 61)


def example(terms: Terms, seats: int) -> Settled:
    """A worked example of a game by these terms, by the same arithmetic: at a Wild table with 0, 12, 22 and 61 points
    left (E1), at a Stake table with so many seats (E4.2)."""
    if terms.kind == WILD:
        found = wild_settlement(terms.amount, EXAMPLE_POINTS)
        places = [
            Place(n, points, found.owed[n], found.paid[n], found.gains[n]) for n, points in enumerate(EXAMPLE_POINTS)
        ]
        return Settled(False, tuple(places), sum(found.paid))
    every = tuple((seat,) for seat in range(seats))
    return stake_settled(terms, Outcome("emptied_hand", every, (0,) * seats, (0,) * seats))
