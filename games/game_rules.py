"""The rules of a game that is played in one way: its page with examples drawn, and the same rules by number.

Which games those are, `rules.house_rules` knows: those with one preset. Answers: 200, or 404 for any other word.
"""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rules.book import Line
from rules.house_rules import BOOKS, Book
from rules.strict import shown

from .numbered_rules import rules_of
from .translating import translated


class Drawn(NamedTuple):
    """Cards of the game's sprite, and what they show."""

    label: str
    cards: tuple[str, ...]


class Told(NamedTuple):
    """A line of the rules in the reader's language."""

    rule: str
    text: str
    examples: list[Drawn]


def _book(game: str) -> Book:
    """Raises Http404 for what is no game of one preset."""
    book = BOOKS.get(game)
    if book is None or len(book.presets()) != 1:
        raise Http404(f"there is no game {shown(game)} with rules of its own")
    return book


def _told(line: Line) -> Told:
    return Told(
        line.rule,
        translated(line.message),
        [Drawn(translated(example.label), example.cards) for example in line.examples],
    )


@require_safe
def page(request: HttpRequest, game: str) -> HttpResponse:
    """All rules in order of play, with an example drawn for each capture and each combination."""
    book = _book(game)
    (preset,) = book.presets()
    options = book.options(preset.key, {}, None)
    context = {
        "game": game,
        "name": translated(preset.name),
        "summary": translated(preset.summary),
        "sprite": f"cards/{game}.svg",
        "sections": [
            (section.key, translated(section.title), [_told(line) for line in section.lines])
            for section in book.page(options, None)
        ],
    }
    return render(request, "games/rules/game.html", context)


@require_safe
def numbered(request: HttpRequest, game: str) -> HttpResponse:
    """All rules by number: what a refusal links to."""
    (preset,) = _book(game).presets()
    found = rules_of(game, (get_language() or "en").split("-")[0])
    if found is None:
        raise Http404(f"the rules of {shown(game)} are not written down")
    text, language = found
    context = {"game": game, "name": translated(preset.name), "text": text, "written_in": language}
    return render(request, "games/rules/game_numbered.html", context)
