"""A first deal at one of its steps, as who learns sees it. Nothing of it is stored: the address says how far it is.

Like `games.presenters` this calls `view()`, of the learner's seat alone.
"""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from rules.core import Event, Seat
from rules.lesson import LEARNER, Lesson, Part
from rules.lessons import LESSONS
from rules.registry import RecordedGame, newest
from rules.shuffle import Seed

from . import narration

FEW_WORDS = 160  # characters: with the table, the hand and the advice on one screen of a phone


class SeatShown(NamedTuple):
    number: Seat
    name: str
    to_act: bool
    acted: bool
    state: Any


class LessonStep(NamedTuple):
    """One step, ready for its template; the parts of a board are named as those of a review."""

    game: str
    title: str
    number: int
    last: int
    happened: tuple[str, ...]
    part: Part | None  # what to do and why; None: the deal is over
    view: Any
    screen: Any
    seats: tuple[SeatShown, ...]
    turn: str
    turn_seat: Seat | None
    following: str
    board: str
    after: str
    hands: tuple[Any, ...] = ()

    @property
    def brief(self) -> bool:
        """Whether what happened is told in few words: then it stands open above the table."""
        return sum(map(len, self.happened)) <= FEW_WORDS

    @property
    def hand(self) -> str:
        return f"games/{self.game}/_lesson_hand.html"


class Position(NamedTuple):
    rules: RecordedGame
    lesson: Lesson
    state: Any
    told: tuple[tuple[Event, ...], ...]  # to the learner, from the deal on


def position(game: str, step: int) -> Position:
    """The deal where the learner has done `step` things. Raises LookupError where there is no such step."""
    lesson, rules = LESSONS[game], newest(game)
    done = [*lesson.steps, len(lesson.parts)][step] if step >= 0 else None
    if done is None:
        raise IndexError(step)
    seed = Seed.simulation(lesson.number)
    state, events = rules.game.setup(options=rules.options(lesson.preset, {}), seats=2, seed=seed)
    told = [tuple(rules.game.tell(events, LEARNER))]
    for part in lesson.parts[:done]:
        seat = rules.game.to_act(state)
        assert seat is not None
        state, events = rules.game.apply(state, seat, rules.game.parse_action(part.action))
        told.append(tuple(rules.game.tell(events, LEARNER)))
    return Position(rules, lesson, state, tuple(told))


def shown(game: str, step: int) -> LessonStep:
    """Raises LookupError where there is no such step."""
    rules, lesson, state, told = position(game, step)
    view = rules.game.view(state, LEARNER)
    screen = rules.screen(view, [event for events in told for event in events])
    to_act, names = rules.game.to_act(state), [_("You"), _("Computer")]
    part = lesson.parts[lesson.steps[step]] if to_act is not None else None
    since = lesson.steps[step - 1] + 1 if step else 0  # its own last action, and all that followed
    return LessonStep(
        game=game,
        title=lesson.title,
        number=step,
        last=len(lesson.steps),
        happened=tuple(narration.told(rules, events, LEARNER, names) for events in told[since:]),
        part=part,
        view=view,
        screen=screen,
        seats=tuple(
            SeatShown(seat, names[seat], seat == to_act, False, screen.seats[seat]) for seat in range(len(names))
        ),
        turn=_("Your turn") if to_act == LEARNER else "",
        turn_seat=to_act,
        following="",
        board=f"games/{game}/_review_board.html",
        after=lesson.after,
    )


def check(game: str, step: int, text: str) -> bool:
    """Whether this is what the lesson goes on with. Raises UnreadableAction or IllegalAction where the rules refuse it,
    and LookupError where there is no such step."""
    rules, lesson, state, _told = position(game, step)
    if rules.game.to_act(state) is None:
        raise IndexError(step)
    action = rules.game.parse_action(text)
    rules.game.apply(state, LEARNER, action)
    return bool(rules.game.format_action(action) == lesson.parts[lesson.steps[step]].action)
