"""What records of Go-Stop need: how a deal is written and read, and the table in a terminal.

A deal in a record is `{"hands": [[code, ...], [code, ...]], "layout": [code, ...], "stock": [code, ...]}`: hands and
layout in canonical order, the stock with the next card first, all of the deal that stood (R04). As one viewer saw it,
the other hand and the stock are numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import Event, Game, Message, Seat, say
from rules.core import gettext_noop as _
from rules.go_stop import words
from rules.go_stop.cards import BRIGHTS, CARD, CARDS, DECK, Kind, codes_in
from rules.go_stop.dealing import HAND, LAYOUT
from rules.go_stop.game import GO_STOP
from rules.go_stop.how_ended import how_ended
from rules.go_stop.options import PRESET, Options, options_for
from rules.go_stop.scoring import LINES
from rules.go_stop.screen import Screen, screen_of
from rules.go_stop.state import LAST_TURN, State
from rules.go_stop.view import View
from rules.phrases import HowEnded
from rules.strict import Field, RecordError, shown

_KEYS = ("hands", "layout", "stock")


class GoStopRecords:
    """Go-Stop, version 1, as `rules.registry.RecordedGame`."""

    game: Game[Any, Any, Any, Any] = GO_STOP
    presets: Sequence[str] = (PRESET,)
    option_names: Sequence[str] = ()
    draws_each_game = True  # R02
    counts_hands = False
    confirms = True  # 3.1, R52
    watched = frozenset(codes_in(BRIGHTS))
    watched_name = _("brights")
    clauses: Mapping[str, str] = {
        "deal": "2.2",
        "deal.hands": "R03",
        "deal.layout": "R03",
        "deal.stock": "R03",
        "first_seat": "R02",
        "result.reason": "6.1",
        "result.ranking": "6.2",
        "result.points": "6.2",
        "result.hands_left": "2.2",
    }

    def options(self, preset: str, named: Mapping[str, Any]) -> Options:
        return options_for(preset, **named)

    def named(self, options: Options) -> dict[str, Any]:
        return options.named()

    def recorded(self, options: Options) -> dict[str, Any]:
        """Nothing: the clock changes no deal once its log is there."""
        return {}

    def deck(self, options: Options) -> str:
        return DECK

    # -- the deal -----------------------------------------------------------------------------

    def deal_of(self, dealt: State) -> dict[str, Any]:
        view = GO_STOP.view(dealt, None)
        return {
            "hands": [list(GO_STOP.view(dealt, seat).hand) for seat in range(view.seats)],
            "layout": list(view.layout),
            "stock": [card.code for card in dealt.stock],
        }

    def read_deal(self, field: Field, seats: int) -> dict[str, Any]:
        part = field.object(_KEYS)
        return {
            "hands": [_read_sorted(hand, HAND) for hand in part["hands"].list(seats, seats)],
            "layout": _read_sorted(part["layout"], LAYOUT),
            "stock": [_read_code(code) for code in part["stock"].list(LAST_TURN, LAST_TURN)],
        }

    def sitting_out(self, deal: Mapping[str, Any]) -> tuple[Seat, ...]:
        return ()

    def order_of(self, deal: Mapping[str, Any], options: Options) -> list[int]:
        codes = [*(code for hand in deal["hands"] for code in hand), *deal["layout"], *deal["stock"]]
        for code in codes:
            if codes.count(code) > 1:
                message = _("the deal has more of %(card)s than the pack %(deck)s")
                raise RecordError("deal", say(message, card=code, deck=DECK), "2.1")
        missing = [card.code for card in CARDS if card.code not in codes]
        if missing:
            message = _("%(card)s of the pack %(deck)s is missing from the deal")
            raise RecordError("deal", say(message, card=missing[0], deck=DECK), "2.1")
        return [CARD[code].index for code in codes]

    def hands_left(self, state: State) -> list[list[str]]:
        return [list(GO_STOP.view(state, seat).hand) for seat in (0, 1)]

    def seen_deal(self, view: View) -> dict[str, Any]:
        hands: list[Any] = list(view.counts)
        if view.seat is not None:
            hands[view.seat] = list(view.hand)
        return {"hands": hands, "layout": list(view.layout), "stock": view.stock_count}

    def read_seen_deal(self, field: Field, seats: int) -> dict[str, Any]:
        part = field.object(_KEYS)
        return {
            "hands": [
                _read_sorted(hand, HAND) if isinstance(hand.value, list) else hand.whole(HAND, HAND)
                for hand in part["hands"].list(seats, seats)
            ],
            "layout": _read_sorted(part["layout"], LAYOUT),
            "stock": part["stock"].whole(LAST_TURN, LAST_TURN),
        }

    # -- in a terminal --------------------------------------------------------------------------

    def table_lines(self, view: View, names: Sequence[str]) -> list[str]:
        lines = [f"turn {view.turn} of {LAST_TURN}; stock {view.stock_count}", f"layout: {_layout(view)}"]
        for seat in range(view.seats):
            score = view.scores[seat]
            told = ", ".join(f"{line} {getattr(score, line)}" for line in LINES if getattr(score, line))
            went = f", Go {view.gos[seat]}" if view.gos[seat] else ""
            lines.append(
                f"{names[seat]}: {view.counts[seat]} in hand, {score.total} points{f' ({told})' if told else ''}{went}"
            )
            lines.append(f"    captured: {_captured(view.captured[seat])}")
        if view.seat is not None:
            lines.append(f"your hand: {' '.join(view.hand)}")
        if view.choice is not None:
            lines.append(f"the stock card {view.choice.revealed} takes {' or '.join(view.choice.options)}")
        if view.deciding and view.to_act is not None:
            lines.append(f"Stop pays {view.stop_pays[view.to_act].payment}")
        return lines

    def telling(self, event: Event, viewer: Seat | None, names: Sequence[str]) -> Message:
        return words.telling(event, viewer, names)

    def how_ended(self, told: Sequence[Event], viewer: Seat | None, names: Sequence[str]) -> HowEnded:
        return how_ended(told, viewer, names)

    def screen(self, view: View, told: Sequence[Event], order: str = "") -> Screen:
        return screen_of(view, told)

    def spelled(self, message: Message) -> Message:
        return words.spelled(message)

    def read_input(self, text: str) -> str:
        """`03-2` is `play 03-2`, `3-2 3-3` is `play 03-2 take 03-3`, `g` and `s` are Go and Stop."""
        parts = [f"0{part}" if f"0{part}" in CARD else part for part in text.lower().split()]
        if parts and parts[0] in ("g", "s") and len(parts) == 1:
            return "go" if parts[0] == "g" else "stop"
        cards = [part for part in parts if part in CARD]
        rest = [part for part in parts if part not in CARD]
        if not cards or set(rest) - {"play", "take"}:
            return " ".join(parts)
        return f"play {' take '.join(cards)}"


def _layout(view: View) -> str:
    piles = dict(view.piles)
    told = []
    for month in range(1, 13):
        cards = [code for code in view.layout if CARD[code].month == month]
        if month in piles:
            owner = piles[month]
            told.append(f"[{' '.join(cards)}]{'' if owner is None else f' Ppuk of seat {owner}'}")
        elif cards:
            told.append(" ".join(cards))
    return "  ".join(told) or "empty"


def _captured(codes: Sequence[str]) -> str:
    parts = [" ".join(code for code in codes if CARD[code].kind is kind) for kind in Kind]
    return " | ".join(part or "-" for part in parts)


def _read_code(field: Field) -> str:
    if not isinstance(field.value, str) or field.value not in CARD:
        raise field.error(_("%(value)s is not a card"), value=shown(field.value))
    return field.value


def _read_sorted(field: Field, size: int) -> list[str]:
    codes = [_read_code(code) for code in field.list(size, size)]
    if codes != sorted(codes):
        raise field.error(_("the cards of a hand stand in canonical order"))
    return codes
