"""Which cards everybody, and each seat, is shown by right: read from the states themselves, game by game."""

from collections.abc import Iterable
from typing import Any

from games import log
from games.models import Game
from rules.go_stop.cards import codes_in
from rules.whot.cards import cards_in
from tests.games.planted import TOKENS_OF


def put_back(game: Game) -> set[str]:
    """Cards of Whot that were turned up and put under the market before the game began: everybody saw them (W2.4)."""
    return {code for event in log.replay(game).told[0].events if event.name == "put_back" for code in event.cards}


def open_in_whot(game: Game, state: Any) -> set[str]:
    return put_back(game) | {state.top.code, *(card.code for card in cards_in(state.pile))}


def open_in_go_stop(_game: Game, state: Any) -> set[str]:
    """The layout, what was captured, and a stock card that waits for a choice with the pair before it (R13, R49)."""
    waiting = state.waiting
    middle = () if waiting is None else (waiting.played.code, waiting.revealed.code, *codes_in(waiting.taken))
    return {*codes_in(state.layout), *middle, *(code for bag in state.captured for code in codes_in(bag))}


OPEN = {"whot": open_in_whot, "go_stop": open_in_go_stop}
HANDS = {
    "whot": lambda state: [{card.code for card in cards_in(hand)} for hand in state.hands],
    "go_stop": lambda state: [set(codes_in(hand)) for hand in state.hands],
}
CLOSED = {
    "whot": lambda state: [card.code for card in state.market_left],
    "go_stop": lambda state: [card.code for card in state.stock],
}


def hands_of(game: Game) -> list[set[str]]:
    """The codes of the cards that each seat holds now."""
    found: list[set[str]] = HANDS[game.table.game](log.load(game))
    return found


def undrawn(game: Game) -> list[str]:
    """The codes of the cards that lie face down, in their order."""
    found: list[str] = CLOSED[game.table.game](log.load(game))
    return found


class Knowledge:
    """What each seat, and everybody, has been shown by right."""

    def __init__(self, seats: int, game: str = "whot") -> None:
        self.tokens = TOKENS_OF[game]
        self.public: set[str] = set()
        self.own: dict[int, set[str]] = {seat: set() for seat in range(seats)}

    def learn(self, game: Game) -> None:
        self.public |= OPEN[game.table.game](game, log.load(game))
        for seat, hand in enumerate(hands_of(game)):
            self.own[seat] |= hand

    def hidden_from(self, seat: int | None) -> set[str]:
        return self.tokens - self.public - (set() if seat is None else self.own[seat])


def written(hands: Iterable[set[str]]) -> str:
    return " ".join(code for hand in hands for code in sorted(hand))
