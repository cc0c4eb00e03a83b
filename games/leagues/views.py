"""The pages of leagues: mine and those I can join, one league, its table, rules and rounds, and founding one."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User

from ..errors import BadRules, Refused
from ..forms import preset_name, sentence, shown_card
from ..views.answers import new_key, person, refusal_page, usual_rules, whole, with_status
from . import forms, founder, joining, links, lookups, pages, words
from .models import League, Season

# -- lists and founding ------------------------------------------------------------------------------------------


@require_safe
@never_cache
def index(request: HttpRequest) -> HttpResponse:
    """My leagues, and those that wait for players."""
    viewer = person(request)
    context = {
        "mine": lookups.my_leagues(viewer) if viewer else [],
        "open_leagues": lookups.open_leagues(viewer),
    }
    return render(request, "games/leagues/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """The form that founds a league, and the league. Who has no account is told so first; what they typed is kept."""
    user, now = person(request), timezone.now()
    if request.method != "POST":
        asked = request.GET.dict()
        return _form(request, forms.linked(asked, user, now) if asked else forms.blank(user, usual_rules(user), now))
    form = forms.sent(request.POST)
    if user is None or not user.is_member:
        return _form(request, form, status=403)
    rules = form.rules(now)
    if rules is None:
        return _form(request, form, status=422)
    try:
        season = joining.found(
            user, form.values["league_name"], rules, join=form.values["join"], key=request.POST.get("key") or None
        )
    except BadRules as error:
        form.clash(error)
        return _form(request, form, status=422)
    except Refused as error:
        return with_status(_form(request, form, refusal=error), error)
    return redirect("league", season.league.code)


@require_safe
@never_cache
def new_fields(request: HttpRequest) -> HttpResponse:
    """The house rules for what is chosen so far: the part of the form that follows the rest."""
    return render(request, "games/leagues/_house.html", {"form": forms.sent(request.GET).table})


def _form(
    request: HttpRequest, form: forms.LeagueForm, *, status: int = 200, refusal: Refused | None = None
) -> HttpResponse:
    user = person(request)
    needs_account = user is None or not user.is_member
    context = {
        "league": form,
        "form": form.table,
        "key": new_key(),
        "needs_account": needs_account,
        "kept": request.method == "POST" or bool(request.GET),
        "back": f"{reverse('new_league')}?{form.typed}" if request.method == "POST" else request.get_full_path(),
        "wrong": form.wrong,
        "first_wrong": form.wrong[0][0] if form.wrong else "",
        "without_experience": words.without_experience(),
        "refusal": sentence(refusal.message) if refusal else None,
    }
    return render(request, "games/leagues/new.html", context, status=status)


# -- one league ----------------------------------------------------------------------------------------------


@require_safe
@never_cache
def league(request: HttpRequest, code: str) -> HttpResponse:
    """The league: its present season, or the last one."""
    return _season_page(request, code, None)


@require_safe
@never_cache
def season(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One season of a league, in the archive too."""
    return _season_page(request, code, number)


@require_safe
@never_cache
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """The league that a link leads to: its rules, and joining it."""
    found = League.objects.filter(invite_hash=links.token_hash(token)).first()
    if found is None:
        return render(request, "games/leagues/dead_link.html", status=404)
    return _season_page(request, found.code, None, token)


def _season_page(
    request: HttpRequest, code: str, number: int | None, token: str | None = None, refusal: Refused | None = None
) -> HttpResponse:
    viewer = person(request)
    found = _seen(code, number, viewer, token)
    asked = pages.Asked(whole(request.GET.get("division")), max(1, whole(request.GET.get("page"))))
    context = pages.season_page(found, viewer, token, asked, timezone.now())
    if viewer is not None and found.league.founder_id == viewer.pk:
        link = links.present_token(found.league)
        context["link"] = request.build_absolute_uri(reverse("league_invite", args=[link])) if link else None
        context["name_problem"] = context["new_name"] = ""
        if isinstance(refusal, BadRules) and "name" in refusal.options:
            context |= {"name_problem": sentence(refusal.message), "new_name": request.POST.get("league_name", "")[:80]}
    context["refusal"] = sentence(refusal.message) if refusal else None
    answer = render(request, "games/leagues/league.html", context)
    return with_status(answer, refusal) if refusal else answer


def _seen(code: str, number: int | None, viewer: User | None, token: str | None = None) -> Season:
    """The season, where this person may know of the league. Raises Http404."""
    found = lookups.season_of(code, number)
    if found is None or not joining.may_know_of(found.league, viewer, token):
        raise Http404("no such league")
    return found


@require_safe
@never_cache
def rules(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The rules of a season in words."""
    found = _seen(code, number, person(request))
    return render(request, "games/leagues/rules.html", rules_context(found, person(request)))


def rules_context(found: Season, viewer: User | None) -> dict[str, Any]:
    return {
        "league": found.league,
        "season": found,
        "sections": words.rules_of(found, pages.prizes_shown(found, viewer)),
        "preset": preset_name(found.game, found.preset),
        "card": shown_card(found.game, found.preset, found.options, found.seats),
    }


@require_safe
@never_cache
def round_page(request: HttpRequest, code: str, number: int, round: int) -> HttpResponse:
    """Who met whom in a round, and what it came to."""
    found = _seen(code, number, person(request))
    asked = pages.Asked(whole(request.GET.get("division")), max(1, whole(request.GET.get("page"))))
    context = pages.round_page(found, round, asked)
    if context is None:
        raise Http404("no such round")
    return render(request, "games/leagues/round.html", context)


# -- what can be done -------------------------------------------------------------------------------------------


def _do(
    request: HttpRequest, code: str, number: int | None, change: Callable[[User], Any], token: str | None = None
) -> HttpResponse:
    """Makes a change, then shows the league; or the league as it is, with why nothing was changed."""
    try:
        change(request.user)  # type: ignore[arg-type]
    except Refused as error:
        found = lookups.season_of(code, number)
        if found is None or not joining.may_know_of(found.league, person(request), token):
            return refusal_page(request, error) if error.status == 404 else _hidden()
        return _season_page(request, code, number, token, error)
    return redirect("league", code)


def _hidden() -> HttpResponse:
    raise Http404("no such league")


@require_POST
@login_required
def join(request: HttpRequest, code: str, number: int) -> HttpResponse:
    token = request.POST.get("token") or None
    found = _seen(code, number, person(request), token)
    return _do(request, code, number, lambda user: joining.join(found.pk, user, token), token)


@require_POST
@login_required
def withdraw(request: HttpRequest, code: str, number: int) -> HttpResponse:
    found = _seen(code, number, person(request))
    return _do(request, code, number, lambda user: joining.withdraw(found.pk, user))


@require_POST
@login_required
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """The founder begins the season."""
    players = whole(request.POST.get("seen_players"))
    return _do(request, code, None, lambda user: joining.begin_now(code, user, players))


@require_POST
@login_required
def next_season(request: HttpRequest, code: str) -> HttpResponse:
    return _do(request, code, None, lambda user: joining.next_season(code, user))


@require_POST
@login_required
def new_link(request: HttpRequest, code: str) -> HttpResponse:
    """Makes a new link; the one before leads nowhere any more."""
    return _do(request, code, None, lambda user: joining.new_link(code, user))


@require_POST
@login_required
def rename(request: HttpRequest, code: str) -> HttpResponse:
    """The founder gives the league another name."""
    return _do(request, code, None, lambda user: founder.rename(code, user, request.POST.get("league_name", "")))


@require_POST
@login_required
def call_off(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The founder calls the season off, as long as its first round has not begun."""
    return _do(request, code, None, lambda user: founder.call_off(code, user, number))
