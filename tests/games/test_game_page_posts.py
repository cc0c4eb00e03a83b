"""The game screen over HTTP: what each kind of post is answered with."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games import log
from games.models import Game

from .factories import key, member, moved, started, to_act
from .game_screen import HTMX, hand_of, page, post, sides
from .pages import browser, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [member("Adaeze"), member("Bola"), member("Chidi")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return started(people, preset="002", turn_clock=60)


def test_a_move_without_script_leads_back_to_the_game(game: Game) -> None:
    answer = post(browser(to_act(game)), game, "draw")
    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")


def test_a_move_by_htmx_is_answered_with_the_table_alone(game: Game) -> None:
    answer = post(browser(to_act(game)), game, "draw", headers=HTMX)
    sent = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="panel"' in sent and f'data-seq="{game.seq + 1}"' in sent and "<html" not in sent
    assert re.search(r'<div id="notice"[^>]*>\s*</div>', sent)  # what was refused before is gone


@pytest.mark.parametrize("htmx", [True, False])
def test_a_stale_post_gets_409_and_the_fresh_table(game: Game, htmx: bool) -> None:
    client = browser(to_act(game))
    answer = post(client, game, "draw", seq=game.seq + 7, headers=HTMX if htmx else {})
    assert answer.status_code == 409
    assert f'data-seq="{game.seq}"' in answer.content.decode()
    assert "moved on" in text(answer)
    assert Game.objects.get(pk=game.pk).seq == game.seq


@pytest.mark.parametrize("htmx", [True, False])
def test_a_card_that_cannot_be_played_says_why_by_clause(game: Game, htmx: bool) -> None:
    """W3.1: a card that fits neither in shape nor in number."""
    mover = to_act(game)
    state = log.load(game)
    top = state.top.code
    odd = [c for c in hand_of(game, mover) if c != "W20" and c[0] != top[0] and c[1:] != top[1:]]
    if not odd:
        game = moved(game, "draw")
        return test_a_card_that_cannot_be_played_says_why_by_clause(game, htmx)
    answer = post(browser(mover), game, f"play {odd[0]}", headers=HTMX if htmx else {})
    assert answer.status_code == 422
    assert 'href="/rules/whot/#W3.1"' in answer.content.decode()
    assert "matches" in text(answer) and odd[0] not in text(answer)  # cards are named, not coded
    assert Game.objects.get(pk=game.pk).seq == game.seq
    return None


def test_out_of_turn_says_whose_turn_it_is(game: Game, people: list[User]) -> None:
    mover, other = sides(game, people)
    answer = post(browser(other), game, "draw", headers=HTMX)
    assert answer.status_code == 422
    assert f"It is not your turn: {mover.display_name} is to act." in text(answer)


def test_the_same_post_twice_counts_once(game: Game) -> None:
    client, same = browser(to_act(game)), key()
    first = post(client, game, "draw", key=same, headers=HTMX)
    again = post(client, game, "draw", key=same, headers=HTMX)
    assert (first.status_code, again.status_code) == (200, 200)
    assert Game.objects.get(pk=game.pk).seq == game.seq + 1


@pytest.mark.parametrize("fields", [{"seen_seq": ""}, {"seen_seq": "-1"}, {"seen_seq": "1e9"}, {"key": ""}])
def test_a_form_that_is_not_ours_gets_400(game: Game, fields: dict[str, str]) -> None:
    sent = {"action": "draw", "seen_seq": str(game.seq), "key": key(), **fields}
    answer = browser(to_act(game)).post(f"/games/{game.code}/actions/", sent, headers=HTMX)
    assert answer.status_code == 400
    assert Game.objects.get(pk=game.pk).seq == game.seq


@pytest.mark.parametrize("action", ["timeout", "leave", "time_up", "abandon", "play Z9", "", "draw draw", "x" * 500])
def test_the_words_of_the_house_and_nonsense_get_400(game: Game, action: str) -> None:
    answer = post(browser(to_act(game)), game, action, headers=HTMX)
    assert answer.status_code == 400
    assert Game.objects.get(pk=game.pk).seq == game.seq


def test_an_onlooker_gets_403_and_changes_nothing(game: Game) -> None:
    answer = post(browser(member("Stranger")), game, "draw", headers=HTMX)
    assert answer.status_code == 403
    assert Game.objects.get(pk=game.pk).seq == game.seq


def test_nobody_signed_in_is_told_that_nothing_was_sent_and_keeps_the_board(game: Game) -> None:
    answer = post(browser(), game, "draw", headers=HTMX)
    assert answer.status_code == 401
    assert 'id="panel"' not in answer.content.decode()
    assert "Not sent" in text(answer)
    plain = post(browser(), game, "draw")
    assert plain.status_code == 302 and plain.url.startswith("/accounts/login/?next=")


def test_get_changes_nothing_and_a_post_needs_its_token(game: Game) -> None:
    client = browser(to_act(game), enforce_csrf_checks=True)
    for part in ("actions", "leave"):
        assert client.get(f"/games/{game.code}/{part}/").status_code == 405
        assert client.post(f"/games/{game.code}/{part}/", {"action": "draw", "sure": "yes"}).status_code == 403


def test_a_reload_where_only_a_button_leads_is_answered_with_the_way_to_the_page_above(game: Game) -> None:
    client = browser(to_act(game))
    for address, above in (
        (f"/games/{game.code}/leave/", f"/games/{game.code}/"),
        (f"/tables/{game.table.code}/join/", f"/tables/{game.table.code}/"),
        ("/language/", "/"),
    ):
        answer = client.get(address)
        assert answer.status_code == 405 and answer["Allow"] == "POST"
        assert "only takes what a button sends" in text(answer)
        assert f'<a class="action" href="{above}">' in answer.content.decode()


def test_leaving_asks_whether_one_is_sure_and_then_is_for_good(game: Game, people: list[User]) -> None:
    """W8.3."""
    client = browser(people[2])
    assert client.post(f"/games/{game.code}/leave/").status_code == 400
    assert client.post(f"/games/{game.code}/leave/", {"sure": "yes"}).status_code == 302
    shown = page(client, game)
    assert "You are out of this game" in shown and 'id="draw"' not in shown
    found = re.search(r'<li id="seat-2".*?</li>', page(browser(people[0]), game), re.DOTALL)
    assert found and ">out<" in found[0]


def test_a_late_post_meets_a_turn_that_has_run_out(game: Game, people: list[User]) -> None:
    """W8.1: the timeout comes first, the post is stale, and the miss is shown."""
    mover = to_act(game)
    Game.objects.filter(pk=game.pk).update(
        deadline=timezone.now() - timedelta(minutes=2), due_at=timezone.now() - timedelta(minutes=1)
    )
    answer = post(browser(mover), game, "draw", headers=HTMX)
    assert answer.status_code == 409
    assert "missed 1 of 2 turns" in text(answer)  # W8.2
