"""Actions of Go-Stop and their notation (R53a): one line of text, one object per text.

`play CARD [take CARD]`, `choose CARD`, `go`, `stop`. Nothing else is accepted; case matters. The house's own words
(`timeout`, `leave`, ...) are not actions of a player and are refused here.
"""

from __future__ import annotations

from typing import TypeAlias

from rules.core import HOUSE_WORDS, UnreadableAction, say
from rules.core import gettext_noop as _
from rules.go_stop.cards import CARD, CARDS, Card


class Play:
    """Play a hand card; `target` is the layout card it takes, where there are two (3.4, R12)."""

    __slots__ = ("card", "target", "text")

    def __init__(self, card: Card, target: Card | None) -> None:
        self.card = card
        self.target = target
        self.text = f"play {card.code}" + (f" take {target.code}" if target else "")

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse, (self.text,)


class Choose:
    """Name the layout card that the stock card takes (R13)."""

    __slots__ = ("card", "text")

    def __init__(self, card: Card) -> None:
        self.card = card
        self.text = f"choose {card.code}"

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse, (self.text,)


class Call:
    """Go or Stop (6.1)."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse, (self.text,)


Action: TypeAlias = Play | Choose | Call

GO = Call("go")
STOP = Call("stop")

_PLAYS = {(card, target): Play(card, target) for card in CARDS for target in (None, *CARDS)}
_CHOICES = {card: Choose(card) for card in CARDS}
_EVERY: tuple[Action, ...] = (*_PLAYS.values(), *_CHOICES.values(), GO, STOP)
_BY_TEXT = {action.text: action for action in _EVERY}


def play(card: Card, target: Card | None = None) -> Play:
    """The action of playing `card`; whether it is legal is the game's affair."""
    return _PLAYS[card, target]


def choose(card: Card) -> Choose:
    return _CHOICES[card]


def parse(text: str) -> Action:
    """Reads an action. Raises UnreadableAction, naming the text and the notation."""
    found = _BY_TEXT.get(text) if isinstance(text, str) else None
    if found is not None:
        return found
    text = str(text)
    shown = text if len(text) <= 40 else text[:40] + "…"
    if text in HOUSE_WORDS:
        raise UnreadableAction(say(_("“%(text)s” is a word of the house, not a move"), text=shown))
    missing = next((word for word in text.split() if word[:1].isdigit() and word not in CARD), None)
    if missing is not None:
        raise UnreadableAction(
            say(_("“%(text)s” is not a move: there is no card %(card)s"), text=shown, card=missing[:40])
        )
    message = _("“%(text)s” is not a move; moves are “play CARD [take CARD]”, “choose CARD”, “go” and “stop”")
    raise UnreadableAction(say(message, text=shown))
