"""The game screen over HTTP: a game that is over, the next one of its match, and looking again by itself."""

import re

import pytest

from accounts.models import User
from games.models import Game

from .factories import member, played_out, started
from .game_screen import page, post, sides
from .pages import browser, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [member("Adaeze"), member("Bola"), member("Chidi")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return started(people, preset="002", turn_clock=60)


def test_game_over_lists_points_places_and_every_hand(people: list[User], unlimited_moves: None) -> None:
    game = played_out(started(people, preset="002"))
    shown = text(browser(people[0]).get(f"/games/{game.code}/"))
    assert "GAME OVER" in shown
    for player in game.players.all():
        assert re.search(rf"{player.place} {player.name}( you)?( out)? {player.points}", shown)
    assert game.outcome is not None
    drawn = page(browser(), game)
    hands = re.sub(r'<div class="ended-by">.*?</div>', "", drawn, flags=re.S)  # there stands a card that ended it
    assert len(re.findall(r'<ul class="left-hand">', hands)) == 3
    assert ">Place</th>" in drawn and len(re.findall(r"</span>[123]\. ", drawn)) == 3
    assert "Was the deal fair?" in drawn and 'href="/games/' in drawn


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (0, "before the game, and no browser added to the shuffle"),
        (1, "Before one browser added to the shuffle"),
        (2, "Before 2 browsers added to the shuffle"),
    ],
)
def test_game_over_says_what_the_deal_proves_by_who_added_to_it(
    given: int, told: str, people: list[User], unlimited_moves: None
) -> None:
    """wgs1, step 2: with no contribution the site alone made the key."""
    game = played_out(started(people, preset="002"))
    Game.objects.filter(pk=game.pk).update(client_seeds=["ab" * 16] * given + ["-"] * (3 - given))
    shown = text(browser(people[0]).get(f"/games/{game.code}/"))
    assert told in shown and ("does not prove that the site did not choose the deal" in shown) == (given == 0)
    assert "nobody who runs the site looked at the cards" in shown


def test_rematch_leads_to_the_form_with_the_same_rules(people: list[User], unlimited_moves: None) -> None:
    game = played_out(started(people, preset="002", pick2="stack"))
    client = browser(people[0])
    assert f"/games/{game.code}/again/" in page(client, game)
    answer = client.get(f"/games/{game.code}/again/", follow=True)
    assert answer.status_code == 200
    assert re.search(r'value="002" checked', answer.content.decode())
    assert re.search(r'<option value="stack" selected', answer.content.decode())


def test_the_next_game_of_a_match_and_the_tally_are_shown(people: list[User], unlimited_moves: None) -> None:
    """W9.1, W9.2."""
    first = played_out(started(people, preset="003", games=2))
    following = Game.objects.get(table=first.table, number=2)
    shown = page(browser(people[0]), first)
    assert f"/games/{following.code}/" in shown and "The match after game 1 of 2" in shown
    second = played_out(Game.objects.select_related("table").get(pk=following.pk))
    totals = [sum(game.players.get(seat=seat).tally or 0 for game in (first, second)) for seat in range(len(people))]
    told = text(browser(people[0]).get(f"/games/{second.code}/"))
    for person, total in zip(people, totals, strict=True):
        assert re.search(rf"{person.display_name} (the Wharty-est )?{total}\b", told)


def test_without_script_who_waits_looks_again_by_itself_and_who_is_to_act_by_hand(
    game: Game, people: list[User]
) -> None:
    mover, waiting = sides(game, people)
    again = f'<noscript><meta http-equiv="refresh" content="15; url=/games/{game.code}/"></noscript>'
    for person, by_itself in ((waiting, True), (mover, False)):
        shown = page(browser(person), game)
        assert (again in shown, "http-equiv" in shown) == (by_itself, by_itself)
        assert f'<a href="/games/{game.code}/">REFRESH</a>' in shown
    refused = post(browser(waiting), game, "draw")  # the answer stands at an address that takes no second look
    assert refused.status_code == 422 and again in refused.content.decode()


def test_a_game_that_is_over_does_not_look_again(people: list[User], unlimited_moves: None) -> None:
    assert "http-equiv" not in page(browser(people[0]), played_out(started(people, preset="002")))


@pytest.mark.parametrize("part", ["", "panel"])
def test_help_is_about_what_is_on_the_screen_also_when_the_end_was_pushed(
    people: list[User], unlimited_moves: None, part: str
) -> None:
    def helps(game: Game) -> set[str]:
        shown = browser(people[0]).get(f"/games/{game.code}/{part}").content.decode()
        return set(re.findall(r'href="/help/(\w+)/"', shown))

    game = started(people, preset="002")
    assert helps(game) == {"game", "cards"}
    assert helps(played_out(game)) == {"end"}
