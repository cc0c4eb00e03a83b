"""Two worlds that differ in nothing but what one viewer cannot see (check 27).

The second world is the same row of the same game, whose replay is answered with a state dealt again: every card that
the viewer does not hold, and that does not lie open, is dealt anew, and what others drew in secret was something else.
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
