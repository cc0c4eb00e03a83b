"""What several commands need: exit codes, reading a record, reading options."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, Final

from rules.record import Record, UnreadableRecord, read
from rules.record_form import MOST_BYTES

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


def option(text: str) -> tuple[str, Any]:
    """`name=value` as a house rule: true, false, none, whole numbers and words."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    known = {"true": True, "false": False, "none": None}
    if value in known:
        return name, known[value]
    digits = value.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 9:
        return name, int(value)
    return name, value


def whole(least: int, most: int) -> Any:
    """An argparse type: a whole number in a range."""

    def read_whole(text: str) -> int:
        digits = text.removeprefix("-")
        fine = digits.isascii() and digits.isdigit() and len(digits) <= 19
        if not fine or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return int(text)

    return read_whole
