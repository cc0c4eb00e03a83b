"""Go-Stop in words: actions, events and ends as `Message`s that the site can translate.

Nothing here decides anything. Ppuk, Ttadak, Chok, Sseul, Go, Stop, Godori and Nagari stay names in every language
(R55).
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import Event, Message, Seat, say
from rules.core import gettext_noop as _
from rules.go_stop import actions
from rules.go_stop.actions import Action, Call, Choose, Play
from rules.go_stop.names import CARD_NAMES, card_name, points_words
from rules.phrases import Told, how_many_cards, listed, told_alike

# -- actions --------------------------------------------------------------------------------------

_DONE = {
    "go": _("calls Go"),
    "stop": _("calls Stop"),
    "timeout": _("runs out of time"),
    "timeout excused": _("runs out of time, excused"),
    "leave": _("leaves the game"),
    "time_up": _("the time for the game is up"),
    "abandon": _("the game is abandoned"),
}


def action_words(action: Action | str) -> Message:
    """What somebody does, without who: "plays January junk (...)". Takes an action or a line of a log.

    Raises UnreadableAction for a text that is neither an action nor a word of the house.
    """
    text = action if isinstance(action, str) else action.text
    if text in _DONE:
        return Message(_DONE[text])
    parsed = actions.parse(text)
    if isinstance(parsed, Choose):
        return say(_("takes %(card)s with the stock card"), card=card_name(parsed.card.code))
    assert isinstance(parsed, Play)
    if parsed.target is None:
        return say(_("plays %(card)s"), card=card_name(parsed.card.code))
    target = card_name(parsed.target.code)
    return say(_("plays %(card)s and takes %(target)s"), card=card_name(parsed.card.code), target=target)


def button_words(action: Action) -> Message:
    """What a player is offered: "Play January junk (...)"."""
    if isinstance(action, Call):
        return Message(action.text.capitalize())  # Go and Stop are names
    if isinstance(action, Choose):
        return say(_("Take %(card)s"), card=card_name(action.card.code))
    if action.target is None:
        return say(_("Play %(card)s"), card=card_name(action.card.code))
    target = card_name(action.target.code)
    return say(_("Play %(card)s and take %(target)s"), card=card_name(action.card.code), target=target)


# -- the end --------------------------------------------------------------------------------------

END_WORDS = {
    "stop": _("Stop was called"),
    "hand_quad": _("four cards of one month were dealt into a hand"),
    "three_ppuk": _("a third Ppuk was made"),
    "nagari": _("the stock is used up and nobody called Stop: Nagari, a draw"),
    "last_player": _("only one player is left"),
    "abandoned": _("it was abandoned, and counts for nobody"),
}
"""Why a deal ended, by the reason that is stored."""


def end_words(reason: str) -> Message:
    """Why a deal ended, to stand after a colon. Raises KeyError for an unknown reason."""
    return Message(END_WORDS[reason])


# -- events ---------------------------------------------------------------------------------------


JUNK_RULES = {"chok": "4.1", "ttadak": "4.1", "sseul": "4.1", "pile": "4.4", "own_pile": "4.5"}
"""The clause by which junk moves, by its cause."""

_TOLD: dict[tuple[str, str], Told] = {
    # The deal (section 2)
    ("redealt", "layout_quad"): told_alike(
        _("Four cards of one month lay in the layout, so everything is dealt again (2.4).")
    ),
    ("redealt", "both_hand_quads"): told_alike(
        _("Both players held four cards of one month, so everything is dealt again (2.6).")
    ),
    ("dealt", ""): told_alike(_("Each player is dealt %(cards)s.")),
    ("laid_out", ""): told_alike(_("Face up in the layout: %(cards)s.")),
    ("trio", ""): told_alike(_("Three cards of one month lie as one pile: %(cards)s.")),
    ("begins", ""): Told(_("You begin."), _("%(name)s begins.")),
    ("quad", ""): Told(
        _("You were dealt four cards of one month: %(cards)s."),
        _("%(name)s was dealt four cards of one month: %(cards)s."),
    ),
    # The hand card (3.2 to 3.5)
    ("played", "laid"): Told(
        _("You play %(card)s. Nothing of its month lies there, so it stays in the layout."),
        _("%(name)s plays %(card)s. Nothing of its month lies there, so it stays in the layout."),
    ),
    ("played", "pair"): Told(
        _("You play %(card)s to %(target)s."),
        _("%(name)s plays %(card)s to %(target)s."),
    ),
    ("played", "pile"): Told(
        _("You play %(card)s to the pile of three."),
        _("%(name)s plays %(card)s to the pile of three."),
    ),
    # The stock card (3.6)
    ("turned_up", "laid"): told_alike(_("The stock card is %(card)s. It stays in the layout.")),
    ("turned_up", "pair"): told_alike(_("The stock card is %(card)s. It takes %(target)s.")),
    ("turned_up", "pile"): told_alike(_("The stock card is %(card)s. It takes the pile of three.")),
    ("turned_up", "choice"): Told(
        _("The stock card is %(card)s. You choose what it takes: %(target)s or %(other)s."),
        _("The stock card is %(card)s. %(name)s chooses what it takes: %(target)s or %(other)s."),
    ),
    ("turned_up", "own"): told_alike(_("The stock card is %(card)s, of the month just played.")),
    ("chose", ""): Told(
        _("You take %(target)s with the stock card."),
        _("%(name)s takes %(target)s with the stock card."),
    ),
    # Special captures (3.8 to 3.10, section 4)
    ("ppuk", ""): Told(
        _("Ppuk! The three cards stay as a pile. You have made %(count)s of them."),
        _("Ppuk! The three cards stay as a pile. %(name)s has made %(count)s of them."),
    ),
    ("ttadak", ""): Told(
        _("Ttadak! You take all four cards of the month."), _("Ttadak! %(name)s takes all four cards of the month.")
    ),
    ("chok", ""): Told(
        _("Chok! The stock card takes the card you played."),
        _("Chok! The stock card takes the card that %(name)s played."),
    ),
    ("sseul", ""): Told(
        _("Sseul! You take the only two cards of the layout."),
        _("Sseul! %(name)s takes the only two cards of the layout."),
    ),
    ("pile", ""): Told(_("You take a pile of three."), _("%(name)s takes a pile of three.")),
    ("own_pile", ""): Told(_("You take your own Ppuk."), _("%(name)s takes their own Ppuk.")),
    ("captured", ""): Told(_("You capture: %(cards)s."), _("%(name)s captures: %(cards)s.")),
    # Junk that moves (4.1, 4.4, 4.5)
    ("junk", "chok"): Told(
        _("For the Chok you are given %(cards)s (4.1)."), _("For the Chok %(name)s is given %(cards)s (4.1).")
    ),
    ("junk", "ttadak"): Told(
        _("For the Ttadak you are given %(cards)s (4.1)."), _("For the Ttadak %(name)s is given %(cards)s (4.1).")
    ),
    ("junk", "sseul"): Told(
        _("For the Sseul you are given %(cards)s (4.1)."), _("For the Sseul %(name)s is given %(cards)s (4.1).")
    ),
    ("junk", "pile"): Told(
        _("For the pile you are given %(cards)s (4.4)."), _("For the pile %(name)s is given %(cards)s (4.4).")
    ),
    ("junk", "own_pile"): Told(
        _("For your own Ppuk you are given %(cards)s (4.5)."),
        _("For their own Ppuk %(name)s is given %(cards)s (4.5)."),
    ),
    ("no_junk", ""): Told(
        _("There is no junk that you could be given."), _("There is no junk that %(name)s could be given.")
    ),
    ("no_junk", "last_turn"): told_alike(_("It is the last turn, so no junk moves (4.3).")),
    # Stop or Go (6.1)
    ("may_stop", ""): Told(_("You have %(points)s: Stop or Go?"), _("%(name)s has %(points)s: Stop or Go?")),
    ("may_stop", "only"): Told(
        _("You have %(points)s, and it is your last turn: only Stop is left (6.11)."),
        _("%(name)s has %(points)s in a last turn: only Stop is left (6.11)."),
    ),
    ("went", ""): Told(_("You call Go. Times so far: %(count)s."), _("%(name)s calls Go. Times so far: %(count)s.")),
    ("stopped", ""): Told(
        _("You call Stop and are paid %(points)s."), _("%(name)s calls Stop and is paid %(points)s.")
    ),
    # Absence and the end
    ("timed_out", ""): Told(
        _("Your time is up, and your turn is played for you."),
        _("Time is up for %(name)s, whose turn is played by the house."),
    ),
    ("timed_out", "excused"): Told(
        _("Your time is up, and your turn is played for you; this miss is excused."),
        _("Time is up for %(name)s, whose turn is played by the house; this miss is excused."),
    ),
    ("eliminated", "left"): Told(
        _("You leave and are out of the game."), _("%(name)s leaves and is out of the game.")
    ),
    ("eliminated", "missed"): Told(
        _("You missed too many turns and are out of the game."),
        _("%(name)s missed too many turns and is out of the game."),
    ),
    ("ended", ""): told_alike(_("The game is over: %(why)s.")),
}  # fmt: skip


def telling(event: Event, viewer: Seat | None, names: Sequence[str]) -> Message:
    """The event as a sentence for `viewer` (None: an onlooker); `names` are the players by seat.

    Raises KeyError for an event this game does not have.
    """
    own = event.seat is not None and event.seat == viewer
    variant = event.detail
    if event.name == "ended" or (event.name == "no_junk" and event.detail != "last_turn"):
        variant = ""
    told = _TOLD[event.name, variant]
    values: dict[str, object] = {}
    if event.seat is not None and not own:
        values["name"] = names[event.seat]
    if event.name in ("played", "turned_up", "chose"):
        for place, code in zip(("card", "target", "other"), event.cards, strict=False):
            values[place] = card_name(code)
    elif event.name == "dealt":
        values["cards"] = how_many_cards(event.count)
    elif event.name in ("may_stop", "stopped"):
        values["points"] = points_words(event.count)
    elif event.name == "ended":
        values["why"] = end_words(event.detail)
    elif event.cards:
        values["cards"] = listed(card_name(code) for code in event.cards)
    if event.name in ("ppuk", "went"):
        values["count"] = event.count
    return told.to(own, values)


def spelled(message: Message) -> Message:
    """A refusal with the names of its cards in place of their codes."""
    places = ("card", "target", "one", "other")
    values = {name: CARD_NAMES.get(value, value) if name in places else value for name, value in message.values.items()}
    return message._replace(values=values)
