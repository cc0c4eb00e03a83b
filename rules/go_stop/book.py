"""The rules card and the rules page of Go-Stop: six sections, each sentence with the number of its clause (0.7).

The full text with the reasons is docs/rules/go_stop.md.
"""

from __future__ import annotations

from rules.book import Example, Line, Section
from rules.core import Message, say
from rules.core import gettext_noop as _
from rules.go_stop.options import MOST_MISSES, Options, check_seats
from rules.phrases import duration

_TITLES = {
    "objective": _("What it is about"),
    "setup": _("Before the first turn"),
    "turn": _("Taking a turn"),
    "captures": _("Special captures"),
    "combinations": _("Combination score"),
    "ending": _("Payment and the end"),
}

_SECTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "objective": (
        ("1.1", _("Capture cards that make combinations: brights, animals, ribbons and junk.")),
        ("1.2", _("Your points are counted when your own turn ends.")),
        ("1.3", _("With 7 points or more you may stop the deal and be paid.")),
        (
            "1.4",
            _("Or you call Go and play on. You decide again only when your score has risen above that of the Go."),
        ),
        ("1.5", _("If the other player stops first, your points are lost.")),
        ("1.6", _("If the stock runs out and nobody has stopped, the deal is a draw, called Nagari.")),
    ),
    "setup": (
        ("2.1", _("All 48 hwatu cards are used: twelve months of four cards, and no jokers.")),
        ("2.2", _("Each player is dealt 10 cards; 8 lie face up as the layout, 20 face down as the stock.")),
        ("2.3", _("Lots are drawn for who begins, in every deal.")),
        ("2.4", _("Four cards of one month in the layout: everything is dealt again.")),
        ("2.5", _("Four cards of one month in one hand: that player wins 5 points at once.")),
        ("2.6", _("If both hands hold such a four, everything is dealt again.")),
        ("2.7", _("Three cards of one month in the layout lie as one pile.")),
    ),
    "turn": (
        ("3.1", _("Choose a card of your hand and confirm it.")),
        ("3.2", _("If no card of its month lies in the layout, yours stays there.")),
        ("3.3", _("If one lies there, the two are a pair.")),
        ("3.4", _("If two lie there, you choose which of them you take.")),
        ("3.5", _("If three lie there, you take all four cards.")),
        ("3.6", _("Then the top card of the stock is turned up and takes a card of its month in the same way.")),
        ("3.7", _("What you take is yours after both steps.")),
        (
            "3.8",
            _("If the stock card is of your new pair's month, and one card lay there before, all three stay: a Ppuk."),
        ),
        ("3.9", _("If two lay there before, you take all four: a Ttadak.")),
        ("3.10", _("If the stock card takes the card you just laid down without a match, that is a Chok.")),
    ),
    "captures": (
        ("4.1", _("Ttadak, Chok and Sseul each win you one junk card of the other player's.")),
        ("4.2", _("Sseul: only two cards lay there, of two months, and you take both.")),
        ("4.3", _("On the last turn of the deal these three win no junk.")),
        ("4.4", _("Taking a pile of three wins one junk card too.")),
        ("4.5", _("If you made that pile yourself as a Ppuk, it wins two units of junk.")),
        ("4.6", _("A double junk card can pay both units.")),
        ("4.7", _("The least valuable junk card goes first, then the one of the earlier month.")),
        ("4.8", _("The September cup is never handed over.")),
        ("4.9", _("Who makes three Ppuk wins 5 points at once.")),
        (
            "4.10",
            _("A Ppuk on the first turn pays nothing, nothing is shaken, no bomb: one card is played at a time."),
        ),
    ),
    "combinations": (
        ("5.1", _("Five brights are 15 points, four are 4, three are 3; three with the December rain bright are 2.")),
        ("5.2", _("Only the highest of these counts.")),
        ("5.3", _("Five animals are 1 point, and each further one is 1 more.")),
        ("5.4", _("The birds of February, April and August together add 5: Godori.")),
        ("5.5", _("Five ribbons are 1 point, and each further one is 1 more.")),
        ("5.6", _("The red poetry ribbons of January, February and March together add 3.")),
        ("5.7", _("The blue ribbons of June, September and October together add 3.")),
        ("5.8", _("The red ribbons without writing of April, May and July together add 3.")),
        ("5.9", _("The December ribbon belongs to no set.")),
        ("5.10", _("Ten units of junk are 1 point, and each further unit is 1 more.")),
        ("5.11", _("The coloured November junk and the December junk with the lightning are two units each.")),
        (
            "5.12",
            _(
                "The September cup is an animal or a double junk, whichever gives your combinations more points; "
                "an animal where both give the same."
            ),
        ),
        ("5.13", _("All combinations are added up.")),
    ),
    "ending": (
        ("6.1", _("When you first reach 7 points, or when your score has risen after Go, you choose: Stop or Go.")),
        ("6.2", _("Stop pays you your combination score.")),
        ("6.3", _("One Go before it adds 1 point, two add 2.")),
        (
            "6.4",
            _("With three Go nothing is added, but the score is doubled, with four it is doubled twice, and so on."),
        ),
        ("6.5", _("Brights that score against a player without any bright: doubled.")),
        ("6.6", _("Seven animals or more: doubled.")),
        ("6.7", _("Junk that scores against a player with fewer than five units of junk: doubled.")),
        ("6.8", _("Each of these doubles what the others have made.")),
        ("6.9", _("For all of them your cup is what it is for your score.")),
        ("6.10", _("The other player's cup always counts as two units of junk that protect.")),
        ("6.11", _("On your last turn you can only stop.")),
    ),
}

_CARD = ("1.3", "1.4", "1.5", "1.6", "2.5", "3.8", "4.9", "6.4", "6.7", "6.11")
"""What somebody who knows hwatu from elsewhere must know before sitting down."""


_HAND, _LAYOUT, _STOCK = _("from the hand"), _("in the layout"), _("from the stock")
_OWN, _GIVEN = _("your own Ppuk"), _("you are given")
_EXAMPLES: dict[str, tuple[tuple[str, str], ...]] = {
    "2.7": ((_LAYOUT, "04-1 04-3 04-4"),),
    "3.2": ((_HAND, "07-1"), (_LAYOUT, "01-3 05-2 10-4")),
    "3.3": ((_HAND, "10-1"), (_LAYOUT, "10-4 01-3 05-2")),
    "3.4": ((_HAND, "06-1"), (_LAYOUT, "06-2 06-3 01-3")),
    "3.5": ((_HAND, "04-2"), (_LAYOUT, "04-1 04-3 04-4")),
    "3.8": ((_HAND, "03-2"), (_LAYOUT, "03-3 01-3"), (_STOCK, "03-4")),
    "3.9": ((_HAND, "03-2"), (_LAYOUT, "03-1 03-3 01-3"), (_STOCK, "03-4")),
    "3.10": ((_HAND, "03-2"), (_LAYOUT, "01-3 05-2"), (_STOCK, "03-4")),
    "4.2": ((_HAND, "01-2"), (_LAYOUT, "01-1 02-3"), (_STOCK, "02-1")),
    "4.4": ((_HAND, "04-2"), (_LAYOUT, "04-1 04-3 04-4"), (_GIVEN, "07-3")),
    "4.5": ((_HAND, "03-1"), (_OWN, "03-2 03-3 03-4"), (_GIVEN, "07-3 10-3")),
    "4.6": ((_("double junk"), "11-4"), (_("double junk"), "12-4")),
    "4.8": ((_("sake cup"), "09-1"),),
    "5.1": (
        (_("15 points"), "01-1 03-1 08-1 11-1 12-1"),
        (_("4 points"), "01-1 03-1 08-1 11-1"),
        (_("3 points"), "01-1 03-1 08-1"),
        (_("2 points"), "01-1 03-1 12-1"),
    ),
    "5.3": ((_("1 point"), "05-1 06-1 07-1 10-1 12-2"),),
    "5.4": ((_("5 points"), "02-1 04-1 08-2"),),
    "5.5": ((_("1 point"), "01-2 04-2 06-2 09-2 12-3"),),
    "5.6": ((_("3 points"), "01-2 02-2 03-2"),),
    "5.7": ((_("3 points"), "06-2 09-2 10-2"),),
    "5.8": ((_("3 points"), "04-2 05-2 07-2"),),
    "5.9": ((_("ribbon in no set"), "12-3"),),
    "5.10": ((_("1 point"), "01-3 01-4 02-3 02-4 05-3 05-4 06-3 06-4 08-3 08-4"),),
    "5.11": ((_("1 point"), "11-4 12-4 01-3 01-4 02-3 02-4 05-3 05-4"),),
    "5.12": ((_("animal or double junk"), "09-1"),),
}
"""Cards that show what a clause says, each group with what it is."""


def _examples(rule: str) -> tuple[Example, ...]:
    return tuple(Example(Message(label), tuple(cards.split())) for label, cards in _EXAMPLES.get(rule, ()))


def preset_words() -> tuple[Message, Message]:
    """What the rules are called, and what makes them, in a sentence."""
    summary = _(
        "Hwatu for two: match cards of the same month, capture brights, animals, ribbons and junk, and at 7 points "
        "stop or go for more."
    )
    return say(_("%(name)s (%(number)s)"), name="Go-Stop", number="004"), Message(summary)


def section_title(key: str) -> Message:
    return Message(_TITLES[key])


def rules_page(options: Options, seats: int | None = None) -> list[Section]:
    """Everything that holds, in six sections. Raises BadOptions when so many cannot play."""
    if seats is not None:
        check_seats(seats)
    sections = []
    for key, lines in _SECTIONS.items():
        told = [Line(rule, Message(text), examples=_examples(rule)) for rule, text in lines]
        if key == "ending":
            told += _absence(options)
        sections.append(Section(key, section_title(key), tuple(told)))
    return sections


def rules_card(options: Options, seats: int | None = None) -> list[Line]:
    """What a player must know before sitting down. Raises BadOptions when so many cannot play."""
    lines = [line for section in rules_page(options, seats) for line in section.lines]
    return [line for line in lines if line.rule in _CARD or line.option is not None] + [
        line for line in lines if line.rule == "R53" and line.option is None
    ]


def _absence(options: Options) -> list[Line]:
    """R53: clocks, and what leaving costs."""
    differs = bool(options.differing())
    clock = say(_("Turns are not timed, unless the table sets a clock."))
    lines = []
    if options.turn_clock is not None:
        clock = say(_("A turn may take %(time)s."), time=duration(options.turn_clock))
        text = _(
            "Who runs out of time has the turn played to its end: the lowest card, the lowest choice, and Stop where "
            "it is offered."
        )
        lines.append(Line("R53", Message(text)))
        text = _("%(count)s turns in a row that run out lose the deal.")
        lines.append(Line("R53", say(text, count=MOST_MISSES)))
    leaving = Message(_("Who leaves, or runs out of time too often, loses; the other player wins 5 points."))
    return [
        Line("R53", clock, "turn_clock", differs),
        *lines,
        Line("R53", leaving),
        Line("R53", Message(_("A match of several deals adds up the points won, and the highest total wins."))),
    ]
