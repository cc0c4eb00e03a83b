"""What a table is played for, in words and in the form for its rules; a worked example of what one can win and lose.

The terms are rules of a table like others. What happens to anybody's coins is in `games.coins`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from rules.coin_tables import (
    LEAST_POINTS,
    MOST_FEE,
    MOST_STAKE,
    MULTIPLIERS,
    NONE,
    STAKE,
    WILD,
    Settled,
    Terms,
    example,
)

FIELDS = ("coins", "coin_amount", "coin_fee")
FEES = (0, 100, 250, 500, 1000)  # basis points that the form offers
USUAL_STAKE = 100


def terms_of(rules: Any) -> Terms:
    """Of a Table or of TableRules."""
    return Terms(rules.coins, rules.coin_amount, rules.coin_fee)


def told(rules: Any) -> str:
    """What is played for in a few words; empty for a friendly table."""
    terms = terms_of(rules)
    if terms.kind == WILD:
        return _("for coins: Wild X%(multiplier)s") % {"multiplier": terms.amount}
    if terms.kind == STAKE:
        text = _("for coins: stake %(stake)s") % {"stake": number(terms.amount)}
        return f"{text}, {_('fee %(fee)s') % {'fee': percent(terms.fee)}}" if terms.fee else text
    return ""


def number(amount: int) -> str:
    """A number of coins with its thousands set apart: 4,500."""
    return f"{amount:,}"


def percent(basis_points: int) -> str:
    """A fee as a percentage: 250 is 2.5%."""
    return f"{basis_points / 100:g}%"


# -- the form ------------------------------------------------------------------------------------------------


def chosen(values: Mapping[str, str], refuse: Callable[[str, str], None]) -> dict[str, Any]:
    """The terms that were typed, as keyword arguments of TableRules. `refuse(field, text)` for what can't be read; what
    can't be played together is said by `services.rules_of_table`."""
    word = values.get("coins", "")
    if word.startswith(WILD) and _whole(word.removeprefix(WILD)) in MULTIPLIERS:
        return {"coins": WILD, "coin_amount": int(word.removeprefix(WILD))}
    if word == STAKE:
        typed, fee = values.get("coin_amount", "").strip(), _whole(values.get("coin_fee", "") or "0")
        stake = _whole(typed)
        if stake is None or not 1 <= stake <= MOST_STAKE:
            refuse("coin_amount", _no_stake(typed))
        if fee is None or fee > MOST_FEE:
            refuse("coin_fee", _("Choose one of these."))
        return {"coins": STAKE, "coin_amount": stake or 0, "coin_fee": fee or 0}
    if word:
        refuse("coins", _("Choose one of these."))
    return {}


def _no_stake(text: str) -> str:
    """What is wrong with this text as a stake, and what would be right."""
    values = {"text": text[:20], "most": number(MOST_STAKE), "example": USUAL_STAKE}
    if not text:
        told = _("How many coins does each put up? Type a whole number, 1 to %(most)s.")
    elif re.fullmatch(r"[-−+]?[0-9]+", _together(text)):
        told = _("A stake is 1 to %(most)s coins; “%(text)s” is outside of that.")
    else:
        told = _("“%(text)s” is not a whole number of coins. Type one from 1 to %(most)s, for example %(example)s.")
    return told % values


def typed(rules: Mapping[str, Any]) -> dict[str, str]:
    """Keyword arguments of TableRules as one would type them."""
    kind, amount = rules.get("coins", NONE), rules.get("coin_amount", 0)
    if kind == WILD:
        return {"coins": f"{WILD}{amount}"}
    if kind == STAKE:
        return {"coins": STAKE, "coin_amount": str(amount), "coin_fee": str(rules.get("coin_fee", 0))}
    return {}


def kinds() -> list[tuple[str, str]]:
    """The choices of the form, each with its words."""
    wild = _("Wild X%(multiplier)s: %(hold)s coins to sit")
    return [
        ("", _("nothing: a friendly table")),
        *(
            (f"{WILD}{m}", wild % {"multiplier": m, "hold": number(Terms(WILD, m).hold)})
            for m in MULTIPLIERS
        ),
        (STAKE, _("Stake: the winner takes the pot")),
    ]  # fmt: skip


def fees() -> list[tuple[str, str]]:
    return [("" if fee == 0 else str(fee), percent(fee) if fee else _("none")) for fee in FEES]


def _whole(text: str) -> int | None:
    """A whole number, thousands set apart or not, as `number` writes it and as people do."""
    text = _together(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _together(text: str) -> str:
    return re.sub(r"(?<=\d)[,. \u00a0'](?=\d{3}(?!\d))", "", text.strip())


class Fields(NamedTuple):
    """What the form shows of the terms: choices as (value, words), and what is chosen so far is worth."""

    kinds: list[Any]
    fees: list[Any]
    worth: "Worth | None"


def fields(rules: Mapping[str, Any] | None) -> Fields:
    """`rules`: keyword arguments of TableRules as chosen so far; None while they can't be played."""
    named = {"coins": NONE, "coin_amount": 0, "coin_fee": 0, **(rules or {})}
    found = worth(Terms(named["coins"], named["coin_amount"], named["coin_fee"]), named["seats"]) if rules else None
    return Fields(kinds(), fees(), found)


# -- what one can win and lose -------------------------------------------------------------------------------


class Row(NamedTuple):
    """A place of the example. `text` says how its coins come about; `net` with its sign."""

    place: int
    points: int | None
    text: str
    net: str


class Worth(NamedTuple):
    """What a table is worth: coins to sit, the most one can lose in words, and an example by its own numbers."""

    hold: str
    loses: str
    rows: tuple[Row, ...]
    fee: str  # in words; empty without
    title: str


def worth(terms: Terms, seats: int) -> Worth | None:
    """None for a friendly table."""
    if not terms.for_coins:
        return None
    found = example(terms, seats)
    if terms.kind == WILD:
        least = {"third": number(LEAST_POINTS[2] * terms.amount), "fourth": number(LEAST_POINTS[3] * terms.amount)}
        loses = _(
            "Third pays at least %(third)s, fourth at least %(fourth)s, and %(multiplier)s for each point above"
            " that: more than was set aside, if you have more, but never more than you have."
        ) % {**least, "multiplier": terms.amount}
        title = _("For example, with these points left:")
    else:
        loses = _("You can lose your stake of %(stake)s, and no more.") % {"stake": number(terms.amount)}
        title = _("With %(seats)s players:") % {"seats": seats}
    fee = ""
    if found.fee:
        values = {"fee": percent(terms.fee), "coins": number(found.fee)}
        fee = _("A fee of %(fee)s goes off the pot to the house, here %(coins)s.") % values
    return Worth(number(terms.hold), loses, tuple(_rows(terms, found)), fee, title)


def at_stake(terms: Terms, seats: int) -> str:
    """What a game under way is played for."""
    if terms.kind == WILD:
        text = _("This game is played for coins: Wild X%(multiplier)s. Third and fourth pay; who leaves ranks last.")
        return text % {"multiplier": terms.amount}
    values = {"stake": number(terms.amount), "pot": number(seats * terms.amount)}
    text = _("This game is played for coins: %(pot)s in the pot, where the stake of who leaves, %(stake)s, stays.")
    return text % values


def leaving(terms: Terms) -> str:
    """What it costs to leave a game under way (E1.5, E4.3)."""
    if terms.kind == STAKE:
        return _("If you leave, your stake of %(stake)s stays in the pot.") % {"stake": number(terms.amount)}
    values = {
        "fourth": number(LEAST_POINTS[3] * terms.amount),
        "third": number(LEAST_POINTS[2] * terms.amount),
        "multiplier": terms.amount,
    }
    return (
        _(
            "If you leave, you rank below everybody who stays and owe at least %(fourth)s coins, or at least"
            " %(third)s if one left before you: your points, or those of the worst hand left if that is more,"
            " times %(multiplier)s."
        )
        % values
    )


def _rows(terms: Terms, found: Settled) -> list[Row]:
    rows = []
    for n, place in enumerate(found.places, 1):
        points = place.points if terms.kind == WILD else None
        rows.append(
            Row(n, points, how(terms, n, place.points, place.owed, place.gain), signed(place.gain - place.paid))
        )
    if terms.kind == STAKE and len(rows) > 2:  # all who do not win lose the same
        rows = [*rows[:1], rows[-1]]
    return rows


def how(terms: Terms, place: int, points: int, owed: int, gain: int) -> str:
    """How the coins of a place come about, in words."""
    if terms.kind == STAKE:
        return _("the pot, own stake included: %(gain)s") % {"gain": number(gain)} if gain else _("the stake is lost")
    if place <= 2:
        return _("a share of what third and fourth pay") if gain else _("nothing")
    values = {"points": points, "least": LEAST_POINTS[place - 1], "multiplier": terms.amount, "owed": number(owed)}
    if points < LEAST_POINTS[place - 1]:
        return _("%(points)s points count as %(least)s, × %(multiplier)s = %(owed)s") % values
    return _("%(points)s points × %(multiplier)s = %(owed)s") % values


def signed(amount: int) -> str:
    """+282, −120 or 0."""
    return f"+{amount:,}" if amount > 0 else f"−{-amount:,}" if amount else "0"
