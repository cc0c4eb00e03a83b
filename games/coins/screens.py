"""What coins add to screens of others: tables that wait, games that are over, and the own profile."""

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User
from rules.coin_tables import LEAST_POINTS

from .. import coin_terms, log
from ..coin_terms import number, signed
from ..models import Table
from ..parts import Part
from ..selectors import GameSeen, TableSeen
from . import selectors
from .services import granting


class Row(NamedTuple):
    """A place of a game that was settled."""

    name: str
    is_me: bool
    text: str
    net: str
    bankrupt: bool


def of_table(seen: TableSeen) -> Part | None:
    """What can be won and lost at a table for coins, and whether the viewer has what it takes."""
    table = seen.table
    if table.coins == Table.Coins.NONE:
        return None
    if _hidden(seen.viewer):
        asks = seen.seat is None and table.state == Table.State.ASSEMBLING
        return Part("", {}, "games/coins/_hidden.html") if asks else None
    terms, viewer = coin_terms.terms_of(table), seen.viewer
    if table.state in (Table.State.ABANDONED, Table.State.EXPIRED) and table.started_at is None:
        held = seen.seat is not None and seen.seat.agreed == table.agreement
        return Part("games/coins/_closed.html", {"hold": number(terms.hold) if held else ""})
    least = 2 if table.coins == Table.Coins.STAKE else table.seats
    worths = [coin_terms.worth(terms, seats) for seats in range(table.seats, least - 1, -1)]
    context: dict[str, Any] = {"worths": worths, "seated": seen.seat is not None, "waits": table.state == "assembling"}
    if seen.seat is None and context["waits"]:
        context |= _means(viewer, terms.hold)
    lacks = bool(context.get("needs") or context.get("missing"))
    return Part("games/coins/_table.html", context, "games/coins/_first.html" if lacks else "")


def _hidden(viewer: User | None) -> bool:
    """Whether this person wants to see nothing of coins."""
    return viewer is not None and not viewer.coins_shown


def _means(viewer: User | None, hold: int) -> dict[str, Any]:
    """What stands between somebody and a seat."""
    if viewer is None:
        return {"needs": "account", "stranger": True}
    if viewer.is_guest:
        return {"needs": "account"}
    if not viewer.can_stake:
        return {"needs": "confirmation"}
    purse = selectors.purse_of(viewer)
    free = purse.free if purse is not None else granting.WELCOME
    return {
        "free": number(free),
        "after": number(free - hold),
        "missing": number(hold - free) if free < hold else "",
        "daily": purse is not None and purse.daily,
    }


def of_game(seen: GameSeen, viewer: User | None) -> Part | None:
    """What a game under way is played for, and what it costs the viewer to leave it (E1.5, E4.3). No query."""
    terms = coin_terms.terms_of(seen.game.table)
    if not terms.for_coins or _hidden(viewer):
        return None
    leaving = coin_terms.leaving(terms) if seen.seat is not None else ""
    return Part(
        "games/coins/_at_stake.html", {"text": coin_terms.at_stake(terms, len(seen.players)), "leaving": leaving}
    )


def of_over(seen: GameSeen, viewer: User | None) -> Part | None:
    """What a game moved, from whom to whom and why, line by line; and what the viewer has now."""
    found = None if _hidden(viewer) else selectors.moved(seen.game)
    if found is None:
        return None
    names = [player.shown_name for player in seen.players]
    terms, settled = found.terms, found.settled
    rows = [
        Row(
            names[place.seat],
            place.seat == seen.seat,
            "" if found.refunded else coin_terms.how(terms, n, place.points, place.owed, place.gain),
            signed(0 if found.refunded else place.gain - place.paid),
            place.bankrupt,
        )
        for n, place in enumerate(settled.places, 1)
    ]
    context = {
        "rows": rows,
        "flows": [] if found.refunded else [_unbroken(flow) for flow in _flows(found, names, seen)],
        "refunded": found.refunded,
        "hold": number(terms.hold),
        "why": _why_refunded(seen) if found.refunded else "",
        "reversed": found.reversed,
        "fee": number(settled.fee) if settled.fee else "",
        "pot": number(settled.pot),
        "told_apart": terms.kind == Table.Coins.WILD and not found.refunded and _shared(seen),
    }
    if seen.seat is not None and viewer is not None:
        purse = selectors.purse_of(viewer)
        if purse is not None:
            missing = number(terms.hold - purse.free) if purse.free < terms.hold else ""
            context |= {"has": number(purse.all), "relief": purse.relief, "missing": missing}
    return Part("games/coins/_over.html", context)


def _why_refunded(seen: GameSeen) -> str:
    if seen.game.end_reason == "abandoned":
        return _("the game was called off")
    if seen.game.outcome and len(seen.game.outcome["ranking"][0]) > 1:
        return _("the first place is shared")
    return _("the game was stopped by a fault of ours")


def _shared(seen: GameSeen) -> bool:
    """Whether points and number of cards leave a place shared, which a Wild table tells apart (E1.5)."""
    return any(len(group) > 1 for group in (seen.game.outcome or {}).get("ranking", ()))


def _unbroken(text: str) -> str:
    """A sum stays on one line: no break beside its signs."""
    for sign in "×−=":
        text = text.replace(f" {sign} ", f"\u00a0{sign}\u00a0")
    return text


def _flows(found: selectors.Moved, names: list[str], seen: GameSeen) -> list[str]:
    """From whom to whom and why, a sentence each."""
    told, settled, terms = [], found.settled, found.terms
    out = _why_out(seen)
    in_hand = (seen.game.outcome or {}).get("points", ())
    if terms.kind == Table.Coins.STAKE:
        for place in settled.places:
            values = _of(names[place.seat], terms.amount) | {"why": out.get(place.seat, "")}
            told.append(
                (
                    _("%(name)s put %(coins)s into the pot, where it stays: %(why)s")  # E4.3
                    if values["why"]
                    else _("%(name)s put %(coins)s into the pot")
                )
                % values
            )
    else:
        for n, place in enumerate(settled.places, 1):
            if place.owed:
                points, own = place.points, in_hand[place.seat] if in_hand else place.points
                if points < LEAST_POINTS[n - 1]:
                    points = own  # so few that neither their own nor those of the worst hand left matter (E1.1)
                why = coin_terms.how(terms, n, points, place.owed, place.gain)
                if place.seat in out and points != own:
                    why = f"{why}, {_('as who goes out counts at least as the worst hand left')}"
                if place.seat in out:
                    why = f"{out[place.seat]}; {why}"
                if place.bankrupt:
                    why = f"{why}; {_('all there was: bankrupt')}"
                values = _of(names[place.seat], place.paid) | {"why": why}
                told.append(_("%(name)s pays %(coins)s into the pool: %(why)s") % values)
    for n, place in enumerate(settled.places, 1):
        if place.gain:
            values = _of(names[place.seat], place.gain) | {"why": _share(found, n, place.points)}
            told.append(
                (_("%(name)s gets %(coins)s: %(why)s") if values["why"] else _("%(name)s gets %(coins)s")) % values
            )
    if terms.kind == Table.Coins.WILD and not settled.places[1].gain:  # E1.3
        second = settled.places[1]
        why = _("who went out has no share") if second.seat in out else _("too many points are left for a share")
        told.append(_("%(name)s gets nothing: %(why)s") % {"name": names[second.seat], "why": why})
    return told


def _why_out(seen: GameSeen) -> dict[int, str]:
    """Who went out of the game before its end, by seat, and by what (W8.2, W8.3)."""
    if not any(player.out for player in seen.players):
        return {}
    reasons = {"left": _("left the game"), "missed": _("missed too many turns")}
    gone = [event for entry in log.replay(seen.game).told for event in entry.events if event.name == "eliminated"]
    return {event.seat: reasons[event.detail] for event in gone if event.seat is not None}


def _share(found: selectors.Moved, place: int, points: int) -> str:
    """Why a winner of a Wild game gets that much of the pool (E1.3)."""
    if found.terms.kind == Table.Coins.STAKE:
        return ""
    if not found.settled.places[1].gain:
        return _("the whole pool")
    first, second = (100 - min(winner.points, 100) for winner in found.settled.places[:2])
    values = {"points": min(points, 100), "parts": 3 * first if place == 1 else second, "all": 3 * first + second}
    if place == 1:
        return _("three times (100 − %(points)s), which is %(parts)s of %(all)s parts of the pool") % values
    return _("100 − %(points)s, which is %(parts)s of %(all)s parts of the pool") % values


def _of(name: str, coins: int) -> dict[str, Any]:
    return {"name": name, "coins": number(coins)}


def of_profile(viewer: User | None, person: User, request: HttpRequest) -> tuple[str, dict[str, Any]] | None:
    """The own coins, on the own profile alone."""
    if viewer is None or viewer.pk != person.pk or person.is_guest or _hidden(viewer):
        return None
    purse = selectors.purse_of(person)
    return "games/coins/_profile.html", {"all": number(purse.all) if purse is not None else None}
