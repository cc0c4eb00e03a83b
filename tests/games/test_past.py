"""Past games: whose they are, who may see them, the search, and turning pages by a key; the match of a table."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from accounts.models import User
from games import log, seeds, selectors
from games.models import Game, Player, SeatKind, Table
from games.selectors import past
from games.selectors.past import Wanted
from games.services import tables, undoing
from games.services.rules_of_table import checked
from games.templatetags.game_words import points_told

from .factories import guest, log_of, member, moved, played_out, rules, started
from .pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.mark.parametrize(
    ("rules_key", "points", "english", "malay"),
    [
        ("whot", 0, "0 points left in hand", "Tinggal 0 mata di tangan"),
        ("whot", 1, "1 point left in hand", "Tinggal 1 mata di tangan"),
        ("go_stop", 7, "7 points", "7 mata"),
    ],
)
def test_points_of_a_past_game_say_what_they_are(rules_key: str, points: int, english: str, malay: str) -> None:
    """W7.3, W7.4: in Whot points are what is left in hand, so that who won has none."""
    with translation.override("en"):
        assert points_told(points, rules_key) == english
    with translation.override("ms"):
        assert points_told(points, rules_key) == malay


NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def ended(
    people: Sequence[User | None], places: Sequence[int], minutes: int, preset: str = "001", **table: Any
) -> Game:
    """A game that is over, as its rows are stored: who sat there (None: a computer player), their places, and when it
    ended, in minutes after a certain noon. Without a log: no list reads it."""
    at = NOON + timedelta(minutes=minutes)
    options = {"onlookers": True, **table}
    kept = Table.objects.create(
        **{**checked(rules(preset, seats=len(people))), **options}, code=seeds.new_code(10), host=people[0],
        created_at=at, state=Table.State.FINISHED,
    )  # fmt: skip
    game = Game.objects.create(
        code=seeds.new_code(12), table=kept, number=1, rules_key="whot", rules_version=1, preset=preset, options={},
        seats=len(people), first_seat=0, client_seeds=[], commitment="0" * 64, sealed_seed="", started_at=at,
        state=Game.State.OVER, end_reason="emptied_hand", ended_at=at,
    )  # fmt: skip
    first = [seat for seat, place in enumerate(places) if place == 1]
    for seat, person in enumerate(people):
        result = "lost" if places[seat] > 1 else "shared" if len(first) > 1 else "won"
        Player.objects.create(
            game=game, seat=seat, user=person, kind=SeatKind.PERSON if person else SeatKind.BOT, preset=preset,
            name=person.shown_name if person else "Robot", place=places[seat], result=result, ended_at=at,
        )  # fmt: skip
    return game


def found(person: User, viewer: User | None = None, **wanted: Any) -> list[Game]:
    return [row.game for row in past.past_games(person, viewer or person, Wanted(**wanted)).rows]


def listed(answer: Any) -> list[str]:
    """Codes of the games in the list of a page, in order."""
    return re.findall(r'id="past-(\w+)"', answer.content.decode())


# -- what the columns hold ---------------------------------------------------------------------------------------


def test_the_end_of_a_game_says_what_it_counts_as_for_each_seat(certain_deals: Any) -> None:
    certain_deals(3)
    game = played_out(started([member(), member(), member()], preset="001", start="full"))
    results = dict(Player.objects.filter(game=game).values_list("place", "result"))
    assert results[1] == "won" and {results[place] for place in results if place > 1} == {"lost"}
    assert set(Player.objects.filter(game=game).values_list("preset", flat=True)) == {"001"}
    assert log.differences(game) == []
    Player.objects.filter(game=game, place=1).update(result="lost")
    assert [line[:4] for line in log.differences(game)] == ["seat"]


def test_what_was_abandoned_or_taken_back_counts_as_nothing(certain_deals: Any) -> None:
    """W7.5"""
    certain_deals(3)
    people = [member(), member()]
    deserted = started(people, preset="001", start="full", fill_bots=True, seats=4)
    for person in people:
        tables.leave(deserted.table.code, person)
    assert Game.objects.get(pk=deserted.pk).end_reason == "abandoned"
    assert set(Player.objects.filter(game=deserted).values_list("result", flat=True)) == {None}
    game = played_out(started(people, preset="001", start="full"))
    assert selectors.profile(people[0], people[0]).played == 1
    undoing.void(game.code)
    assert set(Player.objects.filter(game=game).values_list("result", flat=True)) == {None}
    assert log.differences(Game.objects.get(pk=game.pk)) == []
    assert selectors.profile(people[0], people[0]).played == 0


# -- the search --------------------------------------------------------------------------------------------------


def test_the_last_ended_comes_first_and_only_games_that_are_over() -> None:
    me, other = member(), member()
    first, last, middle = (ended([me, other], [1, 2], minutes) for minutes in (1, 3, 2))
    started([me, other])
    assert found(me) == [last, middle, first]


def test_games_are_found_by_kind_result_and_company_and_all_of_them_together() -> None:
    me, ada, bola = member("Me"), member("Ada"), member("Bola")
    won = ended([me, ada], [1, 2], 1)
    lost = ended([ada, bola, me], [1, 3, 2], 2, "000")
    shared = ended([me, bola], [1, 1], 3, "000")
    assert found(me, preset="000") == [shared, lost]
    assert (
        found(me, result="won") == [won]
        and found(me, result="lost") == [lost]
        and found(me, result="shared") == [shared]
    )
    assert found(me, people=("ada",)) == [lost, won]
    assert found(me, people=("Ada", "BOLA")) == [lost]
    assert found(me, people=(f"@{bola.username.upper()}",)) == [shared, lost]
    assert found(me, people=("@nobody",)) == [] and found(me, people=("Me",)) == []
    assert found(me, preset="000", result="lost", people=("ol",)) == [lost]


@pytest.mark.parametrize("language", ["en", "ms"])
def test_computer_players_are_found_by_what_they_are_called_in_either_language(language: str) -> None:
    me, ada = member("Me"), member("Ada")
    alone, three, with_ada = (
        ended([me, None], [1, 2], 1),
        ended([me, None, None], [1, 2, 3], 2),
        ended([me, ada], [1, 2], 3),
    )
    for game in (alone, three):
        for number, player in enumerate(Player.objects.filter(game=game, kind=SeatKind.BOT).order_by("seat"), 1):
            Player.objects.filter(pk=player.pk).update(name=f"Computer {number}")
    with translation.override(language):
        for name in ("Computer", "computer 1", "KOMPUTER", "Komputer 1", "puter"):
            assert found(me, people=(name,)) == [three, alone], name
        assert found(me, people=("Komputer 2",)) == found(me, people=("Computer 2",)) == [three]
        assert found(me, people=("Computer 3",)) == found(me, people=("Computer", "Ada")) == []
        assert found(me, people=("Ada",)) == [with_ada]


def test_a_computer_player_that_played_on_for_somebody_is_found_by_its_name_and_by_theirs() -> None:
    me, ada = member("Me"), member("Ada")
    game, other = ended([me, None], [1, 2], 1), ended([me, None], [1, 2], 2)
    Player.objects.filter(game=game, seat=1).update(name="Ada", given_up_by=ada, given_up_at=NOON)
    Player.objects.filter(game=other, seat=1).update(name="Computer 1")
    for name in ("Computer for Ada", "komputer bagi ada", "Ada", f"@{ada.username}", "Komputer bagi"):
        assert found(me, people=(name,)) == [game], name
    assert found(me, people=("Computer",)) == [other, game]
    assert found(me, people=("Computer for Bola",)) == []


def test_a_guest_is_found_by_name_and_a_closed_account_is_not() -> None:
    me, visitor, gone = member(), guest("Aunt Efe"), member("Chidi")
    with_guest, with_gone = ended([me, visitor], [1, 2], 1), ended([me, gone], [1, 2], 2)
    User.objects.filter(pk=gone.pk).update(closed_at=NOON)
    assert found(me, people=("efe",)) == [with_guest] and found(me, people=("chidi",)) == []
    assert found(me) == [with_gone, with_guest]


def test_days_are_those_of_the_readers_zone() -> None:
    me = member()
    User.objects.filter(pk=me.pk).update(time_zone="Africa/Lagos")  # an hour ahead of UTC
    late = ended([me, member()], [1, 2], 11 * 60 + 30)  # 23:30 UTC, half past midnight in Lagos
    early = ended([me, member()], [1, 2], 0)
    client, address = browser(User.objects.get(pk=me.pk)), f"/people/{me.username}/games/"
    assert listed(client.get(f"{address}?from=2026-03-02&to=2026-03-02")) == [late.code]
    assert listed(client.get(f"{address}?to=2026-03-01")) == [early.code]
    assert "2 Mar 2026, 00:30 (Africa/Lagos)" in text(client.get(address))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("preset=999", "There is no such game. Choose one of the list."),
        ("result=great", "There is no such result. Choose one of the list."),
        ("from=31.1.2026", "This is no day: write year, month and day, as in 2026-01-31."),
        ("to=2026-02-30", "This is no day: write year, month and day, as in 2026-01-31."),
        ("from=2026-03-02&to=2026-03-01", "The last day is before the first one. Change one of them."),
        ("with=a,b,c,d,e,f", "Write up to 5 names, each of at most 30 letters, with commas between."),
        ("with=%00", "Write up to 5 names, each of at most 30 letters, with commas between."),
    ],
)
def test_what_is_wrong_with_a_search_is_said_in_a_sentence(query: str, sentence: str) -> None:
    me = member()
    ended([me, member()], [1, 2], 1)
    answer = browser(me).get(f"/people/{me.username}/games/?{query}")
    assert answer.status_code == 400 and sentence in text(answer) and listed(answer) == []


def test_a_name_that_could_be_anybodys_asks_for_more_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "MOST_NAMED", 2)
    me = member("Me")
    for number in range(3):
        member(f"Ada {number}")
    answer = browser(me).get(f"/people/{me.username}/games/?with=ada")
    assert answer.status_code == 422 and "More than 2 people have a name with “ada” in it" in text(answer)


# -- pages -------------------------------------------------------------------------------------------------------


def test_pages_are_turned_by_a_key_and_lose_and_repeat_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past, "PAGE", 3)
    me, other = member(), member()
    # Some end at the same moment: then the order is that of the rows, and still certain.
    games = [ended([me, other], [1, 2], minutes) for minutes in (1, 1, 2, 2, 2, 2, 3, 4)]
    order = [game.code for game in reversed(games)]
    client, address, seen = browser(me), f"/people/{me.username}/games/?with={other.username[:6]}", []
    answer = client.get(address)
    while True:
        seen += listed(answer)
        older = re.search(r'rel="next" href="([^"]+)"', answer.content.decode())
        if older is None:
            break
        answer = client.get(older[1].replace("&amp;", "&"))
    assert seen == order
    back = re.search(r'rel="prev" href="([^"]+)"', answer.content.decode())
    assert back is not None
    answer = client.get(back[1].replace("&amp;", "&"))
    assert listed(answer) == order[3:6] and "Older" in text(answer) and "Newer" in text(answer)
    newest = re.search(r'rel="prev" href="([^"]+)"', answer.content.decode())
    assert newest is not None
    answer = client.get(newest[1].replace("&amp;", "&"))
    assert listed(answer) == order[:3] and "Newer" not in text(answer)


def test_a_page_behind_a_game_that_is_not_in_the_list_is_not_there() -> None:
    me, other = member(), member()
    theirs = ended([other, member()], [1, 2], 1)
    client = browser(me)
    for key in (theirs.code, "x" * 12, "%00", "x" * 5000):
        assert client.get(f"/people/{me.username}/games/?before={key}").status_code == 404


def test_a_page_takes_as_many_queries_whatever_is_on_it() -> None:
    me, others = member(), [member(f"Ada{number}") for number in range(12)]
    ended([me, others[0]], [1, 2], 0)
    client, address = browser(me), f"/people/{me.username}/games/?with=ada&preset=001&result=won"
    client.get(address)
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for minutes in range(1, 30):
        ended([me, *others[minutes % 7 : minutes % 7 + 5]], [1, 2, 3, 4, 5, 6], minutes)
    with CaptureQueriesContext(connection) as many:
        answer = client.get(address)
    assert len(listed(answer)) == past.PAGE
    assert len(many) == len(few) <= 9, [query["sql"] for query in many]


# -- who may see what -------------------------------------------------------------------------------------------


def test_games_without_onlookers_are_listed_for_those_who_played_and_where_the_host_shares_them() -> None:
    me, other, stranger = member(), member(), member()
    open_one = ended([me, other], [1, 2], 1)
    private = ended([me, other], [1, 2], 2, onlookers=False)
    shared = ended([me, other], [1, 2], 3, onlookers=False, shared=True)
    assert found(me) == found(me, other) == [shared, private, open_one]
    assert found(me, stranger) == [shared, open_one]
    assert [row.game for row in past.past_games(me, None, Wanted()).rows] == [shared, open_one]
    answer = browser().get(f"/people/{me.username}/games/")
    assert listed(answer) == [shared.code, open_one.code]
    assert browser().get(f"/people/{me.username}/games/?before={private.code}").status_code == 200


def test_the_past_of_a_closed_account_is_nobodys() -> None:
    me = member()
    ended([me, member()], [1, 2], 1)
    User.objects.filter(pk=me.pk).update(closed_at=NOON, is_active=False)
    assert browser(member()).get(f"/people/{me.username}/games/").status_code == 404
    answer = browser(member("Other")).get(f"/people/{me.username.swapcase()}/games/")
    assert answer.status_code == 404


def test_names_lead_to_the_right_spelling_of_the_address() -> None:
    me = member("Ada")
    answer = browser().get(f"/people/{me.username.upper()}/games/")
    assert answer.headers["Location"] == f"/people/{me.username}/games/"


def test_the_muster_the_profile_and_the_result_lead_there(certain_deals: Any) -> None:
    certain_deals(3)
    me, other = member(), member()
    game = played_out(started([me, other], preset="001", start="full", games=2))
    client, link = browser(me), f'href="/people/{me.username}/games/"'
    assert link in client.get("/").content.decode()
    assert link in browser(other).get(f"/people/{me.username}/").content.decode()
    match = f'href="/tables/{game.table.code}/games/"'
    assert match in client.get(f"/games/{game.code}/").content.decode()
    assert match in client.get(f"/people/{me.username}/games/").content.decode()


# -- the match of a table ---------------------------------------------------------------------------------------


@pytest.fixture
def match(certain_deals: Any) -> Table:
    certain_deals(5)
    people = [member("Ada"), member("Bola")]
    game = started(people, preset="001", start="full", games=3)
    for _ in range(3):
        played_out(game)
        game = log_of(game.table)
    assert game.number == 3
    return Table.objects.get(pk=game.table_id)


def test_the_match_adds_up_its_games_in_a_plot_with_a_table_beneath(match: Table) -> None:
    """W9.1: a running tally, the sum of what each game added."""
    answer = browser().get(f"/tables/{match.code}/games/")
    page = answer.content.decode()
    games = list(Game.objects.filter(table=match).order_by("number"))
    assert listed(answer) == [game.code for game in games]
    sums = [[0, 0]]
    for game in games:
        sums.append([before + added for before, added in zip(sums[-1], game.outcome["tally"], strict=True)])
    rows = re.findall(r'<tr><th scope="row">(\d)</th>((?:<td>[^<]*</td>)+)</tr>', page)
    assert [[int(number) for number in re.findall(r"<td>(\d+)</td>", cells)] for _label, cells in rows] == sums
    assert page.count("<polyline") == 2 + 2  # a line for each, and a piece of it beside the name
    assert [line.total for line in log.at_table_of(games[0]) and matches_standing(match)] == sorted(sums[-1])


def matches_standing(table: Table) -> Any:
    from games import matches

    return matches.match_of(table.code, None).standing


def test_games_of_a_match_are_found_by_who_won_and_when(match: Table) -> None:
    games = list(Game.objects.filter(table=match).order_by("number"))
    for seat in (0, 1):
        expected = [game.code for game in games if seat in game.outcome["ranking"][0]]
        assert listed(browser().get(f"/tables/{match.code}/games/?winner={seat}")) == expected
    assert listed(browser().get(f"/tables/{match.code}/games/?to=2020-01-01")) == []
    answer = browser().get(f"/tables/{match.code}/games/?winner=7")
    assert answer.status_code == 400 and "Nobody has this seat. Choose one of the players." in text(answer)


def test_a_match_shows_no_game_that_runs_and_nothing_to_who_may_not_look(certain_deals: Any) -> None:
    certain_deals(5)
    people = [member("Ada"), member("Bola")]
    game = started(people, preset="001", start="full", games=2, onlookers=False)
    address = f"/tables/{game.table.code}/games/"
    assert browser(people[0]).get(address).status_code == 404  # no game is over yet
    played_out(game)
    running = log_of(game.table)
    moved(running)
    assert listed(browser(people[1]).get(address)) == [game.code]
    for stranger in (browser(), browser(member())):
        assert stranger.get(address).status_code == 404
    Table.objects.filter(pk=game.table_id).update(shared=True)
    assert listed(browser().get(address)) == [game.code]


def test_what_was_taken_back_adds_nothing_to_the_match(match: Table) -> None:
    games = list(Game.objects.filter(table=match).order_by("number"))
    undoing.void(games[1].code)
    added = [games[number].outcome["tally"] for number in (0, 2)]
    totals = sorted(line.total for line in matches_standing(match))
    assert totals == sorted(one + other for one, other in zip(*added, strict=True))
    assert "taken back: counts for nothing" in text(browser().get(f"/tables/{match.code}/games/"))


@pytest.mark.django_db(transaction=True)
def test_games_stored_before_get_their_kind_and_result_when_the_database_is_migrated() -> None:
    me, ada = member("Me"), member("Ada")
    won, shared = ended([me, ada], [1, 2], 1, "000"), ended([me, ada], [1, 1], 2)
    abandoned = ended([me, ada], [1, 2], 3)
    Game.objects.filter(pk=abandoned.pk).update(end_reason="abandoned")
    call_command("migrate", "games", "0007", verbosity=0)
    call_command("migrate", verbosity=0)  # those of other apps that follow it went back too
    kept = {(row.game_id, row.seat): (row.preset, row.result) for row in Player.objects.all()}
    assert kept[won.pk, 0] == ("000", "won") and kept[won.pk, 1] == ("000", "lost")
    assert kept[shared.pk, 0] == kept[shared.pk, 1] == ("001", "shared")
    assert kept[abandoned.pk, 0] == kept[abandoned.pk, 1] == ("001", None)
