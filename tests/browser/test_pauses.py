"""A pause by consent (checks 79, D07, D08) as two people on phones press it."""

from playwright.sync_api import Page, expect

from tests.browser.playing import violations


def test_two_people_pause_play_on_meanwhile_and_go_on_by_pressing_buttons(two: tuple[Page, Page]) -> None:
    mover, other = two
    other.get_by_role("button", name="Ask for a pause").click()
    expect(other.get_by_text("You ask for a pause.")).to_be_visible()
    expect(mover.get_by_text("asks for a pause.")).to_be_visible()  # pushed
    mover.get_by_role("button", name="No pause now").click()
    expect(other.get_by_text("You ask for a pause.")).to_have_count(0)
    expect(other.get_by_text("no pause now")).to_have_count(1)  # among what happened
    mover.get_by_role("button", name="Ask for a pause").click()
    agree = other.get_by_role("button", name="Agree to the pause")
    box = agree.bounding_box()
    assert box and box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert violations(other) == []
    agree.focus()
    other.keyboard.press("Enter")
    for page in two:
        expect(page.locator("#paused")).to_contain_text("The game is paused.")
        expect(page.locator("#panel .clock, #panel time[data-left]")).to_have_count(0)  # nothing counts down
    seq = mover.locator("#panel").get_attribute("data-seq")
    mover.locator("#draw").click()  # who is to act may act meanwhile
    expect(other.locator("#panel")).not_to_have_attribute("data-seq", str(seq))
    expect(other.locator("#paused")).to_be_visible()
    assert violations(mover) == []
    other.get_by_role("button", name="Go on").click()
    for page in two:
        expect(page.locator("#paused")).to_have_count(0)
        expect(page.locator("#panel [data-left]").first).to_be_visible()  # the clock runs again
        expect(page.get_by_text("lets the game go on")).to_have_count(1)
