"""The first deals in a real Chromium: on a phone a step shows at once what it speaks of, what it says, its button."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.lessons import LESSONS
from tests.browser.conftest import NARROWEST, PHONE, Open
from tests.browser.playing import violations

pytestmark = pytest.mark.once  # a first deal is played in the browser and in rules/, no database keeps it

SPOKEN = {"whot": ".pile, .advised", "go_stop": ".layout, .spoken, .advised"}
HIDDEN_PARTS = """parts => {
  const advice = document.querySelector('.advice').getBoundingClientRect()
  return parts.filter(part => {
    const r = part.getBoundingClientRect()
    const inside = part.closest('.advice')
    const end = inside ? innerHeight : advice.top
    return !r.height || r.top < 0 || r.bottom > end + 1 || r.left < 0 || r.right > innerWidth
  }).map(part => part.outerHTML.slice(0, 120))
}"""


def out_of_sight(page: Page, what: str) -> Any:
    """The parts that are not whole in the window, or lie under the advice."""
    return page.locator(what).evaluate_all(HIDDEN_PARTS)


def begin(opened: Open, address: str, game: str, language: str, **options: Any) -> Page:
    page = opened(f"learner of {game}", PHONE, **options)
    page.goto(f"{address}look/")
    page.locator(f"#content button[lang={language}]").click()
    page.goto(f"{address}learn/{game}/")
    page.locator(f"a[href='/learn/{game}/0/']").click()
    return page


@pytest.mark.parametrize("language", ["en", "ms"])
@pytest.mark.parametrize("game", LESSONS)
def test_each_step_is_seen_at_once_and_the_keyboard_stays_at_its_button(
    opened: Open, address: str, game: str, language: str
) -> None:
    page, last = begin(opened, address, game, language), len(LESSONS[game].steps)
    page.evaluate("window.loaded = 'once'")
    for step in range(last):
        expect(page.locator(".way b")).to_have_text(f"{step + 1}/{last}")
        assert out_of_sight(page, f"#advice, #go-on, {SPOKEN[game]}") == [], step
        page.set_viewport_size(NARROWEST)  # type: ignore[arg-type]
        assert out_of_sight(page, "#advice, #go-on") == [], step
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        if step:
            expect(page.locator("#go-on")).to_be_focused()
            page.keyboard.press("Enter")
        else:
            assert violations(page) == []
            page.locator("#go-on").click()
    expect(page.locator(".advice .action")).to_be_focused()
    assert page.evaluate("window.loaded") == "once", "the steps are swapped in place"
    assert page.url == f"{address}learn/{game}/{last}/"
    page.go_back()
    expect(page.locator(".way b")).to_have_text(f"{last}/{last}")


@pytest.mark.parametrize("game", LESSONS)
def test_a_refusal_lies_over_nothing_that_the_advice_left_in_sight(opened: Open, address: str, game: str) -> None:
    """In Malay, whose sentences are the longer ones."""
    page = begin(opened, address, game, "ms")
    for step in range(len(LESSONS[game].steps)):
        page.goto(f"{address}learn/{game}/{step}/")
        before = out_of_sight(page, ".choices button, #hand button")
        others = page.locator(".card:not(.advised), .choices button:not(.advised)")
        if others.count():
            others.first.click()
            expect(page.get_by_role("alert")).to_be_visible()
            assert out_of_sight(page, "#go-on, .advice [role=alert]") == [], step
            assert len(out_of_sight(page, ".choices button, #hand button")) <= len(before), step


def test_without_script_a_step_lands_at_its_table(opened: Open, address: str) -> None:
    page = begin(opened, address, "go_stop", "en", java_script_enabled=False)
    page.locator("#go-on").click()
    page.wait_for_url("**/learn/go_stop/1/#lesson")
    parts = page.locator(f"#advice, #go-on, {SPOKEN['go_stop']}")
    boxes = [parts.nth(number).bounding_box() for number in range(parts.count())]
    assert len(boxes) > 4
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"] for box in boxes)


def test_another_action_is_answered_in_its_place_and_what_cannot_be_sent_is_said(opened: Open, address: str) -> None:
    page = begin(opened, address, "go_stop", "en")
    page.locator("#hand .card:not(.advised)").first.click()
    expect(page.get_by_role("alert")).to_contain_text("The rules allow that too")
    assert out_of_sight(page, "#go-on, .advice [role=alert]") == []
    page.context.set_offline(True)
    page.locator("#go-on").click()
    expect(page.locator("#unsent")).to_be_visible()
    page.context.set_offline(False)
    page.locator("#go-on").click()
    expect(page.locator(".way b")).to_have_text("2/9")
    expect(page.locator("#unsent")).to_be_hidden()
    page.locator("footer button[lang=ms]").click()
    page.wait_for_url("**/learn/go_stop/1/")
