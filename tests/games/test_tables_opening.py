"""Opening a table: its rules, its commitments, the post that comes twice."""

import pytest

from games import selectors
from games.errors import BadRequest, BadRules
from games.models import ChainEntry, Deal, Seat, Table
from games.services.rules_of_table import TableRules

from .factories import CONTRIBUTION, member, opened, opened_by, rules

pytestmark = pytest.mark.django_db


def test_a_new_table_has_every_option_by_name_and_its_host_at_the_first_seat() -> None:
    host = member("Ada")
    table = opened_by(host, rules("003", 4, hand_size=6, games=5, turn_clock=86400), CONTRIBUTION)
    assert table.options["hand_size"] == 6 and table.options["pick2"] == "auto" and len(table.options) == 27
    assert (table.state, table.seated, table.agreement, table.games_agreed) == ("assembling", 1, 1, 5)
    seat = Seat.objects.get(table=table)
    assert (seat.number, seat.user, seat.name, seat.client_seed, seat.agreed) == (0, host, "Ada", CONTRIBUTION, 1)


def test_the_commitments_of_all_games_are_there_before_anybody_else_sits_down_and_in_the_chain() -> None:
    table = opened(preset="003", seats=4, games=3)
    deals = list(Deal.objects.filter(table=table).order_by("number"))
    assert [deal.number for deal in deals] == [1, 2, 3]
    assert [row.commitment for row in ChainEntry.objects.order_by("number")] == [deal.commitment for deal in deals]
    seen = selectors.table_for(table.code, member()).commitments
    assert [(line.commitment, line.server_seed) for line in seen] == [(deal.commitment, None) for deal in deals]


def test_a_knockout_commits_to_fifty_games() -> None:
    assert Deal.objects.filter(table=opened(preset="003", seats=3, match="knockout")).count() == 50


@pytest.mark.parametrize(("chosen", "named"), [
    ({"preset": "002", "seats": 5}, {"seats"}),  # W2.1
    ({"preset": "001", "seats": 7}, {"seats"}),
    ({"preset": "001", "seats": 1}, {"seats"}),
    ({"preset": "009"}, set()),
    ({"hand_size": 8}, {"hand_size"}),  # W2.2
    ({"preset": "002", "market_empty": "count", "max_refills": 3}, {"market_empty", "max_refills"}),  # section 10
    ({"timeout": "none", "max_missed": 2}, {"timeout", "max_missed"}),
    ({"turn_clock": 14}, {"turn_clock"}),  # W8.5
    ({"turn_clock": 14 * 86400 + 1}, {"turn_clock"}),
    ({"nosuchrule": 1}, {"nosuchrule"}),
    ({"games": 0}, {"games"}),
    ({"games": 51}, {"games"}),
    ({"preset": "002", "games": 2}, {"preset", "games"}),  # W9.4
    ({"preset": "002", "match": "knockout"}, {"preset", "games"}),
    ({"match": "best of three"}, {"match"}),
    ({"join": "everybody"}, {"join"}),
    ({"start": "now"}, {"start"}),
    ({"game": "chess"}, {"game"}),
])  # fmt: skip
def test_rules_that_cannot_work_are_refused_by_name(chosen: dict[str, object], named: set[str]) -> None:
    with pytest.raises(BadRules) as refused:
        opened(**chosen)
    assert set(refused.value.options) == named and str(refused.value.message)
    assert not Table.objects.exists() and not Deal.objects.exists()


def test_the_same_post_opens_one_table() -> None:
    host = member()
    first = opened_by(host, rules(), key="key-of-the-form")
    assert opened_by(host, rules(), key="key-of-the-form") == first  # case B13
    assert opened_by(host, rules(), key="another-key").pk != first.pk


@pytest.mark.parametrize("bad", ["", "abc", "AB" * 16, "00" * 15, "00" * 33, "zz" * 16])
def test_a_contribution_that_is_none_is_refused(bad: str) -> None:
    with pytest.raises(BadRequest):
        opened_by(member(), rules(), bad)


@pytest.mark.parametrize(("chosen", "start"), [
    ({"preset": "001", "seats": 2}, "full"),
    ({"preset": "001", "seats": 2, "start": "host"}, "full"),
    ({"preset": "001", "seats": 4}, "host"),
    ({"preset": "003", "seats": 4}, "full"),
    ({"preset": "003", "seats": 4, "start": "host"}, "host"),
    ({"preset": "001", "seats": 4, "start": "full"}, "full"),
])  # fmt: skip
def test_who_starts_a_table(chosen: dict[str, object], start: str) -> None:
    assert opened(**chosen).start == start


def test_rules_of_a_table_read_back_as_they_were_chosen() -> None:
    table = opened(preset="001", seats=4, hold_on="off", join="link", onlookers=False)
    again = opened_by(member(), TableRules(**TableRules.of(table).values()))
    assert (again.options, again.join, again.onlookers) == (table.options, "link", False)
