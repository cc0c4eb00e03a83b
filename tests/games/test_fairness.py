"""The page on the fairness of deals: the figures over all of them, the chain, and what it says of a running game."""

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from games import seeds, tasks
from games.models import DealCheck, FairnessReport, Game
from games.services import fairness

from .factories import member, played_out, started
from .pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def people() -> list[User]:
    return [member(name) for name in ("Ada", "Bola")]


@pytest.fixture
def over(people: list[User]) -> Game:
    return played_out(started(people, preset="001"))


def test_the_page_has_the_published_vectors() -> None:
    found = (ROOT / "static/js/fair/vectors.js").read_text(encoding="utf-8")
    ours = json.loads(found[found.index("{") : found.rindex("}") + 1])
    published = json.loads((ROOT / "tests/scenarios/shuffle_vectors.json").read_text(encoding="utf-8"))
    for part in ("cases", "bounded"):
        assert len(ours[part]) == len(published[part])
        for row, told in zip(ours[part], published[part], strict=True):
            assert row == {key: told[key] for key in row}
    assert {"commitment", "game_key", "permutation", "first_seat"} <= set(ours["cases"][0])


def test_before_the_first_figures_the_page_says_when_they_come() -> None:
    assert "The first figures come when the first games are over." in text(browser().get("/fairness/"))


def test_the_figures_cover_every_finished_game(over: Game, people: list[User]) -> None:
    played_out(started(people, preset="003", start="full"))
    started(people, preset="003", start="full")  # still on
    tasks.watch_deals()
    assert DealCheck.objects.filter(holds=True).count() == 2
    figures = FairnessReport.objects.get().figures
    assert figures["games"] == 2 == sum(deck["count"] for deck in figures["decks"].values())
    assert sum(row["count"] for row in figures["first"]) == 2
    shown = text(browser().get("/fairness/"))
    assert "2 finished games were proved again from their seeds to their results, and all of them hold." in shown
    assert "Whots in the opening hand of seat 2" in shown and "too few yet" in shown
    assert figures["chain"]["entry"] in shown


def test_every_shuffle_is_counted_with_the_refills(people: list[User]) -> None:
    game = started(people, preset="000", max_refills=3)
    while game.state == Game.State.PLAYING:
        game = _drawn_on(game)
    fairness.check_finished(timezone.now())
    refills = DealCheck.objects.get().shuffles
    assert refills and [label for label, _size in refills] == [f"shuffle/{k}" for k in range(1, len(refills) + 1)]
    more = fairness.make_report(timezone.now()).figures["decks"]["whot54"]["more"]
    assert {row["count"] for row in more} == {sum(size >= 3 for _label, size in refills)}  # two cards have no form


def _drawn_on(game: Game) -> Game:
    from .factories import legal, moved

    texts = legal(game)
    return moved(game, "draw" if "draw" in texts and game.seq % 5 else texts[0])


def test_a_second_run_does_nothing_twice_and_a_new_day_counts_anew(over: Game) -> None:
    tasks.watch_deals()
    tasks.watch_deals()
    assert DealCheck.objects.count() == FairnessReport.objects.count() == 1
    FairnessReport.objects.update(day="2020-01-01")
    tasks.watch_deals()
    assert FairnessReport.objects.count() == 2


def test_a_seed_that_was_exchanged_afterwards_is_named(over: Game) -> None:
    tasks.watch_deals()
    _proof, sealed = seeds.new_seed(over.code)
    Game.objects.filter(pk=over.pk).update(sealed_seed=sealed)
    report = fairness.make_report(timezone.now())
    assert report.figures["broken"] == [over.code]
    shown = text(browser().get("/fairness/"))
    assert "Some finished games do NOT hold:" in shown and over.code in shown
    with pytest.raises(CommandError, match=over.code):
        call_command("fairness")


def test_a_result_that_was_changed_afterwards_is_named(over: Game) -> None:
    Game.objects.filter(pk=over.pk).update(position="changed")
    fairness.check_finished(timezone.now())
    assert DealCheck.objects.get().what == "position"
    assert not DealCheck.objects.get().holds


def test_the_chain_can_be_computed_again_from_its_text(over: Game) -> None:
    answer = browser().get("/fairness/chain.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    before = ""
    lines = answer.content.decode().splitlines()
    assert lines
    for line in lines:
        _number, game_id, commitment, at, entry = line.split(" ")
        before = hashlib.sha256((before + game_id + commitment + at).encode()).hexdigest()
        assert entry == before
    assert browser().get(f"/fairness/chain.txt?after={len(lines)}").content == b""
    for wrong in ("x", "-1", "1.5", "9" * 30):
        assert browser().get("/fairness/chain.txt", {"after": wrong}).status_code == 400


def test_a_running_game_is_not_opened(people: list[User], over: Game) -> None:
    game = started(people, preset="001")
    seed = seeds.open_seed(game.code, game.sealed_seed).hex()
    answer = browser(people[0]).get(f"/fairness/?game={game.code}")
    assert answer.status_code == 200 and "This game is still on." in text(answer)
    assert seed not in answer.content.decode() and "record.json" not in answer.content.decode()
    answer = browser(people[0]).get(f"/fairness/?game={over.code}")
    assert f'data-record="/games/{over.code}/record.json"' in answer.content.decode()


def test_a_game_that_one_may_not_look_at_is_no_game(people: list[User]) -> None:
    hidden = played_out(started(people, preset="001", onlookers=False))
    for code in (hidden.code, "nosuchgame22"):
        answer = browser(member("Stranger")).get(f"/fairness/?game={code}")
        assert answer.status_code == 404
        assert "There is no such game, or you may not look at it." in text(answer)


def test_the_result_leads_to_the_check(over: Game, people: list[User]) -> None:
    shown = browser(people[0]).get(f"/games/{over.code}/").content.decode()
    assert f'href="/fairness/?game={over.code}"' in shown


def test_every_word_that_the_script_says_is_on_the_page() -> None:
    scripts = "".join((ROOT / f"static/js/fair/{name}.js").read_text(encoding="utf-8") for name in ("check", "page"))
    used = set(re.findall(r'(?:say|Wrong|need)\((?:[^"()]|\([^()]*\))*?"([a-z_]+)"', scripts))
    used |= {f"step_{name}" for name in re.findall(r'step\("(\w+)"|name: "(\w+)"', scripts) for name in name if name}
    page = browser().get("/fairness/").content.decode()
    told = set(re.findall(r'data-key="(\w+)"', page))
    assert len(used) > 20
    used -= {"step_", "state_"}  # the names that follow are looked for above
    assert used | {"state_holds", "state_fails", "state_open"} <= told, used - told


def test_nothing_of_it_is_asked_of_the_database_twice(over: Game, django_assert_num_queries: Any) -> None:
    tasks.watch_deals()
    client = browser()
    with django_assert_num_queries(1):
        client.get("/fairness/")


def test_the_token_and_the_key_of_a_form_stand_in_no_address() -> None:
    shown = browser(member()).get("/tables/new/").content.decode()
    asks = re.search(r'<div[^>]*hx-get="/tables/new/fields"[^>]*>', shown)
    assert asks is not None and 'hx-params="not csrfmiddlewaretoken,key,name"' in asks[0]
