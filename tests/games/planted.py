"""A unique token in place of every card's code and name, so that a card that reaches any bytes is found there."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from games import log
from rules.core import Event, Message
from rules.go_stop import actions as go_stop_actions
from rules.go_stop import cards as go_stop_cards
from rules.go_stop import names as go_stop_names
from rules.whot import actions, game, words
from rules.whot.actions import MOST_SEATS
from rules.whot.cards import CARD, CARDS

LETTERS = {"whot": "k", "go_stop": "h"}


def token(index: int, of: str = "whot") -> str:
    return f"z{LETTERS[of]}{index:02d}q"


TOKENS_OF = {
    "whot": {token(card.index) for card in CARDS},
    "go_stop": {token(card.index, "go_stop") for card in go_stop_cards.CARDS},
}
"""The tokens of a game's cards."""
TOKENS = set().union(*TOKENS_OF.values())


@contextmanager
def planted(of: str = "whot") -> Iterator[None]:
    """While it lasts, cards of that game are called by their tokens everywhere: in views, events, actions, logs and
    drawings."""
    cards, by_code, named, respell = _WHERE[of]
    before = [(card, card.code, [names[card.code] for names in named]) for card in cards]
    try:
        for card, code, _names in before:
            called = token(card.index, of)
            _rename(card, by_code, called, list(zip(named, [Message(called)] * len(named), strict=True)), code)
        respell()
        yield
    finally:
        for card, code, names in before:
            _rename(card, by_code, code, list(zip(named, names, strict=True)), token(card.index, of))
        respell()


def _rename(
    card: Any, by_code: dict[str, Any], new: str, names: list[tuple[dict[str, Message], Message]], old: str
) -> None:
    card.code = new
    del by_code[old]
    by_code[new] = card
    for known, name in names:
        del known[old]
        known[new] = name


def _respell_whot() -> None:
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


def _respell_go_stop() -> None:
    log.forget()
    known = go_stop_actions._BY_TEXT
    for play in go_stop_actions._PLAYS.values():
        known.pop(play.text, None)
        play.text = f"play {play.card.code}" + (f" take {play.target.code}" if play.target else "")
        known[play.text] = play
    for choice in go_stop_actions._CHOICES.values():
        known.pop(choice.text, None)
        choice.text = f"choose {choice.card.code}"
        known[choice.text] = choice


_WHERE: Mapping[str, tuple[Any, dict[str, Any], list[dict[str, Message]], Callable[[], None]]] = {
    "whot": (CARDS, CARD, [words.CARD_NAMES], _respell_whot),
    "go_stop": (
        go_stop_cards.CARDS,
        go_stop_cards.CARD,
        [go_stop_names.CARD_NAMES, go_stop_names.BRIEF_NAMES],
        _respell_go_stop,
    ),
}
"""By game: its cards, where a code leads to its card, where to names, and what else was spelled with codes."""
