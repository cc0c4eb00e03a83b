"""Two workers at the same work, and people against the clock: on real connections, on SQLite and on PostgreSQL."""

import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from accounts import closing
from accounts.models import User
from games.errors import NotAllowed
from games.leagues import founder, joining, results, rounds, tables
from games.leagues import tasks as of_leagues
from games.leagues.models import Entry, League, Meeting, Round, Season, Seating
from games.models import Game, LogEntry, Notice, Table
from games.services import arranging
from tests.games.conftest import at_once
from tests.stepped import SteppedClock, stepped

from .playing import NOW, announced, come, fresh, people, run_on, sweep, table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unlimited_moves")]
BEATS = 3


@pytest.fixture
def clock() -> Iterator[SteppedClock]:
    with stepped(NOW) as clock:
        yield clock


def beats() -> None:
    """The same beat of the clock on several workers, and once more for what one left to another."""
    errors = [found for found in at_once([of_leagues.run_leagues] * BEATS) if found is not None]
    assert errors == []


def remembered_as_worked_out(season: Season) -> bool:
    season = fresh(season)
    return tables.table_of(season) == tables.worked_out(season)


def test_several_beats_begin_a_season_once_and_seat_everybody_once(clock: SteppedClock) -> None:
    season = announced(people(8))
    clock.to(season.begins_at)
    beats()
    sweep()
    numbers = list(Round.objects.filter(season=season).values_list("number", flat=True))
    assert sorted(numbers) == list(range(1, 8))  # everybody meets everybody once
    assert Meeting.objects.count() == Table.objects.count() == 4
    assert Counter(Seating.objects.values_list("entry", flat=True)) == dict.fromkeys(
        Entry.objects.values_list("pk", flat=True), 1
    )
    told = Counter(Notice.objects.filter(kind=Notice.Kind.MATCH_ARRANGED).values_list("user", flat=True))
    assert set(told.values()) == {1} and len(told) == 8


def test_several_beats_settle_close_and_end_a_round_once(clock: SteppedClock) -> None:
    four = people(4)
    season = announced(four, rounds=1, turn=None, options={"timeout": "none", "max_missed": 0})
    clock.to(season.begins_at)
    sweep()
    come(season, four)
    assert Game.objects.filter(state=Game.State.PLAYING).count() == 2
    here = Round.objects.get(season=season)
    Game.objects.update(due_at=None, game_deadline=None)  # nothing but the end of the round ends them
    clock.to(here.ends_at)
    beats()
    sweep()
    ended = LogEntry.objects.filter(action="time_up").values_list("game", flat=True)
    assert sorted(ended) == sorted(Game.objects.values_list("pk", flat=True))  # each once
    assert set(Meeting.objects.values_list("state", flat=True)) == {Meeting.State.OVER}
    assert fresh(season).state == Season.State.OVER
    assert results.differences(fresh(season)) == [] and remembered_as_worked_out(season)
    assert sum(row.points for _name, row in table(season)) == 2 * (10 + 2)


def test_several_beats_close_a_round_and_open_the_next_one_once(clock: SteppedClock) -> None:
    four = people(4)
    season = announced(four)
    clock.to(season.begins_at)
    sweep()
    clock.to(Round.objects.get(season=season, number=1).ends_at)
    beats()
    sweep()
    states = list(Round.objects.filter(season=season).order_by("number").values_list("state", flat=True))
    assert states == [Round.State.CLOSED, Round.State.OPEN, Round.State.PLANNED]
    assert Counter(Meeting.objects.values_list("round__number", flat=True)) == {1: 2, 2: 2}
    assert Table.objects.count() == 4


def test_two_results_at_once_are_both_in_the_table(clock: SteppedClock) -> None:
    four = people(4)
    season = announced(four)
    clock.to(season.begins_at)
    sweep()
    come(season, four)
    tables.table_of(fresh(season))
    here, before = Round.objects.get(season=season, number=1), fresh(season).news
    over = at_once(
        [partial(arranging.end_now, pk, clock.now) for pk in Table.objects.order_by("pk").values_list("pk", flat=True)]
    )
    assert over == [True, True]
    assert fresh(season).news == before + 2
    here.refresh_from_db()
    assert remembered_as_worked_out(season)
    assert [row.matches for _name, row in table(season)] == [1] * 4


@pytest.mark.parametrize("turn", range(3))
def test_who_withdraws_as_the_match_begins_is_out_of_it_or_leaves_it(clock: SteppedClock, turn: int) -> None:
    pair = people(2)
    season = announced(pair)
    clock.to(season.begins_at)
    sweep()
    meeting = Meeting.objects.get()
    clock.to(meeting.begins_by)
    calls: list[Any] = [
        partial(joining.withdraw, season.pk, pair[1]),
        partial(rounds.begin_match, meeting.pk, clock.now),
        partial(rounds.begin_match, meeting.pk, clock.now),
    ]
    errors = [found for found in at_once(calls[turn:] + calls[:turn]) if isinstance(found, Exception)]
    assert errors == []
    assert Entry.objects.get(user=pair[1]).left == Entry.Left.WITHDREW
    meeting.refresh_from_db()
    run_on(season, clock, lambda: pair[:1])
    found = {name: (row.matches, row.byes, row.absences, row.points) for name, row in table(season)}
    stayed, went = (found[person.shown_name] for person in pair)
    if Game.objects.exists():  # it had begun: left (W8.3)
        assert Game.objects.count() == 1 and meeting.state == Meeting.State.OVER
        assert (stayed, went) == ((1, 0, 0, 10), (1, 0, 1, 0))
    else:  # it is as if they had not been drawn
        assert meeting.state == Meeting.State.VOID
        assert (stayed, went) == ((0, 1, 0, 6), (0, 0, 0, 0))
    assert results.differences(fresh(season)) == [] and remembered_as_worked_out(season)


def test_the_founder_and_the_clock_begin_a_season_once(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    clock.to(season.begins_at)
    calls = [partial(joining.begin_now, season.league.code, pair[0], 2), of_leagues.run_leagues]
    errors = [found for found in at_once([*calls, *calls]) if isinstance(found, Exception)]
    assert errors == []
    sweep()
    assert Round.objects.filter(season=season).count() == Meeting.objects.count() == Table.objects.count() == 1


def test_the_next_season_asked_for_twice_at_once_is_one(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair, rounds=1)
    run_on(season, clock, lambda: pair)
    made = at_once([partial(joining.next_season, season.league.code, pair[0])] * 3)
    assert len({found.pk for found in made}) == 1
    assert Season.objects.count() == 2 and Entry.objects.filter(season=made[0]).count() == 2


@pytest.mark.parametrize("turn", range(3))
def test_calling_off_as_the_first_round_opens_is_one_or_the_other(clock: SteppedClock, turn: int) -> None:
    """Off, with nothing opened and everybody told once; or begun, with everybody seated and the founder refused."""
    four = people(4)
    season = announced(four)
    clock.to(season.begins_at)
    calls: list[Any] = [
        partial(founder.call_off, season.league.code, four[0], 1), of_leagues.run_leagues, of_leagues.run_leagues,
        partial(founder.call_off, season.league.code, four[0], 1),
    ]  # fmt: skip
    answers = at_once(calls[turn:] + calls[:turn])
    refused = [found for found in answers if isinstance(found, Exception)]
    sweep()
    told = Counter(Notice.objects.filter(kind=Notice.Kind.SEASON_OFF).values_list("user", flat=True))
    if fresh(season).state == Season.State.CALLED_OFF:
        assert refused == []
        assert not Round.objects.exists() and not Meeting.objects.exists() and not Table.objects.exists()
        assert told == {person.pk: 1 for person in four[1:]}
    else:
        assert fresh(season).state == Season.State.RUNNING
        assert [type(error) for error in refused] == [NotAllowed, NotAllowed]
        assert Table.objects.count() == 2 and told == {}


@pytest.mark.parametrize("first", ["founder", "heir"])
def test_a_founder_and_the_heir_who_go_at_once_leave_the_league_to_who_stays(
    clock: SteppedClock, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """ADR 14. The founder is in no season any more, so that no lock of a season keeps the two apart."""
    pair_and_one = people(3)
    season = announced(pair_and_one)
    joining.withdraw(season.pk, pair_and_one[0])
    goes, follows = pair_and_one[:2] if first == "founder" else reversed(pair_and_one[:2])
    nearly, gone, erase = threading.Event(), threading.Event(), closing.erase

    def slowly(person: User) -> None:
        erase(person)
        if person == goes:
            nearly.set()
            gone.wait(2)  # all is written and nothing committed: the other goes meanwhile, or has to wait

    def follow() -> None:
        nearly.wait(20)
        closing.close_account(follows)
        gone.set()

    monkeypatch.setattr(closing, "erase", slowly)
    assert at_once([partial(closing.close_account, goes), follow]) == [None, None]
    assert League.objects.get().founder == pair_and_one[2]
    assert Notice.objects.filter(user=pair_and_one[2], kind=Notice.Kind.NOW_FOUNDER).count() == 1
