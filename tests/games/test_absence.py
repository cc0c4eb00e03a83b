"""Turns that run out: excused, counted, explained; games that everybody left alone; the time of clocks."""

import zoneinfo
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from games import clocks, log, narration, selectors
from games.errors import Stale
from games.models import Game, Player, Seat, Table
from games.services import overdue, play

from .factories import key, legal, member, started, to_act

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

SECOND = timedelta(seconds=1)


def fresh(game: Game) -> Game:
    return Game.objects.select_related("table").get(pk=game.pk)


def actions(game: Game) -> list[str]:
    return [entry.action for entry in log.entries(game)]


def run_out(game: Game) -> Game:
    """The game after the turn of the seat to act ran out."""
    assert play.end_overdue(game.code, game.deadline + clocks.grace_of(game) + SECOND)
    return fresh(game)


def acted(game: Game) -> Game:
    """The game after the seat to act went to market, in time."""
    return fresh(play.act(game.code, to_act(game), "draw", game.seq, key(), game.turn_since + SECOND))


# -- excused misses (W8.1) -----------------------------------------------------------------------------------


def test_the_first_misses_of_each_player_are_excused_as_the_table_agreed() -> None:
    game = started([member(), member()], preset="002", turn_clock=86_400, excused_misses=2, market_empty="reshuffle")
    absent = game.to_act
    told = []
    while game.state == Game.State.PLAYING and len(told) < 4:
        if game.to_act == absent:
            game = run_out(game)
            told.append(actions(game)[-1])
        else:
            game = acted(game)
    # Two excused, then two that count: the second of those eliminates (W8.2).
    assert told == ["timeout excused", "timeout excused", "timeout", "timeout"]
    assert game.end_reason == "last_player" and Player.objects.get(game=game, seat=absent).out
    assert log.differences(game) == []


def test_an_excused_miss_of_one_is_not_taken_from_another() -> None:
    game = started([member(), member()], preset="002", turn_clock=86_400, excused_misses=1)
    game = run_out(run_out(game))
    assert actions(game) == ["timeout excused", "timeout excused"]


def test_where_no_miss_eliminates_none_is_used_up() -> None:
    game = started([member(), member()], preset="002", turn_clock=86_400, excused_misses=1, max_missed=0)
    assert actions(run_out(game)) == ["timeout"]


def test_a_late_post_uses_the_excuse_just_as_the_sweep_would() -> None:
    game = started([member(), member()], preset="002", turn_clock=86_400, excused_misses=1)
    with pytest.raises(Stale):
        play.act(game.code, to_act(game), "draw", 0, key(), game.deadline + 61 * SECOND)
    assert actions(game) == ["timeout excused"]


# -- announced, and explained afterwards ---------------------------------------------------------------------


@pytest.mark.parametrize(("chosen", "ahead"), [
    ({"max_missed": 2}, "it is miss 1 of 2 in a row"),
    ({"max_missed": 1}, "then the player is out"),
    ({"max_missed": 0}, "then the house plays the turn"),
    ({"excused_misses": 3}, "the miss is excused (1 of 3)"),
])  # fmt: skip
def test_before_it_happens_the_clock_says_what_a_miss_will_mean(
    client: Client, chosen: dict[str, int], ahead: str
) -> None:
    game = started([member(), member()], preset="002", turn_clock=86_400, **chosen)
    client.force_login(to_act(game))
    assert ahead in client.get(f"/games/{game.code}/").content.decode()


def test_afterwards_a_miss_says_what_happened_by_which_clause_what_it_cost_and_what_follows(client: Client) -> None:
    people = [member("Ada"), member("Obi")]
    game = started(people, preset="002", turn_clock=86_400)
    late = to_act(game)
    game = run_out(game)
    client.force_login(late)
    page = client.get(f"/games/{game.code}/").content.decode()
    explained = page.partition('id="miss"')[2].partition("</p>")[0]
    assert "Your time is up" in explained and "1 of 2 misses in a row." in explained
    assert "If the next turn runs out too, then you are out." in explained
    assert "#W8.2" in explained
    other = next(person for person in people if person != late)
    client.force_login(other)
    assert 'id="miss"' not in client.get(f"/games/{game.code}/").content.decode()


def test_an_own_action_takes_the_explanation_away(client: Client) -> None:
    game = started([member(), member()], preset="002", turn_clock=86_400)
    late = to_act(game)
    game = acted(acted(run_out(game)))
    client.force_login(late)
    assert 'id="miss"' not in client.get(f"/games/{game.code}/").content.decode()


@pytest.mark.parametrize(("part", "told"), [(0.4, ""), (0.51, "Half of your time"), (0.81, "Four fifths of your")])
def test_half_and_four_fifths_of_a_long_clock_are_announced_on_the_board(
    client: Client, part: float, told: str
) -> None:
    game = started([member(), member()], preset="002", turn_clock=86_400)
    moved = timedelta(seconds=86_400 * part)
    Game.objects.filter(pk=game.pk).update(deadline=game.deadline - moved, due_at=game.due_at - moved)
    client.force_login(to_act(game))
    page = client.get(f"/games/{game.code}/").content.decode()
    assert ('id="hurry"' in page) is bool(told) and told in page
    assert ("Hurry · Your turn" in page) is bool(told)
    assert "for 1 minute after the time shown" in page  # D05: the grace is named


def test_a_short_clock_has_no_announcement(client: Client) -> None:
    game = started([member(), member()], preset="002", turn_clock=60)
    Game.objects.filter(pk=game.pk).update(deadline=game.deadline - 50 * SECOND)
    client.force_login(to_act(game))
    assert 'id="hurry"' not in client.get(f"/games/{game.code}/").content.decode()


# -- gone ----------------------------------------------------------------------------------------------------


def test_who_is_out_has_no_turn_and_misses_none() -> None:  # E06
    people = [member(), member(), member()]
    game = started(people, preset="002", turn_clock=60)
    gone = game.to_act
    play.leave(game.code, to_act(game))
    game = fresh(game)
    for _turn in range(2):
        assert game.to_act != gone
        game = run_out(game)
    assert [entry.seat for entry in log.entries(game) if entry.action == "timeout"].count(gone) == 0


def test_a_player_who_goes_away_does_not_end_the_game_of_the_others() -> None:  # E19
    people = [member(), member(), member()]
    game = started(people, preset="002", turn_clock=60)
    play.leave(game.code, people[0])
    game = fresh(game)
    assert game.state == Game.State.PLAYING
    assert play.act(game.code, to_act(game), legal(game)[0], game.seq, key()).seq == game.seq + 1


def test_a_game_that_everybody_left_alone_ends_as_abandoned_where_no_miss_eliminates() -> None:  # E09
    game = started([member(), member()], preset="002", turn_clock=86_400, max_missed=0, market_empty="reshuffle")
    turns = 0
    while game.state == Game.State.PLAYING:
        game, turns = run_out(game), turns + 1
        assert turns <= 2 * overdue.ROUNDS_WITH_NOBODY
    assert game.end_reason == "abandoned" and turns == 2 * overdue.ROUNDS_WITH_NOBODY
    assert game.outcome["ranking"] and game.position  # W7.5: ranked as it stands
    assert Table.objects.get(pk=game.table_id).state == Table.State.ABANDONED
    assert log.differences(game) == []


def test_excuses_that_were_agreed_on_are_all_given_before_a_game_counts_as_left_alone() -> None:
    game = started([member(), member()], preset="002", turn_clock=86_400, excused_misses=12, market_empty="reshuffle")
    for _turn in range(24):
        game = run_out(game)
    assert set(actions(game)) == {"timeout excused"} and game.state == Game.State.PLAYING
    while game.state == Game.State.PLAYING:
        game = run_out(game)
    assert game.end_reason == "last_player"  # W8.2, W8.4


def test_one_who_still_plays_keeps_a_game_alive() -> None:
    game = started([member(), member()], preset="002", turn_clock=86_400, max_missed=0, market_empty="reshuffle")
    present = game.to_act
    for _turn in range(3 * overdue.ROUNDS_WITH_NOBODY):
        if game.state != Game.State.PLAYING:
            break
        game = acted(game) if game.to_act == present and legal(game)[-1] == "draw" else run_out(game)
    assert game.end_reason != "abandoned"


# -- the time ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn_clock", [15, 60, 3600, 86_400, 14 * 86_400])
def test_every_turn_lasts_one_whole_interval_of_its_own_table_from_the_moment_it_began(turn_clock: int) -> None:
    game = started([member(), member()], preset="002", turn_clock=turn_clock)
    whole = timedelta(seconds=turn_clock)
    assert game.deadline == game.started_at + whole  # D17: the first one too
    for wait in (timedelta(0), whole / 3, whole):  # D18: playing early saves nothing up
        at = game.turn_since + wait
        game = fresh(play.act(game.code, to_act(game), "draw", game.seq, key(), at))
        assert at - SECOND < game.turn_since <= at and game.deadline == game.turn_since + whole  # D16
    game = run_out(game)
    assert game.deadline == game.turn_since + whole


@pytest.mark.parametrize("turn_clock", [15, 86_400])
def test_view_sweep_and_log_agree_on_the_moment_a_turn_is_over(client: Client, turn_clock: int) -> None:  # D19
    game = started([member(), member()], preset="002", turn_clock=turn_clock)
    end = game.deadline + clocks.grace_of(game)
    assert clocks.grace_of(game) >= (60 if turn_clock == 86_400 else 2) * SECOND  # D11
    micro = timedelta(microseconds=1)
    assert (clocks.over(game, end), clocks.over(game, end + micro)) == ("", "turn")
    assert (selectors.overdue_games(end), selectors.overdue_games(end + micro)) == ([], [game.code])
    assert (play.end_overdue(game.code, end), play.end_overdue(game.code, end + micro)) == (False, True)
    client.force_login(member())
    page = client.get(f"/games/{game.code}/").content.decode()
    assert narration.stamp(fresh(game).deadline) in page


def test_a_change_of_the_local_time_makes_no_turn_longer_or_shorter() -> None:  # D03, D06, check 81
    new_york = zoneinfo.ZoneInfo("America/New_York")
    # A turn of one day over the night of 8 March 2026, when 02:00 to 03:00 does not exist there.
    began = datetime(2026, 3, 7, 7, 23, tzinfo=UTC)  # 02:23 EST
    game = started([member(), member()], preset="002", turn_clock=86_400)
    game.deadline = None
    clocks.begin_turn(game, began)
    assert game.deadline == datetime(2026, 3, 8, 7, 23, tzinfo=UTC)
    with timezone.override(new_york), translation.override("en"):
        # Each by the offset of its own date, not of today's; the zone named.
        assert narration.moment(began, began) == "02:23 (America/New York)"
        assert narration.moment(game.deadline, began) == "Sun 8 Mar 2026, 03:23 (America/New York)"


def test_the_zone_is_named_wherever_a_time_stands(client: Client) -> None:  # D05
    game = started([member(), member()], preset="002", turn_clock=86_400)
    person = to_act(game)
    person.time_zone = "Africa/Lagos"
    person.save(update_fields=["time_zone"])
    client.force_login(person)
    page = client.get(f"/games/{game.code}/").content.decode()
    local = timezone.localtime(game.deadline, zoneinfo.ZoneInfo("Africa/Lagos"))
    assert f"{local:%H:%M} (Africa/Lagos)" in page


def test_who_never_acts_again_is_moved_for_to_the_natural_end() -> None:  # E16
    people = [member(), member()]
    game = started(people, preset="002", turn_clock=60, max_missed=0)
    present = Seat.objects.get(table=game.table, number=game.to_act).number
    while game.state == Game.State.PLAYING:
        if game.to_act == present:
            text = legal(game)[0]
            game = fresh(play.act(game.code, to_act(game), text, game.seq, key(), game.turn_since + SECOND))
        else:
            game = run_out(game)
    assert game.end_reason in ("emptied_hand", "market_exhausted", "blocked")
