"""The first deal: step by step, by forms alone, left and taken up whenever one likes."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rules.core import IllegalAction, UnreadableAction
from rules.registry import newest

from .. import lessons, narration


@require_http_methods(["GET", "HEAD", "POST"])
def step(request: HttpRequest, game: str, step: int) -> HttpResponse:
    """GET shows a step. POST `action`: what the lesson goes on with leads to the next one; 422 for another action that
    the rules allow, and for one that they refuse; 400 for what is no action."""
    try:
        shown = lessons.shown(game, step)
        refusal, status = _refusal(request, game, step) if request.method == "POST" else ("", 200)
    except LookupError:
        raise Http404(f"there is no step {step} of {game!r}") from None
    if request.method == "POST" and not refusal:
        return redirect("first_deal", game, step + 1)
    context = {"step": shown, "refusal": refusal, "several": len(newest(game).presets) > 1}
    return render(request, "games/lesson/lesson.html", context, status=status)


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
