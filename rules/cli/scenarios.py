"""`scenarios FILE...`: positions with the answer of the rule book, checked against these rules."""

from __future__ import annotations

import argparse
from typing import Any

from rules.cli.common import FAILED, FINE, CommandError, reason
from rules.scenarios import run_files


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "scenarios",
        help="check files of scenario rows",
        description="Runs every row of every file, prints each row that fails with what was "
        "expected and what came, and ends with a line “N passed, M failed”.",
        epilog="Exit codes: 0 all passed, 1 a row failed, 2 a file cannot be read.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="JSON lines, one row a line")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    try:
        passed, failed = run_files(chosen.files, print)
    except BrokenPipeError:
        raise
    except (OSError, UnicodeDecodeError) as error:
        name = getattr(error, "filename", None)
        where = f"{name!r}" if name else "a file"
        raise CommandError(f"{where} cannot be read: {reason(error)}") from None
    except ValueError as error:
        raise CommandError(f"a file cannot be read: {error}") from None
    print(f"{passed} passed, {failed} failed")
    return FAILED if failed else FINE
