"""REMATCH: one table for all who played, by the same rules."""

import pytest

from accounts.models import Block, User
from games.models import Game, Table
from games.services import tables
from games.services.rules_of_table import TableRules

from .factories import computer_game, guest, log_of, member, moved, opened_by, played_out, rules, started
from .pages import browser, shuffled, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture
def people() -> list[User]:
    return [member("Adaeze"), member("Bola"), guest("Chidi")]


@pytest.fixture
def game(people: list[User]) -> Game:
    game = played_out(started(people, preset="002", pick2="stack"))
    Table.objects.filter(pk=game.table_id).update(join=Table.Join.FRIENDS)  # nobody finds the next one by chance
    return Game.objects.select_related("table").get(pk=game.pk)


def again(person: User, game: Game) -> str:
    """Asks for a rematch, and where that leads to a table to contribute at, does so; returns where it led."""
    client = browser(person)
    answer = client.post(f"/games/{game.code}/again/")
    assert answer.status_code == 302
    address = str(answer["Location"])
    if address.startswith("/tables/") and b"data-at-once" in client.get(address).content:
        shuffled(client, address, "ab" * 16)
    return address


def test_a_rematch_has_the_same_rules_and_reaches_all_who_played(people: list[User], game: Game) -> None:
    address = again(people[0], game)
    table = Table.objects.get(state=Table.State.ASSEMBLING)
    assert address == f"/tables/{table.code}/"
    assert TableRules.of(table) == TableRules.of(game.table)
    assert table.places.get().client_seed == "ab" * 16
    for other in people[1:]:
        client = browser(other)
        result = client.get(f"/games/{game.code}/")
        assert 'form="again">Adaeze wants a rematch: JOIN</button>' in result.content.decode()
        assert "Adaeze invites you" in text(client.get("/"))
        assert again(other, game) == address  # one tap sits down: the rules are those one played by
        table.refresh_from_db()
        assert table.places.filter(user=other, agreed=table.agreement).exists()
        if table.state == Table.State.ASSEMBLING:
            assert "Your rematch waits: to the table" in text(client.get(f"/games/{game.code}/"))
    assert set(table.places.values_list("user", flat=True)) == {person.pk for person in people}


def test_whoever_asks_second_comes_to_the_same_table(people: list[User], game: Game) -> None:
    assert len({again(person, game) for person in (*people, people[0])}) == 1
    assert "Your rematch waits" in text(browser(people[0]).get(f"/games/{game.code}/"))


def test_when_that_table_no_longer_waits_a_rematch_can_be_asked_for_again(people: list[User], game: Game) -> None:
    first = again(people[0], game)
    tables.close(Table.objects.get(state=Table.State.ASSEMBLING).code, people[0])
    assert again(people[0], game) != first


def test_only_who_played_can_ask(people: list[User], game: Game) -> None:
    stranger = browser(member())
    assert stranger.post(f"/games/{game.code}/again/").status_code == 403
    opened_by(member("Eve"), rules(), key=f"again-{game.code}-0")  # a key that somebody else made up
    assert "wants a rematch" not in text(browser(people[0]).get(f"/games/{game.code}/"))
    assert "wants a rematch" not in text(stranger.get(f"/games/{game.code}/"))


def test_who_is_blocked_is_not_invited(people: list[User], game: Game) -> None:
    Block.objects.create(blocker=people[0], blocked=people[1])
    again(people[0], game)
    assert "wants a rematch" not in text(browser(people[1]).get(f"/games/{game.code}/"))
    assert "invites you" not in text(browser(people[1]).get("/"))
    own = again(people[1], game)
    assert browser(people[1]).get(own).status_code == 200
    assert Table.objects.get(state=Table.State.ASSEMBLING, host=people[1])


def test_a_game_that_is_not_over_has_no_rematch(people: list[User]) -> None:
    game = moved(started(people, preset="002"))
    assert again(people[0], game) == f"/games/{game.code}/"
    assert not Table.objects.filter(state=Table.State.ASSEMBLING).exists()


def test_a_rematch_against_the_computer_begins_at_once() -> None:
    me = member()
    game = log_of(computer_game(me, rules(seats=2)))
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, end_reason="blocked", to_act=None)
    again(me, game)
    following = Game.objects.exclude(pk=game.pk).get()
    assert following.state == Game.State.PLAYING and sorted(following.client_seeds) == ["-", "ab" * 16]


def seats_of(table: Table) -> set[object]:
    return set(table.places.values_list("user", flat=True))


def test_who_asks_second_sits_down_at_the_table_of_the_first(people: list[User], game: Game) -> None:
    address = again(people[0], game)
    assert again(people[1], game) == address
    table = Table.objects.get(state=Table.State.ASSEMBLING)
    assert seats_of(table) == {people[0].pk, people[1].pk}
    assert table.places.get(user=people[1]).client_seed == "ab" * 16
    assert again(people[1], game) == address, "pressing twice is no error"


def test_for_two_the_second_to_ask_starts_the_rematch_and_asks_for_no_third_table() -> None:
    one, other = member(), member()
    game = played_out(started([one, other]))
    address = again(one, game)
    assert again(other, game) == address
    table = Table.objects.exclude(pk=game.table_id).get()
    assert [again(other, game), again(one, game)] == [f"/games/{log_of(table).code}/"] * 2
    assert table.state == Table.State.PLAYING and seats_of(table) == {one.pk, other.pk}


def test_where_the_rules_were_changed_meanwhile_the_second_is_led_there_and_looks_at_them_first(
    people: list[User], game: Game
) -> None:
    address = again(people[0], game)
    table = Table.objects.get(state=Table.State.ASSEMBLING)
    tables.change_rules(table.code, people[0], rules("002", 3, pick2="off"), table.seq)
    assert again(people[1], game) == address
    assert seats_of(table) == {people[0].pk}


def test_a_rematch_against_the_computer_is_dealt_once_however_often_one_presses() -> None:
    me = member()
    game = log_of(computer_game(me, rules(seats=2)))
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, end_reason="blocked", to_act=None)
    client = browser(me)
    address, once_more = (client.post(f"/games/{game.code}/again/")["Location"] for _press in range(2))
    assert address == once_more
    posts = [shuffled(client, address), client.post(f"{address}agree/", {"seen_agreement": "1", "client_seed": "-"})]
    following = Game.objects.exclude(pk=game.pk).get()
    assert {post["Location"] for post in posts} == {f"/games/{following.code}/"}
    assert again(me, game) == f"/games/{following.code}/"
    assert Game.objects.count() == 2


def test_a_rematch_by_changed_rules_is_looked_at_before_one_sits_down(people: list[User], game: Game) -> None:
    address = again(people[0], game)
    table = Table.objects.get(state=Table.State.ASSEMBLING)
    changed = rules(**{**TableRules.of(table).values(), "options": {**table.options, "pick2": "off"}})
    tables.change_rules(table.code, people[0], changed, table.seq)
    page = browser(people[1]).get(f"/games/{game.code}/")
    assert f'href="{address}">Adaeze wants a rematch by changed rules: look at them</a>' in page.content.decode()
    assert again(people[1], game) == address
    assert not Table.objects.get(pk=table.pk).places.filter(user=people[1]).exists()
    assert "The rules here" in text(browser(people[1]).get(address))


def test_a_rematch_whose_seats_are_taken_says_so(people: list[User], game: Game) -> None:
    again(people[0], game)
    table = Table.objects.get(state=Table.State.ASSEMBLING)
    Table.objects.filter(pk=table.pk).update(start=Table.Start.HOST, join=Table.Join.OPEN)
    for _stranger in range(table.seats - 1):
        tables.join(table.code, member(), seen_agreement=1)
    assert "The rematch of Adaeze is full: look at the table" in text(browser(people[1]).get(f"/games/{game.code}/"))


def test_a_rematch_is_offered_once_the_match_is_over_and_to_who_played(people: list[User]) -> None:
    asks = b'form="again"'
    first = played_out(started(people, games=2))
    assert asks not in browser(people[0]).get(f"/games/{first.code}/").content
    last = played_out(log_of(first.table))
    assert last.number == 2
    for game in (first, last):
        assert asks in browser(people[0]).get(f"/games/{game.code}/").content
        looking_on = browser(member()).get(f"/games/{game.code}/")
        assert looking_on.status_code == 200
        assert asks not in looking_on.content and "REMATCH" not in text(looking_on)
