"""The scenario files of Go-Stop hold, our own rows are those of their short form, and misread rows never pass."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rules.scenarios import run_files, run_line
from tests.scenarios import go_stop_rows

FOLDER = Path(__file__).resolve().parents[2] / "scenarios"
FILES = ("go_stop.jsonl", "ours_go_stop.jsonl")


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


ROWS = {row["id"]: row for name in FILES for row in rows(name)}


@pytest.mark.parametrize("name", FILES)
def test_every_row_holds(name: str) -> None:
    told: list[str] = []
    passed, failed = run_files([FOLDER / name], told.append)
    assert (failed, told) == (0, [])
    assert passed == len(rows(name)) and passed >= {"go_stop.jsonl": 76, "ours_go_stop.jsonl": 200}[name]


def test_our_rows_are_those_of_their_short_form() -> None:
    assert go_stop_rows.write() == (FOLDER / "ours_go_stop.jsonl").read_text(encoding="utf-8")


def test_the_rows_cite_every_clause_and_ruling_that_a_row_can_show() -> None:
    cited: Counter[str] = Counter()
    for row in ROWS.values():
        for first, last in re.findall(r"(?<![R\d])(\d\.\d+)(?:-(\d\.\d+))?", row["clause"]):
            section, start = first.split(".")
            for number in range(int(start), int((last or first).split(".")[1]) + 1):
                cited[f"{section}.{number}"] += 1
        for ruling in re.findall(r"R\d+[a-c]?", row["clause"]):
            cited[ruling] += 1
    clauses = {
        f"{s}.{n}" for s, most in ((1, 6), (2, 7), (3, 10), (4, 10), (5, 13), (6, 11)) for n in range(1, most + 1)
    }
    # 1.1 is the aim, 3.1's second tap and 3.7's order are the page's and every row's.
    missing = clauses - set(cited) - {"1.1", "3.7"}
    assert not missing
    rulings = {f"R{n:02}" for n in (2, 5, 6, 7, 8, 9, *range(10, 36), *range(37, 48))} | {
        "R36a",
        "R40a",
        "R40b",
        "R40c",
    }
    told_elsewhere = {"R35": "6.11", "R36": ""}
    assert not rulings - set(cited) - set(told_elsewhere)


def other_than(value: Any) -> Any:
    """A value of the same type that is wrong."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "nagari" if value != "nagari" else "stop"
    if isinstance(value, list):
        return [*value, value[0] if value else "01-1"]
    if isinstance(value, dict) and value:
        key = next(iter(value))
        return value | {key: other_than(value[key])}
    return {"type": "play", "player": 0, "result": "win", "action": 0}


@pytest.mark.parametrize("name", ROWS)
def test_a_changed_expectation_is_noticed(name: str) -> None:
    original = ROWS[name]
    for key in original["expect"]:
        changed = json.loads(json.dumps(original))
        changed["expect"][key] = other_than(original["expect"][key])
        if key == "rejected" and not original["actions"]:
            continue
        assert run_line(json.dumps(changed))[1], f"{name}: another {key} passed"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"surprise": 1}, "surprise"),
        ({"kind": "puzzle"}, "puzzle"),
        ({"hands": [["01-5"], []]}, "01-5"),
        ({"hands": [["01-1"]]}, "hands"),
        ({"hands": 3}, "hands"),
        ({"layout": ["01-1", "01-1"]}, "twice"),
        ({"layout": ["13-1"]}, "13-1"),
        ({"stock": []}, "stock"),
        ({"state": {"first": 0}}, "actor"),
        ({"state": {"first": 0, "actor": 0, "turn": 21}}, "piles"),
        ({"state": {"first": 0, "actor": 2}}, "actor"),
        ({"actions": [{"type": "pass"}]}, "pass"),
        ({"actions": [{"type": "play"}]}, "no card"),
        ({"actions": [{"type": "play", "card": "01-2", "take": "01-1"}]}, "take"),
        ({"actions": [{"type": "stop", "card": "01-2"}]}, "card"),
        ({"actions": ["go"]}, "go"),
        ({"expect": {}}, "expected"),
        ({"expect": {"score": [0, 0]}}, "score"),
        ({"expect": {"rejected": {"action": 5}}}, "rejected"),
        ({"expect": {"rejected": 0}}, "rejected"),
        ({"expect": {"pending": {"type": "play", "seat": 1}}}, "pending.seat"),
    ],
)
def test_a_row_that_cannot_be_understood_fails_by_name(change: dict[str, Any], named: str) -> None:
    name, differences = run_line(json.dumps(ROWS["P11"] | change))
    assert name == "P11"
    assert len(differences) == 1 and named in differences[0], differences


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"turn": 0}, "turn"), ({"turn": 3}, "stock"), ({"turn": "1"}, "turn"), ({"actor": 1}, "seat 1"),
        ({"gos": [0]}, "gos"), ({"gos": [-1, 0]}, "gos"), ({"ppuk_made": [0, "1"]}, "ppuk_made"),
        ({"last_go_score": [None, "7"]}, "last_go_score"), ({"piles": [{"month": "01", "owner": 0}]}, "pile"),
        ({"piles": [{"month": "13", "owner": 0}]}, "13"), ({"piles": [{"month": "01", "owner": 2}]}, "owner"),
        ({"piles": ["01"]}, "01"), ({"setup": "yes"}, "setup"), ({"weather": 1}, "weather"),
    ],
)  # fmt: skip
def test_a_state_that_cannot_be_is_named(change: dict[str, Any], named: str) -> None:
    row = ROWS["P11"]
    _name, differences = run_line(json.dumps(row | {"state": row["state"] | change}))
    assert len(differences) == 1 and named in differences[0], differences


def test_a_refusal_that_nobody_announced_fails() -> None:
    row = ROWS["P19"]
    _name, differences = run_line(json.dumps(row | {"expect": {"events": []}}))
    assert differences and "was refused" in differences[0]


def test_a_missing_card_list_is_named() -> None:
    row = {key: value for key, value in ROWS["P11"].items() if key != "captured"}
    assert run_line(json.dumps(row))[1] == ["the row cannot be read: captured is missing"]


def test_settle_needs_both_of_its_fields() -> None:
    row = ROWS["S32"]
    for settle in ({"opponent": []}, {"gos": 1}, {"opponent": [], "gos": -1}, {"opponent": [], "gos": 0, "x": 1}):
        assert "cannot be read" in run_line(json.dumps(row | {"settle": settle}))[1][0]
