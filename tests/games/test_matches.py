"""Matches of several games: what they come to (W9.1 to W9.5), and how one game follows another."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import TestCase
from django.utils import timezone

from accounts.models import User
from games import log, matches, tallies, tasks
from games.errors import BadRules
from games.models import Game, LogEntry, Player, Seat, Table
from games.services import between, play, tables, undoing

from .factories import fresh, log_of, member, opened, played_out, started
from .pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]
PAUSE = 12


@pytest.fixture
def pause(settings: Any) -> int:
    """The moment between two games of a match, as in earnest."""
    settings.GAMES_MATCH_PAUSE = PAUSE
    return PAUSE


@pytest.fixture
def people() -> list[User]:
    return [member(name) for name in ("Ada", "Bola", "Chidi")]


def page(path: str, person: User | None = None) -> str:
    answer = browser(person).get(path)
    assert answer.status_code == 200
    return text(answer)


def match_page(game: Game, person: User | None = None) -> str:
    return page(f"/tables/{game.table.code}/games/", person)


def finished(people: list[User], tallied: list[list[int]], **chosen: Any) -> Game:
    """The last game of a match whose games added this by seat; they were played, and then these numbers written."""
    game = played_out(started(people, preset="003", start="host", games=len(tallied), **chosen))
    while fresh(game.table).state == Table.State.PLAYING:
        game = played_out(log_of(game.table))
    for number, row in enumerate(tallied, 1):
        for seat, tally in enumerate(row):
            Player.objects.filter(game__table=game.table, game__number=number, seat=seat).update(tally=tally)
    return game


def fast(people: list[User], **chosen: Any) -> Game:
    """The first game of a match at a table where people sit together."""
    return started(people, preset="003", start="host", turn_clock=60, **chosen)


def absent_to_the_end(game: Game) -> None:
    """Nobody moves in this game: each turn runs out until it is over (W8.1, W8.2)."""
    while game.state == Game.State.PLAYING:
        assert game.deadline is not None
        play.end_overdue(game.code, now=game.deadline + timedelta(minutes=2))
        game = Game.objects.select_related("table").get(pk=game.pk)


def dealt(game: Game, at: datetime) -> bool:
    with TestCase.captureOnCommitCallbacks(execute=True):
        return between.deal_next(game.table.code, at)


# -- how many games, and what they come to -------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, 2, 50])
def test_a_table_plays_one_game_or_as_many_as_fifty(games: int) -> None:
    assert opened(preset="003", games=games).games_agreed == games


@pytest.mark.parametrize("games", [0, 51, -1])
def test_no_other_number_of_games_is_agreed_on(games: int) -> None:
    with pytest.raises(BadRules, match="a match has 1 to 50 games"):
        opened(preset="003", games=games)


def test_the_lowest_tally_wins_the_match_and_the_last_is_the_wharty_est(people: list[User]) -> None:
    """W9.1."""
    game = finished(people, [[10, 0, 25], [5, 9, 8]])
    for told in (match_page(game), page(f"/games/{game.code}/", people[2])):
        assert re.search(r"Bola wins the match\.? Chidi is the Wharty-est\.", told)
        assert re.search(r"1 Bola 9 2 Ada 15 3 Chidi the Wharty-est 33", told)


def test_after_the_last_game_its_own_winner_stands_below_how_the_match_ended(people: list[User]) -> None:
    """W9.1."""
    game = finished(people, [[10, 0, 25], [5, 9, 0]])
    shown = page(f"/games/{game.code}/", people[2])
    then = re.search(r"Game 2: (Ada wins|Bola wins|Chidi wins|A tie)", shown)
    first = "THE MATCH IS OVER Bola wins the match Chidi is the Wharty-est."
    assert then and 0 <= shown.find(first) < then.start() < shown.find("Points")


def test_a_winner_is_named_only_after_the_last_game(people: list[User]) -> None:
    """W9.2."""
    game = played_out(started(people, preset="003", start="host", games=2))
    for told in (match_page(game), page(f"/games/{game.code}/", people[0])):
        assert "wins the match" not in told and "Wharty-est" not in told
    assert "The match after game 1 of 2" in page(f"/games/{game.code}/", people[0])


def test_equal_tallies_share_a_place_and_the_place_after_is_left_out(people: list[User]) -> None:
    """W9.1."""
    game = finished(people, [[10, 0, 5], [0, 10, 20]])
    told = match_page(game)
    assert "Ada, Bola share the first place of the match. Chidi is the Wharty-est." in told
    assert re.search(r"1 Ada 10 1 Bola 10 3 Chidi the Wharty-est 25", told)


def test_all_level_are_first_and_nobody_is_the_wharty_est(people: list[User]) -> None:
    told = match_page(finished(people, [[10, 10, 10], [0, 0, 0]]))
    assert "Ada, Bola, Chidi share the first place of the match." in told and "Wharty-est" not in told


def test_where_the_table_agreed_on_it_games_won_decide_between_equal_tallies(people: list[User]) -> None:
    """W9.1: unless a tie-break was agreed. Bola had the fewest points twice, Ada once."""
    game = finished(people, [[12, 0, 5], [8, 0, 20], [0, 20, 15]], match="tally_won")
    for told in (match_page(game), page(f"/games/{game.code}/", people[0])):
        assert re.search(r"Bola wins the match\.? Chidi is the Wharty-est\.", told)
        assert re.search(r"1 Bola 20 2 2 Ada 20 1 3 Chidi the Wharty-est 40 0", told)
        assert "Of equal tallies, who won more games comes first" in told


def test_level_in_games_won_too_they_share_the_place_also_with_the_tie_break(people: list[User]) -> None:
    told = match_page(finished(people, [[0, 10, 5], [10, 0, 20]], match="tally_won"))
    assert "Ada, Bola share the first place" in told


def test_the_tie_break_is_a_choice_of_the_host_that_all_see_before_they_sit_down() -> None:
    table = opened(preset="003", seats=3, games=3, match="tally_won")
    assert "of equal tallies, who won more games comes first" in page(f"/tables/{table.code}/", member())
    assert 'value="tally_won"' in browser(member()).get("/tables/new/?preset=003").content.decode()


def test_the_tally_after_each_game_stands_in_a_table_and_in_a_plot(people: list[User]) -> None:
    game = finished(people, [[10, 0, 25], [5, 9, 8]])
    shown = browser().get(f"/tables/{game.table.code}/games/").content.decode()
    assert shown.count("<polyline") == 3 + 3  # a line for each, and a piece of it beside the name
    rows = re.findall(r'<tr><th scope="row">(\d)</th>((?:<td>[^<]*</td>)+)</tr>', shown)
    assert [re.findall(r"<td>(\d+)</td>", cells) for _number, cells in rows] == [
        ["0", "0", "0"], ["10", "0", "25"], ["15", "9", "33"]
    ]  # fmt: skip


def test_a_tie_of_a_game_adds_the_same_to_both_and_the_match_goes_on(people: list[User]) -> None:
    game = finished(people, [[7, 7, 30], [0, 4, 2]])
    Player.objects.filter(game__table=game.table, game__number=1, seat__in=(0, 1)).update(place=1, result="shared")
    assert re.search(r"1 Ada 7 2 Bola 11 3 Chidi the Wharty-est 32", match_page(game))


def test_who_leaves_in_the_middle_counts_as_the_worst_hand_of_every_game_to_come(people: list[User]) -> None:
    """W9.5."""
    game = started(people, preset="003", start="host", games=3)
    play.leave(game.code, people[1])
    for _number in range(3):
        game = played_out(log_of(game.table))
    for over in Game.objects.filter(table=game.table):
        assert over.outcome is not None
        held, added = over.outcome["points"], over.outcome["tally"]
        assert added[1] == max(held[1], held[0], held[2])
    assert "Bola left" in match_page(game)


# -- one game after another ----------------------------------------------------------------------------------


def test_the_first_seat_moves_on_from_game_to_game(people: list[User]) -> None:
    """W2.5."""
    game = finished(people, [[0, 1, 2]] * 4)
    first = list(Game.objects.filter(table=game.table).order_by("number").values_list("first_seat", flat=True))
    assert first == [(first[0] + number) % 3 for number in range(4)]


def test_at_a_fast_table_the_next_game_waits_for_a_moment_and_the_sweep_deals_it_once(
    people: list[User], pause: int
) -> None:
    game = played_out(fast(people, games=2))
    table = fresh(game.table)
    assert game.ended_at and table.next_at == game.ended_at + timedelta(seconds=pause)
    assert table.state == Table.State.PLAYING and log_of(table) == game
    assert not dealt(game, table.next_at - timedelta(milliseconds=1))
    assert dealt(game, table.next_at) and not dealt(game, table.next_at)
    following = log_of(table)
    assert (following.number, following.state, fresh(table).next_at) == (2, "playing", None)
    assert following.first_seat == (game.first_seat + 1) % 3  # W2.5
    assert following.started_at == table.next_at and following.turn_since == table.next_at


@pytest.mark.parametrize("clock", [{"turn_clock": 86_400}, {"timeout": "none", "max_missed": 0}])
def test_at_a_slow_table_the_next_game_is_dealt_at_once(people: list[User], pause: int, clock: dict[str, Any]) -> None:
    game = played_out(started(people, preset="003", start="host", games=2, **clock))
    assert log_of(game.table).number == 2 and fresh(game.table).next_at is None


def test_the_task_deals_what_is_due_and_one_that_fails_is_put_off(
    people: list[User], pause: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables_waiting = [played_out(fast([member(), member()], games=2)).table for _number in range(2)]
    Table.objects.update(next_at=timezone.now() - timedelta(seconds=1))
    broken, deal = tables_waiting[0].code, between.deal_next

    def fails(code: str) -> bool:
        if code == broken:
            raise RuntimeError("the deal of this table can't be opened")
        return deal(code)

    monkeypatch.setattr(between, "deal_next", fails)
    monkeypatch.setattr(tasks.outages, "nobody_can_post", lambda _now: False)
    tasks.deal_next_games()
    assert [log_of(table).number for table in tables_waiting] == [1, 2]
    put_off = fresh(tables_waiting[0]).next_at
    assert put_off and put_off > timezone.now() + timedelta(seconds=50)
    monkeypatch.undo()
    assert between.deal_next(broken, put_off)


def test_the_result_counts_down_to_the_next_game_and_leads_to_it(people: list[User], pause: int) -> None:
    game = played_out(fast(people, games=2))
    client = browser(people[0])
    shown = client.get(f"/games/{game.code}/")
    assert 'data-awaits="yes"' in shown.content.decode()
    assert '<noscript><meta http-equiv="refresh"' in shown.content.decode()
    assert "The next game of the match begins by itself: 0:1" in text(shown)
    next_at = fresh(game.table).next_at
    assert next_at and dealt(game, next_at)
    following = log_of(game.table)
    shown = client.get(f"/games/{game.code}/panel")
    assert f'data-next="/games/{following.code}/"' in shown.content.decode()
    assert "data-awaits" not in shown.content.decode()


def test_between_two_games_the_match_stays_on_the_muster_with_its_countdown(people: list[User], pause: int) -> None:
    game = played_out(fast(people, games=3))
    for address in ("/", "/muster/panel"):
        shown = browser(people[0]).get(address)
        assert "BETWEEN TWO GAMES Game 2 of the match begins by itself: 0:1" in text(shown)
        assert f"/games/{game.code}/" in shown.content.decode() and "No game is under way" not in text(shown)
    tables.leave(game.table.code, people[2])  # gave the rest up
    assert "BETWEEN TWO GAMES" not in page("/", people[2])
    next_at = fresh(game.table).next_at
    assert next_at and dealt(game, next_at)
    assert "BETWEEN TWO GAMES" not in page("/", people[0]) and "PLAYING" in page("/", people[0])


def test_a_match_that_nobody_plays_any_more_says_that_it_ended_early_and_names_no_winner(
    people: list[User],
) -> None:
    """W9.2: a winner only after the last game; case E09."""
    first = played_out(started(people, preset="003", start="host", games=3, turn_clock=86400))
    second = log_of(first.table)
    absent_to_the_end(second)
    assert fresh(first.table).state == Table.State.ABANDONED
    told = "Nobody was playing this match any more, so it ended early. 2 of its 3 games were played."
    for shown in (match_page(first, people[0]), page(f"/games/{second.code}/", people[0])):
        assert told in shown and "the Wharty-est" not in shown.replace(told, "") and "wins the match" not in shown
    assert f"The match has no winner. {told}" in match_page(first, people[0])
    assert page(f"/games/{second.code}/", people[0]).count("no winner") == 1  # in what stands large
    assert told not in page(f"/games/{first.code}/", people[0])


def test_a_match_of_which_every_game_was_taken_back_has_no_winner(people: list[User]) -> None:
    """W7.5."""
    last = finished(people, [[10, 0, 5], [3, 0, 8]])
    for game in Game.objects.filter(table=last.table):
        undoing.void(game.code)
    assert "The match has no winner. No game of it counts." in match_page(last)
    shown = page(f"/games/{last.code}/")
    assert "The match has no winner No game of it counts." in shown and shown.count("no winner") == 1


def test_a_stranger_at_a_shared_match_is_led_to_no_page_that_is_closed_to_them(people: list[User]) -> None:
    last = finished(people, [[10, 0, 5], [3, 0, 8]])
    Table.objects.filter(pk=last.table_id).update(join=Table.Join.LINK, onlookers=False, shared=True)
    address = f"/tables/{last.table.code}/"
    assert browser().get(address).status_code == 404
    assert f'href="{address}"' not in browser().get(f"{address}games/").content.decode()
    assert f'href="{address}"' in browser(people[0]).get(f"{address}games/").content.decode()


def test_a_table_says_where_its_match_is_between_two_games(people: list[User], pause: int) -> None:
    game = played_out(fast(people, games=2))
    shown = browser(people[0]).get(f"/tables/{game.table.code}/", follow=True)
    assert shown.status_code == 200 and f"/games/{game.code}/" in shown.content.decode()


def test_who_leaves_between_two_games_is_out_of_the_next_one_at_once(people: list[User], pause: int) -> None:
    """W8.3, W9.5."""
    game = played_out(fast(people, games=2))
    client = browser(people[1])
    assert "Give up the rest of the match" in text(client.get(f"/games/{game.code}/"))
    assert client.post(f"/games/{game.code}/leave/", {"sure": "yes"}).status_code == 302
    assert "Give up the rest of the match" not in text(client.get(f"/games/{game.code}/"))
    next_at = fresh(game.table).next_at
    assert next_at and dealt(game, next_at)
    following = log_of(game.table)
    assert list(LogEntry.objects.filter(game=following).values_list("seat", "action", "by")) == [(1, "leave", "house")]


def test_when_one_of_two_leaves_between_games_the_match_ends_without_waiting(pause: int) -> None:
    two = [member("Ada"), member("Bola")]
    game = played_out(fast(two, games=4))
    tables.leave(game.table.code, two[0])
    table = fresh(game.table)
    assert (table.state, table.next_at) == (Table.State.FINISHED, None)
    assert Game.objects.filter(table=table).count() == 1
    assert re.search(told_early("Bola", "Ada left after game 1.", 4), match_page(game, two[1]))


def told_early(winner: str, left: str, agreed: int) -> str:
    return (
        rf"({winner} wins the match|You win the match!)\.? {left} Nobody was left to play against, "
        rf"so the match ended early\. 1 of its {agreed} games was played\."
    )


@pytest.mark.parametrize("preset", ["001", "003"])
def test_when_one_of_two_leaves_for_good_the_other_wins_and_no_game_is_dealt_that_nobody_can_play(preset: str) -> None:
    """W8.3: who left ranks last, though the tallies are level by W9.5; W8.4: the last seat left has won."""
    two = [member("Ada"), member("Emeka")]
    game = started(two, preset=preset, games=3)
    play.leave(game.code, two[1])
    table = fresh(game.table)
    assert (table.state, Game.objects.filter(table=table).count()) == (Table.State.FINISHED, 1)
    assert Player.objects.filter(user=two[0], result="won").count() == 1
    Player.objects.filter(game=game).update(tally=100)
    for told in (match_page(game, two[0]), page(f"/games/{game.code}/", two[0]), page(f"/games/{game.code}/", two[1])):
        assert re.search(told_early("Ada", "Emeka left in game 1.", 3), told)
        assert re.search(r"1 Ada 100 2 Emeka left 100", told) and "Wharty-est" not in told
    assert "1 game of 3 is over" in match_page(game, two[0])


def test_who_leaves_a_match_ranks_last_in_it_whatever_the_tallies_are(people: list[User]) -> None:
    """W8.3; W9.1: the last is the Wharty-est."""
    last = finished(people, [[10, 0, 25], [5, 9, 8]])
    Seat.objects.filter(table=last.table, number=1).update(left_at=timezone.now())
    assert re.search(r"1 Ada 15 2 Chidi 33 3 Bola left the Wharty-est 9", match_page(last))
    Table.objects.filter(pk=last.table_id).update(leavers_last=False)  # a match from before that rule
    assert re.search(r"1 Bola left 9 2 Ada 15 3 Chidi the Wharty-est 33", match_page(last))


def test_of_several_who_left_the_later_one_comes_first_and_who_stayed_has_won(people: list[User]) -> None:
    """W8.3, W8.4."""
    game = started(people, preset="003", start="host", games=5)
    play.leave(game.code, people[0])
    game = played_out(log_of(game.table))
    second = log_of(game.table)
    assert second.number == 2 and second.state == "playing"
    play.leave(second.code, people[1])
    assert fresh(game.table).state == Table.State.FINISHED and log_of(game.table).number == 2
    told = match_page(game)
    assert re.search(r"1 Chidi \d+ 2 Bola left \d+ 3 Ada left \d+", told)
    assert "Chidi wins the match. Ada left in game 1. Bola left in game 2. Nobody was left to play against" in told


def test_a_knockout_that_all_but_one_left_is_over_and_won_by_who_stayed() -> None:
    """W8.4, W9.3."""
    two = [member("Ada"), member("Bola")]
    game = started(two, preset="003", start="host", match="knockout")
    play.leave(game.code, two[0])
    assert fresh(game.table).state == Table.State.FINISHED and Game.objects.count() == 1
    told = match_page(game)
    assert "Bola wins the match. Ada left in game 1." in told and "1 game of it was played." in told


def test_a_seat_given_up_between_two_games_goes_to_the_computer_where_the_table_says_so(
    people: list[User], pause: int
) -> None:
    game = played_out(fast(people, games=2, takeover=True))
    play.leave(game.code, people[2])
    before = Player.objects.get(game=game, seat=2)
    assert (before.user_id, before.kind) == (people[2].pk, "person")  # that game was theirs
    seat = Seat.objects.get(table=game.table, number=2)
    assert (seat.user_id, seat.kind, seat.given_up_by_id, seat.left_at) == (None, "bot", people[2].pk, None)
    next_at = fresh(game.table).next_at
    assert next_at and dealt(game, next_at)
    assert Player.objects.get(game=log_of(game.table), seat=2).kind == "bot"


def test_a_game_taken_back_between_two_games_does_not_end_the_match(people: list[User], pause: int) -> None:
    """W7.5."""
    game = played_out(fast(people, games=3))
    undoing.void(game.code)
    next_at = fresh(game.table).next_at
    assert next_at and dealt(game, next_at)
    assert log_of(game.table).number == 2 and fresh(game.table).state == Table.State.PLAYING
    assert tallies.rows_of(game.table) == []


def test_who_closes_the_account_between_two_games_holds_nobody_up(pause: int) -> None:
    from accounts import closing

    two = [member("Ada"), member("Bola")]
    game = played_out(fast(two, games=2))
    closing.close_account(two[0])
    assert fresh(game.table).state == Table.State.FINISHED


# -- knockout ------------------------------------------------------------------------------------------------


def test_in_a_knockout_who_went_out_by_a_game_taken_back_is_in_again(people: list[User]) -> None:
    """W9.3, W7.5: the games missed meanwhile add nothing."""
    game = played_out(started(people, preset="003", start="host", match="knockout"))
    Player.objects.filter(game=game, seat=0).update(tally=105)
    later = log_of(game.table)
    Game.objects.filter(pk=later.pk).update(state="over", end_reason="emptied_hand", to_act=None, sitting_out=[0])
    for seat, tally in enumerate((None, 30, 8)):
        Player.objects.filter(game=later, seat=seat).update(tally=tally, place=None if tally is None else seat)
    Player.objects.filter(game=game, seat__in=(1, 2)).update(tally=20)
    table = fresh(game.table)
    assert tallies.standing_of(table, tallies.rows_of(table), 3).out == (0,)
    Game.objects.filter(pk=game.pk).update(state="void", end_reason="abandoned")
    standing = tallies.standing_of(table, tallies.rows_of(table), 3)
    assert (standing.out, standing.totals) == ((), (0, 30, 8))
    assert matches.match_of(table.code, people[0]).standing  # the page stands too


def test_the_last_of_a_knockout_is_not_called_the_wharty_est(people: list[User], unlimited_moves: None) -> None:
    game = started(people, preset="003", start="host", match="knockout")
    while fresh(game.table).state == Table.State.PLAYING:
        game = played_out(log_of(game.table))
    told = match_page(game, people[0])
    assert "Wharty-est" not in told
    assert "wins the match" in told or "share the first place" in told
    assert log.replay(game).seq == game.seq
