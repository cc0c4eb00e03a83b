"""The scenario files through the engine, and the loader's own manners."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.scenarios import run_files, run_line

FOLDER = Path(__file__).parent.parent / "scenarios"
FILES = ("whot.jsonl", "whot_games.jsonl", "ours.jsonl")


def rows(file: str) -> list[str]:
    return (FOLDER / file).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(
    "line", [pytest.param(line, id=json.loads(line)["id"]) for file in FILES for line in rows(file)]
)
def test_the_engine_gives_the_answer_of_the_rule_book(line: str) -> None:
    assert run_line(line)[1] == []


def row(name: str) -> dict[str, Any]:
    found = next(line for line in rows("whot.jsonl") if json.loads(line)["id"] == name)
    answer: dict[str, Any] = json.loads(found)
    return answer


@pytest.mark.parametrize("line", [line for file in FILES[:2] for line in rows(file)][::7])
def test_any_changed_expectation_fails_with_what_was_expected_and_what_came(line: str) -> None:
    original = json.loads(line)
    for key, value in original["expect"].items():
        changed = json.loads(line)
        changed["expect"][key] = other_than(value)
        _name, differences = run_line(json.dumps(changed))
        assert differences, f"{original['id']}: {key} = {other_than(value)} passed"


def other_than(value: Any) -> Any:
    """A value of the same type that is wrong."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "C14" if value != "C14" else "C13"
    if isinstance(value, list):
        return [*value, ["C5"]] if value and isinstance(value[0], list) else [*value, "C9"]
    if isinstance(value, dict) and value:
        key = next(iter(value))
        return value | {key: other_than(value[key])}
    return {"pick": 2, "kind": 2}


def test_a_difference_is_readable() -> None:
    changed = row("000-plain8-4p")
    changed["expect"]["turn"] = 1
    name, differences = run_line(json.dumps(changed))
    assert name == "000-plain8-4p"
    assert differences == ["turn: expected 1, got 2"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"surprise": 1}, "surprise"),
        ({"kind": "puzzle"}, "puzzle"),
        ({"top": "C15"}, "C15"),
        ({"top": "c10"}, "c10"),
        ({"hands": [["C8", "Q4"], [], [], []]}, "Q4"),
        ({"players": 3}, "players"),
        ({"pending": {"debt": 2}}, "debt"),
        ({"pending": {"demand": "W"}}, "W"),
        ({"pending": {"pick": 2, "kind": 3, "by": 0}}, "kind"),
        ({"direction": 0}, "direction"),
        ({"actions": [{"p": 0, "do": "fold"}]}, "fold"),
        ({"actions": [{"p": 0, "do": "draw", "card": "C8"}]}, "card"),
        ({"actions": [{"p": 9, "do": "draw"}]}, "9"),
        ({"actions": [{"p": 0, "do": "play", "card": "C8", "shape": "S"}]}, "shape"),
        ({"missed": ["a", 0, 0, 0]}, "missed"),
        ({"missed": [-3, 0, 0, 0]}, "missed"),
        ({"pending": {"pick": -5, "kind": 2, "by": 0}}, "pending"),
        ({"pending": {"pick": 2, "kind": 2, "by": 9}}, "pending"),
        ({"pending": {"pick": 2, "kind": 2, "by": "x"}}, "by"),
        ({"pending": {"pick": 2, "kind": 2.0, "by": 0}}, "kind"),
        ({"expect": {"illegal_at": False}}, "illegal_at"),
        ({"expect": {}}, "expected"),
        ({"expect": {"turns": 2}}, "turns"),
        ({"expect": {"turn": 2, "pending": {"debt": 2}}}, "debt"),
        ({"expect": {"illegal_at": 4}}, "illegal_at"),
        ({"rules": {"preset": "004"}}, "004"),
        ({"rules": {"preset": "000", "jokers": 2}}, "jokers"),
        ({"rules": {"preset": "000", "packs": 3}}, "packs"),
        ({"rules": {"preset": "000", "suspension": 1}}, "suspension"),
        ({"game": "ludo"}, "ludo"),
    ],
)
def test_a_row_that_cannot_be_understood_fails_by_name(change: dict[str, Any], named: str) -> None:
    name, differences = run_line(json.dumps(row("000-plain8-4p") | change))
    assert name == "000-plain8-4p"
    assert len(differences) == 1 and named in differences[0]


@pytest.mark.parametrize("line", ["{", "[]", "3", '{"id": "a", "id": "b"}', "[" * 5000])
def test_an_unreadable_line_fails(line: str) -> None:
    assert run_line(line)[1]


def test_a_refill_of_other_cards_than_the_row_says_fails() -> None:
    changed = row("000-refill-when-empty")
    changed["refill_order"] = [["X13", "T12"]]
    assert "refill" in run_line(json.dumps(changed))[1][0]


def test_a_file_is_counted_and_its_failures_reported(tmp_path: Path) -> None:
    wrong = row("000-plain8-4p")
    wrong["expect"]["turn"] = 3
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join([*rows("whot.jsonl")[:3], json.dumps(wrong), ""]))
    told: list[str] = []
    assert run_files([file], told.append) == (3, 1)
    assert any("000-plain8-4p" in line for line in told)
    assert any("expected 3, got 2" in line for line in told)


def test_a_file_without_rows_has_not_passed(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("\n \n")
    told: list[str] = []
    assert run_files([empty], told.append) == (0, 1)
    assert "no row" in told[0]


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    binary = tmp_path / "noise.jsonl"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="noise.jsonl"):
        run_files([binary], print)


def test_a_line_separator_inside_a_string_does_not_split_the_row(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(row("000-plain8-4p") | {"note": "one\u2028two"}, ensure_ascii=False))
    assert run_files([file], print) == (1, 0)
