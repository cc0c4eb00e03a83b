"""The counts that find a shuffle that is not even (scheme wgs1, step 11)."""

import itertools
import random
from collections.abc import Callable
from statistics import fmean, pvariance

import pytest

from games.evenness import ODD, Deals, Shape, chi_distance, descents, first_seats, fixed_points, neighbours
from rules.shuffle import Seed

SIZE = 54


def fair(chance: random.Random) -> list[int]:
    order = list(range(SIZE))
    chance.shuffle(order)
    return order


def wrong_range(chance: random.Random) -> list[int]:
    """The common mistake: every card is swapped with any card."""
    order = list(range(SIZE))
    for place in range(SIZE):
        other = chance.randrange(SIZE)
        order[place], order[other] = order[other], order[place]
    return order


def never_in_place(chance: random.Random) -> list[int]:
    """The other common mistake: no card may be swapped with itself."""
    order = list(range(SIZE))
    for last in range(SIZE - 1, 0, -1):
        other = chance.randrange(last)
        order[last], order[other] = order[other], order[last]
    return order


def five_riffles(chance: random.Random) -> list[int]:
    order = list(range(SIZE))
    for _ in range(5):
        cut = sum(chance.random() < 0.5 for _ in order)
        packets = [order[:cut], order[cut:]]
        order = []
        while packets[0] or packets[1]:
            left = chance.random() < len(packets[0]) / (len(packets[0]) + len(packets[1]))
            order.append(packets[0 if left else 1].pop(0))
    return order


def distances(shuffle: Callable[[random.Random], list[int]], many: int) -> list[float]:
    chance, deals = random.Random(11), Deals(SIZE)
    for _ in range(many):
        deals.add(shuffle(chance))
    found = [figure.distance for figure in deals.figures()]
    assert None not in found
    return [distance for distance in found if distance is not None]


def test_what_is_expected_is_the_mean_and_the_variance_over_all_orders() -> None:
    orders = list(itertools.permutations(range(6)))
    shape = Shape()
    shape.add(list(range(6)))
    for count, total in ((fixed_points, shape.fixed), (descents, shape.descents), (neighbours, shape.neighbours)):
        counts = [count(order) for order in orders]
        assert fmean(counts) == pytest.approx(total.mean)
        assert pvariance(counts) == pytest.approx(total.variance)


def test_what_is_expected_of_a_hand_is_the_mean_and_the_variance_over_all_hands() -> None:
    hands = [sum(card < 3 for card in hand) for hand in itertools.combinations(range(8), 4)]
    deals = Deals(8)
    deals.add_hand(1, 2, 3, 4)
    assert fmean(hands) == pytest.approx(deals.good[1].mean)
    assert pvariance(hands) == pytest.approx(deals.good[1].variance)


def test_even_shuffles_are_not_called_odd() -> None:
    assert max(map(abs, distances(fair, 600))) < ODD


def test_the_shuffle_of_the_scheme_is_not_called_odd() -> None:
    numbers = itertools.count(1)
    assert max(map(abs, distances(lambda _: Seed.simulation(next(numbers)).permutation("shuffle/0", SIZE), 600))) < ODD


@pytest.mark.parametrize("shuffle", [wrong_range, never_in_place, five_riffles])
def test_a_gross_fault_is_found_within_six_hundred_deals(shuffle: Callable[[random.Random], list[int]]) -> None:
    assert max(map(abs, distances(shuffle, 600))) > ODD


def test_a_seat_that_gets_better_hands_is_found() -> None:
    chance, deals = random.Random(5), Deals(SIZE)
    for _ in range(400):
        order = fair(chance)
        kind = sum(card >= 49 for card in order[:5])
        deals.add_hand(0, min(5, kind + (chance.random() < 0.25)), 5, 5)
        deals.add_hand(1, sum(card >= 49 for card in order[5:10]), 5, 5)
    odd = {figure.name: figure.odd for figure in deals.figures() if figure.name.startswith("good")}
    assert odd == {"good/0": True, "good/1": False}


def test_who_begins_is_odd_when_one_seat_begins_too_often() -> None:
    assert not first_seats([100, 104, 96, 101]).odd
    assert first_seats([160, 80, 80, 80]).odd
    assert first_seats([3, 0]).distance is None  # too few to say


def test_a_chi_square_of_its_own_mean_is_no_distance() -> None:
    assert abs(chi_distance(53**2, 53**2)) < 0.1
    assert chi_distance(53**2 + 4 * (2 * 53**2) ** 0.5, 53**2) == pytest.approx(4, abs=0.2)
