"""What the review of a game shows, whether it was played here or comes from a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from .. import plots, reviews
from ..reviews import Mark, Reviewed
from ..translating import translated

LANE = 22  # pixels: one row of marks above the strip
MOST_LANES = 4
APART = 6.5  # hundredths of the strip: the width of a mark on a phone


@dataclass(frozen=True)
class Links:
    """The addresses of one review: those whose names begin with `kind`, of the game with this code."""

    kind: str
    code: str

    def step(self, number: int, query: dict[str, str]) -> str:
        path = f"{self.base}{number}/"  # as `<kind>_review_step` has it; a page has a hundred of them
        return f"{path}?{urlencode(query)}" if query else path

    @cached_property
    def base(self) -> str:
        return self.to("review")

    def to(self, part: str) -> str:
        return reverse(f"{self.kind}_{part}", args=[self.code])


def number_of(text: str) -> int:
    """The number of a step from an address, of its first seven digits at most; 0 for what is none."""
    return int(text[:7]) if text.isascii() and text.isdigit() else 0


def jump(request: HttpRequest, links: Links, last: int) -> HttpResponse | None:
    """Where the form that jumps to a step leads."""
    asked = request.GET.get("step", "")
    if not asked:
        return None
    eyes = {"eyes": request.GET["eyes"]} if request.GET.get("eyes") else {}
    return redirect(links.step(min(number_of(asked), last), eyes))


def page(request: HttpRequest, found: Reviewed, links: Links, step: int | None, about: dict[str, Any]) -> HttpResponse:
    """The page of a step, the last one without a number; `about`: what is to be said of the game besides."""
    number = found.last if step is None else step
    if number > found.last:
        raise Http404("there is no such step")
    return render(request, "games/review/review.html", {**_context(request, found, links, number), **about})


def some_steps(request: HttpRequest, found: Reviewed) -> HttpResponse:
    """Some steps at once, for the script: `?from=40&eyes=all` gives the positions 40 to 59 as fragments."""
    start = number_of(request.GET.get("from", ""))
    eyes, now = found.eyes(request.GET.get("eyes")), timezone.now()
    numbers = range(start, min(start + reviews.AT_ONCE, found.last + 1))
    return JsonResponse({"steps": {number: reviews.step_html(found, number, eyes, now) for number in numbers}})


def cards(request: HttpRequest, found: Reviewed, links: Links, about: dict[str, Any]) -> HttpResponse:
    """Who held what, and when. Raises Http404 while the game runs."""
    if not found.opened:
        raise Http404("the game is not over")
    context = {
        "held": list(zip(found.names, found.course.held, strict=True)),
        "back": links.to("review"),
        "art": f"cards/{found.rules_key}.svg",
        **_drawn_by(found),
        **about,
    }
    return render(request, "games/review/cards.html", context)


def _drawn_by(found: Reviewed) -> dict[str, Any]:
    """The game's own style sheets, and the options they follow."""
    return {"head": f"games/{found.rules_key}/_review_head.html", "options": found.options}


def _context(request: HttpRequest, found: Reviewed, links: Links, number: int) -> dict[str, Any]:
    eyes, last = found.eyes(request.GET.get("eyes")), found.last
    kept = {"eyes": eyes} if found.opened else {}

    def address(step: int) -> str:
        return links.step(max(0, min(step, last)), kept)

    return {
        **_drawn_by(found),
        "step": reviews.step_shown(found, number, eyes, timezone.now()),
        "over": found.opened,
        "eyes": eyes,
        "ways": [(way, links.step(number, {"eyes": way.key})) for way in found.ways(eyes)],
        "first": address(0),
        "previous": address(number - 1),
        "next": address(number + 1),
        "last": address(last),
        "base": links.to("review"),
        "jump": kept,
        "steps_url": links.to("review_steps"),
        "record": links.to("record"),
        "cards": links.to("review_cards") if found.opened else None,
        "marks": _marks(found, links, kept),
        "here": across(number, last),
        "plot": _plot(found) if found.opened else "",
        "measure": found.about.measure,
        "permalink": request.build_absolute_uri(address(number)),
    }


class Marks(NamedTuple):
    """The moments of a game, drawn: on the strip, whose rows of them are so high, and as a list."""

    strip: str
    list: str
    height: int


# A moment on the strip, and in the list. A game has up to 60: by a template they would take as long as its replay.
_ON_STRIP = (
    '<svg x="{}%" y="{}" overflow="visible"><a href="{}" data-step="{}" tabindex="-1" aria-hidden="true">'
    '<title>{}: {}</title><rect class="hit" x="-11" y="-11" width="22" height="22"/>'
    '<use href="#sign-{}" class="mark-{}"/></a></svg>'
)
_IN_LIST = (
    '<li><a href="{}" data-step="{}"><svg class="sign" viewBox="-10 -10 20 20" aria-hidden="true" focusable="false">'
    '<use href="#sign-{}"/></svg> <b>{}</b> <span>{}</span></a></li>'
)


def _marks(found: Reviewed, links: Links, kept: dict[str, str]) -> Marks:
    def draw() -> Marks:
        placed = [(mark, lane, links.step(mark.step, kept)) for mark, lane in lanes(found.marks, found.last)]
        strip = [
            (f"{across(mark.step, found.last):g}", LANE * lane + LANE // 2, url, mark.step, mark.step, mark.text,
             mark.kind, mark.kind)
            for mark, lane, url in placed
        ]  # fmt: skip
        listed = [(url, mark.step, mark.kind, mark.step, mark.text) for mark, _lane, url in placed]
        height = LANE * (1 + max((lane for _mark, lane, _url in placed), default=0))
        return Marks(format_html_join("", _ON_STRIP, strip), format_html_join("", _IN_LIST, listed), height)

    return found.course.once(("marks", get_language(), found.names, found.opened, tuple(kept.items())), draw)


def _plot(found: Reviewed) -> str:
    def draw() -> str:
        plot = plots.plot(found.names, found.points)
        labels = {"label": translated(found.about.measure), "moment": _("Step")}
        return render_to_string("games/review/_plot.html", {"plot": plot, **labels}) if plot else ""

    return found.course.once(("plot", get_language(), found.names), draw)


def across(step: int, last: int) -> float:
    """Where a step lies on the strip, in hundredths of its width, with a little free at either end."""
    return round(2 + 96 * step / max(last, 1), 2)


def lanes(marks: Sequence[Mark], last: int) -> list[tuple[Mark, int]]:
    """Each mark with the lane it is drawn in, from 0 up: on a phone two of one lane do not lie on each other.

    Where there are more at one place than lanes, the last lane has the rest.
    """
    ends: list[float] = []
    found = []
    for mark in marks:
        at = across(mark.step, last)
        lane = next((number for number, end in enumerate(ends) if at - end >= APART), len(ends))
        if lane == len(ends) and lane < MOST_LANES:
            ends.append(at)
        lane = min(lane, MOST_LANES - 1)
        ends[lane] = at
        found.append((mark, lane))
    return found
