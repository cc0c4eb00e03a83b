"""Rules in words: the card of a table's rules, and what kinds of game, clocks, pauses and refusals are called."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.core import BadOptions, Message
from rules.house_rules import BOOKS, Book
from rules.phrases import duration

from ..form_parts import CLOCKS, ShownLine
from ..translating import translated
from ..usual_choices import chosen_options, clocks_of


def shown_card(
    game: str,
    preset: str,
    options: Mapping[str, Any],
    seats: int,
    usual: Mapping[str, Any] | None = None,
    before: Mapping[str, Any] | None = None,
) -> list[ShownLine]:
    """The rules card, marked: what differs from the preset, from the reader's usual rules, and from `before`."""
    book = BOOKS[game]
    chosen = book.options(preset, options, seats)
    mine = _usual_options(book, game, usual, seats)
    lines = []
    for line in book.card(chosen, seats):
        value = getattr(chosen, line.option) if line.option else None
        unusual = bool(line.option and mine is not None and getattr(mine, line.option) != value)
        new = bool(line.option and before and line.option in before and before[line.option] != value)
        differs = line.differs and line.option not in CLOCKS  # every table has its own
        lines.append(ShownLine(line.rule, translated(line.message), differs, unusual, new))
    return lines


def preset_name(game: str, preset: str) -> str:
    """What the preset is called, in the reader's language."""
    return next(translated(kind.name) for kind in BOOKS[game].presets() if kind.key == preset)


def turn_phrase(game: str, options: Mapping[str, Any]) -> str:
    """The time for a turn in words."""
    return translated(BOOKS[game].phrase("turn_clock", options.get("turn_clock")))


def lasts_phrase(game: str, preset: str, options: Mapping[str, Any]) -> str:
    """How long a whole game may last, in words (W7.2); empty where it has no clock of its own."""
    seconds = clocks_of(game, BOOKS[game].options(preset, options, None)).game
    return translated(duration(seconds)) if seconds else ""


def pause_phrase(seconds: int) -> str:
    """How long a game may be paused, in words."""
    return translated(duration(seconds)) if seconds else _("no pauses")


def sentence(message: Message | str) -> str:
    """A refusal or a problem as people read it: the words of the rules begin small and have no full stop."""
    text = translated(message) if isinstance(message, Message) else message
    begins_small = (message.template if isinstance(message, Message) else text)[:1].islower()
    return (text[:1].upper() if begins_small else text[:1]) + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _usual_options(book: Book, game: str, usual: Mapping[str, Any] | None, seats: int) -> Any:
    if not usual or usual.get("game", "whot") != game:
        return None
    try:
        chosen = chosen_options(usual)  # what follows from the number of seats is what it is for these seats
        return book.options(usual["preset"], {**chosen, **book.proposed(usual["preset"], chosen, seats)}, None)
    except (BadOptions, KeyError):
        return None  # remembered under rules that are no longer ours


def whole(text: str) -> int | None:
    """The number that was typed, where it is one of at most nine digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
