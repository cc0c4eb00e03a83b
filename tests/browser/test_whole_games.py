"""Whole games of every preset in a real Chromium: two phones, one of them a guest's from a link, and a desktop.

The house rules deal few cards, no card makes others draw, and an empty market ends the game (W6.2); everything else is
the preset's. `test_game` plays games of every preset as it stands.
"""

import random
import time

import pytest
from playwright.sync_api import Page, expect

from rules.whot.options import PRESETS
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.playing import is_over, join, may_move, open_table, play_by_forms, play_live, seq, violations

KINDS = list(PRESETS)
FEW = {
    "hand_size": "3",
    "start": "full",
    "pick2": "off",
    "pick3": "off",
    "general_market": "off",
    "market_empty": "count",
}
NAMES = ("Adaeze", "Bola", "Chidi")


def at_one_table(address: str, kind: str, people: list[Page], script: bool = True) -> None:
    """The first opens a table, the others come by its link; all are at the game then."""
    host = people[0]
    link = open_table(host, address, kind, len(people), NAMES[0], FEW)
    for page, name in zip(people[1:], NAMES[1:], strict=False):
        join(page, link, name)
    people[-1].wait_for_url("**/games/*/")  # the last seat was taken: it has begun
    for page in people[:-1]:
        if script:
            page.wait_for_url("**/games/*/")  # taken there by itself
        else:
            page.goto(people[-1].url)


def has_ended_for_all(people: list[Page]) -> None:
    """W7.1: everybody sees the same end."""
    results = set()
    for page in people:
        expect(page.get_by_text("GAME OVER").first).to_be_visible()
        assert page.locator(".scores").first.locator("tbody tr").count() == len(people)
        width = page.viewport_size["width"] if page.viewport_size else 0
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        results.add(" ".join(page.locator(".scores").first.locator("tbody").inner_text().replace("you", "").split()))
    assert len(results) == 1


def test_three_people_play_a_game_of_every_preset_live(opened: Open, address: str) -> None:
    people = [opened("a host"), opened("a guest from the link", color_scheme="dark"), opened("a desktop", DESKTOP)]
    for kind in KINDS:
        at_one_table(address, kind, people)
        assert play_live(people, random.Random(kind)) > 2, kind
        has_ended_for_all(people)


def test_three_people_play_a_game_of_every_preset_without_script(opened: Open, address: str) -> None:
    sizes = (PHONE, PHONE, DESKTOP)
    people = [opened(f"number {at}", size, java_script_enabled=False) for at, size in enumerate(sizes)]
    for kind in KINDS:
        at_one_table(address, kind, people, script=False)
        assert play_by_forms(people, random.Random(f"{kind} by forms")) > 2, kind
        has_ended_for_all(people)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_whole_game_is_played_in_two_steps(opened: Open, address: str, script: bool) -> None:
    people = [opened(f"slow {at} {script}", PHONE, java_script_enabled=script) for at in range(2)]
    at_one_table(address, "001", people, script)
    for page in people:
        game = page.url
        page.goto(f"{address}settings/")
        page.get_by_label("Choose, then confirm").check()
        page.get_by_role("button", name="Save").click()
        page.goto(game)
    mover = next(page for page in people if may_move(page))
    before = seq(mover)
    mover.locator("#panel button[name=choose]").first.click()
    expect(mover.locator("#confirm")).to_be_visible()
    assert mover.locator("#chosen").inner_text()
    assert seq(mover) == before  # nothing is played yet
    mover.get_by_role("button", name="Take back").click()
    expect(mover.locator("#confirm")).to_be_hidden()
    chance = random.Random(7)
    assert (play_live(people, chance) if script else play_by_forms(people, chance)) > 1
    has_ended_for_all(people)


def test_a_whole_game_is_played_by_keyboard_alone_and_heard_once(opened: Open, address: str) -> None:
    """Check 82; cases K09, K10: after the table is set up no pointer is used, and a screen reader hears each entry."""
    people = [opened("keys 1"), opened("keys 2", DESKTOP)]
    at_one_table(address, "002", people)
    for page in people:
        assert violations(page) == []
        page.evaluate(
            "() => { window.heard = []; new MutationObserver(all => all.forEach(one => one.addedNodes.forEach("
            "node => window.heard.push(node.textContent)))).observe(document.getElementById('said'), {childList: true})"
            " }"
        )
    chance, ends = random.Random(11), time.monotonic() + 90
    while not all(is_over(page) for page in people):
        assert time.monotonic() < ends
        mover = next((page for page in people if may_move(page)), None)
        if mover is None:
            people[0].wait_for_timeout(20)
            continue
        before = seq(mover)
        reached = tab_to_a_choice(mover, chance)
        mover.keyboard.press("Enter")
        mover.wait_for_function(
            "n => document.querySelector('.headline') || Number(document.getElementById('panel').dataset.seq) > n",
            arg=before,
        )
        assert mover.evaluate("document.activeElement !== document.body"), reached  # K10: the focus is somewhere
        for page in people:
            page.wait_for_function("n => Number(document.getElementById('panel').dataset.seq) >= n", arg=seq(mover))
    for page in people:
        heard = page.evaluate("window.heard")
        page.goto(page.url + "log/")
        log = [line.strip() for line in page.locator(".whole-log li").all_inner_texts()]
        told = [text for text in heard if text != "It is your turn."][:-1]  # the last is the headline
        assert told, "nothing was said"
        assert [sum(text in line for line in log) > 0 for text in told] == [True] * len(told)
        places = []
        for text in told:
            start = places[-1] + 1 if places else 0
            places.append(next(at for at in range(start, len(log)) if text in log[at]))  # in order, each once


def tab_to_a_choice(page: Page, chance: random.Random) -> str:
    """Moves the focus with Tab alone to something that may be done now."""
    wanted = "#panel .fits, #panel .calls button, #keep, #draw:not([aria-disabled])"
    page.locator("#turn").focus()
    skip = chance.randrange(2)
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
            if skip == 0 or page.evaluate("document.activeElement.id") in ("keep", "draw"):
                return str(page.evaluate("document.activeElement.id"))
            skip -= 1
    raise AssertionError("Tab never reached a card or the market")
