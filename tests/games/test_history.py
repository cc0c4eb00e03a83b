"""A sample of `python -m tests.history`, and the check itself held against histories that can't have happened."""

import pytest

from tests import history
from tests.conftest import ON_SERVERS
from tests.history import Operation, Row

LOG = {"g": [Row(1, 0, "draw", "a"), Row(2, 1, "draw", "b")]}


def look(begun: float, ended: float, seen: int) -> Operation:
    return Operation("g", "look", begun, ended, 200, seen, 0)


def act(begun: float, ended: float, seen_seq: int, key: str, seat: int, status: int = 200) -> Operation:
    seen = seen_seq + 1 if status == 200 else None
    return Operation("g", "act", begun, ended, status, seen, seat, "draw", seen_seq, key)


GOOD = [act(1, 2, 0, "a", 0), look(1.5, 3, 0), look(2.1, 3, 1), act(3, 5, 1, "b", 1), look(4, 4.5, 2), look(6, 7, 2)]


def test_a_history_that_can_have_happened_has_no_fault() -> None:
    assert history.faults(GOOD, LOG) == []


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ([look(2.5, 2.6, 0)], "before it can have been made"),  # the first move was acknowledged at 2
        ([look(0.1, 0.9, 1)], "before it can have been made"),  # and not even posted at 0.9
        ([look(4.6, 4.8, 1)], "before it can have been made"),  # somebody had seen the second at 4.5
        ([look(8, 9, 3)], "the log ends at 2"),
        ([act(8, 9, 2, "c", 0)], "is not in the log"),
    ],
)  # fmt: skip
def test_a_history_that_can_not_have_happened_is_told(more: list[Operation], fault: str) -> None:
    assert any(fault in told for told in history.faults([*GOOD, *more], LOG))


@pytest.mark.parametrize(
    ("log", "fault"),
    [
        ([Row(1, 0, "draw", "a")], "the acknowledged post b is not in the log"),
        ([Row(1, 0, "draw", "a"), Row(2, 1, "draw", "b"), Row(3, 0, "draw", "a")], "counted 2 times"),
        ([Row(1, 0, "draw", "a"), Row(3, 1, "draw", "b")], "gaps"),
        ([Row(1, 0, "draw", "a"), Row(2, 1, "play C5", "b")], "but stands as"),
        ([Row(1, 0, "draw", "a"), Row(2, 1, "draw", "b"), Row(3, 0, "draw", "z")], "nobody made the post z"),
    ],
)
def test_a_log_that_does_not_hold_what_was_told_is_noticed(log: list[Row], fault: str) -> None:
    assert any(fault in told for told in history.faults(GOOD, {"g": log}))


def test_a_refused_post_in_the_log_is_noticed() -> None:
    refused = [one if one.key != "b" else act(3, 5, 1, "b", 1, 409) for one in GOOD]
    assert any("the refused post b is in the log" in told for told in history.faults(refused, LOG))


def test_what_eight_people_see_at_once_can_have_happened() -> None:
    done, wrong = history.tried(on_cluster=ON_SERVERS, clients=8, operations=25, seed=15)
    assert wrong == []
    assert sum(one.status == 200 for one in done if one.kind == "act") > 5, "and something happened"
