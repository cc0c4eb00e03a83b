"""Home: the muster of who is signed in, and the first page for everybody else."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Notice, Table
from games.services import invitations, play, tables

from .factories import friends, guest, member, moved, opened_by, played_out, rules, seated, started, to_act
from .pages import browser, text
from .planted import TOKENS, planted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def order(page: Any, prefix: str) -> list[str]:
    """The codes of the items of one list, from the top."""
    return re.findall(rf'<li id="{prefix}-(\w+)"', page.content.decode())


def section(page: Any, name: str) -> str:
    return page.content.decode().split(f'<h2 id="{name}">')[1].split("</section>")[0]


def test_a_stranger_is_told_what_this_is_and_what_to_do(client: Client) -> None:
    page = client.get("/").content.decode()
    for address in ("/computer/", "/tables/new/", "/accounts/login/", "/help/", "/rules/"):
        assert f'href="{address}"' in page


@pytest.mark.parametrize("person", [member, guest], ids=["member", "guest"])
def test_an_empty_muster_says_what_to_do(person: Any) -> None:
    page = browser(person()).get("/")
    told = text(page)
    assert "COMPUTER starts one at once" in told
    assert "Make one with HUMAN GAME" in told
    assert "Games you have finished are kept here" in told
    assert "<title>Muster – Whot</title>" in page.content.decode()


def test_my_turn_comes_first_the_most_pressing_on_top() -> None:  # L01, L02
    me = member()
    games = [started([me, member()], turn_clock=86_400) for _number in range(3)]
    theirs = started([me, member()])
    for game in games:
        if to_act(game) != me:
            moved(game)
    theirs.refresh_from_db()
    while to_act(theirs) == me:
        theirs = moved(theirs)
    mine = [Game.objects.get(pk=game.pk) for game in games]
    mine = [game for game in mine if to_act(game) == me]
    assert len(mine) >= 2
    now = timezone.now()
    for hours, game in zip((9, 1, 5), mine, strict=False):
        Game.objects.filter(pk=game.pk).update(deadline=now + timedelta(hours=hours))
    page = browser(me).get("/")
    expected = [game.code for game in Game.objects.filter(pk__in=[g.pk for g in mine]).order_by("deadline")]
    shown = order(page, "game")
    assert shown[: len(expected)] == expected
    assert theirs.code in shown[len(expected) :]
    assert f"<title>({len(expected)}) Muster – Whot</title>" in page.content.decode()
    assert f'data-title="Muster – Whot" data-waiting="{len(expected)}"' in page.content.decode()


def test_a_game_under_way_says_so_and_can_be_entered() -> None:
    me = member()
    game = started([me, member("Bola"), member(), member()], turn_clock=3600)
    part = section(browser(me).get("/"), "mine")
    assert "PLAYING (4 of 4)" in part
    assert f'href="/games/{game.code}/"' in part and "ENTER GAME" in part
    assert "You, Bola" in " ".join(re.sub(r"<[^>]+>", "", part).split())


def test_a_game_under_way_names_its_kind_and_whose_turn_it_is() -> None:
    """L01: what one has to know before one enters."""
    people = [member("Ada"), member("Bola")]
    game = started(people, preset="001", turn_clock=3600)
    mover, waits = sorted(people, key=lambda person: person != to_act(game))
    part = " ".join(re.sub(r"<[^>]+>", "", section(browser(waits).get("/"), "mine")).split())
    assert "Classic (001)" in part and f"{mover.display_name}’s turn, " in part and "Your turn" not in part
    part = " ".join(re.sub(r"<[^>]+>", "", section(browser(mover).get("/"), "mine")).split())
    assert "Classic (001)" in part and "Your turn, " in part and "’s turn" not in part


def test_a_table_i_wait_at_has_refresh_and_abandon() -> None:
    me = member()
    table = seated(opened_by(member("Ada"), rules(seats=4)), me)
    page = browser(me).get("/")
    part = section(page, "waiting")
    assert "ASSEMBLING (2 of 4)" in part and "REFRESH" in part
    assert f'action="/tables/{table.code}/leave/"' in part and "ABANDON" in part
    assert table.code not in order(page, "open"), "my own table is not offered to me"


def test_an_open_table_can_be_joined_and_others_are_not_shown() -> None:
    offered = opened_by(member("Ada"), rules(seats=4))
    for how in ("link", "friends"):
        opened_by(member(), rules(seats=4, join=how))
    full = seated(opened_by(member(), rules(seats=3, start="host")), member(), member())
    page = browser(guest()).get("/")
    assert order(page, "open") == [offered.code]
    assert full.code not in page.content.decode()
    part = section(page, "open")
    assert f'href="/tables/{offered.code}/"' in part and "JOIN" in part and "ASSEMBLING (1 of 4)" in part


def test_a_past_game_can_be_reviewed() -> None:
    me = member()
    game = played_out(started([me, member()]))
    page = browser(me).get("/")
    assert order(page, "past") == [game.code]
    part = section(page, "past")
    assert f'href="/games/{game.code}/"' in part and "REVIEW" in part
    assert ("You won" in part) == (game.players.get(user=me).result == "won")


@pytest.mark.parametrize(
    ("rules_key", "result", "points", "told", "points_told"),
    [
        ("whot", "won", 0, "You won", ""),  # W7.1: who wins has nothing left, which needs no saying
        ("whot", "won", 1, "You won", "1 point left in hand"),
        ("whot", "shared", 5, "Shared first place", "5 points left in hand"),
        ("whot", "lost", 0, "Place 2", "0 points left in hand"),
        ("go_stop", "won", 7, "You won", "7 points"),
        ("go_stop", "shared", 0, "Shared first place", "0 points"),  # R47: nobody wins a Nagari
        ("go_stop", "lost", 0, "Place 2", "0 points"),
    ],
)
def test_a_past_game_says_whether_it_was_won_shared_or_lost(
    rules_key: str, result: str, points: int, told: str, points_told: str
) -> None:
    me = member()
    game = played_out(started([me, member()], game=rules_key, preset={"whot": "001", "go_stop": "004"}[rules_key]))
    game.players.filter(user=me).update(result=result, points=points, place=2 if result == "lost" else 1)
    for page in ("/", f"/people/{me.username}/games/"):
        line = browser(me).get(page).content.decode().split(f'<li id="past-{game.code}">')[1].split("</li>")[0]
        assert re.findall(r'<span class="tag[ a-z]*">(.*?)</span>', line) == [told], page
        assert re.findall(r"\d points?[a-z ]*", line) == ([points_told] if points_told else []), page


def test_of_who_left_past_games_say_so_beside_the_points(certain_deals: Any) -> None:
    """W8.3: who leaves ranks below all others, whatever is in the hand; without a word the places would puzzle."""
    certain_deals(3)
    people = [member() for _ in range(3)]
    game = started(people, preset="001", start="full")
    game = play.leave(game.code, people[1])
    game = played_out(game)
    out = game.players.get(user=people[1])
    assert out.place == 3
    line = browser(people[1]).get("/").content.decode().split(f'<li id="past-{game.code}">')[1].split("</li>")[0]
    assert f"{out.points} points left in hand · out" in line
    page = text(browser(people[0]).get(f"/tables/{game.table.code}/games/"))
    assert page.count(f"{out.points} · out") == 1


def test_an_invitation_is_shown_and_can_be_declined() -> None:
    host, friend = member("Zainab"), member()
    friends(host, friend)
    table = opened_by(host, rules(join="friends"))
    invitations.invite_friend(table.code, host, friend)
    page = browser(friend)
    assert "Zainab invites you" in section(page.get("/"), "invited")
    assert page.post(f"/tables/{table.code}/decline/")["Location"] == "/"
    assert "invites you" not in text(page.get("/"))


def test_a_notice_stays_until_it_is_understood() -> None:
    host, other = member(), member()
    table = seated(opened_by(host, rules(seats=3)), other)
    tables.close(table.code, host)
    page = browser(other)
    assert "The host closed the table you waited at. Classic (001)" in text(page.get("/")), "and which it was"
    page.post(f"/notices/{Notice.objects.get(user=other).pk}/seen/")
    assert "The host closed" not in text(page.get("/"))


def test_changed_rules_are_shown_on_the_muster() -> None:
    host, other = member(), member()
    table = seated(opened_by(host, rules(seats=3)), other)
    tables.change_rules(table.code, host, rules("001", 3, hold_on="off"), table.seq)
    assert "agree again" in section(browser(other).get("/"), "waiting")


def test_every_kind_of_notice_has_its_sentence() -> None:
    from games.views.muster import NOTICES

    assert set(NOTICES) == set(Notice.Kind)


def test_the_changing_part_is_what_the_page_holds() -> None:
    me = member()
    started([me, member()])
    page, panel = (browser(me).get(address).content.decode() for address in ("/", "/muster/panel"))
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    assert token.sub("", panel).strip().splitlines()[0] in token.sub("", page)
    assert re.findall(r'id="([\w-]+)"', panel) == [
        found for found in re.findall(r'id="([\w-]+)"', page) if found not in ("content", "language", "next-game")
    ]


def test_who_has_signed_out_is_led_away_by_the_changing_part(client: Client) -> None:
    answer = client.get("/muster/panel")
    assert (answer.status_code, answer["HX-Redirect"]) == (204, "/")


def test_no_card_is_on_the_muster_or_at_the_table() -> None:  # check 26
    me = member()
    with planted():
        game = moved(started([me, member()]))
        played_out(started([me, member()]))
        for address in ("/", "/muster/panel", f"/tables/{game.table.code}/panel"):
            page = browser(me).get(address).content.decode()
            assert len(page) > 1000
            assert not {token for token in TOKENS if token in page}


def test_the_muster_needs_the_same_few_queries_however_much_is_there(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    me = member()

    def more() -> None:
        started([me, member()])
        played_out(started([me, member()]))
        seated(opened_by(member(), rules(seats=4)), me)
        opened_by(member(), rules(seats=4))
        host = member()
        friends(host, me)
        table = opened_by(host, rules(join="friends"))
        invitations.invite_friend(table.code, host, me)
        Notice.objects.create(user=me, kind=Notice.Kind.TABLE_WAITS, table=table, at=timezone.now())

    more()
    page = browser(me)
    page.get("/")
    with django_assert_max_num_queries(14) as few:  # session, person, and twelve of the muster
        page.get("/")
    for _time in range(4):
        more()
    with django_assert_max_num_queries(len(few.captured_queries)):
        answer = page.get("/")
    assert len(order(answer, "game")) == 5 and len(order(answer, "past")) == 5


def test_the_table_page_needs_the_same_few_queries_however_many_sit_there(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    host = member()
    table = opened_by(host, rules("003", 6, games=20, start="host"))
    seated(table, member())
    page = browser(host)
    page.get(f"/tables/{table.code}/")
    with django_assert_max_num_queries(9) as few:  # session, person, table, seats, deals, profiles, and company
        page.get(f"/tables/{table.code}/")
    seated(table, *[member() for _number in range(4)])
    assert Table.objects.get().seated == 6
    with django_assert_max_num_queries(len(few.captured_queries)):
        page.get(f"/tables/{table.code}/")


def test_a_notice_about_a_waiting_table_goes_when_it_is_no_longer_so() -> None:
    first, me, other = member(), member(), member()
    table = seated(opened_by(first, rules(seats=4)), me, other)
    tables.change_rules(table.code, first, rules(seats=4, hold_on="off"), table.seq)
    home = browser(me)
    assert "Look at them and agree again" in text(home.get("/"))
    tables.agree(table.code, me, 2)
    assert "Look at them and agree again" not in text(home.get("/"))
    tables.leave(table.code, first)
    assert "You are the host of this table now" in text(home.get("/"))
    assert "Look at them and agree again" in text(browser(other).get("/"))
    tables.close(table.code, me)
    for person in (me, other):
        told = text(browser(person).get("/"))
        assert "agree again" not in told and "You are the host" not in told
    assert "The host closed the table you waited at." in told
