"""The text of the rules card: one short line an option (`rules.whot.book.rules_card`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from rules.core import Message, say
from rules.core import gettext_noop as _
from rules.phrases import duration
from rules.whot.options import Options, options_for, usual_game_clock

TextOf: TypeAlias = Callable[[Options], Message | None]


class Entry(NamedTuple):
    """A line of the card. `text` gives None where there is nothing to say."""

    option: str | None
    always: bool  # else only where the option differs from the preset
    text: TextOf
    rule: str = ""  # of an entry without an option
    among_two: bool = True  # else it means nothing where only two play


def _by_value(option: str, texts: dict[object, str]) -> TextOf:
    return lambda options: Message(texts[getattr(options, option)])


def _star8(options: Options) -> Message | None:
    if options.star8_skips == 2:
        return say(_("Star 8: the next two miss a turn."))
    if options_for(options.preset).star8_skips == 2:
        return say(_("Star 8: like any other 8."))
    return None  # W4.6: 0 and 1 both mean an 8 without more


def _reverse7(options: Options) -> Message | None:
    if options.reverse7:
        return say(_("7: play turns round."))
    usual = options_for(options.preset).reverse7
    return say(_("7 is a plain card.")) if usual else None


def _start_card(options: Options) -> Message:
    if options.start_card == "plain":
        return say(_("A card without effect starts."))
    if options.no_whot:  # W1.4: then there is no wild either
        return say(_("Any card may start."))
    return say(_("Any card but a wild may start."))


def _market_empty(options: Options) -> Message:
    if options.market_empty == "count":
        return say(_("Market empty: the game ends, hands are counted."))
    if options.max_refills == 0:
        return say(_("Market empty: the next card needed ends the game."))
    return say(_("Market empty: the pile is shuffled into a new one."))


def _refills(options: Options) -> Message:
    most = options.max_refills
    if most is None:
        return say(_("The market is refilled without limit."))
    if most == 0:
        return say(_("The market is never refilled."))
    if most == 1:
        return say(_("One refill; the next need ends the game."))
    return say(_("%(count)s refills; the next need ends the game."), count=most)


def _penalty_short(options: Options) -> Message:
    if options.penalty_short == "cancel_rest":
        return say(_("What the market cannot give of a pick is cancelled."))
    if options.max_refills == 0:
        return say(_("A pick larger than the market ends the game."))
    return say(_("A pick goes on after a refill."))


def _score(options: Options) -> Message:
    if options.score == "star_double":
        return say(_("Low points are best. Stars count double."))
    return say(_("Low points are best. Stars count as printed."))


def _turn_clock(options: Options) -> Message | None:
    if options.timeout == "none":
        return None  # the line of `timeout` says it
    if options.turn_clock is None:
        return say(_("Turns are not timed, unless the table sets a clock."))
    return say(_("Time for a turn: %(time)s."), time=duration(options.turn_clock))


def _timeout(options: Options) -> Message:
    if options.timeout == "none":
        return say(_("Turns are not timed and never run out."))
    if options.max_missed == 1 and options.excused_misses == 0:  # W8.2: that one eliminates without a draw
        return say(_("Out of time: it is a miss."))
    return say(_("Out of time: you go to market, and it is a miss."))


def _misses(options: Options) -> Message:
    if options.max_missed == 0:
        return say(_("Misses never put you out."))
    if options.max_missed == 1:
        return say(_("One missed turn puts you out."))
    return say(_("%(count)s missed turns in a row put you out."), count=options.max_missed)


def _excused(options: Options) -> Message:
    if options.excused_misses == 0:
        return say(_("No miss is excused."))
    if options.excused_misses == 1:
        return say(_("One miss of each player is excused."))
    return say(_("%(count)s misses of each player are excused."), count=options.excused_misses)


def _clock(options: Options) -> Message | None:
    if not options.clock:
        return say(_("No clock for the whole game."))
    if options_for(options.preset).clock:
        return None  # the line of `game_clock` says it
    return say(_("A clock runs for the whole game."))


def _game_clock(options: Options) -> Message:
    time = duration(options.game_clock or usual_game_clock(options.turn_clock))
    return say(_("Time for the game: %(time)s, then the lowest hand wins."), time=time)


def _hand_size(options: Options) -> Message:
    return say(_("%(count)s cards each."), count=options.hand_size)


def _whot(options: Options) -> Message | None:
    return None if options.no_whot else say(_("Whot: call the shape that must follow."))


def _defence(options: Options) -> Message | None:
    if options.whot_defence == "cancel":
        return say(_("A Whot cancels a pick that is owed."))
    usual = options_for(options.preset).whot_defence
    return say(_("A Whot is no answer to a pick.")) if usual == "cancel" else None


def _only_wild(text: str) -> TextOf:
    return lambda options: Message(text) if options.wild2 else None


def _punch(options: Options) -> Message | None:
    if not options.wild2:
        return None
    if "stack" in (options.pick2, options.pick3):
        return say(_("Wild Punch: sends a pick back to who played it."))
    return say(_("Wild Punch: fits on anything, keeps the shape."))


def _wild2(options: Options) -> Message | None:
    if options.wild2:
        return say(_("With Discard All, Reverse and Wild Punch."))
    usual = options_for(options.preset).wild2
    return say(_("Without Discard All, Reverse and Wild Punch.")) if usual else None


CARD: tuple[Entry, ...] = (
    Entry("packs", False, _by_value("packs", {1: _("One pack."), 2: _("Two packs.")})),
    Entry(
        "wild2",
        True,
        _wild2,
    ),
    Entry("hand_size", True, _hand_size),
    Entry("start_card", False, _start_card),
    Entry(
        "draw_when_able",
        True,
        _by_value(
            "draw_when_able",
            {
                True: _("Going to market is allowed while a card fits."),
                False: _("Go to market only when no card fits."),
            },
        ),
    ),
    Entry(
        "after_draw",
        False,
        _by_value(
            "after_draw",
            {
                "pass": _("Going to market ends the turn."),
                "may_play": _("A card just drawn may be played at once."),
            },
        ),
    ),
    Entry(
        "hold_on",
        True,
        _by_value(
            "hold_on",
            {
                "again": _("1: you play again."),
                "next_only": _("1: the next player misses a turn."),
                "off": _("1 is a plain card."),
            },
        ),
    ),
    Entry(
        "pick2",
        True,
        _by_value(
            "pick2",
            {
                "stack": _("2: answer with a 2, or pick two for each."),
                "auto": _("2: the next player picks two and misses a turn."),
                "off": _("2 is a plain card."),
            },
        ),
    ),
    Entry(
        "pick3",
        True,
        _by_value(
            "pick3",
            {
                "stack": _("5: answer with a 5, or pick three for each."),
                "auto": _("5: the next player picks three and misses a turn."),
                "off": _("5 is a plain card."),
            },
        ),
    ),
    Entry("reverse7", True, _reverse7),
    Entry(
        "suspension",
        True,
        _by_value(
            "suspension",
            {True: _("8: the next player misses a turn."), False: _("8 is a plain card.")},
        ),
    ),
    Entry("star8_skips", True, _star8),
    Entry(
        "general_market",
        True,
        _by_value(
            "general_market",
            {
                "pass": _("14: all others draw one, play passes on."),
                "again": _("14: all others draw one, you play again."),
                "off": _("14 is a plain card."),
            },
        ),
    ),
    Entry(
        "no_whot",
        True,
        lambda options: say(_("There are no Whots.")) if options.no_whot else None,
    ),
    Entry(None, True, _whot, "W4.9"),
    Entry(None, True, _only_wild(_("Discard All: all your cards of its shape go too.")), "W4.10"),
    Entry(None, True, _only_wild(_("Reverse: play turns round.")), "W4.11", among_two=False),
    Entry(None, True, _punch, "W4.12"),
    Entry("whot_defence", True, _defence),
    Entry(
        "last_card_call",
        True,
        _by_value(
            "last_card_call",
            {
                "off": _("“Last card” need not be said."),
                "penalty2": _("Say “last card” when one is left, or pick two."),
                "auto": _("“Last card” is said for you."),
            },
        ),
    ),
    Entry("market_empty", True, _market_empty),
    Entry("max_refills", True, _refills),
    Entry("penalty_short", False, _penalty_short),
    Entry("score", True, _score),
    Entry("turn_clock", True, _turn_clock),
    Entry("timeout", True, _timeout),
    Entry("max_missed", True, _misses),
    Entry("excused_misses", False, _excused),
    Entry("clock", True, _clock),
    Entry("game_clock", True, _game_clock),
)
