"""Results as one shows them to others: where SHARE leads, pictures for chat programs, the preview of a match."""

import json
import subprocess
import sys
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.core import Outcome

from .. import matches, presenters, selectors, tallies
from ..errors import NotFound
from ..forms import preset_name
from ..matches import Match
from ..models import Game, Player
from ..tallies import StandingLine
from .answers import person, stopping_when_broken
from .review import may_share, seen_game

Rows = list[tuple[str, str, str]]  # as `pictures.Row` has them


class Offer(NamedTuple):
    """Something to show: its result, its link and what that is called, and its picture; empty where there is none."""

    kind: str
    result: str
    link: str
    label: str
    opens: str
    picture: str


@require_safe
@never_cache
@stopping_when_broken
def page(request: HttpRequest, code: str) -> HttpResponse:
    """What can be shown to others: first the match, once it is over, then this game; 404 while it runs."""
    seen = seen_game(request, code)
    game, table = seen.game, seen.game.table
    if game.state == Game.State.PLAYING:
        raise Http404("the game is not over")
    try:
        match = matches.match_of(table.code, person(request))
    except NotFound as refused:
        raise Http404(str(refused)) from None
    context = {
        "game": game,
        "preset": preset_name(game.rules_key, game.preset),
        "names": presenters.names_of(seen.players),
        "offers": [*_match_offered(request, match), _game_offered(request, seen)],
        "open": table.onlookers or table.shared,
        "may_share": may_share(request, seen) and not table.onlookers,
    }
    return render(request, "games/review/share.html", context)


def _match_offered(request: HttpRequest, match: Match) -> list[Offer]:
    if not match.headline:
        return []
    link, drawn = (reverse(name, args=[match.table.code]) for name in ("table_games", "match_picture"))
    opens = _("All games of the match, and its plot")
    return [
        Offer("match", match.headline, request.build_absolute_uri(link), _("Link to the match"), opens, drawn),
    ]


def _game_offered(request: HttpRequest, seen: selectors.GameSeen) -> Offer:
    game, outcome, names = seen.game, _outcome_of(seen.game), presenters.names_of(seen.players)
    result = presenters.headline(game, outcome, None, names) if outcome else _("No result")
    if tallies.is_match(game.table):
        result = _("Game %(number)s: %(result)s") % {"number": game.number, "result": result}
    link, drawn = (reverse(name, args=[game.code]) for name in ("game_review", "game_picture"))
    drawn = drawn if presenters.pictured(game) else ""
    return Offer("game", result, request.build_absolute_uri(link), _("Link to this game"), _("REVIEW"), drawn)


@require_safe
@stopping_when_broken
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The result as a picture, for chat programs; 404 while there is none."""
    seen = seen_game(request, code)
    game = seen.game
    outcome = _outcome_of(game)
    if outcome is None or not presenters.pictured(game):
        raise Http404("the game has no result")
    names = presenters.names_of(seen.players)
    rows = [
        (str(player.place), names[player.seat], _points_of(player))
        for player in sorted(seen.players, key=lambda player: (player.place or 99, player.seat))
        if player.place is not None
    ]
    below = _("%(preset)s, %(count)s players") % {
        "preset": preset_name(game.rules_key, game.preset),
        "count": len(rows),
    }
    return _drawn(presenters.headline(game, outcome, None, names), below, rows)


@require_safe
def match_picture(request: HttpRequest, code: str) -> HttpResponse:
    """The result of a match as a picture, for whoever may look back at it; 404 until it is over."""
    try:
        match = matches.match_of(code, person(request))
    except NotFound as refused:
        raise Http404(str(refused)) from None
    if not match.headline:
        raise Http404("the match is not over")
    rows = [(str(line.place), line.name, _and_gone(line, _points(line.total))) for line in match.standing]
    return _drawn(match.headline, _kind_of(match), rows)


def preview_of_match(request: HttpRequest, match: Match) -> dict[str, Any]:
    """What a chat program shows of the link to a match that is over (games/review/_preview.html); nothing before."""
    if not match.headline:
        return {}
    told = ", ".join(_and_gone(line, f"{line.name} {line.total}") for line in match.standing)
    return {
        "title": match.headline,
        "description": f"{_kind_of(match)}: {told}" if told else _kind_of(match),
        "picture": request.build_absolute_uri(reverse("match_picture", args=[match.table.code])),
    }


def _kind_of(match: Match) -> str:
    return f"{preset_name(match.table.game, match.table.preset)}: {_('the match')}"


def _points(points: int) -> str:
    return ngettext("%(points)s point", "%(points)s points", points) % {"points": points}


def _points_of(player: Player) -> str:
    """What somebody got, and that they are out: fewer points in a lower place would puzzle (W8.3)."""
    points = _points(player.points or 0)
    return _("%(points)s · out") % {"points": points} if player.out else points


def _and_gone(line: StandingLine, points: str) -> str:
    """The same in a match: who was knocked out or left it ranks below others, whatever the tally (W8.3, W9.3)."""
    if line.left:
        return _("%(points)s · left") % {"points": points}
    return _("%(points)s · out") % {"points": points} if line.out else points


def _outcome_of(game: Game) -> Outcome | None:
    """The outcome as it was stored."""
    if game.outcome is None:
        return None
    return Outcome(
        game.outcome["reason"],
        tuple(tuple(group) for group in game.outcome["ranking"]),
        tuple(game.outcome["points"]),
        tuple(game.outcome["tally"]),
    )


def _drawn(headline: str, below: str, rows: Rows) -> HttpResponse:
    """The PNG. Drawn in a process of its own, which ends: Pillow and its canvas would stay in this one, with 20 MB."""
    made = subprocess.run(
        [sys.executable, "-m", "games.pictures"],
        cwd=settings.BASE_DIR,
        input=json.dumps([headline, below, rows]).encode(),
        stdout=subprocess.PIPE,
        timeout=30,
        check=True,
    ).stdout
    answer = HttpResponse(made, content_type="image/png")
    answer["Cache-Control"] = "private, max-age=3600"
    return answer
