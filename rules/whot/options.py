"""House rules of Whot as one flat value, and the presets of section 10.

A variant is a set of option values, never a subclass. Every field carries its clause, its allowed
values and its words for players in `metadata`; the form, the rules card and the rules page are
made from them (`rules.whot.book`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from rules.core import BadOptions, say
from rules.core import gettext_noop as _
from rules.whot.cards import PACKS

MINUTE = 60
DAY = 24 * 60 * MINUTE


@dataclass(frozen=True, slots=True)
class Whole:
    """A range of whole numbers, `none` allowed or not."""

    least: int
    most: int | None
    none: bool = False

    def allows(self, value: object) -> bool:
        if value is None:
            return self.none
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return value >= self.least and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        least = "none, or " if self.none else ""
        return f"{least}{self.least} or more" if self.most is None else (f"{least}{self.least} to {self.most}")


@dataclass(frozen=True, slots=True)
class OneOf:
    """A closed list of values."""

    values: tuple[Any, ...]

    def allows(self, value: object) -> bool:
        return any(value is v or (type(value) is type(v) and value == v) for v in self.values)

    def __str__(self) -> str:
        return ", ".join(str(v).lower() if isinstance(v, bool) else str(v) for v in self.values)


YES_NO = OneOf((True, False))


def _option(default: Any, rule: str, allowed: Whole | OneOf, label: str) -> Any:
    metadata = {"rule": rule, "allowed": allowed, "label": label}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Options:
    """All house rules of one game; checked however it is made, but `options_for` knows the presets.

    Durations are in seconds. `preset` names where the values came from and gives the range of
    players; it is not itself a rule.
    """

    preset: str
    start_card: str = _option("not_wild", "W2.4", OneOf(("plain", "not_wild")), _("Start card"))
    hand_size: int = _option(5, "W2.2", Whole(3, 7), _("Cards dealt to each"))
    hold_on: str = _option("again", "W4.1", OneOf(("again", "next_only", "off")), _("1, Hold On"))
    pick2: str = _option("stack", "W4.2", OneOf(("stack", "auto", "off")), _("2, Pick Two"))
    pick3: str = _option("stack", "W4.2", OneOf(("stack", "auto", "off")), _("5, Pick Three"))
    whot_defence: str = _option("no", "W4.4", OneOf(("no", "cancel")), _("Whot against an open pick"))
    suspension: bool = _option(True, "W4.6", YES_NO, _("8, Suspension"))
    star8_skips: int = _option(2, "W4.6", OneOf((0, 1, 2)), _("Turns lost to the star 8"))
    general_market: str = _option("pass", "W4.7", OneOf(("pass", "again", "off")), _("14, General Market"))
    reverse7: bool = _option(False, "W4.8", YES_NO, _("7 reverses play"))
    draw_when_able: bool = _option(True, "W3.3", YES_NO, _("Market while a card fits"))
    after_draw: str = _option("pass", "W3.2", OneOf(("pass", "may_play")), _("After the market"))
    market_empty: str = _option("reshuffle", "W6.1", OneOf(("reshuffle", "count")), _("When the market is empty"))
    max_refills: int | None = _option(3, "W6.5", Whole(0, None, none=True), _("Refills before hands are counted"))
    penalty_short: str = _option("refill", "W6.3", OneOf(("refill", "cancel_rest")), _("Pick larger than the market"))
    last_card_call: str = _option("penalty2", "W5.2", OneOf(("off", "penalty2", "auto")), _("“Last card”"))
    score: str = _option("star_double", "W7.3", OneOf(("star_double", "face")), _("Stars count"))
    no_whot: bool = _option(False, "W1.4", YES_NO, _("Without Whots"))
    packs: int = _option(1, "W1.6", OneOf((1, 2)), _("Packs of cards"))
    wild2: bool = _option(False, "W1.5", YES_NO, _("Two-pack Wild cards"))
    clock: bool = _option(True, "W7.2", YES_NO, _("Clock for the whole game"))
    timeout: str = _option("market", "W8.1", OneOf(("none", "market")), _("When a turn runs out"))
    max_missed: int = _option(2, "W8.2", Whole(0, 5), _("Misses in a row that eliminate"))
    turn_clock: int | None = _option(None, "W8.5", Whole(15, 14 * DAY, none=True), _("Time for a turn"))
    game_clock: int | None = _option(None, "W7.2", Whole(2 * MINUTE, 30 * DAY, none=True), _("Time for the whole game"))
    excused_misses: int = _option(0, "W8.1", Whole(0, 30), _("Excused misses a player has"))
    end_on_special: str = _option("no_effect", "W4.13", OneOf(("no_effect",)), _("A special card played last"))

    def __post_init__(self) -> None:
        for name, value in self.named().items():
            _check_value(name, value)
        _check_clashes(self)

    def named(self) -> dict[str, Any]:
        """Every option by name, in the order of this class, without the preset."""
        return {name: getattr(self, name) for name in OPTION_FIELDS}

    def differing(self) -> tuple[str, ...]:
        """Names of the options that differ from the preset, in the order of this class."""
        usual = options_for(self.preset)
        return tuple(n for n in OPTION_FIELDS if getattr(self, n) != getattr(usual, n))

    @property
    def pack(self) -> str:
        """Name of the card list (`rules.whot.cards.PACKS`) this game is dealt from."""
        if self.wild2:
            return "whot132"
        return ("whot2x" if self.packs == 2 else "whot") + ("49" if self.no_whot else "54")


OPTION_FIELDS = {f.name: f for f in fields(Options) if f.name != "preset"}
"""The options by name: dataclass fields with `rule`, `allowed` and `label` in their metadata."""

_WILD = {
    "start_card": "not_wild",
    "hold_on": "again",
    "pick2": "stack",
    "pick3": "stack",
    "whot_defence": "no",
    "suspension": True,
    "star8_skips": 2,
    "general_market": "pass",
    "reverse7": False,
    "draw_when_able": True,
    "market_empty": "reshuffle",
    "penalty_short": "refill",
    "last_card_call": "penalty2",
    "score": "star_double",
    "clock": True,
}
PRESETS: dict[str, dict[str, Any]] = {
    "000": _WILD,
    "000W": _WILD | {"wild2": True},
    "001": _WILD
    | {
        "whot_defence": "cancel",
        "star8_skips": 1,
        "draw_when_able": False,
        "last_card_call": "off",
    },
    "002": {
        "start_card": "plain",
        "hold_on": "again",
        "pick2": "auto",
        "pick3": "auto",
        "whot_defence": "no",
        "suspension": True,
        "star8_skips": 1,
        "general_market": "again",
        "reverse7": False,
        "draw_when_able": True,
        "market_empty": "count",
        "penalty_short": "cancel_rest",
        "last_card_call": "off",
        "score": "face",
        "clock": False,
    },
    "003": {
        "start_card": "not_wild",
        "hold_on": "next_only",
        "pick2": "auto",
        "pick3": "off",
        "whot_defence": "no",
        "suspension": False,
        "star8_skips": 0,
        "general_market": "again",
        "reverse7": True,
        "draw_when_able": False,
        "market_empty": "reshuffle",
        "penalty_short": "refill",
        "last_card_call": "off",
        "score": "face",
        "clock": False,
    },
}
"""The table of section 10; what a preset leaves out has the field's default or follows from
another option (`_follow`)."""

PLAYERS: dict[str, tuple[int, int]] = {
    "000": (2, 4),
    "000W": (2, 4),
    "001": (2, 6),
    "002": (2, 4),
    "003": (2, 6),
}
"""Fewest and most players of each preset (W2.1)."""

MARKET_LEAST = 10  # W2.2: so many cards stay in the market after the deal


def options_for(preset: str, **named: Any) -> Options:
    """The preset's house rules with the `named` ones put in their place.

    Raises BadOptions for an unknown preset or option, a value out of its range, or options that
    clash (section 10). An option that hangs on another follows it unless it is named itself.
    """
    if not isinstance(preset, str) or preset not in PRESETS:
        known = ", ".join(PRESETS)
        raise BadOptions(
            say(
                _("There is no preset “%(preset)s”; there are %(known)s"),
                preset=preset,
                known=known,
            )
        )
    for name, value in named.items():
        _check_value(name, value)  # here too: what is looked up below must be hashable and of its type
    return _checked(preset, tuple(sorted(named.items())))


@lru_cache(maxsize=512)
def _checked(preset: str, named_items: tuple[tuple[str, Any], ...]) -> Options:
    named = dict(named_items)
    values = PRESETS[preset] | named
    return Options(preset, **(values | _follow(values, named)))


def _follow(values: Mapping[str, Any], named: Mapping[str, Any]) -> dict[str, Any]:
    """Options that were not named and hang on another one."""
    followers: dict[str, Any] = {
        # W6.5: three whenever the market is refilled, whichever preset
        "max_refills": 3 if values["market_empty"] == "reshuffle" else None,
        "packs": 2 if values.get("wild2") else 1,
        "max_missed": 0 if values.get("timeout") == "none" else 2,
    }
    return {name: value for name, value in followers.items() if name not in named}


def _check_value(name: str, value: object) -> None:
    if name not in OPTION_FIELDS:
        raise BadOptions(say(_("There is no option “%(option)s”"), option=name), name)
    allowed = OPTION_FIELDS[name].metadata["allowed"]
    if not allowed.allows(value):
        raise BadOptions(
            say(
                _("%(option)s cannot be %(value)s; it can be %(allowed)s"),
                option=name,
                value=value,
                allowed=allowed,
            ),
            name,
        )


def _check_clashes(options: Options) -> None:
    """Section 10: what cannot work together."""
    clash = _("%(one)s and %(other)s cannot go together: %(why)s")

    def refuse(one: str, other: str, why: str) -> None:
        raise BadOptions(say(clash, one=one, other=other, why=say(why)), one, other)

    if options.market_empty == "count" and options.max_refills is not None:
        refuse("market_empty", "max_refills", _("a Count market is never refilled"))
    if options.wild2 and options.packs != 2:
        refuse("wild2", "packs", _("the Wild cards come with two packs"))
    if options.wild2 and options.no_whot:
        refuse("wild2", "no_whot", _("the two-pack Wild is played with its Whots"))
    if options.timeout == "none" and options.max_missed > 0:
        refuse("timeout", "max_missed", _("without a timeout no turn can be missed"))
    if options.game_clock is not None and not options.clock:
        refuse("clock", "game_clock", _("the game has no clock of its own"))


def check_seats(options: Options, seats: int) -> None:
    """Raises BadOptions unless this many can play (W2.1) and enough cards remain (W2.2)."""
    fewest, most = PLAYERS[options.preset]
    if not fewest <= seats <= most:
        raise BadOptions(
            say(
                _("%(preset)s is for %(fewest)s to %(most)s players, not %(seats)s (W2.1)"),
                preset=options.preset,
                fewest=fewest,
                most=most,
                seats=seats,
            ),
            "seats",
        )
    remain = len(PACKS[options.pack]) - seats * options.hand_size - 1
    if remain < MARKET_LEAST:
        raise BadOptions(
            say(
                _(
                    "%(hand_size)s cards for each of %(seats)s players leave %(remain)s in the "
                    "market; at least %(least)s must stay (W2.2)"
                ),
                hand_size=options.hand_size,
                seats=seats,
                remain=remain,
                least=MARKET_LEAST,
            ),
            "hand_size",
            "seats",
        )


def proposed_packs(options: Options, seats: int) -> int:
    """How many packs the form proposes (W1.6): two for five and six with stacking picks."""
    stacking = "stack" in (options.pick2, options.pick3)
    return 2 if options.wild2 or (seats >= 5 and stacking) else 1


def usual_game_clock(turn_clock: int | None) -> int:
    """Seconds for the whole game when the host sets none (W7.2)."""
    if turn_clock is None or turn_clock <= MINUTE:
        return 10 * MINUTE
    return min(30 * turn_clock, 30 * DAY)
