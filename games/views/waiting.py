"""The games that wait for one: how many, for the title of every page, and the way to the most urgent."""

from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User

from .. import selectors
from .answers import person

LONGEST_CODE = 20


class Waiting:
    """Looked up when a template asks, and once only. `but`: the game of this page, which counts for itself."""

    def __init__(self, request: HttpRequest, user: User) -> None:
        match = request.resolver_match
        self.user = user
        self.but = match.kwargs.get("code", "") if match and match.url_name in GAME_PAGES else ""

    @cached_property
    def count(self) -> int:
        return selectors.waiting_for(self.user, self.but)


GAME_PAGES = {"game", "game_actions", "game_leave", "game_hint", "game_pause", "game_hand"}


def waiting(request: HttpRequest) -> dict[str, Any]:
    """For the templates of who is signed in: `games_waiting.count`, `games_waiting.but`."""
    user = getattr(request, "user", None)
    return {"games_waiting": Waiting(request, user)} if isinstance(user, User) and user.is_authenticated else {}


@require_safe
@never_cache
def count(request: HttpRequest) -> HttpResponse:
    """`{"waiting": n}`: the games that wait for who asks, `?but=` one; 204 for who is not signed in."""
    user = person(request)
    if user is None:
        return HttpResponse(status=204)
    return JsonResponse({"waiting": selectors.waiting_for(user, request.GET.get("but", "")[:LONGEST_CODE])})


@require_safe
@never_cache
def following(request: HttpRequest) -> HttpResponse:
    """To the game that waits with the least time left, `?after=` the one on the screen; home when none does."""
    user = person(request)
    code = user and selectors.next_game(user, request.GET.get("after", "")[:LONGEST_CODE])
    return redirect("game", code) if code else redirect("home")
