"""From the name of somebody one met to their profile, where they can be asked to be friends, or blocked."""

import re

import pytest
from django.utils import timezone

from accounts.models import User
from games.services import play, undoing

from .factories import computer_game, guest, member, opened_by, played_out, rules, seated, started
from .pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def linked(person: User, address: str) -> set[str]:
    """Addresses of profiles that the body of a page leads to, as this person sees it."""
    page = browser(person).get(address).content.decode().split("<main")[-1]  # a pushed part has none
    assert not re.search(r"<(button|a)\b[^>]*>(?:(?!</\1).)*/people/", page, re.DOTALL), "a link inside another control"
    return set(re.findall(r'href="(/people/[^"/]+/)"', page))


def profile(person: User) -> str:
    return f"/people/{person.username}/"


def test_a_table_leads_to_the_profiles_of_the_members_at_it() -> None:
    host, other, unnamed = member(), member(), guest()
    table = seated(opened_by(host, rules(seats=4)), other, unnamed)
    for part in ("", "panel"):
        assert linked(other, f"/tables/{table.code}/{part}") == {profile(host)}
    assert linked(member(), f"/tables/{table.code}/") == {profile(host), profile(other)}


def test_a_finished_game_leads_to_the_profiles_of_those_who_played() -> None:
    me, other, gone, unnamed = member(), member(), member(), guest()
    game = played_out(started([me, other, gone, unnamed], preset="002"))
    User.objects.filter(pk=gone.pk).update(closed_at=timezone.now(), is_active=False)
    for address in (f"/games/{game.code}/", f"/games/{game.code}/panel", f"/games/{game.code}/log/", "/"):
        assert linked(me, address) == {profile(other)}, address
    assert browser(me).get(profile(other)).status_code == 200


def test_a_computer_player_has_no_profile() -> None:
    me = member()
    table = computer_game(me, rules(seats=3))
    assert linked(me, f"/games/{table.games.get().code}/log/") == set()


def test_who_has_finished_no_game_is_said_to_have_finished_none() -> None:
    newcomer = member()
    assert "No game finished yet." in text(browser(newcomer).get(f"/people/{newcomer.username}/"))


def test_a_game_taken_back_has_no_place_on_a_profile() -> None:
    people = [member("Ada"), member("Obi")]
    game = started(people, onlookers=True)
    play.leave(game.code, people[1])
    page = f"/people/{people[0].username}/"
    assert ", place 1" in text(browser(people[1]).get(page))
    undoing.void(game.code)
    told = text(browser(people[1]).get(page))
    assert "taken back: counts for nothing" in told and ", place 1" not in told
