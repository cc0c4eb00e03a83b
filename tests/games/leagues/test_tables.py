"""The table that is remembered: read anew where something changed, and at every moment what the results give."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import log
from games.leagues import joining, tables
from games.leagues.models import Season
from games.models import Game
from games.services import following
from tests.stepped import SteppedClock, stepped

from .playing import NOW, announced, come, fresh, next_moment, people, play_on, sweep

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture
def clock() -> Iterator[SteppedClock]:
    with stepped(NOW) as clock:
        yield clock


def remembered_as_worked_out(season: Season) -> bool:
    season = fresh(season)
    return tables.table_of(season) == tables.worked_out(season)


def test_what_is_remembered_is_what_the_results_give_after_every_step_of_a_season(clock: SteppedClock) -> None:
    everybody = people(5)
    season = announced(everybody, no_show_points=2)
    here = everybody[:4]
    for step in range(40):
        sweep()
        assert remembered_as_worked_out(season)
        come(season, here)
        if play_on(season, here):
            assert remembered_as_worked_out(season)
            continue
        if step == 6:
            joining.withdraw(season.pk, here.pop())
            assert remembered_as_worked_out(season)
        moment = next_moment(season, clock.now)
        if moment is None:
            break
        clock.to(moment)
    assert fresh(season).state == Season.State.OVER
    game = Game.objects.filter(state=Game.State.OVER).earliest("pk")  # of the first round
    before = tables.table_of(fresh(season))
    log.void(game)
    for follow in following.on_void:
        follow(game)
    assert remembered_as_worked_out(season)
    assert tables.table_of(fresh(season)) != before


def test_behind_a_new_result_the_rounds_that_are_over_are_not_read_again(
    clock: SteppedClock, django_assert_num_queries: Any
) -> None:
    everybody = people(4)
    season = announced(everybody)
    clock.to(season.begins_at)
    sweep()
    come(season, everybody)
    assert play_on(season, everybody)
    clock.to(season.calendar.get(number=1).ends_at)
    sweep()
    tables.table_of(fresh(season))
    before = tables._kept[season.seed].rounds
    come(season, everybody)
    assert play_on(season, everybody)
    now = fresh(season)
    with django_assert_num_queries(3):  # who is in, the rounds, and the results of the open one
        table = tables.table_of(now)
    after = tables._kept[season.seed].rounds
    assert after[1] is before[1] and after[2] is not before[2]
    assert table == tables.worked_out(now)
    with django_assert_num_queries(0):
        assert tables.table_of(now) is table
