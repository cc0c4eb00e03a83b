"""Whole games of every preset in a real Chromium: two phones, one of them a guest's from a link, and a desktop.

The deals are picked so that a game ends soon (`tests.browser.maker`); nothing of the rules is changed. At the table
that people open by themselves few cards are dealt.
"""

import random
import time

import pytest
from playwright.sync_api import CDPSession, Page, expect

from rules.whot.options import PRESETS
from tests.browser.conftest import DESKTOP, PHONE, Open, at_game
from tests.browser.making import Made, Maker
from tests.browser.playing import (
    OTHERWISE,
    is_over,
    join,
    may_move,
    open_table,
    play_by_forms,
    play_live,
    seq,
    violations,
    wait_until_saved,
)

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
SHORT = (12, 36)  # moves


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


def come_to(game: Made, people: list[Page]) -> None:
    """The same browsers at another game, as its people."""
    for page, known in zip(people, game.known, strict=True):
        page.context.clear_cookies()
        page.context.add_cookies(known["cookies"])
        page.goto(game.url)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_three_people_play_a_game_of_every_preset(opened: Open, made: Maker, address: str, script: bool) -> None:
    sizes = (PHONE, PHONE, DESKTOP)
    people = [opened(f"number {at}", size, java_script_enabled=script) for at, size in enumerate(sizes)]
    people[1].emulate_media(color_scheme="dark")
    at_one_table(address, "001", people, script)
    play = play_live if script else play_by_forms
    assert play(people, random.Random(1)) > 2
    has_ended_for_all(people)
    for kind in KINDS:
        come_to(made.game(*NAMES, preset=kind, ends_in=SHORT), people)
        assert SHORT[0] <= play(people, None) <= SHORT[1], kind
        has_ended_for_all(people)


@pytest.mark.once
@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_whole_game_is_played_in_two_steps(opened: Open, made: Maker, script: bool) -> None:
    game = made.game(*NAMES[:2], preset="001", ends_in=SHORT, like={"two_steps": True})
    people = at_game(opened, game, java_script_enabled=script)
    mover = next(page for page in people if may_move(page))
    before = seq(mover)
    mover.locator("#panel button[name=choose]").first.click()
    expect(mover.locator("#confirm")).to_be_visible()
    assert mover.locator("#chosen").inner_text()
    assert seq(mover) == before  # nothing is played yet
    mover.get_by_role("button", name="Take back").click()
    expect(mover.locator("#confirm")).to_be_hidden()
    moves = play_live(people, None) if script else play_by_forms(people, None)
    assert SHORT[0] <= moves <= SHORT[1]
    has_ended_for_all(people)


@pytest.mark.once
def test_a_whole_game_is_played_by_keyboard_alone_from_what_a_screen_reader_is_told(opened: Open, made: Maker) -> None:
    """Check 82; cases K09, K10: no pointer is used; what may be done is found in the browser's accessibility tree, by
    roles and names; each entry of the log is heard once."""
    people = at_game(opened, made.game(*NAMES[:2], preset="001", ends_in=SHORT), PHONE, DESKTOP)
    readers = [Reader(page) for page in people]
    for page in people:
        assert violations(page) == []
        page.evaluate(
            "() => { window.heard = []; new MutationObserver(all => all.forEach(one => one.addedNodes.forEach("
            "node => window.heard.push(node.textContent)))).observe(document.getElementById('said'), {childList: true})"
            " }"
        )
    ends = time.monotonic() + 90
    while not all(is_over(page) for page in people):
        assert time.monotonic() < ends
        mover = next((reader for reader in readers if reader.page.locator(".panel.mine").count()), None)
        if mover is None:
            people[0].wait_for_timeout(20)
            continue
        before = seq(mover.page)
        mover.take_turn()
        wait_until_saved(mover.page, before)
        assert mover.page.evaluate("document.activeElement !== document.body")  # K10: the focus is somewhere
        place = seq(mover.page)
        for page in people:
            page.wait_for_function("n => Number(document.getElementById('panel').dataset.seq) >= n", arg=place)
    for page in people:
        assert ("heading", page.locator(".headline").inner_text()) in [told[:2] for told in Reader(page).told()]
        heard_each_entry_once(page)


def heard_each_entry_once(page: Page) -> None:
    heard = page.evaluate("window.heard")
    page.goto(page.url + "log/")
    log = [line.strip() for line in page.locator(".whole-log li").all_inner_texts()]
    told = [text for text in heard if text != "It is your turn."][:-1]  # the last is the headline
    assert told, "nothing was said"
    assert [sum(text in line for line in log) > 0 for text in told] == [True] * len(told)
    places: list[int] = []
    for text in told:
        start = places[-1] + 1 if places else 0
        places.append(next(at for at in range(start, len(log)) if text in log[at]))  # in order, each once


class Reader:
    """Somebody who sees nothing: reads Chromium's accessibility tree, and presses Tab, Space and Enter."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def told(self) -> list[tuple[str, str, int]]:
        """Role, name and number of the element of all that is there."""
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""), node.get("backendDOMNodeId", 0))
            for node in nodes
            if not node["ignored"]
        ]

    def value_of(self, number: int) -> str:
        pairs = self.session.send("DOM.describeNode", {"backendNodeId": number})["node"]["attributes"]
        return dict(zip(pairs[::2], pairs[1::2], strict=True)).get("value", "")

    def take_turn(self) -> None:
        """The first play by the alphabet, as `maker` foresaw; the last card is called; else the market."""
        told = self.told()
        names = [(role, name) for role, name, _number in told]
        assert any(role == "heading" and name.startswith("Your turn") for role, name in names), names
        assert any(role == "image" and name.startswith("Card to play on: ") for role, name in names), names
        assert ("list", "Your hand") in names and ("region", "Table") in names, names
        buttons = [(name, number) for role, name, number in told if role == "button"]
        assert all(name for name, _number in buttons), "a button has no name"
        cards = self.page.locator("#hand .card").count() + self.page.locator("#hand .calls button").count()
        of_hand = [(name, number) for name, number in buttons if is_of_hand(name)]
        assert len(of_hand) == cards, ([name for name, _number in buttons], cards)
        if any(role == "checkbox" and name.startswith("Say “last card”") for role, name in names):
            self.tab_to("#last")
            self.page.keyboard.press("Space")
        plays = {self.value_of(number) for name, number in of_hand if not name.endswith("does not fit")}
        assert len(plays) <= len(of_hand)
        self.tab_to(f"[value='{min(plays)}']" if plays else OTHERWISE)
        self.page.keyboard.press("Enter")

    def tab_to(self, wanted: str) -> None:
        self.page.locator("#turn").focus()
        for _press in range(80):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return
        raise AssertionError(f"Tab never reached {wanted}")


def is_of_hand(name: str) -> bool:
    return name.endswith((", playable", ", does not fit")) or " call " in name.lower()
