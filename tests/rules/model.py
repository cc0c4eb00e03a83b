"""A second model of the Whot rules, written from the rule text alone.

It is a yardstick, not a library: mutable lists of card codes, no imports from `rules`, no attention to speed.
The differential test plays the same games here and in the engine and compares `position()` and `legal()`.

Where the rule text leaves room, the choices are named in the comments. Once the game is over nothing is pending,
`turn` and `drawn` are None. Before that `reason`, `totals` and `ranking` are None and `winners` is empty.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

from tests.rules.model_cards import (
    SHAPES,
    WILD_CARDS,
    Options,
    canonical_order,
    face,
    points,
    shape,
)

Refill = Callable[[int, list[str]], list[str]]

PICK_EACH = {2: 2, 5: 3}

# Section 11: one space between the words, case matters.
PLAY = re.compile(
    r"play (?P<card>[CTXSR](?:1[0-4]|[1-9])|W20|D[CTXSR]|REV[CTXSR]|PUNCH)"
    r"(?: call (?P<call>circle|triangle|cross|square|star))?(?P<last> last)?"
)


class Refused(Exception):
    """The action is against the rules; nothing has changed. `rule` is the number of the clause."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why


class Model:
    """One game of Whot. Seats are numbered from 0; `market` is drawn from the left, `pile` is listed bottom first."""

    def __init__(
        self,
        options: Options,
        hands: list[list[str]],
        top: str,
        market: list[str],
        *,
        pile: Iterable[str] = (),
        turn: int = 0,
        direction: int = 1,
        pending: dict[str, Any] | None = None,
        missed: list[int] | None = None,
        refill: Refill | None = None,
        sitting_out: Iterable[int] = (),
    ) -> None:
        """`options` names every option of section 10; `pending` is `{}`, `{"pick", "kind", "by"}` or `{"demand"}`.

        `refill(k, cards)` gives the order of the k-th refill, k from 1, `cards` in canonical order.
        Seats in `sitting_out` take no part (W9.3) and are not named in `position()["out"]`.
        """
        self.options = dict(options)
        self.hands = [list(hand) for hand in hands]
        self.top = top
        self.market = list(market)
        self.pile = list(pile)
        self.turn = turn
        self.direction = direction
        self.pending = dict(pending or {})
        self.missed = list(missed) if missed else [0] * len(hands)
        self.refill = refill
        self.sitting_out = list(sitting_out)
        self.out: list[int] = []
        self.gone: list[str] = []  # cards that left play with their seats
        self.refills = 0
        self.drawn: str | None = None
        self.idle: list[int] = []  # seats that passed without a card since a card was last played or drawn
        self.over = False
        self.reason: str | None = None
        self.winners: list[int] = []
        self.totals: list[int] | None = None
        self.ranking: list[list[int]] | None = None

    def position(self) -> dict[str, Any]:
        """Everything that can be compared, as fresh lists. `out` is in the order of elimination."""
        return {
            "turn": None if self.over else self.turn,
            "direction": self.direction,
            "top": self.top,
            "hands": [list(hand) for hand in self.hands],
            "market": list(self.market),
            "pile": list(self.pile),
            "pending": dict(self.pending),
            "over": self.over,
            "reason": self.reason,
            "winners": list(self.winners),
            "totals": None if self.totals is None else list(self.totals),
            "ranking": None if self.ranking is None else [list(group) for group in self.ranking],
            "out": list(self.out),
            "refills": self.refills,
            "missed": list(self.missed),
            "drawn": self.drawn,
        }

    # What is allowed

    def legal(self) -> set[str]:
        """The action texts of the seat to act. `last` is listed where the call is due, a needless one is accepted too.

        A Whot as the last card is listed without a call (W4.9); with a call it is accepted as well.
        """
        if self.over:
            return set()
        texts = set()
        for card in set(self.hands[self.turn]):
            if self.may_play(card):
                texts |= self.texts_of(card)
        if self.drawn is not None:
            texts.add("pass")
        elif self.why_no_draw() is None:
            texts.add("draw")
        return texts

    def texts_of(self, card: str) -> set[str]:
        left = len(self.left_after(self.turn, card))
        texts = {"play " + card}
        if card == "W20" and left > 0:
            texts = {"play W20 call " + name for name in SHAPES.values()}
        if left == 1 and self.options["last_card_call"] == "penalty2":
            texts |= {text + " last" for text in texts}
        return texts

    def may_play(self, card: str) -> bool:
        if self.drawn is not None and card != self.drawn:
            return False
        return self.fits(card)

    def fits(self, card: str) -> bool:
        """Whether the card answers what lies there (W3.1, W4.2, W4.4, W4.9, W4.10, W4.11, W4.12)."""
        if "pick" in self.pending:
            if card == "W20":
                return bool(self.options["whot_defence"] == "cancel")
            return card == "PUNCH" or face(card) == self.pending["kind"]
        if card in WILD_CARDS:
            return True
        if "demand" in self.pending:
            return bool(shape(card) == self.pending["demand"])
        if self.top in WILD_CARDS:
            return True
        return shape(card) == shape(self.top) or face(card) == face(self.top)

    def why_no_draw(self) -> str | None:
        """Why the seat to act may not go to market (W3.3), or None when it may."""
        if "pick" in self.pending:
            return None
        if not any(self.fits(card) for card in self.hands[self.turn]):
            return None
        if not self.options["draw_when_able"]:
            return "the market is only for a seat that cannot play"
        if not self.something_to_draw():
            return "there is nothing to draw and a card fits"
        return None

    def something_to_draw(self) -> bool:
        """Whether any card can come; the limit of W6.5 is not looked at here (W6.4 before W6.5)."""
        if self.market:
            return True
        return self.options["market_empty"] == "reshuffle" and len(self.pile) > 0

    def left_after(self, seat: int, card: str) -> list[str]:
        """The hand that stays when the card is played: a Discard All takes its whole shape along (W4.10)."""
        left = list(self.hands[seat])
        left.remove(card)
        if face(card) == "D":
            left = [other for other in left if shape(other) != shape(card)]
        return left

    # Actions

    def act(self, seat: int | None, text: str) -> None:
        """Carry out one action text of section 11; `seat` is None for `time_up` and `abandon`."""
        if self.over:
            raise Refused("W7.5", "the game is over")
        if text == "time_up":
            self.time_up()
        elif text == "abandon":
            self.end("abandoned")
        else:
            if seat not in self.in_play():
                raise Refused("W8.3", f"seat {seat} is not in play")
            assert seat is not None
            self.act_of_seat(seat, text)
        self.look_for_the_end()

    def act_of_seat(self, seat: int, text: str) -> None:
        if text == "leave":
            self.eliminate(seat)
            return
        if seat != self.turn:
            raise Refused("W3.1", f"it is seat {self.turn}'s turn, not seat {seat}'s")
        if text in ("timeout", "timeout excused"):
            self.timeout(seat, excused=text == "timeout excused")
        elif text == "draw":
            self.draw(seat)
        elif text == "pass":
            self.pass_(seat)
        else:
            self.play(seat, text)

    def time_up(self) -> None:
        if not self.options["clock"]:
            raise Refused("W7.2", "this game has no clock for the whole game")
        self.end("time_up")

    def timeout(self, seat: int, *, excused: bool) -> None:
        """W8.1 and W8.2: the seat goes to market, or is out at once."""
        if self.options["timeout"] == "none":
            raise Refused("W8.1", "there is no turn clock")
        if not excused:
            self.missed[seat] += 1
            if self.options["max_missed"] and self.missed[seat] >= self.options["max_missed"]:
                self.eliminate(seat)
                return
        if self.drawn is not None:
            # W3.2: it passes. The seat got a card this turn, so this is no pass without a card (W6.4).
            self.drawn = None
            self.advance(1)
            return
        self.go_to_market(seat, voluntary=False)

    def draw(self, seat: int) -> None:
        if self.drawn is not None:
            raise Refused("W3.2", f"only {self.drawn} may be played now, or pass")
        why = self.why_no_draw()
        if why is not None:
            raise Refused("W3.3", why)
        self.missed[seat] = 0
        self.go_to_market(seat, voluntary=True)

    def pass_(self, seat: int) -> None:
        if self.drawn is None:
            raise Refused("W3.2", "pass is only for the seat that has just drawn")
        self.missed[seat] = 0
        self.drawn = None
        self.advance(1)

    def go_to_market(self, seat: int, *, voluntary: bool) -> None:
        """Draw an open penalty, else one card; the turn ends unless the card just drawn may be played (W3.2)."""
        owed = self.pending.get("pick", 0)
        if owed:
            self.pending = {}
            got = self.pick(seat, owed)
        else:
            got = self.pick(seat, 1)
        if self.over:
            return
        if got == 0 and seat not in self.idle:
            self.idle.append(seat)
        if got and voluntary and not owed and self.options["after_draw"] == "may_play":
            self.drawn = self.hands[seat][-1]
            return
        self.advance(1)

    def play(self, seat: int, text: str) -> None:
        parsed = PLAY.fullmatch(text)
        if parsed is None:
            raise Refused("11", f"{text!r} is not an action")
        card, call, last = parsed["card"], parsed["call"], parsed["last"] is not None
        self.check_play(seat, card, call)

        self.missed[seat] = 0
        self.drawn = None
        self.idle = []
        below, before = self.top, self.pending
        left = self.left_after(seat, card)
        thrown = list(self.hands[seat])
        for kept in [card, *left]:
            thrown.remove(kept)
        self.pile += [below, *canonical_order(thrown)]
        self.top = card
        self.hands[seat] = left
        self.pending = {}
        if not left:
            self.end("emptied_hand")  # W4.13: no effect, penalties lapse
            return

        # W4.14: the effect, then the last-card penalty, then the turn moves.
        steps = self.effect(seat, card, call, below, before)
        if self.over:
            return
        if len(left) == 1 and self.options["last_card_call"] == "penalty2" and not last:
            self.pick(seat, 2)
            if self.over:
                return
        self.advance(steps)

    def check_play(self, seat: int, card: str, call: str | None) -> None:
        hand = self.hands[seat]
        if card not in hand:
            raise Refused("W3.1", f"{card} is not in the hand of seat {seat}")
        if self.drawn is not None and card != self.drawn:
            raise Refused("W3.2", f"only {self.drawn} may be played now, or pass")
        if not self.fits(card):
            if "pick" in self.pending:
                raise Refused("W4.2", f"{card} does not answer a {self.pending['kind']}")
            if "demand" in self.pending:
                raise Refused("W4.9", f"{card} is not of the called shape {self.pending['demand']}")
            raise Refused("W3.1", f"{card} does not fit {self.top}")
        if call is not None and card != "W20":
            raise Refused("W4.9", "only a Whot calls a shape")
        if call is None and card == "W20" and len(hand) > 1:
            raise Refused("W4.9", "a Whot must name a shape")

    # Effects

    def effect(self, seat: int, card: str, call: str | None, below: str, before: dict[str, Any]) -> int:
        """Carry out section 4 and say how many seats the turn moves on: 0 is again, 2 is one seat missed."""
        kind = face(card)
        if kind == 1:
            return {"again": 0, "next_only": 2, "off": 1}[self.options["hold_on"]]
        if kind == 2:
            return self.pick_card(seat, 2, self.options["pick2"], before)
        if kind == 5:
            return self.pick_card(seat, 5, self.options["pick3"], before)
        if kind == "REV" or (kind == 7 and self.options["reverse7"]):
            if len(self.in_play()) > 2:  # W4.8
                self.direction = -self.direction
            return 1
        if kind == 8 and self.options["suspension"]:
            misses = 2 if card == "R8" and self.options["star8_skips"] == 2 else 1
            return 1 + min(misses, len(self.in_play()) - 1)  # W4.6
        if kind == 14:
            return self.general_market(seat)
        if kind == "W20":
            assert call is not None
            self.pending = {"demand": next(letter for letter, name in SHAPES.items() if name == call)}
            return 1
        if kind == "PUNCH":
            self.punch(below, before)
            return 1
        return 1

    def pick_card(self, seat: int, kind: int, option: str, before: dict[str, Any]) -> int:
        """A 2 or a 5 (W4.2, W4.5)."""
        if option == "off":
            return 1
        if option == "stack":
            already = before["pick"] if before.get("kind") == kind else 0
            self.pending = {"pick": already + PICK_EACH[kind], "kind": kind, "by": seat}
            return 1
        self.pick(self.seat_after(seat), PICK_EACH[kind])
        return 2

    def general_market(self, seat: int) -> int:
        """W4.7: each of the others draws one, beginning with the next seat."""
        if self.options["general_market"] == "off":
            return 1
        other = self.seat_after(seat)
        while other != seat and not self.over:
            self.pick(other, 1)
            other = self.seat_after(other)
        return 1 if self.options["general_market"] == "pass" else 0

    def punch(self, below: str, before: dict[str, Any]) -> None:
        """W4.12: the shape stays; an open penalty goes back to the seat that raised it, if it is still in play."""
        kept = before.get("demand", shape(below))
        if kept is not None:
            self.pending = {"demand": kept}
        if "pick" in before and before["by"] in self.in_play():
            self.pick(before["by"], before["pick"])

    # The market

    def pick(self, seat: int, how_many: int) -> int:
        """Let the seat draw and say how many cards came; may end the game (W6.1 to W6.5)."""
        for got in range(how_many):
            if got > 0 and not self.market and self.options["penalty_short"] == "cancel_rest":
                return got  # W6.3
            if not self.market:
                self.refill_market()
            if self.over or not self.market:
                return got
            self.hands[seat].append(self.market.pop(0))
            self.idle = []
            if not self.market and self.options["market_empty"] == "count":
                self.end("market_exhausted")  # W6.2
                return got + 1
        return how_many

    def refill_market(self) -> None:
        if not self.something_to_draw():
            return  # W6.4
        if self.options["max_refills"] is not None and self.refills >= self.options["max_refills"]:
            self.end("market_exhausted")  # W6.5
            return
        if self.refill is None:
            raise ValueError("the market must be refilled and no order of refills was given")
        self.refills += 1
        self.market = list(self.refill(self.refills, canonical_order(self.pile)))
        if sorted(self.market) != sorted(self.pile):
            raise ValueError(f"refill {self.refills} is not an order of the cards of the pile")
        self.pile = []

    # Seats and the end

    def in_play(self) -> list[int]:
        return [seat for seat in range(len(self.hands)) if seat not in self.out and seat not in self.sitting_out]

    def seat_after(self, seat: int) -> int:
        """The next seat still in play in the direction of play."""
        seat = (seat + self.direction) % len(self.hands)
        while seat not in self.in_play():
            seat = (seat + self.direction) % len(self.hands)
        return seat

    def advance(self, steps: int) -> None:
        for _ in range(steps):
            self.turn = self.seat_after(self.turn)

    def eliminate(self, seat: int) -> None:
        """W8.3: the hand leaves play; a penalty aimed at the seat lapses; the turn passes."""
        self.gone += self.hands[seat]
        self.hands[seat] = []
        self.out.append(seat)
        if seat == self.turn:
            if "pick" in self.pending:
                self.pending = {}
            self.drawn = None
            self.advance(1)

    def look_for_the_end(self) -> None:
        """After every accepted action: the last seat left (W8.4), then a blocked game (W6.4)."""
        if self.over:
            return
        seats = self.in_play()
        if len(seats) == 1:
            self.end("last_player")
            return
        if "pick" in self.pending:
            return
        everybody_passed = all(seat in self.idle for seat in seats)
        somebody_able = any(self.fits(card) for seat in seats for card in self.hands[seat])
        if everybody_passed or not (somebody_able or self.something_to_draw()):
            self.end("blocked")

    def end(self, reason: str) -> None:
        """Count the hands (W7.3) and rank the seats still in play (W7.4)."""
        self.over = True
        self.reason = reason
        self.pending = {}
        self.drawn = None
        score = self.options["score"]
        self.totals = [sum(points(card, score) for card in hand) for hand in self.hands]
        places: dict[tuple[int, int], list[int]] = {}
        for seat in self.in_play():
            places.setdefault((self.totals[seat], len(self.hands[seat])), []).append(seat)
        self.ranking = [places[place] for place in sorted(places)]
        self.winners = list(self.ranking[0])
