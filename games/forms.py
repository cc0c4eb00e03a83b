"""The form for a table's rules: what was typed, what is wrong with it, and what it means.

Drawn from the metadata of the game's options (`rules.house_rules`), so that a new house rule needs no line here.
Whatever was typed is kept and shown again beside what is wrong with it; a wrong entry changes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from rules import bots
from rules.at_table import is_pause
from rules.core import BadOptions, Message
from rules.house_rules import BOOKS, Book, HouseRule
from rules.phrases import duration

from .translating import translated

MINUTE, HOUR, DAY = 60, 3600, 86_400
UNITS = {"s": 1, "min": MINUTE, "h": HOUR, "d": DAY}
TURN_TIMES = (15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, HOUR, 12 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
GAME_TIMES = (2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR, DAY, 7 * DAY, 30 * DAY)
OTHER = "other"
PAUSES = (0, 10 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
CLOCKS = {"turn_clock": "turn", "game_clock": "time"}  # option, field of the form
SEATS = range(2, 7)
GAMES = range(1, 51)
WORDS = {"match": ("tally", "knockout"), "start": ("", "full", "host"), "join": ("open", "link", "friends")}
TICKS = ("onlookers", "one_at_a_time", "fill_bots", "takeover")
DEFAULTS = {
    "preset": "001",
    "seats": "2",
    "turn": str(2 * MINUTE),
    "turn_unit": "min",
    "time": "",
    "time_unit": "min",
    "games": "1",
    "match": "tally",
    "start": "",
    "pause": "",
    "join": "open",
    "onlookers": "on",
    "bot_level": "",
}


class Choice(NamedTuple):
    value: str
    text: str
    chosen: bool


class Kind(NamedTuple):
    """A preset to choose."""

    key: str
    name: str
    summary: str
    fewest: int
    most: int
    chosen: bool


class Clock(NamedTuple):
    """A duration: some to choose from, and a number with its unit for any other."""

    name: str
    choices: list[Choice]
    number: str
    units: list[Choice]
    problem: str
    changed: bool


class RuleField(NamedTuple):
    """One house rule: a select, or a text field where `choices` is empty."""

    name: str
    label: str
    rule: str
    choices: list[Choice]
    value: str
    usual: str
    allowed: str
    problem: str
    changed: bool
    idle: str


class ShownLine(NamedTuple):
    """A line of a rules card in the reader's language."""

    rule: str
    text: str
    differs: bool  # from the preset
    unusual: bool  # differs from this person's usual rules
    new: bool = False  # differs from what this person agreed to


@dataclass
class TableForm:
    """What was typed (`values`), and by field what is wrong with it (`problems`).

    `usual` are the person's usual rules: keyword arguments of TableRules, empty when there are none.
    """

    values: dict[str, str]
    usual: Mapping[str, Any] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    game: str = "whot"

    @property
    def book(self) -> Book:
        return BOOKS[self.game]

    # -- what it means ----------------------------------------------------------------------------------------------

    def rules(self) -> dict[str, Any] | None:
        """Keyword arguments of TableRules; None when something is wrong (see `problems`)."""
        preset, seats = self._preset(), self._whole("seats", SEATS)
        games, pause = self._whole("games", GAMES), self._pause()
        for name, words in {**WORDS, "bot_level": ("", *bots.levels_of(self.game))}.items():
            if self.values.get(name, "") not in words:
                self._refuse(name, _("Choose one of these."))
        named = self._named()
        if self.problems or preset is None or seats is None or games is None:
            return None
        try:
            named |= self.book.proposed(preset, named, seats)
            self.book.options(preset, named, seats)
        except BadOptions as error:
            self.clash(translated(self.book.refused(error)), error.options)
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
            **{name: bool(self.values.get(name)) for name in TICKS},
        }

    def clash(self, sentence: str, options: Iterable[str]) -> None:
        """Put the sentence beside each of the fields that it is about."""
        names = {CLOCKS.get(name, name) for name in options} or {"preset"}
        if names == {"seats"}:
            names.add("preset")  # the range of players is the preset's
        for name in names:
            self.problems.setdefault(name, sentence)

    def card(self) -> list[ShownLine]:
        """The rules card of what is chosen so far; empty while that can't be played."""
        rules = TableForm(dict(self.values), game=self.game).rules()
        return shown_card(self.game, rules["preset"], rules["options"], rules["seats"], self.usual) if rules else []

    def _preset(self) -> str | None:
        preset = self.values.get("preset", "")
        if preset in {kind.key for kind in self.book.presets()}:
            return preset
        self._refuse("preset", _("Choose a kind of game."))
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
        seconds = _whole(text)
        if text and (seconds is None or not is_pause(seconds)):
            self._refuse("pause", _("Choose one of these."))
        return seconds

    def _named(self) -> dict[str, Any]:
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
        seconds, text = _whole(chosen), chosen
        if chosen == OTHER:
            number = self.values.get(f"{name}_number", "").strip()
            unit = self.values.get(f"{name}_unit", "")
            text = f"{number} {unit}".strip()
            seconds = None if _whole(number) is None or unit not in UNITS else int(number) * UNITS[unit]
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

    # -- what is shown ----------------------------------------------------------------------------------------------

    @property
    def kinds(self) -> list[Kind]:
        presets = sorted(self.book.presets(), key=lambda kind: kind.key != DEFAULTS["preset"])
        return [
            Kind(p.key, translated(p.name), translated(p.summary), p.fewest, p.most, p.key == self.values.get("preset"))
            for p in presets
        ]

    @property
    def seat_choices(self) -> list[Choice]:
        return _choices([(str(number), str(number)) for number in SEATS], self.values.get("seats", ""))

    @property
    def turn(self) -> Clock:
        return self._clock("turn_clock", TURN_TIMES, [("none", _("no limit"))], [])

    @property
    def time(self) -> Clock:
        return self._clock("game_clock", GAME_TIMES, [], [("", _("as usual"))])

    @property
    def matches(self) -> list[Choice]:
        words = [("tally", _("points add up, fewest wins")), ("knockout", _("knockout: 100 points and you are out"))]
        return _choices(words, self.values.get("match", ""))

    @property
    def starts(self) -> list[Choice]:
        words = [("", _("as usual: two seats when full, more when I say so")), ("full", _("when every seat is taken")),
                 ("host", _("when I say so"))]  # fmt: skip
        return _choices(words, self.values.get("start", ""))

    @property
    def pauses(self) -> list[Choice]:
        chosen = _whole(self.values.get("pause", ""))
        times = sorted({*PAUSES, *([chosen] if chosen is not None and is_pause(chosen) else [])})
        words = [("", _("as usual: three turns, at least 10 minutes")), *((str(s), pause_phrase(s)) for s in times)]
        return _choices(words, self.values.get("pause", ""))

    @property
    def joins(self) -> list[Choice]:
        words = [("open", _("anybody")), ("link", _("people with the link")), ("friends", _("friends I name"))]
        return _choices(words, self.values.get("join", ""))

    @property
    def levels(self) -> list[Choice]:
        """How well computer players play."""
        words = [(level, translated(bots.LEVEL_NAMES[level])) for level in bots.levels_of(self.game)]
        return _choices(words, self.values.get("bot_level") or bots.usual_level(self.game))

    @property
    def groups(self) -> list[tuple[str, list[RuleField]]]:
        """The house rules under the titles of the rules page."""
        groups: dict[str, list[RuleField]] = {}
        idle = self._idle()
        for rule in self.book.house_rules():
            if rule.name not in CLOCKS:
                groups.setdefault(translated(rule.chapter), []).append(self._rule_field(rule, idle))
        return list(groups.items())

    @property
    def house_open(self) -> bool:
        """Whether the house rules are unfolded: something is wrong there, or is wrong elsewhere and they were used."""
        chosen = {rule.name for rule in self.book.house_rules()} - set(CLOCKS)
        wrong = (chosen | {"time", "games", "match", "start", "pause", "bot_level"} | set(TICKS)) & set(self.problems)
        return bool(wrong) or (bool(self.problems) and any(self.values.get(name) for name in chosen))

    @property
    def wrong(self) -> list[tuple[str, str, str]]:
        """(field, label, sentence) of each problem, in the order of the page."""
        labels = {
            "preset": _("Kind of game"),
            "seats": _("Players"),
            "turn": _("Time for a turn"),
            "join": _("Who may join"),
            "time": _("Time for the whole game"),
            "games": _("Number of games"),
            "match": _("Match"),
            "start": _("Start"),
            "bot_level": _("How well computer players play"),
            "pause": _("Pauses in a game, together"),
        }
        labels |= {rule.name: translated(rule.label) for rule in self.book.house_rules() if rule.name not in CLOCKS}
        return [(name, label, self.problems[name]) for name, label in labels.items() if name in self.problems]

    def _clock(
        self, option: str, times: tuple[int, ...], after: list[tuple[str, str]], before: list[tuple[str, str]]
    ) -> Clock:
        name = CLOCKS[option]
        words = [(str(seconds), translated(self.book.phrase(option, seconds))) for seconds in times]
        units = [("s", _("seconds")), ("min", _("minutes")), ("h", _("hours")), ("d", _("days"))]
        return Clock(
            name,
            _choices([*before, *words, *after, (OTHER, _("other …"))], self.values.get(name, "")),
            self.values.get(f"{name}_number", ""),
            _choices(units, self.values.get(f"{name}_unit", "")),
            self.problems.get(name, ""),
            self._differs(name),
        )

    def _rule_field(self, rule: HouseRule, idle: Mapping[str, str]) -> RuleField:
        text = self.values.get(rule.name, "")
        values = [(value.word, translated(value.phrase)) for value in rule.values]
        usual = self._usual_phrase(rule.name)
        choices = _choices([("", _("as usual: %(value)s") % {"value": usual}), *values], text) if values else []
        return RuleField(
            rule.name, translated(rule.label), rule.rule, choices, text, usual, translated(rule.allowed),
            self.problems.get(rule.name, ""), self._differs(rule.name), idle.get(rule.name, ""),
        )  # fmt: skip

    def _usual_phrase(self, name: str) -> str:
        """What holds when this option is not chosen beside the others; some options follow another."""
        others = TableForm({**self.values, name: ""}, game=self.game)
        named = {key: value for key, value in others._named().items() if key != name}
        preset = self.values.get("preset", "")
        for attempt in ((preset, named), (preset, {}), (DEFAULTS["preset"], {})):
            try:
                options = self.book.options(*attempt, self.book_seats(attempt[0]))
            except BadOptions:
                continue
            return translated(self.book.told(options, name))
        raise LookupError(name)

    def book_seats(self, preset: str) -> int:
        """A number of players that this preset has."""
        return next((kind.fewest for kind in self.book.presets() if kind.key == preset), SEATS.start)

    def _idle(self) -> dict[str, str]:
        rules = TableForm(dict(self.values), game=self.game).rules()
        if rules is None:
            return {}
        options = self.book.options(rules["preset"], rules["options"], rules["seats"])
        return {name: translated(why) for name, why in self.book.idle(options, rules["seats"]).items()}

    def _differs(self, name: str) -> bool:
        """Whether this field is not what the person usually has."""
        return bool(self.usual) and self.values.get(name, "") != typed(self.usual).get(name, "")


def blank(usual: Mapping[str, Any] | None = None) -> TableForm:
    """A form with the person's usual rules, or ours."""
    return TableForm(typed(usual) if usual else dict(DEFAULTS), usual or {})


def sent(post: Mapping[str, str], usual: Mapping[str, Any] | None = None) -> TableForm:
    """The form as it was sent. Fields that are not ours are not read."""
    names = {*DEFAULTS, "turn_number", "time_number", *TICKS}
    names |= {rule.name for rule in BOOKS["whot"].house_rules()} - set(CLOCKS)
    return TableForm({name: post.get(name, "")[:200] for name in names}, usual or {})


def typed(rules: Mapping[str, Any]) -> dict[str, str]:
    """The keyword arguments of TableRules as one would type them."""
    book = BOOKS[rules.get("game", "whot")]
    values = {**DEFAULTS, "preset": rules["preset"], "seats": str(rules["seats"]), "games": str(rules["games"]),
              "match": rules["match"], "start": rules["start"] or "", "join": rules["join"],
              "bot_level": rules.get("bot_level") or "",
              "pause": "" if rules.get("pause") is None else str(rules["pause"])}  # fmt: skip
    values |= {name: "on" if rules.get(name) else "" for name in TICKS}
    usual = book.options(rules["preset"], {}, TableForm({}).book_seats(rules["preset"]))
    for name, value in rules["options"].items():
        if name in CLOCKS:
            values |= _typed_clock(CLOCKS[name], value, TURN_TIMES if name == "turn_clock" else GAME_TIMES)
        elif value != getattr(usual, name):
            values[name] = book.write(value)
    return values


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
    mine = _usual_options(book, game, usual)
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


def pause_phrase(seconds: int) -> str:
    """How long a game may be paused, in words."""
    return translated(duration(seconds)) if seconds else _("no pauses")


def sentence(message: Message | str) -> str:
    return translated(message) if isinstance(message, Message) else message


def _usual_options(book: Book, game: str, usual: Mapping[str, Any] | None) -> Any:
    if not usual or usual.get("game", "whot") != game:
        return None
    try:
        return book.options(usual["preset"], usual["options"], usual["seats"])
    except (BadOptions, KeyError):
        return None  # remembered under rules that are no longer ours


def _typed_clock(name: str, seconds: int | None, offered: tuple[int, ...]) -> dict[str, str]:
    if seconds is None:
        return {name: "none" if name == "turn" else ""}
    if seconds in offered:
        return {name: str(seconds)}
    unit = next(unit for unit in reversed(UNITS) if seconds % UNITS[unit] == 0)
    return {name: OTHER, f"{name}_number": str(seconds // UNITS[unit]), f"{name}_unit": unit}


def _in_words(rule: HouseRule) -> bool:
    """Whether one chooses among words, and not among numbers."""
    return any(not value.word.isdigit() and value.word != "none" for value in rule.values)


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _choices(words: list[tuple[str, str]], chosen: str) -> list[Choice]:
    """The choices with the chosen one marked; a word that is none of them is kept as one more."""
    if chosen and chosen not in {value for value, _text in words}:
        words = [*words, (chosen, chosen)]
    return [Choice(value, text, value == chosen) for value, text in words]
