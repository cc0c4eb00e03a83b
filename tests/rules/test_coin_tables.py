"""Tables for coins: every example of economy E1 and E4, and what holds of every settlement (E1, E4, E6)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.coin_tables import (
    COIN_TABLES,
    MULTIPLIERS,
    Settled,
    Terms,
    check,
    example,
    settlement,
    stake_settled,
)
from rules.core import BadOptions, Outcome
from rules.whot.options import options_for

WHOT = COIN_TABLES["whot"][1]
RICH = (10**9,) * 4
NO_CARDS: tuple[tuple[str, ...], ...] = ((), (), (), ())


def outcome(points: Any, *groups: tuple[int, ...], tally: Any = None, reason: str = "emptied_hand") -> Outcome:
    order = groups or tuple((seat,) for seat in range(len(points)))
    return Outcome(reason, order, tuple(points), tuple(tally or points))


def wild(
    m: int, ended: Outcome, purses: Any = RICH, hands: Any = NO_CARDS, first: int = 0, out: tuple[int, ...] = ()
) -> Settled:
    options = options_for("000" if m <= 20 else "000W")
    return WHOT.settled(Terms("wild", m), ended, hands, options, first, purses, out)


@pytest.mark.parametrize(
    ("m", "points", "purses", "owed", "paid", "pool", "gains"),
    [
        (4, (0, 12, 22, 61), RICH, (120, 244), (120, 244), 364, (282, 82)),
        (80, (0, 25, 35, 131), (10**6, 10**6, 10**6, 4_500), (2800, 10480), (2800, 4500), 7300, (5840, 1460)),
        (4, (9, 14, 20, 61), RICH, (120, 244), (120, 244), 364, (277, 87)),
        (2, (0, 0, 3, 9), RICH, (60, 100), (60, 100), 160, (120, 40)),
        (20, (0, 110, 120, 131), RICH, (2400, 2620), (2400, 2620), 5020, (5020, 0)),
    ],
    ids=["ordinary", "bankrupt fourth", "time ran out", "all low", "second above 100"],
)
def test_the_examples_of_a_wild_table(
    m: int, points: Any, purses: Any, owed: Any, paid: Any, pool: int, gains: Any
) -> None:
    """E1, its table."""
    found = wild(m, outcome(points), purses)
    assert tuple(place.owed for place in found.places[2:]) == owed
    assert tuple(place.paid for place in found.places[2:]) == paid
    assert (found.pot, tuple(place.gain for place in found.places[:2])) == (pool, gains)
    assert [place.bankrupt for place in found.places] == [False, False, False, owed[1] > paid[1]]


def test_the_examples_of_a_stake_table() -> None:
    """E4: 4 x 250, one leaves: 23 points/3 cards, 23/2, 40 pays the second 1,000; 23/2 and 23/2 returns 250 to all;
    3 x 333 at 250 bp is a pot of 999, a fee of 24 and 975."""
    first = stake_settled(Terms("stake", 250), outcome((23, 23, 40, 5), (1,), (0,), (2,), (3,)))
    assert (first.places[0].seat, first.places[0].gain, first.refunded) == (1, 1_000, False)
    shared = stake_settled(Terms("stake", 250, 100), outcome((23, 23, 40, 5), (0, 1), (2,), (3,)))
    assert shared.refunded and shared.fee == 0 and {place.seat for place in shared.places} == {0, 1, 2, 3}
    third = stake_settled(Terms("stake", 333, 250), outcome((0, 9, 9)))
    assert (third.pot + third.fee, third.fee, third.places[0].gain) == (999, 24, 975)


def test_equal_points_at_a_wild_table_are_told_apart() -> None:
    """E1.5: fewer cards (the ranking has that), the lower highest card, then who sits earlier from the first seat."""
    hands = (("C5", "C5"), ("C3", "C7"), ("C4", "C6"), ("C4", "C6"))
    ended = outcome((10, 10, 10, 10), (0, 1, 2, 3))
    assert [place.seat for place in wild(2, ended, hands=hands, first=3).places] == [0, 3, 2, 1]


def test_who_went_out_counts_at_least_as_the_worst_hand_left() -> None:
    """E1.5, and an eliminated second gets nothing (E1.3)."""
    ended = outcome((0, 5, 7, 9), (0,), (3,), (2,), (1,), tally=(0, 33, 33, 33))
    found = wild(4, ended, out=(1, 2, 3))
    assert [place.points for place in found.places] == [0, 33, 33, 33]
    assert [place.gain for place in found.places] == [found.pot, 0, 0, 0]


@pytest.mark.parametrize("terms", [Terms("wild", 4), Terms("stake", 100, 500)])
def test_an_abandoned_game_moves_nothing(terms: Terms) -> None:
    """W7.5, E4.4."""
    ended = outcome((1, 2, 3, 4), reason="abandoned")
    found = WHOT.settled(terms, ended, NO_CARDS, options_for("000"), 0, RICH, ())
    assert found.refunded and sum(place.gain + place.paid + place.owed for place in found.places) == 0


POINTS = st.lists(st.integers(0, 300), min_size=4, max_size=4).map(sorted)
PURSES = st.lists(st.integers(100, 30_000), min_size=4, max_size=4)


@given(st.sampled_from(MULTIPLIERS), POINTS, PURSES, st.booleans())
def test_a_wild_game_moves_what_is_paid_and_no_coin_more(m: int, points: Any, purses: Any, gone: bool) -> None:
    found = wild(m, outcome(points), purses, out=(1,) if gone else ())
    first, second, third, fourth = found.places
    assert first.gain + second.gain == found.pot == third.paid + fourth.paid
    assert first.paid == second.paid == third.gain == fourth.gain == 0
    for place, least in ((third, 30), (fourth, 50)):
        assert place.owed == m * max(points[place.seat], least)
        assert place.paid == min(place.owed, purses[place.seat]) and place.bankrupt == (place.paid < place.owed)
    assert first.gain >= second.gain >= 0
    assert not (gone and second.gain)


@given(st.integers(2, 4), st.integers(1, 100_000), st.integers(0, 2_000), st.data())
def test_a_stake_game_gives_the_pot_away_to_the_last_coin(seats: int, stake: int, fee: int, data: Any) -> None:
    points = data.draw(st.lists(st.integers(0, 60), min_size=seats, max_size=seats).map(sorted))
    tied = sum(one == points[0] for one in points)
    groups = (tuple(range(tied)), *((seat,) for seat in range(tied, seats)))
    found = stake_settled(Terms("stake", stake, fee), outcome(points, *groups))
    assert found.refunded == (tied > 1)
    if not found.refunded:
        assert sum(place.gain for place in found.places) + found.fee == seats * stake
        assert found.fee == seats * stake * fee // 10_000
        assert [place.gain > 0 for place in found.places] == [True] + [False] * (seats - 1)


@pytest.mark.parametrize("m", MULTIPLIERS)
def test_the_example_that_is_shown_is_what_would_be_settled(m: int) -> None:
    assert example(Terms("wild", m), 4).places == wild(m, outcome((0, 12, 22, 61))).places


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_wild_table_has_four_seats(seats: int) -> None:
    """E1; five and six are friendly only."""
    with pytest.raises(BadOptions) as refused:
        check("whot", options_for("000"), seats, 1, "tally", Terms("wild", 2))
    assert "seats" in refused.value.options


def test_a_game_that_is_not_over_settles_nothing() -> None:
    from rules.registry import newest
    from rules.shuffle import Seed

    rules = newest("whot")
    options = options_for("002")
    seed = Seed.from_parts(b"\0" * 32, "none", rules.deck(options), ["-"] * 2)
    state = rules.game.setup(options=options, seats=2, seed=seed, first_seat=0).state
    with pytest.raises(ValueError, match="not over"):
        settlement("whot", 1, Terms("stake", 5), state, 0, options, (5, 5))
