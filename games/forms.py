"""The form for a table's rules: what was typed, what is wrong with it, and what it means.

Drawn from the metadata of the game's options (`rules.house_rules`), so that a new house rule needs no line here.
Whatever was typed is kept and shown again beside what is wrong with it; a wrong entry changes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from rules import bots
from rules.at_table import is_pause, usual_pause
from rules.core import BadOptions, Message
from rules.house_rules import BOOKS, Book, HouseRule, Preset
from rules.phrases import duration

from . import coin_terms
from .form_parts import LABELS, Choice, Clock, Kind, RuleField, ShownLine
from .translating import translated
from .usual_choices import (
    chosen_options,
    chosen_pause,
    chosen_start,
    clocks_of,
    from_seats,
    matches_of,
    settled,
    usual_start,
)

MINUTE, HOUR, DAY = 60, 3600, 86_400
UNITS = {"s": 1, "min": MINUTE, "h": HOUR, "d": DAY}
TURN_TIMES = (15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, HOUR, 12 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
GAME_TIMES = (2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR, DAY, 7 * DAY, 30 * DAY)
OTHER = "other"
PAUSES = (0, 10 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
CLOCKS = {"turn_clock": "turn", "game_clock": "time"}  # option, field of the form
SEATS = range(2, 7)
GAMES = range(1, 51)
WORDS = {
    "match": ("tally", "tally_won", "knockout"),
    "start": ("", "full", "host"),
    "join": ("open", "link", "friends"),
}
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
    **dict.fromkeys(coin_terms.FIELDS, ""),
}


def defaults(game: str) -> dict[str, str]:
    """What the form begins with."""
    presets = BOOKS[game].presets()
    if any(preset.key == DEFAULTS["preset"] for preset in presets):
        return dict(DEFAULTS)
    return {**DEFAULTS, "preset": presets[0].key, "seats": str(presets[0].fewest)}


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

    @property
    def labels(self) -> Mapping[str, Any]:
        return LABELS

    # -- what it means ----------------------------------------------------------------------------------------------

    def rules(self) -> dict[str, Any] | None:
        """Keyword arguments of TableRules; None when something is wrong (see `problems`)."""
        preset, seats = self._preset(), self._whole("seats", SEATS)
        games, pause = self._whole("games", GAMES), self._pause()
        for name, words in {**WORDS, "bot_level": ("", *bots.levels_of(self.game))}.items():
            if self.values.get(name, "") not in words:
                self._refuse(name, _("Choose one of these."))
        named, coins = self._named(), coin_terms.chosen(self.values, self._refuse)
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

    def card(self) -> list[ShownLine]:
        """The rules card of what is chosen so far; empty while that can't be played."""
        rules = TableForm(dict(self.values), game=self.game).rules()
        return shown_card(self.game, rules["preset"], rules["options"], rules["seats"], self.usual) if rules else []

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
            Kind(
                p.key, translated(p.name), translated(p.summary), p.fewest, p.most,
                p.key == self.values.get("preset"), self._from_seats(p),
            )
            for p in presets
        ]  # fmt: skip

    def _from_seats(self, preset: Preset) -> str:
        found = from_seats(self.game, preset)
        if found is None:
            return ""
        name, seats, value = found
        words = {"label": translated(self.book.label(name)), "value": translated(self.book.phrase(name, value))}
        return _("%(label)s from %(seats)s players on: %(value)s.") % {**words, "seats": seats}

    @property
    def seat_choices(self) -> list[Choice]:
        kinds = self.book.presets()
        numbers = range(min(kind.fewest for kind in kinds), max(kind.most for kind in kinds) + 1)
        return _choices([(str(number), str(number)) for number in numbers], self.values.get("seats", ""))

    @property
    def games_to_choose(self) -> list[Choice]:
        """The games that a table can play."""
        return _choices([(key, translated(book.name)) for key, book in BOOKS.items()], self.game)

    @property
    def coins(self) -> coin_terms.Fields:
        found = coin_terms.fields(TableForm(dict(self.values), game=self.game).rules())
        chosen = self.values.get("coins", ""), self.values.get("coin_fee", "")
        return found._replace(kinds=_choices(found.kinds, chosen[0]), fees=_choices(found.fees, chosen[1]))

    @property
    def turn(self) -> Clock:
        return self._clock("turn_clock", TURN_TIMES, [("none", _("no limit"))], [])

    @property
    def time(self) -> Clock | None:
        if all(rule.name != "game_clock" for rule in self.book.house_rules()):
            return None  # this game has no clock for the whole of it
        usual = clocks_of(self.game, self._settled("time")[0]).game
        text = translated(duration(usual)) if usual else _("no limit")
        return self._clock("game_clock", GAME_TIMES, [], [("", _usually(text))])

    @property
    def matches(self) -> list[Choice]:
        words = matches_of(self.game).items()
        return _choices([(word, translated(Message(text))) for word, text in words], self.values.get("match", ""))

    @property
    def starts(self) -> list[Choice]:
        words = {"full": _("when every seat is taken"), "host": _("when I say so")}
        _options, preset, seats = self._settled("start")
        usual = _usually(words[usual_start(self.game, preset, seats)])
        return _choices([("", usual), *words.items()], self.values.get("start", ""))

    @property
    def pauses(self) -> list[Choice]:
        chosen = _whole(self.values.get("pause", ""))
        times = sorted({*PAUSES, *([chosen] if chosen is not None and is_pause(chosen) else [])})
        usual = pause_phrase(usual_pause(clocks_of(self.game, self._settled("pause")[0])))
        words = [("", _usually(usual)), *((str(s), pause_phrase(s)) for s in times)]
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
        rules = {rule.name: translated(rule.label) for rule in self.book.house_rules() if rule.name not in CLOCKS}
        labels = {**{name: str(label) for name, label in self.labels.items()}, **rules}
        return [(name, label, self.problems[name]) for name, label in labels.items() if name in self.problems]

    @property
    def told(self) -> list[tuple[list[tuple[str, str]], str]]:
        """Each sentence once, with the fields that it is about: ([(field, label), ...], sentence)."""
        found: dict[str, list[tuple[str, str]]] = {}
        for name, label, text in self.wrong:
            found.setdefault(text, []).append((name, label))
        return [(fields, text) for text, fields in found.items()]

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
        choices = _choices([("", _usually(usual)), *values], text) if values else []
        return RuleField(
            rule.name, translated(rule.label), rule.rule, choices, text, usual, translated(rule.allowed),
            self.problems.get(rule.name, ""), self._differs(rule.name), idle.get(rule.name, ""),
        )  # fmt: skip

    def _usual_phrase(self, name: str) -> str:
        """What holds when this option is not chosen beside the others; some options follow another."""
        return translated(self.book.told(self._settled(name)[0], name))

    def _settled(self, without: str) -> tuple[Any, str, int]:
        """(options, preset, seats) as they are when this field is left empty; where what is chosen beside it can't be
        played, those of as much of it as can."""
        others = TableForm({**self.values, without: ""}, game=self.game)
        named = {key: value for key, value in others._named().items() if key != without}
        fewest = {kind.key: kind.fewest for kind in self.book.presets()}
        preset, seats = self.values.get("preset", ""), _whole(self.values.get("seats", "").strip())
        tries: tuple[tuple[str, dict[str, Any], int | None], ...]
        tries = ((preset, named, seats), (preset, named, None), (preset, {}, seats), (preset, {}, None))
        for key, options, number in (*tries, (defaults(self.game)["preset"], {}, None)):
            try:
                players = fewest[key] if number is None else number
                return settled(self.game, key, options, players), key, players
            except (BadOptions, KeyError):
                continue
        raise LookupError(without)

    def _idle(self) -> dict[str, str]:
        rules = TableForm(dict(self.values), game=self.game).rules()
        if rules is None:
            return {}
        options = self.book.options(rules["preset"], rules["options"], rules["seats"])
        return {name: translated(why) for name, why in self.book.idle(options, rules["seats"]).items()}

    def _differs(self, name: str) -> bool:
        """Whether this field is not what the person usually has."""
        return bool(self.usual) and self.values.get(name, "") != typed(self.usual).get(name, "")


def blank(usual: Mapping[str, Any] | None = None, game: str = "whot") -> TableForm:
    """A form with the person's usual rules of this game, or ours."""
    if usual and usual.get("game", "whot") == game:
        return TableForm(typed(usual), usual, game=game)
    return TableForm(defaults(game), {}, game=game)


def sent(post: Mapping[str, str], usual: Mapping[str, Any] | None = None, game: str = "") -> TableForm:
    """The form as it was sent, of this game or of the one it names. Fields that are not ours are not read.

    Raises KeyError for a game that is not here."""
    game = game or post.get("game", "whot")
    names = {*DEFAULTS, "turn_number", "time_number", *TICKS}
    names |= {rule.name for rule in BOOKS[game].house_rules()} - set(CLOCKS)
    mine = usual if usual and usual.get("game", "whot") == game else {}
    return TableForm({name: post.get(name, "")[:200] for name in names}, mine, game=game)


def typed(rules: Mapping[str, Any]) -> dict[str, str]:
    """The keyword arguments of TableRules as one would type them."""
    book, pause = BOOKS[rules.get("game", "whot")], chosen_pause(rules)
    values = {
        **defaults(rules.get("game", "whot")),
        "preset": rules["preset"],
        "seats": str(rules["seats"]),
        "games": str(rules["games"]),
        "match": rules["match"],
        "start": chosen_start(rules),
        "join": rules["join"],
        "bot_level": rules.get("bot_level") or "",
        "pause": "" if pause is None else str(pause),
    }
    values |= coin_terms.typed(rules)
    values |= {name: "on" if rules.get(name) else "" for name in TICKS}
    for name, value in rules["options"].items():
        if name in CLOCKS:
            values |= _typed_clock(CLOCKS[name], value, TURN_TIMES if name == "turn_clock" else GAME_TIMES)
    chosen = chosen_options(rules)
    return values | {name: book.write(value) for name, value in chosen.items() if name not in CLOCKS}


def can_be_typed(rules: Mapping[str, Any]) -> bool:
    """Whether rules that were kept are still ours: an option may have gone since, or a value of it."""
    try:
        typed(rules)
    except (BadOptions, LookupError, TypeError, AttributeError):
        return False
    return True


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


def _usually(value: str) -> str:
    return _("as usual: %(value)s") % {"value": value}


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
