"""The annals of a person: a part of their profile, and a page with every opponent."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.views.people import find
from rules.house_rules import BOOKS

from ..forms import preset_name
from ..selectors import annals
from .answers import person, whole

SHOWN = 5


def section(viewer: User | None, whose: User, request: HttpRequest) -> tuple[str, dict[str, Any]] | None:
    """Wins and losses by kind of game, and the opponents met most often (accounts.profile_sections)."""
    kinds = annals.kinds(whose)
    if not kinds:
        return None
    met = annals.opponents(whose, viewer, most=SHOWN)
    return "games/annals/_profile.html", {"kinds": _named(kinds), "met": met}


@require_safe
@never_cache
def of_person(request: HttpRequest, username: str) -> HttpResponse:
    """Everything; `?preset=` narrows the opponents down, `?page=` turns their pages."""
    viewer = person(request)
    whose = find(username, viewer)
    if whose.username != username:
        return redirect("annals", whose.username)
    presets = {kind.key: preset_name(game, kind.key) for game, book in BOOKS.items() for kind in book.presets()}
    preset, page = request.GET.get("preset", ""), whole(request.GET.get("page", "1"))
    if (preset and preset not in presets) or not 1 <= page <= 10_000:
        raise Http404
    kinds = annals.kinds(whose)
    context = {
        "whose": whose,
        "own": viewer is not None and viewer.pk == whose.pk,
        "kinds": _named(kinds),
        "met": annals.opponents(whose, viewer, preset=preset, page=page),
        "preset": preset,
        "presets": [(kind.preset, presets[kind.preset]) for kind in kinds],
    }
    return render(request, "games/annals/person.html", context)


def _named(kinds: list[annals.Kind]) -> list[tuple[str, annals.Kind]]:
    return [(preset_name(kind.game, kind.preset), kind) for kind in kinds]
