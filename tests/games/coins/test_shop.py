"""What coins buy (E5): once, at the published price, for good, and the coins are burnt."""

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.coins import checking, selectors
from games.coins.models import Account, Hold, Transaction
from games.coins.services import buying
from games.coins.wares import WARES
from games.errors import BadRequest, Forbidden, NotAllowed
from games.road.models import Career
from tests.games.conftest import at_once
from tests.games.factories import guest, member, opened_by, rules, started
from tests.games.pages import browser, text

from .purses import balances, check_ledger, confirmed, purse, rich

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def test_e5_what_is_bought_is_paid_and_burnt_once_and_stands_in_the_ledger_and_the_sums() -> None:
    person = rich(coins=2_000)
    before = checking.sums()
    assert buying.buy(person, "cloth-11") is not None
    assert buying.buy(person, "cloth-11") is None
    assert balances(person) == [500] and buying.owned(person) == {"cloth-11"}
    assert selectors.ledger(person).lines[0].reason == "bought: “Harmattan cloth”"
    after = checking.sums()
    assert (after.players, after.burns) == (before.players - 1_500, before.burns + 1_500) and after.agree  # E6
    assert checking.first_out_of_place() == ""
    check_ledger()


def test_who_has_too_few_free_coins_is_told_what_is_missing_and_nothing_moves() -> None:
    """Held coins pay for nothing."""
    person = rich(coins=1_600)
    opened_by(person, rules("002", 2, coins="stake", coin_amount=400))
    assert Hold.objects.filter(account__user=person).exists()
    answer = browser(person).post(reverse("buy"), {"ware": "back-11"})
    assert answer.status_code == 422
    assert "This costs 1,500 coins. You have 1,200 free, which is 300 too few." in text(answer)
    with pytest.raises(NotAllowed):
        buying.buy(person, "back-11")
    assert balances(person) == [1_600] and not buying.owned(person)


@pytest.mark.parametrize("key", ["", "back-9", "cloth-99", "title-10", "back-10 ", "x" * 300])
def test_what_is_not_for_sale_is_refused(key: str) -> None:
    person = rich(coins=9_000)
    with pytest.raises(BadRequest):
        buying.buy(person, key)
    assert browser(person).post(reverse("buy"), {"ware": key}).status_code == 400
    assert balances(person) == [9_000]


def test_guests_and_who_has_not_confirmed_an_address_buy_nothing() -> None:
    for person in (guest(), member()):
        with pytest.raises(Forbidden):
            buying.buy(person, "back-10")
        assert browser(person).post(reverse("buy"), {"ware": "back-10"}).status_code == 403
    assert "login" in Client().post(reverse("buy"), {"ware": "back-10"})["Location"]
    hidden = rich()
    User.objects.filter(pk=hidden.pk).update(coins_shown=False)
    assert browser(hidden).post(reverse("buy"), {"ware": "back-10"}).status_code == 403
    assert "Lagoon" not in text(browser(hidden).get(reverse("shop")))
    assert not Transaction.objects.filter(kind="burn").exists()


def test_what_was_bought_is_put_on_like_a_reward_and_the_others_see_it() -> None:
    host, other = rich("Ada", 6_000), member("Bola")
    ours = browser(host)
    for ware in ("back-12", "cloth-10"):
        shown = ours.post(reverse("buy"), {"ware": ware}, follow=True)
        assert "is yours." in text(shown)
    assert "was yours already; nothing was paid" in text(ours.post(reverse("buy"), {"ware": "back-12"}, follow=True))
    assert ours.post(reverse("rewards"), {"back": "12", "cloth": "10", "title": "0"}).status_code == 302
    shown = browser(other).get(reverse("game", args=[started([host, other]).code])).content.decode()
    assert "backs.svg#b12" in shown and re.search(r'id="panel" class="panel[^"]* cloth-10"', shown)


@pytest.mark.parametrize("chosen", [{"back": "10"}, {"cloth": "12"}, {"title": "10"}, {"back": "13"}, {"cloth": "99"}])
def test_what_was_not_bought_can_not_be_put_on(chosen: dict[str, str]) -> None:
    person = rich(coins=9_000)
    buying.buy(person, "back-11")
    answer = browser(person).post(reverse("rewards"), chosen)
    assert answer.status_code in (400, 403)
    assert all(getattr(career, name) is None for career in Career.objects.all() for name in ("back", "cloth", "title"))


def test_the_page_has_prices_for_everybody_and_what_each_can_do() -> None:
    stranger = text(Client().get(reverse("shop")))
    assert all(f"{ware.name}" in stranger for ware in WARES) and "4,000 coins" in stranger
    assert "Buy for" not in stranger
    poor = confirmed()
    assert "500 coins too few" in text(browser(poor).get(reverse("shop")))
    some = text(browser(rich(coins=1_600)).get(reverse("shop")))
    assert "Buy for 1,500" in some and "100 free coins are left to you" in some and "2,400 coins too few" in some


def test_every_ware_is_drawn() -> None:
    backs = (Path("static") / "cards" / "backs.svg").read_text()
    cloths = (Path("static") / "css" / "cloths.css").read_text()
    for ware in WARES:
        assert f'<symbol id="b{ware.number}"' in backs if ware.kind == "back" else f".cloth-{ware.number} {{" in cloths


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_buy_once_and_two_wares_never_with_the_coins_of_one() -> None:
    person = rich(coins=1_900)
    taps: list[Any] = [partial(buying.buy, person, "back-11")] * 3 + [partial(buying.buy, person, "cloth-11")] * 2
    results = at_once(taps)
    refused = [result for result in results if isinstance(result, Exception)]
    assert all(getattr(error, "code", "") == "too_few_coins" for error in refused), results
    assert len([one for one in results if isinstance(one, Transaction)]) == 1
    assert balances(person) == [400] and len(buying.owned(person)) == 1
    assert Account.objects.get(user=person).held == 0 and purse(person).balance == 400
    check_ledger()
