"""Telling people of their turns in slow games: on the board, on the muster, by at most one mail a turn (check 78)."""

import zoneinfo
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import clocks, log, tasks, turn_mails
from games.models import Game, Heartbeat, Notice, Player, Reminder
from games.selectors.clocks import to_remind
from games.services import looking, outages, pausing, play, reminding, takeover

from .conftest import at_once
from .factories import computer_game, guest, key, kinds, log_of, member, moved, played_out, rules, started, to_act
from .planted import TOKENS, planted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

SECOND, MINUTE, HOUR, DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def reader(name: str = "", **fields: Any) -> User:
    """A member with a confirmed address."""
    person = member(name)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    User.objects.filter(pk=person.pk).update(**fields)
    return User.objects.get(pk=person.pk)


def slow(*people: User, **chosen: Any) -> Game:
    people = people or (reader(), reader())
    return started(people, **{"preset": "002", "turn_clock": 86_400, "market_empty": "reshuffle", **chosen})


def fresh(game: Game) -> Game:
    return Game.objects.select_related("table").get(pk=game.pk)


def told(game: Game, at: datetime) -> Any:
    """What the run at this moment does for the person to act: the mail it would send, or None."""
    reminding.note(game.code, at)
    person = to_act(fresh(game))
    return reminding.claim(person.pk, turn_mails.line, at)


def run_at(game: Game, age: timedelta) -> None:
    """Lets the task run, as it would when this turn is so old."""
    game = fresh(game)
    shift = (log.database_now() - age) - game.turn_since
    moments = {name: getattr(game, name) for name in ("turn_since", "deadline", "game_deadline", "due_at", "remind_at")}
    Game.objects.filter(pk=game.pk).update(**{name: at and at + shift for name, at in moments.items()})
    Reminder.objects.filter(game=game, at__gte=game.turn_since).update(at=log.database_now())
    Heartbeat.objects.update_or_create(name=outages.SWEEP, defaults={"at": log.database_now()})
    tasks.remind()


# -- one mail a turn -----------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_who_does_not_look_gets_one_mail_about_a_turn_however_often_and_late_the_task_runs() -> None:
    game = slow()
    for age in (30 * SECOND, 2 * MINUTE, 3 * MINUTE, 13 * HOUR, 20 * HOUR, 23 * HOUR):
        run_at(game, age)
        assert len(mail.outbox) == (0 if age < MINUTE else 1)
    assert mail.outbox[0].to == [to_act(game).email]
    assert mail.outbox[0].subject == "It is your turn at Whot"


@pytest.mark.django_db(transaction=True)
def test_the_next_turn_of_the_same_person_gets_a_mail_of_its_own() -> None:
    game = slow()
    first = to_act(game)
    run_at(game, 2 * MINUTE)
    game = moved(moved(fresh(game), "draw"), "draw")
    assert to_act(game) == first
    Reminder.objects.update(done_at=log.database_now() - HOUR, at=log.database_now() - HOUR)  # long ago
    run_at(game, 2 * MINUTE)
    assert [message.to for message in mail.outbox] == [[first.email]] * 2


@pytest.mark.django_db(transaction=True)
def test_four_workers_at_once_send_one_mail_for_each_turn() -> None:
    games = [slow() for _game in range(10)]
    for turn in range(1, 11):  # check 14: a hundred turns
        Heartbeat.objects.update_or_create(name=outages.SWEEP, defaults={"at": log.database_now()})
        Game.objects.update(turn_since=log.database_now() - 2 * MINUTE, remind_at=log.database_now() - MINUTE)
        at_once([tasks.remind] * 4)
        tasks.remind()  # what one had to leave because another held it
        assert len(mail.outbox) == 10 * turn
        Reminder.objects.update(done_at=log.database_now() - HOUR, at=log.database_now() - HOUR)
        games = [moved(fresh(game), "draw") for game in games]
    assert Reminder.objects.filter(mailed=True).count() == 100


def test_several_turns_of_one_person_are_one_mail_and_what_comes_soon_after_waits() -> None:
    ada = reader("Ada")
    games = [slow(ada, reader(name)) for name in ("Obi", "Uche", "Bola")]
    games = [game if to_act(game) == ada else moved(game, "draw") for game in games]
    at = max(game.turn_since for game in games) + 2 * MINUTE
    for game in games[:2]:
        reminding.note(game.code, at)
    message = reminding.claim(ada.pk, turn_mails.line, at)
    assert message.subject == "It is your turn in 2 games of Whot"
    assert [name in message.body for name in ("Obi", "Uche", "Bola")] == [True, True, False]
    reminding.note(games[2].code, at)
    assert reminding.claim(ada.pk, turn_mails.line, at + 5 * MINUTE) is None
    late = reminding.claim(ada.pk, turn_mails.line, at + reminding.QUIET + SECOND)
    assert late is not None and "Bola" in late.body and "Obi" not in late.body


# -- to whom and of what none ---------------------------------------------------------------------------------


def test_no_mail_about_a_game_in_view_and_one_later_when_it_is_not() -> None:  # N01
    game = slow()
    person = to_act(game)
    looking.comes_into_view(game, person)
    assert told(game, game.turn_since + 2 * MINUTE) is None
    cache.clear()
    assert told(game, game.turn_since + 3 * MINUTE) is None  # that moment has passed
    assert told(game, game.turn_since + 12 * HOUR + SECOND) is not None


def test_looking_at_another_game_suppresses_nothing() -> None:  # N01
    ada = reader("Ada")
    game, other = slow(ada, reader()), slow(ada, reader())
    game = game if to_act(game) == ada else moved(game, "draw")
    looking.comes_into_view(other, ada)
    assert told(game, game.turn_since + 2 * MINUTE) is not None


@pytest.mark.parametrize("address", ["/games/{}/", "/games/{}/panel?seq=0&clock=0"])
def test_a_page_that_is_open_and_asks_for_its_table_has_the_game_in_view(client: Client, address: str) -> None:
    game = slow()
    person = to_act(game)
    client.force_login(person)
    client.get(address.format(game.code))
    assert looking.in_view(game.code, person.pk)
    others = Player.objects.filter(game=game).exclude(user=person).values_list("user", flat=True)
    assert not any(looking.in_view(game.code, user) for user in others)


def test_nobody_is_kept_in_view_at_quick_tables_or_as_an_onlooker(client: Client) -> None:
    quick, watched, passer = slow(turn_clock=60), slow(), member()
    client.force_login(to_act(quick))
    client.get(f"/games/{quick.code}/")
    assert not looking.in_view(quick.code, to_act(quick).pk)
    client.force_login(passer)
    client.get(f"/games/{watched.code}/")
    assert not looking.in_view(watched.code, passer.pk)


@pytest.mark.parametrize("what", ["moved", "left", "over", "paused", "frozen", "ran out", "taken over"])
def test_no_mail_about_a_turn_that_is_over_or_stands_still(what: str) -> None:
    people = [reader(), reader(), reader()]
    game = slow(*people, pause=86_400)
    person, at = to_act(game), game.turn_since + 2 * MINUTE
    reminding.note(game.code, at)
    if what == "moved":
        moved(game, "draw")
    elif what == "left":
        play.leave(game.code, person)
    elif what == "over":
        played_out(game)
    elif what == "paused":
        pausing.pause(game.code, person, "ask", 0)
        for other in people:
            pausing.pause(game.code, other, "agree", fresh(game).clock_seq)
        assert fresh(game).paused_at is not None
    elif what == "frozen":
        log.freeze(game.code)
    elif what == "ran out":
        at = game.deadline + SECOND  # in its grace: a mail would come too late
    else:
        locked = log.lock(game.code)
        takeover.hand_over(locked, locked.to_act, at)
    assert reminding.claim(person.pk, turn_mails.line, at) is None
    assert not Reminder.objects.filter(user=person, done_at__isnull=True).exists()


@pytest.mark.parametrize("chosen", [{"turn_clock": 60}, {"turn_clock": 3599}])
def test_quick_tables_remind_nobody(chosen: dict[str, int]) -> None:
    game = slow(**chosen)
    assert to_remind(game.turn_since + DAY) == []


def test_a_game_against_computer_players_reminds_nobody() -> None:  # N05
    game = log_of(computer_game(reader(), rules("002", seats=3, turn_clock=86_400)))
    assert game.remind_at is None and to_remind(game.turn_since + DAY) == []


def test_guests_and_who_declined_get_notices_and_no_mail() -> None:
    for person in (guest(), reader(mail_unsubscribed=["turn"]), member()):
        game = slow(reader(), person)
        game = game if to_act(game) == person else moved(game, "draw")
        assert told(game, game.turn_since + 2 * MINUTE) is None
        assert told(game, game.turn_since + 12 * HOUR + SECOND) is None
        assert kinds(person) == ["turn_half"]


def test_without_a_clock_a_turn_is_told_after_ten_minutes() -> None:
    game = slow(turn_clock=None, max_missed=0, timeout="none")
    assert told(game, game.turn_since + 9 * MINUTE) is None
    message = told(game, game.turn_since + 10 * MINUTE)
    assert message is not None and "Your time" not in message.body


# -- what it says -------------------------------------------------------------------------------------------


def test_a_mail_says_with_whom_until_when_in_the_readers_zone_what_follows_and_where() -> None:
    lagos = {"time_zone": "Africa/Lagos"}
    game = slow(reader("Ada", **lagos), reader("Obi", **lagos))
    person = to_act(game)
    message = told(game, game.turn_since + 2 * MINUTE)
    other = "Obi" if person.display_name == "Ada" else "Ada"
    local = timezone.localtime(game.deadline, zoneinfo.ZoneInfo("Africa/Lagos"))
    assert f"Hello {person.display_name}," in message.body and f"With {other}." in message.body
    assert f"{local:%a} {local.day} {local:%b %Y, %H:%M} (Africa/Lagos), then the house plays the turn" in message.body
    assert f"http://localhost:8000/games/{game.code}/\n" in message.body


def test_who_missed_a_turn_reads_so_in_the_mail_about_the_next() -> None:
    game = slow()
    late = to_act(game)
    play.end_overdue(game.code, game.deadline + clocks.grace_of(game) + SECOND)
    game = fresh(game)
    at = game.turn_since + MINUTE
    game = fresh(play.act(game.code, to_act(game), "draw", game.seq, key(), at))
    message = told(game, at + 2 * MINUTE)
    assert message.to == [late.email]
    assert "Your last turn there ran out." in message.body and "then the player is out." in message.body  # W8.2
    for _turn in range(2):
        game = fresh(play.act(game.code, to_act(game), "draw", game.seq, key(), game.turn_since + HOUR))
    assert "ran out" not in told(game, game.turn_since + 2 * MINUTE).body


def test_no_mail_holds_a_card() -> None:
    with planted():
        game = slow(excused_misses=5)
        for turn in range(6):  # every other turn runs out, which costs a card
            if turn % 2:
                play.end_overdue(game.code, game.deadline + 2 * MINUTE)
            else:
                play.act(game.code, to_act(game), "draw", game.seq, key(), game.turn_since + SECOND)
            game = fresh(game)
        message = told(game, game.turn_since + 12 * HOUR + SECOND)
        whole = message.message().as_string()
        assert game.code in whole
        assert not [token for token in TOKENS if token in whole]


def test_a_mail_is_written_in_the_language_of_its_reader() -> None:
    game = slow(reader(language="ms"), reader(language="ms"))
    message = told(game, game.turn_since + 2 * MINUTE)
    assert message.subject == "Giliran anda dalam Whot"
    assert "It is your turn" not in message.body and "then the house" not in message.body


def test_the_moment_in_a_mail_has_the_offset_of_its_own_date() -> None:  # D06, check 81
    game = slow(reader(time_zone="America/New_York"), reader(time_zone="America/New_York"))
    began = datetime(2026, 3, 7, 7, 23, tzinfo=UTC)  # 02:23 EST, the night before the clocks go forward
    game.deadline = None
    game.roster = list(game.players.order_by("seat"))
    clocks.begin_turn(game, began)
    clocks.settle(game)
    game.save(update_fields=clocks.COLUMNS)
    assert to_remind(began + 59 * SECOND) == [] and to_remind(began + MINUTE) == [game.code]
    message = told(game, began + 2 * MINUTE)
    assert "until Sun 8 Mar 2026, 03:23 (America/New York)," in message.body
    half = fresh(game).remind_at  # twelve hours of the same day of twenty-three
    assert half == datetime(2026, 3, 7, 19, 23, tzinfo=UTC)


def test_one_click_without_signing_in_ends_these_mails_and_the_settings_bring_them_back(client: Client) -> None:
    game = slow()
    person = to_act(game)
    message = told(game, game.turn_since + 2 * MINUTE)
    link = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link in message.body
    stranger = Client(enforce_csrf_checks=True)
    path = link.removeprefix("http://localhost:8000")
    assert stranger.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    person = User.objects.get(pk=person.pk)
    assert person.mail_unsubscribed == ["turn"]
    game = moved(moved(game, "draw"), "draw")
    assert told(game, game.turn_since + HOUR) is None
    client.force_login(person)
    page = client.get("/settings/").content.decode()
    assert "It is my turn in a slow game that I am not looking at" in page


# -- half and four fifths, on muster and board -----------------------------------------------------------------


def test_half_and_four_fifths_are_told_on_the_muster_once_each_the_last_alone_while_the_turn_runs(
    client: Client,
) -> None:  # N10, N14
    game = slow()
    person = to_act(game)
    client.force_login(person)
    told(game, game.turn_since + 12 * HOUR + SECOND)
    told(game, game.turn_since + 13 * HOUR)
    assert kinds(person) == ["turn_half"]
    told(game, game.deadline - 86_400 / 5 * SECOND)
    assert kinds(person) == ["turn_late"]
    page = client.get("/").content.decode()
    assert "Your time for a turn is nearly over." in page and f"/games/{game.code}/" in page
    play.act(game.code, person, "draw", game.seq, key())
    assert "Your time for a turn is nearly over." not in client.get("/").content.decode()


def test_a_late_run_tells_the_last_alone() -> None:
    game = slow()
    told(game, game.turn_since + 20 * HOUR)
    assert kinds(to_act(game)) == ["turn_late"]
    assert Reminder.objects.filter(game=game).count() == 1


def test_who_looks_at_the_board_reads_the_warning_there_and_gets_no_notice(client: Client) -> None:
    game = slow()
    person = to_act(game)
    looking.comes_into_view(game, person)
    told(game, game.turn_since + 12 * HOUR + SECOND)
    assert kinds(person) == []


def test_a_page_that_is_open_is_told_of_the_warning_though_nothing_was_played(client: Client) -> None:
    game = slow()
    client.force_login(to_act(game))
    asked = f"/games/{game.code}/panel?seq={game.seq}&clock="
    assert client.get(f"{asked}0").status_code == 204
    shift = 13 * HOUR
    Game.objects.filter(pk=game.pk).update(
        deadline=game.deadline - shift, turn_since=game.turn_since - shift, due_at=game.due_at - shift
    )
    reminding.note(game.code)
    panel = client.get(f"{asked}0")
    assert panel.status_code == 200 and "Half of your time is over." in panel.content.decode()
    assert 'data-clock="0.2"' in panel.content.decode()
    assert client.get(f"{asked}0.2").status_code == 204


def test_a_miss_is_told_on_the_muster_and_explained_on_the_page_which_settles_the_notice(client: Client) -> None:
    game = slow()
    late = to_act(game)
    told(game, game.deadline - HOUR)
    play.end_overdue(game.code, game.deadline + clocks.grace_of(game) + SECOND)
    client.force_login(late)
    page = client.get("/").content.decode()
    assert "Your time ran out. The game says what it cost" in page and "nearly over" not in page
    assert 'id="miss"' in client.get(f"/games/{game.code}/").content.decode()
    assert "Your time ran out" not in client.get("/").content.decode()
    assert Notice.objects.filter(user=late, seen_at__isnull=True).count() == 0


def test_a_miss_at_a_quick_table_leaves_no_notice() -> None:
    game = slow(turn_clock=60)
    late = to_act(game)
    play.end_overdue(game.code, game.deadline + 3 * SECOND)
    assert kinds(late) == []


# -- when something is in the way ------------------------------------------------------------------------------


class Away:
    def __enter__(self) -> None:
        raise OSError("mail.example.org: no route to host")

    def __exit__(self, *_error: Any) -> None: ...


@pytest.mark.django_db(transaction=True)
def test_while_the_mail_server_is_away_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = slow()
    with monkeypatch.context() as away:
        away.setattr(reminding, "get_connection", Away)
        run_at(game, 2 * MINUTE)
    assert mail.outbox == [] and "could not be sent: OSError" in caplog.text and "example.org" not in caplog.text
    tasks.remind()
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_a_game_that_fails_keeps_nobody_else_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = slow(), slow()
    line = turn_mails.line

    def failing(seen: Any, now: datetime) -> Any:
        if seen.game.pk == bad.pk:
            raise log.BrokenLog(bad.code, "entry 1: KeyError")
        return line(seen, now)

    monkeypatch.setattr(turn_mails, "line", failing)
    run_at(bad, 2 * MINUTE)
    run_at(good, 2 * MINUTE)
    assert [message.to for message in mail.outbox] == [[to_act(good).email]]


def test_after_an_outage_nobody_is_told_before_the_time_is_given_back() -> None:
    game = slow()
    Heartbeat.objects.create(name=outages.SWEEP, at=log.database_now() - 13 * HOUR)
    Game.objects.filter(pk=game.pk).update(
        deadline=game.deadline - 13 * HOUR, turn_since=game.turn_since - 13 * HOUR, due_at=game.due_at - 13 * HOUR,
        remind_at=game.remind_at - 13 * HOUR,
    )  # fmt: skip
    tasks.remind()
    assert Reminder.objects.count() == 0
    tasks.end_overdue()
    tasks.remind()
    assert kinds(to_act(game)) == []  # no half of its time is over


def test_a_pause_moves_the_reminders_too() -> None:
    people = [reader(), reader()]
    game = slow(*people, pause=7 * 86_400)
    half = game.deadline - 12 * HOUR
    reminding.note(game.code, game.turn_since + 2 * MINUTE)
    asked = pausing.pause(game.code, people[0], "ask", 0, game.turn_since + HOUR)
    pausing.pause(game.code, people[1], "agree", asked.clock_seq, game.turn_since + HOUR)
    assert to_remind(game.turn_since + 5 * DAY) == []
    pausing.pause(game.code, people[1], "resume", fresh(game).clock_seq, game.turn_since + 2 * DAY)
    assert fresh(game).remind_at == half + 2 * DAY - HOUR


def test_old_reminders_are_forgotten() -> None:
    game = slow()
    reminding.note(game.code, game.turn_since + 2 * MINUTE)
    assert reminding.forget_old(game.turn_since + 29 * DAY) == 0
    assert reminding.forget_old(game.turn_since + 31 * DAY) == 1
