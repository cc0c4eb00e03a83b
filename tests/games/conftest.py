"""What the tests of tables and games share."""

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from channels.layers import channel_layers
from django.core.cache import cache
from django.db import connections

from games import log, seeds
from games.consumers import rounds
from games.services import limits


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """No state and no count of moves from an earlier test."""
    log.forget()
    cache.clear()
    yield
    log.forget()


@pytest.fixture
def layer_of_this_loop() -> Iterator[None]:
    """For tests that run event loops of their own: a channel layer belongs to the loop that first used it."""
    channel_layers.backends.clear()
    yield
    channel_layers.backends.clear()
    close_connections_of_rounds()


def close_connections_of_rounds() -> None:
    """Tables are drawn for sockets in threads of their own. While a test waits for a socket, Channels lets no thread
    close its connection; one that stays open would keep the database of the tests from being removed."""
    together = threading.Barrier(rounds.THREADS)

    def close() -> None:
        together.wait(20)  # so that each thread has one of these to do
        connections.close_all()

    for closed in [rounds.threads.submit(close) for _thread in range(rounds.THREADS)]:
        closed.result()


@pytest.fixture
def unlimited_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that play whole games faster than people do."""
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**9)


@pytest.fixture
def certain_deals(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Call it with a number: from then on codes and server seeds follow from that number alone."""

    def fix(number: int) -> None:
        drawn = random.Random(number)
        monkeypatch.setattr(seeds.secrets, "token_bytes", drawn.randbytes)
        monkeypatch.setattr(seeds.secrets, "choice", drawn.choice)

    return fix


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Makes all calls at the same moment, each in a thread with a connection of its own; gives what each returned, or
    the exception it raised, in order."""
    barrier = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)

    def run(place: int) -> None:
        try:
            barrier.wait(20)
            results[place] = calls[place]()
        except Exception as error:
            results[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    return results
