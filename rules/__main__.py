"""`python -m rules COMMAND`: scenarios, replay, verify, play, bench, arena, book. Try `--help`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from rules.cli import arena, bench, book, play, replay, scenarios, think, verify
from rules.cli.common import UNREADABLE, CommandError, reason

COMMANDS = (scenarios, replay, verify, play, bench, arena, think, book)
INTERRUPTED = 130  # what a shell reports for Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code; complaints go to standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    parser = _parser()
    try:
        code = _run(parser, arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except CommandError as error:
        return _complain(parser, str(error), UNREADABLE)
    except KeyboardInterrupt:
        return _complain(parser, "stopped", INTERRUPTED)
    except OSError as error:
        # What could not be written must not be tried again when Python shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # nobody reads on, and nobody needs to be told
            return UNREADABLE
        return _complain(parser, f"the output cannot be written: {reason(error)}", UNREADABLE)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rules",
        description="Rules of the games: play, replay, check and measure.",
        epilog="Exit codes: 0 all is well, 1 something does not hold, 2 bad usage or a file that cannot be read.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add(commands)
    return parser


def _run(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    try:
        chosen = parser.parse_args(arguments)
    except SystemExit as done:  # --help, or bad usage that argparse has told already
        return done.code if isinstance(done.code, int) else UNREADABLE
    code: int = chosen.run(chosen)
    return code


def _complain(parser: argparse.ArgumentParser, sentence: str, code: int) -> int:
    print(f"{parser.prog}: {sentence}", file=sys.stderr)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
