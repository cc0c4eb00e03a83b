"""The strongest player: it imagines how the hidden cards may lie, plays each of its moves out, and counts points.

The budget is a number of playouts, so that the same view and chance give the same move on any machine. Moves that are
clearly behind are given up early, and once one is left there is no more to find out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rules.bots.contract import Chance, Decision, Stop, never
from rules.bots.go_stop.worlds import Worlds
from rules.core import Event, Message, say
from rules.core import gettext_noop as _
from rules.go_stop.actions import GO, STOP, Action, Call, Choose, Play
from rules.go_stop.cards import CARD
from rules.go_stop.names import card_name
from rules.go_stop.view import View

PLAYOUTS = 1500
BATCH = 16  # worlds between two looks at who is behind
CLEARLY = 2.2  # standard errors of the difference from which a move is given up
LEAST_VARIANCE = 4.0  # points squared, of a difference: a few worlds that all agree prove little


class Tried:
    """A move, and how many points it brought in each world: won is above nought, lost below."""

    __slots__ = ("action", "points", "total")

    def __init__(self, action: Action) -> None:
        self.action = action
        self.points: list[int] = []
        self.total = 0

    @property
    def mean(self) -> float:
        return self.total / len(self.points) if self.points else 0.0


def hard(view: View, told: Sequence[Event], chance: Chance, stop: Stop = never, *, playouts: int = 0) -> Decision:
    """The move that brings most points in the imagined deals, with a sentence why. `playouts` 0: the usual budget."""
    if len(view.legal) == 1:
        return Decision(view.legal[0], reason=say(_("It is the only thing you can do.")))
    budget = playouts or PLAYOUTS
    worlds = Worlds(view, chance.key)
    if GO in view.legal:
        return _stop_or_go(view, worlds, budget, stop)
    racing = [Tried(action) for action in view.legal]
    behind: list[Tried] = []
    spent, number, stopped = 0, 0, False
    while len(racing) > 1 and spent < budget and not stopped:
        for move in racing:
            _try(worlds, number, move)
        number += 1
        spent += len(racing)
        stopped = stop()
        if number % BATCH == 0:
            racing, lost = _parted(racing)
            behind += lost
    racing.sort(key=lambda move: -move.mean)
    best = racing[0]
    others = max(move.mean for move in [*racing[1:], *behind])
    return Decision(best.action, spent, stopped, _why(best, others))


def _stop_or_go(view: View, worlds: Worlds, budget: int, stop: Stop) -> Decision:
    """Stop pays what it pays; Go is played out (6.1)."""
    assert view.seat is not None
    pays = view.stop_pays[view.seat].payment
    going = Tried(GO)
    stopped = False
    for number in range(budget // 4):
        _try(worlds, number, going)
        stopped = stop()
        if stopped:
            break
    go = going.mean > pays
    if go:
        reason = _("Go: on average it brings %(go)s points from here, and Stop pays %(stop)s.")
    else:
        reason = _("Stop: it pays %(stop)s points, and Go would bring %(go)s on average.")
    told = say(reason, go=_tenths(going.mean), stop=pays)
    return Decision(GO if go else STOP, len(going.points), stopped, told)


def _try(worlds: Worlds, number: int, move: Tried) -> None:
    deal = worlds.deal(number)
    action, view, me = move.action, worlds.view, worlds.me
    if type(action) is Play:
        deal.play(action.card.index, 0 if action.target is None else action.target.bag)
    elif type(action) is Choose:
        choice = view.choice
        assert choice is not None
        gained = sum(CARD[code].bag for code in (choice.played, *choice.taken)) if choice.taken else 0
        causes = [worlds.owner[CARD[choice.played].month - 1]] if len(choice.taken) == 3 else []
        deal.reveal(CARD[choice.revealed].index, action.card.bag, gained, causes)
    else:
        assert type(action) is Call
        deal.gos[me] += 1
        deal.last_go[me] = view.scores[me].total
        deal.turn += 1
        deal.actor = 1 - me
    winner, payment = deal.run()
    points = 0 if winner is None else payment if winner == me else -payment
    move.points.append(points)
    move.total += points


def _parted(moves: Sequence[Tried]) -> tuple[list[Tried], list[Tried]]:
    """Those still in the race, and those clearly behind the best, compared world by world."""
    best = max(moves, key=lambda move: move.mean)
    racing: list[Tried] = []
    lost: list[Tried] = []
    for move in moves:
        worlds = len(move.points)
        differences = [mine - other for mine, other in zip(best.points, move.points, strict=True)]
        mean = sum(differences) / worlds
        variance = sum(difference * difference for difference in differences) / worlds - mean * mean
        far = move is not best and mean > CLEARLY * sqrt(max(variance, LEAST_VARIANCE) / worlds)
        (lost if far else racing).append(move)
    return racing, lost


def _tenths(points: float) -> str:
    return f"{points:.1f}"


def _why(best: Tried, next_best: float) -> Message:
    """What the move does, and how it fared in the imagined deals against the next best one."""
    action = best.action
    assert not isinstance(action, Call)
    if isinstance(action, Play) and action.target is None:
        template = _(
            "%(card)s brings %(points)s points on average in the deals imagined from here, the next best %(less)s."
        )
        return say(template, card=card_name(action.card.code), points=_tenths(best.mean), less=_tenths(next_best))
    target = action.target if isinstance(action, Play) else action.card
    assert target is not None
    template = _(
        "To take %(card)s brings %(points)s points on average in the deals imagined from here, the next best %(less)s."
    )
    return say(template, card=card_name(target.code), points=_tenths(best.mean), less=_tenths(next_best))
