"""What the page of a deal of Go-Stop shows, made from one view and what that viewer was told.

It adds names, groups and the texts of actions to what the view holds, and nothing that is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.core import Event, Message, Seat, say
from rules.core import gettext_noop as _
from rules.go_stop import actions, words
from rules.go_stop.actions import GO, STOP
from rules.go_stop.cards import (
    ANIMALS,
    BIRDS,
    BLUE,
    BRIGHTS,
    CARD,
    CUP,
    JUNK,
    PLAIN_RED,
    RED_POETRY,
    RIBBONS,
    Bag,
    Month,
    bag_of,
    codes_in,
)
from rules.go_stop.names import (
    BRIEF_NAMES,
    DOUBLE_NAMES,
    DOUBLE_RULES,
    LINE_NAMES,
    LINE_RULES,
    card_name,
    month_name,
    points_words,
)
from rules.go_stop.scoring import LINES, Score, Settlement, settle
from rules.go_stop.view import View
from rules.phrases import how_many_cards, listed


class Face(NamedTuple):
    """A card as it is drawn: the name of its drawing, and its name in words."""

    code: str
    name: Message


class Move(NamedTuple):
    """An action that is open now: its text, its label, and the layout card it takes, if it names one."""

    action: str
    label: Message
    target: Face | None = None


class HandCard(NamedTuple):
    """A card of the viewer's own hand. `meets` lies in the layout; `moves` are empty when it is not one's turn."""

    code: str
    name: Message
    meets: tuple[str, ...]
    moves: tuple[Move, ...]


class MonthPlace(NamedTuple):
    """The fixed place of a month in the layout. `pile`: three that belong together; `owner` made it a Ppuk."""

    month: Month
    name: Message
    cards: tuple[Face, ...]
    pile: bool
    owner: Seat | None


class Pending(NamedTuple):
    """A stock card that waits for a choice (R13): the pair before it, and what it may take."""

    played: Face
    taken: tuple[Face, ...]
    revealed: Face
    moves: tuple[Move, ...]
    options: tuple[Face, ...]


class Progress(NamedTuple):
    """How far a combination has come: `have` of `of` cards; of a set which are missing, and whether the other one has
    blocked it."""

    key: str
    name: Message
    rule: str
    have: int
    of: int
    missing: tuple[Face, ...]
    blocked: bool


class Group(NamedTuple):
    """Captured cards of a kind; `counted` is of cards, for junk of units, and `least` of them score."""

    key: str
    name: Message
    cards: tuple[Face, ...]
    brief: Message | None  # what the cards are called within the group, as a list
    counted: int
    least: int


class ScoreLine(NamedTuple):
    rule: str
    name: Message
    points: int


class Pays(NamedTuple):
    """What Stop pays, and how it comes about (6.2 to 6.8)."""

    base: Message
    gos: int
    after_go: int
    doubles: tuple[tuple[str, Message], ...]  # (rule, why)
    payment: Message


class SeatState(NamedTuple):
    """A seat as everybody sees it."""

    seat: Seat
    in_play: bool
    held: int
    cards: Message
    groups: tuple[Group, ...]
    progress: tuple[Progress, ...]
    lines: tuple[ScoreLine, ...]
    total: Message
    cup: str | None
    gos: int
    last_go: int | None
    ppuk: int
    stop_pays: Pays
    go_pays: Pays  # what Stop would pay at the same score after one Go more
    misses: int
    missed: Message | None

    @property
    def sets(self) -> tuple[Progress, ...]:
        """The sets of named cards; the groups say themselves how many of a kind there are."""
        return self.progress[len(_COUNTED) :]


class HandLeft(NamedTuple):
    """A hand at the end of the deal."""

    seat: Seat
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """The table as the page shows it."""

    hand: tuple[HandCard, ...]
    places: tuple[MonthPlace, ...]  # the months that have cards in the layout
    pending: Pending | None
    stop: Move | None
    go: Move | None
    must_stop: bool  # Stop is offered and Go is not (6.11)
    stock: Message
    turn: int
    seats: tuple[SeatState, ...]
    last_turn: tuple[Event, ...]  # what happened since the last card was played from a hand, to be told in words
    fresh: tuple[str, ...]  # cards that moved in it
    pays: Pays | None  # of the winner, after a Stop
    hands_left: tuple[HandLeft, ...]  # once the deal is over
    reason: Message | None  # why it is over
    following: Seat | None  # who plays the next turn

    @property
    def asked(self) -> bool:
        """Whether something else than a card of the hand is awaited: what the stock card takes, or Stop or Go."""
        return self.pending is not None or self.stop is not None

    @property
    def all_places(self) -> tuple[MonthPlace, ...]:
        """The twelve fixed places, empty ones among them."""
        known = {place.month: place for place in self.places}
        return tuple(known.get(month, MonthPlace(month, month_name(month), (), False, None)) for month in range(1, 13))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Everything that is open now."""
        from_hand = tuple(move for card in self.hand for move in card.moves)
        waiting = () if self.pending is None else self.pending.moves
        return (*from_hand, *waiting, *(move for move in (self.stop, self.go) if move is not None))


def screen_of(view: View, told: Iterable[Event]) -> Screen:
    """The screen for the viewer of `view`; `told` is all that this viewer was told since the deal."""
    last = _last_turn(tuple(told))
    return Screen(
        hand=tuple(_hand_card(view, code) for code in view.hand) if view.outcome is None else (),
        places=_places(view),
        pending=_pending(view),
        stop=Move(STOP.text, words.button_words(STOP)) if STOP in view.legal else None,
        go=Move(GO.text, words.button_words(GO)) if GO in view.legal else None,
        must_stop=STOP in view.legal and GO not in view.legal,
        stock=how_many_cards(view.stock_count),
        turn=view.turn,
        seats=tuple(_seat(view, seat) for seat in range(view.seats)),
        last_turn=last,
        fresh=tuple(dict.fromkeys(code for event in last for code in event.cards)),
        pays=None if view.settlement is None else _pays(view.settlement),
        hands_left=tuple(HandLeft(seat, _faces(hand)) for seat, hand in enumerate(view.open_hands or ())),
        reason=None if view.outcome is None else words.end_words(view.outcome.reason),
        following=None if view.to_act is None else 1 - view.to_act,
    )


def face(code: str) -> Face:
    return Face(code, card_name(code))


def _faces(codes: Sequence[str]) -> tuple[Face, ...]:
    return tuple(face(code) for code in codes)


def _hand_card(view: View, code: str) -> HandCard:
    card = CARD[code]
    moves = tuple(
        Move(action.text, words.button_words(action), None if action.target is None else face(action.target.code))
        for action in view.legal
        if isinstance(action, actions.Play) and action.card is card
    )
    meets = tuple(other for other in view.layout if CARD[other].month == card.month)
    return HandCard(code, card_name(code), meets, moves)


def _places(view: View) -> tuple[MonthPlace, ...]:
    piles = dict(view.piles)
    places = []
    for month in range(1, 13):
        cards = [code for code in view.layout if CARD[code].month == month]
        if cards:
            places.append(MonthPlace(month, month_name(month), _faces(cards), month in piles, piles.get(month)))
    return tuple(places)


def _pending(view: View) -> Pending | None:
    choice = view.choice
    if choice is None:
        return None
    moves = tuple(
        Move(action.text, words.button_words(action), face(action.card.code))
        for action in view.legal
        if isinstance(action, actions.Choose)
    )
    return Pending(face(choice.played), _faces(choice.taken), face(choice.revealed), moves, _faces(choice.options))


_GROUPS = (
    ("bright", _("Brights"), BRIGHTS),
    ("animal", _("Animals"), ANIMALS),
    ("ribbon", _("Ribbons"), RIBBONS),
    ("junk", _("Junk"), JUNK),
)
_SETS = (("godori", BIRDS), ("red_poetry", RED_POETRY), ("blue", BLUE), ("plain_red", PLAIN_RED))
_COUNTED = (("bright", "brights", 3), ("animal", "animals", 5), ("ribbon", "ribbons", 5), ("junk", "junk_units", 10))


def _seat(view: View, seat: Seat) -> SeatState:
    score = view.scores[seat]
    mine, theirs = (bag_of([CARD[code] for code in view.captured[who]]) for who in (seat, 1 - seat))
    return SeatState(
        seat=seat,
        in_play=view.outcome is None or view.outcome.reason != "last_player" or seat in view.outcome.winners,
        held=view.counts[seat],
        cards=how_many_cards(view.counts[seat]),
        groups=_groups(mine, score),
        progress=_progress(mine, theirs, score),
        lines=tuple(
            ScoreLine(LINE_RULES[line], Message(LINE_NAMES[line]), getattr(score, line))
            for line in LINES
            if getattr(score, line)
        ),
        total=points_words(score.total),
        cup=score.cup,
        gos=view.gos[seat],
        last_go=view.last_go[seat],
        ppuk=view.ppuk[seat],
        stop_pays=_pays(view.stop_pays[seat]),
        go_pays=_pays(settle(mine, theirs, view.gos[seat] + 1)),
        misses=view.misses[seat],
        missed=say(_("missed a turn (the next miss loses)")) if view.misses[seat] else None,
    )


def _groups(mine: Bag, score: Score) -> tuple[Group, ...]:
    """The captured cards by kind; the cup lies where it is read (5.12)."""
    counts = (score.brights, score.animals, score.ribbons, score.junk_units)
    groups = []
    for (key, name, kind), count, (_line, _count, least) in zip(_GROUPS, counts, _COUNTED, strict=True):
        cards = mine & kind
        if score.cup == "junk":
            cards = cards & ~CUP if key == "animal" else cards | CUP if key == "junk" else cards
        codes = codes_in(cards)
        brief = listed([BRIEF_NAMES[code] for code in codes]) if codes else None
        groups.append(Group(key, Message(name), _faces(codes), brief, count, least))
    return tuple(groups)


def _progress(mine: Bag, theirs: Bag, score: Score) -> tuple[Progress, ...]:
    counted = [
        Progress(line, Message(LINE_NAMES[line]), LINE_RULES[line], getattr(score, count), least, (), False)
        for line, count, least in _COUNTED
    ]
    sets = [
        Progress(
            line,
            Message(LINE_NAMES[line]),
            LINE_RULES[line],
            (mine & cards).bit_count(),
            cards.bit_count(),
            _faces(codes_in(cards & ~mine)),
            bool(theirs & cards),
        )
        for line, cards in _SETS
    ]
    return (*counted, *sets)


def _pays(paid: Settlement) -> Pays:
    return Pays(
        points_words(paid.base),
        paid.gos,
        paid.after_go,
        tuple((DOUBLE_RULES[name], say(DOUBLE_NAMES[name])) for name in paid.doubles),
        points_words(paid.payment),
    )


def _last_turn(told: tuple[Event, ...]) -> tuple[Event, ...]:
    start = max((place for place, event in enumerate(told) if event.name == "played"), default=None)
    return () if start is None else told[start:]
