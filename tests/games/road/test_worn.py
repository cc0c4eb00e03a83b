"""What people wear is seen by the others at their tables, fixed at the deal, and costs next to nothing (E2.3)."""

import gzip
import re
from typing import Any

import pytest
from django.db import connection
from django.test import TestCase
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import User
from games import worn
from games.models import Game, Player
from games.road import services
from games.road.models import Career
from games.services import play, tables
from tests.games.coins.purses import rich, wild
from tests.games.factories import key, legal, log_of, member, moved, opened_by, played_out, rules, started, to_act
from tests.games.pages import browser, text
from tests.games.road.test_pages import static

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def dressed(name: str, best: int = 9, **chosen: str) -> User:
    person = member(name)
    Career.objects.create(user=person, feat=300, best_rank=best)
    services.wear(person, chosen)
    return person


def hide(person: User) -> None:
    User.objects.filter(pk=person.pk).update(coins_shown=False)


def page(viewer: User | None, game: Game, part: str = "") -> str:
    answer = browser(viewer).get(f"/games/{game.code}/{part}")
    assert answer.status_code == 200
    found: str = answer.content.decode()
    return found


def seat_of(shown: str, number: int) -> str:
    found = re.search(rf'<li id="seat-{number}".*?</li>', shown, re.DOTALL)
    assert found
    return found[0]


def market(shown: str) -> str:
    found = re.search(r'<div class="market">.*?</div>', shown, re.DOTALL)
    assert found
    return found[0]


def test_e2_3_the_others_see_title_and_card_back_and_the_hosts_cloth_lies_on_the_table() -> None:
    host, other = dressed("Ada", back="3", cloth="4", title="2"), dressed("Bola", back="9", cloth="6", title="9")
    game = started([host, other])
    for viewer in (host, other, None):
        shown = page(viewer, game)
        assert "backs.svg#b3" in seat_of(shown, 0) and "Shape caller" in seat_of(shown, 0)
        assert "backs.svg#b9" in seat_of(shown, 1) and "Grand Whot" in seat_of(shown, 1)
        assert "backs.svg#b3" in market(shown)
        assert re.search(r'id="panel" class="panel[^"]* cloth-4"', shown) and "css/cloths.css" in shown
        assert "ranks.svg" not in shown, "a badge belongs to tables for coins"


def test_a_friends_table_where_nobody_wears_anything_is_as_plain_as_ever() -> None:
    people = [member("Ada"), member("Bola")]
    for person in people:
        Career.objects.create(user=person, feat=500, best_rank=4)
    game = started(people)
    shown = page(people[0], game)
    for trace in ("backs.svg", "ranks.svg", "cloth-", "cloths.css", "worn"):
        assert trace not in shown.replace("cloth.svg", "")
    assert list(Player.objects.filter(game=game).values_list("worn", flat=True)) == ["", ""]


def test_who_hides_coins_and_ranks_sees_nothing_of_it_and_wears_nothing() -> None:
    host, other = dressed("Ada", back="3", cloth="4", title="2"), dressed("Bola", back="9", title="9")
    hide(other)
    game = started([host, other])
    assert "backs.svg#b3" in page(host, game) and "Grand Whot" not in page(host, game)
    for part in ("", "panel"):
        shown = page(other, game, part)
        assert "backs.svg" not in shown and "cloth-4" not in shown and "Shape caller" not in shown


def test_what_is_put_on_during_a_game_is_seen_from_the_next_deal_on() -> None:
    host, other = dressed("Ada"), member("Bola")
    game = started([host, other], games=2)
    services.wear(host, {"back": "5"})
    assert "backs.svg" not in page(other, game)
    played_out(game)
    coming = log_of(game.table)
    assert coming.number == 2 and Player.objects.get(game=coming, user=host).worn == "b5"


def test_a_computer_player_that_took_a_seat_over_wears_nothing() -> None:
    host, other, third = dressed("Ada"), dressed("Bola", back="9", title="9"), member("Chidi")
    game = started([host, other, third], takeover=True)
    assert "Grand Whot" in page(third, game)
    play.leave(game.code, other)
    assert "Grand Whot" not in page(third, game) and "backs.svg" not in page(third, game)


def test_e2_badges_stand_beside_the_names_at_tables_for_coins() -> None:
    people = [rich(name, 10_000) for name in ("Ada", "Bola", "Chidi", "Dayo")]
    Career.objects.create(user=people[1], feat=300, best_rank=3, title=3)
    hide(people[3])
    User.objects.filter(pk=people[3].pk).update(coins_shown=True)
    table = opened_by(people[0], rules("000", 4, coins="wild", coin_amount=2))
    tables.join(table.code, people[1], seen_agreement=table.agreement)
    room = browser(people[0]).get(f"/tables/{table.code}/").content.decode()
    assert 'aria-label="Sergeant"' in room and "ranks.svg#r3" in room and "Pick Two dealer" in room
    assert 'aria-label="Recruit"' in room
    viewer = member("Eve")
    hide(viewer)
    assert "ranks.svg" not in browser(viewer).get(f"/tables/{table.code}/").content.decode()
    game = wild(people, 2)
    shown = page(people[0], game)
    assert 'aria-label="Sergeant"' in seat_of(shown, 1) and "ranks.svg#r0" in seat_of(shown, 2)
    assert "ranks.svg" not in page(viewer, game)


def test_a_friendly_table_that_waits_asks_nothing_of_the_road(django_assert_num_queries: Any) -> None:
    table = opened_by(member(), rules(seats=4))
    with django_assert_num_queries(0):
        assert worn.at_table(table, [], None) == {}


@pytest.mark.parametrize("language", ["en", "ms"])
def test_a_turn_of_four_dressed_people_costs_two_kilobytes_at_most(language: str) -> None:
    best = {"back": "9", "cloth": "8", "title": "7"}
    people = [rich(f"Oluwaseun-Adebayo-{letter}", 100_000) for letter in "ABCD"]
    for person in people:
        Career.objects.create(user=person, feat=1800, best_rank=9)
        services.wear(person, best)
    User.objects.update(language=language)
    game = wild(people, 80)
    clients = {person.pk: browser(person) for person in people}
    sizes = []
    with translation.override(language):
        for _turn in range(12):
            if game.state != Game.State.PLAYING:
                break
            person = to_act(game)
            client = clients[person.pk]
            client.cookies["language"] = language
            fields = {"action": legal(game)[0], "seen_seq": game.seq, "key": key()}
            with TestCase.captureOnCommitCallbacks(execute=True):
                answer = client.post(f"/games/{game.code}/actions/", fields, headers={"HX-Request": "true"})
            assert answer.status_code == 200
            game = log_of(game.table)
            if game.state == Game.State.PLAYING:
                assert b"cloth-8" in answer.content and b"ranks.svg#r9" in answer.content
                sizes.append(len(gzip.compress(answer.content)))
    assert sizes and max(sizes) <= 2048, sizes


def test_what_is_worn_costs_no_statement_of_a_move() -> None:
    asked = []
    for wears in ({}, {"back": "3", "cloth": "4", "title": "2"}):
        people = [dressed("Ada", **wears), dressed("Bola", **wears)]
        game = moved(moved(started(people, preset="002"), "draw"), "draw")
        fields = {"action": "draw", "seen_seq": game.seq, "key": key()}
        client = browser(to_act(game))
        with TestCase.captureOnCommitCallbacks(execute=True), CaptureQueriesContext(connection) as queries:
            answer = client.post(f"/games/{game.code}/actions/", fields, headers={"HX-Request": "true"})
        asked.append(len(queries))
    assert b"backs.svg" in answer.content and "Shape caller" in text(answer)
    assert asked[0] == asked[1]


def test_six_dressed_people_with_long_hands_load_and_play_as_light_as_others() -> None:
    people = [dressed(f"Oluwaseun Bartholomew {n}", back="9", cloth="8", title=str(n)) for n in range(6)]
    game = started(people, preset="003", start="full", packs=2, turn_clock=86400, draw_when_able=True)
    for _turn in range(40):  # the market lasts longer
        game = moved(game, "draw")
    assert game.state == Game.State.PLAYING
    sizes = [len(gzip.compress(browser(person).get(f"/games/{game.code}/panel").content)) for person in people]
    assert max(sizes) <= 2048, sizes
    first = browser(people[0]).get(f"/games/{game.code}/").content
    files = set(re.findall(r"/static/([\w./-]+)", first.decode()))
    files |= {"grain.svg", "strip.svg"}
    assert {"css/cloths.css", "cards/backs.svg", "cards/whot.svg"} <= files
    whole = len(gzip.compress(first)) + sum(len(gzip.compress(static(name).encode())) for name in files)
    assert whole <= 60_000, whole
