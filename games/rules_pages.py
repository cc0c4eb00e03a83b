"""The rules on the site: the families of Whot, the numbered rules, and the rules of one game.

The page of one game takes house rules from its address (`/rules/whot/000/?hold_on=next_only&seats=3`), so
that a table's rules can be linked to. Answers: 200; 404 for an unknown preset; 400 for an address with a
parameter that is no option, or one twice; 422 for house rules that cannot work, with what was chosen kept.
What an address says is shown cut short.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.exceptions import TooManyFieldsSent
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.core import BadOptions
from rules.house_rules import BOOKS, HouseRule, Line, Preset
from rules.strict import shown

from .numbered_rules import numbered_rules, seed_sentences
from .translating import translated

BOOK = BOOKS["whot"]
SEATS = "seats"
MOST_NAMED = 10  # of what is wrong with an address


class Told(NamedTuple):
    """A line of the rules in the reader's language."""

    rule: str
    text: str
    differs: bool


class Choice(NamedTuple):
    value: str
    text: str
    chosen: bool = False


class Field(NamedTuple):
    """One select of the form."""

    name: str
    label: str
    rule: str
    usual: str  # what holds when nothing is chosen
    idle: str  # or why it makes no difference
    choices: list[Choice]
    clashes: bool


class Row(NamedTuple):
    """One option in the table of differences: what it is called, and what it is in each preset."""

    label: str
    rule: str
    values: list[tuple[str, str]]  # (name of the preset, value)


class Wrong(NamedTuple):
    """What is wrong with an address, each kind with how many more there are of it."""

    unknown: list[str]
    twice: list[str]
    unreadable: list[str]
    more: int


@require_safe
def families(request: HttpRequest) -> HttpResponse:
    """What kinds of Whot there are, and what differs between them."""
    presets = [
        {
            "key": preset.key,
            "name": translated(preset.name),
            "summary": translated(preset.summary),
            "fewest": preset.fewest,
            "most": preset.most,
        }
        for preset in BOOK.presets()
    ]
    others = [(key, translated(book.name)) for key, book in BOOKS.items() if book is not BOOK]
    context = {"presets": presets, "rows": _differences(), "others": others}
    return render(request, "games/rules/families.html", context)


def _differences() -> list[Row]:
    rows = []
    kinds = [(translated(preset.name), BOOK.options(preset.key, {}, None)) for preset in BOOK.presets()]
    for rule in BOOK.house_rules():
        if len({getattr(options, rule.name) for _name, options in kinds}) > 1:
            told = [(name, translated(BOOK.told(options, rule.name))) for name, options in kinds]
            rows.append(Row(translated(rule.label), rule.rule, told))
    return rows


@require_safe
def numbered(request: HttpRequest) -> HttpResponse:
    """All rules by number: what a refusal links to."""
    context = {"title": _("All rules by number"), "document": numbered_rules()}
    return render(request, "games/rules/numbered.html", context)


@require_safe
def seeds(request: HttpRequest) -> HttpResponse:
    """Where every sentence of the documents went that the rules come from."""
    context = {"title": _("Where the rules come from"), "document": seed_sentences()}
    return render(request, "games/rules/numbered.html", context)


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    """The rules of one game: a preset, with any house rules the address names."""
    kind = next((kind for kind in BOOK.presets() if kind.key == preset), None)
    if kind is None:
        raise Http404(f"there is no preset {shown(preset)}")
    context: dict[str, Any] = {"preset": preset, "name": translated(kind.name)}
    try:
        given = {name: values for name, values in request.GET.lists() if values != [""]}
    except TooManyFieldsSent:  # raised here already, so that nobody logs a traceback for it
        return render(request, "games/rules/unknown.html", context | {"too_many": True}, status=400)
    if len(given) < len(request.GET):  # the form sends what was not chosen too: make a short address
        return redirect(f"{request.path}?{urlencode(given, doseq=True)}".rstrip("?"))
    if wrong := _wrong(given):
        return render(request, "games/rules/unknown.html", context | {"wrong": wrong}, status=400)
    chosen = {name: values[0] for name, values in given.items()}
    named = {name: BOOK.read(name, text) for name, text in chosen.items() if name != SEATS}
    seats = int(chosen[SEATS]) if SEATS in chosen else None
    try:
        options = BOOK.options(preset, named, seats)
    except BadOptions as error:
        context |= {
            "problem": translated(BOOK.refused(error)),
            "culprits": [(name, _label(name)) for name in error.options],
            "groups": _groups(kind, chosen, {}, error.options),
            "seats_field": _seats_field(kind, chosen, error.options),
        }
        return render(request, "games/rules/preset.html", context, status=422)
    proposed = {} if seats is None else BOOK.proposed(preset, named, seats)
    in_form = chosen | {name: BOOK.write(value) for name, value in proposed.items()}
    idle = {name: translated(why) for name, why in BOOK.idle(options, seats).items()}
    context |= {
        "card": [_told(line) for line in BOOK.card(options, seats)],
        "sections": [
            (section.key, translated(section.title), [_told(line) for line in section.lines])
            for section in BOOK.page(options, seats)
        ],
        "seats": seats,
        "proposed": [(_label(name), translated(BOOK.phrase(name, value))) for name, value in proposed.items()],
        "proposed_address": f"?{urlencode(in_form)}",
        "groups": _groups(kind, in_form, idle, ()),
        "seats_field": _seats_field(kind, chosen, ()),
    }
    return render(request, "games/rules/preset.html", context)


def _wrong(given: Mapping[str, list[str]]) -> Wrong | None:
    """What of an address means nothing at all, cut short; None when all of it can be read."""
    unknown = [name for name in given if name != SEATS and not _known(name)]
    twice = [name for name, values in given.items() if len(values) > 1]
    unreadable = [text for text in given.get(SEATS, []) if not _is_whole(text)]
    count = sum(max(0, len(names) - MOST_NAMED) for names in (unknown, twice, unreadable))
    return Wrong(_short(unknown), _short(twice), _short(unreadable), count) if unknown or twice or unreadable else None


def _short(texts: Iterable[str]) -> list[str]:
    return [shown(text) for text in list(texts)[:MOST_NAMED]]


def _known(name: str) -> bool:
    try:
        BOOK.label(name)
    except KeyError:
        return False
    return True


def _is_whole(text: str) -> bool:
    """Whether this is a whole number as people write it."""
    return text.isascii() and text.isdigit() and len(text) <= 9


def _told(line: Line) -> Told:
    return Told(line.rule, translated(line.message), line.differs)


def _label(name: str) -> str:
    return _("Players") if name == SEATS else translated(BOOK.label(name))


def _groups(
    kind: Preset, chosen: Mapping[str, str], idle: Mapping[str, str], culprits: tuple[str, ...]
) -> list[tuple[str, list[Field]]]:
    """The selects of the form under the titles of the rules page."""
    groups: dict[str, list[Field]] = {}
    for rule in BOOK.house_rules():
        usual = translated(BOOK.phrase(rule.name, _usual(kind, chosen, rule.name)))
        choices = [Choice(value.word, translated(value.phrase)) for value in rule.values or rule.some]
        field = Field(rule.name, translated(rule.label), rule.rule, usual, idle.get(rule.name, ""),
                      _with_chosen(rule, choices, chosen), rule.name in culprits)  # fmt: skip
        groups.setdefault(translated(rule.chapter), []).append(field)
    return list(groups.items())


def _usual(kind: Preset, chosen: Mapping[str, str], name: str) -> Any:
    """What an option is when it is not named beside the others; some follow another one."""
    others = {other: BOOK.read(other, text) for other, text in chosen.items() if other not in (name, SEATS)}
    try:
        return getattr(BOOK.options(kind.key, others, None), name)
    except BadOptions:
        return getattr(BOOK.options(kind.key, {}, None), name)


def _seats_field(kind: Preset, chosen: Mapping[str, str], culprits: tuple[str, ...]) -> Field:
    usual = _("%(fewest)s to %(most)s") % {"fewest": kind.fewest, "most": kind.most}
    choices = [Choice(str(number), str(number)) for number in range(kind.fewest, kind.most + 1)]
    return Field(SEATS, _label(SEATS), "W2.1", usual, "", _with_chosen(None, choices, chosen), SEATS in culprits)


def _with_chosen(rule: HouseRule | None, choices: list[Choice], chosen: Mapping[str, str]) -> list[Choice]:
    """The choices with the chosen one marked, even where the form would not offer it."""
    name = rule.name if rule else SEATS
    text = chosen.get(name)
    if text is not None and text not in (choice.value for choice in choices):
        value = BOOK.read(name, text)
        told = translated(BOOK.phrase(name, value)) if rule and BOOK.allows(name, value) else shown(text)
        choices = [*choices, Choice(text, told)]
    return [choice._replace(chosen=choice.value == text) for choice in choices]
