"""The rules card and the long rules page, made from one set of house rules.

Both say what holds in the game at hand and nothing else, each sentence with the number of its rule
(docs/rules/whot.md). The card is what a player must know before sitting down; the page
tells everything, in the order of play. Their texts are in `book_card` and `book_page`.
"""

from __future__ import annotations

from rules.book import Line, Section
from rules.whot.book_card import CARD
from rules.whot.book_page import chapters
from rules.whot.option_words import rule_of, without_effect
from rules.whot.options import Options, check_seats

CLOCK_OPTIONS = ("clock", "timeout", "max_missed", "turn_clock", "game_clock", "excused_misses")
"""Options that mean something only where a clock is kept (W7.2, W8)."""


def rules_page(options: Options, seats: int | None = None) -> list[Section]:
    """Everything that holds in this game, in order of play. `seats` None: any number of players.

    Raises BadOptions when so many cannot play by these options.
    """
    if seats is not None:
        check_seats(options, seats)
    differing = options.differing()
    return [
        Section(
            key,
            title,
            tuple(Line(rule, text, name, name in differing) for rule, text, name in paragraphs),
        )
        for key, title, paragraphs in chapters(options, seats)
    ]


def rules_card(options: Options, seats: int | None = None) -> list[Line]:
    """What a player must know before sitting down, one short line a thing.

    The cards with an effect, the last card, the market, points, clocks and misses always where they
    can matter; every other option only where it differs from the preset too. `seats` None: any
    number of players. Raises BadOptions when so many cannot play by these options.
    """
    if seats is not None:
        check_seats(options, seats)
    differing = options.differing()
    idle = without_effect(options, seats)
    lines = []
    for entry in CARD:
        name = entry.option
        differs = name in differing
        if name in idle or not (entry.always or differs) or (seats == 2 and not entry.among_two):
            continue
        message = entry.text(options)
        if message is not None:
            rule = rule_of(options, name) if name else entry.rule
            lines.append(Line(rule, message, name, differs))
    return lines
