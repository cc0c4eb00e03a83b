"""What is said on a phone lies where one looks, and pushes nothing out of sight."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROWEST, PHONE, Open, at_game
from tests.browser.making import Maker
from tests.browser.playing import play_live

pytestmark = pytest.mark.once  # where the words lie on a screen does not depend on the database

SHORT = (4, 40)
MESSAGE = """kind => document.getElementById("content").insertAdjacentHTML("afterbegin",
    `<div id="messages" role="status"><p class="message ${kind}">You are signed in.</p></div>`)"""
HAND = "document.getElementById('hand').getBoundingClientRect().top"


def in_view(page: Page, selector: str) -> bool:
    """Whether all of it is on the screen, and on top of everything else there."""
    seen: bool = page.locator(selector).evaluate(
        """part => { const box = part.getBoundingClientRect();
        const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return box.top >= 0 && box.bottom <= innerHeight && box.height > 20 && part.contains(there); }"""
    )
    return seen


@pytest.mark.parametrize("size", [PHONE, NARROWEST], ids=["360", "320"])
def test_a_hint_is_seen_where_it_was_asked_for_and_moves_nothing(
    opened: Open, made: Maker, size: dict[str, int]
) -> None:
    (page,) = at_game(opened, made.game("Adaeze", computers=2, preset="001", to_act=0), size)
    hint = page.get_by_role("button", name="Hint")
    hint.scroll_into_view_if_needed()
    before = page.evaluate(HAND), page.evaluate("scrollY")
    hint.click()
    expect(page.locator("#notice .notice")).to_be_visible()
    assert in_view(page, "#notice .notice")
    assert (page.evaluate(HAND), page.evaluate("scrollY")) == before
    page.evaluate("scrollTo(0, 0)")
    assert in_view(page, "#notice .notice")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#notice .notice")).to_have_count(0)


def test_a_refusal_is_seen_by_who_has_scrolled_to_the_hand(opened: Open, made: Maker) -> None:
    (page, _other) = at_game(opened, made.game("Adaeze", "Bola", preset="001", to_act=1), NARROWEST)
    page.locator("#hand button, #draw").last.scroll_into_view_if_needed()
    page.locator("#draw").evaluate("button => button.click()")
    expect(page.locator("#notice .notice")).to_contain_text("Bola is to act")
    assert in_view(page, "#notice .notice")


def test_a_message_of_good_news_does_not_push_the_hand_down_and_goes_away(opened: Open, made: Maker) -> None:
    (page, _other) = at_game(opened, made.game("Adaeze", "Bola", preset="001", to_act=0), PHONE)
    before = page.evaluate(HAND)
    page.evaluate(MESSAGE, "success")
    assert page.evaluate(HAND) == before and in_view(page, "#messages .message")
    expect(page.locator("#messages")).to_be_hidden(timeout=15_000)


def test_what_went_wrong_stays_and_covers_nothing(opened: Open, made: Maker) -> None:
    (page, _other) = at_game(opened, made.game("Adaeze", "Bola", preset="001", to_act=0), PHONE)
    before = page.evaluate(HAND)
    page.evaluate(MESSAGE, "error")
    assert page.evaluate(HAND) > before
    assert page.locator("#messages").evaluate("part => getComputedStyle(part).animationName") == "none"


def test_the_last_move_is_read_out_as_any_other_before_who_won(opened: Open, made: Maker) -> None:
    """W7.1."""
    pages = at_game(opened, made.game("Adaeze", "Bola", preset="002", ends_in=SHORT))
    play_live(pages, None)
    for page in pages:
        said = page.locator("#said p").all_text_contents()
        assert said[-1] == page.locator(".headline").text_content()
        assert "The game is over: " in said[-2] and not said[-2].startswith("The game is over: ")
        for card in page.locator(".ended-by svg").all():
            assert (card.get_attribute("aria-label") or "?") in said[-2]


def test_the_word_saved_does_not_lie_on_the_result(opened: Open, made: Maker) -> None:
    pages = at_game(opened, made.game("Adaeze", "Bola", preset="002", ends_in=SHORT))
    play_live(pages, None)
    box = (
        pages[0]
        .locator("#sync")
        .evaluate(
            "sync => { sync.textContent = sync.dataset.saved; const box = sync.getBoundingClientRect();"
            " return [box.width, box.height]; }"
        )
    )
    assert box == [1, 1]
