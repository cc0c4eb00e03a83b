"""What every game on this site agrees to: the `Game` contract, its values and its errors.

A game is its setup (rules key and version, options, seats, seed) and an ordered log of accepted
actions. The rules are pure functions on immutable values: no clock, no I/O, no global random.

Words for players are never finished sentences of this library: they are `Message`s, a template and
its values, so that the site can translate the template. `str(message)` is the English sentence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
"""A numbered place in playing order, from 0. Seat numbers rise in the direction of play +1."""

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741  (the contract's own letter)
V = TypeVar("V")


def gettext_noop(text: str) -> str:
    """Marks a template for translation; the site's catalogue tools look for this name."""
    return text


class Message(NamedTuple):
    """A sentence for a player: `template` in English with %(name)s places, and their values.

    A value may be another Message. `str()` gives the English sentence.
    """

    template: str
    values: Mapping[str, Any] = {}

    def __str__(self) -> str:
        return self.template % {name: str(value) for name, value in self.values.items()}


def say(template: str, **values: Any) -> Message:
    """Shorthand: `say(_("a %(number)s is owed"), number=5)`."""
    return Message(template, values)


class RulesError(Exception):
    """Base of all refusals of this library. `message` is for people, in translatable form."""

    def __init__(self, message: Message | str) -> None:
        self.message = Message(message) if isinstance(message, str) else message
        super().__init__(str(self.message))


class UnreadableAction(RulesError, ValueError):
    """The text is not an action of this game at all."""


class IllegalAction(RulesError, ValueError):
    """The action is readable but the rules forbid it now. Nothing has changed.

    `rule` is the number of the clause that forbids it, `legal` the texts that would be accepted
    from the seat that asked (empty when it is not its turn).
    """

    def __init__(self, rule: str, message: Message | str, legal: Sequence[str] = ()) -> None:
        self.rule = rule
        self.legal = tuple(legal)
        super().__init__(message)

    def __str__(self) -> str:
        text = f"{self.message} ({self.rule})"
        return f"{text}. Legal now: {', '.join(self.legal)}" if self.legal else text


class BadOptions(RulesError, ValueError):
    """House rules that cannot work. `options` names the (usually two) options that clash."""

    def __init__(self, message: Message, *options: str) -> None:
        self.options = options
        super().__init__(message)


class Event(NamedTuple):
    """Something that followed from an action, for telling.

    `cards` are codes. Where `secret` is true only `seat` may learn them: tell others with
    `Game.tell`, which leaves the count and drops the cards.
    """

    name: str
    seat: Seat | None = None
    cards: tuple[str, ...] = ()
    count: int = 0  # type: ignore[assignment]  # hides tuple.count, which nobody wants here
    detail: str = ""
    secret: bool = False


class Step(NamedTuple, Generic[S]):
    """A new state and what happened on the way to it."""

    state: S
    events: tuple[Event, ...]


class Outcome(NamedTuple):
    """How a game ended.

    `ranking`: groups of seats, best first, ties together, all seats that took part.
    `points`: points left in each seat's hand (of an eliminated seat: when it went out);
    `tally`: what the game adds to each seat's running tally. None for a seat that sat out.
    """

    reason: str
    ranking: tuple[tuple[Seat, ...], ...]
    points: tuple[int | None, ...]
    tally: tuple[int | None, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return self.ranking[0]

    @property
    def drawn(self) -> bool:
        """True when the first place is shared."""
        return len(self.ranking[0]) > 1


class Randomness(Protocol):
    """Where a game's randomness comes from: pure functions of a label (see `rules.shuffle`)."""

    def permutation(self, label: str, size: int) -> Sequence[int]: ...

    def below(self, label: str, bound: int) -> int: ...


HOUSE_WORDS = ("timeout", "timeout excused", "leave", "time_up", "abandon")
"""Actions that only the house writes; no player can post one."""


class Game(ABC, Generic[S, A, O, V]):
    """The contract. All methods are pure; states are immutable values."""

    key: ClassVar[str]
    version: ClassVar[int]
    end_reasons: ClassVar[tuple[str, ...]]

    @abstractmethod
    def setup(
        self,
        *,
        options: O,
        seats: int,
        seed: Randomness,
        first_seat: Seat | None = None,
        sitting_out: Iterable[Seat] = (),
    ) -> Step[S]:
        """Deal. `first_seat` None draws it from the seed; seats `sitting_out` get no cards.

        Raises BadOptions when this many seats cannot play by these options.
        """

    @abstractmethod
    def to_act(self, state: S) -> Seat | None:
        """The seat whose decision is awaited; None exactly when the game is over."""

    @abstractmethod
    def legal_actions(self, state: S) -> tuple[A, ...]:
        """Every decision open to the seat to act; never empty before the end."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """The state after `seat` does `action`. Raises IllegalAction naming the rule."""

    @abstractmethod
    def timeout(self, state: S, seat: Seat, *, excused: bool = False) -> Step[S]:
        """The clock of the seat to act ran out. Raises IllegalAction for any other seat."""

    @abstractmethod
    def leave(self, state: S, seat: Seat) -> Step[S]:
        """`seat` gives up for good, at any time before the end."""

    @abstractmethod
    def time_up(self, state: S) -> Step[S]:
        """The clock of the whole game ran out."""

    @abstractmethod
    def abandon(self, state: S) -> Step[S]:
        """Nobody is left to play, or the game is void: it ends as it stands."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """All that `seat` may know, built up from nothing. None: an onlooker."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result; None while the game goes on."""

    @abstractmethod
    def parse_action(self, text: str) -> A:
        """The action written as `text`. Raises UnreadableAction."""

    @abstractmethod
    def format_action(self, action: A) -> str:
        """The one line of text for `action`; `parse_action` reads it back."""

    @abstractmethod
    def format_position(self, state: S) -> str:
        """The whole state as one line, secrets included: for records, never for a player."""

    def tell(self, events: Iterable[Event], viewer: Seat | None) -> tuple[Event, ...]:
        """The same events as `viewer` may know them."""
        return tuple(event._replace(cards=()) if event.secret and event.seat != viewer else event for event in events)


def act(game: Game[S, Any, Any, Any], state: S, seat: Seat | None, text: str) -> Step[S]:
    """One log entry: a player's action or a word of the house, as text.

    Raises UnreadableAction or IllegalAction; the state given is never changed.
    """
    if text == "time_up":
        return game.time_up(state)
    if text == "abandon":
        return game.abandon(state)
    if seat is None:
        raise UnreadableAction(say(gettext_noop("“%(text)s” needs a seat"), text=text))
    if text == "leave":
        return game.leave(state, seat)
    if text in ("timeout", "timeout excused"):
        return game.timeout(state, seat, excused=text == "timeout excused")
    return game.apply(state, seat, game.parse_action(text))


def play(game: Game[S, Any, Any, Any], start: Step[S], log: Iterable[tuple[Seat | None, str]]) -> Iterator[Step[S]]:
    """Replays a log from a dealt game: yields the deal, then the step of each entry in order."""
    step = start
    yield step
    for seat, text in log:
        step = act(game, step.state, seat, text)
        yield step
