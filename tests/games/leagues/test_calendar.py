"""When rounds are, where clocks change, and how a round is divided up."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.leagues import calendar
from games.leagues.carrying import moved

NEW_YORK, BERLIN = ZoneInfo("America/New_York"), ZoneInfo("Europe/Berlin")


def test_rounds_of_days_keep_to_the_hour_on_the_wall_where_the_clocks_change() -> None:  # case D06, check 81
    begins = datetime(2027, 3, 27, 18, 0, tzinfo=BERLIN).astimezone(UTC)
    rounds = calendar.rounds_from(begins, BERLIN, 1, "d", 3)
    assert [(ends - opens) for opens, ends in rounds] == [timedelta(hours=23), timedelta(hours=24), timedelta(hours=24)]
    assert {opens.astimezone(BERLIN).hour for opens, _ends in rounds} == {18}
    begins = datetime(2027, 10, 30, 18, 0, tzinfo=BERLIN).astimezone(UTC)
    [(opens, ends)] = calendar.rounds_from(begins, BERLIN, 1, "d", 1)
    assert ends - opens == timedelta(hours=25)


def test_rounds_of_hours_keep_to_their_length() -> None:
    begins = datetime(2027, 3, 28, 0, 30, tzinfo=UTC)
    rounds = calendar.rounds_from(begins, BERLIN, 2, "h", 2)
    assert [(ends - opens) for opens, ends in rounds] == [timedelta(hours=2)] * 2
    assert rounds[0][1] == rounds[1][0]


def test_an_hour_that_is_left_out_moves_on_to_the_first_there_is_and_of_two_the_first_counts() -> None:  # case D03
    assert calendar.instant(datetime(2027, 3, 14, 2, 23), NEW_YORK) == datetime(2027, 3, 14, 7, 0, tzinfo=UTC)
    assert calendar.instant(datetime(2027, 11, 7, 1, 30), NEW_YORK) == datetime(2027, 11, 7, 5, 30, tzinfo=UTC)


@pytest.mark.parametrize(("length", "unit"), [(1, "h"), (2, "h"), (1, "d"), (7, "d"), (28, "d")])
@pytest.mark.parametrize("games", [1, 3, 10])
def test_waiting_and_all_games_fit_into_the_shortest_round(length: int, unit: str, games: int) -> None:
    parts, clock = calendar.parts(length, unit), calendar.game_clock(length, unit, games)
    shortest = calendar.whole(length, unit) - (timedelta(hours=1) if unit == "d" else timedelta(0))
    grace = timedelta(seconds=2 if unit == "h" else 60)
    assert parts.waiting + parts.spread + games * (timedelta(seconds=clock + 12) + grace) < shortest
    assert parts.waiting <= timedelta(days=1)


def test_who_goes_up_stands_behind_those_who_stayed_and_who_comes_down_before_them() -> None:
    assert moved([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11]], 1) == [[1, 2, 3, 5], [4, 6, 7, 9], [8, 10, 11]]
    assert moved([[1, 2, 3, 4], [5, 6, 7, 8]], 2) == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert moved([[1, 2, 3, 4], [5, 6]], 2) == [[1, 2, 3, 5], [4, 6]]  # at most half of the smaller one
    assert moved([[1, 2, 3]], 2) == [[1, 2, 3]]
