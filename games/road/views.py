"""The Whot Road, the rewards one wears, and the part of a profile that tells of both."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from rules import road as figures

from ..coins.services import buying
from ..errors import Refused
from ..models import Game
from ..parts import Part
from ..selectors import GameSeen
from ..views.answers import person, refusal_page
from . import selectors, services, stops
from .rewards import WORN

LATEST = 12


@require_safe
@never_cache
def road(request: HttpRequest) -> HttpResponse:
    """Where one stands, what comes next and how far; for a visitor the Road itself."""
    viewer = person(request)
    if viewer is not None and not viewer.coins_shown:
        return render(request, "games/coins_hidden.html")
    me = selectors.on_road(selectors.career_of(viewer)) if viewer else None
    rank = me.rank if me else 0
    context = {
        "me": me,
        "stops": stops.stops(me),
        "worth": stops.worth(rank),
        "lines": selectors.latest(viewer, LATEST) if viewer else [],
        "experience": {
            "finished": figures.FINISHED,
            "first": figures.MORE_BY_PLACE[1],
            "second": figures.MORE_BY_PLACE[2],
            "most": figures.MOST_A_DAY,
        },
    }
    return render(request, "games/road/road.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def rewards(request: HttpRequest) -> HttpResponse:
    """What one has unlocked; a post puts on `back`, `cloth` and `title`, each the number of a rank or empty."""
    viewer = person(request)
    assert viewer is not None
    if not viewer.coins_shown:
        return render(request, "games/coins_hidden.html", status=200 if request.method != "POST" else 403)
    if request.method == "POST":
        try:
            services.wear(viewer, {kind: request.POST.get(kind, "") for kind in WORN})
        except Refused as refused:
            return refusal_page(request, refused)
        messages.success(request, _("Put on: from your next deal on the others see it too."))
        return redirect("rewards")
    career, bought = selectors.career_of(viewer), buying.owned(viewer)
    context = {
        "me": selectors.on_road(career),
        "kinds": [(kind, stops.choices(career, kind, bought), getattr(career, kind) is None) for kind in WORN],
    }
    return render(request, "games/road/rewards.html", context)


def of_over(seen: GameSeen, viewer: User | None) -> Part | None:
    """What the game brought who looks at its end (games.parts), in words."""
    if viewer is None or seen.seat is None or not viewer.coins_shown:
        return None
    found = selectors.brought(seen.game, viewer)
    if found is None:
        return None
    return Part(
        "games/road/_over.html",
        found._asdict() | {"lost": -(found.feat or 0), "taken_back": seen.game.state == Game.State.VOID},
    )


def profile_section(viewer: User | None, owner: User, request: HttpRequest) -> tuple[str, dict[str, Any]] | None:
    """Rank, title and level, unless one of the two has hidden coins and ranks (accounts.profile_sections)."""
    if not owner.coins_shown or (viewer is not None and not viewer.coins_shown):
        return None
    own = viewer is not None and viewer.pk == owner.pk
    return "games/road/_profile.html", {"me": selectors.on_road(selectors.career_of(owner)), "own": own}
