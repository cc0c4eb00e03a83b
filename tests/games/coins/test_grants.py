"""Coins that come into the world (E5), and that no other way gives any."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.urls import reverse

from accounts.closing import close_account
from accounts.models import User
from games.coins import selectors
from games.coins.models import Account, StaffGrant, Transaction
from games.coins.services import granting, tidying
from games.errors import Forbidden, NotAllowed
from games.services import play
from tests.games.factories import guest, member, rules

from .purses import balances, check_ledger, confirmed, purse, rich, staked

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def ledger_holds() -> Any:
    yield
    check_ledger()


def staff(name: str) -> User:
    person = confirmed(name)
    User.objects.filter(pk=person.pk).update(is_staff=True)
    return User.objects.get(pk=person.pk)


def test_the_first_confirmed_address_brings_a_thousand_once() -> None:
    """E5.1."""
    person = confirmed()
    address = EmailAddress.objects.get(user=person)
    for _time in range(2):
        email_confirmed.send(sender=EmailAddress, request=None, email_address=address)
        granting.welcome(person)
    assert purse(person).balance == 1_000
    EmailAddress.objects.create(user=person, email="second@example.org", verified=True)
    assert granting.welcome(person) is None


def test_an_address_that_was_greeted_is_never_greeted_again() -> None:
    """E5.1: once per confirmed address, whoever has it next and however it is written."""
    first, second = confirmed(), member()
    granting.welcome(first)
    address = EmailAddress.objects.get(user=first).email
    EmailAddress.objects.filter(user=first).delete()
    EmailAddress.objects.create(user=second, email=address.upper(), verified=True)
    assert granting.welcome(second) is None
    assert not Transaction.objects.filter(person=second).exists()


@pytest.mark.parametrize("who", [guest, member])
def test_nobody_without_a_confirmed_address_is_given_coins(who: Any) -> None:
    person = who("Nobody")
    assert granting.welcome(person) is None
    for ask in (granting.daily, granting.relief):
        with pytest.raises(Forbidden):
            ask(person)


def test_the_coins_of_the_day_are_there_once_a_utc_day_and_do_not_add_up() -> None:
    """E5.2."""
    person = confirmed()
    granting.daily(person, NOON)
    with pytest.raises(NotAllowed) as refused:
        granting.daily(person, NOON.replace(hour=23, minute=59))
    assert refused.value.code == "had_today"
    granting.daily(person, NOON + timedelta(days=7))
    assert purse(person).balance == 200


def test_relief_fills_up_to_300_once_a_day_and_only_below_100() -> None:
    """E5.3."""
    for coins, after in ((0, 300), (99, 300)):
        person = rich(coins=coins)
        granting.relief(person, NOON)
        assert purse(person).balance == after
        poor(person)
        with pytest.raises(NotAllowed) as refused:
            granting.relief(person, NOON)
        assert refused.value.code == "had_today"
        granting.relief(person, NOON + timedelta(days=1))
    with pytest.raises(NotAllowed) as refused:
        granting.relief(rich(coins=100), NOON)
    assert refused.value.code == "not_poor"


def poor(person: User) -> None:
    from games.coins.services import posting
    from games.coins.services.posting import Move, Why

    account, mint = purse(person), posting.mint()
    posting.post("burn", [Move(account, -account.balance, Why.BURNT), Move(mint, account.balance, Why.BURNT)], NOON)


def test_coins_in_a_game_count_as_held_and_so_against_relief() -> None:
    """E5.3: free + held."""
    people = [rich(coins=250), rich(coins=250)]
    game = staked(people, 250)
    with pytest.raises(NotAllowed) as refused:
        granting.relief(people[0])
    assert refused.value.message.values["has"] == "250"
    play.leave(game.code, people[0])
    granting.relief(people[0])
    assert balances(*people) == [300, 500]


def test_a_prize_is_given_once() -> None:
    """E5.4."""
    person = confirmed()
    assert granting.prize(person, 500, "spring:1") and granting.prize(person, 500, "spring:1") is None
    assert purse(person).balance == 500
    assert granting.prize(person, 20, "spring:2", reason="Sunday league, season 2, place 1")
    told = [line.reason for line in selectors.ledger(person).lines]
    assert told == ["season prize: Sunday league, season 2, place 1", "season prize"]


def test_e5_4_a_prize_is_for_members_who_may_have_coins_and_has_a_limit() -> None:
    closed = rich()
    close_account(closed)
    closed.refresh_from_db()
    for person in (guest(), member(), closed):
        assert granting.prize(person, 500, "spring:2") is None
    for amount in (0, -5, 10_001):
        with pytest.raises(ValueError, match="a prize is 1 to 10000 coins"):
            granting.prize(rich(), amount, "spring:3")
    assert not Transaction.objects.filter(kind="prize").exists()


def test_staff_give_coins_with_a_reason_and_above_ten_thousand_by_two() -> None:
    """E5.5; in parts within a day it is no less."""
    one, two, person = staff("one"), staff("two"), confirmed()
    for amount, why in ((0, "x"), (5, " ")):
        with pytest.raises(NotAllowed):
            granting.ask_for(one, person, amount, why)
    granting.ask_for(one, person, 6_000, "lost by a fault of ours")
    assert purse(person).balance == 6_000
    large = granting.ask_for(one, person, 4_001, "the rest")
    assert large.transaction is None and purse(person).balance == 6_000
    with pytest.raises(Forbidden):
        granting.approve(one, large.pk)
    granting.approve(two, large.pk)
    granting.approve(two, large.pk)
    assert purse(person).balance == 10_001
    assert StaffGrant.objects.get(pk=large.pk).approved_by == two


@pytest.mark.parametrize("who", ["member", "self"])
def test_only_staff_give_and_never_to_themselves(who: str) -> None:
    one = staff("one") if who == "self" else confirmed()
    with pytest.raises(Forbidden):
        granting.ask_for(one, one if who == "self" else confirmed(), 5, "please")


def test_a_closed_account_leaves_its_coins_to_the_house_also_those_it_wins_later() -> None:
    people = [rich(), rich(), rich()]
    game = staked(people, 250)
    close_account(people[0])
    assert Account.objects.get(kind="house").balance == 750
    play.leave(game.code, people[1])
    assert balances(*people) == [0, 750, 1_500]


def test_a_closed_account_is_paid_back_into_the_house() -> None:
    """E4.4 returns every stake; nobody has this one any more."""
    from games import log
    from games.coins.services import settling

    people = [rich(), rich(), rich()]
    game = staked(people, 250)
    close_account(people[0])
    log.freeze(game.code)
    settling.give_back(game.code)
    assert balances(*people) == [0, 1_000, 1_000]
    assert Account.objects.get(kind="house").balance == 1_000


def test_the_house_burns_what_it_has_had_for_two_days() -> None:
    """E5: fees and what closed accounts leave."""
    person = rich()
    close_account(person)
    assert tidying.burn() == 0
    later = datetime.now(UTC) + timedelta(days=3)
    assert (tidying.burn(later), tidying.burn(later)) == (1_000, 0)
    assert Account.objects.get(kind="mint").balance == 0


def test_the_export_of_own_data_has_every_line_with_its_reason(client: Any) -> None:
    person = rich()
    client.force_login(person)
    found = client.get(reverse("export")).json()["coins"]
    assert found["balance"] == 1_000
    assert [line["amount"] for line in found["lines"]] == [1_000]
    assert found["lines"][0]["reason"] == "welcome: your e-mail address is confirmed"
    assert rules("002", 2).terms.for_coins is False
