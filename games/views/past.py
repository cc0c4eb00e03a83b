"""Past games: those of a person with a search, and the match that was played at a table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import NAME_LENGTH, User
from accounts.views.people import find
from rules.house_rules import BOOKS

from .. import matches, parts, presenters
from ..errors import NotAllowed, NotFound
from ..forms import preset_name, sentence
from ..models import Game, Player
from ..selectors import past
from ..selectors.past import NOTHING, PastGame, Wanted
from .answers import person
from .showing import preview_of_match

MOST_NAMES = 5
FIELDS = ("preset", "with", "result", "from", "to")
_DAY = re.compile(r"(2[01]\d\d)-(\d\d)-(\d\d)", re.ASCII)


@dataclass
class Search:
    """What was typed into the form, what it means, and what is wrong with it, by field."""

    typed: dict[str, str]
    wanted: Wanted = Wanted()
    problems: dict[str, str] = field(default_factory=dict)

    @property
    def narrows(self) -> bool:
        return any(self.typed.values())

    def query(self, **more: str) -> str:
        return urlencode({**{name: value for name, value in self.typed.items() if value}, **more})


class Line(NamedTuple):
    """A past game in a list."""

    game: Game
    player: Player
    people: list[presenters.Named]
    preset: str
    result: str  # in words
    won: bool
    scores: str  # everybody's points, the best first


@require_safe
@never_cache
def of_person(request: HttpRequest, username: str) -> HttpResponse:
    """The past games of a person that the viewer may look at, newest first; `?before=` and `?after=` turn pages."""
    viewer, search = person(request), _search(request.GET)
    whose = find(username, viewer)
    if whose.username != username:
        return redirect("past_games", whose.username)
    own = viewer is not None and viewer.pk == whose.pk
    page, status = past.PastPage((), None, None), 400
    if not search.problems:
        try:
            keys = {name: request.GET.get(name, "")[:40] for name in ("after", "before")}
            page, status = past.past_games(whose, viewer, search.wanted, **keys), 200
        except NotFound as refused:
            raise Http404(str(refused)) from None
        except NotAllowed as refused:
            search.problems["with"], status = sentence(refused.message), refused.status
    base = reverse("past_games", args=[whose.username])
    context = {
        "whose": whose,
        "own": own,
        "search": search,
        "lines": _lines(page.rows, viewer, own),
        "newest": f"{base}?{search.query()}" if page.newer else None,
        "newer": f"{base}?{search.query(after=page.newer)}" if page.newer else None,
        "older": f"{base}?{search.query(before=page.older)}" if page.older else None,
        "base": base,
        "presets": [(kind.key, preset_name(game, kind.key)) for game, book in BOOKS.items() for kind in book.presets()],
        "results": [*Player.Result.choices, (NOTHING, _("counted for nothing"))],
    }
    return render(request, "games/past/person.html", context, status=status)


@require_safe
@never_cache
def of_table(request: HttpRequest, code: str) -> HttpResponse:
    """The match that was played at a table: its standing, how it came about, and each game that is over."""
    viewer = person(request)
    try:
        match = matches.match_of(code, viewer)
    except NotFound as refused:
        raise Http404(str(refused)) from None
    search = _search({name: request.GET.get(name, "") for name in ("from", "to")})
    winner = request.GET.get("winner", "")
    if winner and winner not in {str(seat) for seat in range(len(match.names))}:
        search.problems["winner"] = _("Nobody has this seat. Choose one of the players.")
    rows = [] if search.problems else [row for row in match.games if _fits(row, search.wanted, winner)]
    context = {
        "match": match,
        "parts": parts.shown(parts.on_match, match.table, viewer),
        "table": match.table,
        "preset": preset_name(match.table.game, match.table.preset),
        "search": search,
        "winner": winner,
        "lines": _lines(rows, viewer, own=False),
        "narrows": search.narrows or bool(winner),
        "base": reverse("table_games", args=[code]),
        **preview_of_match(request, match),
    }
    return render(request, "games/past/table.html", context, status=400 if search.problems else 200)


def _fits(row: PastGame, wanted: Wanted, winner: str) -> bool:
    ended = row.game.ended_at
    if ended is None or (wanted.since and ended < wanted.since) or (wanted.until and ended >= wanted.until):
        return False
    first = {str(player.seat) for player in row.players if player.place == 1 and player.result is not None}
    return not winner or winner in first


def _search(sent: Mapping[str, str]) -> Search:
    search = Search({name: sent.get(name, "").strip() for name in FIELDS})
    typed, problems = search.typed, search.problems
    known = {kind.key for book in BOOKS.values() for kind in book.presets()}
    if typed["preset"] and typed["preset"] not in known:
        problems["preset"] = _("There is no such game. Choose one of the list.")
    if typed["result"] and typed["result"] not in {*Player.Result.values, NOTHING}:
        problems["result"] = _("There is no such result. Choose one of the list.")
    names = tuple(name for part in typed["with"].split(",") if (name := " ".join(part.split())))
    if len(names) > MOST_NAMES or any(past.too_long(name) or not name.isprintable() for name in names):
        message = _("Write up to %(most)d names, each of at most %(letters)d letters, with commas between.")
        problems["with"] = message % {"most": MOST_NAMES, "letters": NAME_LENGTH}
    days = {name: _day(typed[name]) for name in ("from", "to")}
    for name, day in days.items():
        if typed[name] and day is None:
            problems[name] = _("This is no day: write year, month and day, as in 2026-01-31.")
    first, last = days["from"], days["to"]
    if first and last and first > last:
        problems["to"] = _("The last day is before the first one. Change one of them.")
    if not problems:
        since = _midnight(first) if first else None
        until = _midnight(last + timedelta(days=1)) if last else None
        search.wanted = Wanted(typed["preset"], names, typed["result"], since, until)
    return search


def _day(text: str) -> date | None:
    found = _DAY.fullmatch(text)
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def _midnight(day: date) -> datetime:
    """When this day begins in the reader's zone."""
    return timezone.make_aware(datetime.combine(day, time()))


def _lines(rows: Any, viewer: User | None, own: bool) -> list[Line]:
    everybody = [player for row in rows for player in row.players]
    addresses = presenters.profiles(everybody, viewer)
    return [
        Line(
            row.game,
            row.player,
            presenters.named(row.players, addresses),
            preset_name(row.game.rules_key, row.game.preset),
            _result(row, own),
            row.player.result == Player.Result.WON,
            _scores(row),
        )
        for row in rows
    ]


def _scores(row: PastGame) -> str:
    names = presenters.names_of(row.players)
    took_part = sorted(
        (player for player in row.players if player.place), key=lambda player: (player.place, player.seat)
    )
    told = [f"{names[player.seat]} {player.points}" for player in took_part]
    return ", ".join(
        _("%(points)s · out") % {"points": one} if player.out else one
        for one, player in zip(told, took_part, strict=True)
    )


def _result(row: PastGame, own: bool) -> str:
    player, game = row.player, row.game
    if game.state == Game.State.VOID:
        return _("taken back: counts for nothing")
    if player.result is None:
        return _("abandoned: counts for nothing") if player.place else _("sat out")
    if player.result == Player.Result.LOST:
        return _("Place %(place)s") % {"place": player.place}
    if player.result == Player.Result.SHARED:
        return _("Shared first place")
    return _("You won") if own else _("Won")
