"""A table where no seat can be had says so first, with what one can do instead; closing it asks once more."""

import pytest
from django.test import Client

from games.models import Table
from games.selectors import present_token
from games.services import tables

from .factories import fresh, log_of, member, opened, opened_by, rules, seated
from .pages import browser, text

pytestmark = pytest.mark.django_db


def linked(**chosen: object) -> tuple[Table, str]:
    table = opened_by(member("Host"), rules(join="link", **chosen))
    token = present_token(table)
    assert token
    return table, f"/t/{token}/"


@pytest.mark.parametrize("onlookers", [True, False])
def test_the_link_of_a_table_that_plays_says_so_before_the_rules(onlookers: bool) -> None:
    table, link = linked(onlookers=onlookers)
    token = link.strip("/").split("/")[1]
    tables.join(table.code, member(), seen_agreement=1, token=token)
    assert fresh(table).state == Table.State.PLAYING
    for visitor in (Client(), browser(member())):
        answer = visitor.get(link)
        page, body = text(answer), answer.content.decode()
        assert page.index("This table plays already") < page.index("The rules here")
        assert (f'href="/games/{log_of(table).code}/">Look on</a>' in body) is onlookers
        assert 'href="/tables/new/">Make a table</a>' in body and 'href="/computer/">Play the computer</a>' in body
        assert 'class="join' not in body


def test_a_full_table_that_waits_for_its_host_says_so_before_the_rules() -> None:
    table = seated(opened(seats=3, start="host"), member(), member())
    page = text(browser(member()).get(f"/tables/{table.code}/"))
    assert page.index("All seats are taken.") < page.index("The rules here")
    assert "Make a table" in page


def test_where_a_seat_is_free_the_rules_come_first() -> None:
    _table, link = linked(seats=3)
    page = text(Client().get(link))
    assert page.index("The rules here") < page.index("2 seats are free")


def test_closing_a_table_for_all_is_asked_about_first() -> None:
    table = seated(opened(seats=3), member())
    body = browser(table.host).get(f"/tables/{table.code}/").content.decode()
    before, form = body.split(f'action="/tables/{table.code}/close/"')
    opened_last = before.rindex("<details")
    assert "</details>" not in before[opened_last:], "the button is folded away, without script too"
    assert "Close the table for all" in before[opened_last:] and "Yes, close it for all" in form
