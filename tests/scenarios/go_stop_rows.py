"""Our own scenario rows of Go-Stop, written from the clauses (docs/rules/go_stop.md) in a short form.

    python -m tests.scenarios.go_stop_rows          writes ours_go_stop.jsonl
    python -m tests.scenarios.go_stop_rows --check  exits with 1 where the file is not what would be written

A row says what matters; the other cards of hands and stock are filled in from those that lie nowhere yet.
Every expected value below was worked out by hand; no row is made from what the engine answers.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "ours_go_stop.jsonl"
PACK = [f"{month:02}-{k}" for month in range(1, 13) for k in range(1, 5)]
ROWS: list[dict[str, Any]] = []
LINES = ("bright", "animal", "godori", "ribbon", "red_poetry", "blue", "plain_red", "junk")


def _add(row: dict[str, Any]) -> None:
    assert row["id"] not in {other["id"] for other in ROWS}, f"{row['id']} stands twice"
    ROWS.append(row)


def score(
    name: str, clause: str, note: str, captured: str, *, cup: str | None = None,
    counts: tuple[int, int, int, int] | None = None, settle: tuple[str, int] | None = None,
    pays: tuple[int, str, int] | None = None, **points: int,
) -> None:  # fmt: skip
    """A score row: `points` by line, the rest 0. `settle`: the opponent's cards and own Gos; `pays`: points after
    Go, the doublings that hold, and the payment."""
    expect: dict[str, Any] = {line: points.get(line, 0) for line in LINES}
    assert set(points) <= set(LINES), name
    expect["total"] = sum(points.values())
    expect["cup"] = cup
    if counts is not None:
        expect["counts"] = dict(zip(("brights", "animals", "ribbons", "junk_units"), counts, strict=True))
    row = {"id": name, "game": "go_stop", "kind": "score", "clause": clause, "note": note, "captured": captured.split()}
    if settle is not None and pays is not None:
        row["settle"] = {"opponent": settle[0].split(), "gos": settle[1]}
        expect["settle"] = {
            "base": expect["total"], "gos": settle[1], "after_go": pays[0], "doubles": pays[1].split(),
            "payment": pays[2],
        }  # fmt: skip
    _add(row | {"expect": expect})


def _action(text: str) -> dict[str, str]:
    words = text.split()
    if words[0] == "play":
        return {"type": "play", "card": words[1]} | ({"target": words[3]} if len(words) > 2 else {})
    return {"type": words[0]} | ({"card": words[1]} if len(words) > 1 else {})


def play(
    name: str, clause: str, note: str, do: str, *, hand: str = "", layout: str = "", stock: str = "",
    mine: str = "", theirs: str = "", other: str = "", turn: int | None = None, actor: int = 0,
    piles: str = "", gos: tuple[int, int] = (0, 0), last: tuple[int | None, int | None] = (None, None),
    ppuk: tuple[int, int] = (0, 0), refused: int | None = None, events: str = "", junk: str = "",
    next: int | None = None, offer: str | None = None, choice: str | None = None, left: str | None = None,
    gained: tuple[str, str] | None = None, lost: tuple[str, str] | None = None, **expect: Any,
) -> None:  # fmt: skip
    """A play row. `do`: actions parted by `;`. `mine`, `theirs`: captured by the actor and the other; `piles`:
    `05:0 07:-`. Expected: `refused` action, `events`, `junk` moved, then as given: the seat to play `next`, the
    Stop-or-Go `offer` of the actor, the stock card and its options to choose (`choice`), the layout `left`."""
    lay = layout.split()
    caps = [mine.split(), theirs.split()]
    known = [*hand.split(), *lay, *stock.split(), *caps[0], *caps[1], *other.split()]
    assert len(set(known)) == len(known) and set(known) <= set(PACK), f"{name}: a card stands twice"
    if turn is None:
        least = max(1, 21 - (48 - len(lay) - len(caps[0]) - len(caps[1])) // 2)
        turn = least + (least % 2 == 0)  # an odd turn: the actor began
    first = actor if turn % 2 else 1 - actor
    free = [card for card in reversed(PACK) if card not in known]
    before = [turn // 2 if seat == first else (turn - 1) // 2 for seat in (0, 1)]
    hands: list[list[str]] = [[], []]
    for seat, given in ((actor, hand.split()), (1 - actor, other.split())):
        size = 10 - before[seat]
        assert len(given) <= size, f"{name}: {given} in a hand of {size}"
        hands[seat] = sorted([*given, *(free.pop(0) for _ in range(size - len(given)))])
    pile = [*stock.split()]
    pile += [free.pop(0) for _ in range(21 - turn - len(pile))]
    captured = caps if actor == 0 else caps[::-1]
    state = {
        "first": first, "actor": actor, "turn": turn, "gos": list(gos), "last_go_score": list(last),
        "ppuk_made": list(ppuk),
        "piles": [
            {"month": month, "owner": None if owner == "-" else int(owner)}
            for month, owner in (pair.split(":") for pair in piles.split())
        ],
    }  # fmt: skip
    found: dict[str, Any] = {
        "rejected": None if refused is None else {"action": refused}, "events": events.split(),
        "junk_moved": junk.split(),
    }  # fmt: skip
    if next is not None:
        found |= {"pending": {"type": "play", "player": next}, "outcome": None}
    if offer is not None:
        found |= {"pending": {"type": "go_stop", "player": actor, "options": offer.split()}, "outcome": None}
    if choice is not None:
        card, *options = choice.split()
        found["pending"] = {"type": "choose", "player": actor, "options": options, "card": card}
    if left is not None:
        found["layout"] = sorted(left.split())
    if gained is not None:
        found["gained"] = [sorted(cards.split()) for cards in gained]
    if lost is not None:
        found["lost"] = [sorted(cards.split()) for cards in lost]
    if "outcome" in expect:
        found["pending"] = None
    if "piles_after" in expect:
        found["piles"] = [{"month": month, "owner": owner} for month, owner in expect.pop("piles_after")]
    if "gos_after" in expect:
        found["gos"] = expect.pop("gos_after")
    _add({
        "id": name, "game": "go_stop", "kind": "play", "clause": clause, "note": note, "hands": hands, "layout": lay,
        "stock": pile, "captured": captured, "state": state,
        "actions": [_action(text.strip()) for text in do.split(";") if text.strip()], "expect": found | expect,
    })  # fmt: skip


def setup(
    name: str, clause: str, note: str, one: str, two: str, layout: str, *, first: int = 0, do: str = "",
    outcome: dict[str, Any] | None = None, piles: str = "", next: int | None = None, **expect: Any,
) -> None:  # fmt: skip
    """A fresh deal: hands and layout are filled up with cards that make no quad and no trio."""
    known = [*one.split(), *two.split(), *layout.split()]
    assert len(set(known)) == len(known) and set(known) <= set(PACK), f"{name}: a card stands twice"
    parts = [one.split(), two.split(), layout.split()]
    for part, size in zip(parts, (10, 10, 8), strict=True):
        for card in (f"{month:02}-{k}" for k in range(1, 5) for month in range(1, 13)):
            same = sum(other[:2] == card[:2] for other in part)
            if len(part) < size and card not in known and same < 2:
                part.append(card)
                known.append(card)
        assert len(part) == size, f"{name}: {part}"
    rest = [card for card in PACK if card not in known]
    state = {
        "first": first, "actor": first, "setup": True, "gos": [0, 0], "last_go_score": [None, None],
        "ppuk_made": [0, 0], "piles": [],
    }  # fmt: skip
    found: dict[str, Any] = {"rejected": None, "events": [], "junk_moved": [], "outcome": outcome}
    found["pending"] = None if next is None else {"type": "play", "player": next}
    found["piles"] = [{"month": month, "owner": None} for month in piles.split()]
    _add({
        "id": name, "game": "go_stop", "kind": "play", "clause": clause, "note": note,
        "hands": [sorted(parts[0]), sorted(parts[1])], "layout": sorted(parts[2]), "stock": rest,
        "captured": [[], []], "state": state,
        "actions": [_action(text.strip()) for text in do.split(";") if text.strip()], "expect": found | expect,
    })  # fmt: skip


def win(winner: int, payment: int, base: int, gos: int = 0, after: int | None = None, doubles: str = "") -> Any:
    """The outcome of a Stop."""
    return {
        "result": "win", "winner": winner, "reason": "stop", "base": base, "gos": gos,
        "after_go": base if after is None else after, "doubles": doubles.split(), "payment": payment,
    }  # fmt: skip


NAGARI = {"result": "draw", "reason": "nagari"}
FIVE_UNITS = "12-1 05-3 05-4 06-3 06-4 07-3"  # a bright and five junk units: nothing doubles against it but animals
RED3 = "01-2 02-2 03-2"
BIRDS = "02-1 04-1 08-2"
TEN_JUNK = "01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4 05-3 05-4"


def write() -> str:
    from tests.scenarios import go_stop_rows_play, go_stop_rows_score

    ROWS.clear()
    go_stop_rows_score.rows()
    go_stop_rows_play.rows()
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS)


if __name__ == "__main__":
    from tests.scenarios import go_stop_rows as this

    text = this.write()
    if "--check" in sys.argv:
        sys.exit(int(not FILE.is_file() or FILE.read_text(encoding="utf-8") != text))
    FILE.write_text(text, encoding="utf-8")
    print(f"{len(this.ROWS)} rows")
