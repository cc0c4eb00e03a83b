"""Positions as one line of text: the canonical position of records, `docs/record.md`.

    HANDS TOP MARKET PILE TURN OWED MISSES REFILLS FRESH PASSED END

Fields are separated by one space, an empty one is `-`:

    C5,W20/T4,X7/-  hands by seat, cards in canonical order; `!1:C5,T3` was eliminated first and
                    held these; `~` sits the game out
    W20>star        the top card, and the shape that must be followed
    C3,T4           the market, next card first
    C3,T4           the pile below the top card, in canonical order
    0+              the seat to act and the direction of play, + or -
    2x4@1           four cards owed, answered by a 2, raised by seat 1
    0,0             misses in a row
    r0              refills so far
    C3              a card just drawn that may be played
    0,2             seats that passed without a card since one last moved
    emptied_hand    the reason, once the game is over
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules.core import Randomness, Seat
from rules.whot.cards import CARD, Card, Shape, codes_in
from rules.whot.dealing import position
from rules.whot.options import Options
from rules.whot.state import Owed, State

EMPTY = "-"


def _line(parts: Iterable[str]) -> str:
    return ",".join(parts) or EMPTY


def format_position(state: State) -> str:
    """The whole state, secrets included; only the seed and the options are not in it."""
    absence = state.absence
    owed = state.owed
    return " ".join(
        (
            "/".join(_format_hand(state, seat) for seat in range(state.setup.seats)),
            state.top.code + (f">{state.call.value}" if state.call else ""),
            _line(card.code for card in state.market_left),
            _line(codes_in(state.pile)),
            f"{state.turn}{'+' if state.direction == 1 else '-'}",
            EMPTY if owed is None else f"{owed.number}x{owed.count}@{owed.by}",
            _line(str(n) for n in absence.misses),
            f"r{state.refills}",
            state.fresh.code if state.fresh else EMPTY,
            _line(str(seat) for seat in sorted(absence.passed)),
            state.end or EMPTY,
        )
    )


def _format_hand(state: State, seat: Seat) -> str:
    if seat in state.setup.sitting_out:
        return "~"
    absence = state.absence
    if seat in absence.out:
        place = absence.out.index(seat)
        return f"!{place + 1}:{_line(codes_in(absence.left_hands[place]))}"
    return _line(codes_in(state.hands[seat]))


def read_card(text: str) -> Card:
    """A card code. Raises ValueError naming the text."""
    try:
        return CARD[text]
    except (KeyError, TypeError):
        raise ValueError(f"there is no card {text!r}") from None


def read_cards(text: str) -> list[Card]:
    return [] if text == EMPTY else [read_card(code) for code in text.split(",")]


def _match(pattern: str, text: str, what: str) -> re.Match[str]:
    found = re.fullmatch(pattern, text)
    if found is None:
        raise ValueError(f"{what} cannot be {text!r}")
    return found


def _numbers(text: str) -> list[int]:
    return [] if text == EMPTY else [int(part) for part in text.split(",")]


def parse_position(text: str, options: Options, seed: Randomness, first_seat: Seat = 0) -> State:
    """Reads `format_position` back. Raises ValueError naming the part that is wrong."""
    fields = text.split(" ")
    if len(fields) != 11:
        raise ValueError(f"a position has 11 fields, not {len(fields)}")
    hands, out, sitting_out = _read_hands(fields[0])
    top, _, call = fields[1].partition(">")
    turn = _match(r"(\d+)([+-])", fields[4], "the turn")
    owed = None
    if fields[5] != EMPTY:
        parts = _match(r"([25])x(\d+)@(\d+)", fields[5], "what is owed")
        owed = Owed(int(parts[1]), int(parts[2]), int(parts[3]))
    return position(
        options,
        hands,
        read_card(top),
        read_cards(fields[2]),
        seed=seed,
        pile=read_cards(fields[3]),
        call=Shape(call) if call else None,
        owed=owed,
        turn=int(turn[1]),
        direction=1 if turn[2] == "+" else -1,
        misses=_numbers(fields[6]),
        out=out,
        sitting_out=sitting_out,
        passed=_numbers(fields[9]),
        first_seat=first_seat,
        refills=int(_match(r"r(\d+)", fields[7], "the refills")[1]),
        fresh=None if fields[8] == EMPTY else read_card(fields[8]),
        end=None if fields[10] == EMPTY else fields[10],
    )


def _read_hands(text: str) -> tuple[list[list[Card]], list[tuple[Seat, list[Card]]], list[Seat]]:
    hands: list[list[Card]] = []
    out: dict[int, tuple[Seat, list[Card]]] = {}
    sitting_out: list[Seat] = []
    for seat, part in enumerate(text.split("/")):
        hands.append([])
        if part == "~":
            sitting_out.append(seat)
        elif part.startswith("!"):
            found = _match(r"!(\d+):(.+)", part, "a hand")
            out[int(found[1])] = (seat, read_cards(found[2]))
        else:
            hands[-1] = read_cards(part)
    return hands, [out[place] for place in sorted(out)], sitting_out
