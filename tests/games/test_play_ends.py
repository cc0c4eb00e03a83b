"""Leaving a game on the web, its end, and the next game of its match: what the one door does then."""

from collections.abc import Callable

import pytest

from games import log
from games.errors import Stale
from games.models import Game, LogEntry, Notice, Player, Seat, Table
from games.services import play

from .factories import (
    computer_game,
    key,
    log_of,
    member,
    played_out,
    rules,
    started,
)
from .pages import browser
from .test_play import SECOND, actions

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


# -- leaving -------------------------------------------------------------------------------------------------


def test_leaving_eliminates_at_once_and_twice_is_no_error() -> None:
    people = [member(), member(), member()]
    game = started(people)
    play.leave(game.code, people[0])
    play.leave(game.code, people[0])
    assert actions(game) == ["leave"]  # W8.3
    assert Player.objects.get(game=game, user=people[0]).out
    assert Seat.objects.get(table=game.table, user=people[0]).left_at is not None


def test_who_left_ranks_last_and_the_last_one_wins() -> None:
    people = [member(), member()]
    game = started(people)
    game = play.leave(game.code, people[0])
    assert (game.state, game.end_reason) == ("over", "last_player")  # W8.4
    assert [player.place for player in Player.objects.filter(game=game).order_by("seat")] == [2, 1]


def test_when_only_computer_players_remain_the_game_is_abandoned() -> None:
    host = member()
    table = computer_game(host, rules("001", seats=4))
    game = play.leave(log_of(table).code, host)
    assert (game.state, game.end_reason, actions(game)) == ("over", "abandoned", ["leave", "abandon"])  # W7.5
    assert Table.objects.get(pk=table.pk).state == Table.State.ABANDONED
    told = browser(host).get(f"/games/{game.code}/").content.decode()
    assert "No result" in told and ">Points</th>" in told and ">Place</th>" not in told and 'class="won"' not in told


# -- the end, and the next game ------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["000", "000W", "001", "002", "003"])
def test_a_game_of_every_preset_is_played_to_its_end_and_replays(preset: str) -> None:
    game = played_out(started([member(), member(), member()], preset=preset))
    game = Game.objects.get(pk=game.pk)
    assert game.state == "over" and game.to_act is None and game.due_at is None and game.bot_at is None
    assert log.differences(game) == []
    players = list(Player.objects.filter(game=game).order_by("seat"))
    assert [player.points for player in players] == game.outcome["points"]
    assert sorted(player.place for player in players)[0] == 1
    assert all(player.ended_at == game.ended_at for player in players)
    assert Table.objects.get(pk=game.table_id).state == Table.State.FINISHED


def test_nothing_is_added_to_a_game_that_is_over() -> None:
    people = [member(), member()]
    game = play.leave(started(people).code, people[0])
    with pytest.raises(Stale):
        play.act(game.code, people[1], "draw", game.seq, key())


def test_the_next_game_of_a_match_is_dealt_with_the_end_of_the_last_and_the_first_seat_moves_on() -> None:
    people = [member(), member(), member()]
    game = played_out(started(people, preset="003", games=2, start="host"))
    following = log_of(game.table)
    assert (following.number, following.state) == (2, "playing")
    assert following.first_seat == (game.first_seat + 1) % 3  # W2.5
    assert following.commitment != game.commitment
    assert Table.objects.get(pk=game.table_id).state == Table.State.PLAYING
    played_out(following)
    assert Table.objects.get(pk=game.table_id).state == Table.State.FINISHED


def test_who_left_a_match_is_dealt_into_its_later_games_and_leaves_at_once() -> None:
    people = [member(), member(), member()]
    game = started(people, preset="003", games=2, start="host")
    play.leave(game.code, people[1])
    played_out(Game.objects.get(pk=game.pk))
    following = log_of(game.table)
    assert actions(following) == ["leave"] and LogEntry.objects.get(game=following).by == "house"
    following = played_out(following)
    assert following.outcome["tally"][1] == max(
        following.outcome["points"][1], *(following.outcome["points"][seat] for seat in (0, 2))
    )  # W9.5


def test_when_all_but_one_left_a_match_no_game_is_dealt_that_nobody_can_play() -> None:  # W8.4
    people = [member(), member()]
    game = started(people, preset="003", games=5)
    play.leave(game.code, people[0])
    assert [(one.number, one.state) for one in Game.objects.filter(table=game.table)] == [(1, "over")]
    assert Table.objects.get(pk=game.table_id).state == Table.State.FINISHED


def test_a_match_in_which_nobody_is_there_is_not_played_on() -> None:
    game = started([member(), member()], preset="003", games=5, turn_clock=15)
    while game.state == Game.State.PLAYING:
        play.end_overdue(game.code, now=game.deadline + 3 * SECOND)
        game = Game.objects.get(pk=game.pk)
    assert Game.objects.filter(table=game.table).count() == 1  # case E09
    assert Table.objects.get(pk=game.table_id).state == Table.State.ABANDONED
    assert Notice.objects.filter(kind="match_abandoned").count() == 2


@pytest.mark.parametrize("deals", [1, 3])
def test_in_a_knockout_who_reached_a_hundred_sits_out(deals: int, certain_deals: Callable[[int], None]) -> None:
    certain_deals(deals)
    people = [member(), member(), member()]
    game = started(people, preset="003", match="knockout", start="host")
    seen_out: set[int] = set()
    while game.table.state == Table.State.PLAYING and game.number < 50:
        game = played_out(game)
        table = Table.objects.get(pk=game.table_id)
        if table.state != Table.State.PLAYING:
            break
        game = log_of(table)
        totals = [0, 0, 0]
        for earlier in Game.objects.filter(table=table, state="over"):
            for seat, points in enumerate(earlier.outcome["tally"]):
                totals[seat] += points or 0
        assert game.sitting_out == [seat for seat in range(3) if totals[seat] >= 100]  # W9.3
        assert game.first_seat not in game.sitting_out
        seen_out |= set(game.sitting_out)
    assert Table.objects.get(pk=game.table_id).state == Table.State.FINISHED
    assert seen_out and Player.objects.filter(game__table=game.table_id, place=None, out=True).exists()
