"""A name that changes is the new one wherever its person waits or plays; what is over keeps the old."""

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from games.models import Game, Player, Seat
from games.services import tables
from games.services.renaming import rename_at_tables

from .factories import fresh, guest, member, moved, opened, opened_by, played_out, rules, seated, started, to_act
from .pages import browser, shuffled, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def renamed(person: User, name: str) -> None:
    page = browser(person)
    form = {"display_name": name, "language": "en", "time_zone": "UTC", "hand_order": "shape", "mail_wanted": []}
    answer = page.post("/settings/", {**form, "username": person.username} if not person.is_guest else form)
    assert answer.status_code == 302, text(answer)


@pytest.mark.parametrize("make", [member, guest])
def test_the_others_at_a_waiting_table_see_the_new_name(make: Any) -> None:
    person = make("Oldname")
    table = seated(opened(seats=3), person)
    renamed(person, "Newname")
    page = text(browser(table.host).get(f"/tables/{table.code}/panel"))
    assert "Newname" in page and "Oldname" not in page
    assert fresh(table).seq > table.seq, "a page that was open learns of it"


@pytest.mark.parametrize("make", [member, guest])
def test_the_others_in_a_running_game_see_the_new_name_in_all_that_happened(make: Any) -> None:
    person, other = make("Oldname"), member("Bola")
    game = started([person, other])
    while to_act(game) != other or not game.seq:
        game = moved(game)
        if game.state != Game.State.PLAYING:
            game = started([person, other])
    assert "Oldname" in text(browser(other).get(f"/games/{game.code}/log/"))
    renamed(person, "Newname")
    for page in ("", "log/", "panel"):
        seen = text(browser(other).get(f"/games/{game.code}/{page}"))
        assert "Newname" in seen and "Oldname" not in seen, page


def test_a_game_that_is_over_keeps_the_name_it_was_played_under() -> None:
    person, other = member("Oldname"), member("Bola")
    game = played_out(started([person, other], preset="002", pick2="stack"))
    renamed(person, "Newname")
    assert Player.objects.get(game=game, user=person).name == "Oldname"


def test_the_next_game_of_a_match_has_the_new_name() -> None:
    person, other = member("Oldname"), member("Bola")
    game = started([person, other], games=2)
    renamed(person, "Newname")
    game = played_out(game)
    following = Game.objects.get(table=game.table_id, number=2)
    assert Player.objects.get(game=following, user=person).name == "Newname"


def test_a_new_name_that_looks_like_another_at_the_table_is_told_apart() -> None:
    first, second = guest("Ada"), guest("Bola")
    table = seated(opened_by(first, rules(seats=3)), second)
    renamed(second, "Ada")
    assert list(table.places.order_by("number").values_list("name", flat=True)) == ["Ada", "Ada 2"]


def test_the_computer_that_goes_on_for_somebody_has_the_new_name() -> None:
    people = [member("Oldname"), member("Bola"), member("Chidi")]
    game = started(people, takeover=True)
    tables.leave(game.table.code, people[0])
    renamed(people[0], "Newname")
    page = text(browser(people[1]).get(f"/games/{game.code}/"))
    assert "Computer for Newname" in page and "Oldname" not in page


def test_a_guest_who_becomes_a_member_is_a_member_at_the_table_too() -> None:
    person = guest("Oldname")
    table = seated(opened(seats=3), person)
    User.objects.filter(pk=person.pk).update(is_guest=False, display_name="Newname", username="Newname")
    rename_at_tables(User.objects.get(pk=person.pk))
    seat = Seat.objects.get(table=table, user=person)
    assert (seat.name, seat.kind) == ("Newname", "person")


@pytest.mark.parametrize(("language", "name"), [("en", "Computer 1"), ("ms", "Komputer 1")])
def test_computer_players_are_called_in_the_language_of_the_reader(language: str, name: str) -> None:
    client = Client(headers={"accept-language": language})
    address = client.post("/computer/", {"preset": "001", "seats": "2", "key": "computer-1"})
    page = text(client.get(shuffled(client, address["Location"])["Location"]))
    assert name in page
    assert language == "en" or "Computer" not in page
    with translation.override(language):
        assert Seat.objects.get(kind="bot").shown_name == name
