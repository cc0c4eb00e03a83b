"""Positions as one line of text: the canonical position of records, `docs/record.md`.

    HANDS LAYOUT PILES STOCK CAPTURED TURN WAITING GOS PPUK MISSES REDEALS END

Fields are separated by one space, an empty one is `-`:

    01-3,05-2/04-1  hands by seat, cards in canonical order
    05-1,05-2,05-3  the layout
    05@0            months that lie as a pile, with who made it; `05@-` came with the deal
    10-3,02-4       the stock, next card first
    02-1,02-2/-     captured cards by seat
    7:0             the turn of the deal and whose it is; `7:0?` where Stop or Go is asked
    01-3+01-1>03-4  a stock card that waits for a choice: the hand card, what it takes, the stock card; `@0` after
                    the cards taken where they were a pile
    1@9,0           Gos by seat, and the score at the last one
    1,0             Ppuk made by seat
    0,0             misses in a row by seat
    d0              deals thrown in before this one
    stop:0:12       the reason, the winner and the payment, once the deal is over; `nagari` has neither
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.core import Seat
from rules.go_stop.cards import CARD, Bag, Card, codes_in
from rules.go_stop.state import Result, State, Waiting

EMPTY = "-"


def _line(parts: Iterable[str]) -> str:
    return ",".join(parts) or EMPTY


def format_position(state: State) -> str:
    """The whole state, secrets included; only the seed and the options are not in it."""
    return " ".join(
        (
            "/".join(_bag(hand) for hand in state.hands),
            _bag(state.layout),
            _line(f"{month:02}@{_owner(owner)}" for month, owner in state.piles),
            _line(card.code for card in state.stock),
            "/".join(_bag(bag) for bag in state.captured),
            f"{state.turn}:{state.actor}{'?' if state.deciding else ''}",
            EMPTY if state.waiting is None else _waiting(state.waiting),
            _line(str(n) + (f"@{last}" if n else "") for n, last in zip(state.gos, state.last_go, strict=True)),
            _line(str(n) for n in state.ppuk),
            _line(str(n) for n in state.misses),
            f"d{state.setup.redeals}",
            EMPTY if state.result is None else _end(state.result),
        )
    )


def _bag(bag: Bag) -> str:
    return _line(codes_in(bag))


def _owner(owner: Seat | None) -> str:
    return EMPTY if owner is None else str(owner)


def _waiting(waiting: Waiting) -> str:
    pile = f"@{_owner(waiting.owner)}" if waiting.taken.bit_count() == 3 else ""
    taken = f"+{_bag(waiting.taken)}{pile}" if waiting.taken else ""
    return f"{waiting.played.code}{taken}>{waiting.revealed.code}"


def _end(result: Result) -> str:
    return result.reason if result.winner is None else f"{result.reason}:{result.winner}:{result.payment}"


def read_card(text: object) -> Card:
    """A card code. Raises ValueError naming the text."""
    if not isinstance(text, str) or text not in CARD:
        raise ValueError(f"there is no card {text!r}")
    return CARD[text]
