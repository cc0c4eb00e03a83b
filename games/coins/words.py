"""Coins in words: why a line was written, what a table is played for."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from ..coin_terms import number
from ..models import Table
from .models import GameCoins, Line, Transaction
from .wares import BY_KEY

Kind, Why = Transaction.Kind, Line.Why


def others_in(lines: Iterable[Line]) -> set[int]:
    """The accounts of others that the reasons of these lines name. Asks for the coins of the lines' games."""
    return {account for line in lines for account in (*line.detail.get("others", ()), *_pot_went_to(line))}


def _pot_went_to(line: Line) -> list[int]:
    """The accounts that won the stake of this line; nobody's while its game is under way, or where no pot is won."""
    if line.why != Why.SET_ASIDE or line.transaction.game is None:
        return []
    coins = line.transaction.game.coins
    if (coins.kind, coins.state) != (Table.Coins.STAKE, GameCoins.State.SETTLED) or coins.outcome is None:
        return []
    won = [place["seat"] for place in coins.outcome["places"] if place["gain"]]
    return [coins.people[seat] for seat in won]


def reason(line: Line, names: Mapping[int, str]) -> str:
    """Why these coins came or went, for whoever they belong to. `names`: by account, of those in `others_in`."""
    detail, kind = line.detail, line.transaction.kind
    if line.why == Why.GRANTED:
        return _granted(line)
    if line.why == Why.SET_ASIDE:
        return _stake(line, names)
    if line.why == Why.GIVEN_BACK:
        return _refunded(detail.get("end", "")) if kind == Kind.REFUNDED else _("what was set aside for the game")
    if line.why == Why.OWED:
        return owed(detail)
    if line.why == Why.WON:
        return won(detail)
    if line.why in (Why.TAKEN_BACK, Why.MADE_GOOD) and detail.get("others"):
        return _taken_back(line, ", ".join(names.get(account, "") for account in detail["others"]))
    if bought := detail.get("bought"):
        return _("bought: “%(name)s”") % {"name": BY_KEY[bought].name if bought in BY_KEY else bought}
    others = {
        Why.FEE: _("the fee of a Stake table"),
        Why.TAKEN_BACK: _("the result was taken back by the house"),
        Why.MADE_GOOD: _("made good, because the result was taken back by the house"),
        Why.CLOSED: _("an account was closed"),
        Why.BURNT: _("burnt by the house"),
    }
    return others[Why(line.why)]


def _stake(line: Line, names: Mapping[int, str]) -> str:
    winners = _pot_went_to(line)
    if not winners:
        return _("set aside for a game that was dealt")
    if line.account_id in winners:
        return _("your stake in the pot, which you won")
    return _("your stake, lost: the pot went to %(names)s") % {
        "names": ", ".join(names.get(one, "") for one in winners)
    }


def _taken_back(line: Line, names: str) -> str:
    if line.why == Why.TAKEN_BACK:
        return _("the result was taken back by the house: what you won goes back to %(names)s") % {"names": names}
    text = _("the result was taken back by the house: what you lost comes back from %(names)s") % {"names": names}
    return f"{text}; {_('they had too little left, and staff gave the rest')}" if line.detail.get("short") else text


def owed(detail: dict[str, int]) -> str:
    """`detail` of a line: what third and fourth of a Wild game owe (E1.1, E1.2)."""
    least = {3: 30, 4: 50}[detail["place"]]
    values = {**detail, "least": least, "owed": number(detail["owed"])}
    if detail["points"] < least:
        text = _("place %(place)s: %(points)s points count as %(least)s, × %(multiplier)s = %(owed)s")
    else:
        text = _("place %(place)s: %(points)s points × %(multiplier)s = %(owed)s")
    text = text % values
    return f"{text}; {_('all there was: bankrupt')}" if detail.get("bankrupt") else text


def won(detail: dict[str, int]) -> str:
    if detail["owed"] and detail["place"] == 1:  # a Stake table: everybody owes the stake
        return _("the pot")
    return _("place %(place)s, with %(points)s points: a share of what 3rd and 4th paid") % detail


def _refunded(end: str) -> str:
    if end == "abandoned":
        return _("returned: the game was called off")
    if not end:
        return _("returned: the game was stopped by a fault of ours")
    return _("returned: the first place is shared")


def _granted(line: Line) -> str:
    one = line.transaction
    told = {
        Kind.SIGN_UP: _("welcome: your e-mail address is confirmed"),
        Kind.DAILY: _("coins of the day"),
        Kind.RELIEF: _("relief"),
        Kind.PRIZE: _("season prize: %(reason)s") % {"reason": one.reason} if one.reason else _("season prize"),
        Kind.STAFF: _("given by staff: %(reason)s") % {"reason": one.reason},
    }
    return told[Kind(one.kind)]
