"""The chapter of the rules page about special cards (W4)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core import Message, say
from rules.core import gettext_noop as _
from rules.whot.book_parts import Paragraph, chosen, has_special_numbers, stacks
from rules.whot.option_words import rule_of, without_effect
from rules.whot.options import Options, options_for


def _hold_on(options: Options) -> str:
    if options.hold_on == "off":
        return _("A 1 is a plain card.")
    if options.hold_on == "next_only":
        return _("1, Hold On: only the next player misses a turn.")
    if options.after_draw == "pass":
        return _("1, Hold On: you play again. It is a turn like any other, and going to market ends it.")
    return _("1, Hold On: you play again. It is a turn like any other.")


def special_cards(options: Options, seats: int | None) -> Iterator[Paragraph]:
    idle = without_effect(options, seats)
    yield rule_of(options, "hold_on"), Message(_hold_on(options)), "hold_on"
    yield from _picks(options, idle)
    if "reverse7" not in idle:
        if options.reverse7:
            text = _("7: the direction of play turns round; with two players left nothing happens.")
            yield "W4.8", say(text), "reverse7"
        elif options_for(options.preset).reverse7:
            yield "W4.8", say(_("A 7 is a plain card.")), "reverse7"
    yield chosen(
        options,
        "suspension",
        {
            True: _("8, Suspension: the next player sits out one turn."),
            False: _("An 8 is a plain card."),
        },
    )
    if "star8_skips" not in idle and options.star8_skips == 2:
        text = _(
            "The star 8 takes a turn from the next two players. With one opponent left it takes "
            "one turn, and you play again."
        )
        yield "W4.6", say(text), "star8_skips"
    yield chosen(
        options,
        "general_market",
        {
            "pass": _(
                "14, General Market: each of the others draws one card, beginning with the next "
                "player. Then play passes on."
            ),
            "again": _(
                "14, General Market: each of the others draws one card, beginning with the next "
                "player. Then you play again."
            ),
            "off": _("A 14 is a plain card."),
        },
    )
    yield from _wilds(options, seats)
    if options.no_whot and not has_special_numbers(options):
        return
    if stacks(options):
        text = _("A special card played as the last of a hand does nothing, and what is owed lapses.")
    else:
        text = _("A special card played as the last of a hand does nothing.")
    yield "W4.13", say(text), "end_on_special"


def _picks(options: Options, idle: dict[str, Message]) -> Iterator[Paragraph]:
    yield chosen(
        options,
        "pick2",
        {
            "stack": _(
                "2, Pick Two: the next player answers with another 2 or picks. Two cards are owed "
                "for each 2 in the row."
            ),
            "auto": _("2, Pick Two: the next player draws two cards at once and misses the turn."),
            "off": _("A 2 is a plain card."),
        },
    )
    yield chosen(
        options,
        "pick3",
        {
            "stack": _(
                "5, Pick Three: the next player answers with another 5 or picks. Three cards are "
                "owed for each 5 in the row."
            ),
            "auto": _("5, Pick Three: the next player draws three cards at once and misses the turn."),
            "off": _("A 5 is a plain card."),
        },
    )
    if not stacks(options):
        return
    text = _(
        "Picking means drawing all that is owed; it ends the turn and settles the debt. The player "
        "after that follows the top card as usual, and a later pick is counted from the start."
    )
    yield "W4.2", say(text), None
    if options.pick2 == options.pick3:
        yield "W4.2", say(_("A 5 does not answer a 2, nor a 2 a 5.")), None
    if "whot_defence" not in idle:
        yield chosen(
            options,
            "whot_defence",
            {
                "no": _("A Whot does not answer a pick."),
                "cancel": _("A Whot answers a pick too: it cancels all that is owed and calls a shape."),
            },
        )


def _wilds(options: Options, seats: int | None) -> Iterator[Paragraph]:
    if not options.no_whot:
        text = _(
            "20, Whot: call one of the five shapes as you play it; the one being followed will do "
            "too. As your last card it needs no call."
        )
        yield "W4.9", say(text), None
        if options.wild2:
            text = _(
                "The next card must be of the called shape, or a wild. The call stands until it is "
                "met: for you too, however often others draw."
            )
        else:
            text = _(
                "The next card must be of the called shape, or another Whot. The call stands until "
                "it is met: for you too, however often others draw."
            )
        yield "W4.9", say(text), None
    if not options.wild2:
        return
    text = _(
        "Discard All fits on its shape and on any other Discard All. With it go all your cards of "
        "that shape, under it and without their effects; if they were all you had, you win."
    )
    yield "W4.10", say(text), None
    if seats == 2:
        text = _("Reverse fits on its shape and on any other Reverse; between two players it does nothing else.")
    else:
        text = _(
            "Reverse fits on its shape and on any other Reverse, and turns the direction of play round; "
            "with two players left nothing happens."
        )
    yield "W4.11", say(text), None
    text = _("Wild Punch fits on anything. The shape under it, or the one called, must still be followed.")
    yield "W4.12", say(text), None
    if stacks(options):
        text = _(
            "While cards are owed, a Wild Punch sends them back: whoever played the last 2 or 5 "
            "draws them all at once and cannot answer. If that player has left, they lapse."
        )
        yield "W4.12", say(text), None
        yield "W4.11", say(_("Neither Discard All nor Reverse answers a pick.")), None
