"""A second model of Go-Stop, written from the clauses alone and in another way than the engine.

It uses lists of codes and looks everything up again each time; it is slow and shares nothing with `rules.go_stop`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

BRIGHT = ["01-1", "03-1", "08-1", "11-1", "12-1"]
ANIMAL = ["02-1", "04-1", "05-1", "06-1", "07-1", "08-2", "09-1", "10-1", "12-2"]
RIBBON = ["01-2", "02-2", "03-2", "04-2", "05-2", "06-2", "07-2", "09-2", "10-2", "12-3"]
PACK = [f"{m:02d}-{k}" for m in range(1, 13) for k in range(1, 5)]
PRINTED_JUNK = [c for c in PACK if c not in BRIGHT + ANIMAL + RIBBON]
WORTH = {c: 2 if c in ("11-4", "12-4") else 1 for c in PRINTED_JUNK}  # 5.11
SETS = {
    "godori": (["02-1", "04-1", "08-2"], 5),
    "red_poetry": (["01-2", "02-2", "03-2"], 3),
    "blue": (["06-2", "09-2", "10-2"], 3),
    "plain_red": (["04-2", "05-2", "07-2"], 3),
}


class Refused(Exception):
    """The model does not accept this."""


def month(card: str) -> str:
    return card[:2]


def over(count: int, least: int) -> int:
    return max(0, count - least + 1)


def points(captured: list[str], cup_as: str) -> dict[str, int]:
    """Points by line for one reading of the cup (5.1 to 5.11)."""
    animals = [c for c in captured if c in ANIMAL and not (c == "09-1" and cup_as == "junk")]
    units = sum(WORTH[c] for c in captured if c in WORTH) + (2 if "09-1" in captured and cup_as == "junk" else 0)
    brights = [c for c in captured if c in BRIGHT]
    found = {"bright": {5: 15, 4: 4, 3: 2 if "12-1" in brights else 3}.get(len(brights), 0)}
    found["animal"] = over(len(animals), 5)
    found["ribbon"] = over(len([c for c in captured if c in RIBBON]), 5)
    found["junk"] = over(units, 10)
    for name, (cards, worth) in SETS.items():
        found[name] = worth if all(c in captured for c in cards) else 0
    return found | {"animals": len(animals), "units": units}


def best(captured: list[str]) -> tuple[dict[str, int], int]:
    """The reading that counts, and its total (5.12)."""
    readings = [points(captured, way) for way in ("animal", "junk")]
    totals = [sum(v for k, v in r.items() if k not in ("animals", "units")) for r in readings]
    pick = 1 if totals[1] > totals[0] else 0
    return readings[pick], totals[pick]


def payment(mine: list[str], theirs: list[str], gos: int) -> int:
    """6.2 to 6.10."""
    reading, total = best(mine)
    pay = total + gos if gos < 3 else total * 2 ** (gos - 2)
    if reading["bright"] > 0 and not any(c in BRIGHT for c in theirs):
        pay *= 2
    if reading["animals"] >= 7:
        pay *= 2
    guard = sum(WORTH.get(c, 0) for c in theirs) + (2 if "09-1" in theirs else 0)
    if reading["junk"] > 0 and guard < 5:
        pay *= 2
    return pay


class Model:
    """A deal. `shuffled` gives the pack in the order of a label: the deal, and each redeal."""

    def __init__(self, shuffled: Callable[[str], list[str]], first: int) -> None:
        redeals = 0
        cards = shuffled("shuffle/0")
        while self._void(cards):
            redeals += 1
            cards = shuffled(f"redeal/{redeals}")
        self.hands = [cards[:10], cards[10:20]]
        self.layout = cards[20:28]
        self.stock = cards[28:]
        self.redeals = redeals
        self.captured: list[list[str]] = [[], []]
        self.owner: dict[str, int] = {}  # month of a Ppuk -> who made it
        self.turn = 1
        self.seat = first
        self.gos = [0, 0]
        self.last_go: list[int | None] = [None, None]
        self.ppuk = [0, 0]
        self.misses = [0, 0]
        self.phase = "play"
        self.open: dict[str, Any] = {}  # the turn that waits for a choice
        self.reason: str | None = None
        self.winner: int | None = None
        self.paid = 0
        for seat in (0, 1):
            if self._quads(self.hands[seat]):
                self._end("hand_quad", seat, 5)  # 2.5

    @staticmethod
    def _quads(cards: list[str]) -> list[str]:
        months = [month(c) for c in cards]
        return [m for m in set(months) if months.count(m) == 4]

    def _void(self, cards: list[str]) -> bool:
        """2.4, 2.6"""
        both = self._quads(cards[:10]) and self._quads(cards[10:20])
        return bool(self._quads(cards[20:28]) or both)

    def _end(self, reason: str, winner: int | None, paid: int) -> None:
        self.reason, self.winner, self.paid, self.phase = reason, winner, paid, "over"

    def _there(self, card: str) -> list[str]:
        return sorted(c for c in self.layout if month(c) == month(card))

    # -- what may be done ---------------------------------------------------------------------

    def legal(self) -> set[str]:
        if self.phase == "over":
            return set()
        if self.phase == "decide":
            return {"stop"} if self.turn > 18 else {"stop", "go"}
        if self.phase == "choose":
            return {f"choose {c}" for c in self._there(self.open["stock"])}
        found = set()
        for card in self.hands[self.seat]:
            there = self._there(card)
            found |= {f"play {card} take {c}" for c in there} if len(there) == 2 else {f"play {card}"}
        return found

    def _accepts(self, text: str) -> bool:
        if text in self.legal():
            return True
        words = text.split()  # R12: a correct target is tolerated where none is needed
        if self.phase != "play" or len(words) != 4 or words[0] != "play" or words[1] not in self.hands[self.seat]:
            return False
        return words[2] == "take" and words[3] in self._there(words[1])

    # -- doing it -----------------------------------------------------------------------------

    def act(self, seat: int, text: str) -> None:
        if text == "leave":
            self._check(self.phase != "over")
            self._end("last_player", 1 - seat, 5)
        elif text in ("timeout", "timeout excused"):
            self._check(self.phase != "over" and seat == self.seat)
            self.misses[seat] += text == "timeout"
            if self.misses[seat] == 2:
                self._end("last_player", 1 - seat, 5)
            while self.phase != "over" and self.seat == seat:
                self._do(self._default())
        else:
            self._check(self.phase != "over" and seat == self.seat and self._accepts(text))
            self.misses[seat] = 0
            self._do(text)

    def _check(self, fine: bool) -> None:
        if not fine:
            raise Refused

    def _default(self) -> str:
        """R53: the lowest card with its lowest target, the lowest choice, Stop."""
        return "stop" if self.phase == "decide" else min(self.legal())

    def _do(self, text: str) -> None:
        words = text.split()
        if words[0] == "play":
            self._play(words[1], words[3] if len(words) > 2 else None)
        elif words[0] == "choose":
            self.phase = "play"
            self._take_with_stock([words[1]])
        elif words[0] == "go":
            self.gos[self.seat] += 1
            self.last_go[self.seat] = best(self.captured[self.seat])[1]
            self._next()
        else:
            mine, theirs = self.captured[self.seat], self.captured[1 - self.seat]
            self._end("stop", self.seat, payment(mine, theirs, self.gos[self.seat]))

    def _play(self, card: str, target: str | None) -> None:
        at_first = sorted(self.layout)
        there = self._there(card)
        self.hands[self.seat].remove(card)
        stock = self.stock.pop(0)
        mine = {0: [], 1: there, 2: [target], 3: there}[len(there)]
        self.open = {"card": card, "mine": mine, "stock": stock, "at_first": at_first}
        if month(stock) == month(card):
            self._same_month(card, there, stock)
            return
        if mine:
            for c in mine:
                self.layout.remove(c)
        else:
            self.layout.append(card)
        met = self._there(stock)
        if len(met) == 2:
            self.phase = "choose"
        else:
            self._take_with_stock(met)

    def _same_month(self, card: str, there: list[str], stock: str) -> None:
        if len(there) == 1:  # 3.8
            self.layout += [card, stock]
            self.owner[month(card)] = self.seat
            self.ppuk[self.seat] += 1
            if self.ppuk[self.seat] == 3:
                self._end("three_ppuk", self.seat, 5)
            else:
                self._next()
            return
        for c in there:  # none: Chok; two: Ttadak
            self.layout.remove(c)
        self._capture([card, stock, *there], [("card", 1)] if self.turn < 20 else [])

    def _take_with_stock(self, met: list[str]) -> None:
        turn, gained, owed = self.open, [], []
        if turn["mine"]:
            gained += [turn["card"], *turn["mine"]]
            if len(turn["mine"]) == 3:
                owed.append(self._for_pile(turn["card"]))
        if met:
            gained += [turn["stock"], *met]
            for c in met:
                self.layout.remove(c)
            if len(met) == 3:
                owed.append(self._for_pile(turn["stock"]))
        else:
            self.layout.append(turn["stock"])
        two = turn["at_first"]
        both_singles = len(turn["mine"]) == 1 and len(met) == 1
        if both_singles and len(two) == 2 and month(two[0]) != month(two[1]) and self.turn < 20:
            owed.append(("card", 1))  # 4.2
        self._capture(gained, owed)

    def _for_pile(self, card: str) -> tuple[str, int]:
        owner = self.owner.pop(month(card), None)
        return ("units", 2) if owner == self.seat else ("card", 1)

    def _capture(self, gained: list[str], owed: list[tuple[str, int]]) -> None:
        mine, theirs = self.captured[self.seat], self.captured[1 - self.seat]
        mine += gained
        for what, amount in owed:
            while amount > 0:
                junk = sorted((WORTH[c], c) for c in theirs if c in WORTH)
                if not junk:
                    break
                worth, card = junk[0]
                theirs.remove(card)
                mine.append(card)
                amount -= worth if what == "units" else 1
        total = best(mine)[1]
        last = self.last_go[self.seat]
        if (last is None and total >= 7) or (last is not None and total > last):
            self.phase = "decide"
        else:
            self._next()

    def _next(self) -> None:
        self.phase = "play"
        if self.turn == 20:
            self._end("nagari", None, 0)
            return
        self.turn += 1
        self.seat = 1 - self.seat

    # -- what it is ---------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        piles = sorted({month(c) for c in self.layout if len(self._there(c)) == 3})
        return {
            "hands": [sorted(hand) for hand in self.hands],
            "layout": sorted(self.layout),
            "piles": [(int(m), self.owner.get(m)) for m in piles],
            "stock": list(self.stock),
            "captured": [sorted(cards) for cards in self.captured],
            "totals": [best(cards)[1] for cards in self.captured],
            "turn": self.turn,
            "seat": None if self.phase == "over" else self.seat,
            "gos": self.gos,
            "last_go": self.last_go,
            "ppuk": self.ppuk,
            "misses": self.misses,
            "redeals": self.redeals,
            "deciding": self.phase == "decide",
            "choosing": self.open["stock"] if self.phase == "choose" else None,
            "reason": self.reason,
            "winner": self.winner,
            "paid": self.paid,
        }
