"""What the form for a table's rules is drawn from: its labels, and what each kind of field shows."""

from typing import NamedTuple

from django.utils.translation import gettext_lazy

CLOCKS = {"turn_clock": "turn", "game_clock": "time"}  # option, field of the form

# What each field is called, beside it and in the list of what is wrong, in the order of the page.
LABELS = {
    "preset": gettext_lazy("Kind of game"),
    "seats": gettext_lazy("Players, you included"),
    "coins": gettext_lazy("What is played for"),
    "coin_amount": gettext_lazy("Stake of each player"),
    "coin_fee": gettext_lazy("Fee off the pot"),
    "turn": gettext_lazy("Time for a turn"),
    "join": gettext_lazy("Who may join"),
    "games": gettext_lazy("Number of games"),
    "match": gettext_lazy("Match"),
    "start": gettext_lazy("Start"),
    "time": gettext_lazy("Time for the whole game"),
    "pause": gettext_lazy("Pauses in a game, together"),
    "onlookers": gettext_lazy("Others may look on (they see no hand)"),
    "fill_bots": gettext_lazy("Computer players take the empty seats at the start"),
    "takeover": gettext_lazy("A computer player takes over the seat of anybody who leaves"),
    "bot_level": gettext_lazy("How well computer players play"),
    "one_at_a_time": gettext_lazy("Who sits here sits at no other table"),
}


class Choice(NamedTuple):
    value: str
    text: str
    chosen: bool


class Kind(NamedTuple):
    """A preset to choose."""

    key: str
    name: str
    summary: str
    fewest: int
    most: int
    chosen: bool
    from_seats: str = ""  # what changes by itself from so many players on
    lasts: str = ""  # when the game ends by its own clock, for who can't choose that clock


class Clock(NamedTuple):
    """A duration: some to choose from, and a number with its unit for any other."""

    name: str
    choices: list[Choice]
    number: str
    units: list[Choice]
    problem: str
    changed: bool


class RuleField(NamedTuple):
    """One house rule: a select, or a text field where `choices` is empty."""

    name: str
    label: str
    rule: str
    choices: list[Choice]
    value: str
    usual: str
    allowed: str
    problem: str
    changed: bool
    idle: str


class ShownLine(NamedTuple):
    """A line of a rules card in the reader's language."""

    rule: str
    text: str
    differs: bool  # from the preset
    unusual: bool  # differs from this person's usual rules
    new: bool = False  # differs from what this person agreed to
