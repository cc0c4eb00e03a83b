"""The game screen: the page, its panel, actions, leaving, the whole log.

A post is answered with the table as its player sees it: to htmx as fragments that replace `#panel` and `#notice`,
without script by a redirect to the game, or by the page with what was refused. Statuses are those of `games.errors`.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from rules.core import UnreadableAction, gettext_noop

from .. import clocks, compiled, errors, forms, log, narration, parts, presenters, push, selectors
from ..models import Game
from ..services import computers, looking, pausing, play, rematch
from ..services.rules_of_table import TableRules
from ..translating import translated
from .answers import person, refusal_page, stopping_when_broken, usual_rules, with_status
from .contributing import led_on

LONGEST_ACTION = 60


@dataclass(frozen=True)
class Notice:
    """Something to read and dismiss. `back`: where dismissing leads without script."""

    text: str
    back: str
    rule: str = ""
    link: str = ""
    link_text: str = ""


def _post_of(view: Callable[[HttpRequest, str, User], HttpResponse]) -> Callable[..., HttpResponse]:
    """A post of somebody who is signed in; a refusal is answered with the fresh table and why."""

    @require_POST
    @stopping_when_broken
    @wraps(view)
    def posted(request: HttpRequest, code: str) -> HttpResponse:
        viewer = person(request)
        if viewer is None:
            return _sign_in_first(request, code)
        try:
            return view(request, code, viewer)
        except errors.Refused as refused:
            return _refused(request, code, viewer, refused)

    return posted


@require_safe
@never_cache
@stopping_when_broken
def page(request: HttpRequest, code: str) -> HttpResponse:
    seen, viewer = _seen(request, code), person(request)
    answer = render(request, "games/game.html", _page_of(seen, viewer, _chosen(request)))
    if viewer is not None and request.method == "GET":
        looking.looked(code, viewer, seen.game.seq)  # after it was drawn: what is new on it is marked
        if seen.seat is not None:
            looking.comes_into_view(seen.game, viewer)
            looking.read_clocks(seen.game, viewer)
    return answer


@require_safe
@never_cache
@stopping_when_broken
def panel(request: HttpRequest, code: str) -> HttpResponse:
    """The table as a fragment; 204 when the asker has it already (`?seq=` and `&clock=`)."""
    seen, viewer = _seen(request, code), person(request)
    if viewer is not None and seen.seat is not None:
        looking.comes_into_view(seen.game, viewer)
    has = request.GET.get("seq"), request.GET.get("clock", "0")
    if has == (str(seen.game.seq), clocks.place(seen.game)) and seen.game.state == Game.State.PLAYING:
        return HttpResponse(status=204)
    return HttpResponse(presenters.panel(seen, viewer, timezone.now()))


@require_safe
@never_cache
@stopping_when_broken
def whole_log(request: HttpRequest, code: str) -> HttpResponse:
    seen = _seen(request, code)
    lines = presenters.whole_log(seen, log.replay(seen.game), now=timezone.now())
    viewer = person(request)
    people = presenters.named(seen.players, presenters.profiles(seen.players, viewer))
    if viewer is not None and request.method == "GET":
        looking.looked(code, viewer, seen.game.seq)
    return render(request, "games/log.html", {"lines": lines, "code": code, "people": people})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def again(request: HttpRequest, code: str) -> HttpResponse:
    """POST: the table of the rematch, opened for all who played; with `restart`, against computer players, also before
    the end. GET: the form for a new table, filled in with the rules of this one."""
    seen, viewer = _seen(request, code), person(request)
    if request.method == "POST":
        if viewer is None:
            return _sign_in_first(request, code)
        if seen.game.state == Game.State.PLAYING and "restart" not in request.POST:
            return redirect("game", code)
        opened = rematch.start_again if "restart" in request.POST else rematch.play_again
        try:
            return led_on(opened(code, viewer))
        except errors.Refused as refused:
            return refusal_page(request, refused)
    rules = TableRules.of(seen.game.table)
    return redirect(f"{reverse('new_table')}?{urlencode(forms.typed(asdict(rules)))}")


@_post_of
def actions(request: HttpRequest, code: str, viewer: User) -> HttpResponse:
    """One action: `action`, what is said with it (`also`), `seen_seq`, and the `key` of the form."""
    if "choose" in request.POST and "action" not in request.POST:
        return _to_confirm(request, code)
    text = _action(request, log.rules_of_code(code).game)
    seen_seq, key = _whole(request.POST.get("seen_seq", "")), request.POST.get("key", "")
    with push.together():
        return _done(request, code, play.act(code, viewer, text, seen_seq, key))


@_post_of
def leave(request: HttpRequest, code: str, viewer: User) -> HttpResponse:
    """Gives up for good (W8.3), after `sure` was ticked off in the form."""
    if request.POST.get("sure") != "yes":
        raise errors.BadRequest(gettext_noop("Say that you are sure"))
    play.leave(code, viewer)
    return _done(request, code)


@_post_of
def hint(request: HttpRequest, code: str, viewer: User) -> HttpResponse:
    """Against computer players: what the strongest of them would do at `seen_seq`, and why, as a notice."""
    seen = _seen(request, code)
    found = computers.hint(seen, viewer, _whole(request.POST.get("seen_seq", "")))
    told = f"{translated(found.action)}. {translated(found.reason) if found.reason else ''}".strip()
    notice = Notice(told, reverse("game", args=[code]))
    if _by_htmx(request):
        return HttpResponse(_notice(notice))
    return render(request, "games/game.html", {**_page_of(seen, viewer), "notice": notice})


@_post_of
def pause(request: HttpRequest, code: str, viewer: User) -> HttpResponse:
    """Asks for a pause, answers, or goes on: `do`, and `clock`, the place of the clocks that the page showed."""
    pausing.pause(code, viewer, request.POST.get("do", ""), _whole(request.POST.get("clock", "")))
    return _done(request, code)


@_post_of
def hand(request: HttpRequest, code: str, viewer: User) -> HttpResponse:
    """How the own hand lies from now on (`order`), here and in every game."""
    _seen(request, code)
    looking.choose_order(viewer, request.POST.get("order", ""))
    return _done(request, code)


@require_POST
def looked_at(request: HttpRequest, code: str) -> HttpResponse:
    """Who played here has looked at the table up to `seq`; the page says so when it is left."""
    viewer = person(request)
    try:
        if viewer is not None:
            looking.looked(code, viewer, _whole(request.POST.get("seq", "")))
    except errors.Refused as refused:
        return refusal_page(request, refused)
    return HttpResponse(status=204)


def _to_confirm(request: HttpRequest, code: str) -> HttpResponse:
    """Without script: the page again, with what was chosen marked and a button that confirms it."""
    chosen = {"chosen": request.POST["choose"][:LONGEST_ACTION]}
    also = {"also": "last"} if "last" in request.POST.getlist("also") else {}
    return redirect(f"{reverse('game', args=[code])}?{urlencode(chosen | also)}")


def _chosen(request: HttpRequest) -> str:
    """What was chosen, with `last` behind it when that was ticked: as an action is written."""
    chosen = request.GET.get("chosen", "")[:LONGEST_ACTION]
    return f"{chosen} last" if chosen and "last" in request.GET.getlist("also") else chosen


def _seen(request: HttpRequest, code: str) -> selectors.GameSeen:
    try:
        seen = selectors.game_for(code, person(request))
    except errors.NotFound as refused:
        raise Http404(str(refused)) from None
    if seen.game.state == Game.State.FROZEN:
        raise errors.Broken(gettext_noop("This game is stopped"))
    return seen


def _page_of(seen: selectors.GameSeen, viewer: User | None, chosen: str = "") -> dict[str, Any]:
    game = seen.game
    playing = game.state == Game.State.PLAYING
    return {
        "at_stake": parts.shown(parts.at_stake, seen, viewer) if playing else (),
        "page": presenters.page_for(seen, viewer, timezone.now(), chosen),
        "preset": forms.preset_name(game.rules_key, game.preset),
        "card": forms.shown_card(game.rules_key, game.preset, game.options, game.seats, usual_rules(viewer)),
    }


def _by_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise errors.BadRequest(gettext_noop("The form was not one of ours: its place in the log is missing"))
    return int(text)


def _action(request: HttpRequest, game: Any) -> str:
    """The action of the pressed button, with what was ticked beside it where the action can take it."""
    text = request.POST.get("action", "")[: LONGEST_ACTION + 1]
    more = " ".join([text, *request.POST.getlist("also")])
    if len(more) <= LONGEST_ACTION and more != text:
        try:
            game.parse_action(more)
        except UnreadableAction:
            return text
        return more
    return text


def _done(request: HttpRequest, code: str, game: Game | None = None) -> HttpResponse:
    """The table as it is now. `game`: as a service has just left it, locked and with its roster, to save reading it."""
    if not _by_htmx(request):
        return redirect("game", code)
    viewer = person(request)
    if game is not None and game.state == Game.State.PLAYING and hasattr(game, "roster"):
        seen = selectors.seen_by(selectors.GameWithPlayers(game, tuple(game.roster)), viewer)
        if seen.seat is not None:
            game.roster[seen.seat].seen_seq = game.seq
    else:
        seen = _seen(request, code)
    fragment = presenters.panel(seen, viewer, timezone.now())
    if game is not None and seen.seat is not None and seen.game.state == Game.State.PLAYING and viewer is not None:
        session, zone = request.session.session_key, timezone.get_current_timezone_name()
        reader = push.reader_of(session, get_language(), zone)
        push.drawn(code, viewer.pk, reader, presenters.place_of(seen), fragment)
    return HttpResponse(fragment + _notice(None))


def _refused(request: HttpRequest, code: str, viewer: User, refused: errors.Refused) -> HttpResponse:
    """The fresh table and why: the page or its fragments, by what asked."""
    if isinstance(refused, errors.Broken):
        raise refused
    if isinstance(refused, errors.NotFound):
        raise Http404(str(refused)) from None
    seen = _seen(request, code)
    notice = Notice(_why(refused, seen), reverse("game", args=[code]), getattr(refused, "rule", ""))
    if _by_htmx(request):
        fragment = presenters.panel(seen, viewer, timezone.now())
        answer = HttpResponse(fragment + _notice(notice))
    else:
        answer = render(request, "games/game.html", {**_page_of(seen, viewer), "notice": notice})
    return with_status(answer, refused)


def _why(refused: errors.Refused, seen: selectors.GameSeen) -> str:
    game = seen.game
    if isinstance(refused, errors.NotAllowed):
        if game.to_act is not None and game.to_act != seen.seat:
            name = presenters.names_of(seen.players)[game.to_act]
            return _("It is not your turn: %(name)s is to act.") % {"name": name}
        return narration.refusal(log.rules_of(game), refused.message)
    return forms.sentence(refused.message)


def _notice(notice: Notice | None) -> str:
    return compiled.render("games/_notice.html", {"notice": notice})


def _sign_in_first(request: HttpRequest, code: str) -> HttpResponse:
    """Nobody is signed in here any more: what was chosen stays on the page, nothing was sent."""
    back = reverse("game", args=[code])
    url = f"{reverse('account_login')}?{urlencode({'next': back})}"
    if not _by_htmx(request):
        return redirect(url)
    text = _("Not sent: you are not signed in here any more.")
    return HttpResponse(_notice(Notice(text, back, link=url, link_text=_("Sign in"))), status=401)
