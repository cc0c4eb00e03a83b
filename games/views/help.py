"""Help by topic: how to play in four steps, and one page for each place where one may wonder."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

TOPICS = {
    "sign-in": gettext_lazy("Signing in, or playing as a guest"),
    "muster": gettext_lazy("The muster: your games and tables"),
    "new-table": gettext_lazy("Making a table"),
    "joining": gettext_lazy("Joining a table"),
    "waiting": gettext_lazy("Waiting for a game to start"),
    "game": gettext_lazy("The game screen"),
    "cards": gettext_lazy("Special cards"),
    "end": gettext_lazy("The end of a game, and several games"),
    "computer": gettext_lazy("Playing against the computer"),
    "fair": gettext_lazy("A fair deal"),
}
"""The topics in the order in which one meets them; each has a template of its name."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "games/help/index.html", {"topics": _titles()})


@require_safe
def topic(request: HttpRequest, topic: str) -> HttpResponse:
    """One topic. 404 for an unknown one."""
    if topic not in TOPICS:
        raise Http404(f"there is no help about {topic!r}")
    titles = _titles()
    place = [key for key, _title in titles].index(topic)
    context = {
        "topics": titles,
        "topic": topic,
        "heading": str(TOPICS[topic]),
        "following": titles[place + 1] if place + 1 < len(titles) else None,
        "text": f"games/help/{topic}.html",
    }
    return render(request, "games/help/topic.html", context)


def _titles() -> list[tuple[str, str]]:
    return [(key, str(title)) for key, title in TOPICS.items()]
