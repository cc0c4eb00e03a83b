"""Annals: wins, losses, places and opponents of a person, from games that are over (issue of matches; W7.5)."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import closing, exporting, names, services
from accounts.models import Block, User
from games.models import Game, Player, Table
from games.selectors import annals
from games.services import undoing

from .factories import computer_game, guest, member, played_out, rules, started
from .pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def over(people: list[User], places: list[int], points: list[int], **chosen: Any) -> Game:
    """A game that ended with these places and points, by seat."""
    game = played_out(started(people, **{"preset": "001", "start": "host", **chosen}))
    for seat, (place, left) in enumerate(zip(places, points, strict=True)):
        result = "lost" if place > 1 else "shared" if places.count(1) > 1 else "won"
        Player.objects.filter(game=game, seat=seat).update(place=place, points=left, tally=left, result=result)
    return game


@pytest.fixture
def people() -> list[User]:
    return [member(name) for name in ("Ada", "Bola", "Chidi")]


def row(
    person: User, other: User | None, viewer: User | None = None, **narrow: Any
) -> tuple[int, int, int, int] | None:
    """Games, ahead, level and behind of the person with this opponent, as the viewer (or else the person) sees it."""
    found = annals.opponents(person, viewer or person, **narrow).rows
    return next(((one.played, one.ahead, one.level, one.behind) for one in found if one.user == other), None)


def test_wins_losses_places_best_and_worst_stand_by_kind_of_game(people: list[User]) -> None:
    over(people, [1, 2, 3], [0, 7, 30])
    over(people, [3, 1, 2], [41, 0, 5])
    over(people, [1, 1, 3], [4, 4, 9])
    over(people, [2, 1, 3], [12, 0, 60], preset="003")
    kinds = {kind.preset: kind for kind in annals.kinds(people[0])}
    assert set(kinds) == {"001", "003"}
    mine = kinds["001"]
    assert (mine.played, mine.won, mine.shared, mine.lost) == (3, 1, 1, 1)
    assert mine.places_in_order == [(1, 2), (3, 1)]
    assert (mine.best, mine.worst, mine.average) == (0, 41, 15)
    assert (kinds["003"].lost, kinds["003"].best, kinds["003"].worst) == (1, 12, 12)


def test_in_go_stop_many_points_are_the_best(people: list[User]) -> None:
    two = people[:2]
    over(two, [1, 2], [9, 0], preset="004", game="go_stop", seats=2)
    over(two, [2, 1], [0, 3], preset="004", game="go_stop", seats=2)
    (kind,) = annals.kinds(two[0])
    assert (kind.game, kind.best, kind.worst) == ("go_stop", 9, 0)


def test_head_to_head_counts_the_better_place_with_every_opponent(people: list[User]) -> None:
    ada, bola, chidi = people
    over(people, [1, 2, 3], [0, 7, 30])
    over(people, [3, 1, 2], [41, 0, 5])
    over([ada, bola], [1, 1], [4, 4], preset="003")
    assert row(ada, bola) == (3, 1, 1, 1)
    assert row(bola, ada) == (3, 1, 1, 1)
    assert row(ada, chidi) == (2, 1, 0, 1)
    assert row(ada, bola, preset="003") == (1, 0, 1, 0)
    assert row(ada, chidi, preset="003") is None
    assert [one.user for one in annals.opponents(ada, ada).rows] == [bola, chidi]


def test_what_was_taken_back_abandoned_or_sat_out_counts_for_nothing(people: list[User]) -> None:
    """W7.5, W9.3."""
    game = over(people, [1, 2, 3], [0, 7, 30])
    undoing.void(game.code)
    assert annals.kinds(people[0]) == [] and annals.opponents(people[0], people[0]).rows == ()
    knocked_out = over(people, [1, 2, 3], [0, 7, 30])
    Player.objects.filter(game=knocked_out, seat=2).update(place=None, result=None)
    assert annals.kinds(people[2]) == [] and row(people[0], people[2]) is None
    assert row(people[0], people[1]) == (1, 1, 0, 0)


def test_computer_players_are_one_opponent(people: list[User]) -> None:
    table = computer_game(people[0], rules(seats=3))
    game = table.games.get()
    Game.objects.filter(pk=game.pk).update(state="over", end_reason="emptied_hand", to_act=None)
    for seat, place in enumerate((2, 1, 3)):
        result = "won" if place == 1 else "lost"
        Player.objects.filter(game=game, seat=seat).update(
            place=place, result=result, points=1, ended_at=timezone.now()
        )
    assert row(people[0], None) == (2, 1, 0, 1)
    assert "Computer players: 2 games, 1 ahead, 1 behind" in text(
        browser(people[0]).get(f"/people/{people[0].username}/annals/")
    )


def test_others_learn_only_of_games_that_they_may_look_at(people: list[User]) -> None:
    ada, bola, chidi = people
    game = over([ada, bola], [1, 2], [0, 7], onlookers=False)
    assert row(ada, bola) == (1, 1, 0, 0)
    assert row(ada, bola, bola) == (1, 1, 0, 0)
    assert row(ada, bola, chidi) is None and annals.opponents(ada, None).rows == ()
    Table.objects.filter(pk=game.table_id).update(shared=True)
    assert row(ada, bola, chidi) == (1, 1, 0, 0)


def test_who_closed_the_account_or_is_blocked_is_named_to_nobody_else(people: list[User]) -> None:
    ada, bola, chidi = people
    over(people, [1, 2, 3], [0, 7, 30])
    Block.objects.create(blocker=bola, blocked=ada)
    assert row(ada, bola, chidi) is None and row(ada, chidi, chidi) == (1, 1, 0, 0)
    (own,) = [one for one in annals.opponents(ada, ada).rows if one.user == bola]
    assert not own.link  # their own past stays theirs, without a way to the other
    closing.close_account(chidi)
    assert row(ada, chidi) is None


def test_a_guest_is_named_without_a_link(people: list[User]) -> None:
    somebody = guest("Gast")
    over([people[0], somebody], [1, 2], [0, 7])
    (line,) = annals.opponents(people[0], people[0]).rows
    assert (line.user, line.link) == (somebody, False)
    assert "Gast" in text(browser(people[0]).get(f"/people/{people[0].username}/annals/"))


def test_the_profile_has_the_annals_and_leads_to_all_of_them(people: list[User]) -> None:
    over(people, [1, 2, 3], [0, 7, 30])
    words = text(browser(people[1]).get(f"/people/{people[0].username}/"))
    assert "1 game finished: 1 won, 0 lost" in words and "Bola : 1 game, 1 ahead, 0 behind" in words
    assert f"/people/{people[0].username}/annals/" in browser().get(f"/people/{people[0].username}/").content.decode()


@pytest.mark.parametrize("query", ["preset=999", "page=0", "page=x", "page=99999999999", "page=-1"])
def test_a_page_that_does_not_exist_is_not_found(people: list[User], query: str) -> None:
    assert browser().get(f"/people/{people[0].username}/annals/?{query}").status_code == 404


def test_the_list_of_opponents_turns_pages(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    for _number in range(3):
        over([people[0], member()], [1, 2], [0, 7])
    first, second = (annals.opponents(people[0], people[0], page=page, most=2) for page in (1, 2))
    assert (len(first.rows), first.more, len(second.rows), second.more) == (2, True, 1, False)
    assert not {one.user for one in first.rows} & {one.user for one in second.rows}


def test_one_has_ones_own_annals_in_the_export(people: list[User]) -> None:
    over(people, [1, 2, 3], [0, 7, 30])
    told = exporting.export_of(people[0])["annals"]
    assert told["by_rules"][0]["won"] == 1
    assert [(line["name"], line["ahead"]) for line in told["opponents"]] == [("Bola", 1), ("Chidi", 1)]


def test_the_page_takes_the_same_few_queries_for_many_games(people: list[User]) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert browser().get(f"/people/{people[0].username}/annals/").status_code == 200
        return len(captured)

    over(people, [1, 2, 3], [0, 7, 30])
    few = queries()
    for _number in range(4):
        over([*people, member()], [1, 2, 3, 4], [0, 7, 30, 31])
    assert queries() == few <= 5


@pytest.mark.parametrize("part", ["annals", "ratings"])
def test_an_old_name_leads_to_these_pages_as_it_does_to_the_profile(part: str) -> None:
    me = member("Chinedu")
    names.hold(me)
    old = me.username
    services.rename(me, username="Emeka", display_name="Emeka")
    answer = browser(None).get(f"/people/{old}/{part}/")
    assert (answer.status_code, answer["Location"]) == (302, f"/people/Emeka/{part}/")
