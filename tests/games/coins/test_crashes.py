"""A sample of `python -m tests.coin_crashes`, and the crash itself held against a settlement that is not whole."""

import pytest
from django.db import transaction

from games.coins.services import settling
from tests import coin_crashes

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_settlement_that_is_cut_off_anywhere_is_done_once_in_the_end() -> None:
    """Checks 68 to 73, J01, J03."""
    run = coin_crashes.run_games(24, seed=7, people=8)
    assert run.faults == []
    assert sum(run.ends.values()) == 24 and run.crashes and run.statements > 12


def test_a_settlement_that_is_not_one_transaction_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = settling.on_game_over
    monkeypatch.setattr(settling, "on_game_over", lambda game, now: (whole(game, now), transaction.on_commit(_spoil)))
    spoiled: list[int] = []

    def _spoil() -> None:
        from games.coins.models import Account

        Account.objects.filter(kind="player").update(held=1)
        spoiled.append(1)

    assert coin_crashes.run_games(2, seed=8, people=8).faults and spoiled


@pytest.mark.servers
def test_games_that_end_at_once_settle_one_after_the_other_and_the_total_never_moves() -> None:
    """E1.4, check 69: several games at once, people in common."""
    run = coin_crashes.run_games(24, seed=9, threads=3, people=8)
    assert run.faults == [] and sum(run.ends.values()) > 12 and run.totals > 0
