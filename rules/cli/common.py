"""What several commands need: exit codes, reading a record, kinds of game and house rules."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from rules import registry
from rules.core import BadOptions
from rules.house_rules import BOOKS, Book
from rules.record import Record, UnreadableRecord, read
from rules.record_form import MOST_BYTES
from rules.strict import shown

FINE: Final = 0
FAILED: Final = 1
UNREADABLE: Final = 2


class CommandError(Exception):
    """A sentence for standard error; the command ends with exit code 2."""


def read_record(path: str) -> Record:
    """The record in a file.

    Raises CommandError where the file cannot be read as a record at all, RecordError where a field
    in it is wrong.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise CommandError(f"{path!r} cannot be read: {reason(error)}") from None
    try:
        return read(data)
    except UnreadableRecord as error:
        raise CommandError(f"{path!r} is not a record: {error}") from None


def reason(error: Exception) -> str:
    """Why a file could not be opened, in a few words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def preset_names() -> dict[str, str]:
    """Every preset with what it is called: `000` is "Wild (000)"."""
    return {preset.key: str(preset.name) for book in BOOKS.values() for preset in book.presets()}


def preset(text: str) -> str:
    """An argparse type: a kind of game."""
    if text not in preset_names():
        kinds = ", ".join(preset_names().values())
        raise argparse.ArgumentTypeError(f"“{shown(text)}” is no kind of game; there are {kinds}")
    return text


def book_of(preset: str) -> Book:
    """The house rules in words of the game that has this preset."""
    rules = registry.with_preset(preset)
    assert rules is not None
    return BOOKS[rules.game.key]


def option(text: str) -> tuple[str, str]:
    """An argparse type: `name=value`. What the value means, its option says (`named`)."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"“{shown(text)}” is not NAME=VALUE")
    return name, value


def named(preset: str, pairs: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """House rules as they were typed, with the values they mean; a wrong one stays as it is, to be refused."""
    book = book_of(preset)
    return {name: book.read(name, value) for name, value in pairs}


def refused(preset: str, error: BadOptions) -> CommandError:
    """Why these house rules cannot be played, each option by its label and by its name."""
    return CommandError(str(book_of(preset).refused(error, typed=True)))


def whole(least: int, most: int) -> Any:
    """An argparse type: a whole number in a range."""

    def read_whole(text: str) -> int:
        digits = text.removeprefix("-")
        fine = digits.isascii() and digits.isdigit() and len(digits) <= 19
        if not fine or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"“{shown(text)}” is not a whole number from {least} to {most}")
        return int(text)

    return read_whole
