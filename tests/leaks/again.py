"""Two worlds that differ in nothing but what one viewer cannot see (check 27).

The second world is the same row of the same game, whose replay is answered with a state dealt again: every card that
the viewer does not hold, and that does not lie open, is dealt anew, and what others drew in secret was something else.
`behind` makes it by another order of the pack instead, so that all that replays from the deal on sees it as well.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

from games import log
from games.log import Replay
from games.models import Game
from rules.core import Event, IllegalAction, UnreadableAction, act
from rules.whot.cards import CARDS, cards_in
from rules.whot.state import State
from tests.rules.test_contract import dealt_again

TRIES = 60


def other_world(game: Game, viewer: int | None, chance: random.Random, action: str | None = None) -> Replay | None:
    """The game with all that `viewer` cannot see dealt again, in which the seat to act can do `action` as well.

    None: no such deal was found.
    """
    found = log.replay(game)
    engine = log.rules_of(game).game
    for _try in range(TRIES):
        state: State = dealt_again(found.state, viewer, chance)
        if hidden(state, viewer) == hidden(found.state, viewer):
            continue  # as before
        if action is not None:
            try:
                act(engine, state, state.turn, action)
            except (IllegalAction, UnreadableAction):
                continue
        told = tuple(
            replace(entry, events=tuple(_told_again(event, viewer, chance) for event in entry.events))
            for entry in found.told
        )
        return Replay(found.seq, state, told)
    return None


def hidden(state: State, viewer: int | None) -> Any:
    """All that the viewer cannot see of a state."""
    hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    left = [hand for seat, hand in zip(state.absence.out, state.absence.left_hands, strict=True) if seat != viewer]
    return hands, left, state.market_left, state.fresh if state.turn != viewer else None


def _told_again(event: Event, viewer: int | None, chance: random.Random) -> Event:
    if not event.secret or event.seat == viewer:
        return event
    return event._replace(cards=tuple(chance.choice(ANY_CARDS) for _card in event.cards))


ANY_CARDS = [card.code for card in CARDS]


@contextmanager
def in_world(game: Game, world: Replay) -> Iterator[None]:
    """While it lasts, this game replays to `world`; entries added to it go on from there."""
    honest = log.replay

    def replay(asked: Game) -> Replay:
        pending: Replay | None = getattr(asked, "pending_replay", None)
        if asked.pk != game.pk:
            return honest(asked)
        return pending if pending is not None else world

    with mock.patch.object(log, "replay", replay):
        yield


def cards_of(state: State, seat: int) -> list[str]:
    return [card.code for card in cards_in(state.hands[seat])]


class Dealt:
    """The seed of a game with another order of the pack."""

    def __init__(self, seed: Any, order: list[int]) -> None:
        self.seed, self.order = seed, order

    def permutation(self, label: str, size: int) -> Any:
        return self.order if label == "shuffle/0" else self.seed.permutation(label, size)

    def below(self, label: str, bound: int) -> int:
        return int(self.seed.below(label, bound))


def behind(game: Game, viewer: int | None, chance: random.Random) -> Dealt | None:
    """The seed with the cards that `viewer` has never seen changing places among themselves; None: with these cards
    somebody could not have done what was done, or the pack was shuffled anew since (until then a card moves from the
    market to a hand and from there into the open).
    """
    state: State = log.load(game)
    if state.refills:
        return None
    seed, pack = log.seed_of(game), state.setup.rulings.pack
    order = list(seed.permutation("shuffle/0", len(pack)))
    seen = {code for event in log.replay(game).told[0].events if event.name == "put_back" for code in event.cards}
    seen |= {state.top.code, *(card.code for card in cards_in(state.pile))}
    seen |= set() if viewer is None else set(cards_of(state, viewer))
    places = [place for place, number in enumerate(order) if pack[number].code not in seen]
    again = list(order)
    for place, other in zip(places, chance.sample(places, len(places)), strict=True):
        again[place] = order[other]
    dealt = Dealt(seed, again)
    with in_deal(dealt):
        try:
            return dealt if log.load(game).top is state.top else None
        except log.BrokenLog:
            return None


@contextmanager
def in_deal(dealt: Dealt) -> Iterator[None]:
    """While it lasts, games replay from this deal, in whatever way they are replayed."""
    log.forget()
    try:
        with mock.patch.object(log, "seed_of", lambda game: dealt):
            yield
    finally:
        log.forget()
