"""What a form for a table's rules was filled in with, read: what it means, or what is wrong beside which field."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from rules import bots
from rules.at_table import is_pause
from rules.core import BadOptions
from rules.house_rules import BOOKS, Book, HouseRule

from .. import coin_terms
from ..form_parts import CLOCKS
from ..translating import translated
from .words import sentence, whole

MINUTE, HOUR, DAY = 60, 3600, 86_400
UNITS = {"s": 1, "min": MINUTE, "h": HOUR, "d": DAY}
OTHER = "other"
SEATS = range(2, 7)
GAMES = range(1, 51)
WORDS = {
    "match": ("tally", "tally_won", "knockout"),
    "start": ("", "full", "host"),
    "join": ("open", "link", "friends"),
}
TICKS = ("onlookers", "one_at_a_time", "fill_bots", "takeover")


@dataclass
class Reading:
    """The fields of a form as they were typed (`values`), and by field what is wrong with it (`problems`)."""

    values: Mapping[str, str]
    game: str
    problems: dict[str, str] = field(default_factory=dict)

    @property
    def book(self) -> Book:
        return BOOKS[self.game]

    def rules(self) -> dict[str, Any] | None:
        """Keyword arguments of TableRules; None when something is wrong (see `problems`)."""
        preset, seats = self._preset(), self._whole("seats", SEATS)
        games, pause = self._whole("games", GAMES), self._pause()
        for name, words in {**WORDS, "bot_level": ("", *bots.levels_of(self.game))}.items():
            if self.values.get(name, "") not in words:
                self._refuse(name, _("Choose one of these."))
        named, coins = self.named(), coin_terms.chosen(self.values, self._refuse)
        if self.problems or preset is None or seats is None or games is None:
            return None
        try:
            named |= self.book.proposed(preset, named, seats)
            self.book.options(preset, named, seats)
        except BadOptions as error:
            self.clash(sentence(self.book.refused(error)), error.options)
            return None
        return {
            "preset": preset,
            "seats": seats,
            "options": named,
            "games": games,
            "match": self.values["match"],
            "start": self.values["start"] or None,
            "pause": pause,
            "join": self.values["join"],
            "game": self.game,
            "bot_level": self.values.get("bot_level") or None,
            **coins,
            **{name: bool(self.values.get(name)) for name in TICKS},
        }

    def clash(self, sentence: str, options: Iterable[str]) -> None:
        """Put the sentence beside each of the fields that it is about."""
        names = {CLOCKS.get(name, name) for name in options} or {"preset"}
        if names == {"seats"}:
            names.add("preset")  # the range of players is the preset's
        for name in names:
            self.problems.setdefault(name, sentence)

    def _preset(self) -> str | None:
        preset = self.values.get("preset", "")
        if preset in {kind.key for kind in self.book.presets()}:
            return preset
        self._refuse("preset", _("Choose one of these kinds of game."))
        return None

    def _whole(self, name: str, allowed: range) -> int | None:
        text = self.values.get(name, "").strip()
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text) in allowed:
            return int(text)
        self._refuse_range(
            name, text, _("%(fewest)s to %(most)s") % {"fewest": allowed.start, "most": allowed.stop - 1}
        )
        return None

    def _pause(self) -> int | None:
        """Seconds that each game may be paused; None: as usual."""
        text = self.values.get("pause", "")
        seconds = whole(text)
        if text and (seconds is None or not is_pause(seconds)):
            self._refuse("pause", _("Choose one of these."))
        return seconds

    def named(self) -> dict[str, Any]:
        """The options that were chosen; a wrong one is refused and left out."""
        named: dict[str, Any] = {}
        for rule in self.book.house_rules():
            if rule.name in CLOCKS:
                self._read_clock(rule, named)
            elif text := self.values.get(rule.name, "").strip():
                value = self.book.read(rule.name, text)
                if self.book.allows(rule.name, value):
                    named[rule.name] = value
                elif _in_words(rule):
                    self._refuse_choice(rule, text)
                else:
                    self._refuse_range(rule.name, text, translated(rule.allowed))
        if named.get("game_clock") is not None:
            named.setdefault("clock", True)  # W7.2: who sets a time for the game wants that clock
        return named

    def _read_clock(self, rule: HouseRule, named: dict[str, Any]) -> None:
        name = CLOCKS[rule.name]
        chosen = self.values.get(name, "").strip()
        if not chosen:
            return
        if chosen == "none":
            named[rule.name] = None
            return
        seconds, text = whole(chosen), chosen
        if chosen == OTHER:
            number = self.values.get(f"{name}_number", "").strip()
            unit = self.values.get(f"{name}_unit", "")
            text = f"{number} {unit}".strip()
            seconds = None if whole(number) is None or unit not in UNITS else int(number) * UNITS[unit]
        if seconds is not None and self.book.allows(rule.name, seconds):
            named[rule.name] = seconds
        else:
            self._refuse_range(name, text, translated(rule.allowed))

    def _refuse_choice(self, rule: HouseRule, text: str) -> None:
        """Nobody who uses the form sends this; who does is told what the form would have told."""
        choices = "; ".join(translated(value.phrase) for value in rule.values)
        sentence = _("“%(text)s” is no choice for “%(label)s”. It can be: %(choices)s.")
        self._refuse(rule.name, sentence % {"text": text, "label": translated(rule.label), "choices": choices})

    def _refuse_range(self, name: str, text: str, allowed: str) -> None:
        if text:
            self._refuse(
                name, _("“%(text)s” does not fit here. It can be %(allowed)s.") % {"text": text, "allowed": allowed}
            )
        else:
            self._refuse(name, _("Something is missing here. It can be %(allowed)s.") % {"allowed": allowed})

    def _refuse(self, name: str, sentence: str) -> None:
        self.problems.setdefault(name, sentence)


def _in_words(rule: HouseRule) -> bool:
    """Whether one chooses among words, and not among numbers."""
    return any(not value.word.isdigit() and value.word != "none" for value in rule.values)
