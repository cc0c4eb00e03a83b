"""The rules on the site: the families of Whot, the numbered rules, and the rules of one game.

The page of one game takes house rules from its address (`/rules/whot/000/?hold_on=next_only&seats=3`), so
that a table's rules can be linked to. Answers: 200; 404 for an unknown preset; 400 for an address with a
parameter that is no option, or one twice; 422 for house rules that cannot work, with what was chosen kept.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from rules.core import BadOptions, Message
from rules.whot import Options, options_for
from rules.whot.book import Line, rules_card, rules_page
from rules.whot.book_page import TITLES
from rules.whot.option_words import (
    PRESET_SUMMARIES,
    option_label,
    option_value,
    preset_name,
    refused,
)
from rules.whot.options import DAY, MINUTE, OPTION_FIELDS, PLAYERS, PRESETS, OneOf, Whole, check_seats

from .numbered_rules import numbered_rules
from .translating import translated

SEATS = "seats"
_DURATIONS = (15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE, 12 * 60 * MINUTE)
_OFFERED = {
    # Of a long range the form offers some; an address may name any.
    "max_refills": (0, 1, 2, 3, 5, 10),
    "turn_clock": (*_DURATIONS, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY),
    "game_clock": (*_DURATIONS[3:], DAY, 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY),
    "excused_misses": (0, 1, 2, 3, 5, 10),
}
_CHAPTERS = {"W1": "cards", "W2": "setup", "W3": "turn", "W4": "special", "W5": "last_card",
             "W6": "market", "W7": "end", "W8": "time"}  # fmt: skip


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
    choices: list[Choice]
    clashes: bool


class Row(NamedTuple):
    """One option in the table of differences: what it is called, and its value in each preset."""

    label: str
    rule: str
    values: list[tuple[str, str]]  # (name of the preset, value)


@require_safe
def families(request: HttpRequest) -> HttpResponse:
    """What kinds of Whot there are, and what differs between them."""
    presets = [
        {
            "key": preset,
            "name": translated(preset_name(preset)),
            "summary": translated(Message(PRESET_SUMMARIES[preset])),
            "fewest": PLAYERS[preset][0],
            "most": PLAYERS[preset][1],
        }
        for preset in PRESETS
    ]
    return render(request, "games/rules/families.html", {"presets": presets, "rows": _differences()})


def _differences() -> list[Row]:
    rows = []
    for name, option in OPTION_FIELDS.items():
        values = {preset: getattr(options_for(preset), name) for preset in PRESETS}
        if len(set(values.values())) > 1:
            told = [
                (translated(preset_name(preset)), translated(option_value(name, value)))
                for preset, value in values.items()
            ]
            rows.append(Row(translated(option_label(name)), option.metadata["rule"], told))
    return rows


@require_safe
def numbered(request: HttpRequest) -> HttpResponse:
    """All rules by number: what a refusal links to."""
    return render(request, "games/rules/numbered.html", {"rules": numbered_rules()})


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    """The rules of one game: a preset, with any house rules the address names."""
    if preset not in PRESETS:
        raise Http404(f"there is no preset {preset!r}")
    given = {name: values for name, values in request.GET.lists() if values != [""]}
    if len(given) < len(request.GET):  # the form sends what was not chosen too: make a short address
        return redirect(f"{request.path}?{urlencode(given, doseq=True)}".rstrip("?"))
    context: dict[str, Any] = {"preset": preset, "name": translated(preset_name(preset))}
    unknown = [name for name in given if name not in OPTION_FIELDS and name != SEATS]
    twice = [name for name, values in given.items() if len(values) > 1]
    unreadable = [text for text in given.get(SEATS, []) if _whole(text) is None]
    if unknown or twice or unreadable:
        context |= {"unknown": unknown, "twice": twice, "unreadable": unreadable}
        return render(request, "games/rules/unknown.html", context, status=400)
    chosen = {name: values[0] for name, values in given.items()}
    try:
        options, seats = _read(preset, chosen)
    except BadOptions as error:
        context |= {
            "problem": translated(refused(error)),
            "culprits": [(name, _label(name)) for name in error.options],
            "groups": _groups(preset, chosen, error.options),
            "seats_field": _seats_field(preset, chosen, error.options),
        }
        return render(request, "games/rules/preset.html", context, status=422)
    context |= {
        "card": [_told(line) for line in rules_card(options, seats)],
        "sections": [
            (section.key, translated(section.title), [_told(line) for line in section.lines])
            for section in rules_page(options, seats)
        ],
        "groups": _groups(preset, chosen, ()),
        "seats_field": _seats_field(preset, chosen, ()),
    }
    return render(request, "games/rules/preset.html", context)


def _read(preset: str, chosen: Mapping[str, str]) -> tuple[Options, int | None]:
    """The options and seats that an address names. Raises BadOptions."""
    named = {name: _value(name, text) for name, text in chosen.items() if name != SEATS}
    options = options_for(preset, **named)
    if SEATS not in chosen:
        return options, None
    seats = int(chosen[SEATS])
    check_seats(options, seats)
    return options, seats


def _whole(text: str) -> int | None:
    """A whole number as people write it, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _value(name: str, text: str) -> Any:
    """The value an address means; the text itself where it means none, for the rules to refuse."""
    allowed: OneOf | Whole = OPTION_FIELDS[name].metadata["allowed"]
    if isinstance(allowed, OneOf):
        return next((value for value in allowed.values if _word(value) == text), text)
    if text == "none":
        return None
    number = _whole(text)
    return text if number is None else number


def _word(value: object) -> str:
    """A value as an address has it."""
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _told(line: Line) -> Told:
    return Told(line.rule, translated(line.message), line.differs)


def _label(name: str) -> str:
    return _("Players") if name == SEATS else translated(option_label(name))


def _groups(preset: str, chosen: Mapping[str, str], culprits: tuple[str, ...]) -> list[tuple[str, list[Field]]]:
    """The selects of the form under the titles of the rules page."""
    groups: dict[str, list[Field]] = {}
    for name, option in OPTION_FIELDS.items():
        offered = _offered(option.metadata["allowed"], name)
        if len(offered) < 2:
            continue  # W4.13: one value is no choice
        choices = [Choice(_word(value), translated(option_value(name, value))) for value in offered]
        title = translated(Message(TITLES[_CHAPTERS[option.metadata["rule"].split(".")[0]]]))
        usual = translated(option_value(name, _usual(preset, chosen, name)))
        field = _field(name, option.metadata["rule"], usual, choices, chosen, culprits)
        groups.setdefault(title, []).append(field)
    order = [translated(Message(TITLES[key])) for key in _CHAPTERS.values()]
    return sorted(groups.items(), key=lambda group: order.index(group[0]))


def _offered(allowed: OneOf | Whole, name: str) -> list[Any]:
    if isinstance(allowed, OneOf):
        return list(allowed.values)
    some = _OFFERED.get(name) or range(allowed.least, (allowed.most or allowed.least) + 1)
    return ([None] if allowed.none else []) + list(some)


def _usual(preset: str, chosen: Mapping[str, str], name: str) -> Any:
    """What an option is when it is not named beside the others; some follow another one."""
    others = {other: _value(other, text) for other, text in chosen.items() if other not in (name, SEATS)}
    try:
        return getattr(options_for(preset, **others), name)
    except BadOptions:
        return getattr(options_for(preset), name)


def _seats_field(preset: str, chosen: Mapping[str, str], culprits: tuple[str, ...]) -> Field:
    fewest, most = PLAYERS[preset]
    choices = [Choice(str(number), str(number)) for number in range(fewest, most + 1)]
    usual = _("%(fewest)s to %(most)s") % {"fewest": fewest, "most": most}
    return _field(SEATS, "W2.1", usual, choices, chosen, culprits)


def _field(
    name: str,
    rule: str,
    usual: str,
    choices: list[Choice],
    chosen: Mapping[str, str],
    culprits: tuple[str, ...],
) -> Field:
    """A select with what was chosen marked, even where the form would not offer it."""
    text = chosen.get(name)
    if text is not None and text not in (choice.value for choice in choices):
        allowed = OPTION_FIELDS[name].metadata["allowed"] if name in OPTION_FIELDS else None
        value = _value(name, text) if allowed else text
        told = translated(option_value(name, value)) if allowed and allowed.allows(value) else text
        choices = [*choices, Choice(text, told)]
    marked = [choice._replace(chosen=choice.value == text) for choice in choices]
    return Field(name, _label(name), rule, usual, marked, name in culprits)
