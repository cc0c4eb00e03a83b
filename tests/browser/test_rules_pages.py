"""The rules pages in a real browser: narrow and wide, both palettes, both languages; the form needs no script."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, NARROWEST, PHONE

pytestmark = pytest.mark.once  # they are made from rules/ alone, no database is asked

LONG = "x" * 3000
PAGES = [
    ("/rules/", 200),
    ("/rules/whot/", 200),
    ("/rules/whot/seeds/", 200),
    ("/rules/go_stop/", 200),
    ("/rules/go_stop/numbered/", 200),
    ("/rules/whot/000W/", 200),
    ("/rules/whot/001/?seats=6", 200),
    ("/rules/whot/002/?turn_clock=60&excused_misses=1", 200),
    ("/rules/whot/000/?market_empty=count&max_refills=3", 422),
    (f"/rules/whot/000/?hand_size={LONG}", 422),
    (f"/rules/whot/000/?{LONG}=1&seats={LONG}", 400),
]
SIZES = [NARROWEST, DESKTOP]
LOOKS = [("light", "en-GB"), ("dark", "ms-MY")]


@pytest.mark.parametrize(("path", "status"), PAGES, ids=[path[:60] for path, _status in PAGES])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize(("scheme", "locale"), LOOKS, ids=["light-en", "dark-ms"])
def test_a_rules_page_is_readable_and_quiet(
    visit: Any, contrast_script: str, path: str, status: int, size: dict[str, int], scheme: str, locale: str
) -> None:
    visitor = visit(path, size, scheme, locale)
    page = visitor.page
    for fold in page.locator("details").all():
        fold.evaluate("e => e.open = true")
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    assert page.evaluate(contrast_script) == []
    assert [said for said in visitor.complaints if status == 200 or str(status) not in said] == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_house_rules_are_chosen_and_shown(visit: Any, size: dict[str, int]) -> None:
    visitor = visit("/rules/whot/000/", size)
    page = visitor.page
    page.get_by_text("Change the house rules").click()
    page.get_by_label("1, Hold On").select_option("next_only")
    page.get_by_label("Time for a turn").select_option("60")
    page.get_by_role("button", name="Show these rules").click()
    assert page.url.endswith("/rules/whot/000/?hold_on=next_only&turn_clock=60")  # what is as usual is not in it
    card = page.locator("section.card")
    expect(card).to_contain_text("1: the next player misses a turn.")
    expect(card).to_contain_text("Out of time: you go to market, and it is a miss.")  # W8.1: now that turns are timed
    page.get_by_text("Change the house rules").click()
    expect(page.get_by_label("1, Hold On")).to_have_value("next_only")
    page.get_by_role("link", name="Back to the usual rules").click()
    expect(page.locator("section.card")).to_contain_text("Turns are not timed, unless the table sets a clock.")
    assert visitor.complaints == []


def test_a_clash_is_one_tap_from_its_fields(visit: Any) -> None:
    visitor = visit("/rules/whot/000/", PHONE)
    page = visitor.page
    market = page.get_by_role("combobox", name="When the market is empty")
    page.get_by_text("Change the house rules").click()
    market.select_option("count")
    page.get_by_label("Refills before hands are counted").select_option("3")
    page.get_by_role("button", name="Show these rules").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("cannot go together")
    expect(page.get_by_label("Refills before hands are counted")).to_have_value("3")
    alert.get_by_role("link", name="When the market is empty").click()
    assert market.evaluate("e => e.getBoundingClientRect().top < innerHeight")


def test_two_packs_are_proposed_for_six_and_taken_with_a_tap(visit: Any) -> None:  # W1.6
    page = visit("/rules/whot/001/?seats=6", PHONE).page
    expect(page.locator(".proposed")).to_contain_text("Proposed for 6 players: Packs of cards: two.")
    page.get_by_role("link", name="Show those rules").click()
    expect(page.locator("section.card")).to_contain_text("Two packs.")
    expect(page.locator(".proposed")).to_have_count(0)


def test_a_rule_number_leads_to_its_rule_and_on_to_where_it_comes_from(visit: Any) -> None:
    visitor = visit("/rules/whot/001/", PHONE)
    page = visitor.page
    page.locator("section.card").get_by_role("link", name="W3.3").click()
    assert page.url.endswith("/rules/whot/#W3.3")
    assert page.locator("[id='W3.3']").evaluate("e => e.getBoundingClientRect().top < innerHeight")
    page.get_by_role("link", name="A table").click()
    assert page.url.endswith("/rules/whot/seeds/")
    page.locator("main").get_by_role("link", name="the rules").first.click()
    assert page.url.endswith("/rules/whot/")
    assert visitor.complaints == []


def test_the_icon_is_found_where_browsers_look_for_it(visit: Any) -> None:
    visitor = visit("/favicon.ico", PHONE)
    assert visitor.page.url.endswith("/static/favicon.svg")
    assert visitor.complaints == []
