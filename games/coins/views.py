"""Pages about coins: one's own ledger and what one can ask for, what tables for coins are worth, the published sums."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from rules.coin_tables import LEAST_POINTS, MULTIPLIERS, Terms, stake_settled
from rules.core import Outcome

from .. import coin_terms, forms
from ..coin_terms import number, signed
from ..errors import Refused
from ..views.answers import person, whole, with_status
from . import checking, selectors
from .services import granting

SUMS_FOR = 60  # seconds that the live sums are kept: they read the whole ledger
PAGE_LIMIT = 1_000_000
STAKES = ((2, 100, 0), (4, 250, 0), (3, 333, 250), (4, 1_000, 500))  # seats, stake, fee of the examples (E4)


@require_safe
@never_cache
def mine(request: HttpRequest) -> HttpResponse:
    """The own purse and every line of the own ledger; others are told how one comes by coins."""
    user = person(request)
    if user is None or user.is_guest:
        return redirect("coins_how")
    if not user.coins_shown:
        return render(request, "games/coins_hidden.html")
    if user.can_stake:
        granting.welcome(user)
    return _mine(request)


def _mine(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    user = person(request)
    assert user is not None
    page = min(max(whole(request.GET.get("page")), 1), PAGE_LIMIT)
    found = selectors.ledger(user, page)
    purse = selectors.purse_of(user)
    context = {
        "purse": purse,
        "all": number(purse.all if purse else 0),
        "free": number(purse.free if purse else 0),
        "places": [(place, number(place.amount)) for place in purse.places] if purse else [],
        "lines": [(line, signed(line.amount), number(line.after)) for line in found.lines],
        "ledger": found,
        "confirmed": user.can_stake,
        "daily": granting.DAILY,
        "relief": granting.RELIEF_TO,
        "refusal": forms.sentence(refusal.message) if refusal else None,
    }
    return render(request, "games/coins/mine.html", context)


@require_POST
@login_required
def daily(request: HttpRequest) -> HttpResponse:
    """The coins of the day (E5.2)."""
    return _given(request, granting.daily)


@require_POST
@login_required
def relief(request: HttpRequest) -> HttpResponse:
    """Relief for who has next to nothing (E5.3)."""
    return _given(request, granting.relief)


def _given(request: HttpRequest, grant: Callable[[Any], Any]) -> HttpResponse:
    try:
        made = grant(request.user)
    except Refused as error:
        return with_status(_mine(request, error), error)
    amount = made.lines.get(amount__gt=0).amount
    messages.success(request, _("You were given %(coins)s coins.") % {"coins": number(amount)})
    return redirect("coins")


@require_safe
def how(request: HttpRequest) -> HttpResponse:
    """What tables for coins are worth, worked out by the code that settles them (E1, E4, E5)."""
    wild = [
        {
            "m": m, "hold": number(Terms("wild", m).hold), "third": number(m * LEAST_POINTS[2]),
            "fourth": number(m * LEAST_POINTS[3]), "rows": coin_terms.worth(Terms("wild", m), 4),
        }
        for m in MULTIPLIERS
    ]  # fmt: skip
    context = {
        "wild": wild,
        "stakes": [_stake(*terms) for terms in STAKES],
        "welcome": number(granting.WELCOME),
        "daily": granting.DAILY,
        "below": granting.RELIEF_BELOW,
        "relief": granting.RELIEF_TO,
        "approved": number(granting.SECOND_PERSON_ABOVE),
    }
    return render(request, "games/coins/how.html", context)


def _stake(seats: int, stake: int, fee: int) -> dict[str, str]:
    every = tuple((seat,) for seat in range(seats))
    found = stake_settled(Terms("stake", stake, fee), Outcome("emptied_hand", every, (0,) * seats, (0,) * seats))
    return {
        "seats": str(seats), "stake": number(stake), "pot": number(seats * stake), "percent": coin_terms.percent(fee),
        "fee": number(found.fee), "wins": number(found.pot), "net": signed(found.pot - stake),
    }  # fmt: skip


@require_safe
def sums(request: HttpRequest) -> HttpResponse:
    """All coins there are, now and by the day (check 72)."""
    found = cache.get("coins:sums")
    if found is None:
        found = tuple(checking.sums())
        cache.set("coins:sums", found, SUMS_FOR)
    live = checking.Sums(*found)
    days = [
        (day, *_told(checking.Sums(day.players, day.escrow, day.house, day.grants, day.burns)))
        for day in selectors.days()
    ]
    return render(request, "games/coins/sums.html", {"live": _told(live), "agree": live.agree, "days": days})


def _told(found: checking.Sums) -> list[str]:
    return [number(amount) for amount in found]
