"""A game against computer players: it begins at once, and needs no account."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from .. import forms
from ..services import tables
from . import opening

TEMPLATE = "games/tables/computer.html"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def computer(request: HttpRequest) -> HttpResponse:
    """The table of the answer leads on to the game."""
    game = opening.game_of(request)
    values = {**forms.defaults(game), "turn": "none", "join": "link"}
    if request.method != "POST":
        return opening.page(request, TEMPLATE, forms.TableForm(values, game=game))
    values |= {name: request.POST.get(name, "")[:200] for name in ("preset", "seats", "bot_level")}
    return opening.opened(request, TEMPLATE, forms.TableForm(values, game=game), tables.open_computer_game)
