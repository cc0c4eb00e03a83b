"""Ratings on real connections, on SQLite and on PostgreSQL: whoever works them out, each match counts once."""

from functools import partial
from typing import Any
from unittest import mock

import pytest

from games.errors import Refused
from games.models import Game
from games.ratings import checking, services
from games.ratings.models import RatedMatch, RatedPlayer, Rating
from games.services import play, undoing
from tests.games.conftest import at_once
from tests.games.factories import member, played_out, started, to_act

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unlimited_moves")]


def numbers() -> list[Any]:
    return list(Rating.objects.order_by("user").values_list("user", "mu", "sigma", "matches"))


def not_worked_out() -> Any:
    """What ends meanwhile is noted, and worked out by whoever comes next."""
    return mock.patch.object(services, "settle_soon", lambda: None)


def test_several_workers_at_one_match_rate_it_once() -> None:
    with not_worked_out():
        game = played_out(started([member("Ada"), member("Obi")]))
    assert not RatedMatch.objects.get().settled
    counts = at_once([services.settle] * 4)
    assert sorted(counts) == [0, 0, 0, 1]
    assert [row[3] for row in numbers()] == [1, 1]
    assert RatedPlayer.objects.filter(match__table=game.table_id, number=1).count() == 2
    assert checking.differences() == []


def test_a_match_that_two_workers_end_at_once_is_noted_and_rated_once() -> None:
    game = started([member("Ada"), member("Obi")])
    with not_worked_out():
        found = at_once([partial(play.leave, game.code, to_act(game))] * 3)
    assert [error for error in found if isinstance(error, Exception) and not isinstance(error, Refused)] == []
    game.refresh_from_db()
    assert game.state == Game.State.OVER
    assert RatedMatch.objects.filter(table=game.table_id).count() == 1
    at_once([services.settle] * 3)
    assert [row[3] for row in numbers()] == [1, 1]
    assert checking.differences() == []


def test_matches_that_end_at_once_are_all_rated_in_their_order() -> None:
    ada, obi, uche = member("Ada"), member("Obi"), member("Uche")
    games = [started(pair) for pair in ([ada, obi], [obi, uche], [uche, ada])]
    at_once([partial(play.leave, game.code, to_act(game)) for game in games])
    services.settle()
    assert RatedMatch.objects.filter(settled=True).count() == 3
    assert [row[3] for row in numbers()] == [2, 2, 2]
    before = numbers()
    assert checking.differences() == []
    checking.rebuild()
    assert numbers() == before


@pytest.mark.parametrize("first", [0, 1])
def test_a_result_taken_back_while_it_is_rated_leaves_nothing(first: int) -> None:
    with not_worked_out():
        game = played_out(started([member("Ada"), member("Obi")]))
        calls: list[Any] = [services.settle, partial(undoing.void, game.code)]
        errors = [found for found in at_once(calls[first:] + calls[:first]) if isinstance(found, Exception)]
    assert errors == []
    services.settle()
    assert numbers() == [] and RatedMatch.objects.get().why_not == "void"
    assert checking.differences() == []
