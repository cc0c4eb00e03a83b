"""Leader boards, and what moved somebody's ratings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.views.people import find
from games.errors import NotFound
from games.views.answers import person
from rules.at_table import POOLS

from . import arithmetic, selectors

TOP_OF_EACH = 10


@require_safe
@never_cache
def boards(request: HttpRequest) -> HttpResponse:
    """The first of every pool, and how ratings come about."""
    viewer = person(request)
    found = [(key, words, selectors.board(key, viewer, top=TOP_OF_EACH)) for key, words in POOLS.items()]
    context = {"boards": found, "most_a_day": arithmetic.MOST_A_DAY, "settled_after": arithmetic.SETTLED_AFTER}
    return render(request, "games/ratings/boards.html", context)


@require_safe
@never_cache
def board(request: HttpRequest, pool: str) -> HttpResponse:
    """The leader board of one pool."""
    if pool not in POOLS:
        raise Http404
    context = {"words": POOLS[pool], "board": selectors.board(pool, person(request)), "pool": pool}
    return render(request, "games/ratings/board.html", context)


@require_safe
@never_cache
def of_person(request: HttpRequest, username: str) -> HttpResponse:
    """Everything that moved a person's ratings, newest first; `?before=` turns pages."""
    viewer = person(request)
    whose = find(username, viewer)
    if whose.username != username:
        return redirect("ratings_of", whose.username)
    try:
        page = selectors.history(whose, viewer, before=request.GET.get("before", "")[:40])
    except NotFound as refused:
        raise Http404(str(refused)) from None
    context = {
        "whose": whose,
        "own": viewer is not None and viewer.pk == whose.pk,
        "page": page,
        "standings": selectors.of_person(whose),
        "settled_after": arithmetic.SETTLED_AFTER,
    }
    return render(request, "games/ratings/person.html", context)
