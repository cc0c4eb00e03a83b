"""Whether an action may be done, and where it may not, why: the clause, a sentence, and what would be legal."""

from __future__ import annotations

from rules.core import IllegalAction, Message, Seat, say
from rules.core import gettext_noop as _
from rules.go_stop.actions import Choose, Play
from rules.go_stop.capture import matches
from rules.go_stop.cards import cards_in
from rules.go_stop.menus import menu_of
from rules.go_stop.options import SEATS
from rules.go_stop.scoring import ENOUGH, score
from rules.go_stop.state import State


def _illegal(state: State, rule: str, message: Message, mine: bool = True) -> IllegalAction:
    return IllegalAction(rule, message, [action.text for action in menu_of(state)] if mine else [])


def check_going(state: State) -> None:
    if state.result is not None:
        raise _illegal(state, "R10", say(_("the game is over")))


def check_turn(state: State, seat: Seat) -> None:
    check_going(state)
    if seat != state.actor or type(seat) is not int:
        message = say(_("it is the turn of seat %(turn)s, not of seat %(seat)s"), turn=state.actor, seat=seat)
        raise _illegal(state, "R10", message, mine=False)


def _check_phase(state: State, *, waiting: bool) -> None:
    """A card is played at the start of a turn; one is chosen while the stock card waits for it (R10)."""
    if state.deciding:
        raise _illegal(state, "R40a", say(_("first say Stop or Go")) if not state.last_of_actor else _only_stop())
    if state.waiting is not None and not waiting:
        one, other = cards_in(matches(state.layout, state.waiting.revealed))
        message = say(
            _("first choose which card %(card)s takes: %(one)s or %(other)s"),
            card=state.waiting.revealed.code,
            one=one.code,
            other=other.code,
        )
        raise _illegal(state, "R13", message)
    if state.waiting is None and waiting:
        raise _illegal(state, "R13", say(_("no stock card waits for a choice; play a card of your hand")))


def _only_stop() -> Message:
    return say(_("this is your last turn: only Stop can be called"))


def check_play(state: State, action: Play) -> None:
    _check_phase(state, waiting=False)
    card, target = action.card, action.target
    if not state.hands[state.actor] & card.bag:
        raise _illegal(state, "3.1", say(_("%(card)s is not in your hand"), card=card.code))
    found = cards_in(matches(state.layout, card))
    if target is None and len(found) == 2:
        one, other = found
        message = say(
            _("two cards match %(card)s; name the one to take: %(one)s or %(other)s"),
            card=card.code,
            one=one.code,
            other=other.code,
        )
        raise _illegal(state, "3.4", message)
    if target is not None and target not in found:
        why = _("%(card)s cannot take %(target)s: that card of its month does not lie in the layout")
        if target.month != card.month:
            why = _("%(card)s cannot take %(target)s: they are of different months")
        raise _illegal(state, "R12", say(why, card=card.code, target=target.code))


def check_choice(state: State, action: Choose) -> None:
    _check_phase(state, waiting=True)
    assert state.waiting is not None
    found = cards_in(matches(state.layout, state.waiting.revealed))
    if action.card not in found:
        one, other = found
        message = say(
            _("%(card)s takes %(one)s or %(other)s, not %(target)s"),
            card=state.waiting.revealed.code,
            one=one.code,
            other=other.code,
            target=action.card.code,
        )
        raise _illegal(state, "R13", message)


def check_go(state: State) -> None:
    if state.deciding and state.last_of_actor:
        raise _illegal(state, "6.11", _only_stop())
    _check_decision(state)


def check_stop(state: State) -> None:
    _check_decision(state)


def _check_decision(state: State) -> None:
    if state.deciding:
        return
    total = score(state.captured[state.actor]).total
    last = state.last_go[state.actor]
    if last is not None:
        message = say(
            _("Stop and Go come when your score of %(score)s has risen above %(last)s"), score=total, last=last
        )
        raise _illegal(state, "1.4", message)
    message = say(
        _("Stop and Go come at the end of a turn of yours with %(enough)s points; you have %(score)s"),
        enough=ENOUGH,
        score=total,
    )
    raise _illegal(state, "6.1", message)


def check_leave(state: State, seat: Seat) -> None:
    check_going(state)
    if type(seat) is not int or seat not in range(SEATS):
        raise _illegal(state, "R53", say(_("seat %(seat)s is not in this game"), seat=seat), mine=False)


def no_game_clock(state: State) -> IllegalAction:
    if state.result is not None:
        return _illegal(state, "R10", say(_("the game is over")))
    return _illegal(state, "R53", say(_("this game has no clock of its own")), mine=False)
