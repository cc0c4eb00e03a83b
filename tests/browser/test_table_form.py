"""The form for a new table in a real browser: nothing typed is lost, and it is short where it can be."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, NARROWEST, PHONE

# What the form does in the browser; what it makes is tested on both databases in tests/games.
pytestmark = pytest.mark.once

# field, what is typed, what the answer says
BAD = [
    ("games", "0", "1 to 50"),
    ("games", "51", "1 to 50"),
    ("games", "-4", "1 to 50"),
    ("games", "five", "1 to 50"),
    ("games", "1.5", "1 to 50"),
    ("games", "  ", "1 to 50"),
    ("games", "9" * 12, "1 to 50"),
    ("games", "<b>3</b>", "1 to 50"),
    ("turn_number", "0", "15 seconds to 14 days"),
    ("turn_number", "14", "15 seconds to 14 days"),
    ("turn_number", "-20", "15 seconds to 14 days"),
    ("turn_number", "soon", "15 seconds to 14 days"),
    ("turn_number", "1209601", "15 seconds to 14 days"),
    ("time_number", "119", "2 minutes to 30 days"),
    ("time_number", "2592001", "2 minutes to 30 days"),
    ("time_number", "long", "2 minutes to 30 days"),
    ("max_refills", "-1", "0 or more"),
    ("max_refills", "lots", "0 or more"),
    ("excused_misses", "31", "0 to 30"),
    ("excused_misses", "2,5", "0 to 30"),
]
OF_A_CLOCK = {"turn_number": "turn", "time_number": "time"}


@pytest.fixture
def form(visit: Any) -> Page:
    page: Page = visit("/tables/new/", PHONE).page
    page.set_default_timeout(5_000)
    return page


def test_twenty_bad_entries_are_answered_with_the_range_and_kept(form: Page) -> None:
    assert len(BAD) == 20
    form.get_by_label("Your name").fill("Adaeze")
    form.locator(".kind", has_text="Turnabout").click()
    form.locator(".chip", has_text="4").click()
    form.get_by_text("All house rules").click()
    form.get_by_label("1, Hold On").select_option("off")
    for field, typed, told in BAD:
        for clock in OF_A_CLOCK.values():
            form.locator(f"select[name={clock}]").select_option("other" if OF_A_CLOCK.get(field) == clock else "600"
                                                                if clock == "time" else "300")  # fmt: skip
        for name, good in (("games", "3"), ("max_refills", ""), ("excused_misses", "")):
            form.locator(f"input[name={name}]").fill(good)
        if field in OF_A_CLOCK:
            form.locator(f"select[name={OF_A_CLOCK[field]}_unit]").select_option("s")
        form.locator(f"input[name={field}]").fill(typed)
        form.get_by_role("button", name="Open the table").click()
        alert = form.get_by_role("alert")
        expect(alert, f"{field} {typed!r}").to_contain_text(told)
        expect(form.locator(f"input[name={field}]")).to_have_value(typed)
        expect(form.get_by_label("Your name")).to_have_value("Adaeze")
        expect(form.locator("input[name=preset]:checked")).to_have_value("003")
        expect(form.locator("input[name=seats]:checked")).to_have_value("4")
        expect(form.get_by_label("1, Hold On")).to_have_value("off")
        expect(form.locator("details.house")).to_have_attribute("open", "") if field not in OF_A_CLOCK else None


def test_the_problem_is_one_tap_from_its_field(form: Page) -> None:
    form.get_by_text("All house rules").click()
    form.locator("input[name=games]").fill("99")
    form.get_by_role("button", name="Open the table").click()
    form.get_by_role("alert").get_by_role("link", name="Number of games").click()
    assert form.locator("input[name=games]").evaluate("e => e.getBoundingClientRect().top < innerHeight")


def test_the_house_rules_follow_the_kind_that_is_chosen(form: Page) -> None:
    complaints: list[str] = []
    form.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
    form.get_by_text("All house rules").click()
    usual = form.get_by_label("2, Pick Two").locator("option").first
    expect(usual).to_contain_text("answer with a 2")
    form.locator(".kind", has_text="Straight").click()
    expect(usual).to_contain_text("miss the turn")
    expect(form.locator("#house-rules .lines")).to_contain_text("2: the next player picks two and misses a turn.")
    expect(form.locator("details.house")).to_have_attribute("open", "")
    assert complaints == []


def test_what_is_typed_while_the_house_rules_are_on_their_way_stays(form: Page) -> None:
    form.get_by_text("All house rules").click()
    waiting: list[Any] = []
    form.route("**/tables/new/fields*", lambda route: waiting.append(route))
    form.get_by_label("Refills before hands are counted").fill("7")
    with form.expect_request("**/tables/new/fields*"):
        form.locator(".kind", has_text="Straight").click()
    with form.expect_request("**/tables/new/fields*"):
        form.get_by_label("1, Hold On").select_option("off")
    form.get_by_label("1, Hold On").focus()
    form.get_by_label("Excused misses a player has").evaluate("field => { field.value = '4' }")  # not yet left
    waiting[-1].continue_()  # each choice asks anew; the last answer counts
    expect(form.get_by_label("2, Pick Two").locator("option").first).to_contain_text("miss the turn")
    expect(form.get_by_label("Refills before hands are counted")).to_have_value("7")
    expect(form.get_by_label("1, Hold On")).to_have_value("off")
    expect(form.get_by_label("Excused misses a player has")).to_have_value("4")
    expect(form.get_by_label("1, Hold On")).to_be_focused()


def test_what_is_usual_follows_the_players_that_are_chosen(form: Page) -> None:  # W1.6
    form.get_by_text("All house rules").click()
    packs = form.get_by_label("Packs of cards").locator("option").first
    expect(packs).to_have_text("as usual: one")
    form.locator(".chip", has_text="6").click()
    expect(packs).to_have_text("as usual: two")
    expect(form.locator("#house-rules .lines")).to_contain_text("Two packs.")
    form.get_by_label("Others may look on").uncheck()
    form.locator(".chip", has_text="2").click()
    expect(packs).to_have_text("as usual: one")
    expect(form.get_by_label("Others may look on")).not_to_be_checked()


def test_a_number_is_asked_for_only_where_other_is_chosen(form: Page) -> None:
    number = form.locator("input[name=turn_number]")
    expect(number).to_be_hidden()
    form.locator("select[name=turn]").select_option("other")
    expect(number).to_be_visible()


def test_the_whole_form_works_without_script(browser: Any, address: str) -> None:
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}tables/new/")
    expect(page.locator("input[name=turn_number]")).to_be_visible()
    page.locator("select[name=turn]").select_option("other")
    page.locator("input[name=turn_number]").fill("36")
    page.locator("select[name=turn_unit]").select_option("h")
    page.get_by_text("All house rules").click()
    page.get_by_label("1, Hold On").select_option("off")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Shuffle with me").click()
    expect(page.locator("#table-rest")).to_contain_text("a turn: 1 day 12 hours")
    page.get_by_text("Rules card").click()
    expect(page.locator("#rules-card")).to_contain_text("1 is a plain card.")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [NARROWEST, PHONE, DESKTOP], ids=lambda size: f"{size['width']}")
def test_the_form_fits_and_is_readable(visit: Any, contrast_script: str, size: dict[str, int], scheme: str) -> None:
    visitor = visit("/tables/new/", size, scheme)
    page = visitor.page
    page.get_by_text("All house rules").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    assert page.evaluate(contrast_script) == []
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            "main :is(button, select, summary, .chip, .kind, .ask, .tick), main :is(input[inputmode], input#name)"
        )].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)"""
    )
    assert small == [], "harder to hit than 44 px"
    assert visitor.complaints == []
