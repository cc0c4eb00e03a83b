"""The nightly check names the first coin out of place, whatever is wrong (checks 68 to 72)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection

from games.coins import checking, guards, tasks
from games.coins.models import Account, DailySums, GameCoins, Hold, Line
from games.models import Game
from games.services import play
from tests.games.factories import opened_by, rules

from .purses import purse, rich, staked, wild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@contextmanager
def unguarded() -> Iterator[None]:
    """For what no program of ours can do: somebody who writes into the database by hand."""
    if connection.vendor == "sqlite":
        guards.lift(connection)
    else:
        connection.check_constraints()  # what was written so far is looked at now, not when it is spoiled
        connection.cursor().execute("SET session_replication_role = replica")
    try:
        yield
    finally:
        if connection.vendor == "sqlite":
            guards.install(connection)
        else:
            connection.cursor().execute("SET session_replication_role = DEFAULT")


def played() -> Game:
    """A Stake game that is over, beside others."""
    people = [rich(coins=5_000) for _ in range(4)]
    opened_by(people[0], rules("002", 2, coins="stake", coin_amount=100))
    staked(people[:2], 100)
    game = wild(people, 4)
    for person in people[:3]:
        play.leave(game.code, person)
    game = staked(people[:3], 333, 250)
    for person in people[:2]:
        play.leave(game.code, person)
    return Game.objects.get(pk=game.pk)


def test_nothing_is_out_of_place_after_games_of_every_kind() -> None:
    played()
    assert checking.first_out_of_place() == ""
    found = checking.sums()
    assert found.agree and (found.grants, found.house, found.escrow) == (20_000, 24, 200)


def _balance(game: Game) -> None:
    Account.objects.filter(kind="player").update(balance=4_999)


def _held(game: Game) -> None:
    Hold.objects.all().delete()


def _line(game: Game) -> None:
    Line.objects.filter(transaction__game=game, why="won", account__kind="player").update(amount=974)


def _after(game: Game) -> None:
    Line.objects.filter(transaction__game=game, why="won", account__kind="player").update(after=0)


def _outcome(game: Game) -> None:
    coins = GameCoins.objects.get(game=game)
    assert coins.outcome is not None
    coins.outcome["places"][0]["gain"] -= 1
    coins.save()


def _reopened(game: Game) -> None:
    GameCoins.objects.filter(game=game).update(state="open", outcome=None, ended_at=None)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (_balance, "has 4999, its lines sum to"),
        (_held, "its tables hold 0"),
        (_line, "(settled) has 4 lines that sum to -1"),
        (_after, "says 0 where its lines sum to"),
        (_outcome, "worked out again"),
        (_reopened, "is open, was ended 1 times"),
    ],
)
def test_the_first_coin_out_of_place_is_named(spoil: Callable[[Game], None], says: str) -> None:
    game = played()
    with unguarded():
        spoil(game)
    assert says in checking.first_out_of_place()
    with pytest.raises(CommandError):
        call_command("check_coins")


def test_the_sums_are_published_once_a_day_and_staff_hear_of_a_problem(settings: object) -> None:
    settings.ADMINS = [("Staff", "staff@example.org")]  # type: ignore[attr-defined]
    played()
    tasks.check_ledger()
    tasks.check_ledger()
    day = DailySums.objects.get()
    assert day.in_place and day.players + day.escrow + day.house == day.grants - day.burns and not mail.outbox
    DailySums.objects.all().delete()
    with unguarded():
        _balance(Game.objects.latest("pk"))
    tasks.check_ledger()
    assert not DailySums.objects.get().in_place
    assert "A coin is out of place" in mail.outbox[0].subject


def test_the_command_prints_the_sums(capsys: pytest.CaptureFixture[str]) -> None:
    person = rich()
    call_command("check_coins")
    assert "players 1000 + escrow 0 + house 0 = grants 1000 - burns 0" in capsys.readouterr().out
    assert purse(person).balance == 1_000
