"""Schedules of leagues: even, complete, and the same again (play_quality.md, Leagues)."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.leagues.schedule import BLOCKS, Past, divided, drawn_round, even_rounds, rounds_of

pytestmark = pytest.mark.once  # no database is asked


def pairs(rounds: list[list[tuple[int, ...]]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for meetings in rounds for meeting in meetings for pair in combinations(meeting, 2))


@pytest.mark.parametrize(
    ("players", "seats", "block", "times"),
    [(7, 4, {0, 3, 5, 6}, 2), (13, 4, {0, 1, 3, 9}, 1), (5, 4, {0, 1, 2, 3}, 3), (7, 3, {0, 1, 3}, 1)]
    + [(11, 5, {1, 3, 4, 5, 9}, 2), (11, 6, {0, 2, 6, 7, 8, 10}, 3)],
)
def test_in_the_published_groups_every_pair_meets_equally_often_and_has_every_seat(
    players: int, seats: int, block: set[int], times: int
) -> None:
    assert set(BLOCKS[players, seats]) == block
    rounds = even_rounds(players, seats)
    assert rounds is not None
    assert pairs(rounds) == {frozenset(pair): times for pair in combinations(range(players), 2)}
    seats_had = Counter((p, seat) for meetings in rounds for m in meetings for seat, p in enumerate(m))
    assert set(seats_had.values()) == {1} and len(seats_had) == players * seats


@pytest.mark.parametrize("players", range(2, 24))
def test_for_two_everybody_meets_everybody_once_and_first_seats_are_even(players: int) -> None:
    rounds = even_rounds(players, 2)
    assert rounds is not None
    assert pairs(rounds) == {frozenset(pair): 1 for pair in combinations(range(players), 2)}
    firsts = Counter(meeting[0] for meetings in rounds for meeting in meetings)
    had = [firsts[player] for player in range(players)]
    assert max(had) - min(had) <= 1
    assert len(rounds) == players - 1 + players % 2 == rounds_of(players, 2)


@pytest.mark.parametrize(("players", "seats"), [*BLOCKS, (8, 2), (9, 2)])
def test_nobody_sits_at_two_tables_of_one_round(players: int, seats: int) -> None:
    for meetings in even_rounds(players, seats) or []:
        playing = [player for meeting in meetings for player in meeting]
        assert len(playing) == len(set(playing))


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 40), seats=st.integers(2, 6), rounds=st.integers(1, 8), seed=st.text("abc", max_size=3))
def test_a_drawn_season_has_full_tables_even_byes_and_is_drawn_the_same_again(
    players: int, seats: int, rounds: int, seed: str
) -> None:
    past, again = Past(), Past()
    present = range(players)
    for number in range(rounds):
        meetings = drawn_round(present, seats, past, f"{seed}{number}")
        assert meetings == drawn_round(present, seats, again, f"{seed}{number}")
        size = min(seats, players)
        assert [len(meeting) for meeting in meetings] == [size] * (players // size)
        assert len({player for meeting in meetings for player in meeting}) == size * (players // size)
        past.add(meetings, present)
        again.add(meetings, present)
        byes = [past.byes[player] for player in present]
        assert max(byes) - min(byes) <= 1


def test_a_large_season_lets_nobody_meet_twice_while_others_are_there() -> None:
    past = Past()
    for number in range(6):
        past.add(drawn_round(range(120), 4, past, f"large{number}"), range(120))
    assert set(past.met.values()) == {1}
    assert not past.byes


def test_who_is_alone_has_no_meeting_and_a_small_company_meets_at_one_smaller_table() -> None:
    assert drawn_round([3], 4, Past(), "s") == []
    assert drawn_round([], 4, Past(), "s") == []
    assert [sorted(meeting) for meeting in drawn_round([2, 5, 9], 4, Past(), "s")] == [[2, 5, 9]]


@pytest.mark.parametrize(
    ("players", "size", "seats", "sizes"),
    [(14, 7, 4, [7, 7]), (16, 7, 4, [7, 9]), (18, 7, 4, [7, 7, 4]), (3, 7, 4, [3]), (0, 7, 4, []), (8, 8, 2, [8])]
    + [(9, 8, 2, [9]), (1000, 7, 4, [7] * 142 + [6])],
)
def test_divisions_are_of_one_size_and_a_rest_too_small_for_a_table_joins_the_one_above(
    players: int, size: int, seats: int, sizes: list[int]
) -> None:
    assert divided(players, size, seats) == sizes


def test_numbers_that_make_no_schedule_are_refused() -> None:
    for players, seats in ((1, 2), (4, 1), (4, 7)):
        with pytest.raises(ValueError, match="tables of two to six"):
            even_rounds(players, seats)
    with pytest.raises(ValueError, match="at least one table"):
        divided(10, 3, 4)
