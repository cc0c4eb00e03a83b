"""House rules of Whot in words: presets, options, their values, and why a choice is refused.

An option has one label (in `options.OPTION_FIELDS`) and here one short phrase a value, to stand in a
form or a table. Whole sentences about them are in `rules.whot.book`.
"""

from __future__ import annotations

from typing import Any

from rules.core import BadOptions, Message, say
from rules.core import gettext_noop as _
from rules.phrases import duration, how_many_cards, written
from rules.strict import shown
from rules.whot.options import OPTION_FIELDS, OneOf, Options, Whole

PRESET_NAMES = {
    "000": _("Wild"),
    "000W": _("Two-pack Wild"),
    "001": _("Classic"),
    "002": _("Straight"),
    "003": _("Turnabout"),
}
"""What a preset is called; its key is its name in addresses and records and the number of its document."""

PRESET_SUMMARIES = {
    "000": _(
        "The tables X2 to X20. Picks pile up, the star 8 stops two players, stars count double, "
        "and a last card must be announced."
    ),
    "000W": _(
        "The tables X40 and X80. As Wild, with two packs and three more kinds of card: Discard All, "
        "Reverse and Wild Punch."
    ),
    "001": _("Picks pile up, but a Whot cancels them. To market only when no card fits."),
    "002": _("A pick is drawn at once and costs the turn. When the market is used up, the hands are counted."),
    "003": _(
        "A 7 turns play round and a 1 stops the next player. The 5 and the 8 are plain cards, and "
        "points add up over several games."
    ),
}
"""What makes a preset, in a sentence or two."""


def preset_name(preset: str) -> Message:
    """The name of a preset with its number: "Wild (000)". Raises KeyError for an unknown one."""
    return say(_("%(name)s (%(number)s)"), name=Message(PRESET_NAMES[preset]), number=preset)


_PHRASES: dict[str, dict[Any, str]] = {
    "start_card": {"plain": _("a card without effect"), "not_wild": _("any card but a wild")},
    "hold_on": {
        "again": _("the player plays again"),
        "next_only": _("the next player misses a turn"),
        "off": _("plain card"),
    },
    "pick2": {
        "stack": _("answer with a 2 or pick them all"),
        "auto": _("pick two and miss the turn"),
        "off": _("plain card"),
    },
    "pick3": {
        "stack": _("answer with a 5 or pick them all"),
        "auto": _("pick three and miss the turn"),
        "off": _("plain card"),
    },
    "whot_defence": {"no": _("is no answer"), "cancel": _("cancels the pick")},
    "suspension": {True: _("the next player misses a turn"), False: _("plain card")},
    "star8_skips": {0: _("none of its own"), 1: _("one"), 2: _("two")},
    "general_market": {
        "pass": _("the others draw one, play passes on"),
        "again": _("the others draw one, same player again"),
        "off": _("plain card"),
    },
    "reverse7": {True: _("yes"), False: _("no, plain card")},
    "draw_when_able": {True: _("allowed"), False: _("only when none fits")},
    "after_draw": {"pass": _("the turn ends"), "may_play": _("the drawn card may be played")},
    "market_empty": {
        "reshuffle": _("the pile is shuffled into a new one"),
        "count": _("the game ends and hands are counted"),
    },
    "max_refills": {None: _("no limit"), 0: _("none: the first need ends the game"), 1: _("one")},
    "penalty_short": {
        "refill": _("refill and go on picking"),
        "cancel_rest": _("the rest is cancelled"),
    },
    "last_card_call": {
        "off": _("need not be said"),
        "penalty2": _("left out, pick two"),
        "auto": _("is said for the player"),
    },
    "score": {"star_double": _("double"), "face": _("as printed")},
    "no_whot": {True: _("yes"), False: _("no, five a pack")},
    "packs": {1: _("one"), 2: _("two")},
    "wild2": {True: _("yes"), False: _("no")},
    "clock": {True: _("yes"), False: _("no")},
    "timeout": {"market": _("the player goes to market"), "none": _("nothing happens")},
    "max_missed": {0: _("none"), 1: _("one")},
    "turn_clock": {None: _("no limit")},
    "game_clock": {None: _("as the time for a turn gives it")},
    "excused_misses": {0: _("none"), 1: _("one")},
    "end_on_special": {"no_effect": _("has no effect")},
}
_DURATIONS = ("turn_clock", "game_clock")


def option_label(name: str) -> Message:
    """What an option is called. Raises KeyError for an unknown one."""
    return Message(OPTION_FIELDS[name].metadata["label"])


def option_value(name: str, value: object) -> Message:
    """A value of an option as a short phrase. Raises KeyError for an unknown option or value."""
    if not OPTION_FIELDS[name].metadata["allowed"].allows(value):
        raise KeyError(f"{name} cannot be {value!r}")
    phrases = _PHRASES.get(name, {})
    if value in phrases:
        return Message(phrases[value])
    assert isinstance(value, int)
    if name in _DURATIONS:
        return duration(value)
    return how_many_cards(value) if name == "hand_size" else Message(str(value))


def told_value(options: Options, name: str, seats: int | None = None) -> Message:
    """What an option is in this game: its value as a short phrase, or why it makes no difference."""
    idle = without_effect(options, seats)
    return idle[name] if name in idle else option_value(name, getattr(options, name))


def allowed_words(allowed: Whole | OneOf) -> Message:
    """The values an option can have: of a range its ends, of a list the words an address takes."""
    if isinstance(allowed, OneOf):
        return Message(str(allowed))
    ends: dict[str, object] = {"least": allowed.least, "most": allowed.most}
    if allowed.most is None:
        template = _("none, or %(least)s or more") if allowed.none else _("%(least)s or more")
    elif allowed.none:
        template = _("none, or %(least)s to %(most)s")
    else:
        template = _("%(least)s to %(most)s")
    return Message(template, ends)


def refused(error: BadOptions, typed: bool = False) -> Message:
    """Why house rules were refused: options by their labels, presets by name and number, values cut short.

    `typed`: with the names of the options too, for people who type them.
    """
    values = dict(error.message.values)
    for place in ("one", "other", "option"):
        if values.get(place) in OPTION_FIELDS:
            values[place] = _called(values[place], typed)
        elif place in values:
            values[place] = shown(values[place])
    if "value" in values:
        values["value"] = shown(written(values["value"])) or "“”"
    if isinstance(values.get("allowed"), Whole | OneOf):
        values["allowed"] = allowed_words(values["allowed"])
    if values.get("preset") in PRESET_NAMES:
        values["preset"] = preset_name(values["preset"])
    return error.message._replace(values=values)


def _called(name: str, typed: bool) -> Message:
    label = option_label(name)
    return say(_("“%(label)s” (%(name)s)"), label=label, name=name) if typed else say(_("“%(label)s”"), label=label)


def rule_of(options: Options, name: str) -> str:
    """The clause that says what this value of an option means."""
    by_value = {
        ("pick2", "auto"): "W4.5",
        ("pick3", "auto"): "W4.5",
        ("market_empty", "count"): "W6.2",
    }
    usual: str = OPTION_FIELDS[name].metadata["rule"]
    return by_value.get((name, getattr(options, name)), usual)


def without_effect(options: Options, seats: int | None = None) -> dict[str, Message]:
    """Options that make no difference beside the others, by name, with the reason.

    Such an option may have been chosen; neither the rules card nor the rules page speaks of it.
    """
    stacks = "stack" in (options.pick2, options.pick3)
    picks = options.pick2 != "off" or options.pick3 != "off" or options.last_card_call == "penalty2"
    idle: dict[str, str] = {"end_on_special": _("it has one value only")}  # W4.13
    if not options.suspension:
        idle["star8_skips"] = _("an 8 is a plain card here")  # W4.6
    elif seats == 2:
        idle["star8_skips"] = _("there is only one opponent")  # W4.6
    if options.no_whot:
        idle["whot_defence"] = _("there are no Whots")  # W1.4
    elif not stacks:
        idle["whot_defence"] = _("no pick is ever left open")  # W4.4
    if options.market_empty == "count":
        idle["max_refills"] = _("the market is never refilled")  # W6.2
        idle["penalty_short"] = _("the last market card ends the game")  # W6.2
    elif not picks:
        idle["penalty_short"] = _("nobody ever picks more than one card")  # W6.3
    if seats == 2:
        idle["reverse7"] = _("between two players there is no direction")  # W4.8
    if options.wild2:
        idle["packs"] = _("the Wild cards come with two packs")  # W1.5
        idle["no_whot"] = _("the two-pack Wild is played with its Whots")  # W1.5
    if not options.clock:
        idle["game_clock"] = _("the game has no clock of its own")  # W7.2
    if options.timeout == "none":
        idle["max_missed"] = _("without a timeout no turn can be missed")  # W8.1
        idle["excused_misses"] = _("without a timeout no turn can be missed")
        if not options.clock or options.game_clock is not None:  # else the game lasts longer with it (W7.2)
            idle["turn_clock"] = _("turns do not run out in this game")
    elif options.turn_clock is None:
        for name in ("timeout", "max_missed", "excused_misses"):
            idle[name] = _("no time is set for a turn")  # W8.5
    elif options.max_missed == 0:
        idle["excused_misses"] = _("no number of misses eliminates")  # W8.2
    return {name: Message(reason) for name, reason in idle.items()}
