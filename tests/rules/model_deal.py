"""The deal and the opening of the second model of the rules (W2.3 to W2.5)."""

from collections.abc import Iterable

from tests.rules.model import Model, Refill
from tests.rules.model_cards import WILD_CARDS, Options, face


def may_start(card: str, options: Options) -> bool:
    """Whether the card may be turned up as the start card (W2.4)."""
    if card in WILD_CARDS:
        return False
    if options["start_card"] == "not_wild":
        return True
    has_effect = {
        1: options["hold_on"] != "off",
        2: options["pick2"] != "off",
        5: options["pick3"] != "off",
        7: options["reverse7"],
        8: options["suspension"],
        14: options["general_market"] != "off",
        "D": True,
        "REV": True,
    }
    return not has_effect.get(face(card), False)


def setup(
    options: Options,
    seats: int,
    pack_order: list[str],
    first_seat: int,
    *,
    refill: Refill | None = None,
    sitting_out: Iterable[int] = (),
) -> Model:
    """Deal and open a game (W2.3 to W2.5); `pack_order[0]` is dealt first, `first_seat` is the drawn seat."""
    away = list(sitting_out)
    cards = list(pack_order)
    hands: list[list[str]] = [[] for _ in range(seats)]
    for _ in range(options["hand_size"]):
        for seat in range(seats):
            if seat not in away:
                hands[seat].append(cards.pop(0))

    starters = [card for card in cards if may_start(card, options)]
    if starters:
        found = cards.index(starters[0])
        top, market = cards[found], cards[found + 1 :] + cards[:found]
    else:
        # Ruling: the first card that is not wild, else the first; the others keep their order.
        top = next((card for card in cards if card not in WILD_CARDS), cards[0])
        market = list(cards)
        market.remove(top)

    model = Model(options, hands, top, market, turn=first_seat, refill=refill, sitting_out=away)
    opening_reverse = starters and face(top) == "REV"
    if opening_reverse and len(model.in_play()) > 2:
        # W2.5: the dealer sits before the drawn first seat; the seat before the dealer begins.
        model.direction = -1
        model.advance(2)
    return model
