"""Looking back at a game of six in a real Chromium, by keyboard alone, on a phone and on a desk."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.processes import environment, site

# Stepping goes on in the browser; what a step shows is tested on both databases in tests/games.
pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """A site with stored games: `address`, `games`, `cookie` of somebody who played them."""
    variables = {"DATA_DIR": str(tmp_path_factory.mktemp("data"))}
    with site(variables) as (_process, address):
        command = [sys.executable, "-m", "tests.browser.stored_games"]
        told = subprocess.run(command, env=environment(**variables), capture_output=True, text=True, timeout=120)
        assert told.returncode == 0, told.stderr
        yield {"address": address, **json.loads(told.stdout.splitlines()[-1])}


@pytest.fixture
def opened(browser: Browser, stored: dict[str, Any]) -> Iterator[Any]:
    """Opens a page of the review of a stored game, as somebody who played or as a stranger."""
    contexts, complaints = [], []

    def open_page(game: str, rest: str = "", size: Any = DESKTOP, *, stranger: bool = False, **options: Any) -> Page:
        context = browser.new_context(viewport=size, locale="en-GB", **options)
        contexts.append(context)
        if not stranger:
            context.add_cookies([{**stored["cookie"], "url": stored["address"]}])
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                complaints.append(f"{said.text} {said.location}") if said.type in {"error", "warning"} else None
            ),
        )
        page.goto(f"{stored['address']}games/{stored['games'][game]}/review/{rest}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def at(page: Page) -> int:
    return int(page.locator("#step .position").get_attribute("data-step") or -1)


def reach(page: Page, selector: str) -> None:
    """Presses Tab until the element has the focus."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never reached {selector}")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_game_of_six_is_looked_through_by_keyboard_alone(opened: Any, size: Any) -> None:
    page = opened("six", size=size)
    last = at(page)
    page.keyboard.press("Home")
    expect(page.locator("#step .count")).to_have_text("The deal")
    for number in range(1, 26):
        page.keyboard.press("ArrowRight")
        expect(page.locator(f"#step .position[data-step='{number}']")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#step .count")).to_have_text(f"Step 24 of {last}")
    expect(page.locator("#said")).to_contain_text("Step 24")
    assert re.search(r"/review/24/\?eyes=0$", page.url)
    page.keyboard.press("End")
    expect(page.locator(f"#step .position[data-step='{last}']")).to_be_visible()
    reach(page, "#jump")
    page.keyboard.press("Control+A")
    page.keyboard.type("40")
    page.keyboard.press("Enter")
    expect(page.locator("#step .count")).to_have_text(f"Step 40 of {last}")
    reach(page, ".eyes a:first-of-type")
    page.keyboard.press("Enter")
    page.wait_for_url("**/review/40/?eyes=all")
    expect(page.locator("#step .held-by")).to_have_count(6)
    reach(page, ".moments a")
    page.keyboard.press("Enter")
    chosen = page.evaluate("document.activeElement.dataset.step")
    expect(page.locator(f"#step .position[data-step='{chosen}']")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_steps_come_at_once(opened: Any) -> None:
    """The next fifteen are there already: stepping through them asks the server for nothing."""
    page = opened("six", "0/?eyes=all")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    shown = page.evaluate(
        """() => Array.from({ length: 14 }, () => {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
            return Number(document.querySelector("#step .position").dataset.step);
        })"""
    )
    assert shown == list(range(1, 15))
    page.context.set_offline(False)


def test_the_player_walks_at_the_chosen_speed_and_stops(opened: Any) -> None:
    page = opened("six", "0/")
    page.wait_for_load_state("networkidle")
    page.get_by_label("Speed").select_option("fast")
    page.keyboard.press("Tab")
    page.locator("body").press("p")
    expect(page.locator("#play")).to_have_text("Pause")
    expect(page.locator("#step .position[data-step='4']")).to_be_visible(timeout=6000)
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Play")
    stopped = at(page)
    page.wait_for_timeout(800)
    assert at(page) == stopped


def test_the_slider_and_the_marks_lead_to_their_steps(opened: Any) -> None:
    page = opened("six", "0/")
    page.locator("#scrubber").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#step .count")).to_contain_text("Step 1 of")
    mark = page.locator(".strip a").first
    mark.dispatch_event("click")
    expect(page.locator(f"#step .position[data-step='{mark.get_attribute('data-step')}']")).to_be_visible()


def test_without_script_every_step_is_a_page(opened: Any) -> None:
    page = opened("six", "7/?eyes=all", PHONE, java_script_enabled=False)
    page.locator("#to-next").click()
    expect(page.locator("#step .count")).to_contain_text("Step 8 of")
    page.locator("#jump").fill("3")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator("#step .count")).to_contain_text("Step 3 of")
    expect(page.locator("#step .held-by")).to_have_count(6)
    expect(page.locator("#player")).to_be_hidden()


def test_the_host_lets_a_stranger_open_a_step(opened: Any) -> None:
    page = opened("private", "5/")
    address = page.get_by_label("Link to this step").input_value()
    expect(page.get_by_text("Only those who played can open it")).to_be_visible()
    page.get_by_role("button", name="Let whoever has a link look").click()
    expect(page.get_by_text("Whoever has the link can look.")).to_be_visible()
    stranger = opened("private", "5/", stranger=True)
    assert stranger.url == address.split("?")[0]
    expect(stranger.locator("#step .count")).to_contain_text("Step 5 of")
    stranger.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Let nobody else look any more").click()
    expect(page.get_by_text("Only those who played can open it")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["six", "running"])
def test_axe_finds_nothing_and_every_text_can_be_read(
    opened: Any, contrast_script: str, scheme: str, game: str
) -> None:
    page = opened(game, size={"width": 320, "height": 568}, color_scheme=scheme)
    found = Axe().run(page).response["violations"]
    assert [f"{fault['id']}: {node['target']}" for fault in found for node in fault["nodes"]] == []
    assert page.evaluate(contrast_script) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
