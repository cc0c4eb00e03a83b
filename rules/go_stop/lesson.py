"""The first deal of Go-Stop, for somebody who never held hwatu."""

from __future__ import annotations

from rules.core import gettext_noop as _
from rules.lesson import Lesson, Part

LESSON = Lesson(
    title=_("Your first deal of Go-Stop"),
    link=_("A first deal of Go-Stop, step by step"),
    game=_("The Korean game of flower cards, for two: match the months and collect sets."),
    preset="004",
    number=233,
    before=(
        _(
            "Hwatu are 48 cards: twelve months of four cards. The number at the top left is the month, the sign "
            "below it "
            "the kind: bright, animal, ribbon or junk."
        ),
        _(
            "You capture cards by matching months. What you captured makes combinations, and with 7 points at "
            "the end of "
            "your turn you may stop and are paid (1.3)."
        ),
    ),
    examples=("08-1", "08-2", "03-2", "01-3"),
    parts=(
        Part(
            "play 03-1",
            _(
                "One card of March lies there, so the two make a pair (3.3). Yours is a bright, and three "
                "brights score. "
                "Then the top card of the stock is turned up and matched in the same way."
            ),
            "3.3",
            ("03-2",),
        ),
        Part("play 11-3"),
        Part(
            "play 01-3",
            _(
                "That was a Ppuk: the stock card was of March too, so all three stay as a pile (3.8). The "
                "fourth card of "
                "March will take them all. Now take the bright of January with your junk card."
            ),
            "3.8",
            ("01-1", "03-1", "03-2", "03-4"),
        ),
        Part("play 12-4"),
        Part(
            "play 08-1 take 08-3",
            _("Two cards of August lie there: you say which one you take (3.4). Both are junk, so either will do."),
            "3.4",
            ("08-3", "08-4"),
        ),
        Part("play 04-1"),
        Part(
            "play 08-2",
            _(
                "The other card of August is still there, and yours is a bird: with the birds of February and "
                "April it "
                "would make Godori, 5 points (5.4)."
            ),
            "5.4",
            ("08-4",),
        ),
        Part("play 07-3"),
        Part(
            "play 02-4",
            _(
                "The stock turned up the fourth card of March: you took your own Ppuk, and for it two units of "
                "junk from "
                "the other player (4.5). Now take the red poetry ribbon of February: with those of January and "
                "March it "
                "adds 3 (5.6)."
            ),
            "4.5",
            ("02-2",),
        ),
        Part(
            "choose 05-3",
            _("The stock card is of May, and two cards of May lie there: you choose which one it takes (3.6)."),
            "3.6",
            ("05-2", "05-3", "05-4"),
        ),
        Part("play 10-1"),
        Part(
            "play 05-1",
            _(
                "An animal, and a junk card with it. Five animals score one point and ten units of junk as "
                "well, and each "
                "one more adds another (5.3, 5.10)."
            ),
            "5.10",
            ("05-4",),
        ),
        Part("play 02-3"),
        Part(
            "play 11-2",
            _(
                "Nothing of your months lies there, and whatever you play stays in the layout (3.2). Give away "
                "what is "
                "worth least: a plain junk card."
            ),
            "3.2",
        ),
        Part(
            "stop",
            _(
                "The stock gave you the ribbon of January: three poetry ribbons, three brights and your junk "
                "are more than "
                "7 points. Stop pays them now (6.2). With Go you would play on for more, but if the other "
                "player stops "
                "first you get nothing (1.5)."
            ),
            "6.1",
            ("01-1", "03-1", "08-1", "01-2", "02-2", "03-2"),
        ),
    ),
    after=_(
        "That was a whole deal. In the next one nobody tells you what to do, but the Hint button does when you ask it."
    ),
)
