"""The game screen over HTTP: what is shown to whom."""

import gzip
import html
import re
from datetime import timedelta

import pytest
from django.test import TestCase
from django.utils import timezone

from accounts.models import User
from games import log
from games.models import Game
from games.services import play
from rules.whot.words import card_name

from .factories import legal, member, moved, played_out, started, to_act
from .game_screen import hand_of, page, post, sides
from .pages import browser, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [member("Adaeze"), member("Bola"), member("Chidi")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return started(people, preset="002", turn_clock=60)


# -- what is shown -----------------------------------------------------------------------------------------------------


def test_the_own_name_and_the_value_of_the_hand_stand_on_top(game: Game, people: list[User]) -> None:
    for person in people:
        points = sum(int(re.sub(r"\D", "", code)) for code in hand_of(game, person))  # W7.3: face values in 002
        shown = page(browser(person), game)
        assert f'<span class="name">{person.display_name}</span> <span id="points">{points} points</span>' in shown


def test_whose_turn_it_is_stands_there_in_words_and_in_the_colour_of_the_seat(game: Game, people: list[User]) -> None:
    mover, other = sides(game, people)
    assert f'<header class="now seat-{game.to_act}">' in page(browser(other), game)
    assert f"{mover.display_name}’s turn" in page(browser(other), game)
    assert "Your turn" in page(browser(mover), game)
    assert "Your turn" not in page(browser(other), game)


def test_players_stand_in_playing_order_with_their_card_counts(game: Game, people: list[User]) -> None:
    shown = page(browser(), game)
    order = re.findall(r'<li id="seat-(\d)".*?class="name">(\w+)<.*?class="number">([^<]+)<', shown, re.DOTALL)
    assert order == [(str(seat), person.display_name, "5 cards") for seat, person in enumerate(people)]  # W2.2


def test_the_own_hand_is_there_as_buttons_and_nobody_elses(game: Game, people: list[User]) -> None:
    for person in people:
        shown = page(browser(person), game)
        assert re.findall(r'id="[cw]-(\w+)-\d"', shown) == hand_of(game, person)
    assert not re.findall(r'id="[cw]-(\w+)-\d"', page(browser(), game))


def test_what_may_be_played_is_marked_and_named_so(game: Game) -> None:
    mover = to_act(game)
    fitting = {text.split()[1] for text in legal(game) if text.startswith("play") and "W20" not in text}
    shown = page(browser(mover), game)
    marked = set(re.findall(r'<button[^>]*id="c-(\w+)-\d" class="card fits[^>]*, playable"', shown))
    assert marked == fitting
    assert len(re.findall(r'class="calls"', shown)) == ("W20" in hand_of(game, mover))  # once, however many they are


def test_a_whot_offers_the_five_shapes(people: list[User], unlimited_moves: None) -> None:
    game = started(people, preset="001")
    for _ in range(400):
        if game.state != Game.State.PLAYING:
            game = started(people, preset="001")
        mover = to_act(game)
        if "W20" in hand_of(game, mover) and len(hand_of(game, mover)) > 1 and "play W20 call star" in legal(game):
            break
        game = moved(game, "draw" if "draw" in legal(game) else None)
    else:
        pytest.fail("nobody ever held a Whot")
    shown = page(browser(mover), game)
    for shape in ("circle", "triangle", "cross", "square", "star"):
        assert len(re.findall(f'name="action" value="play W20 call {shape}"', shown)) == 1
    answer = post(browser(mover), game, "play W20 call star")
    assert answer.status_code == 302
    if Game.objects.get(pk=game.pk).state == Game.State.PLAYING:
        assert 'id="demand">Called: star<' in page(browser(), game)


def test_clocks_say_what_is_left_and_name_the_zone(game: Game, people: list[User]) -> None:
    mover = to_act(game)
    mover.time_zone = "Africa/Lagos"
    mover.save()
    shown = page(browser(mover), game)
    left = int(re.search(r'data-left="(\d+)"', shown)[1])  # type: ignore[index]
    assert 50_000 < left <= 60_000
    ends = (game.started_at + timedelta(seconds=60 + 3600)).strftime("%H:%M")
    assert f"until {ends} (Africa/Lagos)" in shown
    assert "(UTC)" in page(browser(), game)


@pytest.mark.parametrize(("rules_key", "preset"), [("whot", "002"), ("go_stop", "004")])
def test_of_the_deal_the_table_itself_says_who_begins_and_the_list_all_of_it(
    people: list[User], rules_key: str, preset: str
) -> None:
    """W2, 2.1 to 2.3: its cards lie there; every later turn is told on the table whole."""
    dealt = started(people[:2], game=rules_key, preset=preset, seats=2)
    while dealt.state != Game.State.PLAYING:  # a deal may be won as it is dealt (2.5)
        dealt = started(people[:2], game=rules_key, preset=preset, seats=2)
    mover, other = sides(dealt, people[:2])
    for person, begins in ((mover, "You begin"), (other, f"{mover.display_name} begins")):
        shown = page(browser(person), dealt)
        line = re.search(r'id="latest">(.*?)</p>', shown)
        whole = re.search(r'<li data-at="0".*?>(.*?)</li>', shown)
        assert line and whole and re.fullmatch(rf"{begins}(, and play .*)?\.", line[1]), line
        assert whole[1].startswith("Each player is dealt") and whole[1].endswith(line[1])
    after = page(browser(other), moved(dealt))
    line, whole = re.search(r'id="latest">(.*?)</p>', after), re.search(r'<li data-at="1".*?>(.*?)</li>', after)
    assert line and whole and line[1] == whole[1]


@pytest.mark.parametrize(("rules_key", "preset"), [("whot", "002"), ("go_stop", "004")])
def test_the_page_of_a_game_that_is_over_has_its_last_move_for_whoever_hears_it(
    people: list[User], unlimited_moves: None, rules_key: str, preset: str
) -> None:
    """W7.1: a page that was open reads the move itself out before who won (static/js/game.js)."""
    over = played_out(started(people[:2], game=rules_key, preset=preset, seats=2))
    for person in people[:2]:
        client = browser(person)
        shown, listed = page(client, over), client.get(f"/games/{over.code}/log/").content.decode()
        line = re.search(rf'<ol hidden><li data-at="{over.seq}">(.*?)</li>', shown)
        whole = re.search(rf'<li value="{over.seq}">(.*?) <time', listed)
        assert line and whole and line[1] == whole[1]


def test_the_log_tells_each_what_they_may_know(game: Game, people: list[User]) -> None:
    mover, other = sides(game, people)
    drawn = log.load(game).market_left[0].code
    moved(game, "draw")
    name = card_name(drawn)
    own = text(browser(mover).get(f"/games/{game.code}/log/"))
    others = text(browser(other).get(f"/games/{game.code}/log/"))
    assert f"You go to market and draw {name}." in own
    assert f"{mover.display_name} goes to market and draws one card." in others


def test_a_name_that_looks_like_markup_is_shown_as_text() -> None:
    people = [member("<b>Eve</b>"), member("Bola")]
    game = started(people, preset="002")
    assert "<b>Eve" not in page(browser(), game)
    assert html.escape("<b>Eve</b>") in page(browser(), game)


# -- last card (W5) ----------------------------------------------------------------------------------------------------


def down_to_two(people: list[User]) -> tuple[Game, str]:
    """A game of 000 in which the seat to act can come down to one card, and how."""
    for _ in range(40):
        game = started(people, preset="000", hand_size=3, start="full")
        while game.state == Game.State.PLAYING and game.seq < 60:
            due = [action for action in legal(game) if action.endswith(" last")]
            if due:
                return game, due[0].removesuffix(" last")
            plays = [action for action in legal(game) if action.startswith("play")]
            game = moved(game, plays[0] if plays else None)
    pytest.fail("no hand ever came down to two cards")


@pytest.mark.parametrize("said", [True, False])
def test_a_last_card_call_or_its_omission_is_shown_to_all_until_that_seat_plays_again(
    said: bool, people: list[User], unlimited_moves: None
) -> None:
    """W5.1, W5.2."""
    game, action = down_to_two(people)
    mover = to_act(game)
    seat = game.to_act
    assert 'name="also" value="last"' in page(browser(mover), game)
    answer = post(browser(mover), game, action, **({"also": "last"} if said else {}))
    assert answer.status_code == 302
    mark = "Last card!" if said else "did not say “last card”"
    for client in [browser(mover), *(browser(person) for person in people), browser()]:
        shown = page(client, game)
        found = re.search(rf'<li id="seat-{seat}".*?</li>', shown, re.DOTALL)
        assert found and mark in found[0]
    game = Game.objects.select_related("table").get(pk=game.pk)
    for _ in range(30):  # others' moves and own draws leave it there; the seat's next card takes it away
        if game.state != Game.State.PLAYING:
            return
        plays = [text for text in legal(game) if text.startswith("play")]
        if game.to_act == seat and plays:
            game = moved(game, plays[0] + (" last" if f"{plays[0]} last" in plays else ""))
            break
        game = moved(game, "draw" if "draw" in legal(game) else None)
        found = re.search(rf'<li id="seat-{seat}".*?</li>', page(browser(), game), re.DOTALL)
        assert game.state != Game.State.PLAYING or (found and mark in found[0])
    if game.state == Game.State.PLAYING and not said:
        found = re.search(rf'<li id="seat-{seat}".*?</li>', page(browser(), game), re.DOTALL)
        assert found and mark not in found[0]


def test_beside_the_box_for_the_last_card_is_how_to_use_it(people: list[User], unlimited_moves: None) -> None:
    """W5.1."""
    game, _action = down_to_two(people)
    shown = page(browser(to_act(game)), game)
    assert 'href="/help/game/#last-card"' in shown
    topic = browser().get("/help/game/").content.decode().split('id="last-card"')[1]
    assert "Say “last card” with this play" in shown and "Say “last card” with this play" in topic
    other = next(person for person in people if person != to_act(game))
    assert "#last-card" not in page(browser(other), game), "only where it is due"


def test_a_tick_beside_a_draw_is_no_reason_to_refuse_it(people: list[User], unlimited_moves: None) -> None:
    game, _action = down_to_two(people)
    if "draw" in legal(game):
        assert post(browser(to_act(game)), game, "draw", also="last").status_code == 302


# -- who may look ------------------------------------------------------------------------------------------------------


def test_onlookers_come_only_where_the_table_lets_them(people: list[User]) -> None:
    closed = started(people, preset="002", onlookers=False)
    for client in (browser(), browser(member("Stranger"))):
        for part in ("", "panel", "log/", "again/"):
            assert client.get(f"/games/{closed.code}/{part}").status_code == 404
    assert browser(people[1]).get(f"/games/{closed.code}/").status_code == 200


def test_the_poll_answers_nothing_when_nothing_is_new(game: Game) -> None:
    client = browser()
    assert client.get(f"/games/{game.code}/panel?seq={game.seq}").status_code == 204
    assert client.get(f"/games/{game.code}/panel?seq={game.seq - 1}").status_code == 200


# -- size --------------------------------------------------------------------------------------------------------------


def test_a_turn_costs_two_kilobytes_at_most(people: list[User], unlimited_moves: None) -> None:
    people += [member(name) for name in ("Dayo", "Emeka", "Folake")]
    game = started(people, preset="003", start="full")
    largest = 0
    for _ in range(60):
        if game.state != Game.State.PLAYING:
            break
        answer = browser(to_act(game)).get(f"/games/{game.code}/panel")
        largest = max(largest, len(gzip.compress(answer.content)))
        game = moved(game, "draw" if "draw" in legal(game) and game.seq % 3 else None)
    assert 0 < largest <= 2048


def test_a_broken_log_stops_that_game_and_says_so(game: Game, people: list[User]) -> None:
    from games.models import LogEntry

    moved(game, "draw")
    LogEntry.objects.filter(game=game).update(action="play nothing")
    log.forget()
    answer = browser(people[0]).get(f"/games/{game.code}/")
    assert answer.status_code == 500 and "This game is stopped" in text(answer)
    assert Game.objects.get(pk=game.pk).state == Game.State.FROZEN
    assert browser(people[0]).get(f"/games/{game.code}/").status_code == 500


def test_the_clock_of_the_house_is_told_in_the_log(game: Game) -> None:
    """W8.1."""
    later = timezone.now() + timedelta(minutes=3)
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert play.end_overdue(game.code, later)
    assert "Time is up for" in text(browser().get(f"/games/{game.code}/log/"))
