"""Whot in words: cards, actions, events and ends as `Message`s that the site can translate.

Nothing here decides anything. What a viewer may not know is not said to them, whether or not the
events were filtered before (`Game.tell`): a secret card is named to the seat that got it alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import Event, Message, Seat, say
from rules.core import gettext_noop as _
from rules.phrases import Told, how_many_cards, listed, told_alike
from rules.whot import actions
from rules.whot.actions import Action, Play
from rules.whot.cards import CARDS, Card, Kind, Shape
from rules.whot.refusals import SHAPE_NAMES

_NUMBERED = {
    Shape.CIRCLE: _("Circle %(number)s"),
    Shape.TRIANGLE: _("Triangle %(number)s"),
    Shape.CROSS: _("Cross %(number)s"),
    Shape.SQUARE: _("Square %(number)s"),
    Shape.STAR: _("Star %(number)s"),
}


def shape_name(shape: Shape | str) -> Message:
    """The name of a shape, given itself or its word in the notation."""
    return Message(SHAPE_NAMES[shape.value if isinstance(shape, Shape) else shape])


def _named(card: Card) -> Message:
    if card.kind is Kind.WHOT:
        return Message(_("Whot"))
    if card.kind is Kind.PUNCH:
        return Message(_("Wild Punch"))
    assert card.shape is not None
    if card.kind is Kind.DISCARD_ALL:
        return say(_("Discard All, %(shape)s"), shape=shape_name(card.shape))
    if card.kind is Kind.REVERSE:
        return say(_("Reverse, %(shape)s"), shape=shape_name(card.shape))
    return say(_NUMBERED[card.shape], number=card.number)


CARD_NAMES: dict[str, Message] = {card.code: _named(card) for card in CARDS}
"""The full name of every card, by its code."""


def card_name(code: str) -> Message:
    """The full name of a card. Raises KeyError for what is no card code."""
    return CARD_NAMES[code]


# -- actions --------------------------------------------------------------------------------------

_PLAYS = {
    # (calls a shape, says "last card")
    (False, False): _("plays %(card)s"),
    (True, False): _("plays %(card)s and calls %(shape)s"),
    (False, True): _("plays %(card)s and says “last card”"),
    (True, True): _("plays %(card)s, calls %(shape)s and says “last card”"),
}
_BUTTONS = {
    (False, False): _("Play %(card)s"),
    (True, False): _("Play %(card)s and call %(shape)s"),
    (False, True): _("Play %(card)s and say “last card”"),
    (True, True): _("Play %(card)s, call %(shape)s and say “last card”"),
}
_DONE = {
    "draw": _("goes to market"),
    "pass": _("keeps the card"),
    "timeout": _("runs out of time"),
    "timeout excused": _("runs out of time, excused"),
    "leave": _("leaves the game"),
    "time_up": _("the time for the game is up"),
    "abandon": _("the game is abandoned"),
}


def _of_play(templates: dict[tuple[bool, bool], str], action: Play) -> Message:
    values = {"card": card_name(action.card.code)}
    if action.call is not None:
        values["shape"] = shape_name(action.call)
    return Message(templates[action.call is not None, action.last], values)


def action_words(action: Action | str) -> Message:
    """What somebody does, without who: "plays Circle 5". Takes an action or a line of a log.

    `time_up` and `abandon` are done by nobody and read as whole statements.
    Raises UnreadableAction for a text that is neither an action nor a word of the house.
    """
    text = action if isinstance(action, str) else action.text
    if text in _DONE:
        return Message(_DONE[text])
    parsed = actions.parse(text)
    assert isinstance(parsed, Play)
    return _of_play(_PLAYS, parsed)


def button_words(action: Action, owed: int = 0) -> Message:
    """What a player is offered: "Play Circle 5". `owed`: how many cards a draw would pick."""
    if isinstance(action, Play):
        return _of_play(_BUTTONS, action)
    if action is actions.PASS:
        return say(_("Keep the card and pass"))
    if owed:
        return say(_("Pick %(cards)s"), cards=how_many_cards(owed))
    return say(_("Go to market"))


# -- the end --------------------------------------------------------------------------------------

END_WORDS = {
    "emptied_hand": _("the last card of a hand was played"),
    "market_exhausted": _("the market is used up, and the hands are counted"),
    "blocked": _("nobody can play and nothing is left to draw; the hands are counted"),
    "time_up": _("the time for the game is up, and the hands are counted"),
    "last_player": _("only one player is left"),
    "abandoned": _("it was abandoned, and counts for nobody"),
}
"""Why a game ended, by the reason that is stored (W7.5)."""


def end_words(reason: str) -> Message:
    """Why a game ended, to stand after a colon. Raises KeyError for an unknown reason."""
    return Message(END_WORDS[reason])


# -- events ---------------------------------------------------------------------------------------


_TOLD: dict[tuple[str, str], Told] = {
    # The deal (W2)
    ("dealt", ""): told_alike(_("Each player is dealt %(cards)s.")),
    ("put_back", ""): told_alike(_("Not fit to start, so put under the market: %(cards)s.")),
    ("turned_up", ""): told_alike(_("The start card is %(card)s.")),
    ("begins", ""): Told(_("You begin."), _("%(name)s begins.")),
    ("begins", "right"): Told(
        _("You begin, and play runs against the order of the seats."),
        _("%(name)s begins, and play runs against the order of the seats."),
    ),
    # Cards played (W3, W4)
    ("played", ""): Told(_("You play %(card)s."), _("%(name)s plays %(card)s.")),
    ("played", "call"): Told(
        _("You play %(card)s and call %(shape)s."),
        _("%(name)s plays %(card)s and calls %(shape)s."),
    ),
    ("discarded", ""): Told(_("You discard with it: %(cards)s."), _("%(name)s discards with it: %(cards)s.")),
    ("plays_again", ""): Told(_("You play again."), _("%(name)s plays again.")),
    ("misses_turn", ""): Told(_("You miss a turn."), _("%(name)s misses a turn.")),
    # Left is the rising order of the seats (W1), in which a screen lists them from left to right: so neither word.
    ("reversed", "left"): told_alike(_("Play is reversed and follows the order of the seats.")),
    ("reversed", "right"): told_alike(_("Play is reversed and runs against the order of the seats.")),
    # Cards drawn; `cards` are their names for the seat itself, their number for others
    ("drew", "market"): Told(
        _("You go to market and draw %(cards)s."), _("%(name)s goes to market and draws %(cards)s.")
    ),
    ("drew", "timeout"): Told(
        _("You are sent to market and draw %(cards)s."),
        _("%(name)s is sent to market and draws %(cards)s."),
    ),
    ("drew", "owed"): Told(_("You pick what you owe: %(cards)s."), _("%(name)s picks what is owed: %(cards)s.")),
    ("drew", "auto"): Told(_("You pick %(cards)s."), _("%(name)s picks %(cards)s.")),
    ("drew", "general"): Told(_("General Market: you draw %(cards)s."), _("General Market: %(name)s draws %(cards)s.")),
    ("drew", "punch"): Told(_("Wild Punch: you pick %(cards)s."), _("Wild Punch: %(name)s picks %(cards)s.")),
    ("drew", "last_card"): Told(
        _("For the “last card” you left out you pick %(cards)s."),
        _("For the “last card” left out %(name)s picks %(cards)s."),
    ),
    # Penalties that are not drawn, or not in full (W4.4, W4.12, W6.3)
    ("cancelled", "defence"): Told(
        _("Your Whot cancels the pick: %(many)s."),
        _("The Whot of %(name)s cancels the pick: %(many)s."),
    ),
    ("cancelled", ""): Told(
        _("Not drawn by you, and cancelled: %(many)s."),
        _("Not drawn by %(name)s, and cancelled: %(many)s."),
    ),
    # The market (W6) and the last card (W5)
    ("refilled", ""): told_alike(_("The pile is shuffled into a new market: %(many)s.")),
    ("passed", "no_card"): Told(
        _("There is no card to draw: you pass."), _("There is no card to draw: %(name)s passes.")
    ),
    ("passed", "kept"): Told(_("You keep the card you drew."), _("%(name)s keeps the card just drawn.")),
    ("last_card", ""): Told(_("“Last card!” You have one card left."), _("“Last card!” %(name)s has one card left.")),
    ("no_last_card", ""): Told(
        _("You have one card left and did not say “last card”."),
        _("%(name)s has one card left and did not say “last card”."),
    ),
    # Absence (W8) and the end (W7)
    ("timed_out", ""): Told(_("Your time is up."), _("Time is up for %(name)s.")),
    ("timed_out", "excused"): Told(
        _("Your time is up; this miss is excused."),
        _("Time is up for %(name)s; this miss is excused."),
    ),
    ("eliminated", "left"): Told(_("You leave and are out of the game."), _("%(name)s leaves and is out of the game.")),
    ("eliminated", "missed"): Told(
        _("You missed too many turns and are out of the game."),
        _("%(name)s missed too many turns and is out of the game."),
    ),
    ("ended", ""): told_alike(_("The game is over: %(why)s.")),
}


def telling(event: Event, viewer: Seat | None, names: Sequence[str]) -> Message:
    """The event as a sentence for `viewer` (None: an onlooker); `names` are the players by seat.

    Raises KeyError for an event this game does not have.
    """
    own = event.seat is not None and event.seat == viewer
    values: dict[str, object] = {}
    if event.seat is not None and not own:
        values["name"] = names[event.seat]
    may_know = own or not event.secret
    if event.name == "played":
        values["card"] = card_name(event.cards[0])
        if event.detail:
            values["shape"] = shape_name(event.detail)
    elif event.name == "turned_up":
        values["card"] = card_name(event.cards[0])
    elif event.name in ("refilled", "cancelled"):
        values["many"] = how_many_cards(event.count)
    elif event.name == "ended":
        values["why"] = end_words(event.detail)
    elif event.name in ("drew", "discarded", "put_back") and event.cards and may_know:
        values["cards"] = listed(card_name(code) for code in event.cards)
    else:
        values["cards"] = how_many_cards(event.count)
    told = _TOLD[event.name, _variant(event)]
    return told.to(own, values)


def _variant(event: Event) -> str:
    """Which of an event's sentences: the second half of a key of `_TOLD`."""
    if event.name == "played":
        return "call" if event.detail else ""
    if event.name == "begins":
        return "right" if event.count < 0 else ""
    if event.name == "reversed":
        return "right" if event.count < 0 else "left"
    if event.name == "cancelled":
        return "defence" if event.detail == "defence" else ""
    return "" if event.name == "ended" else event.detail


def spelled(message: Message) -> Message:
    """A refusal with the names of its cards in place of their codes."""
    values = {
        name: CARD_NAMES.get(value, value) if name in ("card", "top") else value
        for name, value in message.values.items()
    }
    return message._replace(values=values)
