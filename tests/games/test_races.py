"""Many at once, on real connections: each of these must hold on SQLite and on PostgreSQL."""

import copy
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games import log, selectors
from games.errors import Full, NotAllowed, Stale
from games.models import ChainEntry, Game, LogEntry, Player, Seat, Table
from games.seeds import chain_break
from games.services import computers, play, rematch, tables

from .conftest import at_once
from .factories import (
    computer_game,
    legal,
    log_of,
    member,
    moved,
    opened_by,
    played_out,
    rules,
    seated,
    started,
    to_act,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unlimited_moves")]

SECOND = timedelta(seconds=1)


def good(results: list[Any]) -> list[Any]:
    return [result for result in results if not isinstance(result, Exception)]


def bad(results: list[Any]) -> list[Exception]:
    return [result for result in results if isinstance(result, Exception)]


def entries(game: Game) -> list[tuple[int, str]]:
    return list(LogEntry.objects.filter(game=game).order_by("seq").values_list("seq", "action"))


@pytest.mark.parametrize("seats", [2, 3])
def test_twenty_race_for_the_last_seat_and_one_sits(seats: int) -> None:
    table = opened_by(member(), rules(seats=seats))
    table = seated(table, *[member() for _seat in range(seats - 2)])
    racers = [member() for _racer in range(20)]
    calls: list[Callable[[], Any]] = [
        partial(tables.join, table.code, racer, seen_agreement=table.agreement) for racer in racers
    ]
    results = at_once(calls)
    assert len(good(results)) == 1
    assert [type(error) for error in bad(results)] == [Full] * 19  # check 12
    assert Seat.objects.filter(table=table).count() == Table.objects.get(pk=table.pk).seated == seats
    assert Seat.objects.filter(user__in=racers).count() == 1


def test_the_same_person_joining_twenty_times_at_once_sits_once() -> None:
    table, visitor = opened_by(member(), rules(seats=6)), member()
    results = at_once([partial(tables.join, table.code, visitor, seen_agreement=1)] * 20)
    assert bad(results) == []
    assert Seat.objects.filter(table=table, user=visitor).count() == 1
    assert Table.objects.get(pk=table.pk).seated == 2


def test_one_person_cannot_sit_at_two_tables_at_once_where_one_is_the_most(settings: Any) -> None:
    settings.GAMES_ONE_AT_A_TIME = True
    visitor = member()
    waiting = [opened_by(member(), rules(seats=4)) for _table in range(8)]
    results = at_once([partial(tables.join, table.code, visitor, seen_agreement=1) for table in waiting])
    assert len(good(results)) == 1 and all(isinstance(error, NotAllowed) for error in bad(results))
    assert Seat.objects.filter(user=visitor).count() == 1


def test_opening_a_table_twenty_times_with_one_key_opens_one() -> None:
    host = member()
    results = at_once([partial(opened_by, host, rules(seats=4), "-", "key-of-the-form")] * 20)
    assert bad(results) == [] and len({table.pk for table in results}) == 1
    assert Table.objects.count() == 1


def test_the_chain_stays_whole_when_many_tables_open_at_once() -> None:
    hosts = [member() for _host in range(10)]
    results = at_once([partial(opened_by, host, rules("003", 4, games=5)) for host in hosts])
    assert bad(results) == []
    assert ChainEntry.objects.count() == 50 and chain_break() is None


def test_leaving_and_joining_at_once_keeps_seats_and_count_right() -> None:
    stay, go, come = [member() for _seat in range(2)], [member() for _seat in range(4)], [member() for _new in range(6)]
    table = seated(opened_by(stay[0], rules(seats=6)), stay[1], *go)
    calls: list[Callable[[], Any]] = [partial(tables.leave, table.code, person) for person in go]
    calls += [partial(tables.join, table.code, person, seen_agreement=1) for person in come]
    results = at_once(calls)
    assert all(isinstance(error, Full) for error in bad(results))
    table = Table.objects.get(pk=table.pk)
    numbers = list(Seat.objects.filter(table=table).order_by("number").values_list("number", flat=True))
    assert len(numbers) == len(set(numbers)) == table.seated <= 6


def test_starting_ten_times_at_once_starts_once() -> None:
    host = member()
    table = seated(opened_by(host, rules(seats=4)), member())
    results = at_once([partial(tables.start, table.code, host, table.seq)] * 10)
    assert bad(results) == [] and Game.objects.filter(table=table).count() == 1


def test_changing_the_rules_while_somebody_sits_down_never_seats_them_to_rules_they_did_not_see() -> None:
    host, visitor = member(), member()
    for _time in range(10):
        table = opened_by(host, rules(seats=4))
        changed, joined = at_once(
            [
                partial(tables.change_rules, table.code, host, rules(seats=4, hold_on="off"), table.seq),
                partial(tables.join, table.code, visitor, seen_agreement=1),
            ]
        )
        seat = Seat.objects.filter(table=table, user=visitor).first()
        if seat is None:
            assert isinstance(joined, Stale) and changed.agreement == 2
        elif Table.objects.get(pk=table.pk).agreement == 2:
            assert seat.agreed == 1  # sat down first, and is asked again
        else:
            assert isinstance(changed, Stale)
        for person in (host, visitor):
            if Seat.objects.filter(table=table, user=person).exists():
                tables.leave(table.code, person)


def test_the_same_action_twenty_times_with_one_key_is_applied_once_with_twenty_same_answers() -> None:
    game = started([member(), member()], preset="002")
    results = at_once([partial(play.act, game.code, to_act(game), "draw", 0, "key-00000001")] * 20)
    assert bad(results) == []
    assert {(answer.seq, answer.to_act, answer.deadline) for answer in results} == {
        (1, 1 - game.to_act, results[0].deadline)
    }  # check 10
    assert entries(game) == [(1, "draw")]


def test_of_two_different_actions_for_one_turn_one_is_applied_and_the_other_is_stale() -> None:
    game = started([member(), member()], preset="002")
    for turn in range(10):
        options = (legal(game) * 2)[:2]
        results = at_once(
            [
                partial(play.act, game.code, to_act(game), text, game.seq, f"key-{turn}-{place}-{'x' * 8}")
                for place, text in enumerate(options)
            ]
        )
        assert len(good(results)) == 1 and isinstance(bad(results)[0], Stale)  # check 11
        game = Game.objects.get(pk=game.pk)
        assert game.seq == turn + 1
        if game.state != Game.State.PLAYING:
            break


def test_a_move_and_the_timeout_at_the_deadline_have_one_effect() -> None:
    for place in range(20):
        game = started([member(), member()], preset="002", turn_clock=15)
        # The one clock says "just in time", the other "over": whichever transaction is first decides (check 13).
        in_time, over = game.deadline + 2 * SECOND, game.deadline + 2.001 * SECOND
        move = partial(play.act, game.code, to_act(game), "draw", 0, f"key-{place:08d}", in_time)
        sweep = partial(play.end_overdue, game.code, over)
        moved_game, swept = at_once([move, sweep] if place % 2 else [sweep, move])[:: 1 if place % 2 else -1]
        log_now = entries(game)
        if isinstance(moved_game, Stale):
            assert swept is True and log_now == [(1, "timeout")]
        else:
            assert swept is False and log_now == [(1, "draw")]
        assert log.differences(Game.objects.get(pk=game.pk)) == []


def test_two_sweeps_at_once_end_each_turn_once_a_hundred_times_over() -> None:
    # Without elimination, ten turns each that run out end none of these games.
    games = [started([member(), member()], preset="003", turn_clock=15, max_missed=0) for _game in range(10)]
    for turn in range(1, 11):
        now = max(Game.objects.get(pk=game.pk).deadline for game in games) + 5 * SECOND

        def sweep(now: Any = now) -> int:
            return sum(play.end_overdue(code, now) for code in selectors.overdue_games(now))

        first, second = at_once([sweep, sweep])
        assert first + second == len(games)  # check 14: never twice, never not at all
        for game in games:
            assert entries(game) == [(seq, "timeout") for seq in range(1, turn + 1)]
    assert all(log.differences(Game.objects.get(pk=game.pk)) == [] for game in games)


def test_two_sweeps_at_once_move_a_computer_player_once() -> None:
    game = log_of(computer_game(member(), rules("002", 4)))
    for _time in range(15):
        game = Game.objects.get(pk=game.pk)
        if game.state != Game.State.PLAYING:
            break
        if game.bot_at is None:
            moved(Game.objects.select_related("table").get(pk=game.pk))
            continue
        results = at_once([partial(computers.move, game.code, game.seq, game.bot_at)] * 2)
        assert sorted(results) == [False, True]
        assert Game.objects.get(pk=game.pk).seq == game.seq + 1


def test_a_game_that_ends_twice_at_once_counts_once() -> None:
    game = started([member(), member()], preset="003", games=2, turn_clock=15)
    game = moved(game)  # somebody is there
    while game.state == Game.State.PLAYING:  # until too many turns ran out, the last of them found by two workers
        late = game.deadline + timedelta(seconds=3)
        assert bad(at_once([partial(play.end_overdue, game.code, now=late) for _worker in range(2)])) == []
        game = Game.objects.get(pk=game.pk)
    assert game.end_reason == "last_player"
    following = Game.objects.filter(table=game.table, number=2)
    assert following.count() == 1
    assert Player.objects.filter(game__in=following).count() == 2


def test_a_match_that_two_leave_at_once_ends_once() -> None:  # W8.4
    people = [member(), member(), member()]
    game = started(people, preset="003", games=2, start="host")
    assert bad(at_once([partial(play.leave, game.code, person) for person in people[:2]])) == []
    assert Game.objects.get(pk=game.pk).end_reason == "last_player"
    assert Table.objects.get(pk=game.table_id).state == Table.State.FINISHED
    assert not Game.objects.filter(table=game.table, number=2).exists()
    assert chain_break() is None


def test_leaving_the_table_in_the_moment_its_game_ends_leaves_the_match() -> None:
    for _time in range(5):
        people = [member(), member(), member()]
        game = started(people, preset="003", games=3, start="host")
        play.leave(game.code, people[0])
        results = at_once([partial(tables.leave, game.table.code, person) for person in people[1:]])
        assert bad(results) == []
        assert (
            not Seat.objects.filter(table=game.table, left_at=None)
            .exclude(user=people[1])
            .exclude(user=people[2])
            .exists()
        )
        assert Table.objects.get(pk=game.table_id).state in ("finished", "abandoned")


@pytest.mark.parametrize("people", [2, 4])
def test_all_who_ask_for_a_rematch_at_once_end_up_at_one_table(people: int) -> None:
    players = [member() for _player in range(people)]
    game = played_out(started(players))
    results = at_once([partial(rematch.play_again, game.code, player) for player in (*players, *players)])
    assert bad(results) == []
    assert len({table.pk for table in results}) == 1
    table = Table.objects.exclude(pk=game.table_id).get()
    assert set(Seat.objects.filter(table=table).values_list("user", flat=True)) == {player.pk for player in players}
    assert table.state == Table.State.ASSEMBLING
    results = at_once([partial(tables.agree, table.code, player, 1, "ab" * 16) for player in (*players, *players)])
    assert bad(results) == []
    table.refresh_from_db()
    assert table.state == (Table.State.PLAYING if people == 2 else Table.State.ASSEMBLING)
    assert Game.objects.filter(table=table).count() == (1 if people == 2 else 0)
    assert set(table.places.values_list("client_seed", flat=True)) == {"ab" * 16}


def test_of_twelve_strangers_who_race_for_the_last_seat_only_the_one_who_sits_gets_a_guests_account() -> None:
    table = seated(opened_by(member(), rules(seats=3, start="host")), member())
    before = User.objects.count()
    pages = [Client(headers={"x-name": str(number)}) for number in range(12)]
    post = {"seen_agreement": 1, "client_seed": "-", "name": "Somebody"}
    answers = at_once([partial(page.post, f"/tables/{table.code}/join/", post) for page in pages])
    assert sorted(answer.status_code for answer in answers) == [302, *[409] * 11]
    guest = User.objects.get(is_guest=True)
    assert User.objects.count() == before + 1
    assert Seat.objects.get(table=table, user=guest)
    signed_in = [page for page in pages if "_auth_user_id" in page.session]
    assert [page.session["_auth_user_id"] for page in signed_in] == [str(guest.pk)]


def test_a_stranger_whose_join_arrives_twice_at_once_sits_once() -> None:  # case B13
    table = opened_by(member(), rules(seats=6))
    page = Client()
    page.get(f"/tables/{table.code}/")
    assert settings.CSRF_COOKIE_NAME in page.cookies
    post = {"seen_agreement": 1, "client_seed": "-", "name": "Somebody"}
    twins = [Client() for _post in range(6)]
    for twin in twins:
        twin.cookies = copy.deepcopy(page.cookies)
    answers = at_once([partial(twin.post, f"/tables/{table.code}/join/", post) for twin in twins])
    assert {answer.status_code for answer in answers} == {302}
    assert User.objects.filter(is_guest=True).count() == 1
    assert Table.objects.get(pk=table.pk).seated == 2
