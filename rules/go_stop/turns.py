"""A turn being played: hand card, stock card, captures, transfers and what comes of them, in the order of R16."""

from __future__ import annotations

from rules.core import Event, Seat, Step
from rules.go_stop.actions import Choose, Play
from rules.go_stop.capture import junk_card, junk_units, matches, without
from rules.go_stop.cards import MONTH, Bag, Card, codes_in
from rules.go_stop.scoring import ENOUGH, FLAT, score
from rules.go_stop.state import LAST_TURN, Piles, Result, State, Waiting, put


def play(state: State, action: Play) -> Step[State]:
    """Plays a card that may be played, and reveals the stock card; the turn may wait for a choice (R13)."""
    seat, card = state.actor, action.card
    found = matches(state.layout, card)
    count = found.bit_count()
    taken, layout, piles, owner, how = found, state.layout, state.piles, None, "pair"
    if count == 0:
        layout |= card.bag  # 3.2
        how = "laid"
    elif count == 2:
        assert action.target is not None
        taken = action.target.bag  # 3.4
    elif count == 3:
        piles, owner = without(piles, card.month)  # 3.5
        how = "pile"
    layout &= ~taken
    revealed = state.stock[0]
    events = [Event("played", seat, (card.code, *codes_in(taken)), 1 + taken.bit_count(), how)]
    after = state._replace(
        hands=put(state.hands, seat, state.hands[seat] & ~card.bag),
        layout=layout,
        piles=piles,
        stock=state.stock[1:],
    )
    turn = _Turn(after, events, Waiting(card, taken, revealed, owner))
    if revealed.month == card.month:
        return turn.own_month(count)  # R15
    met = matches(layout, revealed)
    if met.bit_count() == 2:
        events.append(Event("turned_up", seat, (revealed.code, *codes_in(met)), 3, "choice"))
        return Step(after._replace(waiting=turn.cards), tuple(events))
    how = ("laid", "pair", "", "pile")[met.bit_count()]
    events.append(Event("turned_up", seat, (revealed.code, *codes_in(met)), 1 + met.bit_count(), how))
    return turn.other_month(met)


def choose(state: State, action: Choose) -> Step[State]:
    """The stock card takes the named one of two (R13)."""
    assert state.waiting is not None
    waiting = state.waiting
    events = [Event("chose", state.actor, (waiting.revealed.code, action.card.code), 2)]
    return _Turn(state._replace(waiting=None), events, waiting).other_month(action.card.bag)


class _Turn:
    """A turn whose two cards lie on the table; it lives inside one call."""

    def __init__(self, state: State, events: list[Event], cards: Waiting) -> None:
        self.state = state
        self.events = events
        self.cards = cards
        self.seat = state.actor
        self.layout: Bag = state.layout
        self.piles: Piles = state.piles
        self.gained: Bag = 0
        self.mine, self.theirs = state.captured[self.seat], state.captured[1 - self.seat]

    # -- what the two cards do ----------------------------------------------------------------

    def own_month(self, count: int) -> Step[State]:
        """The stock card is of the hand card's month; `count` cards of it lay in the layout (3.8 to 3.10)."""
        card, revealed = self.cards.played, self.cards.revealed
        self.events.append(Event("turned_up", self.seat, (revealed.code,), 1, "own"))
        month = MONTH[card.month]
        if count == 1:
            return self._ppuk(card, revealed)
        name = "chok" if count == 0 else "ttadak"
        both = (self.layout & month) | self.cards.taken | card.bag | revealed.bag
        self.layout &= ~month
        self.events.append(Event(name, self.seat, codes_in(both), both.bit_count()))
        return self._captured(both, [name])

    def other_month(self, met: Bag) -> Step[State]:
        """The stock card takes `met`, which is none, one, or a pile of its month (3.6)."""
        cards = self.cards
        causes = []
        gained: Bag = 0
        if cards.taken:
            gained |= cards.taken | cards.played.bag
            if cards.taken.bit_count() == 3:
                causes.append(self._pile(cards.played, cards.owner))
        if not met:
            self.layout |= cards.revealed.bag
        else:
            gained |= met | cards.revealed.bag
            self.layout &= ~met
            if met.bit_count() == 3:
                self.piles, owner = without(self.piles, cards.revealed.month)
                causes.append(self._pile(cards.revealed, owner))
        if not self.layout and gained.bit_count() == 4:  # 4.2: two pairs, and nothing else lay there (R22)
            self.events.append(Event("sseul", self.seat, codes_in(gained), 4))
            causes.append("sseul")
        return self._captured(gained, causes)

    def _pile(self, card: Card, owner: Seat | None) -> str:
        name = "own_pile" if owner == self.seat else "pile"
        self.events.append(Event(name, self.seat, codes_in(MONTH[card.month]), 4))
        return name

    def _ppuk(self, card: Card, revealed: Card) -> Step[State]:
        """All three stay, and nothing else happens, unless it is the third one (3.8, 4.9, R18)."""
        seat = self.seat
        pile = self.cards.taken | card.bag | revealed.bag
        made = self.state.ppuk[seat] + 1
        self.layout |= pile
        self.piles = tuple(sorted((*self.piles, (card.month, seat)), key=lambda pile: pile[0]))
        self.events.append(Event("ppuk", seat, codes_in(pile), made))
        self.state = self.state._replace(ppuk=put(self.state.ppuk, seat, made))
        if made >= 3:
            return self._over(Result("three_ppuk", seat, FLAT))
        return self._passed_on()

    # -- captures and transfers ---------------------------------------------------------------

    def _captured(self, gained: Bag, causes: list[str]) -> Step[State]:
        if gained:
            self.mine |= gained
            self.events.append(Event("captured", self.seat, codes_in(gained), gained.bit_count()))
        for cause in causes:  # piles in order of play, R24; a bonus never comes beside one, R23
            self._transfer(cause)
        total = score(self.mine).total
        last_go = self.state.last_go[self.seat]
        if total < ENOUGH if last_go is None else total <= last_go:  # 6.1, R37
            return self._passed_on()
        only = "only" if self.state.last_of_actor else ""
        self.events.append(Event("may_stop", self.seat, count=total, detail=only))
        return Step(self._packed()._replace(deciding=True), tuple(self.events))

    def _transfer(self, cause: str) -> None:
        """Junk that the other one gives for a special capture (4.1, 4.4, 4.5)."""
        if cause not in ("pile", "own_pile") and self.state.turn == LAST_TURN:
            self.events.append(Event("no_junk", self.seat, detail="last_turn"))  # 4.3, R34
            return
        given = junk_units(self.theirs, 2) if cause == "own_pile" else junk_card(self.theirs)
        if not given:
            self.events.append(Event("no_junk", self.seat, detail=cause))  # R26
            return
        for card in given:
            self.theirs &= ~card.bag
            self.mine |= card.bag
        self.events.append(Event("junk", self.seat, tuple(card.code for card in given), len(given), cause))

    # -- the end of the turn ------------------------------------------------------------------

    def _packed(self) -> State:
        captured = (self.mine, self.theirs) if self.seat == 0 else (self.theirs, self.mine)
        return self.state._replace(layout=self.layout, piles=self.piles, captured=captured)

    def _passed_on(self) -> Step[State]:
        """The other one plays, or the stock is exhausted (1.6, R36a)."""
        if self.state.turn == LAST_TURN:
            return self._over(Result("nagari"))
        after = self._packed()._replace(actor=1 - self.seat, turn=self.state.turn + 1)
        return Step(after, tuple(self.events))

    def _over(self, result: Result) -> Step[State]:
        self.events.append(Event("ended", detail=result.reason))
        return Step(self._packed()._replace(result=result), tuple(self.events))
