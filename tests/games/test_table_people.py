"""What becomes of tables when people merge or go."""

import pytest

from games.models import Game, Player, Seat, Table
from games.services import play

from .factories import guest, member, opened_by, rules, seated, started

pytestmark = pytest.mark.django_db


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def test_a_guest_who_signs_in_to_an_account_keeps_seats_games_and_tables() -> None:
    from accounts.merging import merge

    visitor, account, other = guest("Nneka"), member("Nneka O"), member()
    game = started([other, visitor])
    waiting = opened_by(visitor, rules(seats=4))
    merge(visitor, account)
    assert Player.objects.get(game=game, user=account).name == "Nneka O"
    assert play.leave(game.code, account).end_reason == "last_player"
    assert fresh(waiting).host == account and Seat.objects.get(table=waiting).user == account


def test_a_guest_and_a_member_at_one_table_end_as_one_person_on_one_seat() -> None:
    from accounts.merging import merge

    visitor, account = guest(), member()
    table = seated(opened_by(account, rules(seats=4)), visitor, member())
    merge(visitor, account)
    assert fresh(table).seated == 2 and Seat.objects.filter(table=table, user=account).count() == 1


def test_a_closed_account_leaves_its_games_to_the_others_under_no_name() -> None:
    from accounts.closing import close_account

    person, other = member("Ada"), member("Obi")
    game = started([person, other])
    waiting = seated(opened_by(person, rules(seats=4)), other)
    close_account(person)
    assert Game.objects.get(pk=game.pk).end_reason == "last_player"
    assert fresh(waiting).host == other
    players = Player.objects.filter(game=game).order_by("seat")
    assert [player.shown_name for player in players] == ["Former player", "Obi"]
    assert "Ada" not in str(list(Player.objects.values())) + str(list(Seat.objects.values()))
