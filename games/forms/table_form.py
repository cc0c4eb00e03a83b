"""The form for a table's rules as it is shown: what was typed, what is wrong with it, and what can be chosen.

Drawn from the metadata of the game's options (`rules.house_rules`), so that a new house rule needs no line here.
Whatever was typed is kept and shown again beside what is wrong with it; a wrong entry changes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from rules import bots
from rules.at_table import is_pause, usual_pause
from rules.coin_tables import COIN_TABLES
from rules.core import BadOptions, Message
from rules.house_rules import BOOKS, Book, HouseRule, Preset
from rules.phrases import duration

from .. import coin_form, coin_terms
from ..form_parts import CLOCKS, LABELS, Choice, Clock, Kind, RuleField, ShownLine
from ..translating import translated
from ..usual_choices import clocks_of, from_seats, matches_of, settled, usual_start
from .filled import DEFAULTS, GAME_TIMES, TURN_TIMES, defaults, typed
from .reading import DAY, HOUR, MINUTE, OTHER, TICKS, Reading
from .words import pause_phrase, preset_name, shown_card, whole

PAUSES = (0, 10 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)


@dataclass
class TableForm:
    """What was typed (`values`), and by field what is wrong with it (`problems`).

    `usual` are the person's usual rules: keyword arguments of TableRules, empty when there are none.
    """

    values: dict[str, str]
    usual: Mapping[str, Any] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    game: str = "whot"
    began: dict[str, str] = field(default_factory=dict)  # what was there before anybody chose; empty: what is there now
    followed: dict[str, str] = field(default_factory=dict)  # what the form chose by itself

    @property
    def book(self) -> Book:
        return BOOKS[self.game]

    @property
    def labels(self) -> Mapping[str, Any]:
        return LABELS

    # -- what it means ----------------------------------------------------------------------------------------------

    def rules(self) -> dict[str, Any] | None:
        """Keyword arguments of TableRules; None when something is wrong (see `problems`)."""
        return Reading(self.values, self.game, self.problems).rules()

    def clash(self, sentence: str, options: Iterable[str]) -> None:
        """Put the sentence beside each of the fields that it is about."""
        Reading(self.values, self.game, self.problems).clash(sentence, options)

    def follow_coins(self, began: dict[str, str]) -> None:
        """Chooses what the coins need, where nobody has chosen otherwise since the form held what `began` says."""
        self.followed = coin_form.follow(self.values, began, self.game, self._can_be_played)
        self.values |= self.followed
        self.began = began and {**began, **self.followed}

    def _can_be_played(self, values: Mapping[str, str]) -> bool:
        return Reading(values, self.game).rules() is not None

    @property
    def for_coins(self) -> bool:
        """Whether what is played for is asked at all: this game is played for coins, or somebody has asked for them."""
        return self.game in COIN_TABLES or bool(self.values.get("coins"))

    @property
    def began_text(self) -> str:
        return coin_form.written(self.began or self.values, self.game)

    @property
    def followed_text(self) -> str:
        """For the script, which changes the fields that stay on the page."""
        return urlencode({**self.followed, "began": self.began_text}) if self.followed else ""

    @property
    def followed_words(self) -> str:
        labels = {rule.name: translated(rule.label) for rule in self.book.house_rules()}
        house = ", ".join(labels[name] for name in self.followed if name in labels)
        preset = self.followed.get("preset")
        return coin_form.told(self.followed, preset_name(self.game, preset) if preset else "", house)

    def card(self) -> list[ShownLine]:
        """The rules card of what is chosen so far; empty while that can't be played."""
        rules = Reading(self.values, self.game).rules()
        return shown_card(self.game, rules["preset"], rules["options"], rules["seats"], self.usual) if rules else []

    # -- what is shown ----------------------------------------------------------------------------------------------

    @property
    def kinds(self) -> list[Kind]:
        presets = sorted(self.book.presets(), key=lambda kind: kind.key != DEFAULTS["preset"])
        return [
            Kind(
                p.key, translated(p.name), translated(p.summary), p.fewest, p.most,
                p.key == self.values.get("preset"), self._from_seats(p), self._lasts(p),
            )
            for p in presets
        ]  # fmt: skip

    def _lasts(self, preset: Preset) -> str:
        """The line of the rules card about the clock of a game without time for a turn; empty where it has none."""
        usual = self.book.options(preset.key, {}, None)
        return next(
            (translated(line.message) for line in self.book.card(usual, None) if line.option == "game_clock"), ""
        )

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
        found = coin_terms.fields(Reading(self.values, self.game).rules())
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
        chosen = whole(self.values.get("pause", ""))
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
    def house_chosen(self) -> str:
        """The labels of the house rules that are not as the kind of game has them: remembered ones mostly."""
        rules = [rule for rule in self.book.house_rules() if rule.name not in CLOCKS]
        return "; ".join(translated(rule.label) for rule in rules if self.values.get(rule.name))

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
        others = Reading({**self.values, without: ""}, self.game)
        named = {key: value for key, value in others.named().items() if key != without}
        fewest = {kind.key: kind.fewest for kind in self.book.presets()}
        preset, seats = self.values.get("preset", ""), whole(self.values.get("seats", "").strip())
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
        rules = Reading(self.values, self.game).rules()
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
    form = TableForm({name: post.get(name, "")[:200] for name in names}, mine, game=game)
    form.follow_coins(coin_form.began(post.get("began", "")))
    return form


def linked(post: Mapping[str, str], usual: Mapping[str, Any] | None = None, game: str = "") -> TableForm:
    """The form as a link asks for it: what it does not name is as usual, or as the coins that it names need it."""
    begins = blank(usual, post.get("game", "") or game)
    form = sent({**begins.values, "began": begins.began_text, **post}, usual)
    form.began = {}
    return form


def _usually(value: str) -> str:
    return _("as usual: %(value)s") % {"value": value}


def _choices(words: list[tuple[str, str]], chosen: str) -> list[Choice]:
    """The choices with the chosen one marked; a word that is none of them is kept as one more."""
    if chosen and chosen not in {value for value, _text in words}:
        words = [*words, (chosen, chosen)]
    return [Choice(value, text, value == chosen) for value, text in words]
