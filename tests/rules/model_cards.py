"""Cards, points and packs of the second rules model (W1, W7.3); see `model.py`."""

from collections.abc import Iterable
from typing import Any

Options = dict[str, Any]

SHAPES = {"C": "circle", "T": "triangle", "X": "cross", "S": "square", "R": "star"}
WILD_CARDS = ("W20", "PUNCH")


def shape(card: str) -> str | None:
    """The letter of a card's shape, None for a Whot and a Wild Punch (W1.1, W1.5)."""
    if card in WILD_CARDS:
        return None
    if card.startswith("REV"):
        return card[3]
    if card.startswith("D"):
        return card[1]
    return card[0]


def face(card: str) -> int | str:
    """What else two cards can have in common: the number, or "D", "REV"; "W20" and "PUNCH" are faces of their own."""
    if card in WILD_CARDS:
        return card
    if card.startswith("REV"):
        return "REV"
    if card.startswith("D"):
        return "D"
    return int(card[1:])


def canonical_order(cards: Iterable[str]) -> list[str]:
    """The pack's order: shapes C T X S R by number, then Whots, Discard Alls, Reverses, Wild Punches."""

    def place(card: str) -> tuple[int, int, int]:
        kind = face(card)
        shape_index = "CTXSR".find(shape(card) or "?")
        if isinstance(kind, int):
            return (0, shape_index, kind)
        return (["W20", "D", "REV", "PUNCH"].index(kind) + 1, shape_index, 0)

    return sorted(cards, key=place)


def points(card: str, score: str) -> int:
    """Points of one card left in a hand (W7.3)."""
    kind = face(card)
    if kind == "W20" or kind == "PUNCH":
        return 20
    if kind == "D":
        return 15
    if kind == "REV":
        return 10
    assert isinstance(kind, int)
    if score == "star_double" and shape(card) == "R":
        return 2 * kind
    return kind


def pack(options: Options) -> list[str]:
    """Every card of the chosen pack in no promised order (W1.2, W1.4, W1.5, W1.6)."""
    one = [s + str(n) for s in "CT" for n in (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14)]
    one += [s + str(n) for s in "XS" for n in (1, 2, 3, 5, 7, 10, 11, 13, 14)]
    one += ["R" + str(n) for n in (1, 2, 3, 4, 5, 7, 8)]
    if not options["no_whot"]:
        one += ["W20"] * 5
    if options["wild2"]:
        one += ["D" + s for s in "CTXSR"] + ["REV" + s for s in "CTXSR"] + ["PUNCH"] * 2
    copies: int = options["packs"]
    return one * copies
