"""Coins where two things meet: accounts that close, hosts who change their mind, results taken back after the coins are
spent, the same thing asked for twice at once, the change of the day (E1.4, E4.1, E4.4, E5, E6)."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from accounts.closing import close_account
from accounts.models import User
from games import log
from games.coins import checking, tasks
from games.coins.models import Account, GameCoins, Hold, StaffGrant, Transaction
from games.coins.services import buying, granting, posting, settling
from games.coins.services.posting import Move, Why
from games.errors import Forbidden, NotAllowed
from games.models import Game, Table
from games.services import play, tables, undoing
from rules.coin_tables import STAKE
from tests.games.conftest import at_once
from tests.games.factories import fresh, opened_by, rules, seated

from .purses import balances, check_ledger, purse, rich, staked, wild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture(autouse=True)
def ledger_holds() -> Any:
    yield
    check_ledger()
    assert checking.first_out_of_place() == ""


def stake_table(host: User, stake: int = 250, seats: int = 3, **chosen: Any) -> Table:
    return opened_by(host, rules("002", seats, coins=STAKE, coin_amount=stake, start="host", **chosen))


def staff(name: str) -> User:
    person = rich(name)
    User.objects.filter(pk=person.pk).update(is_staff=True)
    person.refresh_from_db()
    return person


def of(kind: str) -> int:
    return Account.objects.get(kind=kind).balance


# -- accounts that close ---------------------------------------------------------------------------------------


def test_who_closes_an_account_loses_two_games_and_leaves_a_table_and_the_house_has_what_is_left() -> None:
    """E4.1: before the deal the stake comes back; E4.3: after it, it stays in the pot."""
    goes, one, other = rich("Ada", 1_000), rich("Bola", 1_000), rich("Chidi", 1_000)
    staked([goes, one], 200), staked([goes, other], 300)
    waits = seated(stake_table(other, 100), goes)
    assert (purse(goes).free, purse(goes).held) == (400, 100)
    close_account(goes)
    assert balances(goes, one, other) == [0, 1_200, 1_300] and of("house") == 500
    assert not Hold.objects.filter(account__user=goes).exists() and fresh(waits).seated == 1
    assert not GameCoins.objects.filter(state="open").exists()


def test_a_game_is_taken_back_after_its_winner_has_closed_the_account() -> None:
    """E4.4: every stake is returned. The house pays nobody (ADR 9), so the mint stands in."""
    lost, won = rich("Ada", 1_000), rich("Bola", 1_000)
    game = staked([lost, won], 250)
    play.leave(game.code, lost)
    close_account(won)
    assert (balances(lost, won), of("house")) == ([750, 0], 1_250)
    assert undoing.void(game.code)
    assert (balances(lost, won), of("house")) == ([1_000, 0], 1_250)


def test_a_game_is_taken_back_after_its_loser_has_closed_the_account() -> None:
    lost, won = rich("Ada", 1_000), rich("Bola", 1_000)
    game = staked([lost, won], 250)
    play.leave(game.code, lost)
    close_account(lost)
    assert undoing.void(game.code)
    assert (balances(lost, won), of("house")) == ([0, 1_000], 1_000)


def test_a_grant_that_waits_is_not_given_to_an_account_that_was_closed() -> None:
    """E5.5: nobody could ever spend it."""
    one, two, person = staff("one"), staff("two"), rich("Ada", 100)
    grant = granting.ask_for(one, person, 10_001, "a fault of ours")
    close_account(person)
    with pytest.raises(Forbidden) as refused:
        granting.approve(two, grant.pk)
    assert refused.value.code == "closed" and StaffGrant.objects.get(pk=grant.pk).transaction is None
    assert balances(person) == [0]


@pytest.mark.parametrize("grant", [granting.daily, granting.relief])
def test_who_was_read_before_the_account_was_closed_is_given_nothing(grant: Callable[[User], Any]) -> None:
    person = rich("Ada", 0)
    close_account(User.objects.get(pk=person.pk))
    person.emailaddress_set.create(email="late@example.com", verified=True)  # type: ignore[attr-defined]
    with pytest.raises(Forbidden) as refused:
        grant(person)  # as it was before
    assert refused.value.code == "closed" and balances(person) == [0]
    assert granting.prize(person, 50, "late:1") is None


def test_coins_that_come_to_an_account_while_it_closes_are_the_houses_by_the_next_morning() -> None:
    person, mint = rich("Ada", 0), posting.mint()
    close_account(person)
    late = posting.account_of(person)
    with transaction.atomic():
        rows = posting.locked([late.pk, mint.pk])
        moves = [Move(rows[mint.pk], -70, Why.GRANTED), Move(rows[late.pk], 70, Why.GRANTED)]
        posting.post(Transaction.Kind.DAILY, moves, datetime.now(UTC), person=person)
    tasks.check_ledger()
    assert (balances(person), of("house")) == ([0], 70)


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_closing_an_account_with_two_games_waits_for_another_end_without_a_deadlock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Locks go games, tables, accounts: the second game is left in a transaction of its own."""
    goes, one, other = rich("Ada", 1_000), rich("Bola", 1_000), rich("Chidi", 1_000)
    first, second = staked([goes, one], 200), staked([goes, other], 300)
    settled_first, holds_second = threading.Event(), threading.Event()

    def after_the_first(ended: settling.Ended, now: datetime) -> None:
        if ended.game.pk == first.pk:
            settled_first.set()
            assert holds_second.wait(20)

    def ends_the_second() -> None:
        with transaction.atomic():
            log.lock(second.code)
            holds_second.set()
            assert settled_first.wait(20)
            play.leave(second.code, other)

    monkeypatch.setattr(settling, "on_settled", [*settling.on_settled, after_the_first])
    assert at_once([partial(close_account, goes), ends_the_second]) == [None, None]
    assert balances(goes, one, other) == [0, 1_200, 700] and of("house") == 1_100


# -- hosts who change their mind -------------------------------------------------------------------------------


def test_a_host_who_raises_the_stake_above_what_a_guest_has_frees_that_guest() -> None:
    """E4.1: everybody has theirs back at once; who can't put up the new one may only leave, and leaves with it all."""
    host, poor = rich("Ada", 1_000), rich("Bola", 300)
    table = seated(stake_table(host, 250), poor)
    assert (purse(host).held, purse(poor).held) == (250, 250)
    changed = rules("002", 3, coins=STAKE, coin_amount=301, start="host")
    table = tables.change_rules(table.code, host, changed, fresh(table).seq)
    assert (purse(host).held, purse(poor).held) == (301, 0)
    with pytest.raises(NotAllowed) as refused:
        tables.agree(table.code, poor, table.agreement)
    assert refused.value.message.values == {"wanted": "301", "free": "300", "missing": "1"}
    assert fresh(table).state == Table.State.ASSEMBLING and not Game.objects.exists()
    tables.leave(table.code, poor)
    assert (purse(poor).held, purse(poor).free, purse(host).held) == (0, 300, 301)


def test_a_host_who_raises_the_stake_and_goes_leaves_the_table_with_what_the_other_agreed_to() -> None:
    host, other = rich("Ada", 1_000), rich("Bola", 1_000)
    table = seated(stake_table(host, 250), other)
    table = tables.change_rules(
        table.code, host, rules("002", 3, coins=STAKE, coin_amount=400, start="host"), fresh(table).seq
    )
    tables.leave(table.code, host)
    assert (purse(host).held, purse(other).held) == (0, 0)
    table = tables.agree(table.code, other, fresh(table).agreement)
    assert purse(other).held == 400
    tables.close(table.code, other)
    assert (purse(other).held, purse(other).free) == (0, 1_000)


def test_a_table_that_turns_wild_and_back_holds_what_each_rule_asks_once() -> None:
    """E1.4 and E4.1: X2 holds 100, as does a stake of 100, and still everybody is asked again."""
    host, other = rich("Ada", 1_000), rich("Bola", 1_000)
    table = seated(stake_table(host, 100, seats=4), other)
    for terms, preset in ((("wild", 2), "000"), ((STAKE, 100), "002")):
        chosen = rules(preset, 4, coins=terms[0], coin_amount=terms[1], start="host")
        table = tables.change_rules(table.code, host, chosen, fresh(table).seq)
        assert (purse(host).held, purse(other).held) == (100, 0)
        table = tables.agree(table.code, other, table.agreement)
        assert (purse(host).held, purse(other).held) == (100, 100)


# -- taken back after the coins are gone -----------------------------------------------------------------------


def test_a_winner_who_has_spent_it_all_gives_back_what_is_free_and_is_never_below_nothing() -> None:
    """E4.4, E6: every stake is returned; what the winner no longer has comes from the mint (ADR 9)."""
    lost, won = rich("Ada", 1_000), rich("Bola", 1_000)
    game = staked([lost, won], 1_000)
    play.leave(game.code, lost)
    assert buying.buy(won, "back-11") is not None  # 1,500 of 2,000
    minted = of("mint")
    assert undoing.void(game.code)
    assert balances(lost, won) == [1_000, 0]
    assert of("mint") == minted - 500
    assert buying.owned(won) == {"back-11"}  # what is bought stays (ADR 9)


@pytest.mark.django_db(transaction=True)
def test_two_results_taken_back_at_once_take_from_their_winner_no_coin_twice() -> None:
    one, other, won = rich("Ada", 1_000), rich("Bola", 1_000), rich("Chidi", 1_600)
    games = [staked([one, won], 800), staked([other, won], 800)]
    for game, lost in zip(games, (one, other), strict=True):
        play.leave(game.code, lost)
    buying.buy(won, "back-11"), buying.buy(won, "back-10")  # 2,000 of 3,200: 1,200 are left of the 1,600 won
    assert at_once([partial(undoing.void, game.code) for game in games]) == [True, True]
    assert balances(one, other, won) == [1_000, 1_000, 0]


@pytest.mark.django_db(transaction=True)
def test_two_of_staff_who_take_a_result_back_at_once_take_it_back_once() -> None:
    """J05, E6: unique (game, kind)."""
    people = [rich("Ada", 1_000), rich("Bola", 1_000)]
    game = staked(people, 250, 1_000)
    play.leave(game.code, people[0])
    assert sorted(at_once([partial(undoing.void, game.code)] * 3)) == [False, False, True]
    assert balances(*people) == [1_000, 1_000] and of("house") == 0
    assert Transaction.objects.filter(game=game, kind="reversed").count() == 1


def test_who_went_bankrupt_and_had_relief_has_the_lost_coins_back_too_when_the_result_is_taken_back() -> None:
    """E1.2, E5.3: the relief was had for good."""
    people = [rich(f"Player{n}", 1_000) for n in range(4)]
    game = wild(people, 20)
    for person in people[:3]:
        play.leave(game.code, person)
    assert purse(people[0]).balance == 0  # went first, so last: owes 20 x 50 at least (E1.1, E1.5)
    granting.relief(people[0])
    undoing.void(game.code)
    assert purse(people[0]).balance == 1_300
    assert all(balance >= 0 for balance in balances(*people))


# -- twice, and at once ----------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("grant", "after"), [(granting.daily, 150), (granting.relief, 300)])
def test_a_grant_of_the_day_asked_for_three_times_at_once_is_had_once(grant: Callable[..., Any], after: int) -> None:
    """E5.2, E5.3."""
    person = rich("Ada", 50)
    results = at_once([partial(grant, person)] * 3)
    refused = sorted(str(getattr(one, "code", "")) for one in results if isinstance(one, Exception))
    assert len(refused) == 2 and set(refused) <= {"had_today", "not_poor"}, results
    assert balances(person) == [after]


@pytest.mark.django_db(transaction=True)
def test_a_second_person_who_approves_twice_at_once_gives_once() -> None:
    """E5.5."""
    one, two, person = staff("one"), staff("two"), rich("Ada", 100)
    grant = granting.ask_for(one, person, 10_001, "a fault of ours")
    results = at_once([partial(granting.approve, two, grant.pk)] * 3)
    assert [one for one in results if isinstance(one, Exception)] == [] and balances(person) == [10_101]


@pytest.mark.django_db(transaction=True)
def test_two_wild_games_lost_at_once_take_all_there_is_and_no_more() -> None:
    """E1.2, E1.4: several games settle in commit order; B is the free balance and this game's hold alone."""
    poor, others = rich("Ada", 2_000), [rich(f"Player{n}", 2_000) for n in range(3)]
    games = [wild([poor, *others], 20), wild([poor, *others], 20)]  # 1,000 held for each (E1.4)
    for game in games:
        play.leave(game.code, poor)
        play.leave(game.code, others[0])
    assert balances(poor) == [0] and of_games(games) == 8_000
    results = at_once([partial(play.leave, game.code, others[1]) for game in games])
    assert [one for one in results if isinstance(one, Exception)] == []
    for game in games:
        places = settling.of_value(GameCoins.objects.get(game=game).outcome or {}).places
        assert places[3].seat == 0 and places[3].owed >= 1_000 == places[3].paid
    assert balances(poor) == [0] and sum(balances(poor, *others)) == 8_000


def of_games(games: list[Game]) -> int:
    return sum(Account.objects.get(game=game).balance for game in games)


def test_coins_that_a_game_holds_pay_for_nothing_else() -> None:
    """E1.4: neither for a seat nor for a ware nor as a ground for relief."""
    person = rich("Ada", 1_000)
    staked([person, rich("Bola", 1_000)], 950)
    with pytest.raises(NotAllowed) as refused:
        buying.buy(person, "back-10")
    assert refused.value.code == "too_few_coins"
    with pytest.raises(NotAllowed):
        stake_table(person, 51)
    with pytest.raises(NotAllowed) as refused:
        granting.relief(person)
    assert refused.value.code == "not_poor" and balances(person) == [50]


# -- the change of the day -------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["Asia/Kuala_Lumpur", "America/Los_Angeles", ""])
def test_the_day_of_a_grant_changes_at_midnight_utc_wherever_somebody_lives(zone: str) -> None:
    """E5.2, E5.3: a UTC day."""
    person = rich("Ada", 0)
    User.objects.filter(pk=person.pk).update(time_zone=zone)
    person.refresh_from_db()
    midnight = datetime(2026, 3, 2, tzinfo=UTC)
    granting.daily(person, midnight - timedelta(seconds=1))
    granting.daily(person, midnight)
    for moment in (midnight + timedelta(hours=8), midnight + timedelta(hours=16), midnight + timedelta(hours=23.99)):
        with pytest.raises(NotAllowed):  # midnight there is none here
            granting.daily(person, moment)
    assert balances(person) == [200]
    granting.daily(person, midnight + timedelta(days=1))
    assert balances(person) == [300]
