"""The first deal: step by step, by forms alone, left and taken up whenever one likes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from rules.core import IllegalAction, UnreadableAction
from rules.lessons import LESSONS
from rules.registry import newest

from .. import lessons, narration


@require_safe
def begin(request: HttpRequest, game: str) -> HttpResponse:
    """What one has to know before the first step."""
    if game not in LESSONS:
        raise Http404(f"there is no lesson of {game!r}")
    return render(request, "games/lesson/begin.html", {"game": game, "lesson": LESSONS[game], "head": _head(game)})


@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, game: str, step: int) -> HttpResponse:
    """GET shows a step. POST `action`: what the lesson goes on with leads to the next one, and to htmx is answered with
    it; 422 for another action that the rules allow, and for one that they refuse; 400 for what is no action."""
    try:
        shown = lessons.shown(game, step)
        refusal, status = _refusal(request, game, step) if request.method == "POST" else ("", 200)
    except LookupError:
        raise Http404(f"there is no step {step} of {game!r}") from None
    by_htmx = request.method == "POST" and bool(getattr(request, "htmx", False))
    if request.method == "POST" and not refusal:
        following = reverse("first_deal", args=[game, step + 1])
        if not by_htmx:
            return redirect(f"{following}#lesson")
        answer = _drawn(request, lessons.shown(game, step + 1), swapped=True)
        answer["HX-Push-Url"] = following
        return answer
    return _drawn(request, shown, swapped=by_htmx, refusal=refusal, status=status)


def _drawn(
    request: HttpRequest, shown: lessons.LessonStep, *, swapped: bool, refusal: str = "", status: int = 200
) -> HttpResponse:
    """The step as a page, or as the part of one that htmx swaps in."""
    several = len(newest(shown.game).presets) > 1
    context = {"step": shown, "refusal": refusal, "several": several, "swapped": swapped, "head": _head(shown.game)}
    template = "games/lesson/_step.html" if swapped else "games/lesson/lesson.html"
    return render(request, template, context, status=status)


def _head(game: str) -> str:
    return f"games/{game}/_lesson_head.html"


def _refusal(request: HttpRequest, game: str, step: int) -> tuple[str, int]:
    """Why the lesson does not go on with this, if it does not."""
    rules = newest(game)
    try:
        if lessons.check(game, step, request.POST.get("action", "")):
            return "", 302
    except UnreadableAction as error:
        return narration.refusal(rules, error.message), 400
    except IllegalAction as error:
        return f"{narration.refusal(rules, error.message)} ({error.rule})", 422
    return _("The rules allow that too. In this deal go on with what is marked, to see what comes of it."), 422
