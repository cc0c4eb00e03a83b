"""`verify RECORD`: recomputes the deal of a record from its seed and checks all that is in it."""

from __future__ import annotations

import argparse
from typing import Any

from rules.cli.common import FAILED, FINE, read_record
from rules.record import Check, RecordError, verify

_WORDS = {True: "holds", False: "FAILS", None: "open"}


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "verify",
        help="check the deal and everything else in a record",
        description="Opens the commitment, recomputes the first seat, the deal and every refill "
        "from the server seed and the players' contributions, replays the log, and compares the "
        "result. One line a check: “holds”, “FAILS”, or “open” for what nothing in the record can "
        "prove.",
        epilog="Exit codes: 0 nothing fails, 1 something does, 2 the file cannot be read as a record.",
    )
    parser.add_argument("record", metavar="RECORD", help="a record (docs/record.md)")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    try:
        record = read_record(chosen.record)
    except RecordError as error:
        _print(Check("form", False, str(error)))
        return FAILED
    failed = 0
    _print(Check("form", True, f"a record of {len(record.actions)} actions"))
    for check in verify(record):
        failed += check.holds is False
        _print(check)
    return FAILED if failed else FINE


def _print(check: Check) -> None:
    print(f"{_WORDS[check.holds]:6} {check.name:15} {check.text}")
