"""Coins in words: why a line was written, what a table is played for."""

from django.utils.translation import gettext as _

from ..coin_terms import number
from .models import Line, Transaction

Kind, Why = Transaction.Kind, Line.Why


def reason(line: Line) -> str:
    """Why these coins came or went, for whoever they belong to."""
    detail, kind = line.detail, line.transaction.kind
    if line.why == Why.GRANTED:
        return _granted(line)
    if line.why == Why.SET_ASIDE:
        return _("set aside for a game that was dealt")
    if line.why == Why.GIVEN_BACK:
        return _refunded(detail.get("end", "")) if kind == Kind.REFUNDED else _("what was set aside for the game")
    if line.why == Why.OWED:
        return owed(detail)
    if line.why == Why.WON:
        return won(detail)
    others = {
        Why.FEE: _("the fee of a Stake table"),
        Why.TAKEN_BACK: _("the result was taken back by the house"),
        Why.MADE_GOOD: _("made good, because the result was taken back by the house"),
        Why.CLOSED: _("an account was closed"),
        Why.BURNT: _("burnt by the house"),
    }
    return others[Why(line.why)]


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
        Kind.PRIZE: _("season prize"),
        Kind.STAFF: _("given by staff: %(reason)s") % {"reason": one.reason},
    }
    return told[Kind(one.kind)]
