"""A season that runs by itself: by the tasks and the one door, with a clock that is moved on."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.leagues import joining, results, rounds
from games.leagues.models import Entry, Meeting, Round, Season, Seating
from games.models import Game, Notice, Seat, Table
from tests.games.factories import kinds
from tests.games.pages import browser, text
from tests.stepped import SteppedClock, stepped

from .playing import NOW, announced, come, fresh, people, play_on, run_on, sweep, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture
def clock() -> Iterator[SteppedClock]:
    with stepped(NOW) as clock:
        yield clock


def begun(season: Season, clock: SteppedClock) -> Round:
    """The first round, just opened by the tasks."""
    clock.to(season.begins_at)
    sweep()
    return Round.objects.get(season=season, number=1)


def test_a_season_of_three_at_tables_of_two_runs_to_its_end_by_itself(clock: SteppedClock) -> None:
    all_of_them = people(3)
    season = announced(all_of_them)
    run_on(season, clock, lambda: all_of_them)
    season = fresh(season)
    assert season.state == Season.State.OVER
    assert (
        Meeting.objects.filter(round__season=season, state=Meeting.State.OVER).count() == 3
    )  # everybody met everybody
    rows = table(season)
    assert [row.place for _name, row in rows] == [1, 2, 3]
    assert [(row.matches, row.byes) for _name, row in rows] == [(2, 1)] * 3
    assert sum(row.points for _name, row in rows) == 3 * (10 + 2) + 3 * 6  # three matches, three byes
    assert all(row.why is not None for _name, row in rows)
    assert results.differences(season) == []


def test_when_a_round_opens_each_table_is_there_with_its_people_and_its_commitments(clock: SteppedClock) -> None:
    season = announced(people(4), seats=4, games=3)
    here = begun(season, clock)
    [meeting] = here.meetings.all()
    arranged = meeting.table
    assert arranged is not None and arranged.state == Table.State.ASSEMBLING
    assert (arranged.arranged_by, arranged.games_agreed, arranged.seats) == ("Family league", 3, 4)
    assert arranged.deals.count() == 3  # wgs1, step 1: before anybody can contribute
    assert list(arranged.places.values_list("client_seed", flat=True)) == ["-"] * 4
    seated = list(Seating.objects.filter(meeting=meeting).order_by("number").values_list("entry__user", flat=True))
    assert seated == list(arranged.places.order_by("number").values_list("user", flat=True))
    for pk in seated:
        assert Notice.objects.filter(user=pk, kind=Notice.Kind.MATCH_ARRANGED).count() == 1


def test_a_match_begins_once_everybody_has_come_and_each_contributes_then(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    begun(season, clock)
    come(season, pair[:1])
    assert not Game.objects.exists()
    come(season, pair[1:])
    assert Game.objects.get().client_seeds == ["ab" * 16] * 2


def test_who_has_not_come_in_time_is_dealt_in_without_a_contribution(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    here = begun(season, clock)
    come(season, pair[:1])
    clock.to(here.meetings.get().begins_by)
    sweep()
    game = Game.objects.get()
    contributions = {seat.user_id: game.client_seeds[seat.number] for seat in Seat.objects.filter(table=game.table_id)}
    assert contributions == {pair[0].pk: "ab" * 16, pair[1].pk: "-"}


def test_the_clocks_of_a_match_end_before_its_round_does(clock: SteppedClock) -> None:
    season = announced(people(2), games=3)
    here = begun(season, clock)
    meeting = here.meetings.get()
    assert meeting.table is not None
    each = timedelta(seconds=meeting.table.options["game_clock"])
    assert meeting.begins_by + 3 * each + 3 * timedelta(seconds=62) <= here.ends_at
    assert meeting.table.pause_budget == 0


def test_who_never_comes_is_absent_gets_nothing_and_bears_what_it_costs(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair, no_show_points=3, no_show_tally=70)
    run_on(season, clock, lambda: pair[:1])
    winner, absent = table(season)
    assert (winner[0], winner[1].points) == (pair[0].shown_name, 10)
    assert (absent[0], absent[1].points, absent[1].absences) == (pair[1].shown_name, -3, 1)
    assert absent[1].tally >= 70
    page = text(browser(pair[0]).get(reverse("league", args=[season.league.code])))
    assert "absent once" in page and "left once" not in page
    assert "the highest tally of that match, and at least 70. 3 league points are taken off for it." in page


def test_everybody_absent_counts_for_nobody_and_the_season_ends(clock: SteppedClock) -> None:
    season = announced(people(4), rounds=3, no_show_limit=2)
    run_on(season, clock, list)
    season = fresh(season)
    assert (season.state, season.rounds) == (Season.State.OVER, 2)  # out after two: nobody is left for the third
    assert {row.points for _name, row in table(season)} == {0}
    assert {row.absences for _name, row in table(season)} == {2}
    assert set(Entry.objects.values_list("left", flat=True)) == {Entry.Left.NO_SHOW}
    assert not Round.objects.filter(season=season).exclude(state=Round.State.CLOSED).exists()


def test_with_one_player_left_the_season_is_over_as_it_stands(clock: SteppedClock) -> None:
    pair = people(3)
    season = announced(pair)
    begun(season, clock)
    come(season, pair)
    play_on(season, pair)
    for person in pair[1:]:
        joining.withdraw(season.pk, person)
    run_on(season, clock, lambda: pair[:1])
    assert (fresh(season).state, fresh(season).rounds) == (Season.State.OVER, 1)
    assert len(table(season)) == 3


def test_a_season_that_fewer_than_two_joined_is_called_off(clock: SteppedClock) -> None:
    season = announced(people(1))
    clock.to(season.begins_at)
    sweep()
    assert fresh(season).state == Season.State.CALLED_OFF
    assert not Round.objects.exists()


def test_a_late_match_is_settled_at_the_end_of_its_round_as_it_stands(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair, games=3, turn=None, options={"timeout": "none", "max_missed": 0})
    here = begun(season, clock)
    come(season, pair)
    first = Game.objects.get()
    # An outage gave the clocks back what it took: they end behind the round.
    Game.objects.update(due_at=here.ends_at + timedelta(hours=2), game_deadline=here.ends_at + timedelta(hours=2))
    clock.to(here.ends_at)
    sweep()
    first.refresh_from_db()
    meeting = here.meetings.get()
    assert first.end_reason == "time_up"  # the lowest hand wins (W7.2)
    assert meeting.table is not None and meeting.table.state == Table.State.FINISHED
    assert Game.objects.filter(table=meeting.table).count() == 1  # games not dealt yet are not played
    places = dict(Seating.objects.filter(meeting=meeting).values_list("number", "tally"))
    assert [places[0], places[1]] == first.outcome["tally"]


def test_a_game_that_broke_leaves_a_bye_and_the_round_closes(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    here = begun(season, clock)
    come(season, pair)
    Game.objects.update(state=Game.State.FROZEN, due_at=None)
    clock.to(here.ends_at)
    sweep()
    assert here.meetings.get().state == Meeting.State.VOID
    assert fresh(season).state == Season.State.OVER  # case I15: nothing is open any more
    assert [(row.matches, row.byes, row.points) for _name, row in table(season)] == [(0, 1, 6)] * 2


def test_a_result_that_is_taken_back_counts_no_more(clock: SteppedClock) -> None:
    from games.services import following

    pair = people(2)
    season = announced(pair)
    run_on(season, clock, lambda: pair)
    assert sorted(row.points for _name, row in table(season)) == [2, 10]
    game = Game.objects.get()
    from games import log

    log.void(game)
    for follow in following.on_void:
        follow(game)
    assert [(row.matches, row.byes, row.points) for _name, row in table(season)] == [(0, 1, 6)] * 2
    assert results.differences(fresh(season)) == []


def test_tasks_may_run_twice_and_late_and_open_no_second_table(clock: SteppedClock) -> None:
    season = announced(people(4))
    here = begun(season, clock)
    found = list(here.meetings.values_list("pk", "table"))
    for again in (lambda: rounds.open_round(here.pk, clock.now), lambda: rounds.begin_season(season.pk, clock.now)):
        assert again() is False
    assert not any(rounds.arrange_meeting(pk, clock.now) for pk, _table in found)
    sweep()
    assert list(here.meetings.values_list("pk", "table")) == found
    assert Table.objects.count() == 2


def test_a_round_whose_opening_fell_into_an_outage_is_moved_and_keeps_its_hour(clock: SteppedClock) -> None:
    season = announced(people(2), length=1, unit="d", rounds=2)
    clock.to(season.begins_at + timedelta(days=2, hours=5))
    sweep()
    first, second = Round.objects.filter(season=season).order_by("number")
    assert first.opens_at == season.begins_at + timedelta(days=3)
    clock.to(first.opens_at)
    sweep()
    clock.to(second.opens_at + timedelta(hours=7))
    sweep()
    second.refresh_from_db()
    assert second.state == Round.State.OPEN
    assert second.ends_at == season.begins_at + timedelta(days=6)  # a day later than planned, at the same hour


def test_in_a_match_of_as_many_games_as_seats_everybody_has_the_first_turn_once(clock: SteppedClock) -> None:
    """W2.5: drawn for the first game, then one seat on."""
    three = people(3)
    season = announced(three, seats=3, games=3, rounds=1)
    run_on(season, clock, lambda: three)
    assert sorted(Game.objects.values_list("first_seat", flat=True)) == [0, 1, 2]


def test_nobody_is_told_twice_of_one_round(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    begun(season, clock)
    for _time in range(3):
        sweep()
    assert kinds(pair[0]) == [Notice.Kind.MATCH_ARRANGED]


def test_between_two_games_a_round_may_end_too(clock: SteppedClock, settings: Any) -> None:
    settings.GAMES_MATCH_PAUSE = 12
    pair = people(2)
    season = announced(pair, games=3, turn=60)
    here = begun(season, clock)
    come(season, pair)
    play_on(season, pair)
    meeting = here.meetings.get()
    assert meeting.table is not None and meeting.table.next_at is not None
    rounds.settle(meeting.pk, here.ends_at)
    meeting = here.meetings.get()
    assert (meeting.state, meeting.table and meeting.table.state) == (Meeting.State.OVER, Table.State.FINISHED)
    shown = text(browser(pair[0]).get(f"/games/{Game.objects.get().code}/"))  # one of three, and the page says so
    assert "The round was over before the match was: 1 of its 3 games could be played, and it counts." in shown
