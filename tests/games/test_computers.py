"""Computer players on the site: when they think and move, what goes wrong with them, hints, and starting again."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games import computers as sights
from games import log, selectors, tasks, thinking
from games.models import Game, LogEntry, Player, Seat, Table
from games.services import computers, play
from rules import bots
from rules.cli.think import Request, Thought
from tests import processes

from .factories import computer_game, guest, legal, log_of, member, moved, rules, started
from .pages import browser, shuffled, text, value_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]
SECOND = timedelta(seconds=1)
HTMX = {"HX-Request": "true"}


def against(host: User | None = None, preset: str = "002", seats: int = 3, level: str = "easy", **more: Any) -> Game:
    """A game against computer players in which one of them is to act."""
    game = log_of(computer_game(host or member(), rules(preset, seats, bot_level=level, **more)))
    while game.bot_at is None:
        game = moved(game)
    return Game.objects.select_related("table").get(pk=game.pk)


def on_my_turn(host: User, preset: str = "002", level: str = "easy", seats: int = 2) -> Game:
    game = log_of(computer_game(host, rules(preset, seats, bot_level=level)))
    while game.bot_at is not None:
        assert computers.move(game.code, game.seq, game.bot_at)
        game = log_of(game.table)
    return game


def latest(game: Game) -> LogEntry:
    return LogEntry.objects.filter(game=game).latest("seq")


def of_level(level: str) -> Callable[..., Thought]:
    """A stand-in for thinking, that needs no process of its own."""

    def decide(key: str, _level: str, view: Any, told: Any, chance: int, _seconds: Any = None) -> Thought:
        decision = bots.player(key, level)(view, told, bots.Chance(chance))
        return Thought(decision.action, 0, False, decision.reason, 0.0)

    return decide


# -- thinking and moving -------------------------------------------------------------------------------------


def test_it_thinks_with_nothing_locked_and_of_what_its_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    game, met = against(), []

    def decide(key: str, level: str, view: Any, told: Any, chance: int, _seconds: Any = None) -> Thought:
        met.append((level, view, told, len(connection.savepoint_ids)))
        return of_level("easy")(key, level, view, told, chance)

    monkeypatch.setattr(thinking, "decide", decide)
    outside = len(connection.savepoint_ids)
    assert computers.move(game.code, game.seq, game.bot_at)
    [(level, view, told, inside)] = met
    assert (level, inside) == ("easy", outside)
    engine, replay = log.rules_of(game).game, log.replay(game)
    assert view == engine.view(replay.state, game.to_act)
    assert all(not event.cards for event in told if event.secret and event.seat != game.to_act)
    assert latest(game).by == "bot"


def test_its_chance_is_its_own_label_of_the_seed() -> None:
    game = against()
    assert game.to_act is not None
    sight = sights.sight_of(game, log.replay(game), game.to_act)
    assert sight.chance == bots.chance_of(log.seed_of(game), game.to_act, game.seq)


def test_its_pause_is_drawn_from_a_label_and_shorter_than_five_seconds() -> None:
    pauses = set()
    for _time in range(6):
        game = against()
        assert game.bot_at is not None and game.turn_since is not None
        pauses.add(game.bot_at - game.turn_since)
    assert len(pauses) > 3 and all(0.5 * SECOND < pause < 5 * SECOND for pause in pauses)


def test_who_is_to_think_of_a_move_has_it_for_a_while_and_then_anybody() -> None:
    game = against()
    assert game.bot_at is not None
    assert computers.think(game.code, game.seq, game.bot_at) is not None
    assert computers.think(game.code, game.seq, game.bot_at) is None  # another worker at the same time (check 14)
    later = game.bot_at + computers.LEASE  # that one died (case E12)
    assert later - game.bot_at <= 5 * SECOND
    pending = computers.think(game.code, game.seq, later)
    assert pending is not None and computers.enter_move(pending)
    assert not computers.enter_move(pending)
    assert Game.objects.get(pk=game.pk).seq == game.seq + 1


def test_a_move_for_a_place_that_the_log_has_left_is_not_made() -> None:
    people = [member(), member()]
    game = started(people, preset="002", seats=4, fill_bots=True, start="host")
    while game.bot_at is None:
        game = moved(game)
    pending = computers.think(game.code, game.seq, game.bot_at)
    assert pending is not None
    play.leave(game.code, people[0])
    assert not computers.enter_move(pending)
    game = log_of(game.table)
    assert game.bot_at is not None and computers.move(game.code, game.seq, game.bot_at)  # case E14


def test_when_a_move_is_made_tells_nothing_about_how_long_it_was_thought_about(settings: Any) -> None:
    settings.GAMES_BOT_SLOT = 0.3
    at = log.database_now()
    pending = computers.Pending("code", 1, 0, at, "draw")
    assert computers.slot_of(pending, at - SECOND) == computers.slot_of(pending, at) == at
    late = {computers.slot_of(pending, at + 0.05 * part * SECOND) for part in range(1, 7)}
    assert late == {at + 0.3 * SECOND}
    assert computers.slot_of(pending, at + 0.301 * SECOND) == at + 0.6 * SECOND


def test_the_sweep_thinks_ahead_and_moves_in_time() -> None:
    games = [against() for _game in range(3)]
    begun = log.database_now()
    Game.objects.filter(pk__in=[game.pk for game in games]).update(bot_at=begun + 0.4 * SECOND)
    tasks.move_bots()
    for game in games:
        entry = latest(game)
        assert entry.seq == game.seq + 1
        assert begun + 0.399 * SECOND <= entry.at <= begun + 2 * SECOND


TABLES = [{"game": "whot", "preset": "001", "seats": 3}, {"game": "go_stop", "preset": "004", "seats": 2}]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["game"])
def test_the_more_moves_are_due_the_less_each_is_thought_about(
    table: dict[str, Any], monkeypatch: pytest.MonkeyPatch, certain_deals: Callable[[int], None]
) -> None:
    """However many tables there are, nobody waits for long (check 61)."""
    certain_deals(1)  # none that is over as it begins
    given = []

    def decide(key: str, level: str, view: Any, told: Any, chance: int, seconds: float) -> Thought:
        given.append(seconds)
        return of_level("easy")(key, level, view, told, chance)

    monkeypatch.setattr(thinking, "decide", decide)
    due = [(game.code, game.seq) for game in (against(**table) for _game in range(8))]
    Game.objects.update(bot_at=log.database_now() - SECOND)
    computers.move_due(due, lambda code, function, *arguments: function(*arguments))
    assert len(given) == 8 and sum(given) <= computers.ALL_THOUGHTS <= 1
    assert all(latest(Game.objects.get(code=code)).seq == seq + 1 for code, seq in due)


@pytest.mark.parametrize("late", [True, False])
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table["game"])
def test_a_hard_one_that_has_no_time_moves_like_a_normal_one(
    table: dict[str, Any], late: bool, monkeypatch: pytest.MonkeyPatch, certain_deals: Callable[[int], None]
) -> None:
    """Whoever is at the table never waits five seconds: a move that is late is not searched for (check 61)."""
    certain_deals(1)
    asked, game = [], against(level="hard", **table)

    def decide(key: str, level: str, view: Any, told: Any, chance: int, _seconds: Any = None) -> Thought:
        asked.append(level)
        if level == "hard":
            raise thinking.TooSlow("Busy")
        return of_level(level)(key, level, view, told, chance)

    monkeypatch.setattr(thinking, "decide", decide)
    assert game.bot_at is not None and game.to_act is not None
    sight = sights.sight_of(game, log.replay(game), game.to_act)
    expected = bots.player(table["game"], "normal")(sight.view, sight.told, bots.Chance(sight.chance)).action
    wait = computers.TOO_LATE + SECOND if late else 0 * SECOND
    assert computers.move(game.code, game.seq, game.bot_at + wait)
    assert asked == (["normal"] if late else ["hard", "normal"])
    assert (latest(game).action, latest(game).by) == (expected.text, "bot")


def test_while_the_process_is_only_starting_nobody_waits_for_it_and_it_is_not_started_twice() -> None:
    thinker, asked = thinking.Thinker(), request()
    try:
        with pytest.raises(thinking.TooSlow, match="Starting"):
            thinker.ask(asked, 0)
        process = thinker.process
        assert thinker.ask(asked, 60).action in asked.view.legal and thinker.process is process
    finally:
        thinker.close()


def test_an_illegal_choice_becomes_the_default_action_and_is_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = against(preset="001")
    engine = log.rules_of(game).game
    unheld = engine.parse_action("play DC")  # no such card in this pack
    monkeypatch.setattr(thinking, "decide", lambda *_given: Thought(unheld, 0, False, None, 0.0))
    assert computers.move(game.code, game.seq, game.bot_at)
    assert (latest(game).action, latest(game).by) == ("timeout excused", "house")  # case E20
    assert game.code in caplog.text and "DC" not in caplog.text


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_one_that_fails_goes_to_market_within_five_seconds_and_is_reported(
    level: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Case E20. A player that fails is not asked again by another level: that might fail as well."""
    asked = []

    def decide(key: str, level: str, *_given: Any) -> Thought:
        asked.append(level)
        raise thinking.CannotThink("ZeroDivisionError")

    game = against(level=level)
    monkeypatch.setattr(thinking, "decide", decide)
    assert game.bot_at is not None and game.turn_since is not None
    assert computers.move(game.code, game.seq, game.bot_at)
    entry = latest(game)
    assert (entry.seat, entry.action, entry.by) == (game.to_act, "timeout excused", "house")
    assert entry.at - game.turn_since < 5 * SECOND and asked == [level]
    assert [record.levelname for record in caplog.records if "ZeroDivisionError" in record.message] == ["ERROR"]


def test_an_illegal_choice_where_turns_never_run_out_is_the_first_thing_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = against(preset="001", timeout="none")
    first = legal(game)[0]
    monkeypatch.setattr(thinking, "decide", lambda *_given: (_ for _ in ()).throw(ValueError("T7")))
    assert computers.move(game.code, game.seq, game.bot_at)
    assert (latest(game).action, latest(game).by) == (first, "house")


def test_the_level_chosen_sits_at_the_table_and_is_shown_beside_the_name() -> None:
    host = member()
    client = browser(host)
    answer = client.post("/computer/", {"preset": "001", "seats": "3", "bot_level": "hard", "key": "key-000001"})
    shuffled(client, answer["Location"])
    game = log_of(Table.objects.get(host=host))
    assert list(Player.objects.filter(game=game, kind="bot").values_list("level", flat=True)) == ["hard", "hard"]
    assert "Computer 1 hard" in text(browser(host).get(f"/games/{game.code}/"))


def test_a_level_that_does_not_exist_is_refused_with_those_that_do() -> None:
    answer = browser(member()).post("/computer/", {"preset": "001", "seats": "2", "bot_level": "godlike"})
    assert answer.status_code == 422 and "Choose one of these" in text(answer)
    assert Table.objects.count() == 0
    assert value_of(browser(member()).get("/computer/"), "bot_level") == "normal"


# -- the other process ---------------------------------------------------------------------------------------


def request(level: str = "hard", seconds: float = 1.0) -> Request:
    game = against(preset="001")
    assert game.to_act is not None
    sight = sights.sight_of(game, log.replay(game), game.to_act)
    return Request("whot", level, sight.view, sight.told, sight.chance, seconds)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a loaded machine a thought may take long."""
    monkeypatch.setattr(thinking, "LATE", 60.0)
    monkeypatch.setattr(thinking, "PATIENCE", 60.0)
    monkeypatch.setattr(thinking, "HARD_STOP", 50.0)


@pytest.mark.usefixtures("patient")
def test_the_process_decides_as_the_player_does_and_starts_again_when_it_was_killed() -> None:
    thinker, asked = thinking.Thinker(), request(seconds=60.0)
    try:
        expected = bots.player("whot", "hard")(asked.view, asked.told, bots.Chance(asked.chance))
        for _time in range(2):
            answer = thinker.ask(asked, 60)
            assert (answer.action, answer.playouts, answer.stopped) == (expected.action, expected.playouts, False)
            assert thinker.process is not None
            os.kill(thinker.process.pid, signal.SIGKILL)
            thinker.process.wait()
    finally:
        thinker.close()


@pytest.mark.usefixtures("patient")
def test_a_process_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker, asked = thinking.Thinker(), request()
    thinker.ask(asked, 60)
    process = thinker.process
    assert process is not None
    os.kill(process.pid, signal.SIGSTOP)
    with monkeypatch.context() as impatient:
        impatient.setattr(thinking, "LATE", -0.8)  # with a second given
        began = time.monotonic()
        with pytest.raises(thinking.CannotThink, match="TimeoutError"):
            thinker.ask(asked, 60)
    assert time.monotonic() - began < 10 and process.poll() is not None
    assert thinker.ask(asked, 60).playouts >= 0
    thinker.close()


def test_there_is_a_hard_stop_and_it_is_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = request()._replace(seconds=0.0)
    monkeypatch.setattr(thinking, "HARD_STOP", 0.0)
    monkeypatch.setattr(thinking, "LATE", 60.0)
    monkeypatch.setattr(thinking, "PATIENCE", 60.0)
    while len(asked.view.legal) == 1:
        asked = request()
    thought = thinking.decide("whot", "hard", asked.view, asked.told, asked.chance)
    assert thought.stopped and thought.action in asked.view.legal
    assert "was stopped after" in caplog.text


def test_a_failure_in_the_process_has_a_kind_and_no_cards() -> None:
    thinker = thinking.Thinker()
    with pytest.raises(thinking.CannotThink) as refused:
        thinker.ask(request()._replace(view=None), 60)
    assert str(refused.value) == "AttributeError"
    thinker.close()


@pytest.mark.once
def test_the_process_ends_with_the_one_that_started_it() -> None:
    source = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-m', 'rules', 'think'], stdin=subprocess.PIPE, "
        "stdout=subprocess.PIPE, start_new_session=True)\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(60)\n"
    )
    with processes.started([sys.executable, "-c", source], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        time.sleep(0.5)
        parent.kill()
        parent.wait(timeout=10)
    until = time.monotonic() + 10
    while time.monotonic() < until and _lives(pid):
        time.sleep(0.05)
    assert not _lives(pid)


def _lives(pid: int) -> bool:
    """Whether it runs; one that ended and waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


# -- hints ---------------------------------------------------------------------------------------------------


def hinted(person: User, game: Game, seq: int | None = None, **headers: str) -> Any:
    fields = {"seen_seq": game.seq if seq is None else seq}
    return browser(person).post(f"/games/{game.code}/hint/", fields, headers=headers)


@pytest.mark.usefixtures("patient")
def test_a_hint_is_what_the_hard_one_would_do_and_why() -> None:
    person = guest("Ada")
    game = on_my_turn(person)
    assert "Hint" in text(browser(person).get(f"/games/{game.code}/"))
    sight = sights.sight_of(game, log.replay(game), game.to_act or 0)
    best = bots.player("whot", "hard")(sight.view, sight.told, bots.Chance(sight.chance))
    answer = hinted(person, game, **HTMX)
    assert answer.status_code == 200 and 'id="notice"' in answer.content.decode()
    assert str(bots.move_words("whot", best.action)) in text(answer)
    assert str(best.reason) in text(answer).replace("&#x27;", "'")
    assert Game.objects.get(pk=game.pk).seq == game.seq
    whole = hinted(person, game)
    assert str(bots.move_words("whot", best.action)) in text(whole) and 'id="panel"' in whole.content.decode()


def test_there_are_no_hints_where_people_play_and_none_on_another_turn() -> None:
    people = [member(), member()]
    game = started(people, preset="002")
    mover = people[game.to_act or 0]
    assert "Hint" not in text(browser(mover).get(f"/games/{game.code}/"))
    assert hinted(mover, game).status_code == 422
    host = member()
    game = against(host)
    assert "Hint" not in text(browser(host).get(f"/games/{game.code}/"))
    assert hinted(host, game).status_code == 422
    assert hinted(member(), game).status_code == 403


def test_a_hint_for_a_place_that_the_game_has_left_is_stale() -> None:
    person = member()
    game = on_my_turn(person)
    assert hinted(person, game, seq=game.seq + 1).status_code == 409
    assert hinted(person, game, seq="here").status_code == 400  # type: ignore[arg-type]


def test_twenty_hints_a_minute_are_the_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "decide", of_level("normal"))
    person = member()
    game = on_my_turn(person)
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    answers = [hinted(person, game) for _time in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert int(answers[-1]["Retry-After"]) >= 1


def test_where_no_hint_comes_a_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_given: object) -> Thought:
        raise thinking.CannotThink("TimeoutError")

    monkeypatch.setattr(thinking, "decide", fail)
    person = member()
    game = on_my_turn(person)
    with caplog.at_level(logging.ERROR):
        answer = hinted(person, game)
    assert answer.status_code == 422 and "No hint came this time" in text(answer)
    assert "TimeoutError" in caplog.text


# -- starting again ------------------------------------------------------------------------------------------


def test_one_starts_again_by_the_same_rules_before_and_after_the_end() -> None:
    person = guest("Ada")
    first = on_my_turn(person, level="hard")
    page = browser(person).get(f"/games/{first.code}/").content.decode()
    offered = page[page.index('<details class="leave restart"') :]  # closed: it takes a second step
    assert page.count('name="restart"') == offered[: offered.index("</details>")].count('name="restart"') == 1
    answer = browser(person).post(f"/games/{first.code}/again/", {"restart": "yes"})
    assert answer.status_code == 302
    begun = shuffled(browser(person), answer["Location"])["Location"]
    assert 'name="restart"' not in browser(person).get(f"/games/{first.code}/").content.decode()  # nothing to give up
    first.refresh_from_db()
    assert (first.state, first.end_reason) == ("over", "last_player")  # W8.4
    second = log_of(Table.objects.get(code=answer["Location"].split("/")[2]))
    assert second.state == "playing" and second.table.bot_level == "hard" and second.preset == first.preset
    # The same tap twice, and on the last screen: the game that has begun
    for fields in ({"restart": "yes"}, {}):
        again = browser(person).post(f"/games/{first.code}/again/", fields)
        assert again["Location"] == begun == f"/games/{second.code}/"


def test_nobody_starts_again_while_people_play_on() -> None:
    people = [member(), member()]
    game = started(people, preset="002")
    answer = browser(people[0]).post(f"/games/{game.code}/again/", {"restart": "yes"})
    assert answer.status_code == 422 and "the others play on" in text(answer)
    assert browser(member()).post(f"/games/{game.code}/again/", {"restart": "yes"}).status_code == 403
    assert Game.objects.get(pk=game.pk).state == "playing"
    assert "Start again" not in text(browser(people[0]).get(f"/games/{game.code}/"))


# -- what is due ---------------------------------------------------------------------------------------------


def test_the_longest_waiting_moves_first() -> None:
    games = [against() for _game in range(3)]
    for place, game in enumerate(games):
        Game.objects.filter(pk=game.pk).update(bot_at=log.database_now() - (place + 1) * SECOND)
    due = [code for code, _seq in selectors.bots_to_move(log.database_now())]
    assert due == [game.code for game in reversed(games)]
    assert Seat.objects.filter(table__in=[game.table_id for game in games], kind="bot").count() == 6
