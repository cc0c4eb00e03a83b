"""What became of a choice, what a push leaves alone, and a session that ended elsewhere: in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Open, at_game
from tests.browser.making import Maker
from tests.browser.playing import seq


def test_choosing_sending_and_saved_are_three_states_one_can_see(opened: Open, made: Maker) -> None:
    game = made.game("Adaeze", "Bola", preset="002", like={"two_steps": True})
    page = at_game(opened, game)[game.to_act]
    held: list[Route] = []
    page.route("**/actions/", lambda route: held.append(route))  # the line is slow
    assert visible_states(page) == [False, False, False]
    page.locator("#draw").click()
    expect(page.locator("#draw")).to_have_attribute("aria-pressed", "true")
    assert visible_states(page) == [True, False, False]
    page.locator("#confirm").click()
    expect(page.locator("#sync")).to_have_text("Sending…")
    expect(page.locator(".sent")).to_have_count(1)
    assert visible_states(page)[1:] == [True, False] and seq(page) == 0
    held[0].continue_()
    expect(page.locator("#sync")).to_have_text("Saved")
    expect(page.locator("#panel")).to_have_attribute("data-seq", "1")
    assert visible_states(page) == [False, False, True]
    expect(page.locator(".sent")).to_have_count(0)


def test_a_choice_that_gets_no_answer_is_told_as_slow_and_then_can_be_sent_again(opened: Open, made: Maker) -> None:
    """A connection that hangs: the choice was saved, its answer was lost. Sent again it counts once."""
    game = made.game("Adaeze", "Bola", preset="002")
    page = at_game(opened, game)[game.to_act]
    posts: list[str | None] = []

    def swallow(route: Route) -> None:
        posts.append(route.request.post_data)
        if len(posts) == 1:
            route.fetch()  # it arrives, and nothing comes back
        else:
            route.continue_()

    page.route("**/actions/", swallow)
    page.route_web_socket("**/ws/**", lambda socket: socket.close())  # nor is anything pushed
    page.reload()
    page.wait_for_function("window.htmx && htmx.config.timeout === 20000")
    page.evaluate("htmx.config.timeout = 8000")
    page.locator("#draw").click()
    expect(page.locator("#sync")).to_have_text("Sending…")
    expect(page.locator("#sync")).to_contain_text("Still sending", timeout=8_000)
    expect(page.locator("#sync")).to_contain_text("No answer", timeout=8_000)
    expect(page.locator("#draw")).to_be_enabled()
    page.locator("#draw").click()
    expect(page.locator("#panel")).to_have_attribute("data-seq", "1")
    assert len(posts) == 2
    expect(page.locator("#panel.mine")).to_have_count(0)
    meant = [line for line in opened.complaints if "htmx:timeout" in line]  # type: ignore[attr-defined]
    assert len(meant) == 1
    opened.complaints.remove(meant[0])  # type: ignore[attr-defined]


def visible_states(page: Page) -> list[bool]:
    """Whether one sees that something is chosen, is being sent, is saved."""
    told = page.locator("#sync").inner_text() if page.locator("#sync").is_visible() else ""
    return [page.locator("#confirm").is_visible() and not told, told == "Sending…", told == "Saved"]


def test_what_is_opened_ticked_and_chosen_survives_a_push(opened: Open, made: Maker) -> None:
    """The question about a pause comes while somebody makes up their mind about the last but one card."""
    rules: dict[str, Any] = {"preset": "001", "turn_clock": 300, "last_card_call": "penalty2"}
    game = made.game("Adaeze", "Bola", offers=" last", like={"two_steps": True}, **rules)
    pages = at_game(opened, game)
    mine, other = pages[game.to_act], pages[1 - game.to_act]
    before = seq(mine)
    mine.locator("#last").check()
    mine.locator("#leave summary").click()
    mine.locator("#rules-card summary").click()
    choice = mine.locator("#panel [name=choose]").first
    value = choice.get_attribute("value")
    choice.click()
    expect(mine.locator("#confirm")).to_be_focused()
    mine.locator("#order summary").press("Enter")
    expect(mine.locator("#order[open]")).to_have_count(1)
    other.locator("#pause-ask").click()
    expect(mine.locator("#pause-asked")).to_be_visible()
    expect(mine.locator("#last")).to_be_checked()
    for opened_part in ("order", "leave", "rules-card"):
        expect(mine.locator(f"#{opened_part}[open]")).to_have_count(1)
    expect(mine.locator("#order summary")).to_be_focused()
    expect(mine.locator("#confirm")).to_be_visible()
    expect(mine.locator(f"[name=choose][value='{value}']")).to_have_attribute("aria-pressed", "true")
    assert mine.locator("#confirm").get_attribute("value") == value
    mine.locator("#order summary").press("Enter")
    mine.locator("#confirm").click()
    mine.wait_for_function("n => Number(document.getElementById('panel').dataset.seq) > n", arg=before)
    assert "did not say" not in mine.locator(".seats").inner_text()


@pytest.mark.parametrize("where", ["another tab", "another device"])
def test_signing_out_elsewhere_is_told_and_signing_in_again_ends_in_the_right_board(
    opened: Open, made: Maker, address: str, where: str
) -> None:
    """Check 63: the socket closes, nothing more is shown, and who is back sees the game as it is then."""
    game = made.game("Adaeze", "Bola", preset="002", to_act=1)
    mine, other = at_game(opened, game)
    mine.wait_for_selector("html[data-live=yes]")
    known = mine.context.storage_state() if where == "another tab" else made.sign_in(game, 0)
    elsewhere = mine.context.new_page() if where == "another tab" else opened("elsewhere", storage_state=known)
    elsewhere.goto(f"{address}accounts/logout/")
    elsewhere.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(mine.locator("#notice")).to_contain_text("You were signed out")
    other.locator("#draw").click()
    expect(other.locator("#panel")).to_have_attribute("data-seq", "1")
    assert seq(mine) == 0  # nothing came any more
    mine.context.add_cookies(made.sign_in(game, 0)["cookies"])
    mine.reload()
    expect(mine.locator("#panel")).to_have_attribute("data-seq", "1")
    expect(mine.locator(".panel.mine")).to_have_count(1)
    mine.locator("#draw").click()
    expect(other.locator("#panel")).to_have_attribute("data-seq", "2")
