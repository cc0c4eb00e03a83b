"""A deal that is over before anybody acts: four cards of a month in a hand, in Go-Stop (2.5)."""

from typing import Any

import pytest

from games.models import Game, Table
from rules.go_stop import dealing
from rules.go_stop.state import Result

from .factories import member, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def always_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every deal ends at once, won by seat 1."""
    dealt = dealing.dealt

    def over(*given: Any) -> Any:
        return dealt(*given)._replace(result=Result("hand_quad", 1, 5))

    monkeypatch.setattr(dealing, "dealt", over)


def test_a_match_of_such_deals_is_played_to_its_end(always_over: None) -> None:
    game = started([member("Ada"), member("Obi")], game="go_stop", preset="004", games=3)
    table = Table.objects.get(pk=game.table_id)
    games = list(Game.objects.filter(table=table).order_by("number"))
    assert [game.number for game in games] == [1, 2, 3]
    assert {game.end_reason for game in games} == {"hand_quad"} and not [g for g in games if g.to_act is not None]
    assert table.state == Table.State.FINISHED
    assert [game.outcome["tally"] for game in games if game.outcome] == [[0, 5]] * 3


def test_a_deal_that_stands_is_played_as_usual() -> None:
    game = started([member("Ada"), member("Obi")], game="go_stop", preset="004")
    if game.end_reason != "hand_quad":
        assert game.state == Game.State.PLAYING and game.to_act in (0, 1)
