"""Ten seconds to half a minute without a sweep, or without a web process: nobody is charged a miss for it."""

import threading
from datetime import timedelta
from typing import Any

import pytest

from games import log, tasks
from games.models import Game, Heartbeat, LogEntry, Outage
from games.services import outages, play
from whot_site import alive

from .factories import key, legal, member, started, to_act

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def two(turn_clock: int = 15) -> Game:
    return started([member(), member()], preset="002", turn_clock=turn_clock)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def actions(game: Game) -> list[str]:
    return list(LogEntry.objects.filter(game=game).order_by("seq").values_list("action", flat=True))


def beat_at(at: Any, name: str = outages.SWEEP) -> None:
    Heartbeat.objects.update_or_create(name=name, defaults={"at": at})


def test_a_turn_that_a_short_outage_would_have_ended_gets_it_back() -> None:
    game = two()
    beat_at(game.turn_since + SECOND)
    outages.beat(game.turn_since + 21 * SECOND)
    after = fresh(game)
    assert after.deadline == game.deadline + 20 * SECOND and after.due_at == game.due_at + 20 * SECOND
    assert after.clock_seq == 1 and log.differences(after) == []


def test_a_turn_with_time_left_is_as_it_was_and_no_outage_is_told() -> None:
    game = two(turn_clock=60)
    beat_at(game.turn_since + SECOND)
    assert outages.beat(game.turn_since + 21 * SECOND) == timedelta(0)
    assert fresh(game).deadline == game.deadline and not Outage.objects.exists()
    beat_at(game.turn_since + SECOND)
    outages.beat(game.turn_since + 11 * SECOND)
    assert fresh(game).deadline == game.deadline


def test_a_sweep_that_is_a_little_late_moves_nothing() -> None:
    game = two()
    beat_at(game.turn_since + SECOND)
    outages.beat(game.turn_since + 11 * SECOND)
    assert fresh(game).deadline == game.deadline


def test_a_post_that_comes_before_the_first_sweep_after_a_short_outage_is_not_late() -> None:
    game = two()
    beat_at(game.turn_since + SECOND)
    play.act(game.code, to_act(game), legal(game)[0], 0, key(), game.due_at + 10 * SECOND)
    assert "timeout" not in actions(game)


def test_no_turn_ends_while_no_web_process_runs_and_afterwards_the_time_is_given_back() -> None:
    game, now = two(), log.database_now()
    for name in ("turn_since", "deadline", "due_at"):
        setattr(game, name, getattr(game, name) - 40 * SECOND)
    game.save(update_fields=["turn_since", "deadline", "due_at"])
    beat_at(now - 35 * SECOND)  # the sweep waits since then,
    beat_at(now - 39 * SECOND, outages.WEB)  # for no web process runs
    tasks.end_overdue()
    assert actions(game) == [] and Heartbeat.objects.get(name=outages.SWEEP).at == now - 35 * SECOND
    outages.web_beat()
    tasks.end_overdue()
    assert actions(game) == [] and fresh(game).deadline >= game.deadline + 35 * SECOND


def test_a_turn_that_ran_out_is_ended_while_a_web_process_runs() -> None:
    game, now = two(), log.database_now()
    for name in ("turn_since", "deadline", "due_at"):
        setattr(game, name, getattr(game, name) - 40 * SECOND)
    game.save(update_fields=["turn_since", "deadline", "due_at"])
    beat_at(now - 2 * SECOND)
    outages.web_beat()
    tasks.end_overdue()
    assert actions(game) == ["timeout"]


@pytest.mark.django_db(transaction=True)
def test_a_web_process_says_that_it_is_there_until_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    beaten = threading.Event()
    real = outages.web_beat
    monkeypatch.setattr(outages, "web_beat", lambda: (real(), beaten.set()))
    long_ago = log.database_now() - timedelta(hours=1)
    beat_at(long_ago, outages.WEB)
    assert outages.nobody_can_post(log.database_now())
    stopping = alive.begin()
    assert beaten.wait(10)
    stopping.set()
    assert not outages.nobody_can_post(log.database_now())
    for thread in threading.enumerate():
        if thread.name == "alive":
            thread.join(5)
