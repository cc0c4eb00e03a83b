"""Sittings that start games for coins, and the ends of such games, at the same moment by the same people (E1.4, E4.1).

A sitting takes a person's row, a table's, then accounts by ascending id; an end takes a game's row, its table's, then
accounts: on PostgreSQL a wrong order is a deadlock, which would be among the results.
"""

from collections.abc import Callable
from functools import partial
from itertools import permutations
from typing import Any

import pytest

from games.coins.models import GameCoins, Hold
from games.models import Game
from games.services import play, tables
from tests.games.conftest import at_once
from tests.games.factories import opened_by, rules

from .purses import balances, check_ledger, rich, staked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unlimited_moves")]


def test_people_who_sit_down_with_each_other_at_once_all_play_and_no_coin_is_held_twice() -> None:
    people = [rich(f"Player{n}", 1_000) for n in range(3)]
    waiting = [
        (opened_by(host, rules("002", 2, coins="stake", coin_amount=100)), guest)
        for host, guest in permutations(people, 2)
    ]
    ended = staked(people[:2], 100)  # ends while the others begin
    calls: list[Callable[[], Any]] = [
        partial(tables.join, table.code, guest, seen_agreement=table.agreement) for table, guest in waiting
    ]
    results = at_once([*calls, partial(play.leave, ended.code, people[0])])
    assert [result for result in results if isinstance(result, Exception)] == []
    assert Game.objects.filter(state=Game.State.PLAYING).count() == 6 == GameCoins.objects.filter(state="open").count()
    assert not Hold.objects.exists()
    # Each sits at four tables of 100; Player1 has won the 100 of Player0 (E4.2).
    assert balances(*people) == [1_000 - 100 - 400, 1_000 + 100 - 400, 1_000 - 400]
    check_ledger()


def test_of_two_seats_taken_at_once_with_coins_for_one_only_one_is_had() -> None:
    hosts, poor = [rich(coins=1_000) for _host in range(2)], rich(coins=150)
    waiting = [opened_by(host, rules("002", 2, coins="stake", coin_amount=100)) for host in hosts]
    results = at_once([partial(tables.join, table.code, poor, seen_agreement=table.agreement) for table in waiting])
    assert [getattr(result, "code", "") for result in results if isinstance(result, Exception)] == ["too_few_coins"]
    assert balances(poor) == [50] and GameCoins.objects.count() == 1
    check_ledger()
