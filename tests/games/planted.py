"""A unique token in place of every card's code and name, so that a card that reaches any bytes is found there."""

from collections.abc import Iterator
from contextlib import contextmanager

from games import log
from rules.core import Event, Message
from rules.whot import actions, game, words
from rules.whot.actions import MOST_SEATS
from rules.whot.cards import CARD, CARDS


def token(index: int) -> str:
    return f"zk{index:02d}q"


TOKENS = {token(card.index) for card in CARDS}


@contextmanager
def planted() -> Iterator[None]:
    """While it lasts, cards are called by their tokens everywhere: in views, events, actions, logs and drawings."""
    before = [(card, card.code, words.CARD_NAMES[card.code]) for card in CARDS]
    try:
        for card, code, _name in before:
            _rename(card.index, code, token(card.index), Message(token(card.index)))
        _respell()
        yield
    finally:
        for card, code, name in before:
            _rename(card.index, token(card.index), code, name)
        _respell()


def _rename(index: int, old: str, new: str, name: Message) -> None:
    card = CARDS[index]
    card.code = new
    del CARD[old], words.CARD_NAMES[old]
    CARD[new], words.CARD_NAMES[new] = card, name


def _respell() -> None:
    """What was made of the codes when the modules were imported, or kept since, is made again."""
    log.forget()
    actions.drew.cache_clear()
    game._DREW = tuple(
        tuple((actions.drew(seat, (card.code,), "market"),) for card in CARDS) for seat in range(MOST_SEATS)
    )
    for play in actions._PLAYS.values():
        actions._BY_TEXT.pop(play.text, None)
        call = f" call {play.call.value}" if play.call else ""
        play.text = f"play {play.card.code}{call}{' last' if play.last else ''}"
        detail = play.call.value if play.call else ""
        play.told = tuple((Event("played", seat, (play.card.code,), 1, detail),) for seat in range(MOST_SEATS))
        actions._BY_TEXT[play.text] = play
