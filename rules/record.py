"""Game records: build one from a finished game, replay it, and say what in it holds.

>>> from rules.record import Entry, Fairness, SeatLine, build, read, replay, to_text
>>> proof = Fairness.revealed("g-1", bytes(32), ("-", "-"), "whot54")
>>> record = build(
...     preset="001", seats=(SeatLine("Ada"), SeatLine("Obi")), game_id="g-1", table="t-1",
...     fairness=proof, log=[Entry(0, "leave", "2026-01-31T12:00:00.000Z")],
... )
>>> replay(read(to_text(record))).outcome.ranking
((1,), (0,))

The form of the file is in `rules.record_form` and docs/record.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules import registry, shuffle
from rules.core import Seat, act
from rules.record_check import (
    Check,
    Examination,
    Replayed,
    StepError,
    deal_out,
    position_line,
    result_of,
    seed_of,
    state_hash,
)  # fmt: skip
from rules.record_form import (
    Coins,
    Entry,
    Fairness,
    Match,
    Record,
    Result,
    SeatLine,
    read,
    to_text,
)  # fmt: skip
from rules.strict import RecordError, UnreadableRecord

__all__ = [
    "Check", "Coins", "Entry", "Fairness", "Match", "Record", "RecordError", "Replayed", "Result",
    "SeatLine", "StepError", "UnreadableRecord", "build", "position_line", "read", "replay",
    "state_hash", "to_text", "verify", "viewer_record",
]  # fmt: skip


def verify(record: Record) -> Iterator[Check]:
    """Everything that can be looked at in a record, one check at a time."""
    return Examination(record).checks()


def replay(record: Record) -> Replayed:
    """Plays the record through. Raises RecordError at the first thing that does not hold."""
    examination = Examination(record)
    for check in examination.checks():
        if check.error is not None:
            raise check.error
    assert examination.outcome is not None
    return Replayed(
        tuple(examination.steps),
        examination.outcome,
        examination.position,
        examination.seed is not None,
    )


# -- making a record ------------------------------------------------------------------------------


def build(
    *,
    preset: str,
    seats: Sequence[SeatLine],
    game_id: str,
    table: str,
    fairness: Fairness | None,
    log: Iterable[Entry],
    options: Mapping[str, Any] | None = None,
    game: str = "whot",
    rules_version: int | None = None,
    match: Match | None = None,
    coins: Coins | None = None,
    first_seat: Seat | None = None,
    sitting_out: Iterable[Seat] = (),
    deal: Mapping[str, Any] | None = None,
) -> Record:
    """The record of a finished game, replayed from its setup and log.

    `options` are those named beside the preset. `first_seat` and `sitting_out` are for later games
    of a match; a first game draws its own. `deal` is needed, with `first_seat`, only where there is
    no server seed. Raises RecordError where the game does not hold or is not over, BadOptions.
    """
    version = max(registry.GAMES[game]) if rules_version is None else rules_version
    rules = registry.GAMES[game][version]
    chosen = rules.options(preset, options or {})
    seed = seed_of(game_id, fairness)
    if seed is not None:
        if match is None or match.number == 1 or rules.draws_each_game:
            first_seat = shuffle.first_seat(seed, len(seats))
        dealt = deal_out(rules, chosen, len(seats), seed, first_seat, sitting_out)
        deal = rules.deal_of(dealt.state)
    if deal is None or first_seat is None:
        raise ValueError("without a server seed the deal and the first seat must be given")
    record = Record(
        game, version, preset, rules.recorded(chosen), coins, game_id, table, match, tuple(seats),
        fairness, first_seat, deal, tuple(log), Result("", (), (), ()), "",
    )  # fmt: skip
    examination = Examination(record)
    for check in examination.checks():
        if check.name == "result":
            break
        if check.error is not None:
            raise check.error
    assert examination.outcome is not None
    return replace(
        record,
        result=result_of(rules, examination.steps[-1].state, examination.outcome),
        state_hash=state_hash(examination.position),
    )


def viewer_record(
    *,
    dealt: Any,
    viewer: Seat | None,
    preset: str,
    options: Mapping[str, Any],
    seats: Sequence[SeatLine],
    game_id: str,
    table: str,
    commitment: str | None,
    first_seat: Seat,
    log: Iterable[Entry],
    game: str = "whot",
    rules_version: int | None = None,
    match: Match | None = None,
    coins: Coins | None = None,
) -> Record:
    """One viewer's record of a running game, made from the view of the freshly `dealt` state.

    It holds the viewer's own opening hand, numbers for all other cards, and the public log.
    No seed, no contribution, no result, no hash (a hash of few unknown cards can be guessed).
    `viewer` None is an onlooker. Raises ValueError once the game is over: then everything is open.
    """
    version = max(registry.GAMES[game]) if rules_version is None else rules_version
    rules = registry.GAMES[game][version]
    chosen = rules.options(preset, options)
    entries = tuple(log)
    state = dealt
    for entry in entries:
        state = act(rules.game, state, entry.seat, entry.action).state
    if rules.game.outcome(state) is not None:
        raise ValueError("the game is over: export its whole record")
    seen = rules.seen_deal(rules.game.view(dealt, viewer))
    sealed = None if commitment is None else Fairness(commitment, None, None, rules.deck(chosen))
    return Record(
        game, version, preset, rules.recorded(chosen), coins, game_id, table, match, tuple(seats),
        sealed, first_seat, seen, entries, None, None,
    )  # fmt: skip
