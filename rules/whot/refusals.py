"""Why a move is refused: the clause, a sentence, and what would be legal instead.

Only called once a move is known to be illegal; whether it is, the game decides.
"""

from __future__ import annotations

from rules.core import IllegalAction, Message, Seat, say
from rules.core import gettext_noop as _
from rules.whot.cards import PUNCH, WHOT, Card, Kind
from rules.whot.menus import menu_of
from rules.whot.options import Options
from rules.whot.state import State


def _illegal(state: State, seat: Seat | None, rule: str, message: Message) -> IllegalAction:
    legal = [action.text for action in menu_of(state)] if seat == state.turn else []
    return IllegalAction(rule, message, legal)


def check_going(state: State) -> None:
    if state.end is not None:
        raise _illegal(state, None, "W7.1", say(_("the game is over")))


def not_your_turn(state: State, seat: Seat) -> IllegalAction:
    if state.end is not None:
        return _illegal(state, None, "W7.1", say(_("the game is over")))
    if seat in state.absence.out:
        return _illegal(state, seat, "W8.3", say(_("seat %(seat)s is out of this game"), seat=seat))
    return _illegal(
        state,
        seat,
        "W3.1",
        say(_("it is the turn of seat %(turn)s, not of seat %(seat)s"), turn=state.turn, seat=seat),
    )


def cannot_play(state: State, seat: Seat, card: Card) -> IllegalAction:
    """The card is not held, does not fit, or is not the one just drawn."""
    code = card.code
    if not state.hands[seat] & card.mask:
        return _illegal(state, seat, "W3.1", say(_("%(card)s is not in your hand"), card=code))
    if state.fresh is not None and card is not state.fresh:
        message = say(_("only the card just drawn may be played now, not %(card)s"), card=code)
        return _illegal(state, seat, "W3.2", message)
    owed = state.owed
    if owed is not None:
        answer = say(
            _("%(count)s cards are owed; %(answer)s answers them, %(card)s does not"),
            count=owed.count,
            answer=answer_to(owed.number, state.setup.rulings.options),
            card=code,
        )
        rule = (
            "W4.4"
            if card is WHOT
            else "W4.10"
            if card.kind is Kind.DISCARD_ALL
            else ("W4.11" if card.kind is Kind.REVERSE else "W4.2")
        )
        return _illegal(state, seat, rule, answer)
    if state.call is not None:
        message = say(
            _("%(shape)s must be followed; %(card)s is not of that shape"),
            shape=say(SHAPE_NAMES[state.call.value]),
            card=code,
        )
        return _illegal(state, seat, "W4.12" if state.top is PUNCH else "W4.9", message)
    message = say(_("%(card)s matches %(top)s neither in shape nor in number"), card=code, top=state.top.code)
    rule = {Kind.DISCARD_ALL: "W4.10", Kind.REVERSE: "W4.11"}.get(card.kind, "W3.1")
    return _illegal(state, seat, rule, message)


def answer_to(number: int, options: Options) -> Message:
    """What answers picks of this number under these options (W4.2, W4.4, W4.12), as words."""
    whot, punch = options.whot_defence == "cancel", options.wild2
    if whot and punch:
        return say(_("a %(number)s, a Whot or a Wild Punch"), number=number)
    if whot:
        return say(_("a %(number)s or a Whot"), number=number)
    if punch:
        return say(_("a %(number)s or a Wild Punch"), number=number)
    return say(_("only a %(number)s"), number=number)


def wrong_call(state: State, seat: Seat, card: Card) -> IllegalAction:
    """A Whot without its shape, or a shape with another card (W4.9)."""
    if card is WHOT:
        message = say(_("a Whot needs a called shape: circle, triangle, cross, square or star"))
    else:
        message = say(_("only a Whot calls a shape, %(card)s does not"), card=card.code)
    return _illegal(state, seat, "W4.9", message)


def cannot_draw(state: State, seat: Seat) -> IllegalAction:
    if state.fresh is not None:
        message = say(_("you have been to market already: play the card just drawn, or pass"))
        return _illegal(state, seat, "W3.2", message)
    if state.setup.rulings.draw_when_able:
        message = say(_("there is nothing to draw, and a card of yours fits: it must be played"))
    else:
        message = say(_("a card of yours fits; here one goes to market only when none does"))
    return _illegal(state, seat, "W3.3", message)


def cannot_pass(state: State, seat: Seat) -> IllegalAction:
    message = say(_("there is nothing to keep; pass only after a card drawn in the same turn"))
    return _illegal(state, seat, "W3.2", message)


def check_timeout(state: State, seat: Seat) -> None:
    if state.end is not None or seat != state.turn:
        raise not_your_turn(state, seat)
    if state.setup.rulings.options.timeout == "none":
        raise _illegal(state, seat, "W8.1", say(_("turns do not run out in this game")))


def check_leave(state: State, seat: Seat) -> None:
    check_going(state)
    if type(seat) is not int or seat not in state.ring.seats:
        raise _illegal(state, None, "W8.3", say(_("seat %(seat)s is not in this game"), seat=seat))


def check_time_up(state: State) -> None:
    check_going(state)
    if not state.setup.rulings.options.clock:
        raise _illegal(state, None, "W7.2", say(_("this game has no clock of its own")))


SHAPE_NAMES = {
    "circle": _("circle"),
    "triangle": _("triangle"),
    "cross": _("cross"),
    "square": _("square"),
    "star": _("star"),
}
