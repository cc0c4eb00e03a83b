"""What one shows to others of what is over: where SHARE leads, the preview and the picture of a match, and to whom."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Game, Player, Seat, Table
from games.services import play, undoing
from games.views import showing

from .factories import computer_game, log_of, member, played_out, rules, started
from .pages import browser, text
from .test_matches import finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture
def people() -> list[User]:
    return [member(name) for name in ("Ada", "Bola", "Chidi")]


@pytest.fixture
def last(people: list[User]) -> Game:
    """Of a private match that Bola won with 9 points, before Ada with 15 and Chidi with 25 (W9.1)."""
    return finished(people, [[10, 0, 25], [5, 9, 0]], onlookers=False)


def tags(client: Client, path: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)"', client.get(path).content.decode()))


def test_the_link_to_a_match_that_is_over_is_previewed_by_the_result_of_the_match(
    last: Game, people: list[User]
) -> None:
    """W9.1."""
    Table.objects.filter(pk=last.table_id).update(shared=True)
    address = f"/tables/{last.table.code}/games/"
    for client in (browser(people[1]), browser()):
        found = tags(client, address)
        assert found["og:title"] == "Bola wins the match"
        assert found["og:description"].endswith(": the match: Bola 9, Ada 15, Chidi 25")
        assert found["og:image"] == f"http://testserver{address}result.png"


def test_the_picture_of_a_match_has_its_headline_and_everybodys_points(
    last: Game, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """W9.1."""
    address = f"/tables/{last.table.code}/games/result.png"
    answer = browser(people[0]).get(address)
    assert answer.headers["Content-Type"] == "image/png" and answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    given: list[Any] = []
    monkeypatch.setattr(showing, "_drawn", lambda *what: given.append(what) or answer)
    browser(people[0]).get(address)
    headline, _below, rows = given[0]
    assert headline == "Bola wins the match"
    assert rows == [("1", "Bola", "9 points"), ("2", "Ada", "15 points"), ("3", "Chidi", "25 points")]


def test_picture_and_preview_say_who_left_the_match_and_who_was_knocked_out(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """W8.3: Bola left with the lowest tally and is last; W9.3: Ada was knocked out."""
    left = finished(people, [[10, 0, 25], [5, 9, 8]])
    Seat.objects.filter(table=left.table, number=1).update(left_at=timezone.now())
    knocked = started(people[:2], preset="003", match="knockout")
    while Table.objects.get(pk=knocked.table_id).state == Table.State.PLAYING:
        knocked = played_out(log_of(knocked.table))
    Player.objects.filter(game__table=knocked.table).update(tally=0)
    Player.objects.filter(game=knocked, seat=0).update(tally=100)
    given: list[Any] = []
    monkeypatch.setattr(showing, "_drawn", lambda *what: given.append(what[2]) or HttpResponse())
    for game, told in ((left, "Ada 15, Chidi 33, Bola 9 · left"), (knocked, "Bola 0, Ada 100 · out")):
        address = f"/tables/{game.table.code}/games/"
        assert tags(browser(people[0]), address)["og:description"].endswith(f": {told}")
        browser(people[0]).get(f"{address}result.png")
    assert [points for _place, _name, points in given[0]] == ["15 points", "33 points", "9 points · left"]
    assert [points for _place, _name, points in given[1]] == ["0 points", "100 points · out"]


def test_a_stranger_sees_a_private_match_and_its_picture_only_if_the_host_lets_them(
    last: Game, people: list[User]
) -> None:
    outlets = [f"/tables/{last.table.code}/games/{rest}" for rest in ("", "result.png")]
    strangers = browser(), browser(member("Dayo"))
    for shared, status in ((False, 404), (True, 200), (False, 404)):
        browser(people[0]).post(f"/tables/{last.table.code}/share/", {"shared": "yes" if shared else "no"})
        for stranger in strangers:
            assert [stranger.get(path).status_code for path in outlets] == [status, status]


def test_a_match_under_way_has_no_preview_and_no_picture(people: list[User]) -> None:
    """W9.2: there is no winner before its last game."""
    game = played_out(started(people, preset="003", start="host", games=2))
    assert log_of(game.table).state == Game.State.PLAYING
    address = f"/tables/{game.table.code}/games/"
    assert tags(browser(people[0]), address) == {} and "1 game of 2 is over" in text(browser(people[0]).get(address))
    assert browser(people[0]).get(f"{address}result.png").status_code == 404


def offered(client: Client, game: Game) -> list[tuple[str, str]]:
    """What the page of SHARE offers, in its order: the result and the link to it."""
    shown = client.get(f"/games/{game.code}/share/").content.decode()
    return re.findall(r'<h2 id="\w+">(.*?)</h2>.*?<input id="link-\w+" value="(.*?)" readonly', shown, re.DOTALL)


def test_after_a_match_share_offers_the_match_first_and_then_its_last_game(last: Game, people: list[User]) -> None:
    """W9.1: Bola won the match, whoever won its last game."""
    client = browser(people[1])
    assert f'href="/games/{last.code}/share/"' in client.get(f"/games/{last.code}/").content.decode()
    (match, its_link), (game, link) = offered(client, last)
    assert (match, its_link) == ("Bola wins the match", f"http://testserver/tables/{last.table.code}/games/")
    assert game.startswith("Game 2: ") and link == f"http://testserver/games/{last.code}/review/"
    for address in (its_link, link):
        assert client.get(address).status_code == 200


def test_within_a_match_and_after_a_single_game_share_offers_that_game(people: list[User]) -> None:
    """W9.2."""
    within = played_out(started(people, preset="003", start="host", games=2))
    ((result, link),) = offered(browser(people[0]), within)
    assert result.startswith("Game 1: ") and link == f"http://testserver/games/{within.code}/review/"
    single = played_out(started(people, preset="001"))
    ((result, link),) = offered(browser(people[0]), single)
    assert "Game 1" not in result and link == f"http://testserver/games/{single.code}/review/"
    assert browser(people[0]).get(f"/games/{log_of(within.table).code}/share/").status_code == 404  # under way


def test_a_game_that_was_taken_back_is_offered_without_a_picture(people: list[User]) -> None:
    """W7.5."""
    game = played_out(started(people, preset="001"))
    undoing.void(game.code)
    looker = browser(people[0])
    for address in ("share/", "review/"):
        shown = looker.get(f"/games/{game.code}/{address}")
        assert "No result" in text(shown) and "result.png" not in shown.content.decode()
    assert looker.get(f"/games/{game.code}/result.png").status_code == 404


def test_a_game_that_was_abandoned_has_no_picture_with_places() -> None:
    """W7.5: nobody has won."""
    host = member()
    game = play.leave(log_of(computer_game(host, rules("001", seats=4))).code, host)
    assert game.end_reason == "abandoned"
    looker = browser(host)
    for address in ("share/", "review/"):
        assert "result.png" not in looker.get(f"/games/{game.code}/{address}").content.decode()
    assert looker.get(f"/games/{game.code}/result.png").status_code == 404


def test_the_host_lets_others_look_where_the_links_stand_and_comes_back_there(last: Game, people: list[User]) -> None:
    host, other, stranger = browser(people[0]), browser(people[1]), browser()
    address, letting = f"/games/{last.code}/share/", "Let whoever has a link look at the finished games of this table"
    assert stranger.get(address).status_code == 404
    assert letting not in text(other.get(address)) and "Only those who played can open it" in text(other.get(address))
    assert letting in text(host.get(address))
    answer = host.post(f"/tables/{last.table.code}/share/", {"shared": "yes", "game": last.code, "back": "share"})
    assert answer.headers["Location"] == address
    assert "Whoever has the link can look." in text(host.get(address))
    assert stranger.get(address).status_code == 200
    host.post(f"/tables/{last.table.code}/share/", {"shared": "no", "game": last.code})
    assert stranger.get(address).status_code == 404
