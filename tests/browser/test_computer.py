"""Games against computer players in a real Chromium: of every preset to the end, hints, and starting again."""

import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from rules.whot.options import PRESETS
from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.playing import choose, give_name, is_over, seq, wait_until_saved

KINDS = list(PRESETS)
MOST_TURNS = 400
SEED = re.compile("client_seed=([0-9a-f]{32})")
LEVELS = dict(zip(KINDS, ("hard", "normal", "easy", "hard", "hard"), strict=True))


def begin(page: Page, address: str, kind: str, level: str, seats: int = 2, script: bool = True) -> None:
    page.goto(f"{address}computer/")
    give_name(page, "Adaeze")
    page.locator(f"label:has(input[name=preset][value='{kind}'])").click()
    page.locator(f".chip:has(input[name=seats][value='{seats}'])").click()
    page.locator(f".chip:has(input[name=bot_level][value='{level}'])").click()
    page.get_by_role("button", name="Start the game").click()
    if not script:
        page.get_by_role("button", name="Shuffle and start").click()
    page.wait_for_url("**/games/*/")


# Whatever the kind, on the servers the same tasks move the computer's seats.
ON_BOTH = {"001", "002"}


@pytest.mark.parametrize(
    ("kind", "level"),
    [pytest.param(*played, marks=[] if played[0] in ON_BOTH else pytest.mark.once) for played in LEVELS.items()],
)
def test_a_game_against_the_computer_is_played_to_its_end(opened: Open, address: str, kind: str, level: str) -> None:
    page = opened("Adaeze", PHONE)
    begin(page, address, kind, level)
    expect(page.locator(".seats")).to_contain_text(level)
    chance = random.Random(kind)
    for _turn in range(MOST_TURNS):
        page.wait_for_selector(".panel.mine, .headline")
        if is_over(page):
            break
        before = seq(page)
        choose(page, chance)
        wait_until_saved(page, before)
    expect(page.get_by_text("GAME OVER")).to_be_visible()
    first = page.url
    page.get_by_role("button", name="REMATCH").click()
    page.wait_for_url(lambda url: "/games/" in url and url != first)
    expect(page.locator(".seats")).to_contain_text(level)


def test_a_hint_says_what_to_do_and_why_and_can_be_dismissed(opened: Open, address: str) -> None:
    page = opened("Adaeze", DESKTOP)
    begin(page, address, "001", "normal")
    page.wait_for_selector(".panel.mine")
    before = seq(page)
    page.get_by_role("button", name="Hint").click()
    notice = page.locator("#notice .notice")
    expect(notice).to_contain_text(re.compile(r"^\s*(Play|Go to market|Pick).*\..+\."))
    assert seq(page) == before
    page.get_by_role("button", name="Dismiss").click()
    expect(notice).to_have_count(0)


def test_a_hint_and_a_new_game_need_no_script(opened: Open, address: str) -> None:
    page = opened("Adaeze", PHONE, java_script_enabled=False)
    begin(page, address, "002", "easy", script=False)
    while not page.locator(".panel.mine").count():
        page.reload()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#notice .notice")).to_contain_text(".")
    first = page.url.split("/games/")[1].split("/")[0]
    page.locator("#restart summary").click()
    page.get_by_role("button", name="Yes, start again").click()
    page.get_by_role("button", name="Shuffle and start").click()
    page.wait_for_url(lambda url: "/games/" in url and first not in url)
    expect(page.locator("#panel")).to_be_visible()


def test_the_browser_keeps_the_commitment_it_saw_and_compares_it_when_the_deal_is_opened(
    opened: Open, address: str
) -> None:  # wgs1, steps 1 and 9
    page = opened("Adaeze", PHONE)
    begin(page, address, "001", "easy")
    page.get_by_text("Leave the game").click()
    page.get_by_role("button", name="Yes, leave for good").click()
    page.get_by_text("Was the deal fair?").click()
    assert re.search(r"seat:0:[0-9a-f]{32}\n", page.locator(".proof pre").inner_text())
    page.get_by_role("link", name="Check this game in your browser").click()
    expect(page.locator("#text")).to_have_value(re.compile("whot-record/1"))
    page.locator("#run").click()
    expect(page.locator("#verdict")).to_have_class("holds")
    expect(page.locator("#told")).to_contain_text("This is the commitment that this browser saw")
    expect(page.locator("#told")).to_contain_text("is among the contributions")


def test_a_contribution_that_could_not_be_sent_is_sent_by_hand(opened: Open, address: str) -> None:
    page = opened("Adaeze", PHONE)
    given: list[str] = []  # what was sent, each time
    page.on("request", lambda request: given.extend(SEED.findall(request.post_data or "")))
    page.route("**/agree/", lambda route: route.fulfill(status=204))  # the page stays as it is
    page.goto(f"{address}computer/")
    give_name(page, "Adaeze")
    with page.expect_response("**/agree/"):
        page.get_by_role("button", name="Start the game").click()
    go_on = page.get_by_role("button", name="Shuffle and start")
    expect(go_on).to_be_visible()
    assert Axe().run(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto(address)
    expect(page.locator("#muster")).to_contain_text("your browser has not added to the shuffle")
    page.unroute("**/agree/")
    page.get_by_role("link", name="Start the game").click()
    page.wait_for_url("**/games/*/")
    assert len(given) == 2 and given[0] == given[1]  # who refuses a contribution and asks again learns nothing
    page.go_back()  # to the muster: the step between leaves nothing to come back to
    expect(page.locator("#muster")).to_contain_text("PLAYING (2 of 2)")
