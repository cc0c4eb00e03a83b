"""The Whot Road as a page, rewards put on, ranks on profiles, and all of it hidden from who wants none (E2.3, E3)."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from accounts import look
from accounts.models import User
from games.road import selectors, stops
from games.road.models import Career, Entry
from games.road.rewards import RANKS, REWARDS, unlocked_by
from tests.games.factories import guest, member, played_out, started
from tests.games.pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def walker(**sums: int) -> User:
    person = member("Ada")
    Career.objects.create(user=person, **sums)
    return person


def hide(person: User) -> User:
    User.objects.filter(pk=person.pk).update(coins_shown=False)
    person.refresh_from_db()
    return person


def static(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")


# -- the road ------------------------------------------------------------------------------------------------


def test_e2_3_the_road_says_where_one_stands_what_comes_next_and_how_far() -> None:
    page = text(browser(walker(feat=300, best_rank=3, experience=330)).get("/road/"))
    assert "You are a Sergeant" in page and "300 feat points: 100 more to Lieutenant, at 400." in page
    assert "Level 3, 330 experience: 120 more to level 4." in page


def test_all_ten_ranks_stand_there_with_what_they_unlock_and_the_one_that_is_held_is_marked() -> None:
    page = browser(walker(feat=300, best_rank=3)).get("/road/").content.decode()
    stages = re.findall(r'<li class="stop (\w+)"( aria-current="step")?>.*?<h3>(\w+)</h3>', page, re.DOTALL)
    assert [name for _state, _mark, name in stages] == [str(name) for name in RANKS]
    assert [state for state, _mark, _name in stages] == ["reached"] * 3 + ["here"] + ["ahead"] * 6
    assert [name for _state, mark, name in stages if mark] == ["Sergeant"]
    for rewards in REWARDS.values():
        for reward in rewards.values():
            assert str(reward.name) in page
    for rank in range(10):
        assert f"ranks.svg#r{rank}" in page


def test_a_general_has_no_rank_before_them() -> None:
    page = text(browser(walker(feat=1805, best_rank=9)).get("/road/"))
    assert "You are a General" in page and "There is no higher rank." in page


@pytest.mark.parametrize(("feat", "walked"), [(0, 0), (39, 97), (40, 0), (80, 50), (1799, 99), (1800, 100)])
def test_the_way_to_the_next_rank_is_told_in_hundredths(feat: int, walked: int) -> None:
    assert selectors.on_road(Career(feat=feat)).walked == walked


def test_a_rank_that_was_lost_leaves_its_rewards_unlocked() -> None:
    page = text(browser(walker(feat=100, best_rank=2)).get("/road/"))
    assert page.count("Unlocked before, and yours for good.") == 1


def test_e2_what_a_win_brings_and_a_loss_costs_stands_there_for_ones_own_rank() -> None:
    assert [(line.multiplier, line.win, line.loss) for line in stops.worth(9)] == [
        (2, 8, 10), (4, 9, 10), (8, 10, 10), (20, 12, 10), (40, 13, 10), (80, 15, 10)
    ]  # fmt: skip
    assert [line.win for line in stops.worth(0)] == [8, 9, 10, 11, 12, 13]
    page = text(browser(walker(feat=1800, best_rank=9)).get("/road/"))
    assert "X80 +15 0 −10" in page


def test_what_moved_one_lately_leads_to_the_games() -> None:
    me, other = member("Ada"), member("Bola")
    game = played_out(started([me, other]))
    page = browser(me).get("/road/").content.decode()
    assert "What moved you lately" in page and f'href="/games/{game.code}/"' in page


def test_a_visitor_sees_the_road_and_how_to_walk_it() -> None:
    page = text(browser().get("/road/"))
    assert "Make an account" in page and "General" in page and "You are" not in page
    assert browser().get("/road/rewards/").status_code == 302


def test_a_guest_has_a_road_too() -> None:
    assert "You are a Recruit" in text(browser(guest()).get("/road/"))


@pytest.mark.parametrize("address", ["/road/", "/road/rewards/"])
def test_a_page_takes_as_many_queries_for_four_games_as_for_one(address: str) -> None:
    me, other = member(), member()
    client, asked = browser(me), []
    for games in (1, 3):
        for _game in range(games):
            played_out(started([me, other]))
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 7  # session, person, career, lines; what every page asks


# -- rewards -------------------------------------------------------------------------------------------------


def test_every_rank_unlocks_something_of_its_own_that_can_be_put_on() -> None:
    found = [reward for rank in range(10) for reward in unlocked_by(rank)]
    assert all(any(reward.kind != "title" for reward in unlocked_by(rank)) for rank in range(10))
    assert all(any(reward.kind == "title" for reward in unlocked_by(rank)) for rank in range(10))
    assert len({str(reward.name) for reward in found}) == len(found) == 20
    backs = static("cards/backs.svg")
    badges = static("ranks.svg")
    assert set(re.findall(r'<symbol id="b(\d)"', backs)) == {str(rank) for rank in REWARDS["back"]}
    assert set(re.findall(r"^\.cloth-(\d) ", static("css/cloths.css"), re.MULTILINE)) == {
        str(r) for r in REWARDS["cloth"]
    }
    drawn = re.findall(r'<symbol id="r\d".*?<use href="#(k\d)"/>(.*?)</symbol>', badges)
    assert len(drawn) == 10 and len(set(drawn)) == 10, "told apart by their drawing, whatever the colour"


def test_a_reward_is_put_on_and_taken_off() -> None:
    me = walker(feat=130, best_rank=2)
    client = browser(me)
    answer = client.post("/road/rewards/", {"back": "1", "cloth": "2", "title": "0"}, follow=True)
    assert "Put on" in text(answer)
    career = Career.objects.get(user=me)
    assert (career.back, career.cloth, career.title) == (1, 2, 0)
    page = answer.content.decode()
    assert re.search(r'name="back" value="1" checked', page) and re.search(r'name="back" value="3" disabled', page)
    client.post("/road/rewards/", {"back": "", "cloth": "", "title": ""})
    career.refresh_from_db()
    assert (career.back, career.cloth, career.title) == (None, None, None)


@pytest.mark.parametrize(
    ("form", "status", "words"),
    [
        ({"back": "3"}, 403, "not unlocked yet"),
        ({"cloth": "1"}, 400, "no such reward"),
        ({"title": "-1"}, 400, "no such reward"),
        ({"title": "12"}, 400, "no such reward"),
        ({"back": "b1"}, 400, "no such reward"),
    ],
)
def test_what_is_not_ones_own_is_refused_and_nothing_changes(form: dict[str, str], status: int, words: str) -> None:
    me = walker(feat=130, best_rank=2, back=1)
    answer = browser(me).post("/road/rewards/", form)
    assert answer.status_code == status and words in text(answer)
    career = Career.objects.get(user=me)
    assert (career.back, career.cloth, career.title) == (1, None, None)


def shades(line: str) -> list[look.Colour]:
    """A cloth's own colours, and each with each of its threads over it."""
    grounds = [look.colour_of(code) for code in re.findall(r"--cloth\S*: (#\w{6})", line)]
    assert len(grounds) == 3
    found = list(grounds)
    for *thread, part in re.findall(r"rgb\((\d+) (\d+) (\d+) / (\d+)%\)", line):
        for ground in grounds:
            mixed = [c + (int(t) - c) * int(part) / 100 for c, t in zip(ground, thread, strict=True)]
            found.append((mixed[0], mixed[1], mixed[2]))
    return found


@pytest.mark.parametrize("contrast", [0, 50, 100])
@pytest.mark.parametrize("temperature", [0, 50, 100])
def test_every_cloth_carries_its_text_on_its_lightest_thread_at_every_look(contrast: int, temperature: int) -> None:
    palette = look.palettes(contrast, temperature)[0]
    for line in re.findall(r"^\.cloth-\d \{.*\}$", static("css/cloths.css"), re.MULTILINE):
        for words in ("on-cloth", "gold"):
            least = min(look.ratio(look.colour_of(palette[words]), ground) for ground in shades(line))
            assert least >= look.LEAST, (line[:9], words, least)


# -- profiles, and nothing of it at all ----------------------------------------------------------------------


def test_a_profile_shows_rank_title_and_level() -> None:
    owner = walker(feat=300, best_rank=3, experience=330, title=1)
    for viewer in (owner, member(), None):
        page = text(browser(viewer).get(f"/people/{owner.username}/"))
        assert "Sergeant Market runner 300 feat points · level 3, 330 experience" in page


def test_who_hides_coins_and_ranks_sees_none_and_shows_none() -> None:
    owner, other = walker(feat=300, best_rank=3), walker(feat=50, best_rank=1)
    hide(owner)
    for viewer, shown in ((owner, owner), (owner, other), (other, owner), (None, owner)):
        page = browser(viewer).get(f"/people/{shown.username}/").content.decode()
        assert "Rank and level" not in page and "ranks.svg" not in page
    assert "Rank and level" in text(browser(other).get(f"/people/{other.username}/"))
    assert "You have hidden coins" in text(browser(owner).get("/road/"))
    answer = browser(owner).post("/road/rewards/", {"back": "1"})
    assert answer.status_code == 403 and Career.objects.get(user=owner).back is None
    assert 'href="/road/"' not in browser(owner).get("/").content.decode()
    assert 'href="/road/"' in browser(other).get("/").content.decode()


def test_the_settings_hide_and_show_it() -> None:
    me = member("Ada")
    form = {"username": me.username, "display_name": "Ada", "language": "en", "time_zone": "UTC", "hand_order": "shape"}
    client = browser(me)
    assert "Coins and ranks" in text(client.get("/settings/"))
    assert client.post("/settings/", form).status_code == 302
    me.refresh_from_db()
    assert me.coins_shown is False
    client.post("/settings/", form | {"coins_shown": "on"})
    me.refresh_from_db()
    assert me.coins_shown is True


def test_a_line_is_told_in_words() -> None:
    me, other = member(), member()
    game = played_out(started([me, other]))
    Entry.objects.filter(user=me).delete()
    lines = [selectors.Line(Entry.Kind.FEAT, 15, 15, 1, 80, game.code, game.ended_at)]  # type: ignore[arg-type]
    page = render_to_string("games/road/road.html", {"lines": lines})
    assert "place 1 at a table X80" in page
