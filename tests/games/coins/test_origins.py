"""Nobody plays for coins against a second account of their own: the same device or address is refused (issue 9)."""

from typing import Any

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client
from django.urls import reverse

from accounts.adapter import DEVICE_SALT
from games.coins.models import Hold
from games.models import Table
from tests.games.factories import fresh, opened_by, rules, seated
from tests.games.pages import browser

from .purses import purse, rich

pytestmark = pytest.mark.django_db


def of(person: Any, address: str = "", device: str = "") -> Client:
    client = browser(person)
    if address:
        client.defaults["REMOTE_ADDR"] = address
    if device:
        cookie = signing.dumps([device, [person.pk]], salt=DEVICE_SALT)
        client.cookies[settings.KNOWN_DEVICE_COOKIE_NAME] = cookie
    return client


def joined(client: Client, table: Table) -> int:
    post = {"seen_agreement": fresh(table).agreement, "client_seed": "-"}
    return client.post(reverse("join_table", args=[table.code]), post).status_code


def for_coins(client: Client) -> Table:
    from tests.games.pages import FORM

    chosen = {**FORM, "preset": "002", "seats": "4", "coins": "stake", "coin_amount": "100", "start": "host"}
    assert client.post(reverse("new_table"), {**chosen, "key": "k" * 20}).status_code == 302
    return Table.objects.latest("pk")


@pytest.mark.parametrize(
    ("first", "second", "sits"),
    [
        (("203.0.113.7", "one"), ("198.51.100.9", "two"), True),
        (("203.0.113.7", "one"), ("203.0.113.7", "two"), False),
        (("203.0.113.7", "one"), ("198.51.100.9", "one"), False),
        (("2001:db8:1:2::1", ""), ("2001:db8:1:2::ffff", ""), False),  # one home's network
        (("2001:db8:1:2::1", ""), ("2001:db8:1:3::1", ""), True),
        (("", ""), ("", ""), True),  # an address of this machine says nothing
    ],
)
def test_the_same_device_or_network_is_refused(first: Any, second: Any, sits: bool) -> None:
    one, two = rich(), rich()
    table = for_coins(of(one, *first))
    assert joined(of(two, *second), table) == (302 if sits else 422)
    assert purse(two).held == (100 if sits else 0)


def test_the_refusal_says_why_and_friendly_tables_know_nothing_of_it() -> None:
    one, two = rich(), rich()
    table = for_coins(of(one, "203.0.113.7"))
    post = {"seen_agreement": 1, "client_seed": "-"}
    answer = of(two, "203.0.113.7").post(reverse("join_table", args=[table.code]), post)
    assert "Somebody sits here from your device or your network" in answer.content.decode()
    friendly = opened_by(one, rules(seats=3))
    assert joined(of(two, "203.0.113.7"), friendly) == 302


def test_a_forged_cookie_is_no_device() -> None:
    one, two = rich(), rich()
    table = for_coins(of(one, "203.0.113.7", "one"))
    other = of(two, "198.51.100.9")
    other.cookies[settings.KNOWN_DEVICE_COOKIE_NAME] = "forged:one"
    assert joined(other, table) == 302


def test_neither_device_nor_address_is_kept_and_those_of_two_tables_can_not_be_compared() -> None:
    one = rich()
    tables = [for_coins(of(one, "203.0.113.7", "one"))]
    Table.objects.filter(pk=tables[0].pk).update(key=None)
    tables.append(for_coins(of(one, "203.0.113.7", "one")))
    holds = list(Hold.objects.order_by("pk"))
    assert len({hold.device for hold in holds} | {hold.address for hold in holds}) == 4
    assert all("203.0.113.7" not in hold.address and len(hold.address) == 64 for hold in holds)
    assert seated(tables[0]).seated == 1
