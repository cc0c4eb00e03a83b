"""A pause by consent (checks 79, D07, D08) as two people on phones press it."""

from playwright.sync_api import expect

from tests.browser.conftest import Open, at_game
from tests.browser.making import Maker
from tests.browser.playing import violations


def test_two_people_pause_play_on_meanwhile_and_go_on_by_pressing_buttons(opened: Open, made: Maker) -> None:
    game = made.game("Adaeze", "Bola", preset="002", turn_clock=3600, to_act=0)
    two = mover, other = at_game(opened, game)
    other.locator("#pause-ask").click()
    expect(other.locator("#pause-asked")).to_contain_text("You ask for a pause.")
    expect(mover.locator("#pause-asked")).to_contain_text("asks for a pause.")  # pushed
    mover.locator("#pause-refuse").click()
    for page in two:
        expect(page.locator("#pause-asked")).to_have_count(0)
    mover.locator("#pause-ask").click()
    agree = other.locator("#pause-agree")
    expect(agree).to_be_visible()
    box = agree.bounding_box()
    assert box and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert violations(other) == []
    agree.focus()
    other.keyboard.press("Enter")
    for page in two:
        expect(page.locator("#paused")).to_contain_text("The game is paused.")
        expect(page.locator("#panel [data-left]")).to_have_count(0)  # nothing counts down
    seq = str(mover.locator("#panel").get_attribute("data-seq"))
    mover.locator("#draw").click()  # who is to act may act meanwhile
    expect(other.locator("#panel")).not_to_have_attribute("data-seq", seq)
    expect(other.locator("#paused")).to_be_visible()
    assert violations(mover) == []
    other.locator("#pause-resume").click()
    for page in two:
        expect(page.locator("#paused")).to_have_count(0)
        expect(page.locator("#panel [data-left]").first).to_be_visible()  # the clock runs again
