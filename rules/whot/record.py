"""What records of Whot need: how a deal is written and read, and the table in a terminal.

A deal in a record is `{"hands": [[code, ...], ...], "top": code, "market": [code, ...]}`: hands by
seat in canonical order (none for a seat that sits out), the market with the next card first and
the cards skipped for the start card at its end (W2.4). As one viewer saw it, the other hands and
the market are numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.core import Event, Game, Message, Seat, say
from rules.core import gettext_noop as _
from rules.phrases import HowEnded, how_many_cards
from rules.strict import Field, RecordError, shown
from rules.whot import words
from rules.whot.cards import CARD, PACKS, SHAPE_OF_LETTER, codes_in
from rules.whot.game import WHOT
from rules.whot.how_ended import how_ended
from rules.whot.options import OPTION_FIELDS, PRESETS, Options, options_for
from rules.whot.screen import Screen, screen_of
from rules.whot.state import State
from rules.whot.view import View

_MOST_CARDS = max(len(pack) for pack in PACKS.values())
_KEYS = ("hands", "top", "market")


class WhotRecords:
    """Whot, version 1, as `rules.registry.RecordedGame`."""

    game: Game[Any, Any, Any, Any] = WHOT
    presets: Sequence[str] = tuple(PRESETS)
    option_names: Sequence[str] = tuple(OPTION_FIELDS)
    draws_each_game = False  # W2.5
    counts_hands = True  # W7.3, W7.4
    confirms = False
    watched = frozenset({"W20"})
    watched_name = _("Whots")
    clauses: Mapping[str, str] = {
        "deal": "W2.3",
        "deal.hands": "W2.3",
        "deal.top": "W2.4",
        "deal.market": "W2.4",
        "first_seat": "W2.5",
        "result.reason": "W7.5",
        "result.ranking": "W7.4",
        "result.points": "W7.3",
        "result.hands_left": "W7.3",
    }

    def options(self, preset: str, named: Mapping[str, Any]) -> Options:
        return options_for(preset, **named)

    def named(self, options: Options) -> dict[str, Any]:
        return options.named()

    def recorded(self, options: Options) -> dict[str, Any]:
        return options.named()

    def deck(self, options: Options) -> str:
        return options.pack

    # -- the deal -----------------------------------------------------------------------------

    def deal_of(self, dealt: State) -> dict[str, Any]:
        return {
            "hands": [list(codes_in(hand)) for hand in dealt.hands],
            "top": dealt.top.code,
            "market": [card.code for card in dealt.market_left],
        }

    def read_deal(self, field: Field, seats: int) -> dict[str, Any]:
        part = field.object(_KEYS)
        return {
            "hands": [_read_hand(hand) for hand in part["hands"].list(seats, seats)],
            "top": _read_code(part["top"]),
            "market": [_read_code(code) for code in part["market"].list(_MOST_CARDS)],
        }

    def sitting_out(self, deal: Mapping[str, Any]) -> tuple[Seat, ...]:
        return tuple(seat for seat, hand in enumerate(deal["hands"]) if not hand)

    def order_of(self, deal: Mapping[str, Any], options: Options) -> list[int]:
        hands = [hand for hand in deal["hands"] if hand]
        for seat, hand in enumerate(deal["hands"]):
            if hand and len(hand) != options.hand_size:
                raise RecordError(
                    f"deal.hands[{seat}]",
                    say(
                        _("%(size)s cards are dealt to each, not %(length)s"),
                        size=options.hand_size,
                        length=len(hand),
                    ),
                    "W2.2",
                )
        dealt = [hand[place] for place in range(options.hand_size) for hand in hands]
        return _ids([*dealt, deal["top"], *deal["market"]], options.pack)

    def hands_left(self, state: State) -> list[list[str]]:
        held = dict(zip(state.absence.out, state.absence.left_hands, strict=True))
        return [list(codes_in(held.get(seat, hand))) for seat, hand in enumerate(state.hands)]

    def seen_deal(self, view: View) -> dict[str, Any]:
        hands: list[Any] = list(view.counts)
        if view.seat is not None and view.seat not in view.sitting_out:
            hands[view.seat] = list(view.hand)
        return {"hands": hands, "top": view.top, "market": view.market_count}

    def read_seen_deal(self, field: Field, seats: int) -> dict[str, Any]:
        part = field.object(_KEYS)
        return {
            "hands": [
                _read_hand(hand) if isinstance(hand.value, list) else hand.whole(0, _MOST_CARDS)
                for hand in part["hands"].list(seats, seats)
            ],
            "top": _read_code(part["top"]),
            "market": part["market"].whole(0, _MOST_CARDS),
        }

    # -- in a terminal --------------------------------------------------------------------------

    def table_lines(self, view: View, names: Sequence[str]) -> list[str]:
        call = f", {view.call} must be followed" if view.call else ""
        owed = ""
        if view.owed is not None:
            owed = f", {view.owed.count} cards owed (a {view.owed.number} answers)"
        seats = [
            f"{names[seat]} {'out' if seat in view.out else _cards(view.counts[seat])}" for seat in range(view.seats)
        ]
        way = "in the order of the seats" if view.direction == 1 else "against the order of the seats"
        lines = [
            f"top card {view.top}{call}{owed}; market {_cards(view.market_count)}; play runs {way}",
            "; ".join(seats),
        ]
        if view.seat is not None:
            lines.append(f"your hand: {' '.join(view.hand)}  ({view.hand_points} points)")
        if view.fresh is not None:
            lines.append(f"just drawn: {view.fresh}; play it or pass")
        return lines

    def telling(self, event: Event, viewer: Seat | None, names: Sequence[str]) -> Message:
        return words.telling(event, viewer, names)

    def how_ended(self, told: Sequence[Event], viewer: Seat | None, names: Sequence[str]) -> HowEnded:
        return how_ended(told, viewer, names)

    def screen(self, view: View, told: Sequence[Event], order: str = "") -> Screen:
        return screen_of(view, told, order)

    def spelled(self, message: Message) -> Message:
        return words.spelled(message)

    def read_input(self, text: str) -> str:
        """`C5` is `play C5`, `W20 star` is `play W20 call star`; case is put right."""
        parts = text.split()
        if parts and parts[0].lower() == "play":
            parts = parts[1:]
        if not parts or parts[0].upper() not in CARD:
            return text.strip().lower()
        rest = [part.lower() for part in parts[1:]]
        shapes = {shape.value for shape in SHAPE_OF_LETTER.values()}
        if rest and rest[0] in shapes:
            rest.insert(0, "call")
        return " ".join(("play", parts[0].upper(), *rest))


def _cards(count: int) -> str:
    return str(how_many_cards(count))


def _read_code(field: Field) -> str:
    if not isinstance(field.value, str) or field.value not in CARD:
        raise field.error(_("%(value)s is not a card"), value=shown(field.value))
    return field.value


def _read_hand(field: Field) -> list[str]:
    hand = [_read_code(code) for code in field.list(_MOST_CARDS)]
    if hand != sorted(hand, key=lambda code: CARD[code].index):
        raise field.error(_("the cards of a hand stand in canonical order"))
    return hand


def _ids(codes: Sequence[str], deck: str) -> list[int]:
    """Card ids of the codes in their order; which of two equal cards it was is of no account."""
    free: dict[str, list[int]] = {}
    for card_id, card in reversed(list(enumerate(PACKS[deck]))):
        free.setdefault(card.code, []).append(card_id)
    ids = []
    for code in codes:
        if not free.get(code):
            message = _("the deal has more of %(card)s than the pack %(deck)s")
            raise RecordError("deal", say(message, card=code, deck=deck), "W1.2")
        ids.append(free[code].pop())
    missing = [code for code, left in free.items() if left]
    if missing:
        message = _("%(card)s of the pack %(deck)s is missing from the deal")
        raise RecordError("deal", say(message, card=missing[0], deck=deck), "W1.2")
    return ids
