"""What is looked at in a record: the deal and its proof, every step, the result, the position.

`rules.record` is the door to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules import shuffle
from rules.core import (
    BadOptions,
    Game,
    IllegalAction,
    Message,
    Outcome,
    Randomness,
    RulesError,
    Seat,
    Step,
    act,
    say,
)  # fmt: skip
from rules.core import gettext_noop as _
from rules.record_form import Entry, Fairness, Record, Result
from rules.registry import RecordedGame
from rules.shuffle import NO_CONTRIBUTION, Seed
from rules.strict import RecordError


class StepError(RecordError):
    """The first step of a log that the rules forbid."""

    def __init__(self, seq: int, entry: Entry, error: RulesError) -> None:
        rule = error.rule if isinstance(error, IllegalAction | RecordError) else ""
        super().__init__(f"actions[{seq - 1}].action", error.message, rule)
        self.seq = seq
        self.entry = entry

    def __str__(self) -> str:
        who = "" if self.entry.seat is None else f"seat {self.entry.seat}, "
        rule = f" ({self.rule})" if self.rule else ""
        return f"step {self.seq}, {who}“{self.entry.action}”: {self.message}{rule}"


@dataclass(frozen=True)
class Check:
    """One thing looked at: `holds` is None where nothing can prove it or it was not looked at.

    `error` says what does not hold.
    """

    name: str
    holds: bool | None
    text: str
    error: RecordError | None = None


@dataclass(frozen=True)
class Replayed:
    """A record that holds. `steps`: the deal, then the step of each entry."""

    steps: tuple[Step[Any], ...]
    outcome: Outcome
    position: str
    proved: bool

    @property
    def state(self) -> Any:
        """The final position."""
        return self.steps[-1].state


# -- randomness -----------------------------------------------------------------------------------


class _Watched:
    """A seed that remembers which shuffles were asked of it."""

    def __init__(self, seed: Seed) -> None:
        self._seed = seed
        self.asked: list[tuple[str, int]] = []

    def permutation(self, label: str, size: int) -> Sequence[int]:
        self.asked.append((label, size))
        return self._seed.permutation(label, size)

    def below(self, label: str, bound: int) -> int:
        return self._seed.below(label, bound)


class _GivenDeal:
    """The shuffle that gives the deal of a record whose seed is not known, and no other."""

    def __init__(self, order: Sequence[int]) -> None:
        self._order = order

    def permutation(self, label: str, size: int) -> Sequence[int]:
        if label == "shuffle/0" and size == len(self._order):
            return self._order
        message = _("without the server seed nothing tells the order of %(label)s")
        raise RecordError("fairness.server_seed", say(message, label=label))

    def below(self, label: str, bound: int) -> int:
        message = _("without the server seed nothing tells the draw of %(label)s")
        raise RecordError("fairness.server_seed", say(message, label=label))


def seed_of(game_id: str, fairness: Fairness | None) -> Seed | None:
    if fairness is None or fairness.server_seed is None:
        return None
    contributions = fairness.client_seeds or ()
    return Seed.from_parts(bytes.fromhex(fairness.server_seed), game_id, fairness.deck, contributions, fairness.beacon)


# -- the canonical position -----------------------------------------------------------------------


def position_line(game: Game[Any, Any, Any, Any], state: Any, log: Iterable[Entry]) -> str:
    """The canonical position: the state as one line, and a digest of the log that led to it.

    The digest is there because different logs can lead to the same cards: a needless "last card"
    call, a miss that was made good again. With it no entry can be changed unnoticed.
    """
    lines = [
        f"{seq} {'-' if entry.seat is None else entry.seat} {entry.action} {entry.at}\n"
        for seq, entry in enumerate(log, 1)
    ]
    digest = hashlib.sha256("".join(lines).encode()).hexdigest()
    return f"{game.format_position(state)} log:{digest}"


def state_hash(position: str) -> str:
    """SHA-256 of a canonical position, lower-case hex."""
    return hashlib.sha256(position.encode()).hexdigest()


# -- looking at a record --------------------------------------------------------------------------


class Examination:
    """Replays a record and looks at everything in it; each check builds on those before it.

    Run `checks()` through: then `steps`, `outcome` and `position` hold what the log led to, as far
    as it held.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.rules = record.rules
        self.seed = seed_of(record.game_id, record.fairness)
        self.watched = None if self.seed is None else _Watched(self.seed)
        self.steps: list[Step[Any]] = []
        self.outcome: Outcome | None = None
        self.position = ""

    @property
    def first_of_match(self) -> bool:
        match = self.record.match
        return match is None or match.number == 1

    def checks(self) -> Iterator[Check]:
        """Each check; what cannot be looked at because something before it failed is left open."""
        if self.record.result is None:
            message = _("this is one viewer's record of a running game; it cannot be replayed")
            error = RecordError("result", Message(message))
            yield Check("result", False, str(error), error)
            return
        looks: list[tuple[str, Callable[[], str]]] = [("rules", self._look_at_rules)]
        if self.seed is not None:
            looks += [
                ("commitment", self._look_at_commitment),
                ("key", self._look_at_key),
                ("first seat", self._look_at_first_seat),
            ]
        needed: list[tuple[str, Callable[[], str]]] = [
            ("deal", self._look_at_deal),
            ("actions", self._look_at_actions),
        ]
        last = [("result", self._look_at_result), ("final position", self._look_at_position)]
        for name, look in looks:
            yield _looked(name, look)
        blocked = ""
        for name, look in needed:
            if blocked:
                yield _not_looked(name, blocked)
                continue
            check = _looked(name, look)
            if check.error is not None:
                blocked = name
            elif name == "deal" and self.seed is None:
                check = replace(check, holds=None)
            yield check
        for name, look in last:
            yield _not_looked(name, blocked) if blocked else _looked(name, look)

    def _error(self, path: str, template: str, **values: Any) -> RecordError:
        return RecordError(path, say(template, **values), self.rules.clauses.get(path, ""))

    def _options(self) -> Any:
        return self.rules.options(self.record.preset, self.record.options)

    def _look_at_rules(self) -> str:
        record = self.record
        deck = self.rules.deck(self._options())
        if record.fairness is not None and record.fairness.deck != deck:
            message = _("these house rules are played with %(deck)s, not with %(given)s")
            raise self._error("fairness.deck", message, deck=deck, given=record.fairness.deck)
        return (
            f"{record.game} by rules version {record.rules_version}, preset {record.preset}, "
            f"{len(record.seats)} seats, pack {deck}"
        )

    def _look_at_commitment(self) -> str:
        fairness = self.record.fairness
        assert fairness is not None and fairness.server_seed is not None
        opened = shuffle.commitment(self.record.game_id, bytes.fromhex(fairness.server_seed))
        if opened != fairness.commitment:
            message = _("the server seed opens the commitment %(opened)s, not this one")
            raise self._error("fairness.commitment", message, opened=opened)
        return f"the server seed opens {opened}"

    def _look_at_key(self) -> str:
        fairness = self.record.fairness
        assert fairness is not None and fairness.server_seed is not None
        text = shuffle.transcript(self.record.game_id, fairness.deck, fairness.client_seeds or (), fairness.beacon)
        given = sum(seed != NO_CONTRIBUTION for seed in fairness.client_seeds or ())
        key = shuffle.game_key(bytes.fromhex(fairness.server_seed), text).hex()
        proves = (
            "" if given else "this proves that the deal was fixed beforehand, not that the site did not choose it; "
        )
        return f"{given} of {len(self.record.seats)} seats contributed; {proves}the game key is {key}"

    def _look_at_first_seat(self) -> str:
        first = self.record.first_seat
        if not self.first_of_match and not self.rules.draws_each_game:
            return f"seat {first}, by rotation: a later game of the match draws none"
        assert self.seed is not None
        drawn = shuffle.first_seat(self.seed, len(self.record.seats))
        if drawn != first:
            message = _("the seed draws seat %(drawn)s to begin, not seat %(first)s")
            raise self._error("first_seat", message, drawn=drawn, first=first)
        return f"seat {first} of {len(self.record.seats)}, as drawn"

    def _look_at_deal(self) -> str:
        record, rules = self.record, self.rules
        options = self._options()
        out = rules.sitting_out(record.deal)
        if out and self.first_of_match:
            message = _("seat %(seat)s has no cards, but a seat sits out only in later games")
            raise self._error("deal.hands", message, seat=out[0])
        given: Randomness = self.watched or _GivenDeal(rules.order_of(record.deal, options))
        step = deal_out(rules, options, len(record.seats), given, record.first_seat, out)
        _compare("deal", rules.deal_of(step.state), record.deal, rules.clauses)
        self.steps.append(step)
        cards = len(rules.order_of(record.deal, options))
        if self.seed is None:
            return f"{cards} cards, taken as the record gives them: nothing proves the deal"
        return f"all {cards} cards lie where the seed deals them"

    def _look_at_actions(self) -> str:
        game = self.rules.game
        for seq, entry in enumerate(self.record.actions, 1):
            try:
                self.steps.append(act(game, self.steps[-1].state, entry.seat, entry.action))
            except RulesError as error:
                raise StepError(seq, entry, error) from None
        state = self.steps[-1].state
        self.outcome = game.outcome(state)
        if self.outcome is None:
            message = _("the log ends, but the game does not: seat %(seat)s is to act")
            raise self._error("actions", message, seat=game.to_act(state))
        self.position = position_line(game, state, self.record.actions)
        refills = [size for label, size in self.watched.asked[1:]] if self.watched else []
        refilled = f"; shuffled anew from the seed: {_numbers(refills)} cards" if refills else ""
        return f"{len(self.record.actions)} of {len(self.record.actions)} allowed{refilled}"

    def _look_at_result(self) -> str:
        assert self.outcome is not None and self.record.result is not None
        found = result_of(self.rules, self.steps[-1].state, self.outcome)
        for name in ("reason", "ranking", "points", "hands_left"):
            _compare(
                f"result.{name}",
                getattr(found, name),
                getattr(self.record.result, name),
                self.rules.clauses,
            )
        return f"{found.reason}, ranking {_ranking(found.ranking)}, points {_numbers(found.points)}"

    def _look_at_position(self) -> str:
        digest = state_hash(self.position)
        if digest != self.record.state_hash:
            message = _("the final position has the hash %(digest)s, not this one")
            raise self._error("state_hash", message, digest=digest)
        return f"SHA-256 {digest}"


def _looked(name: str, look: Callable[[], str]) -> Check:
    try:
        return Check(name, True, look())
    except RecordError as error:
        return Check(name, False, str(error), error)


def _not_looked(name: str, blocked: str) -> Check:
    return Check(name, None, f"not looked at, because this does not hold: {blocked}")


def _numbers(values: Iterable[int | None]) -> str:
    return ", ".join("-" if value is None else str(value) for value in values)


def _ranking(groups: Iterable[Iterable[Seat]]) -> str:
    return " > ".join(" = ".join(str(seat) for seat in group) for group in groups)


def _compare(path: str, found: Any, given: Any, clauses: Mapping[str, str]) -> None:
    """Raises RecordError at the first place where two JSON values differ."""
    difference = _difference(path, found, given)
    if difference is None:
        return
    place, true, told = difference
    rule = next((clauses[part] for part in _outwards(place) if part in clauses), "")
    message = _("this must be %(true)s, not %(told)s")
    raise RecordError(place, say(message, true=_told(true), told=_told(told)), rule)


def _told(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(_told(item) for item in value)}]"
    return "null" if value is None else str(value)


def _outwards(path: str) -> Iterator[str]:
    """`deal.hands[1][3]`, `deal.hands[1]`, `deal.hands`, `deal`."""
    while path:
        yield path
        path = path[: max(path.rfind("."), path.rfind("["), 0)]


def _difference(path: str, found: Any, given: Any) -> tuple[str, Any, Any] | None:
    if isinstance(found, Mapping):
        pairs = [(f"{path}.{key}", value, given[key]) for key, value in found.items()]
    elif isinstance(found, list | tuple) and len(found) == len(given):
        pairs = [(f"{path}[{n}]", one, other) for n, (one, other) in enumerate(zip(found, given, strict=True))]
    else:
        return None if found == given else (path, found, given)
    differences = (_difference(*pair) for pair in pairs)
    return next((difference for difference in differences if difference is not None), None)


def deal_out(
    rules: RecordedGame,
    options: Any,
    seats: int,
    seed: Randomness,
    first_seat: Seat | None,
    sitting_out: Iterable[Seat] = (),
) -> Step[Any]:
    """The deal. Raises RecordError where these seats cannot play by these options."""
    try:
        return rules.game.setup(options=options, seats=seats, seed=seed, first_seat=first_seat, sitting_out=sitting_out)
    except BadOptions as error:
        path = error.options[0] if error.options else "options"
        path = path if path in ("seats", "first_seat") else f"options.{path}"
        raise RecordError(path, error.message) from None


def result_of(rules: RecordedGame, state: Any, outcome: Outcome) -> Result:
    """The result of a finished game as a record holds it."""
    return Result(
        outcome.reason,
        outcome.ranking,
        outcome.points,
        tuple(tuple(hand) for hand in rules.hands_left(state)),
    )
