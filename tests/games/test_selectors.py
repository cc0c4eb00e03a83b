"""What is looked up: the muster and its order, who may see what, profiles, and how many queries it takes."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Block
from games import selectors
from games.errors import NotFound
from games.models import Game, Notice, Player, Table
from games.services import invitations, play, tables

from .factories import computer_game, friends, guest, log_of, member, moved, opened_by, rules, seated, started, to_act

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

MUSTER_QUERIES = 8


def with_turn(people: list[Any], person: Any, **chosen: Any) -> Game:
    """A game in which it is this person's turn."""
    game = started(people, preset="002", **chosen)
    return game if to_act(game) == person else moved(game, "draw")


# -- the muster ----------------------------------------------------------------------------------------------


def test_my_games_come_first_my_turn_by_time_left_and_the_others_by_waiting() -> None:
    me, other = member(), member()
    slow = with_turn([me, other], me, turn_clock=86400)
    without = with_turn([me, other], me, turn_clock=None)
    fast = with_turn([me, other], me, turn_clock=60)
    late, early = with_turn([me, other], other), with_turn([me, other], other)
    Game.objects.filter(pk=early.pk).update(turn_since=timezone.now() - timedelta(days=2))
    found = selectors.muster(me)
    assert [line.game for line in found.my_turn] == [fast, slow, without]  # case L01
    assert [line.game for line in found.others] == [early, late]
    assert all(line.my_turn for line in found.my_turn) and not any(line.my_turn for line in found.others)
    assert [player.name for player in found.my_turn[0].players] == [me.display_name, other.display_name]


def test_the_clock_of_the_whole_game_counts_for_what_is_most_urgent() -> None:
    me, other = member(), member()
    turn = with_turn([me, other], me, turn_clock=3600)
    whole = with_turn([me, other], me, turn_clock=None, clock=True, game_clock=120)
    assert [line.game for line in selectors.muster(me).my_turn] == [whole, turn]  # case L02
    assert selectors.next_game(me) == whole.code
    assert selectors.next_game(me, after=whole.code) == turn.code
    assert selectors.waiting_for(me) == 2 and selectors.waiting_for(other) == 0


def test_tables_i_wait_at_and_open_tables_are_apart() -> None:
    me = member()
    mine = opened_by(me, rules(seats=4))
    joined = seated(opened_by(member(), rules(seats=4)), me)
    older = opened_by(member(), rules(seats=4))
    newer = opened_by(member(), rules(seats=4))
    opened_by(member(), rules(seats=4, join="link"))
    seated(opened_by(member(), rules(seats=3)), member(), member())
    found = selectors.muster(me)
    assert [line.table for line in found.assembling] == [mine, joined]
    assert [line.table for line in found.open_tables.rows] == [newer, older]
    assert found.assembling[1].seated == 2 and len(found.assembling[1].places) == 2


def test_tables_of_people_with_a_block_between_are_not_listed() -> None:
    me, blocked, blocker = member(), member(), member()
    Block.objects.create(blocker=me, blocked=blocked)
    Block.objects.create(blocker=blocker, blocked=me)
    for host in (blocked, blocker):
        opened_by(host, rules(seats=4))
    assert selectors.muster(me).open_tables.rows == ()
    assert len(selectors.muster(member()).open_tables.rows) == 2


def test_long_lists_come_in_pages() -> None:
    me, host = member(), [member() for _host in range(3)]
    for number in range(selectors.PAGE + 5):
        opened_by(host[number % 3], rules(seats=4))
    first, second = selectors.muster(me), selectors.muster(me, open_page=2)
    assert (len(first.open_tables.rows), first.open_tables.more) == (selectors.PAGE, True)
    assert (len(second.open_tables.rows), second.open_tables.more) == (5, False)
    assert selectors.muster(me, open_page=-3).open_tables.number == 1


def test_past_games_are_listed_the_last_first_and_gone_from_the_running() -> None:
    me, other = member(), member()
    games = [started([me, other], preset="002") for _game in range(3)]
    for game in games:
        play.leave(game.code, other)
    Player.objects.filter(game=games[0]).update(ended_at=timezone.now() + timedelta(hours=1))
    found = selectors.muster(me)
    assert found.my_turn == found.others == ()
    assert found.past.rows[0].game == games[0] and len(found.past.rows) == 3
    assert (found.past.rows[0].player.place, found.past.rows[0].player.user) == (1, me)


def test_a_guest_sees_a_muster_and_an_agreement_that_is_asked_for() -> None:
    visitor = guest()
    table = seated(opened_by(member(), rules(seats=4)), visitor)
    assert selectors.muster(visitor).assembling[0].agreed
    tables.change_rules(table.code, table.host, rules(seats=4, hold_on="off"), table.seq)
    found = selectors.muster(visitor)
    assert not found.assembling[0].agreed and [notice.kind for notice in found.notices] == ["rules_changed"]


def busy_person(size: int) -> Any:
    me, other = member(), member()
    friends(other, me)
    for _time in range(size):
        with_turn([me, other], me, turn_clock=60)
        play.leave(started([me, other], preset="002").code, other)
        seated(opened_by(member(), rules(seats=4)), me)
        table = opened_by(member(), rules(seats=4))
        Notice.objects.create(user=me, kind="table_closed", table=table, at=timezone.now())
    for table in Table.objects.filter(state="assembling").exclude(places__user=me)[:size]:
        Table.objects.filter(pk=table.pk).update(host=other)
        table.places.update(user=other, number=0)
        invitations.invite_friend(table.code, other, me)
    return me


@pytest.mark.parametrize("size", [1, 6])
def test_the_muster_takes_the_same_few_queries_however_much_there_is(size: int, django_assert_num_queries: Any) -> None:
    me = busy_person(size)
    with django_assert_num_queries(MUSTER_QUERIES):
        found = selectors.muster(me)
        for line in (*found.my_turn, *found.past.rows):
            assert line.game.table.code and line.game.preset and [player.shown_name for player in line.players]
        for waiting in (*found.assembling, *found.open_tables.rows, *found.invitations):
            assert [seat.shown_name for seat in waiting.places] and waiting.table.preset
        assert all(notice.table and notice.kind for notice in found.notices)
    assert len(found.my_turn) == len(found.past.rows) == len(found.assembling) == len(found.invitations) == size


# -- one table, one game -------------------------------------------------------------------------------------


def test_who_may_know_of_a_waiting_table() -> None:
    host, friend, stranger = member(), member(), member()
    friends(host, friend)
    for join in ("open", "link", "friends"):
        table = opened_by(host, rules(seats=4, join=join))
        token = selectors.present_token(table)
        if join == "friends":
            invitations.invite_friend(table.code, host, friend)
        for viewer, given, may in (
            (host, None, True),
            (friend, None, join in ("open", "friends")),
            (stranger, None, join == "open"),
            (None, None, join == "open"),
            (stranger, token, join != "friends"),
            (None, token, join != "friends"),
            (stranger, "f" * 64, join == "open"),
        ):
            if may:
                assert selectors.table_for(table.code, viewer, given).table == table
            else:
                with pytest.raises(NotFound):
                    selectors.table_for(table.code, viewer, given)
        tables.leave(table.code, host)


def test_what_somebody_can_do_at_a_table() -> None:
    host, visitor = member(), member()
    table = opened_by(host, rules(seats=3))
    seen = selectors.table_for(table.code, visitor)
    assert seen.may_join and not seen.is_host and seen.seat is None and seen.places[1] is None
    assert selectors.table_for(table.code, None).why_not is not None
    seated(table, visitor)
    seen = selectors.table_for(table.code, host)
    assert seen.is_host and seen.may_start and seen.seat is not None and not seen.may_join and seen.why_not is None
    assert not selectors.table_for(table.code, visitor).may_start
    seated(table, member())
    assert "taken" in str(selectors.table_for(table.code, member()).why_not)
    tables.start(table.code, host, Table.objects.get(pk=table.pk).seq)
    seen = selectors.table_for(table.code, visitor)
    assert seen.game_code == log_of(table).code and not seen.may_start


def test_onlookers_see_a_game_where_the_table_allows_it() -> None:
    people = [member(), member()]
    watched, private = started(people), started(people, onlookers=False)
    assert selectors.game_for(watched.code, None).seat is None
    assert selectors.game_for(watched.code, people[1]).seat == 1
    assert selectors.game_for(private.code, people[0]).seat == 0
    for viewer in (None, member()):
        with pytest.raises(NotFound):
            selectors.game_for(private.code, viewer)
        with pytest.raises(NotFound):
            selectors.game_for("nosuchgame23", viewer)


def test_the_standing_of_a_match_is_there_after_its_first_game() -> None:
    people = [member(), member(), member()]
    game = started(people, preset="003", games=3, start="host")
    assert selectors.table_for(game.table.code, people[0]).standing is None
    while Game.objects.get(pk=game.pk).state == Game.State.PLAYING:
        game = moved(Game.objects.select_related("table").get(pk=game.pk))
    standing = selectors.table_for(game.table.code, people[0]).standing
    assert standing is not None and not standing.finished and standing.winners == ()  # W9.2
    assert list(standing.totals) == Game.objects.get(pk=game.pk).outcome["tally"]


# -- profiles ------------------------------------------------------------------------------------------------


def test_a_record_counts_wins_and_draws_and_no_abandoned_game() -> None:
    me, other = member(), member()
    play.leave(started([me, other]).code, other)
    play.leave(started([me, other]).code, me)
    drawn = play.leave(started([me, other]).code, other)
    Player.objects.filter(game=drawn).update(place=1, result="shared")
    play.leave(log_of(computer_game(me, rules("001", 3))).code, me)  # W7.5: counts in nothing
    record = selectors.profile(me, me)
    assert (record.played, record.won, record.drawn) == (3, 1, 1)
    assert selectors.profile(member(), None).played == 0


def test_a_profile_lists_only_games_that_the_viewer_may_look_at() -> None:
    me, other = member(), member()
    private, watched = started([me, other], onlookers=False), started([me, other])
    past = play.leave(started([me, other], onlookers=False).code, other)
    both = {private, watched}
    for viewer, games in ((me, both), (other, both), (member(), {watched}), (None, {watched})):
        assert {line.game for line in selectors.profile(me, viewer).current} == games
    assert [line.game for line in selectors.profile(me, other).past.rows] == [past]
    assert selectors.profile(me, None).past.rows == ()
