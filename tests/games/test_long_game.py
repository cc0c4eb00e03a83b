"""A game of a thousand actions opens at once (case A15, check 61): a sample of `python -m benchmarks.long_game`."""

import time
import tracemalloc

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks.long_game import long_game
from games import log

from .pages import browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_a_game_of_a_thousand_actions_opens_at_once_and_asks_no_more_of_the_database_than_a_short_one() -> None:
    asked = []
    for actions in (10, 1000):
        game, people = long_game(actions)
        client = browser(people[0])
        assert client.get(f"/games/{game.code}/").status_code == 200
        log.forget()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            begun = time.thread_time()
            assert f'data-seq="{actions}"' in client.get(f"/games/{game.code}/").content.decode()
            took = time.thread_time() - begun
        asked.append(len(queries))
    assert asked[0] == asked[1]
    # Processor's time, of which 30 ms is usual: a busy machine takes no longer by it, work of another order does.
    assert took < 0.25
    log.forget()
    tracemalloc.start()
    client.get(f"/games/{game.code}/")
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10e6
