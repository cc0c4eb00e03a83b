"""Looking back: the review of a game step by step, its record, and the host's switch that lets others look."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from rules.record import to_text

from .. import errors, presenters, reviews, selectors
from ..forms import preset_name
from ..models import Game
from ..reviews import Reviewed
from ..selectors import records
from ..services import sharing
from . import review_page
from .answers import person, refusal_page, stopping_when_broken
from .review_page import Links


def seen_game(request: HttpRequest, code: str) -> selectors.GameSeen:
    """The game as the asker may see it. Raises Http404, errors.Broken."""
    try:
        seen = selectors.game_for(code, person(request))
    except errors.NotFound as refused:
        raise Http404(str(refused)) from None
    if seen.game.state == Game.State.FROZEN:
        raise errors.Broken("This game is stopped")
    return seen


@require_safe
@never_cache
@stopping_when_broken
def review(request: HttpRequest, code: str, step: int | None = None) -> HttpResponse:
    """The game at a step (the last one without a number), through the asked eyes (`?eyes=`). `?step=` jumps."""
    seen, links = seen_game(request, code), Links("game", code)
    led = review_page.jump(request, links, seen.game.seq)
    if led is not None:
        return led
    game, found = seen.game, reviews.reviewed(seen)
    about = {
        "game": game,
        "back": reverse("game", args=[code]),
        "preset": preset_name(game.rules_key, game.preset),
        "may_share": may_share(request, seen),
        "picture": _picture(request, seen.game) if found.opened else "",
        "title": _title(seen, found),
        "description": _described(seen, found),
    }
    return review_page.page(request, found, links, step, about)


def _picture(request: HttpRequest, game: Game) -> str:
    """The address of the picture of the result; empty where there is none."""
    return request.build_absolute_uri(reverse("game_picture", args=[game.code])) if presenters.pictured(game) else ""


def _title(seen: selectors.GameSeen, found: Reviewed) -> str:
    outcome = found.rules.game.outcome(found.frames[-1].state)
    return presenters.headline(seen.game, outcome, None, found.names) if outcome else _("Looking back")


def _described(seen: selectors.GameSeen, found: Reviewed) -> str:
    """The result in a line, for previews: who had how many points."""
    players = sorted(seen.players, key=lambda player: (player.place or 99, player.seat))
    told = [
        f"{found.names[player.seat]} {player.points}" if player.points is not None else found.names[player.seat]
        for player in players
    ]
    return f"{preset_name(seen.game.rules_key, seen.game.preset)}: {', '.join(told)}"


def may_share(request: HttpRequest, seen: selectors.GameSeen) -> bool:
    """Whether the asker says who may look at the games of this table that are over."""
    viewer = person(request)
    return viewer is not None and seen.game.table.host_id == viewer.pk and not seen.game.table.arranged_by


@require_safe
@never_cache
@stopping_when_broken
def steps(request: HttpRequest, code: str) -> HttpResponse:
    """Some steps at once, for the script."""
    return review_page.some_steps(request, reviews.reviewed(seen_game(request, code)))


@require_safe
@never_cache
@stopping_when_broken
def cards(request: HttpRequest, code: str) -> HttpResponse:
    """Who held what, and when; 404 while the game runs."""
    seen = seen_game(request, code)
    found = reviews.reviewed(seen)
    about = {"title": _title(seen, found), "preset": preset_name(seen.game.rules_key, seen.game.preset)}
    return review_page.cards(request, found, Links("game", code), about)


@require_POST
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The host says whether whoever has a link may look at the games of the table that are over."""
    viewer = person(request)
    if viewer is None:
        return redirect(f"{reverse('account_login')}?{urlencode({'next': reverse('table', args=[code])})}")
    try:
        table = sharing.share(code, viewer, request.POST.get("shared") == "yes")
    except errors.Refused as refused:
        return refusal_page(request, refused)
    game = request.POST.get("game", "")
    known = table.games.filter(code=game).exists()
    back = "game_share" if request.POST.get("back") == "share" else "game_review"
    return redirect(back, game) if known else redirect("table", code)


@require_safe
@never_cache
@stopping_when_broken
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file (docs/record.md): whole when the game is over, while it runs what the asker knows of it."""
    seen = seen_game(request, code)
    if seen.game.state == Game.State.VOID:
        raise Http404("a game without a result has no record")
    if seen.game.state == Game.State.OVER:
        text = to_text(records.record_of(seen.game))
    else:
        text = to_text(records.seen_record(seen))
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="whot-{code}.json"'
    return answer
