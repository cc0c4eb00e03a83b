"""One's own data: all of one's part in tables and games, and nothing of anybody else's."""

import json
import re
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Invitation, LogEntry, Notice, Player, Seat
from games.selectors import own_data
from games.services import invitations, play, tables

from .factories import friends, guest, key, legal, member, moved, opened_by, played_out, rules, seated, started, to_act
from .pages import browser
from .planted import TOKENS, planted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]
MINE, THEIRS = "ab" * 16, "cd" * 16


def export(person: User) -> Any:
    answer = browser(person).get("/settings/export/")
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_every_part_of_the_games_is_in_the_export() -> None:
    parts = set(export(member()))
    assert parts >= {"account", "games", "tables", "invitations", "notices"}


def test_the_actions_of_ones_own_seats_are_there_and_no_others() -> None:
    me, other = member("Ada"), member("Obi")
    game = moved(moved(moved(started([me, other]))))
    seat = Player.objects.get(game=game, user=me).seat
    told = export(me)["games"]
    assert [line["game"] for line in told] == [game.code]
    own = LogEntry.objects.filter(game=game, seat=seat).order_by("seq")
    assert [(line["number"], line["action"]) for line in told[0]["actions"]] == [(e.seq, e.action) for e in own]
    assert told[0]["ended"] is None and told[0]["points"] is None


def test_a_running_game_gives_away_no_card_that_is_not_on_the_table() -> None:
    with planted():
        me, other = member("Ada"), member("Obi")
        game = moved(moved(moved(started([me, other], hand_size=7))))
        entries = LogEntry.objects.filter(game=game)
        played = {word for entry in entries for word in entry.action.split() if word in TOKENS}
        found = set(re.findall(r"zk\d\dq", json.dumps(export(me))))
        assert found <= played


def test_a_finished_game_has_ones_own_result() -> None:
    me, other = member(), member()
    game = played_out(started([me, other]))
    player = Player.objects.get(game=game, user=me)
    told = export(me)["games"][0]
    assert (told["place"], told["points"], told["tally"]) == (player.place, player.points, player.tally)
    assert told["ended"]


def test_tables_are_there_with_ones_own_seat_and_contribution_alone() -> None:
    me, other = member("Ada"), member("Obi")
    table = opened_by(me, rules(seats=4, hold_on="off"), MINE)
    tables.join(table.code, other, seen_agreement=1, client_seed=THEIRS)
    told = export(me)["tables"]
    assert [(line["table"], line["host"], line["house_rules"]["hold_on"]) for line in told] == [
        (table.code, True, "off")
    ]
    assert (told[0]["seat"]["number"], told[0]["seat"]["contribution"]) == (0, MINE)
    assert THEIRS not in json.dumps(export(me)) and MINE not in json.dumps(export(other))
    assert table.invite_hash and table.invite_hash not in json.dumps(export(me))


def test_invitations_and_notices_are_there() -> None:
    host, friend, third = member("Ada"), member("Obi"), member("Eve")
    friends(host, friend)
    friends(host, third)
    table = opened_by(host, rules(seats=4))
    invitations.invite_friend(table.code, host, friend)
    invitations.invite_friend(table.code, host, third)
    invitations.decline(table.code, friend)
    Notice.objects.create(user=friend, kind=Notice.Kind.TABLE_WAITS, table=table, at=timezone.now())
    theirs = export(friend)
    assert [(line["table"], line["from"]) for line in theirs["invitations"]["received"]] == [(table.code, "Ada")]
    assert theirs["invitations"]["received"][0]["declined"]
    assert "Eve" not in json.dumps(theirs), "whom else the host invited is not theirs to know"
    assert [(line["what"], line["table"]) for line in theirs["notices"]] == [("table_waits", table.code)]
    assert [line["to"] for line in export(host)["invitations"]["sent"]] == ["Obi", "Eve"]
    assert export(host)["notices"] == []


def test_nobody_elses_address_session_or_network_is_in_it() -> None:  # check 42
    me, other = member("Ada"), member("Obi")
    played_out(started([me, other]))
    text = json.dumps(export(me))
    assert other.email not in text and other.username not in text
    assert "sealed" not in text and "password" not in text


def test_guests_get_theirs_too() -> None:
    visitor = guest("Bisi")
    game = started([member(), visitor])
    assert [line["game"] for line in export(visitor)["games"]] == [game.code]


def test_the_export_needs_as_many_queries_for_ten_games_as_for_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    me = member()
    for _game in range(10):
        game = started([me, member()])
        play.act(game.code, to_act(game), legal(game)[0], game.seq, key())
    with django_assert_num_queries(2):
        assert len(own_data.games(me)) == 10
    with django_assert_num_queries(2):
        assert len(own_data.tables(me)) == 10
    with django_assert_num_queries(1):
        own_data.invitations(me)
    with django_assert_num_queries(1):
        own_data.notices(me)


def test_what_a_person_has_no_row_of_is_empty() -> None:
    stranger = member()
    seated(opened_by(member(), rules(seats=3)), member())
    assert (own_data.games(stranger), own_data.tables(stranger), own_data.notices(stranger)) == ([], [], [])
    assert not Seat.objects.filter(user=stranger).exists() and not Invitation.objects.exists()
