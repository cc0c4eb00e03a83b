"""Who withdraws around the beginning of a match: nobody who could still have come in time bears anything for it."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from games.errors import NotAllowed
from games.leagues import joining, results, rounds
from games.leagues.models import Meeting, Season, Seating
from games.models import Game, Notice, Table
from games.services import play, tables
from tests.games.factories import kinds, moved
from tests.games.pages import browser, text
from tests.stepped import SteppedClock, stepped

from .playing import NOW, announced, come, fresh, people, run_on, sweep, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture
def clock() -> Iterator[SteppedClock]:
    with stepped(NOW) as clock:
        yield clock


def begin(season: Season, clock: SteppedClock) -> None:
    clock.to(season.begins_at)
    sweep()


@pytest.mark.parametrize("came", [False, True])
def test_with_two_seats_the_one_who_stays_has_a_bye_and_is_told_so(clock: SteppedClock, came: bool) -> None:
    pair = people(2)
    season = announced(pair, no_show_points=3)
    begin(season, clock)
    come(season, pair[:1] if came else [])
    joining.withdraw(season.pk, pair[1])
    assert not Game.objects.exists()  # not dealt with one left
    assert (Meeting.objects.get().state, Table.objects.get().state) == (Meeting.State.VOID, Table.State.ABANDONED)
    assert Notice.Kind.MATCH_OFF in kinds(pair[0]) and Notice.Kind.MATCH_OFF not in kinds(pair[1])
    assert "It counts as a bye for you" in text(browser(pair[0]).get("/"))
    page = text(browser(pair[0]).get(reverse("league", args=[season.league.code])))
    assert "no result: counts as a bye" in page and "left before it began" in page
    assert "To the table" not in page  # nobody else may look at it
    assert "This match was not played: it counts as a bye." in text(
        browser(pair[0]).get(reverse("table", args=[Table.objects.get().code]))
    )
    assert "No match is over yet, so nobody has a place." in page and "the lot" not in page and "Place 1" not in page
    assert page.rindex("withdrew") > page.index(pair[0].shown_name, page.index("Standings"))
    run_on(season, clock, lambda: pair[:1])
    found = {name: (row.matches, row.byes, row.absences, row.points) for name, row in table(season)}
    assert found == {pair[0].shown_name: (0, 1, 0, 6), pair[1].shown_name: (0, 0, 0, 0)}
    assert results.differences(fresh(season)) == []


def test_with_more_seats_the_others_play_at_a_smaller_table_and_nobody_is_absent(clock: SteppedClock) -> None:
    four = people(4)
    season = announced(four, seats=4, rounds=1)
    begin(season, clock)
    waiting = Table.objects.get()
    gone = waiting.host  # who sits at seat 0: the others move up
    stay = [person for person in four if person != gone]
    come(season, stay[:1])
    joining.withdraw(season.pk, gone)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.seats, waiting.seated) == (Table.State.ASSEMBLING, 3, 3)
    assert {person for person in four if Notice.Kind.MATCH_SMALLER in kinds(person)} == set(stay)
    come(season, stay[1:])
    game = Game.objects.get()
    assert game.seats == 3 and game.client_seeds == ["ab" * 16] * 3
    run_on(season, clock, lambda: stay)
    rows = dict(table(season))
    assert sorted(rows[person.shown_name].points for person in stay) == [1, 5, 10]
    assert [row.absences for row in rows.values()] == [0] * 4
    assert (rows[gone.shown_name].points, rows[gone.shown_name].byes) == (0, 0)
    assert rows[gone.shown_name].tally == max(row.tally for row in rows.values())  # as who was not in that round
    assert results.differences(fresh(season)) == []


def test_when_all_the_others_had_come_already_the_match_begins_at_once(clock: SteppedClock) -> None:
    three = people(3)
    season = announced(three, seats=3)
    begin(season, clock)
    come(season, three[:2])
    joining.withdraw(season.pk, three[2])
    assert Game.objects.get().seats == 2


def test_with_one_after_the_other_gone_the_last_one_has_a_bye(clock: SteppedClock) -> None:
    three = people(3)
    season = announced(three, seats=3)
    begin(season, clock)
    for person in three[1:]:
        joining.withdraw(season.pk, person)
    assert Meeting.objects.get().state == Meeting.State.VOID and not Game.objects.exists()
    run_on(season, clock, lambda: three[:1])
    assert {name: row.byes for name, row in table(season)} == {
        person.shown_name: int(person == three[0]) for person in three
    }


def test_who_withdraws_before_the_table_is_there_is_not_seated(clock: SteppedClock) -> None:
    three = people(3)
    season = announced(three, seats=3)
    clock.to(season.begins_at)
    rounds.begin_season(season.pk, clock.now)
    rounds.open_round(season.calendar.get(number=1).pk, clock.now)
    joining.withdraw(season.pk, three[2])
    sweep()
    seated = set(Table.objects.get().places.values_list("user", flat=True))
    assert seated == {person.pk for person in three[:2]}
    assert Seating.objects.get(entry__user=three[2]).left_before


def test_who_still_had_time_to_come_is_not_absent_when_the_opponent_leaves_a_match_that_began(
    clock: SteppedClock,
) -> None:
    pair = people(2)
    season = announced(pair)
    begin(season, clock)
    clock.to(Meeting.objects.get().begins_by + timedelta(seconds=1))
    sweep()
    assert Game.objects.get().state == Game.State.PLAYING  # without either having come
    joining.withdraw(season.pk, pair[1])
    run_on(season, clock, list)
    found = {name: (row.absences, row.points) for name, row in table(season)}
    assert found == {pair[0].shown_name: (0, 10), pair[1].shown_name: (1, 0)}


def test_who_leaves_a_match_of_several_games_is_last_in_it_and_saves_no_points_by_it(clock: SteppedClock) -> None:
    """W8.3, W9.5: each game that nobody could play counts for the leaver as the costliest of the match."""
    pair = people(2)
    season = announced(pair, games=4, preset="003")
    begin(season, clock)
    come(season, pair)
    sweep()
    play.leave(Game.objects.get().code, pair[1])
    sweep()
    game = Game.objects.get()  # no second one
    assert game.outcome is not None
    stayed, left = (game.players.get(user=person).seat for person in pair)
    most = max(game.outcome["tally"])
    found = results.result_of(Meeting.objects.get())
    assert found is not None
    assert found[stayed][:3] == (1, game.outcome["tally"][stayed], 1)
    assert found[left][:3] == (2, game.outcome["tally"][left] + 3 * most, 0)
    assert results.differences(fresh(season)) == []


def shown_of(season: Season, viewer: User) -> tuple[str, str]:
    """What the page of the league and the result of the match say."""
    page = text(browser(viewer).get(reverse("league", args=[season.league.code])))
    return page, text(browser(viewer).get(reverse("game", args=[Game.objects.get().code])))


COST = "gives no league points and the highest tally of that match, and at least 50."


def test_who_came_and_left_before_a_move_is_said_to_have_left_and_bears_what_a_missed_match_costs(
    clock: SteppedClock,
) -> None:
    """W8.3. The rules of a season: who takes no action and leaves has missed the match."""
    pair = people(2)
    season = announced(pair, rounds=1, no_show_points=2)
    begin(season, clock)
    come(season, pair)
    play.leave(Game.objects.get().code, pair[1])
    sweep()
    rows = dict(table(season))
    gone = rows[pair[1].shown_name]
    assert (gone.absences, gone.away, gone.left, gone.points) == (1, 0, 1, -2)
    assert gone.tally >= 50
    page, over = shown_of(season, pair[0])
    assert "left once" in page and f"{pair[1].shown_name} left" in page and f"{pair[1].shown_name} left" in over
    for read in (page, over):
        assert "absent once" not in read and f"{pair[1].shown_name} absent" not in read
        assert COST in read and "2 league points are taken off for it." in read


def test_who_played_and_left_is_said_to_have_left_and_missed_nothing(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair, rounds=1)
    begin(season, clock)
    come(season, pair)
    game = Game.objects.get()
    for _turn in range(2):
        moved(Game.objects.get())
    play.leave(game.code, pair[1])
    sweep()
    gone = dict(table(season))[pair[1].shown_name]
    assert (gone.absences, gone.left, gone.points) == (0, 1, 2)
    page, over = shown_of(season, pair[0])
    assert "left once" in page and f"{pair[1].shown_name} left, {gone.tally}" in page
    assert f"{pair[1].shown_name} left" in over and COST not in page + over


def test_a_seat_that_waits_is_given_up_by_withdrawing_only(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    begin(season, clock)
    waiting = Table.objects.get()
    shown = text(browser(pair[0]).get(reverse("table", args=[waiting.code])))
    assert "It begins when everybody has come, at the latest" in shown and "by itself" not in shown
    with pytest.raises(NotAllowed):
        tables.leave(waiting.code, pair[0])
    answer = browser(pair[0]).post(reverse("leave_table", args=[waiting.code]))
    assert answer.status_code == 422 and "withdraw from the league" in text(answer)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.seated) == (Table.State.ASSEMBLING, 2)


def test_who_was_absent_comes_behind_who_was_there_whatever_the_tallies_say(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    run_on(season, clock, lambda: pair[:1])
    game = Game.objects.get()
    there = game.players.get(user=pair[0]).seat
    for tally in ([85, 85], [90, 60] if there == 0 else [60, 90]):
        Game.objects.update(outcome={**(game.outcome or {}), "tally": tally})
        found = results.result_of(Meeting.objects.get())
        assert found is not None
        assert [found[there][0], found[1 - there][0]] == [1, 2], tally
