"""The pages of leagues: founding one by its form, joining, what each visitor may see and do, and the table's page."""

import html
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from games.coin_terms import FIELDS
from games.leagues import forms, founder, joining, links
from games.leagues.models import Entry, League, Season
from games.services.rules_of_table import TableRules
from tests.games.factories import friends, guest, member
from tests.games.pages import browser, text
from tests.stepped import SteppedClock, stepped

from .playing import NOW, announced, come, fresh, people, rules, run_on, sweep, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

FORM = {
    "league_name": "Family league", "join": "link", "preset": "001", "seats": "2", "turn": "3600", "games": "1",
    "begins_on": "2027-03-02", "begins_at": "18:00", "zone": "Africa/Lagos", "length": "7 d", "rounds": "",
    "scoring": "points", "layout": "all", "no_show_points": "0", "no_show_tally": "50", "no_show_limit": "2",
    "onlookers": "on", "key": "key-of-the-form",
}  # fmt: skip
VISITORS = ("founder", "entrant", "friend", "blocked", "stranger", "guest", "anonymous")


@pytest.fixture(autouse=True)
def clock() -> Iterator[SteppedClock]:
    with stepped(NOW) as clock:
        yield clock


def test_a_league_is_founded_by_its_form_in_the_time_zone_of_the_league() -> None:
    person = member()
    answer = browser(person).post(reverse("new_league"), FORM)
    season = Season.objects.get()
    assert answer.headers["Location"] == reverse("league", args=[season.league.code])
    assert season.begins_at.isoformat() == "2027-03-02T17:00:00+00:00"  # 18:00 in Lagos
    assert (season.length, season.unit, season.layout, season.state) == (7, "d", "all", "joining")
    assert season.options["clock"] is True and season.options["game_clock"] >= 3600
    assert list(Entry.objects.values_list("user", flat=True)) == [person.pk]


def test_who_founds_a_league_reads_which_kinds_bring_no_experience_there() -> None:
    """E3: a clock for the whole game is a house rule of the kinds that have none (002, 003)."""
    shown = text(browser(member()).get(reverse("new_league")))
    assert "is one for these kinds, which bring none there: Straight (002), Turnabout (003)." in shown


def test_the_form_says_beside_the_clock_for_a_turn_how_long_it_may_be_in_which_round() -> None:
    """W7.2: the clock of a game is what a round leaves it; the refusal of a longer turn says the same figure."""
    page = browser(member()).get(reverse("new_league")).content.decode()
    clock = page.partition('id="field-turn"')[2].partition("</fieldset>")[0]
    assert "At most: 46 minutes in rounds of 1 hour; " in clock and "; 18 hours in rounds of 1 day; " in clock
    assert re.match(r' aria-describedby="\s*turn-limits"', clock)
    refused = browser(member()).post(reverse("new_league"), {**FORM, "length": "1 h", "turn": "43200"})
    assert "which is 46 minutes" in text(refused)


def test_a_league_asks_and_keeps_nothing_about_coins_whatever_its_founder_usually_plays_for() -> None:
    usual = {**TableRules(preset="000", seats=4).values(), "coins": "wild", "coin_amount": 3}
    person = member()
    form = forms.blank(person, usual, NOW)
    assert form.table.values["preset"] == "000" and not any(form.table.values.get(name) for name in FIELDS)
    wrong = {"coins": "stake", "coin_amount": "a lot", "coin_fee": "7"}
    assert browser(person).post(reverse("new_league"), {**FORM, **wrong}).status_code == 302
    asked = f"{reverse('new_league')}?coins=wild3&league_name=Family"
    assert browser(member()).get(asked).context["form"].values["coins"] == ""


def test_the_same_form_twice_founds_one_league() -> None:
    client = browser(member())
    assert client.post(reverse("new_league"), FORM).headers == client.post(reverse("new_league"), FORM).headers
    assert League.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("league_name", "x", "The name of a league has 3 to 40 characters"),
        ("league_name", "a\u202eb league", "invisible characters: there is one behind “a” (U+202E)"),
        ("league_name", "\u200bleague", "invisible characters: it begins with one (U+200B)"),
        ("league_name", "Lagos \u0441ards", "all of one alphabet"),
        ("league_name", "Lagos \u0441ards", "“\u0441” is of another one than “L”"),
        ("league_name", "Lagos = best", "“=” is none of these"),
        ("league_name", "n" * 41, "3 to 40 characters; this one has 41"),
        ("league_name", "n" * 500, "3 to 40 characters; this one has 240+"),
        ("league_name", "Family league" + " " * 300, "3 to 40 characters; this one has 240+"),
        ("league_name", "---", "at least one letter or digit"),
        ("league_name", "The 0fficial league", "“0fficial” is said by the site alone"),
        ("zone", "Mars/Olympus", "There is no time zone “Mars/Olympus”"),
        ("begins_on", "2026-01-01", "A season begins from now on"),
        ("begins_on", "31.1.2027", "Give a day as 2027-01-31"),
        ("rounds", "61", "A season has 1 to 60 rounds"),
        ("rounds", "many", "“many” is no whole number"),
        ("rounds", "-3", "A season has 1 to 60 rounds"),
        ("no_show_limit", "-1", "This can be 0 to 10"),
        ("no_show_points", "21", "This can be 0 to 20"),
        ("no_show_tally", "1001", "This can be 0 to 1000"),
        ("length", "0 d", "1 to 28 days"),
        ("length", "for ever", "Choose one of these"),
        ("layout", "pyramid", "Choose one of these"),
        ("seats", "7", "“7” does not fit here"),
        ("turn", str(8 * 86_400), "A turn may not take longer than a game has time"),
        ("games", "51", "“51” does not fit here"),
    ],
)
def test_what_is_wrong_in_the_form_is_said_beside_it_and_founds_nothing(field: str, value: str, sentence: str) -> None:
    answer = browser(member()).post(reverse("new_league"), {**FORM, field: value})
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert not League.objects.exists()


def test_everything_that_is_wrong_is_said_at_once_and_the_first_field_has_the_focus() -> None:
    wrong = {"league_name": "x", "games": "51", "begins_on": "31.1.2027", "zone": "Mars/Olympus", "rounds": "61",
             "no_show_points": "21", "no_show_limit": "many", "layout": "divisions", "division_size": "1"}  # fmt: skip
    wrong_later = ["division_size", "no_show_points", "no_show_limit"]
    answer = browser(member()).post(reverse("new_league"), {**FORM, **wrong})
    assert answer.status_code == 422 and not League.objects.exists()
    page = answer.content.decode()
    listed = re.findall(r'<li><a href="#field-(\w+)">', page.split('role="alert"')[1].split("</ul>")[0])
    assert listed == ["league_name", "games", "begins_on", "zone", "rounds", *wrong_later]
    for name in listed:
        field = page.split(f'id="field-{name}"')[1].split("</p>")[0]
        assert 'aria-invalid="true"' in field and "problem" in field, name
    assert re.findall(r'<input id="(\w+)"[^>]* autofocus', page) == ["league_name"] and page.count("autofocus") == 1
    for name, value in wrong.items():
        if name != "layout":
            assert f'value="{value}"' in page, f"what was typed into {name} is kept"
    second = browser(member()).post(reverse("new_league"), {**FORM, "seats": "9", "rounds": "61"}).content.decode()
    assert re.findall(r'name="(\w+)"[^>]* autofocus', second) == ["seats"], "in the order of the page"


@pytest.mark.parametrize("who", [guest, None], ids=["guest", "signed out"])
def test_who_has_no_account_is_told_before_anything_is_filled_in_and_what_was_filled_in_is_kept(who: Any) -> None:
    client = browser(who() if who else None)
    assert "You need an account for it." in text(client.get(reverse("leagues")))
    page = client.get(reverse("new_league"))
    assert page.status_code == 200 and "To found a league you need an account" in text(page)
    assert 'name="league_name"' not in page.content.decode(), "nothing to fill in yet"
    answer = client.post(reverse("new_league"), {**FORM, "games": "7", "hold_on": "off", "onlookers": ""})
    assert answer.status_code == 403 and not League.objects.exists()
    assert 'value="Family league"' in answer.content.decode()
    back = html.unescape(re.findall(r'href="/accounts/login/\?next=([^"]*)"', answer.content.decode())[0])
    again = browser(member()).get(unquote(back)).content.decode()
    assert 'name="league_name" autocomplete="off" value="Family league"' in again
    assert re.search(r'name="games"[^>]* value="7"', again)
    assert re.search(r'<option value="off" selected', again.split('id="hold_on"')[1].split("</select>")[0])
    assert "checked" not in again.split('name="onlookers"')[1].split(">")[0]


def test_a_member_is_not_told_to_make_an_account() -> None:
    client = browser(member())
    assert "You need an account" not in text(client.get(reverse("leagues")))
    assert "you need an account" not in text(client.get(reverse("new_league")))


def test_so_many_games_that_a_round_has_no_time_for_them_are_refused() -> None:
    answer = browser(member()).post(reverse("new_league"), {**FORM, "length": "1 h", "games": "50", "turn": "15"})
    assert answer.status_code == 422
    assert "has no time for 50 games" in text(answer)


def test_divisions_are_as_large_as_an_even_schedule_and_two_move_unless_one_says_otherwise() -> None:
    form = {**FORM, "layout": "divisions", "seats": "4", "key": "another-key-1"}
    browser(member()).post(reverse("new_league"), form)
    assert Season.objects.values_list("division_size", "movers").get() == (7, 2)
    answer = browser(member()).post(reverse("new_league"), {**form, "division_size": "4", "movers": "3"})
    assert answer.status_code == 422 and "at most half can go up" in text(answer)


# -- who may see and do what ----------------------------------------------------------------------------------


def _world(join: str) -> tuple[Season, dict[str, User | None]]:
    founder, entrant, friend, blocked = (member(name) for name in VISITORS[:4])
    season = joining.found(founder, "Family league", rules(), join=join)
    friends(founder, friend)
    Block.objects.create(blocker=founder, blocked=blocked)
    Entry.objects.create(season=season, user=entrant, joined_at=NOW)
    return season, {
        "founder": founder, "entrant": entrant, "friend": friend, "blocked": blocked, "stranger": member(),
        "guest": guest(), "anonymous": None,
    }  # fmt: skip


# In the order of VISITORS.
SEEN = {
    "open": "200 200 200 200 200 200 200",
    "link": "200 200 404 404 404 404 404",
    "friends": "200 200 200 404 404 404 404",
}
JOINED = {
    "open": "302 302 302 403 302 403 in",
    "link": "302 302 404 404 404 404 in",
    "friends": "302 302 302 404 404 404 in",
}


def _status(answer: Any) -> str:
    return "in" if answer.headers.get("Location", "").startswith("/accounts/login/") else str(answer.status_code)


@pytest.mark.parametrize("join", SEEN)
def test_who_may_see_a_league_and_join_it(join: str) -> None:
    season, visitors = _world(join)
    for name in ("league", "season", "season_rules"):
        found = []
        for who in VISITORS:
            numbers = [] if name == "league" else [1]
            found.append(_status(browser(visitors[who]).get(reverse(name, args=[season.league.code, *numbers]))))
        assert " ".join(found) == SEEN[join], name
    address = reverse("join_season", args=[season.league.code, 1])
    assert " ".join(_status(browser(visitors[who]).post(address)) for who in VISITORS) == JOINED[join]


def test_with_its_link_a_league_is_seen_and_joined_by_members() -> None:
    season, visitors = _world("link")
    token = links.present_token(season.league)
    address = reverse("join_season", args=[season.league.code, 1])
    seen, joined = [], []
    for who in VISITORS:
        client = browser(visitors[who])
        seen.append(_status(client.get(reverse("league_invite", args=[token]))))
        joined.append(_status(client.post(address, {"token": token})))
    assert " ".join(seen) == " ".join(["200"] * 7)
    assert " ".join(joined) == "302 302 302 403 302 403 in"
    old = token
    joining.new_link(season.league.code, season.league.founder)
    assert browser(member()).get(reverse("league_invite", args=[old])).status_code == 404


@pytest.mark.parametrize("join", SEEN)
@pytest.mark.parametrize("blocker", ["entrant", "stranger"])
def test_at_a_private_league_as_at_a_private_table_nobody_has_to_sit_with_somebody_blocked(
    join: str, blocker: str
) -> None:
    """The founder's company counts everywhere, that of the others where the league is no open one."""
    season, visitors = _world(join)
    entrant, stranger = visitors["entrant"], visitors["stranger"]
    assert entrant and stranger
    pair = (
        {"blocker": entrant, "blocked": stranger} if blocker == "entrant" else {"blocker": stranger, "blocked": entrant}
    )
    Block.objects.create(**pair)
    friends(season.league.founder, stranger)
    body = {"token": links.present_token(season.league)} if join == "link" else {}
    answer = browser(stranger).post(reverse("join_season", args=[season.league.code, 1]), body)
    assert _status(answer) == ("302" if join == "open" else "403")
    assert Entry.objects.filter(user=stranger).exists() is (join == "open")
    if join != "open":
        assert "You can&#x27;t join this league" in text(answer)
        Entry.objects.filter(user=entrant).update(left=Entry.Left.WITHDREW, last_round=1)
        assert _status(browser(stranger).post(reverse("join_season", args=[season.league.code, 1]), body)) == "302"


@pytest.mark.parametrize("name", ["begin_season", "next_season", "new_league_link"])
def test_only_the_founder_runs_what_a_founder_runs(name: str) -> None:
    season, visitors = _world("open")
    address = reverse(name, args=[season.league.code])
    for who in VISITORS[1:]:
        assert _status(browser(visitors[who]).post(address)) in ("403", "in"), who
    assert Season.objects.get().state == Season.State.JOINING


def test_the_rules_are_read_before_one_joins_with_what_a_bye_is_worth_and_what_a_no_show_costs() -> None:
    season, _visitors = _world("open")
    page = text(browser(member()).get(reverse("league", args=[season.league.code])))
    for sentence in (
        "A bye is worth 6 league points", "at least 50", "Who misses 2 matches in a row is out",
        "Who left is shown as “left”, anybody else as “absent”; both cost the same",
        "league points, tally, head to head, games won, turns missed, lot", "games not dealt yet are not played",
        "At a table of 2 the places are worth 10 and 2 league points", "until its first round opens",
        "by the clocks of UTC", "opens on Mon 1 Mar 2027, 13:00 by",
        "Who withdraws before their match has begun was not in that round",
    ):  # fmt: skip
        assert sentence in page, sentence


def test_only_while_people_join_do_the_rules_say_that_the_founder_may_begin_earlier(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    address = reverse("season_rules", args=[season.league.code, 1])
    assert "or earlier when the founder begins the season" in text(browser(pair[0]).get(address))
    begun = NOW + timedelta(minutes=5)
    clock.to(begun)
    joining.begin_now(season.league.code, pair[0], 2)  # the calendar runs from now
    page = text(browser(pair[0]).get(address))
    assert "or earlier" not in page and "The season began on Mon 1 Mar 2027, 12:05 by the clocks of UTC." in page


def test_a_season_that_was_called_off_says_when_it_was_to_begin() -> None:
    pair = people(2)
    season = announced(pair)
    founder.call_off(season.league.code, pair[0], 1)
    page = text(browser(pair[0]).get(reverse("season_rules", args=[season.league.code, 1])))
    assert "or earlier" not in page and "The season was to begin on Mon 1 Mar 2027, 13:00 by the clocks of UTC." in page


def test_a_suspended_person_cannot_join_and_is_not_drawn(clock: SteppedClock) -> None:  # case I18
    three = people(3)
    season = announced(three)
    User.objects.filter(pk=three[2].pk).update(is_active=False)
    clock.to(season.begins_at)
    sweep()
    assert set(Entry.objects.filter(season=season).values_list("user", flat=True)) == {p.pk for p in three[:2]}
    outsider = member()
    User.objects.filter(pk=outsider.pk).update(is_active=False)
    from games.errors import Forbidden

    with pytest.raises(Forbidden):
        joining.join(season.pk, outsider)


# -- the league's own page --------------------------------------------------------------------------------------


def test_the_table_prints_the_order_of_its_tie_breaks_and_every_value(clock: SteppedClock) -> None:  # I01, I02
    three = people(3)
    season = announced(three)
    run_on(season, clock, lambda: three)
    page = browser(three[0]).get(reverse("league", args=[season.league.code]))
    read = text(page)
    assert "League points → Tally → Head to head → Games won → Turns missed → Lot" in read
    for name, row in table(season):
        assert f"{name}" in read and row.lot in read
    assert f"Champion {table(season)[0][0]}" in read


def test_my_next_match_and_where_i_stand_are_on_the_page(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    clock.to(season.begins_at)
    sweep()
    read = text(browser(pair[0]).get(reverse("league", args=[season.league.code])))
    assert f"My match of round 1 Against {pair[1].shown_name}" in read
    assert "Place" in read and "To my table" in read
    muster = text(browser(pair[0]).get("/"))
    assert "Family league" in muster and "Say that you are here" in muster


def test_no_host_and_no_player_can_change_or_close_an_arranged_table(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    clock.to(season.begins_at)
    sweep()
    from games.models import Table

    arranged = Table.objects.get()
    for person in pair:
        for name in ("close_table", "new_invite", "revoke_invite", "start_table"):
            answer = browser(person).post(reverse(name, args=[arranged.code]), {"seen_seq": arranged.seq})
            assert answer.status_code == 403, name
        page = browser(person).get(reverse("table", args=[arranged.code]))
        assert "I am here" in text(page) and "Change the rules" not in text(page) and "ABANDON" not in text(page)
    arranged.refresh_from_db()
    assert arranged.state == Table.State.ASSEMBLING


def test_a_closed_account_is_a_former_player_whose_results_stay(clock: SteppedClock) -> None:  # case I20
    from accounts.closing import close_account

    three = people(3)
    season = announced(three, rounds=3)
    clock.to(season.begins_at)
    sweep()
    close_account(three[2])
    run_on(season, clock, lambda: three[:2])
    rows = table(season)
    assert [name for name, _row in rows].count("Former player") == 1
    assert Entry.objects.get(user=three[2]).left == Entry.Left.CLOSED
    read = text(browser(three[0]).get(reverse("league", args=[season.league.code])))
    assert "Former player" in read and three[2].display_name not in read


def test_who_withdraws_leaves_the_match_under_way_and_keeps_what_was_played(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair)
    clock.to(season.begins_at)
    sweep()
    come(season, pair)
    browser(pair[1]).post(reverse("withdraw_season", args=[season.league.code, 1]))
    run_on(season, clock, lambda: pair[:1])
    winner, gone = table(season)
    assert (winner[0], gone[1].absences) == (pair[0].shown_name, 1)
    assert Entry.objects.get(user=pair[1]).left == Entry.Left.WITHDREW
    again = browser(pair[1]).post(reverse("join_season", args=[season.league.code, 1]))
    assert again.status_code == 422


def test_who_joins_late_is_in_from_the_next_round_and_gains_nothing_by_it(clock: SteppedClock) -> None:
    pair = people(2)
    season = announced(pair, rounds=2, by_tally=True)
    clock.to(season.begins_at)
    sweep()
    late = member("late")
    browser(late).post(reverse("join_season", args=[season.league.code, 1]))
    entry = Entry.objects.get(user=late)
    assert (entry.first_round, entry.division, entry.number) == (2, 1, 2)
    run_on(season, clock, lambda: [*pair, late])
    row = next(row for name, row in table(season) if name == "late")
    worst = max(row.tally for _name, row in table(season))
    assert row.matches + row.byes == 1 and row.tally > 0 and worst >= row.tally


def test_the_next_season_is_one_tap_and_carries_on_who_was_in_to_the_end(clock: SteppedClock) -> None:
    three = people(3)
    season = announced(three)
    run_on(season, clock, lambda: three)
    client: Client = browser(three[0])
    for _tap in range(2):
        client.post(reverse("next_season", args=[season.league.code]))
    following = Season.objects.get(number=2)
    assert Season.objects.count() == 2 and following.state == Season.State.JOINING
    order = list(Entry.objects.filter(season=following).order_by("rank").values_list("user__display_name", flat=True))
    assert order == [name for name, _row in table(season)]
    assert following.begins_at > clock.now + timedelta(hours=23)
    assert following.begins_at.time() == season.begins_at.time()
    assert fresh(season).state == Season.State.OVER
    read = text(client.get(reverse("league", args=[season.league.code])))
    assert f"Champion: {order[0]}" in read  # in the archive


def test_the_page_of_a_season_asks_as_often_for_many_players_as_for_few(
    clock: SteppedClock, django_assert_max_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.leagues import tables

    counts = []
    for number in (4, 12):
        everybody = people(number)
        season = announced(everybody, name=f"League of {number}")
        clock.to(max(clock.now, season.begins_at))
        sweep()
        client = browser(everybody[0])
        for remembered in (False, True):
            if not remembered:
                tables.forget()
            with CaptureQueriesContext(
                connection,
            ) as queries:
                assert client.get(reverse("league", args=[season.league.code])).status_code == 200
            counts.append(len(queries))
    assert counts[0] == counts[2] and counts[1] == counts[3] and counts[1] == counts[0] - 3


def test_the_last_game_of_a_match_says_what_it_brought_in_the_league_and_leads_there(clock: SteppedClock) -> None:
    from games.models import Game

    pair = people(2)
    season = announced(pair, games=2)
    run_on(season, clock, lambda: pair)
    first, last = Game.objects.order_by("number")
    page = browser(pair[0]).get(reverse("game", args=[last.code]))
    assert reverse("season", args=[season.league.code, 1]) in page.content.decode()
    for name, row in table(season):
        assert f"{name}{' you' if name == pair[0].shown_name else ''} {row.points} {row.tally}" in text(page)
    assert "League points" not in text(browser(pair[0]).get(reverse("game", args=[first.code])))
