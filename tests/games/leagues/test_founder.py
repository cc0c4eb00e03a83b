"""What whoever founded a league may change later: its name, and that a season is played that has not begun."""

import html
from collections.abc import Iterator

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.closing import close_account
from accounts.models import User
from games.errors import NotAllowed, Stale
from games.leagues import founder, joining, rounds
from games.leagues.models import Entry, League, Meeting, Round, Season
from games.leagues.season_rules import clean_name
from games.models import Notice, Table
from games.services import notices
from tests.games.factories import guest, member
from tests.games.pages import browser, text
from tests.stepped import SteppedClock, stepped

from .playing import NOW, announced, come, fresh, people, run_on, sweep

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture(autouse=True)
def clock() -> Iterator[SteppedClock]:
    with stepped(NOW) as clock:
        yield clock


def rename_address(season: Season) -> str:
    return reverse("rename_league", args=[season.league.code])


def off_address(season: Season) -> str:
    return reverse("call_off_season", args=[season.league.code, season.number])


def page_of(season: Season, viewer: User | None) -> str:
    return text(browser(viewer).get(reverse("league", args=[season.league.code])))


# -- who it is -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("running", [False, True])
def test_a_founder_who_closes_the_account_hands_the_league_to_who_joined_first(
    running: bool, clock: SteppedClock
) -> None:
    """ADR 14: a season that waits can still be begun, shown to others and called off by somebody."""
    three = people(3)
    season = announced(three)
    if running:
        clock.to(season.begins_at)
        sweep()
        assert fresh(season).state == Season.State.RUNNING
    close_account(three[0])
    assert fresh(season).league.founder == three[1]
    [notice] = Notice.objects.filter(kind=Notice.Kind.NOW_FOUNDER)
    assert notice.user == three[1]
    told = text(browser(three[1]).get("/"))
    assert "The founder closed the account. You are the founder of this league now." in told
    assert ("Call the season off" in page_of(season, three[1])) is not running
    assert browser(three[1]).post(rename_address(season), {"league_name": "Ours"}).status_code == 302
    assert browser(three[2]).post(rename_address(season), {"league_name": "Mine"}).status_code == 403
    assert League.objects.get().name == "Ours"


def test_a_league_that_nobody_else_is_in_keeps_its_founder_who_is_gone() -> None:
    [alone] = people(1)
    season = announced([alone])
    close_account(alone)
    assert fresh(season).league.founder == alone and not Notice.objects.exists()
    assert page_of(season, member()) is not None


# -- its name ------------------------------------------------------------------------------------------------


def test_a_league_is_renamed_and_its_people_see_the_name_before_beside_it() -> None:
    pair = people(2)
    season = announced(pair)
    answer = browser(pair[0]).post(rename_address(season), {"league_name": "  Sunday \u2003 cards "})
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("league", args=[season.league.code]))
    assert League.objects.get().name == "Sunday cards"
    for person in pair:
        assert "This league was called “Family league” before." in page_of(season, person)
    stranger = page_of(season, member())
    assert "Sunday cards" in stranger and "Family league" not in stranger
    assert not Notice.objects.exists(), "on the page alone"


def test_a_running_league_is_renamed_at_its_tables_too(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    clock.to(season.begins_at)
    sweep()
    come(season, pair)
    founder.rename(season.league.code, pair[0], "Sunday cards")
    assert set(Table.objects.values_list("arranged_by", flat=True)) == {"Sunday cards"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "The name of a league has 3 to 40 characters; this one has 0."),
        ("x", "The name of a league has 3 to 40 characters; this one has 1."),
        ("  a ", "The name of a league has 3 to 40 characters; this one has 1."),
        ("n" * 41, "The name of a league has 3 to 40 characters; this one has 41."),
        ("a\u202eb league", "invisible characters: there is one behind “a” (U+202E)."),
        ("tab\u200bbed", "invisible characters: there is one behind “tab” (U+200B)."),
        ("Sunday \u0441ards", "“\u0441” is of another one than “S”."),
    ],
)
def test_a_name_that_could_not_be_founded_is_refused_beside_its_field_and_kept(name: str, sentence: str) -> None:
    pair = people(2)
    season = announced(pair)
    answer = browser(pair[0]).post(rename_address(season), {"league_name": name})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert sentence in html.unescape(page)
    assert "maxlength" not in page[page.index('id="league_name"') :].partition(">")[0]  # nothing is cut, and not told
    assert 'aria-invalid="true" aria-describedby="league_name-problem" autofocus' in page
    assert League.objects.get().name == "Family league"


@pytest.mark.parametrize("name", ["Mama's & Papa's: Sunday (2027)", "Лига друзей", "家族リーグ #1", "Whot league"])
def test_what_leagues_are_called_is_taken_as_it_is(name: str) -> None:
    assert clean_name(name) == name


def test_a_name_from_before_these_rules_may_be_sent_again() -> None:
    season = announced(people(1))
    League.objects.update(name="Lagos \u0441ards")
    assert founder.rename(season.league.code, season.league.founder, "Lagos \u0441ards").name == "Lagos \u0441ards"


def test_the_same_name_again_changes_nothing() -> None:
    season = announced(people(1))
    founder.rename(season.league.code, season.league.founder, "Sunday cards")
    founder.rename(season.league.code, season.league.founder, "Sunday cards")
    assert League.objects.values_list("name", "former_name").get() == ("Sunday cards", "Family league")


def test_ten_new_names_a_day_are_the_most() -> None:
    season = announced(people(1))
    client = browser(season.league.founder)
    found = [
        client.post(rename_address(season), {"league_name": f"League number {number}"}).status_code
        for number in range(11)
    ]
    assert found == [302] * 10 + [429]
    assert League.objects.get().name == "League number 9"


# -- that it is played -----------------------------------------------------------------------------------------


def test_a_season_is_called_off_before_it_begins_and_everybody_in_it_is_told_once(clock: SteppedClock) -> None:
    three = people(3)
    season = announced(three)
    client = browser(three[0])
    for _time in range(2):
        assert client.post(off_address(season)).headers["Location"] == reverse("league", args=[season.league.code])
    now = fresh(season)
    assert (now.state, now.by_founder) == (Season.State.CALLED_OFF, True)
    told = Notice.objects.values_list("user", "kind", "about", "path")
    path = reverse("season", args=[season.league.code, 1])
    assert sorted(told) == sorted((p.pk, Notice.Kind.SEASON_OFF, "Family league", path) for p in three[1:])
    home = browser(three[1]).get("/")
    assert "The founder called this league off before it began. Family league," in text(home)
    assert f'href="{path}"' in home.content.decode()
    assert "The founder called this season off before it began." in page_of(season, three[2])
    clock.to(season.begins_at)
    sweep()
    assert not Round.objects.exists() and not Table.objects.exists()
    assert Notice.objects.count() == 2


def test_the_archive_says_called_off_and_the_next_season_has_everybody_again() -> None:
    three = people(3)
    season = announced(three)
    founder.call_off(season.league.code, three[0], 1)
    following = joining.next_season(season.league.code, three[0])
    assert following.number == 2
    assert set(Entry.objects.filter(season=following).values_list("user", flat=True)) == {p.pk for p in three}
    archive = page_of(season, three[1]).split("Earlier seasons")[1]
    assert "Season 1 called off" in archive
    assert "no champion" not in archive


def test_a_season_that_has_begun_but_opened_no_round_can_still_be_called_off(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    clock.to(season.begins_at)
    assert rounds.begin_season(season.pk, clock.now)
    assert fresh(season).state == Season.State.RUNNING
    founder.call_off(season.league.code, pair[0], 1)
    sweep()
    assert fresh(season).state == Season.State.CALLED_OFF
    assert not Round.objects.exists() and not Meeting.objects.exists() and not Table.objects.exists()
    assert "Where I stand" not in page_of(season, pair[1]), "nobody has a place in what was not played"


def test_once_its_first_round_is_open_a_season_ends_by_its_rules_alone(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair, rounds=1)
    clock.to(season.begins_at)
    sweep()
    answer = browser(pair[0]).post(off_address(season))
    assert answer.status_code == 422
    assert "This season has begun: it ends by its rules." in text(answer)
    page = page_of(season, pair[0])
    assert "nobody can call it off: it ends by its rules" in page and "Call the season off" not in page
    assert fresh(season).state == Season.State.RUNNING
    run_on(season, clock, lambda: pair)
    with pytest.raises(NotAllowed):
        founder.call_off(season.league.code, pair[0], 1)
    assert fresh(season).state == Season.State.OVER
    assert not Notice.objects.filter(kind=Notice.Kind.SEASON_OFF).exists()


def test_a_page_of_the_season_before_does_not_call_the_next_one_off() -> None:
    pair = people(2)
    season = announced(pair)
    founder.call_off(season.league.code, pair[0], 1)
    joining.next_season(season.league.code, pair[0])
    with pytest.raises(Stale):
        founder.call_off(season.league.code, pair[0], 1)
    assert browser(pair[0]).post(off_address(season)).status_code == 409
    assert Season.objects.get(number=2).state == Season.State.JOINING


def test_what_cannot_be_undone_is_asked_twice() -> None:
    season = announced(people(2))
    page = browser(season.league.founder).get(reverse("league", args=[season.league.code])).content.decode()
    [asked] = [part for part in page.split("<details") if off_address(season) in part]
    assert asked.index("<summary>Call the season off</summary>") < asked.index("Yes, call it off")


@pytest.mark.parametrize("name", ["rename_league", "call_off_season"])
def test_nobody_but_the_founder_changes_a_league(name: str) -> None:
    pair = people(2)
    season = announced(pair)  # an open league: everybody may see it
    numbers = [season.number] if name == "call_off_season" else []
    address = reverse(name, args=[season.league.code, *numbers])
    found = [
        browser(who).post(address, {"league_name": "Mine now"}).status_code for who in (pair[1], member(), guest())
    ]
    assert found == [403, 403, 403]
    assert browser(None).post(address).headers["Location"].startswith("/accounts/login/")
    League.objects.update(join=League.Join.LINK)
    assert browser(member()).post(address, {"league_name": "Mine now"}).status_code == 404
    assert (League.objects.get().name, fresh(season).state) == ("Family league", Season.State.JOINING)


def test_calling_off_asks_no_more_of_the_database_for_more_people(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    few = announced(people(2))
    many = announced([few.league.founder, *(member() for _number in range(29))], name="Large league")
    with django_assert_max_num_queries(20) as asked:
        founder.call_off(few.league.code, few.league.founder, 1)
    with django_assert_max_num_queries(len(asked.captured_queries)):
        founder.call_off(many.league.code, many.league.founder, 1)
    assert Notice.objects.count() == 1 + 29


def test_a_notice_of_a_league_is_understood_like_any_other() -> None:
    pair = people(2)
    season = announced(pair)
    founder.call_off(season.league.code, pair[0], 1)
    notices.dismiss(pair[1], Notice.objects.get().pk)
    assert "called this league off" not in text(browser(pair[1]).get("/"))
