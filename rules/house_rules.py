"""What a form or a card shows of a game's house rules, for any game, by its key.

The site draws the new-table form and the rules card from here and knows no game by name. Words are
`Message`s; values are written as in an address (`none`, `true`, `stack`, `300`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from rules.book import Line, Section
from rules.core import BadOptions, Message
from rules.core import gettext_noop as _
from rules.go_stop import book as go_stop_book
from rules.go_stop import options as go_stop
from rules.phrases import duration, written
from rules.strict import shown
from rules.whot.book import CLOCK_OPTIONS
from rules.whot.book import rules_card as whot_card
from rules.whot.book import rules_page as whot_page
from rules.whot.book_page import TITLES
from rules.whot.option_words import (
    PRESET_SUMMARIES,
    allowed_words,
    option_label,
    option_value,
    preset_name,
    refused,
    told_value,
    without_effect,
)
from rules.whot.options import (
    DAY,
    MINUTE,
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

    `values` lists them all, or is empty for a range; `allowed` says the range, and `some` are values
    of it for a form that can only list. `seconds` is true of a duration. Without a clock an option
    `of_clocks` means nothing.
    """

    name: str
    label: Message
    rule: str
    chapter: Message
    values: tuple[Value, ...]
    some: tuple[Value, ...]
    allowed: Message
    seconds: bool
    of_clocks: bool


class Book(Protocol):
    """The house rules of one game in words. `name`: the game's; `proposes`: what follows from the number of players."""

    name: Message
    proposes: tuple[str, ...]

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

    def options(self, preset: str, named: Mapping[str, Any], seats: int | None) -> Any:
        """The options of a table, checked with its number of players, if any. Raises BadOptions."""

    def proposed(self, preset: str, named: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Options that nobody named and that suit this many players better than the preset's own."""

    def idle(self, options: Any, seats: int | None) -> Mapping[str, Message]:
        """Options that make no difference beside the others, with the reason."""

    def told(self, options: Any, name: str) -> Message:
        """What an option is in this game: its value in words, or why it makes no difference."""

    def card(self, options: Any, seats: int | None) -> list[Line]:
        """What a player must know before sitting down. Raises BadOptions."""

    def page(self, options: Any, seats: int | None) -> list[Section]:
        """All rules in order of play. Raises BadOptions."""

    def refused(self, error: BadOptions, typed: bool = False) -> Message:
        """Why house rules were refused, for a player; with the names of options for who `typed` them."""


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
_HOUR = 60 * MINUTE
_TURNS = (15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, _HOUR, 12 * _HOUR, DAY, 2 * DAY)
_SOME = {
    "max_refills": (None, 0, 1, 2, 3, 5, 10),
    "turn_clock": (None, *_TURNS, 3 * DAY, 7 * DAY, 14 * DAY),
    "game_clock": (None, *_TURNS[3:], 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY),
    "excused_misses": (0, 1, 2, 3, 5, 10),
}


class WhotBook:
    """Whot as `Book`."""

    name = Message("Whot")
    proposes: tuple[str, ...] = ("packs",)  # W1.6

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
            _values(name, _listed(metadata["allowed"])),
            _values(name, _SOME.get(name, ())),
            _allowed(name, metadata["allowed"]),
            name in _DURATIONS,
            name in CLOCK_OPTIONS,
        )

    def read(self, name: str, text: str) -> Any:
        if name not in OPTION_FIELDS:
            return text
        allowed = OPTION_FIELDS[name].metadata["allowed"]
        if isinstance(allowed, OneOf):
            return next((value for value in allowed.values if self.write(value) == text), text)
        if text == "none":
            return None
        # A number beyond nine digits is no sensible value of anything: it stays a text and is refused.
        return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else text

    def write(self, value: object) -> str:
        return written(value)

    def allows(self, name: str, value: object) -> bool:
        known = name in OPTION_FIELDS
        return known and bool(OPTION_FIELDS[name].metadata["allowed"].allows(value))

    def phrase(self, name: str, value: object) -> Message:
        return option_value(name, value)

    def label(self, name: str) -> Message:
        return option_label(name)

    def options(self, preset: str, named: Mapping[str, Any], seats: int | None) -> Options:
        options = options_for(preset, **named)
        if seats is not None:
            check_seats(options, seats)
        return options

    def proposed(self, preset: str, named: Mapping[str, Any], seats: int) -> dict[str, Any]:
        if "packs" in named:
            return {}
        packs = proposed_packs(options_for(preset, **named), seats)  # W1.6
        return {"packs": packs} if packs != options_for(preset, **named).packs else {}

    def idle(self, options: Options, seats: int | None) -> Mapping[str, Message]:
        return without_effect(options, seats)

    def told(self, options: Options, name: str) -> Message:
        return told_value(options, name)

    def card(self, options: Options, seats: int | None) -> list[Line]:
        return whot_card(options, seats)

    def page(self, options: Options, seats: int | None) -> list[Section]:
        return whot_page(options, seats)

    def refused(self, error: BadOptions, typed: bool = False) -> Message:
        return refused(error, typed)


def _values(name: str, values: tuple[Any, ...]) -> tuple[Value, ...]:
    return tuple(Value(written(value), option_value(name, value)) for value in values)


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


class GoStopBook:
    """Go-Stop as `Book`: its rules leave no choice, only a turn may have a clock (R53)."""

    name = Message("Go-Stop")  # a name in every language (R55)
    proposes: tuple[str, ...] = ()

    def presets(self) -> tuple[Preset, ...]:
        name, summary = go_stop_book.preset_words()
        return (Preset(go_stop.PRESET, name, summary, go_stop.SEATS, go_stop.SEATS),)

    def house_rules(self) -> tuple[HouseRule, ...]:
        ends = {"least": duration(go_stop.SHORTEST), "most": duration(go_stop.LONGEST)}
        some = tuple(Value(written(value), self.phrase("turn_clock", value)) for value in _SOME["turn_clock"])
        allowed = Message(_("none, or %(least)s to %(most)s"), ends)
        chapter = go_stop_book.section_title("ending")
        return (HouseRule("turn_clock", self.label("turn_clock"), "R53", chapter, (), some, allowed, True, True),)

    def read(self, name: str, text: str) -> Any:
        if name != "turn_clock":
            return text
        return None if text == "none" else int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else text

    def write(self, value: object) -> str:
        return written(value)

    def allows(self, name: str, value: object) -> bool:
        try:
            go_stop.options_for(go_stop.PRESET, **{name: value})
        except BadOptions:
            return False
        return True

    def phrase(self, name: str, value: object) -> Message:
        if not self.allows(name, value):
            raise KeyError(f"{name} cannot be {value!r}")
        return Message(_("no limit")) if value is None else duration(int(str(value)))

    def label(self, name: str) -> Message:
        return {"turn_clock": Message(_("Time for a turn"))}[name]

    def options(self, preset: str, named: Mapping[str, Any], seats: int | None) -> go_stop.Options:
        options = go_stop.options_for(preset, **named)
        if seats is not None:
            go_stop.check_seats(seats)
        return options

    def proposed(self, preset: str, named: Mapping[str, Any], seats: int) -> dict[str, Any]:
        return {}

    def idle(self, options: go_stop.Options, seats: int | None) -> Mapping[str, Message]:
        return {}

    def told(self, options: go_stop.Options, name: str) -> Message:
        return self.phrase(name, getattr(options, name))

    def card(self, options: go_stop.Options, seats: int | None) -> list[Line]:
        return go_stop_book.rules_card(options, seats)

    def page(self, options: go_stop.Options, seats: int | None) -> list[Section]:
        return go_stop_book.rules_page(options, seats)

    def refused(self, error: BadOptions, typed: bool = False) -> Message:
        values = dict(error.message.values)
        if values.get("option") == "turn_clock":
            label = self.label("turn_clock")
            plain, full = _("“%(label)s”"), _("“%(label)s” (%(name)s)")
            values["option"] = Message(full if typed else plain, {"label": label, "name": "turn_clock"})
            ends = {"least": duration(go_stop.SHORTEST), "most": duration(go_stop.LONGEST)}
            values["allowed"] = Message(_("none, or %(least)s to %(most)s"), ends)
        elif "option" in values:
            values["option"] = shown(values["option"])
        if "value" in values:
            values["value"] = shown(written(values["value"])) or "“”"
        return error.message._replace(values=values)


BOOKS: dict[str, Book] = {"whot": WhotBook(), "go_stop": GoStopBook()}
"""By the key of the game."""
