"""Measures computer players: the same deals again and again, each played once from every seat.

A pairing sets one challenger among rivals that are all alike. It plays every deal from each seat in turn, so that luck
of the cards falls on both sides; what counts is the mean over deals of its part of the first places.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from rules import registry
from rules.bots.contract import Chance, Player, chance_of, never
from rules.core import Event, Seat
from rules.shuffle import Seed

Timed = Callable[[], float]
"""A clock in milliseconds of the processor, or one that stands still."""


class Pairing(NamedTuple):
    """`challenger` and `rival` name players."""

    preset: str
    seats: int
    challenger: str
    rival: str

    def __str__(self) -> str:
        return f"{self.preset}/{self.seats} {self.challenger} v {self.rival}"


class Thought(NamedTuple):
    """One decision of the challenger among several legal moves."""

    milliseconds: float
    playouts: int


class DealPlayed(NamedTuple):
    """One deal from every seat: the challenger's part of the first places; a hash of all moves; its thoughts."""

    deal: int
    share: float
    moves: str
    thoughts: tuple[Thought, ...]


class Strength(NamedTuple):
    """Per cent of first places over some deals, and half the width of the 95 % interval."""

    percent: float
    within: float
    deals: int
    games: int


def play_deal(
    pairing: Pairing, players: Mapping[str, Player], deal: int, seed: int = 0, clock: Timed = lambda: 0.0
) -> DealPlayed:
    """Plays deal number `deal` from every seat. Raises BadOptions, KeyError."""
    share, thoughts, moves = 0.0, [], hashlib.sha256()
    for mine in range(pairing.seats):
        names = [pairing.rival] * pairing.seats
        names[mine] = pairing.challenger
        sitting = [players[name] for name in names]
        winners, texts, thought = _play(pairing, sitting, mine, Seed.simulation(seed * 1_000_003 + deal), clock)
        share += (mine in winners) / len(winners)
        thoughts += thought
        moves.update("".join(f"{text}\n" for text in texts).encode("ascii"))
    return DealPlayed(deal, share / pairing.seats, moves.hexdigest()[:16], tuple(thoughts))


def _play(
    pairing: Pairing, players: Sequence[Player], mine: Seat, seed: Seed, clock: Timed
) -> tuple[tuple[Seat, ...], list[str], list[Thought]]:
    rules = registry.with_preset(pairing.preset)
    if rules is None:
        raise KeyError(pairing.preset)
    game = rules.game
    texts: list[str] = []
    thoughts: list[Thought] = []
    state, events = game.setup(options=rules.options(pairing.preset, {}), seats=pairing.seats, seed=seed)
    told: list[list[Event]] = [[] for _seat in players]
    _tell(game, events, told)
    while (seat := game.to_act(state)) is not None:
        chance = Chance(chance_of(seed, seat, len(texts)))
        view = game.view(state, seat)
        began = clock()
        decision = players[seat](view, told[seat], chance, never)
        if seat == mine and len(view.legal) > 1:
            thoughts.append(Thought(clock() - began, decision.playouts))
        state, events = game.apply(state, seat, decision.action)
        texts.append(game.format_action(decision.action))
        _tell(game, events, told)
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.winners, texts, thoughts


def _tell(game: Any, events: Sequence[Event], told: Sequence[list[Event]]) -> None:
    for seat, heard in enumerate(told):
        heard += game.tell(events, seat)


def strength(pairing: Pairing, shares: Sequence[float]) -> Strength:
    """What these deals say; deals are independent of each other, the games of one deal are not."""
    deals = len(shares)
    mean = sum(shares) / deals
    variance = sum((share - mean) ** 2 for share in shares) / max(1, deals - 1)
    return Strength(100 * mean, 196 * sqrt(variance / deals), deals, deals * pairing.seats)
