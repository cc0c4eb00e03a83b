"""Prizes of a season: fixed beforehand by staff, read before one joins, and given once when it is over (E5.4)."""

from collections.abc import Iterator
from functools import partial
from unittest import mock

import pytest
from django.urls import reverse

from accounts.models import User
from games.coins.models import Transaction
from games.errors import Forbidden, NotAllowed, Refused
from games.leagues import joining, prizes
from games.leagues import tasks as of_leagues
from games.leagues.models import Season, SeasonPrize
from games.models import Game
from tests.games.coins.test_admin import of_staff
from tests.games.conftest import at_once
from tests.games.factories import member
from tests.games.pages import browser, text
from tests.stepped import SteppedClock, stepped

from .playing import NOW, announced, fresh, people, run_on, sweep, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture
def clock() -> Iterator[SteppedClock]:
    with stepped(NOW) as clock:
        yield clock


def staff() -> User:
    person = member("Staff")
    User.objects.filter(pk=person.pk).update(is_staff=True)
    person.refresh_from_db()
    return person


def confirmed(count: int) -> list[User]:
    """Members who can have coins."""
    found = people(count)
    for person in found:
        person.emailaddress_set.create(email=person.email.lower(), verified=True, primary=True)  # type: ignore[attr-defined]
    return found


def given() -> dict[str, int]:
    """Coins of prizes by name."""
    found = Transaction.objects.filter(kind=Transaction.Kind.PRIZE).select_related("person")
    return {
        one.person.shown_name: sum(line.amount for line in one.lines.all() if line.amount > 0)
        for one in found
        if one.person is not None
    }


def test_the_first_places_of_the_table_get_what_was_fixed_once(clock: SteppedClock) -> None:
    three, giver = confirmed(3), staff()
    season = announced(three)
    prizes.fix(giver, season.pk, 1, 500)
    prizes.fix(giver, season.pk, 2, 200)
    prizes.fix(giver, season.pk, 4, 50)  # nobody comes in fourth
    run_on(season, clock, lambda: three)
    order = [name for name, _row in table(season)]
    assert given() == {order[0]: 500, order[1]: 200}
    for _time in range(2):
        at_once([of_leagues.run_leagues] * 2)
    assert given() == {order[0]: 500, order[1]: 200} and Transaction.objects.filter(kind="prize").count() == 2
    assert not SeasonPrize.objects.filter(settled_at__isnull=True).exists()
    page = text(browser().get(reverse("season_rules", args=[season.league.code, 1])))
    assert f"Place 1: 500 coins, given to {order[0]}" in page and "Place 4: 50 coins Prizes are" in page


def test_two_workers_at_one_prize_give_it_once(clock: SteppedClock) -> None:
    pair, giver = confirmed(2), staff()
    season = announced(pair, rounds=1)
    prizes.fix(giver, season.pk, 1, 500)
    with mock.patch.object(prizes, "give_due", lambda now: 0):
        run_on(season, clock, lambda: pair)
    assert not Transaction.objects.filter(kind="prize").exists()
    assert sum(at_once([partial(prizes.give_due, clock.now)] * 3)) == 1
    assert Transaction.objects.filter(kind="prize").count() == 1


def test_prizes_are_read_before_one_joins_and_who_hides_coins_sees_none(clock: SteppedClock) -> None:
    season, giver, other, hides = announced(people(2)), staff(), member(), member()
    prizes.fix(giver, season.pk, 1, 1500)
    User.objects.filter(pk=hides.pk).update(coins_shown=False)
    hides.refresh_from_db()
    for path in (reverse("league", args=[season.league.code]), reverse("season_rules", args=[season.league.code, 1])):
        assert "Place 1: 1,500 coins" in text(browser(other).get(path))
        shown = text(browser(hides).get(path))
        assert "coins" not in shown and "Prizes" not in shown


def test_who_left_never_came_or_has_no_confirmed_address_gets_none_and_nobody_moves_up(clock: SteppedClock) -> None:
    three, giver = confirmed(3), staff()
    three[0].emailaddress_set.all().delete()  # type: ignore[attr-defined]
    season = announced(three)
    for place in (1, 2, 3):
        prizes.fix(giver, season.pk, place, 100)
    clock.to(season.begins_at)
    sweep()
    joining.withdraw(season.pk, three[1])
    run_on(season, clock, lambda: three[:1])  # the third one never comes
    assert fresh(season).state == Season.State.OVER and Game.objects.exists()
    assert given() == {}
    assert not SeasonPrize.objects.filter(settled_at__isnull=True).exists()


def test_prizes_are_fixed_by_staff_alone_beforehand_once_and_within_bounds(clock: SteppedClock) -> None:
    pair, giver = people(2), staff()
    season = announced(pair)
    refused: list[tuple[User, int, int, type[Refused]]] = [
        (pair[0], 1, 100, Forbidden), (giver, 0, 100, NotAllowed), (giver, 21, 100, NotAllowed),
        (giver, 1, 0, NotAllowed), (giver, 1, 10_001, NotAllowed),
    ]  # fmt: skip
    for person, place, amount, error in refused:
        with pytest.raises(error):
            prizes.fix(person, season.pk, place, amount)
    assert not SeasonPrize.objects.exists()
    prizes.fix(giver, season.pk, 1, 9_000)
    for place, amount in ((1, 10), (2, 1_001)):
        with pytest.raises(NotAllowed):
            prizes.fix(giver, season.pk, place, amount)
    inside = staff()
    joining.join(season.pk, inside)
    with pytest.raises(Forbidden):
        prizes.fix(inside, season.pk, 2, 10)
    clock.to(season.begins_at)
    sweep()
    with pytest.raises(NotAllowed):
        prizes.fix(giver, season.pk, 2, 10)


def test_a_season_without_prizes_says_nothing_of_coins(clock: SteppedClock) -> None:
    season = announced(people(2))
    shown = text(browser().get(reverse("season_rules", args=[season.league.code, 1])))
    assert "coins" not in shown and "Prizes" not in shown


def test_staff_fix_a_prize_in_the_admin_and_are_told_what_is_wrong(clock: SteppedClock) -> None:
    season, client = announced(people(2)), of_staff("one")
    add = reverse("admin:leagues_seasonprize_add")
    assert season.league.code in client.get(add).content.decode()
    assert client.post(add, {"season": season.pk, "place": 1, "amount": 500}).status_code == 302
    prize = SeasonPrize.objects.get()
    assert (prize.place, prize.amount, prize.fixed_by.shown_name) == (1, 500, "one")
    answer = client.post(add, {"season": season.pk, "place": 2, "amount": 9_501}, follow=True)
    assert "all together at most 10000 coins" in answer.content.decode()
    change = reverse("admin:leagues_seasonprize_change", args=[prize.pk])
    client.post(change, {"season": season.pk, "place": 1, "amount": 900})
    assert list(SeasonPrize.objects.values_list("amount", flat=True)) == [500]
    assert client.post(reverse("admin:leagues_seasonprize_delete", args=[prize.pk]), {"post": "yes"}).status_code == 403
