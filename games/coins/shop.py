"""The shop: what coins buy, at published prices."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from .. import forms
from ..coin_terms import number
from ..errors import Refused
from ..views.answers import person, with_status
from . import selectors
from .services import buying
from .wares import BY_KEY, WARES, Ware


class Offer(NamedTuple):
    """A ware as somebody sees it: theirs already, to be had, or too dear by `missing` coins (in figures)."""

    ware: Ware
    price: str
    mine: bool
    left: str  # free coins once it is bought; empty where it can't be
    missing: str


@require_safe
@never_cache
def shop(request: HttpRequest) -> HttpResponse:
    return _shop(request)


def _shop(request: HttpRequest, refusal: Refused | None = None) -> HttpResponse:
    viewer = person(request)
    if viewer is not None and not viewer.coins_shown:
        return render(request, "games/coins_hidden.html", status=200 if refusal is None else refusal.status)
    member = viewer is not None and viewer.is_member
    free, mine = (selectors.free_of(viewer), buying.owned(viewer)) if viewer is not None and member else (0, set())
    context = {
        "offers": [_offer(ware, free, ware.key in mine) for ware in WARES],
        "member": member,
        "free": number(free),
        "refusal": forms.sentence(refusal.message) if refusal else None,
    }
    return render(request, "games/coins/shop.html", context)


def _offer(ware: Ware, free: int, mine: bool) -> Offer:
    enough = free >= ware.price
    left, missing = (number(free - ware.price), "") if enough else ("", number(ware.price - free))
    return Offer(ware, number(ware.price), mine, left, missing)


@require_POST
@login_required
def buy(request: HttpRequest) -> HttpResponse:
    """`ware` names what is bought. A second press buys nothing."""
    viewer = person(request)
    assert viewer is not None
    key = request.POST.get("ware", "")
    if not viewer.coins_shown:
        return render(request, "games/coins_hidden.html", status=403)
    try:
        bought = buying.buy(viewer, key)
    except Refused as error:
        return with_status(_shop(request, error), error)
    name = BY_KEY[key].name
    done = _("“%(name)s” is yours.") if bought else _("“%(name)s” was yours already; nothing was paid for it again.")
    messages.success(request, done % {"name": name})
    return redirect("shop")
