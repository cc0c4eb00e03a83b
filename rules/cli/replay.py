"""`replay RECORD`: plays a recorded game through and prints how it ended."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from rules.cli.common import FAILED, FINE, read_record
from rules.core import Event
from rules.record import Record, RecordError, Replayed, replay


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "replay",
        help="play a recorded game through",
        description="Replays a record and prints the final position, the ranking and the points; "
        "or names the first step that does not hold.",
        epilog="Exit codes: 0 the record holds, 1 something in it does not, 2 the file cannot be read as a record.",
    )
    parser.add_argument("record", metavar="RECORD", help="a record (docs/record.md)")
    parser.add_argument("--steps", action="store_true", help="print every step as well")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    try:
        record = read_record(chosen.record)
        replayed = replay(record)
    except RecordError as error:
        print(f"does not hold: {error}", file=sys.stderr)
        return FAILED
    if chosen.steps:
        for line in told(record, replayed):
            print(line)
    for line in ending(record, replayed):
        print(line)
    return FINE


def ending(record: Record, replayed: Replayed) -> Iterator[str]:
    """The final position, the end reason, the ranking and the points."""
    outcome = replayed.outcome
    yield f"position {replayed.position}"
    yield f"reason {outcome.reason}"
    place = 1
    for group in outcome.ranking:
        for seat in group:
            name = record.seats[seat].name
            yield f"place {place} seat {seat} points {outcome.points[seat]} {name}"
        place += len(group)
    if not replayed.proved:
        yield "nothing proves the deal: the record has no server seed"


def told(record: Record, replayed: Replayed) -> Iterator[str]:
    """Every step to be read against the rules: what was done, what followed, where it led.

    In the rules' own words and not in sentences, so that better sentences change nothing here.
    """
    actions = ["the deal"]
    actions += [
        f"{'house' if entry.seat is None else f'seat {entry.seat}'}: {entry.action}" for entry in record.actions
    ]
    for seq, (action, step) in enumerate(zip(actions, replayed.steps, strict=True)):
        yield f"{seq:4} {action}"
        yield f"     {'; '.join(event_text(event) for event in step.events)}"
        yield f"     {record.rules.game.format_position(step.state)}"


def event_text(event: Event) -> str:
    """`drew seat 1 C5,X7 (owed)`: name, seat, cards or else how many, detail."""
    words = [event.name]
    if event.seat is not None:
        words.append(f"seat {event.seat}")
    if event.cards:
        words.append(",".join(event.cards))
    elif event.count:
        words.append(str(event.count))
    if event.detail:
        words.append(f"({event.detail})")
    return " ".join(words)
