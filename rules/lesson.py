"""A first deal that explains itself: a fixed deal, everything that is done in it, and to who learns what to do and why.

The deal is played by the rules of the game like any other; the lesson adds words and nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

LEARNER = 0  # the seat of who learns; whoever sits at the other one follows the script


class Part(NamedTuple):
    """What is done next, as a line of a log. For the learner `why` it is done, to be translated, the clause, and the
    cards `about` which it speaks, besides that of the action."""

    action: str
    why: str = ""
    rule: str = ""
    about: tuple[str, ...] = ()


class Lesson(NamedTuple):
    title: str
    link: str  # what leads to it is called
    game: str  # in a line, for somebody who does not know it
    preset: str
    number: int  # of the simulated seed (rules.shuffle) that gives the deal
    before: tuple[str, ...]  # what one has to know before anything is done, to be translated
    examples: tuple[str, ...]  # cards that are drawn beside it
    after: str
    parts: tuple[Part, ...]

    @property
    def steps(self) -> tuple[int, ...]:
        """The places of the learner's own parts."""
        return tuple(place for place, part in enumerate(self.parts) if part.why)
