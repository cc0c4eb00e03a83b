"""What a form or a card shows of a game's house rules, for any game, by its key.

The site draws the new-table form and the rules card from here and knows no game by name. Words are
`Message`s; values are written as in an address (`none`, `true`, `stack`, `300`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from rules.core import BadOptions, Message
from rules.whot.book import Line
from rules.whot.book import rules_card as whot_card
from rules.whot.book_page import TITLES
from rules.whot.option_words import (
    PRESET_SUMMARIES,
    allowed_words,
    duration,
    option_label,
    option_value,
    preset_name,
    refused,
    without_effect,
)
from rules.whot.options import (
    OPTION_FIELDS,
    PLAYERS,
    PRESETS,
    OneOf,
    Options,
    Whole,
    check_seats,
    options_for,
    proposed_packs,
)


class Preset(NamedTuple):
    """A kind of game one can choose, for `fewest` to `most` players."""

    key: str
    name: Message
    summary: Message
    fewest: int
    most: int


class Value(NamedTuple):
    """A value as an address has it, and as a phrase."""

    word: str
    phrase: Message


class HouseRule(NamedTuple):
    """One option: its clause, its chapter of the rules page, and what it can be.

    `values` lists them all, or is empty for a range; `allowed` says the range. `seconds` is true of
    a duration.
    """

    name: str
    label: Message
    rule: str
    chapter: Message
    values: tuple[Value, ...]
    allowed: Message
    seconds: bool


class Book(Protocol):
    """The house rules of one game in words."""

    def presets(self) -> tuple[Preset, ...]: ...

    def house_rules(self) -> tuple[HouseRule, ...]:
        """All options that leave a choice, in the order of the rules page."""

    def read(self, name: str, text: str) -> Any:
        """The value that a text means; the text itself where it means none, for the rules to refuse."""

    def write(self, value: object) -> str:
        """A value as `read` takes it."""

    def allows(self, name: str, value: object) -> bool:
        """Whether an option can have this value by itself."""

    def phrase(self, name: str, value: object) -> Message:
        """A value in words. Raises KeyError."""

    def label(self, name: str) -> Message:
        """What an option is called. Raises KeyError."""

    def options(self, preset: str, named: Mapping[str, Any], seats: int) -> Any:
        """The options of a table, checked with its number of players. Raises BadOptions."""

    def proposed(self, preset: str, named: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Options that nobody named and that suit this many players better than the preset's own."""

    def idle(self, options: Any, seats: int) -> Mapping[str, Message]:
        """Options that make no difference beside the others, with the reason."""

    def card(self, options: Any, seats: int) -> list[Line]:
        """What a player must know before sitting down. Raises BadOptions."""

    def refused(self, error: BadOptions) -> Message:
        """Why house rules were refused, for a player."""


_CHAPTERS = {
    "W1": "cards",
    "W2": "setup",
    "W3": "turn",
    "W4": "special",
    "W5": "last_card",
    "W6": "market",
    "W7": "end",
    "W8": "time",
}
_DURATIONS = ("turn_clock", "game_clock")
_MOST_LISTED = 8  # a longer range is typed


class WhotBook:
    """Whot as `Book`."""

    def presets(self) -> tuple[Preset, ...]:
        return tuple(Preset(key, preset_name(key), Message(PRESET_SUMMARIES[key]), *PLAYERS[key]) for key in PRESETS)

    def house_rules(self) -> tuple[HouseRule, ...]:
        rules = [self._house_rule(name) for name in OPTION_FIELDS]
        order = list(_CHAPTERS)
        choices = [rule for rule in rules if len(rule.values) != 1]  # W4.13: one value is no choice
        return tuple(sorted(choices, key=lambda rule: order.index(rule.rule.split(".")[0])))

    def _house_rule(self, name: str) -> HouseRule:
        metadata = OPTION_FIELDS[name].metadata
        rule: str = metadata["rule"]
        return HouseRule(
            name,
            option_label(name),
            rule,
            Message(TITLES[_CHAPTERS[rule.split(".")[0]]]),
            tuple(Value(self.write(value), option_value(name, value)) for value in _listed(metadata["allowed"])),
            _allowed(name, metadata["allowed"]),
            name in _DURATIONS,
        )

    def read(self, name: str, text: str) -> Any:
        allowed = OPTION_FIELDS[name].metadata["allowed"]
        if isinstance(allowed, OneOf):
            return next((value for value in allowed.values if self.write(value) == text), text)
        if text == "none":
            return None
        # A number beyond nine digits is no sensible value of anything: it stays a text and is refused.
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else text

    def write(self, value: object) -> str:
        return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)

    def allows(self, name: str, value: object) -> bool:
        known = name in OPTION_FIELDS
        return known and bool(OPTION_FIELDS[name].metadata["allowed"].allows(value))

    def phrase(self, name: str, value: object) -> Message:
        return option_value(name, value)

    def label(self, name: str) -> Message:
        return option_label(name)

    def options(self, preset: str, named: Mapping[str, Any], seats: int) -> Options:
        options = options_for(preset, **named)
        check_seats(options, seats)
        return options

    def proposed(self, preset: str, named: Mapping[str, Any], seats: int) -> dict[str, Any]:
        if "packs" in named:
            return {}
        packs = proposed_packs(options_for(preset, **named), seats)  # W1.6
        return {"packs": packs} if packs != options_for(preset, **named).packs else {}

    def idle(self, options: Options, seats: int) -> Mapping[str, Message]:
        return without_effect(options, seats)

    def card(self, options: Options, seats: int) -> list[Line]:
        return whot_card(options, seats)

    def refused(self, error: BadOptions) -> Message:
        return refused(error)


def _allowed(name: str, allowed: Whole | OneOf) -> Message:
    """What an option can be; a duration with its units."""
    words = allowed_words(allowed)
    if name not in _DURATIONS or isinstance(allowed, OneOf):
        return words
    assert allowed.most is not None
    return words._replace(values={"least": duration(allowed.least), "most": duration(allowed.most)})


def _listed(allowed: Whole | OneOf) -> tuple[Any, ...]:
    """Every value of a closed list or a short range; none of a long one."""
    if isinstance(allowed, OneOf):
        return allowed.values
    if allowed.most is None or allowed.most - allowed.least >= _MOST_LISTED:
        return ()
    return ((None,) if allowed.none else ()) + tuple(range(allowed.least, allowed.most + 1))


BOOKS: dict[str, Book] = {"whot": WhotBook()}
"""By the key of the game."""
