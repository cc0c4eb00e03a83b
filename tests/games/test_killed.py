"""Parts of a cluster are killed, or away, in mid-game: it goes on, and nothing acknowledged is lost (checks 17, 19).

`python -m tests.killing --points 200` does the same at many more moments.
"""

import random
import time
from collections.abc import Iterator

import pytest

from tests import cluster, killing

pytestmark = pytest.mark.servers
IN_TIME = 20.0


@pytest.fixture(scope="module")
def running() -> Iterator[cluster.Cluster]:
    with cluster.running(variables=killing.VARIABLES) as found:
        yield found


@pytest.mark.parametrize("part", killing.PARTS)
def test_a_game_goes_on_when_a_part_is_killed(running: cluster.Cluster, part: str) -> None:
    assert killing.kill_points(running, 1, random.Random(part), (part,)) == ""


def test_without_the_database_nothing_succeeds_and_afterwards_all_goes_on(running: cluster.Cluster) -> None:
    """Check 19: 503 in plain words, for as long as it is away."""
    company = killing.Company(running)
    company.keep_on()
    assert company.wait_for_moves(5)
    one = company.playing[0]
    with running.without("postgres"):
        time.sleep(1)  # what was on its way has arrived
        before = company.moves()
        for _ in range(3):
            status, text = one.ask("GET", f"/games/{one.code}/", one.sessions[0])
            assert status == 503 and "503" in text and "Traceback" not in text and "postgres" not in text.lower()
        status, text = one.ask("GET", "/healthz", "")
        assert (status, text) == (503, '{"status": "failing", "problems": ["database"]}')
        assert company.moves() == before
    assert company.wait_for_moves(5)
    assert company.stop() == [] and killing.replays(running) == ""


def test_without_the_broker_moves_are_made_and_computer_players_wait_for_it(running: cluster.Cluster) -> None:
    """A committed move is answered as one though nobody can be told; what was due is done when the broker is back."""
    company = killing.Company(running)
    company.keep_on()
    assert company.wait_for_moves(5)
    with running.without("valkey"):
        assert company.wait_for_moves(5, IN_TIME)
        time.sleep(2)
    computer = next(players for players in company.playing if len(players.sessions) == 1)
    before, deadline = len(computer.acknowledged), time.monotonic() + IN_TIME * 2
    while len(computer.acknowledged) < before + 2 and not computer.over and time.monotonic() < deadline:
        time.sleep(0.1)
    assert computer.over or len(computer.acknowledged) >= before + 2
    assert company.stop() == [] and killing.replays(running) == ""


def test_the_pending_move_of_a_computer_player_survives_its_workers(running: cluster.Cluster) -> None:
    company = killing.Company(running, supply={1: killing.games(running, 2, 1)})
    company.keep_on()
    assert company.wait_for_moves(3)
    computer = next(players for players in company.playing if len(players.sessions) == 1)
    with running.without("worker1"), running.without("worker2"):
        time.sleep(3)  # the person has moved; nobody moves for the computer player
        before = len(computer.acknowledged)
        time.sleep(1)
        assert len(computer.acknowledged) == before or computer.over
    deadline = time.monotonic() + IN_TIME * 2
    while len(computer.acknowledged) < before + 2 and not computer.over and time.monotonic() < deadline:
        time.sleep(0.1)
    assert computer.over or len(computer.acknowledged) >= before + 2
    assert company.stop() == []
