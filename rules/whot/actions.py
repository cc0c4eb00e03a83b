"""Actions of Whot and their notation (section 11): one line of text, one object per text.

`play CARD [call SHAPE] [last]`, `draw`, `pass`. Nothing else is accepted; case matters. The house's
own words (`timeout`, `leave`, ...) are not actions of a player and are refused here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from rules.core import HOUSE_WORDS, Event, Seat, UnreadableAction, say
from rules.core import gettext_noop as _
from rules.whot.cards import CARDS, SHAPES, Card, Shape

MOST_SEATS = 6


class Play:
    """Play a card, with the called shape and the "last card" call in the same move (W3.5)."""

    __slots__ = ("call", "card", "last", "text", "told")

    def __init__(self, card: Card, call: Shape | None, last: bool) -> None:
        self.card = card
        self.call = call
        self.last = last
        called = f" call {call.value}" if call else ""
        self.text = f"play {card.code}{called}{' last' if last else ''}"
        # What everybody is told of it, made once per seat: this is the engine's hot path.
        detail = call.value if call else ""
        self.told: tuple[tuple[Event, ...], ...] = tuple(
            (Event("played", seat, (card.code,), 1, detail),) for seat in range(MOST_SEATS)
        )

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse, (self.text,)


class Draw:
    """Go to market, or pick what is owed (W3.2, W4.2)."""

    __slots__ = ()
    text = "draw"

    def __repr__(self) -> str:
        return "<draw>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse, (self.text,)


class Pass:
    """Keep the card just drawn, where `after_draw` lets it be played (W3.2)."""

    __slots__ = ()
    text = "pass"

    def __repr__(self) -> str:
        return "<pass>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse, (self.text,)


Action: TypeAlias = Play | Draw | Pass

DRAW = Draw()
PASS = Pass()

_PLAYS = {
    (card, call, last): Play(card, call, last) for card in CARDS for call in (None, *SHAPES) for last in (False, True)
}
_BY_TEXT: dict[str, Action] = {play.text: play for play in _PLAYS.values()}
_BY_TEXT |= {DRAW.text: DRAW, PASS.text: PASS}


def play(card: Card, call: Shape | None = None, last: bool = False) -> Play:
    """The action of playing `card`; whether it is legal is the game's affair."""
    return _PLAYS[card, call, last]


def parse(text: str) -> Action:
    """Reads an action. Raises UnreadableAction, naming the text and the notation."""
    found = _BY_TEXT.get(text) if isinstance(text, str) else None
    if found is not None:
        return found
    text = str(text)
    shown = text if len(text) <= 40 else text[:40] + "…"
    if text in HOUSE_WORDS:
        raise UnreadableAction(say(_("“%(text)s” is a word of the house, not a move"), text=shown))
    raise UnreadableAction(
        say(
            _("“%(text)s” is not a move; moves are “play CARD [call SHAPE] [last]”, “draw” and “pass”"),
            text=shown,
        )
    )


@lru_cache(maxsize=8192)
def drew(seat: Seat, cards: tuple[str, ...], why: str) -> Event:
    """Cards taken from the market; only the seat learns which. `why` is one of `DRAWS`."""
    return Event("drew", seat, cards, len(cards), why, True)


def misses_turn(seat: Seat) -> Event:
    """A turn lost to a card (W8.2: neither a miss nor an action)."""
    return _MISSES_TURN[seat]


def plays_again(seat: Seat) -> Event:
    return _PLAYS_AGAIN[seat]


_MISSES_TURN = tuple(Event("misses_turn", seat) for seat in range(MOST_SEATS))
_PLAYS_AGAIN = tuple(Event("plays_again", seat) for seat in range(MOST_SEATS))
DRAWS = ("market", "owed", "auto", "general", "punch", "last_card", "timeout")
