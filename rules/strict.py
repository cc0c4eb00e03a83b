"""Strict reading of JSON that strangers wrote: it refuses early and names the field.

`load` turns bytes into values; a `Field` is a value with its place (`actions[12].action`), read by
the method that says what it must be. Whatever is not exactly that raises a `RecordError`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

from rules.core import Message, RulesError, say
from rules.core import gettext_noop as _

DEEPEST = 20
"""Objects and lists inside each other, the outermost one counted."""
LARGEST = 2**53
"""Whole numbers beyond this are not the same number in every reader of JSON."""

_MARKS = re.compile(r'\\.|["\[\]{}]', re.DOTALL)
_HIDDEN = ("Cc", "Cs", "Zl", "Zp")
_NO_SIGN = ("Cf", "Co")
# Letters and marks that are drawn as nothing.
_UNSEEN = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_PILED = re.compile("m{4}")


class RecordError(RulesError, ValueError):
    """Something in a file does not hold: `path` is its field, `rule` the clause."""

    def __init__(self, path: str, message: Message, rule: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.rule = rule

    def __str__(self) -> str:
        where = f"{self.path}: " if self.path else ""
        return f"{where}{self.message}{f' ({self.rule})' if self.rule else ''}"


class UnreadableRecord(RecordError):
    """The file as a whole is not what it should be: nothing in it was looked at."""


def load(data: bytes, limit: int) -> Any:
    """The JSON value in `data`: UTF-8, at most `limit` bytes, whole numbers only, no key twice.

    Raises UnreadableRecord.
    """
    if len(data) > limit:
        raise _unreadable(_("a file of more than %(limit)s bytes is not read"), limit=limit)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _unreadable(_("byte %(place)s is not UTF-8"), place=error.start) from None
    if text.startswith("\ufeff"):
        raise _unreadable(_("a byte order mark stands before the record: save the file as UTF-8 without one"))
    _check_depth(text)
    try:
        return json.loads(
            text,
            object_pairs_hook=_object_without_repeats,
            parse_int=_whole,
            parse_float=_not_whole,
            parse_constant=_not_whole,
        )
    except json.JSONDecodeError as error:
        if error.pos >= len(text.rstrip()):
            message = _("this is not JSON: it ends at line %(line)s, column %(column)s, where more must follow")
        else:
            message = _("this is not JSON: from line %(line)s, column %(column)s on it can't be read")
        raise _unreadable(message, line=error.lineno, column=error.colno) from None


def _unreadable(template: str, **values: Any) -> UnreadableRecord:
    return UnreadableRecord("", say(template, **values))


def _check_depth(text: str) -> None:
    depth = 0
    quoted = False
    for mark in _MARKS.finditer(text):
        token = mark[0]
        if token == '"':
            quoted = not quoted
        elif quoted or token[0] == "\\":
            continue
        elif token in "[{":
            depth += 1
            if depth > DEEPEST:
                raise _unreadable(_("nested more than %(deepest)s deep"), deepest=DEEPEST)
        else:
            depth -= 1


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise _unreadable(_("the key “%(key)s” stands twice in one object"), key=shown(key))
        made[key] = value
    return made


def _whole(text: str) -> int:
    # The length first: reading a number of a million digits takes a while.
    if len(text) > 17 or abs(int(text)) > LARGEST:
        raise _unreadable(_("the number %(number)s is too large"), number=shown(text))
    return int(text)


def _not_whole(text: str) -> Any:
    raise _unreadable(_("%(number)s is not a whole number"), number=shown(text))


def shown(value: object, most: int = 40) -> str:
    """A value as it may stand in a sentence: short, on one line, nothing hidden in it."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = text if len(text) <= most else text[:most] + "…"
    return "".join("�" if unicodedata.category(c) in (*_HIDDEN, "Cf") else c for c in text)


class Field(NamedTuple):
    """A value and its place in the file."""

    value: Any
    path: str

    def error(self, template: str, rule: str = "", **values: Any) -> RecordError:
        """The refusal of this field, to be raised."""
        return RecordError(self.path, say(template, **values), rule)

    def object(self, keys: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Field]:
        """The fields of an object that has all `keys`, perhaps `optional` ones, and no other."""
        if not isinstance(self.value, dict):
            raise self.error(_("this must be an object, not %(value)s"), value=shown(self.value))
        for key in self.value:
            if key not in keys and key not in optional:
                raise self.error(_("there is no key “%(key)s” here"), key=shown(key))
        for key in keys:
            if key not in self.value:
                raise self.error(_("the key “%(key)s” is missing"), key=key)
        dot = f"{self.path}." if self.path else ""
        return {key: Field(value, dot + key) for key, value in self.value.items()}

    def list(self, most: int, least: int = 0) -> list[Field]:
        """The items of a list."""
        if not isinstance(self.value, list):
            raise self.error(_("this must be a list, not %(value)s"), value=shown(self.value))
        if not least <= len(self.value) <= most:
            message = _("a list of %(least)s to %(most)s belongs here, not of %(length)s")
            raise self.error(message, least=least, most=most, length=len(self.value))
        return [Field(value, f"{self.path}[{n}]") for n, value in enumerate(self.value)]

    def name(self, most: int) -> str:
        """What somebody is called: a text in which nothing is drawn as nothing, turns the line around or piles up."""
        name = self.text(most)
        if name != name.strip() or any(unicodedata.category(c) in _NO_SIGN for c in name) or _UNSEEN.search(name):
            message = _("“%(value)s” has signs in it that are not seen, or a space at its end")
            raise self.error(message, value=shown(self.value))
        if _PILED.search("".join("m" if unicodedata.category(c) in ("Mn", "Me") else "-" for c in name)):
            raise self.error(_("“%(value)s” has too many marks on one letter"), value=shown(self.value))
        return name

    def text(self, most: int, least: int = 1) -> str:
        """A text of one line, without control characters."""
        if not isinstance(self.value, str):
            raise self.error(_("this must be a text, not %(value)s"), value=shown(self.value))
        if not least <= len(self.value) <= most:
            message = _("%(least)s to %(most)s characters belong here, not %(length)s")
            raise self.error(message, least=least, most=most, length=len(self.value))
        if any(unicodedata.category(c) in _HIDDEN for c in self.value):
            raise self.error(_("“%(value)s” has control characters in it"), value=shown(self.value))
        return self.value

    def matching(self, pattern: re.Pattern[str], what: Message) -> str:
        """A text of which all fits the pattern; `what` says what it should have been."""
        text = self.text(most=512)
        if pattern.fullmatch(text) is None:
            raise self.error(_("“%(value)s” is not %(what)s"), value=shown(text), what=what)
        return text

    def one_of(self, *words: str) -> str:
        if not isinstance(self.value, str) or self.value not in words:
            message = _("this must be %(words)s, not %(value)s")
            raise self.error(message, words=", ".join(words), value=shown(self.value))
        return self.value

    def whole(self, least: int, most: int) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            message = _("this must be a whole number, not %(value)s")
            raise self.error(message, value=shown(self.value))
        if not least <= self.value <= most:
            message = _("this must be from %(least)s to %(most)s, not %(value)s")
            raise self.error(message, least=least, most=most, value=self.value)
        return self.value
