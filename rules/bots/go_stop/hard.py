"""The strongest player: it imagines how the hidden cards may lie, plays each of its moves out, and counts points.

A result is the points it brought in one imagined deal: won is above nought, lost below.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.bots.contract import Chance, Decision, Stop, never
from rules.bots.go_stop.worlds import Worlds
from rules.bots.race import Patience, Tried, race
from rules.core import Event, Message, say
from rules.core import gettext_noop as _
from rules.go_stop.actions import GO, STOP, Action, Call, Choose, Play
from rules.go_stop.cards import CARD
from rules.go_stop.names import card_name
from rules.go_stop.view import View

PLAYOUTS = 1500
PATIENCE = Patience(batch=16, clearly=2.2, least_variance=4.0)  # of points


def hard(view: View, told: Sequence[Event], chance: Chance, stop: Stop = never, *, playouts: int = 0) -> Decision:
    """The move that brings most points in the imagined deals, with a sentence why. `playouts` 0: the usual budget."""
    if len(view.legal) == 1:
        return Decision(view.legal[0], reason=say(_("It is the only thing you can do.")))
    budget = playouts or PLAYOUTS
    worlds = Worlds(view, chance.key)
    if GO in view.legal:
        return _stop_or_go(view, worlds, budget, stop)

    def play(number: int, racing: Sequence[Tried[Action]]) -> None:
        for tried in racing:
            _try(worlds, number, tried)

    found = race(view.legal, play, budget, stop, PATIENCE)
    best, *others = found.moves
    reason = _why(best, max(tried.mean for tried in others))
    return Decision(best.move, found.playouts, found.stopped, reason)


def _stop_or_go(view: View, worlds: Worlds, budget: int, stop: Stop) -> Decision:
    """Stop pays what it pays; Go is played out (6.1)."""
    assert view.seat is not None
    pays = view.stop_pays[view.seat].payment
    going: Tried[Action] = Tried(GO)
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
    return Decision(GO if go else STOP, len(going.results), stopped, told)


def _try(worlds: Worlds, number: int, tried: Tried[Action]) -> None:
    deal = worlds.deal(number)
    action, view, me = tried.move, worlds.view, worlds.me
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
    tried.results.append(0 if winner is None else payment if winner == me else -payment)


def _why(best: Tried[Action], next_best: float) -> Message:
    """What the move does, and how it fared in the imagined deals against the next best one."""
    action = best.move
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


def _tenths(points: float) -> str:
    return f"{points:.1f}"
