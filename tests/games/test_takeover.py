"""A computer player takes over a seat that was given up, where the table's rules said so before anybody joined."""

from datetime import timedelta

import pytest
from django.test import TestCase

from accounts.closing import close_account
from accounts.models import User
from games import clocks, log
from games.models import Game, LogEntry, Player, Seat
from games.services import computers, play, tables
from rules.core import act

from .factories import guest, key, log_of, member, moved, opened_by, rules, seated, started, to_act
from .pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture
def people() -> list[User]:
    return [member("Adaeze"), member("Bola"), guest("Chidi")]


def game_of(people: list[User], **more: object) -> Game:
    chosen = {"preset": "002", "seats": len(people), "takeover": True, "bot_level": "easy", "start": "host", **more}
    return started(people, **chosen)


def seat_of(game: Game, person: User) -> Player:
    return Player.objects.get(game=game, user=person)


def test_the_seat_plays_on_with_its_hand_and_the_game_with_it(people: list[User]) -> None:
    game = game_of(people)
    mover = people[game.to_act or 0]
    seat = seat_of(game, mover).seat
    hands = log.load(game).hands
    play.leave(game.code, mover)
    game = log_of(game.table)
    assert (game.state, game.seq, game.to_act) == ("playing", 0, seat)  # nothing was eliminated, nothing entered
    player = Player.objects.get(game=game, seat=seat)
    assert (player.kind, player.user_id, player.level, player.out) == ("bot", None, "easy", False)
    assert player.given_up_by == mover and player.given_up_at is not None
    assert game.bot_at is not None and computers.move(game.code, game.seq, game.bot_at)
    entry = LogEntry.objects.get(game=game)
    assert (entry.seat, entry.by) == (seat, "bot")
    engine = log.rules_of(game).game
    state = engine.setup(
        options=log.rules_of(game).options(game.preset, game.options), seats=3, seed=log.seed_of(game),
        first_seat=game.first_seat,
    ).state  # fmt: skip
    assert state.hands == hands and act(engine, state, seat, entry.action)


def test_whoever_gave_it_up_has_no_right_to_it_any_more(people: list[User]) -> None:
    game = game_of(people)
    leaver = people[game.to_act or 0]
    client = browser(leaver)
    answer = client.post(f"/games/{game.code}/leave/", {"sure": "yes"})
    assert answer.status_code == 302
    hand = log.rules_of(game).hands_left(log.load(game))[game.to_act or 0]
    fields = {"action": f"play {hand[0]}", "seen_seq": 0, "key": "key-after-leaving"}
    assert client.post(f"/games/{game.code}/actions/", fields).status_code == 403  # case E11
    assert client.post(f"/games/{game.code}/leave/", {"sure": "yes"}).status_code == 403
    assert client.post(f"/games/{game.code}/hint/", {"seen_seq": 0}).status_code == 403
    assert client.post(f"/tables/{game.table.code}/leave/").status_code == 403
    page = client.get(f"/games/{game.code}/")
    assert "You are looking on" in text(page) and "Your hand" not in page.content.decode()
    assert "Your turn" not in text(page)


def test_the_others_see_who_plays_for_whom(people: list[User]) -> None:
    game = game_of(people)
    leaver, *others = sorted(people, key=lambda person: person != people[game.to_act or 0])
    play.leave(game.code, leaver)
    seen = text(browser(others[0]).get(f"/games/{game.code}/"))
    assert f"Computer for {leaver.shown_name} easy" in seen


def test_the_rest_of_the_match_is_the_computers(people: list[User]) -> None:
    game = game_of(people, preset="003", games=2)
    leaver = people[0]
    play.leave(game.code, leaver)
    for other in people[1:]:
        assert Seat.objects.get(table=game.table, user=other).left_at is None
    with TestCase.captureOnCommitCallbacks(execute=True):
        while (game := log_of(game.table)).number == 1:
            if game.bot_at is not None:
                computers.move(game.code, game.seq, game.bot_at)
            else:
                moved(game)
    first, second = Game.objects.filter(table=game.table).order_by("number")
    assert log.differences(first) == []
    assert not Player.objects.filter(game=second, user=leaver).exists()
    taken = Player.objects.get(game=second, seat=0)
    assert (taken.kind, taken.given_up_by, taken.out) == ("bot", leaver, False)


def test_computer_players_do_not_play_among_themselves(people: list[User]) -> None:
    game = game_of(people)
    for person in people[:2]:
        play.leave(game.code, person)
    assert log_of(game.table).state == "playing"
    play.leave(game.code, people[2])
    game = log_of(game.table)
    assert (game.state, game.end_reason) == ("over", "abandoned")  # W7.5
    assert Player.objects.get(game=game, user=people[2]).out


def test_without_that_rule_leaving_eliminates(people: list[User]) -> None:
    game = game_of(people, takeover=False)
    play.leave(game.code, people[0])
    assert Player.objects.get(game=game, user=people[0]).out  # W8.3
    assert LogEntry.objects.get(game=game).action == "leave"


def test_who_misses_too_many_turns_gave_up_nothing_and_is_eliminated_all_the_same(people: list[User]) -> None:
    """The table's rule is about who leaves; two misses in a row eliminate by W8.2, whatever it says."""
    game = game_of(people, turn_clock=86_400, market_empty="reshuffle")
    absent = game.to_act
    while not Player.objects.get(game=game, seat=absent).out:
        if game.to_act == absent:
            assert game.deadline is not None
            play.end_overdue(game.code, game.deadline + clocks.grace_of(game) + timedelta(seconds=1))
        else:
            play.act(game.code, to_act(game), "draw", game.seq, key(), game.turn_since + timedelta(seconds=1))
        game = log_of(game.table)
    player = Player.objects.get(game=game, seat=absent)
    assert (player.kind == "bot", player.given_up_by, player.out) == (False, None, True)
    assert [entry.action for entry in LogEntry.objects.filter(game=game, seat=absent)] == ["timeout", "timeout"]


def test_leaving_by_the_table_is_the_same_and_leaving_twice_is_refused(people: list[User]) -> None:
    game = game_of(people)
    tables.leave(game.table.code, people[0])
    assert Player.objects.get(game=game, seat=0).given_up_by == people[0]
    assert browser(people[0]).post(f"/tables/{game.table.code}/leave/").status_code == 403


def test_it_is_told_before_one_joins_and_asked_about_when_it_changes(people: list[User]) -> None:
    table = opened_by(people[0], rules("002", 3, takeover=True, bot_level="hard"))
    page = text(browser(people[1]).get(f"/tables/{table.code}/"))
    assert "computer goes on for who leaves: hard" in page
    table = seated(table, people[1])
    table = tables.change_rules(table.code, people[0], rules("002", 3, takeover=False), table.seq)
    assert table.agreement == 2
    page = text(browser(people[1]).get(f"/tables/{table.code}/"))
    assert "computer does not go on for who leaves" in page


def test_a_closed_account_leaves_its_seat_to_the_computer_and_its_name_to_nobody(people: list[User]) -> None:
    game = game_of(people)
    close_account(people[0])
    player = Player.objects.get(game=game, seat=0)
    assert (player.kind, player.name) == ("bot", "")
    assert "Computer for Former player" in text(browser(people[1]).get(f"/games/{game.code}/"))
