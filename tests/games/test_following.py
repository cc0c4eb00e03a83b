"""Coins, ratings and leagues are told of what happens at tables: each thing once, in the transaction that does it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.errors import NotAllowed
from games.models import Game, Seat, Table
from games.services import expiring, following, tables
from tests.games.factories import fresh, log_of, member, opened, played_out, seated, started

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

LISTS = ("on_sit", "on_rise", "on_deal", "on_game_over", "on_match_over", "on_void")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    heard: list[tuple[Any, ...]] = []

    def hears(name: str) -> Callable[..., None]:
        def hear(what: Any, *others: Any) -> None:
            assert transaction.get_connection().in_atomic_block
            heard.append((name, getattr(what, "number", None), *others[:-1]))

        return hear

    for name in LISTS:
        monkeypatch.setattr(following, name, [hears(name)])
    return heard


def names(told: list[tuple[Any, ...]]) -> list[str]:
    return [name for name, *_rest in told]


def test_a_match_of_two_games_is_told_from_the_first_seat_to_its_end(told: list[tuple[Any, ...]]) -> None:
    game = played_out(started([member("Ada"), member("Bola")], games=2))
    assert names(told) == ["on_sit", "on_sit", "on_deal", "on_game_over", "on_deal"]
    played_out(log_of(game.table))
    assert names(told)[5:] == ["on_game_over", "on_match_over"]
    assert [number for name, number, *_rest in told if name in ("on_deal", "on_game_over")] == [1, 1, 2, 2]


def test_whoever_gives_up_a_seat_before_the_match_is_named(told: list[tuple[Any, ...]]) -> None:
    ada = member("Ada")
    table = seated(opened(seats=4), ada)
    tables.leave(table.code, ada)
    tables.close(table.code, table.host)
    assert [entry for entry in told if entry[0] == "on_rise"] == [
        ("on_rise", None, [ada.pk]),
        ("on_rise", None, [table.host_id]),
    ]


def test_those_at_a_table_that_nobody_starts_are_named_once(told: list[tuple[Any, ...]]) -> None:
    table = opened(seats=3)
    later = timezone.now() + 2 * tables.EXPIRES_AFTER
    expiring.expire_due(later)
    expiring.expire_due(later)
    assert [entry for entry in told if entry[0] == "on_rise"] == [("on_rise", None, [table.host_id])]


@pytest.mark.parametrize("name", ["on_sit", "on_deal"])
def test_a_refusal_leaves_the_table_as_it_was(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    table = opened(seats=2)

    def refuse(*_what: Any) -> None:
        raise NotAllowed("No", "no")

    monkeypatch.setattr(following, name, [refuse])
    with pytest.raises(NotAllowed):
        seated(table, member("Ada"))
    assert Seat.objects.filter(table=table).count() == 1
    assert not Game.objects.filter(table=table).exists()
    assert (fresh(table).state, fresh(table).seated) == (Table.State.ASSEMBLING, 1)
