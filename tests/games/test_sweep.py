"""The sweep as an operation: outages cost nobody time, a wrong clock ends nothing, too much at once is refused, and
what went wrong is undone."""

from datetime import timedelta
from functools import partial
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import clocks, endings, log, selectors, tasks
from games.errors import NotAllowed, NotFound
from games.models import ClockEvent, Game, Heartbeat, LogEntry, Notice, Outage, Player
from games.services import following, outages, pausing, play, sweeping, undoing

from .conftest import at_once
from .factories import key, legal, log_of, member, moved, played_out, started, to_act

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


def fresh(game: Game) -> Game:
    return Game.objects.select_related("table").get(pk=game.pk)


def actions(game: Game) -> list[str]:
    return list(LogEntry.objects.filter(game=game).order_by("seq").values_list("action", flat=True))


def two(**chosen: Any) -> Game:
    return started([member(), member()], **{"preset": "002", "turn_clock": 60, **chosen})


def made_overdue(game: Game, by: timedelta = timedelta(minutes=2)) -> Game:
    """The game with its turn and its game clock moved into the past."""
    for name in ("deadline", "game_deadline", "due_at"):
        if getattr(game, name) is not None:
            setattr(game, name, getattr(game, name) - by - (game.due_at - game.turn_since))
    game.save(update_fields=["deadline", "game_deadline", "due_at"])
    return game


def beat_at(at: Any) -> None:
    Heartbeat.objects.update_or_create(name=outages.SWEEP, defaults={"at": at})


# -- outages (D22, check 19) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", [
    {"preset": "002", "turn_clock": 60},
    {"preset": "001", "turn_clock": None, "game_clock": 600},
    {"preset": "001", "turn_clock": 60, "game_clock": 600},
    {"preset": "002", "turn_clock": 86_400},
])  # fmt: skip
def test_an_outage_moves_every_running_deadline_by_its_length_once(chosen: dict[str, Any]) -> None:
    game = two(**chosen)
    before = {name: getattr(game, name) for name in ("deadline", "game_deadline", "due_at", "remind_at")}
    beat_at(game.started_at + SECOND)
    gap = timedelta(minutes=42, microseconds=7)
    assert outages.beat(game.started_at + SECOND + gap) == gap
    assert outages.beat(game.started_at + SECOND + gap) == timedelta(0)
    after = fresh(game)
    for name, moment in before.items():
        assert getattr(after, name) == (None if moment is None else moment + gap), name
    assert (Outage.objects.count(), after.clock_seq) == (1, 1)
    assert log.differences(after) == []


def test_thirty_seconds_are_no_outage() -> None:
    game = two()
    beat_at(game.started_at)
    assert outages.beat(game.started_at + 30 * SECOND) == timedelta(0)
    assert fresh(game).deadline == game.deadline
    assert outages.beat(game.started_at + 61 * SECOND) == 31 * SECOND
    assert fresh(game).deadline == game.deadline + 31 * SECOND


def test_a_turn_that_began_during_the_outage_gets_back_what_it_lost_of_it() -> None:
    game = two()
    beat_at(game.started_at - 10 * MINUTE)  # nothing swept for ten minutes when this game was dealt
    outages.beat(game.started_at + 5 * MINUTE)
    assert fresh(game).deadline == game.deadline + 5 * MINUTE


def test_a_computer_player_and_a_pause_lose_nothing_and_are_not_moved() -> None:
    people = [member(), member()]
    game = started(people, preset="002", turn_clock=60)
    game = pausing.pause(game.code, people[0], "ask", 0)
    game = fresh(pausing.pause(game.code, people[1], "agree", game.clock_seq))
    beat_at(game.paused_at)
    outages.beat(game.paused_at + 5 * MINUTE)
    after = fresh(game)
    assert (after.turn_left, after.pause_ends, after.bot_at) == (game.turn_left, game.pause_ends, None)


def test_a_post_that_comes_before_the_first_sweep_after_an_outage_is_not_late() -> None:
    game = two()
    beat_at(game.turn_since + SECOND)
    late = game.deadline + 10 * MINUTE
    after = play.act(game.code, to_act(game), legal(game)[0], 0, key(), late)
    assert "timeout" not in actions(game) and after.seq == 1
    outages.beat(late + SECOND)
    assert "timeout" not in actions(game)


def test_after_the_outage_a_turn_runs_out_as_much_later() -> None:
    game = two()
    beat_at(game.turn_since)
    back = game.deadline + 10 * MINUTE
    outages.beat(back)
    end = game.deadline + (back - game.turn_since) + clocks.grace_of(game)
    beat_at(end + SECOND)
    assert not play.end_overdue(game.code, end)
    assert play.end_overdue(game.code, end + SECOND) and actions(game) == ["timeout"]


def test_the_page_and_the_log_say_that_the_clocks_were_moved(client: Client) -> None:
    game = two(turn_clock=86_400)
    now = log.database_now()
    Game.objects.filter(pk=game.pk).update(turn_since=now - 3 * 60 * MINUTE, started_at=now - 3 * 60 * MINUTE)
    beat_at(now - 42 * MINUTE)
    outages.beat(now)
    client.force_login(to_act(game))
    for address in (f"/games/{game.code}/", f"/games/{game.code}/log/"):
        assert "The site was away for 42 minutes" in client.get(address).content.decode()
    assert "The site was away" not in client.get(f"/games/{two().code}/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_beats_at_once_after_an_outage_move_the_deadlines_once() -> None:
    games = [two() for _game in range(5)]
    for number in range(1, 11):
        now = log.database_now()
        beat_at(now - 10 * MINUTE)
        before = {game.pk: fresh(game).deadline for game in games}
        given = at_once([outages.beat] * 4)
        assert not [error for error in given if isinstance(error, Exception)]
        [gap] = [gap for gap in given if gap]
        for game in games:
            after = fresh(game)
            assert after.clock_seq == number and after.deadline - before[game.pk] <= gap
            assert after.deadline > before[game.pk]


# -- given by staff (D15, D16) -------------------------------------------------------------------------------


def test_staff_give_every_running_game_the_same_time_and_its_players_are_told(client: Client) -> None:
    both, slow = two(preset="001", turn_clock=60, game_clock=600), two(turn_clock=2 * 86_400)
    paused = pausing.pause(two().code, Player.objects.last().user, "ask", 0)
    paused = fresh(pausing.pause(paused.code, Player.objects.filter(game=paused).first().user, "agree", 1))
    assert paused.paused_at is not None
    over, said = play.leave(two().code, Player.objects.last().user), StringIO()
    call_command("give_time", "40", "--dry-run", stdout=said)
    assert sorted(said.getvalue().split()[1:4:2]) == sorted([both.code, slow.code]) and fresh(both).clock_seq == 0
    call_command("give_time", "40", stdout=said)
    assert said.getvalue().endswith("2 games, 2 given 40 minutes.\n")
    for game in (both, slow):
        after = fresh(game)
        for name in ("deadline", "game_deadline", "due_at"):
            before = getattr(game, name)
            assert getattr(after, name) == (before and before + 40 * MINUTE), name
        assert (after.clock_seq, actions(after), log.differences(after)) == (1, [], [])
    assert fresh(paused).turn_left == paused.turn_left and fresh(over).due_at is None
    client.force_login(to_act(both))
    assert (
        "moved every running clock of this game by 40 minutes"
        in client.get(f"/games/{both.code}/log/").content.decode()
    )


def test_a_turn_that_was_given_time_is_no_longer_overdue_for_a_sweep_that_had_found_it() -> None:
    game = made_overdue(two())
    assert selectors.overdue_games(log.database_now()) == [game.code]
    call_command("give_time", "10", game.code, stdout=StringIO())
    assert not play.end_overdue(game.code) and actions(game) == []


@pytest.mark.parametrize("minutes", ["0", "-5", "20161"])
def test_no_time_is_taken_and_none_given_without_end(minutes: str) -> None:
    with pytest.raises(CommandError, match="Give 1 to 20160 minutes"):
        call_command("give_time", "--", minutes, stdout=StringIO())


# -- the clocks of machines (check 24) -----------------------------------------------------------------------


@pytest.mark.parametrize("step", [timedelta(hours=1), timedelta(hours=-1)])
def test_a_process_whose_clock_is_far_from_the_databases_ends_nothing(
    step: timedelta, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = made_overdue(two())
    real = log.database_now()
    monkeypatch.setattr(log, "database_now", lambda: real + step)
    tasks.end_overdue()
    assert actions(game) == [] and "does not run" in caplog.text and not Heartbeat.objects.exists()
    with pytest.raises(CommandError, match="3600 s apart"):
        call_command("sweep", stdout=StringIO())


@pytest.mark.parametrize("step", [timedelta(hours=1), timedelta(hours=-1)])
def test_a_stepped_clock_of_the_whole_machine_ends_no_turn_early(
    step: timedelta, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the embedded site the machine's clock is the database's: a jump is an outage, and nobody pays for it."""
    game = two()
    beat_at(game.turn_since)
    stepped = game.turn_since + step + 5 * SECOND
    monkeypatch.setattr(timezone, "now", lambda: stepped)
    monkeypatch.setattr(log, "database_now", lambda: stepped)
    tasks.end_overdue()
    assert actions(game) == []
    left = fresh(game).deadline - stepped
    assert left >= 54 * SECOND  # 60 seconds, of which 5 were over
    assert Heartbeat.objects.get().at == stepped


# -- too much at once, dry run, override (check 25) ----------------------------------------------------------


def ending(count: int) -> list[Game]:
    """Games whose own clock ran out: the sweep would end each."""
    return [made_overdue(two(preset="001", turn_clock=None, game_clock=600)) for _game in range(count)]


def test_more_endings_than_a_twentieth_are_refused_and_turns_go_on(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sweeping, "FEWEST", 2)
    doomed, turn = ending(3), made_overdue(two())
    beat_at(log.database_now())
    tasks.end_overdue()
    assert all(fresh(game).state == Game.State.PLAYING for game in doomed)
    assert actions(turn) == ["timeout"] and "ends none of them" in caplog.text
    tasks.end_overdue()
    assert caplog.text.count("ends none of them") == 1  # a log that says so every few seconds is read by nobody
    health = client.get("/healthz")
    assert health.status_code == 503 and "held_back" in health.json()["problems"]
    assert client.get("/healthz/serving").status_code == 200


def test_as_many_as_a_twentieth_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "FEWEST", 0)
    monkeypatch.setattr(sweeping, "live_games", lambda: 60)
    doomed = ending(3)
    assert [due.code for due in sweeping.plan(log.database_now()).todo] == [game.code for game in doomed]
    monkeypatch.setattr(sweeping, "live_games", lambda: 59)
    assert sweeping.plan(log.database_now()).todo == ()


def test_a_small_site_ends_ten_games_at_once_without_being_asked() -> None:
    doomed = ending(10)
    beat_at(log.database_now())
    tasks.end_overdue()
    assert {fresh(game).end_reason for game in doomed} == {"time_up"}


def test_the_setting_overrides_and_the_health_page_is_well_again(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(sweeping, "FEWEST", 2)
    doomed = ending(3)
    beat_at(log.database_now())
    tasks.end_overdue()
    settings.SWEEP_OVERRIDE = True
    tasks.end_overdue()
    assert {fresh(game).end_reason for game in doomed} == {"time_up"}
    assert client.get("/healthz").json()["problems"] == []


def test_a_turn_whose_end_would_end_the_game_counts_as_an_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "FEWEST", 0)
    game = two(max_missed=1)
    made_overdue(game)
    [held] = sweeping.plan(log.database_now()).held_back
    assert (held.code, held.what, held.ends) == (game.code, "turn", "last_player")  # W8.2, W8.4


def test_a_dry_run_says_what_would_be_done_and_changes_nothing() -> None:
    beat_at(log.database_now())
    turn, [doomed], in_time = made_overdue(two()), ending(1), two()
    said = StringIO()
    call_command("sweep", "--dry-run", stdout=said)
    told = said.getvalue()
    assert f"game {turn.code}: a turn is over\n" in told
    assert f"game {doomed.code}: the game's time is over, which ends the game (time_up)" in told
    assert in_time.code not in told and "2 overdue, 0 done, 0 held back" in told
    assert actions(turn) == actions(doomed) == []
    call_command("sweep", stdout=said)
    assert actions(turn) == ["timeout"] and actions(doomed) == ["time_up"]


def test_the_command_holds_back_too_and_ends_all_when_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "FEWEST", 2)
    beat_at(log.database_now())
    doomed, said = ending(3), StringIO()
    with pytest.raises(CommandError, match="--override"):
        call_command("sweep", stdout=said)
    assert said.getvalue().count("held back\n") == 3 and {fresh(game).state for game in doomed} == {"playing"}
    call_command("sweep", "--override", stdout=said)
    assert {fresh(game).end_reason for game in doomed} == {"time_up"}


# -- health (check 74) ---------------------------------------------------------------------------------------


def test_health_says_how_far_behind_the_jobs_are_and_turns_red(client: Client) -> None:
    game, now = two(), log.database_now()
    assert client.get("/healthz").json()["seconds"] == {"clock_skew": 0.0, "job_lag": None, "oldest_overdue": None}
    beat_at(now - 59 * SECOND)
    assert client.get("/healthz").status_code == 200
    beat_at(now - 61 * SECOND)
    assert client.get("/healthz").json()["problems"] == ["sweep"]
    beat_at(now)
    Game.objects.filter(pk=game.pk).update(due_at=now - 4 * MINUTE)
    health = client.get("/healthz")
    assert health.status_code == 200 and 240 <= health.json()["seconds"]["oldest_overdue"] < 270
    Game.objects.filter(pk=game.pk).update(due_at=now - 5 * MINUTE - SECOND)
    health = client.get("/healthz")
    assert (health.status_code, health.json()["problems"]) == (503, ["overdue"])
    assert client.get("/healthz/serving").json() == {"status": "ok", "problems": []}


def test_health_is_red_when_clock_and_database_disagree(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    real = log.database_now()
    monkeypatch.setattr(log, "database_now", lambda: real - 2 * MINUTE)
    assert client.get("/healthz").json()["problems"] == ["clock"]


# -- undone (check 25) ---------------------------------------------------------------------------------------


def test_what_a_wrong_sweep_ended_is_taken_back_and_its_players_are_told(client: Client) -> None:
    wrong, right = ending(1)[0], played_out(two())
    since = log.database_now() - SECOND
    play.end_overdue(wrong.code)
    before = actions(wrong)
    said = StringIO()
    call_command("void_games", "--since", since.isoformat(), "--dry-run", stdout=said)
    assert said.getvalue() == f"game {wrong.code}\n1 games, 0 taken back.\n"
    call_command("void_games", "--since", since.isoformat(), stdout=said)
    call_command("void_games", wrong.code, stdout=said)  # twice is no error
    game = fresh(wrong)
    assert (game.state, game.end_reason, actions(game)) == ("void", "abandoned", before)  # W7.5; the log stays
    assert fresh(right).state == "over"
    assert Notice.objects.filter(kind="game_void", game=game).count() == 2
    assert ClockEvent.objects.filter(game=game, kind="voided").count() == 1
    assert log.differences(game) == []
    for player in Player.objects.filter(game=game):
        assert selectors.profile(player.user, None).played == 0
    client.force_login(Player.objects.filter(game=game).first().user)
    assert "took the result back" in client.get(f"/games/{game.code}/").content.decode()
    assert "took the result back" in client.get(f"/games/{game.code}/log/").content.decode()
    for shown in (f"/games/{game.code}/", f"/games/{game.code}/review/"):
        page = client.get(shown).content.decode()
        assert "No result" in page and "You win!" not in page and " wins<" not in page, shown
    over = client.get(f"/games/{game.code}/").content.decode()
    assert ">Points</th>" in over and ">Place</th>" not in over and 'class="won"' not in over
    assert "1. " not in over.split('id="detail"')[1].split('class="proof"')[0]
    muster = client.get("/").content.decode()
    assert "Look at the game" in muster and "ENTER GAME" not in muster
    assert "taken back: counts for nothing" in muster and "You won" not in muster
    call_command("replay_games", stdout=said)


def test_a_game_that_was_taken_back_counts_for_nothing_in_its_match() -> None:
    people = [member(), member()]
    game = started(people, preset="003", games=2, turn_clock=60, max_missed=1)
    game = moved(game)
    play.end_overdue(game.code, game.deadline + 3 * SECOND)
    undoing.void(game.code)
    following = log_of(game.table)
    assert following.number == 2
    tally = played_out(following).outcome["tally"]
    standing = selectors.table_for(game.table.code, people[0]).standing
    assert standing is not None and list(standing.totals) == tally
    assert endings.tallies(fresh(following)) == [tally]  # what its page adds up
    assert endings.tallies(fresh(game)) == []  # and nothing on its own


def test_whoever_counted_the_game_takes_back_what_it_counted_for(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(following, "on_void", [lambda game: told.append(game.code)])
    game = play.leave(two().code, Player.objects.first().user)
    assert undoing.void(game.code) and not undoing.void(game.code)
    assert told == [game.code]


def test_a_result_can_be_taken_back_for_a_day_and_only_when_there_is_one() -> None:
    game = two()
    with pytest.raises(NotAllowed):
        undoing.void(game.code)
    with pytest.raises(NotFound):
        undoing.void("nosuchgame23")
    game = played_out(game)
    with pytest.raises(NotAllowed) as refused:
        undoing.void(game.code, game.ended_at + timedelta(hours=24, seconds=1))
    assert refused.value.code == "too_late" and fresh(game).state == "over"
    with pytest.raises(CommandError):
        call_command("void_games", stdout=StringIO())


def test_only_games_that_the_clock_ended_are_found() -> None:
    people = [member(), member()]
    left = started(people, preset="002", turn_clock=60)
    play.leave(left.code, people[0])
    missed = two(max_missed=1)
    play.end_overdue(missed.code, missed.deadline + 3 * SECOND)
    alone = two(max_missed=0, market_empty="reshuffle")
    while alone.state == Game.State.PLAYING:
        play.end_overdue(alone.code, alone.deadline + 3 * SECOND)
        alone = fresh(alone)
    assert alone.end_reason == "abandoned"
    found = log.ended_by_the_clock(left.started_at, alone.ended_at)
    assert set(found) == {missed.code, alone.code}


# -- exactly once (checks 13, 14, D01) -----------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_twenty_deliveries_of_one_sweep_end_one_turn() -> None:
    game = made_overdue(two(max_missed=0))
    beat_at(log.database_now())
    at_once([tasks.end_overdue] * 20)
    assert actions(game) == ["timeout"]


@pytest.mark.django_db(transaction=True)
def test_two_workers_with_two_beats_end_each_of_a_hundred_turns_once() -> None:
    """Four sweeps at once, as two workers fed by two beats run them, a hundred times over."""
    games = [two(max_missed=0, preset="003") for _game in range(10)]
    for turn in range(1, 11):
        for game in games:
            made_overdue(fresh(game))
        beat_at(log.database_now())
        at_once([tasks.end_overdue] * 4)
        for game in games:
            assert actions(game) == ["timeout"] * turn
    assert all(log.differences(fresh(game)) == [] for game in games)


@pytest.mark.django_db(transaction=True)
def test_a_late_post_and_four_sweeps_have_one_effect() -> None:
    for number in range(10):
        game = made_overdue(two())
        beat_at(log.database_now())
        post = partial(play.act, game.code, to_act(game), "draw", 0, f"key-{number:08d}")
        at_once([tasks.end_overdue, post, tasks.end_overdue, tasks.end_overdue, tasks.end_overdue])
        assert actions(game) == ["timeout"]  # check 13: the post came after its time, whoever looked first


def test_moving_on_takes_a_turn_out_of_the_sweep() -> None:
    game = moved(two())
    assert selectors.overdue_games(game.turn_since + 61 * SECOND) == []
