"""What the pages say of ratings, and to whom."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Player, Table
from games.presenters import place_of
from games.ratings import selectors
from games.ratings.arithmetic import Strength
from games.ratings.models import RatedMatch, RatedPlayer, Rating
from games.selectors import game_for
from tests.games.factories import guest, log_of, member, opened, played_out, started
from tests.games.pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def settled(person: User, mu: float, sigma: float = 5.0, pool: str = "whot-2") -> Rating:
    match = RatedMatch.objects.create(table=opened(), pool=pool, ended_at=timezone.now(), settled=True)
    strength = Strength(mu, sigma, 20)
    return Rating.objects.create(
        user=person,
        pool=pool,
        mu=mu,
        sigma=sigma,
        matches=20,
        settled=strength.settled,
        board=strength.board,
        last=match,
    )


def page(path: str, person: User | None = None) -> str:
    answer = browser(person).get(path)
    assert answer.status_code == 200
    return text(answer)


def test_the_leader_board_goes_by_what_is_very_likely_reached_and_lists_settled_ratings_only() -> None:
    ada, obi, uche = member("Ada"), member("Obi"), member("Uche")
    settled(ada, 30, 7)  # 16
    settled(obi, 28, 5)  # 18
    settled(uche, 50, 8)  # not settled
    words = page("/ratings/whot-2/")
    assert words.index("Obi") < words.index("Ada") and "Uche" not in words
    assert "1524" in words and "1540" in words  # 1500 + 8 (mu - 25)


def test_people_who_are_level_share_a_place_and_the_next_place_is_left_out() -> None:
    for name, mu in (("Ada", 30), ("Obi", 30), ("Uche", 29)):
        settled(member(name), mu)
    assert [line.place for line in selectors.board("whot-2").lines] == [1, 1, 3]


def test_who_is_not_among_the_first_sees_those_beside_them() -> None:
    people = [member(f"P{number}") for number in range(12)]
    for number, person in enumerate(people):
        settled(person, 40 - number)
    board = selectors.board("whot-2", people[9], top=3)
    assert [(line.place, line.user) for line in board.around] == [(7 + n, people[6 + n]) for n in range(6)]
    assert selectors.board("whot-2", people[1], top=3).around == ()
    assert selectors.board("whot-2", member("New"), top=3).around == ()


def test_a_suspended_person_is_in_no_leader_board() -> None:
    ada = member("Ada")
    settled(ada, 30)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert selectors.board("whot-2").lines == ()


def test_who_does_not_want_to_be_on_leader_boards_is_in_none() -> None:
    ada, obi = member("Ada"), member("Obi")
    settled(ada, 40)
    settled(obi, 30)
    client = browser(ada)
    form = client.get(reverse("settings")).context["form"]
    sent = {name: value for name, value in form.initial.items() if value not in (None, False)}
    assert sent.pop("on_boards")
    assert client.post(reverse("settings"), sent).status_code == 302
    ada.refresh_from_db()
    assert not ada.on_boards and ada.coins_shown
    assert [line.user for line in selectors.board("whot-2", ada).lines] == [obi]
    assert selectors.board("whot-2", ada).around == ()
    assert "1620" in page(f"/people/{ada.username}/")  # the rating itself is hers as before
    assert client.post(reverse("settings"), {**sent, "on_boards": "on"}).status_code == 302
    assert [line.user for line in selectors.board("whot-2").lines] == [ada, obi]


def test_a_pool_that_does_not_exist_is_not_found() -> None:
    assert browser().get("/ratings/chess/").status_code == 404


def test_the_profile_shows_a_new_rating_with_a_question_mark_and_what_moved_it() -> None:
    ada, obi = member("Ada"), member("Obi")
    game = played_out(started([ada, obi]))
    winner = Player.objects.get(game=game, place=1).user
    assert winner
    other = obi if winner == ada else ada
    words = page(f"/people/{winner.username}/", winner)
    assert "Whot for two 1 match 1511 ?" in words
    assert f"with {other.display_name}" in words and "+11" in words
    assert "−11" in page(f"/people/{other.username}/ratings/")


def test_a_match_that_one_may_not_look_at_tells_its_change_and_not_who_played() -> None:
    ada, obi = member("Ada"), member("Obi")
    game = played_out(started([ada, obi], onlookers=False))
    for stranger in (None, member("Uche")):
        words = page(f"/people/{ada.username}/ratings/", stranger)
        assert "a match among others" in words and "Obi" not in words
        assert game.table.code not in browser(stranger).get(f"/people/{ada.username}/ratings/").content.decode()
    for player in (ada, obi):
        assert "with " in page(f"/people/{ada.username}/ratings/", player)
    Table.objects.filter(pk=game.table_id).update(shared=True)
    assert "with Obi" in page(f"/people/{ada.username}/ratings/")


def test_a_match_that_was_one_too_many_says_why_it_is_not_rated() -> None:
    ada, obi = member("Ada"), member("Obi")
    for _number in range(6):
        played_out(started([ada, obi]))
    assert "two of its players had five rated matches" in page(f"/people/{ada.username}/ratings/")


def test_the_list_of_changes_turns_pages() -> None:
    ada, obi = member("Ada"), member("Obi")
    now = timezone.now()
    for number in range(selectors.PAGE + 2):
        match = RatedMatch.objects.create(
            table=opened(), pool="whot-2", ended_at=now - timedelta(minutes=number // 2), settled=True
        )
        for seat, person in enumerate((ada, obi)):
            RatedPlayer.objects.create(
                match=match, user=person, seat=seat, place=1, ended_at=match.ended_at, number=number + 1,
                mu_before=25, mu=25 + number, sigma_before=8, sigma=8,
            )  # fmt: skip
    first = selectors.history(ada, ada)
    assert len(first.lines) == selectors.PAGE and first.older
    second = selectors.history(ada, ada, before=first.older)
    assert len(second.lines) == 2 and second.older is None
    shown = [line.row.pk for line in (*first.lines, *second.lines)]
    assert len(set(shown)) == selectors.PAGE + 2
    assert browser(ada).get(f"/people/{ada.username}/ratings/?before={first.older}").status_code == 200
    assert browser(ada).get(f"/people/{ada.username}/ratings/?before=nothing").status_code == 404


def test_a_guest_has_no_ratings_and_the_profile_says_nothing_of_them() -> None:
    somebody = guest("Gast")
    assert "Ratings" not in page(f"/people/{somebody.username}/", member())


def test_leader_boards_and_changes_take_the_same_number_of_queries_for_many() -> None:
    def queries(path: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert browser().get(path).status_code == 200
        return len(captured)

    ada, obi = member("Ada"), member("Obi")
    settled(ada, 30)
    played_out(started([member("Uche"), obi]))
    few = [queries(path) for path in ("/ratings/whot-2/", "/ratings/", f"/people/{obi.username}/ratings/")]
    for number in range(5):
        settled(member(f"P{number}"), 31)
        played_out(started([member(), obi]))
    assert [queries(path) for path in ("/ratings/whot-2/", "/ratings/", f"/people/{obi.username}/ratings/")] == few
    assert few[0] <= 2


def test_the_result_of_the_last_game_says_what_the_match_did_to_the_ratings() -> None:
    ada, obi = member("Ada"), member("Obi")
    first = played_out(started([ada, obi], games=2))
    assert "Change" not in page(f"/games/{first.code}/", ada)
    last = played_out(log_of(first.table))
    winner = RatedPlayer.objects.filter(match__table=first.table).order_by("place", "seat")[0]
    for path in (f"/games/{last.code}/", f"/tables/{first.table.code}/games/"):
        words = page(path, ada)
        if winner.mu != 25:
            assert "1511 ? +11" in words and "1489 ? −11" in words
    assert "Change" not in page(f"/games/{first.code}/", ada)


def test_a_match_with_a_guest_says_why_it_changed_no_rating_and_one_against_computers_says_nothing() -> None:
    ada = member("Ada")
    game = played_out(started([ada, guest("Gast")]))
    assert "This game changed no rating: somebody without an account took part" in page(f"/games/{game.code}/", ada)
    RatedMatch.objects.update(why_not="computer")
    assert "rating" not in page(f"/games/{game.code}/", ada).split("Language")[0].split("About this deal")[0]


def test_an_open_result_is_drawn_anew_once_the_ratings_are_worked_out() -> None:
    game = played_out(started([member("Ada"), member("Obi")]))
    seen = game_for(game.code, None)
    worked_out = place_of(seen)
    RatedMatch.objects.update(settled=False)
    assert place_of(game_for(game.code, None)) != worked_out
    assert "being worked out" in page(f"/games/{game.code}/")
