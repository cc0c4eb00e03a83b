"""The first game of Whot, for somebody who never held its cards."""

from __future__ import annotations

from rules.core import gettext_noop as _
from rules.lesson import Lesson, Part

LESSON = Lesson(
    title=_("Your first game of Whot"),
    link=_("A first game of Whot, step by step"),
    game=_("The Nigerian game of shapes and numbers, for two to six."),
    preset="001",
    number=397,
    before=(
        _("Every card has a shape and a number. Whoever is the first without cards wins (W7.1)."),
        _(
            "On your turn you play a card that has the shape or the number of the one on the pile, or a Whot "
            "(W3.1). If "
            "you can't, you go to market and draw one (W3.2)."
        ),
    ),
    examples=("R3", "R7", "C7", "W20"),
    parts=(
        Part("play R7", _("A star lies on the pile, so the shape of your star fits."), "W3.1"),
        Part("play R2"),
        Part(
            "play T2",
            _(
                "The other player played a 2, and you owe two cards. Your own 2 answers it: nothing is picked, "
                "and now "
                "the other one owes four (W4.2)."
            ),
            "W4.2",
        ),
        Part("play W20 call circle"),
        Part(
            "play C11",
            _("The Whot wiped out the pick (W4.4) and called circle: only a circle or another Whot may follow."),
            "W4.9",
        ),
        Part("play C13"),
        Part(
            "play W20 call square",
            _(
                "You hold no circle and no 13, but a Whot goes on anything. Call the shape of the card you "
                "keep: square."
            ),
            "W4.9",
        ),
        Part("play S5"),
        Part("draw", _("A 5 asks you to pick three, and you hold no 5 to answer it with: pick them."), "W4.2"),
        Part("draw"),
        Part("play X5", _("Your new 5 fits by its number, and now it is the other one who owes three."), "W4.2"),
        Part("draw"),
        Part(
            "draw",
            _("You hold no cross, no 5 and no Whot: nothing fits, so you go to market. With that your turn is over."),
            "W3.2",
        ),
        Part("play X1"),
        Part("draw"),
        Part("play T1", _("A 1 fits on a 1. It is called Hold On: you play again at once."), "W4.1"),
        Part(
            "play T8",
            _(
                "This is your extra turn. An 8 is Suspension: the other player misses a turn, so the next one "
                "is yours too."
            ),
            "W4.6",
        ),
        Part(
            "play T11", _("Triangle on triangle. Then one card is left to you, and everybody can see how many."), "W3.1"
        ),
        Part("play T10"),
        Part("play S10", _("A 10 on a 10. It is your last card, and with it the game is yours."), "W7.1"),
    ),
    after=_(
        "That was a whole game. In the next one nobody tells you what to do, but the Hint button does when you ask it."
    ),
)
