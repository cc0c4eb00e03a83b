"""What results do to strengths (play_quality.md, Ratings)."""

from collections import Counter
from datetime import date

import pytest

from games.ratings.arithmetic import Rated, Result, Strength, after, rate, shown

DAY = date(2026, 3, 1)
NEW = Strength()


def test_four_new_players_by_the_vector_of_the_specification() -> None:
    found = after([NEW] * 4, [1, 2, 3, 4])
    assert [round(strength.mu, 6) for strength in found] == [26.397668, 25.776482, 24.844704, 22.981146]
    assert [round(strength.sigma, 6) for strength in found] == [8.325009, 8.314638, 8.302955, 8.302955]


def test_two_new_players_by_the_vectors_of_the_specification() -> None:
    found = after([NEW, NEW], [1, 2])
    assert [round(strength.mu, 6) for strength in found] == [26.317734, 23.682266]
    assert [round(strength.sigma, 6) for strength in found] == [8.300739, 8.300739]
    drawn = after([NEW, NEW], [1, 1])
    assert [round(strength.mu, 6) for strength in drawn] == [25, 25]


def test_places_count_and_not_the_order_of_seats() -> None:
    assert [round(strength.mu, 6) for strength in after([NEW] * 4, [4, 3, 2, 1])] == [
        22.981146, 24.844704, 25.776482, 26.397668
    ]  # fmt: skip


def test_the_number_shown_is_1500_and_eight_for_each_point_from_the_middle() -> None:
    assert [shown(mu) for mu in (25, 26.317734, 23.682266, 0)] == [1500, 1511, 1489, 1300]


@pytest.mark.parametrize(
    ("matches", "sigma", "settled"), [(20, 7.9, True), (19, 7.0, False), (20, 7.91, False), (400, 7.91, False)]
)
def test_a_rating_is_settled_after_twenty_matches_and_a_small_doubt(matches: int, sigma: float, settled: bool) -> None:
    assert Strength(25, sigma, matches).settled is settled


def test_leader_boards_go_by_the_middle_less_twice_the_doubt() -> None:
    assert Strength(30, 7, 20).board == 16


def rated(results: list[Result]) -> tuple[list[Rated], dict[tuple[str, int], Strength]]:
    strengths: dict[tuple[str, int], Strength] = {}
    return list(rate(results, strengths, Counter())), strengths


def won(match: int, one: int = 1, other: int = 2, day: date = DAY, pool: str = "whot-2") -> Result:
    return Result(match, pool, day, ((one, 1), (other, 2)))


def test_each_result_begins_where_the_last_one_led_to() -> None:
    found, strengths = rated([won(1), won(2, 2, 1)])
    assert found[0].changes and found[1].changes
    assert found[1].changes[1].before == found[0].changes[1].after
    assert strengths["whot-2", 1] == found[1].changes[1].after
    assert strengths["whot-2", 1].matches == 2


def test_the_sixth_match_of_a_pair_in_a_day_is_not_rated_and_the_next_day_begins_anew() -> None:
    found, strengths = rated([won(number) for number in range(1, 8)] + [won(8, day=date(2026, 3, 2))])
    assert [one.changes is not None for one in found] == [True] * 5 + [False] * 2 + [True]
    assert strengths["whot-2", 1].matches == 6


def test_a_pair_is_counted_in_all_pools_together_and_in_larger_company() -> None:
    five = [won(number, pool="go-stop") for number in range(1, 6)]
    four = Result(6, "whot-3", DAY, ((1, 1), (2, 2), (3, 3), (4, 4)))
    without = Result(7, "whot-3", DAY, ((1, 1), (3, 2), (4, 3)))
    found, strengths = rated([*five, four, without])
    assert [one.changes is not None for one in found] == [True] * 5 + [False, True]
    assert ("whot-3", 2) not in strengths


def test_pools_know_nothing_of_one_another() -> None:
    _found, strengths = rated([won(1), won(2, pool="go-stop")])
    assert strengths["whot-2", 1] == strengths["go-stop", 1]


def test_the_same_results_give_the_same_numbers_to_the_last_bit() -> None:
    results = [
        Result(n, "whot-3", DAY, tuple((p, 1 + (p * n) % 4) for p in (n, n + 1, n + 2, n + 3))) for n in range(60)
    ]
    assert rated(results) == rated(results)
