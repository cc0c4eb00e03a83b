"""The sweep: it finds what is due, calls the services, and one failing game keeps no other waiting."""

from datetime import timedelta

import pytest

from games import log, tasks
from games.models import Game, LogEntry, Table
from games.services import play

from .factories import computer_game, log_of, member, opened_by, rules, started

pytestmark = pytest.mark.django_db

LONG_AGO = timedelta(hours=1)


def make_overdue(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(due_at=game.due_at - LONG_AGO, deadline=game.deadline - LONG_AGO)


def actions(game: Game) -> list[str]:
    return list(LogEntry.objects.filter(game=game).order_by("seq").values_list("action", flat=True))


def test_turns_that_ran_out_are_ended_and_no_others() -> None:
    late, in_time = (started([member(), member()], preset="002", turn_clock=60) for _game in range(2))
    make_overdue(late)
    tasks.end_overdue()
    tasks.end_overdue()
    assert actions(late) == ["timeout"] and actions(in_time) == []


def test_a_game_clock_that_ran_out_ends_the_game() -> None:
    game = started([member(), member()], preset="001")
    Game.objects.filter(pk=game.pk).update(due_at=game.due_at - LONG_AGO, game_deadline=game.game_deadline - LONG_AGO)
    tasks.end_overdue()
    assert Game.objects.get(pk=game.pk).end_reason == "time_up"  # W7.2


def test_computer_players_move_when_their_pause_is_over_also_after_a_restart() -> None:
    game = log_of(computer_game(member(), rules("002", 4)))
    if game.bot_at is None:
        play.act(game.code, game.table.host, "draw", 0, "key-00000001")
        game.refresh_from_db()
    seq = game.seq
    Game.objects.filter(pk=game.pk).update(bot_at=game.bot_at + LONG_AGO)
    tasks.move_bots()
    assert Game.objects.get(pk=game.pk).seq == seq  # the pause
    Game.objects.filter(pk=game.pk).update(bot_at=game.bot_at - LONG_AGO)
    log.forget()  # case E12: nothing but the row knows of the move
    tasks.move_bots()
    assert Game.objects.get(pk=game.pk).seq == seq + 1


def test_a_failing_game_is_put_off_and_named_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, well = (started([member(), member()], preset="002", turn_clock=60) for _game in range(2))
    for game in (broken, well):
        make_overdue(game)
    service = play.end_overdue

    def failing(code: str) -> bool:
        if code == broken.code:
            raise ValueError("Legal now: play C5")
        return service(code)

    monkeypatch.setattr(play, "end_overdue", failing)
    tasks.end_overdue()
    assert actions(well) == ["timeout"] and actions(broken) == []
    assert broken.code in caplog.text and "C5" not in caplog.text
    put_off = Game.objects.get(pk=broken.pk).due_at
    assert timedelta(seconds=50) < put_off - log.database_now() < timedelta(seconds=61)


def test_a_game_whose_log_does_not_replay_is_frozen_by_the_sweep() -> None:
    game = started([member(), member()], preset="002", turn_clock=60)
    make_overdue(game)
    Game.objects.filter(pk=game.pk).update(sealed_seed="nothing that opens")
    log.forget()
    tasks.end_overdue()
    assert Game.objects.get(pk=game.pk).state == "frozen"
    tasks.end_overdue()


def test_tables_that_waited_too_long_are_closed() -> None:
    table = opened_by(member(), rules(seats=4))
    Table.objects.filter(pk=table.pk).update(expires_at=log.database_now() - LONG_AGO)
    tasks.close_expired_tables()
    tasks.close_expired_tables()
    assert Table.objects.get(pk=table.pk).state == "expired"


def test_the_clock_of_the_database_is_the_right_time() -> None:
    from django.utils import timezone

    assert abs(log.database_now() - timezone.now()) < timedelta(seconds=5)
    game = log.lock(started([member(), member()]).code)
    assert game is not None and abs(game.database_now - timezone.now()) < timedelta(seconds=5)
