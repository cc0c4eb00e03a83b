"""Runs files of scenario rows: positions with the answer the rule book gives.

The format is one JSON object a line. What a row of a game means is known to that game's own
`scenarios` module; this one reads files, finds the game and reports.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from rules.go_stop import scenarios as go_stop
from rules.whot import scenarios as whot

Row = Mapping[str, Any]


RUNNERS: dict[str, Callable[[Row], list[str]]] = {"whot": whot.differences, "go_stop": go_stop.differences}
"""By game: a function from a row to the ways in which the engine's answer differs from it."""


def run_files(paths: Iterable[str | Path], write: Callable[[str], None]) -> tuple[int, int]:
    """Runs every row of every file; writes a report of each failed row and gives the counts.

    A file without a row counts as one that failed. Raises OSError or ValueError, naming the file, for one that
    cannot be read.
    """
    passed = failed = 0
    for path in paths:
        lines = [(number, line) for number, line in enumerate(_lines(path), 1) if line.strip()]
        if not lines:
            failed += 1
            write(f"{path}: there is no row in it")
        for number, line in lines:
            name, differences = run_line(line)
            if differences:
                failed += 1
                write(f"{path}:{number}: {name}")
                for difference in differences:
                    write(f"    {difference}")
            else:
                passed += 1
    return passed, failed


def _lines(path: str | Path) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError:
        raise ValueError(f"{str(path)!r} is not UTF-8 text") from None


def run_line(line: str) -> tuple[str, list[str]]:
    """The row's id (or what can be said of it) and its differences; none when it holds."""
    try:
        row = json.loads(line, object_pairs_hook=_no_repeats)
    except (ValueError, RecursionError) as error:
        return "unreadable row", [f"not a JSON object: {error}"]
    if not isinstance(row, dict):
        return "unreadable row", ["not a JSON object"]
    name = str(row.get("id", "row without an id"))
    runner = RUNNERS.get(row["game"]) if isinstance(row.get("game"), str) else None
    if runner is None:
        return name, [f"unknown game: {row.get('game')!r}"]
    try:
        return name, runner(row)
    except RecursionError:
        return name, ["nested too deeply"]


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise ValueError(f"the key {key!r} stands twice in one object")
            seen.add(key)
    return found
