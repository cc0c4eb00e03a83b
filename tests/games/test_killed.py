"""Parts of a cluster are killed, or away, in mid-game: it goes on, and nothing acknowledged is lost (14, 17, 19).

One cluster with two workers and two beats for all of it. `python -m tests.killing` does the same at many more moments.
"""

import random
from collections.abc import Iterator

import pytest

from tests import cluster, killing

pytestmark = pytest.mark.servers
IN_TIME = 20.0


@pytest.fixture(scope="module")
def running() -> Iterator[cluster.Cluster]:
    with cluster.running("--beats", "2", variables=killing.VARIABLES) as found:
        yield found


@pytest.fixture(scope="module")
def company(running: cluster.Cluster) -> Iterator[killing.Company]:
    """Games that go on all the while; afterwards they are compared with what is stored."""
    found = killing.Company(running, at_once=8)
    assert found.begin()
    yield found
    assert killing.compared(found) == []


def test_games_go_on_when_parts_are_killed(company: killing.Company) -> None:
    parts = ["web1", "worker1", "beat", "valkey", "postgres"]
    assert killing.kill_points(company, parts, random.Random(17)) == []


def test_without_the_database_nothing_succeeds_and_afterwards_all_goes_on(company: killing.Company) -> None:
    """Check 19: 503 in plain words, for as long as it is away."""
    assert killing.without_database(company, seconds=2) == []


def test_a_database_that_takes_no_writes_is_owned_up_to(company: killing.Company) -> None:
    """Check 20: no move is acknowledged that could not be stored, and the health page is red."""
    assert killing.read_only(company, seconds=1) == []


def test_without_the_broker_moves_are_made_and_computer_players_wait_for_it(company: killing.Company) -> None:
    """A committed move is answered as one though nobody can be told; what was due is done when the broker is back."""
    with company.running.without("valkey"):
        assert company.wait_for_moves(5, IN_TIME)
    assert company.wait_for_computer(IN_TIME * 2)


def test_the_move_of_a_computer_player_survives_its_workers(company: killing.Company) -> None:
    with company.running.without("worker1"), company.running.without("worker2"):
        assert company.wait_for_moves(5, IN_TIME)  # in the games of people
    assert company.wait_for_computer(IN_TIME * 2)


def test_two_workers_and_two_beats_end_every_turn_once(running: cluster.Cluster) -> None:
    """Check 14; a hundred of them by the command."""
    assert killing.overdue_at_once(running, count=10, rounds=1) == []
