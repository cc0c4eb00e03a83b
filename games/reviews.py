"""Looking back at a game: any position of it as one seat saw it, or, when it is over, with all hands open.

Like `games.presenters` this calls `view()`: what a page shows is built up from views and from events as they were told.
While a game runs its viewer looks through their own eyes and no others.
"""

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple, TypeVar

from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rules.core import Event, Message, Seat
from rules.record import Record, replay
from rules.registry import RecordedGame
from rules.reviewing import REVIEWING, Reviewing, leads

from . import log, narration
from .log import Frame, Told
from .models import Game, SeatKind
from .presenters import names_of
from .selectors import GameSeen
from .translating import translated

T = TypeVar("T")
ALL, NOBODY = "all", "none"
LEAD = "lead"
MOST_MARKS = 60
MOST_KEPT = 30  # games in memory, so that stepping through one replays nothing
AT_ONCE = 15  # steps that one answer to the script holds


class Eyes(NamedTuple):
    """One way of looking: `key` is `all`, `none` (an onlooker's) or the number of a seat."""

    key: str
    name: str
    chosen: bool


class Mark(NamedTuple):
    """A moment that turned the game."""

    step: int
    kind: str
    name: str
    text: str


class HandShown(NamedTuple):
    seat: Seat
    name: str
    cards: tuple[Any, ...]  # faces
    points: int | None


class SeatShown(NamedTuple):
    number: Seat
    name: str
    is_bot: bool
    to_act: bool
    acted: bool
    state: Any


@dataclass(frozen=True)
class StepShown:
    """One position, ready for its template. Nothing in it is more than the chosen eyes saw."""

    number: int
    last: int
    words: str
    who: str
    actor: Seat | None
    at: str
    stamp: str
    template: str
    view: Any
    screen: Any
    seats: tuple[SeatShown, ...]
    hands: tuple[HandShown, ...]
    marks: tuple[Mark, ...]
    turn: str  # who is to act now, as words
    turn_seat: Seat | None
    following: str  # who is next in the direction of play; empty at the end


class Held(NamedTuple):
    """A card in a hand: from which step (0: dealt) until it went; None: it was left at the end."""

    face: Any
    since: int
    until: int | None = None


def _taken(counts: Counter[str], code: str) -> bool:
    """Takes one of these from the counts, if there is one."""
    if not counts[code]:
        return False
    counts[code] -= 1
    return True


@dataclass(frozen=True)
class Course:
    """How a game went, as far as it was played, whoever looks at it. Holds secrets, the points among them."""

    rules: RecordedGame
    about: Reviewing
    frames: tuple[Frame, ...]
    _drawn: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, key: Hashable, draw: Callable[[], T]) -> T:
        """What was drawn of this game before, or is drawn now. `key`: all that it depends on besides the game."""
        if key not in self._drawn:
            self._drawn[key] = draw()
        found: T = self._drawn[key]
        return found

    @cached_property
    def points(self) -> tuple[tuple[int | None, ...], ...]:
        """Points by seat at each position."""
        return self.about.points_over(frame.state for frame in self.frames)

    @cached_property
    def _events(self) -> tuple[tuple[Event, ...], tuple[int, ...]]:
        """All events in order, and how many there are up to each step."""
        events = tuple(event for frame in self.frames for event in frame.told.events)
        return events, tuple(accumulate(len(frame.told.events) for frame in self.frames))

    def events_to(self, number: int) -> tuple[Event, ...]:
        """What happened up to and with this step."""
        events, ends = self._events
        return events[: ends[number]]

    @cached_property
    def held(self) -> tuple[tuple[Held, ...], ...]:
        """What each seat held and when, in the order it came; of two equal cards the one that came first goes first."""
        kept: list[list[Held]] = [[] for _seat in self.about.hands(self.frames[0].state)]
        for number, frame in enumerate(self.frames):
            for seat, faces in enumerate(self.about.hands(frame.state)):
                here = Counter(face.code for face in faces)
                for place, one in enumerate(kept[seat]):
                    if one.until is None:
                        if here[one.face.code]:
                            here[one.face.code] -= 1
                        else:
                            kept[seat][place] = one._replace(until=number)
                kept[seat] += [Held(face, number) for face in faces if _taken(here, face.code)]
        return tuple(tuple(rows) for rows in kept)

    @cached_property
    def moments(self) -> tuple[tuple[int, str, Event], ...]:
        """(step, kind, event) of what turned the game and everybody saw."""
        return tuple(
            (number, kind, event)
            for number, frame in enumerate(self.frames)
            for event in frame.told.events
            if number and (kind := self.about.moment(event, self.frames[number - 1].state)) is not None
        )

    @cached_property
    def leads(self) -> tuple[tuple[int, Seat], ...]:
        """(step, seat) of each change of the lead that lasted for a round."""
        return tuple(leads(self.points, self.about.lowest_leads, len(self.points[0])))


@dataclass(frozen=True)
class Reviewed:
    """A game and who looks back at it; `opened`: all hands may be shown."""

    code: str
    rules_key: str
    course: Course
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    seat: Seat | None
    opened: bool

    @property
    def rules(self) -> RecordedGame:
        return self.course.rules

    @property
    def about(self) -> Reviewing:
        return self.course.about

    @property
    def options(self) -> Any:
        """The options of the game, as everybody knows them."""
        return self.rules.game.view(self.frames[0].state, None).options

    @property
    def frames(self) -> tuple[Frame, ...]:
        return self.course.frames

    @property
    def points(self) -> tuple[tuple[int | None, ...], ...]:
        """Points by seat at each position. Secret while the game runs."""
        return self.course.points

    @property
    def last(self) -> int:
        return len(self.frames) - 1

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The moments that turned the game, in order: those that everybody saw, and, once all is open, who took the
        lead.

        At most `MOST_MARKS`; where there are more, changes of the lead are left out first, and of all the earliest.
        """
        return self.course.once(("told", get_language(), self.names, self.opened), self._told_marks)

    def _told_marks(self) -> tuple[Mark, ...]:
        public = [
            Mark(
                number,
                kind,
                translated(Message(self.about.kinds[kind])),
                narration.told(self.rules, [event], None, self.names),
            )
            for number, kind, event in self.course.moments[-MOST_MARKS:]
        ]
        room = MOST_MARKS - len(public)
        taken = []
        if self.opened and room:
            for number, seat in self.course.leads[-room:]:
                text = _("%(name)s takes the lead.") % {"name": self.names[seat]}
                taken.append(Mark(number, LEAD, _("the lead changes"), text))
        return tuple(sorted([*public, *taken], key=lambda mark: mark.step))

    def eyes(self, asked: str | None) -> str:
        """The way of looking that is granted: what was asked for once all is open, else the viewer's own."""
        own = NOBODY if self.seat is None else str(self.seat)
        if not self.opened:
            return own
        known = {ALL, NOBODY, *(str(seat) for seat in range(len(self.names)))}
        return asked if asked in known else (ALL if self.seat is None else own)

    def ways(self, chosen: str) -> list[Eyes]:
        """Every way of looking there is to choose from; none while the game runs."""
        if not self.opened:
            return []
        seats = [Eyes(str(seat), name, chosen == str(seat)) for seat, name in enumerate(self.names)]
        return [
            Eyes(ALL, _("All hands open"), chosen == ALL),
            *seats,
            Eyes(NOBODY, _("As an onlooker"), chosen == NOBODY),
        ]


def reviewed(seen: GameSeen) -> Reviewed:
    """The game of `seen` for its viewer. Raises log.BrokenLog."""
    game = seen.game
    over = game.state in (Game.State.OVER, Game.State.VOID)

    def course() -> Course:
        return Course(log.rules_of(game), REVIEWING[game.rules_key][game.rules_version], log.frames(game))

    return Reviewed(
        code=game.code,
        rules_key=game.rules_key,
        # The final position has the log in it: what differs in anything is another game.
        course=_remembered(f"{game.code} {game.position}", course) if over and game.position else course(),
        names=tuple(names_of(seen.players)),
        bots=tuple(player.kind == SeatKind.BOT for player in seen.players),
        seat=seen.seat,
        opened=over,
    )


def reviewed_record(code: str, record: Callable[[], Record]) -> Reviewed:
    """An imported game, which is over and open to whoever brought it. `record` is asked for where it is not known.

    Raises rules.record.RecordError where the record does not hold any more.
    """
    found = _remembered(f"record {code}", lambda: (given := record(), _course_of(given)))
    kept: Record = found[0]
    return Reviewed(
        code=code,
        rules_key=kept.game,
        course=found[1],
        names=tuple(line.name for line in kept.seats),
        bots=tuple(line.kind == SeatKind.BOT for line in kept.seats),
        seat=None,
        opened=True,
    )


def _course_of(record: Record) -> Course:
    steps = replay(record).steps
    times = [datetime.strptime(entry.at, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC) for entry in record.actions]
    began = times[0] if times else datetime.fromtimestamp(0, UTC)
    told = [Told(0, None, "", "house", began, steps[0].events)]
    for seq, (entry, at, step) in enumerate(zip(record.actions, times, steps[1:], strict=True), 1):
        by = "house" if entry.by_house else "player"
        told.append(Told(seq, entry.seat, entry.action, by, at, step.events))
    about = REVIEWING[record.game][record.rules_version]
    frames = tuple(Frame(line, step.state) for line, step in zip(told, steps, strict=True))
    return Course(record.rules, about, frames)


_kept: OrderedDict[str, Any] = OrderedDict()
_kept_lock = threading.Lock()


def _remembered(key: str, make: Callable[[], Any]) -> Any:
    """What was made for this key before, while it is among the last few: games that are over change no more."""
    with _kept_lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    made = make()
    with _kept_lock:
        _kept[key] = made
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return made


def forget() -> None:
    """Empties the memory of games (tests, and after a restore)."""
    with _kept_lock:
        _kept.clear()


def step_shown(found: Reviewed, number: int, eyes: str, now: datetime) -> StepShown:
    """The position after entry `number` (0: the deal), as `eyes` saw it. `eyes` come from `Reviewed.eyes`."""
    frame, engine = found.frames[number], found.rules.game
    seat = int(eyes) if eyes.isdigit() else None
    view = engine.view(frame.state, seat)
    screen = found.rules.screen(view, engine.tell(found.course.events_to(number), seat))
    to_act = engine.to_act(frame.state)
    return StepShown(
        number=number,
        last=found.last,
        words=_words(found, frame, eyes),
        who="" if frame.told.seat is None else found.names[frame.told.seat],
        actor=frame.told.seat,
        at=narration.moment(frame.told.at, now),
        stamp=narration.stamp(frame.told.at),
        template=f"games/{found.rules_key}/_review_board.html",
        view=view,
        screen=screen,
        seats=tuple(
            SeatShown(place, name, found.bots[place], place == to_act, place == frame.told.seat, screen.seats[place])
            for place, name in enumerate(found.names)
        ),
        hands=_hands(found, frame, eyes),
        marks=tuple(mark for mark in found.marks if mark.step == number),
        turn="" if to_act is None else _("%(name)s is to act") % {"name": found.names[to_act]},
        turn_seat=to_act,
        following="" if screen.following is None else found.names[screen.following],
    )


def step_html(found: Reviewed, number: int, eyes: str, now: datetime) -> str:
    return render_to_string("games/review/_step.html", {"step": step_shown(found, number, eyes, now)})


def _words(found: Reviewed, frame: Frame, eyes: str) -> str:
    """What happened at this step, in words: for open eyes with the cards that were secret then."""
    events: Sequence[Event] = frame.told.events
    if eyes == ALL:
        return narration.told(found.rules, [event._replace(secret=False) for event in events], None, found.names)
    return narration.told(found.rules, events, int(eyes) if eyes.isdigit() else None, found.names)


def _hands(found: Reviewed, frame: Frame, eyes: str) -> tuple[HandShown, ...]:
    """The hands that `eyes` see: all of them, one, or none."""
    if eyes == NOBODY:
        return ()
    shown = range(len(found.names)) if eyes == ALL else (int(eyes),)
    hands, points = found.about.hands(frame.state), found.about.points(frame.state)
    return tuple(HandShown(seat, found.names[seat], hands[seat], points[seat]) for seat in shown)
