"""The form in which a game's rules are told: lines with the numbers of their clauses, in sections."""

from __future__ import annotations

from typing import NamedTuple

from rules.core import Message


class Example(NamedTuple):
    """Cards to look at, by code, and what they show."""

    label: Message
    cards: tuple[str, ...]


class Line(NamedTuple):
    """One thing to know.

    `rule` is the number of its clause, `option` the house rule it tells (None: there is no choice),
    `differs` whether that option differs from the preset; `examples` are for a page with drawings.
    """

    rule: str
    message: Message
    option: str | None = None
    differs: bool = False
    examples: tuple[Example, ...] = ()


class Section(NamedTuple):
    """A part of the rules page; `key` is the same in every language."""

    key: str
    title: Message
    lines: tuple[Line, ...]
