"""Whole games in a real Chromium: two people at two phones, a computer player, and what goes wrong on the way."""

import gzip
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, NARROWEST, PHONE, Open, at_game
from tests.browser.making import Maker
from tests.browser.playing import choose, is_over, play_by_forms, play_live, seq, violations, wait_until_saved

KINDS = ("000", "000W", "001", "002", "003")
SHORT = (12, 30)  # moves; nobody's patience is tested here


@pytest.mark.parametrize("kind", KINDS)
def test_two_people_at_two_phones_play_a_whole_game(opened: Open, made: Maker, kind: str) -> None:
    """The preset as it stands: nothing of its rules is changed."""
    game = made.game("Adaeze", "Bola", preset=kind, ends_in=SHORT)
    host, guest = at_game(opened, game, reduced_motion="no-preference")
    guest.emulate_media(color_scheme="dark")
    assert SHORT[0] <= play_live([host, guest], None) <= SHORT[1]
    for page in (host, guest):
        expect(page.get_by_text("GAME OVER")).to_be_visible()
        assert page.locator(".scores tbody tr").count() == 2
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    mine, theirs = (page.locator(".scores tbody").inner_text().replace("you", "").split() for page in (host, guest))
    assert mine == theirs
    host.get_by_text("Was the deal fair?").click()
    expect(host.get_by_text("Server seed")).to_be_visible()


def test_a_whole_game_needs_no_script(opened: Open, made: Maker) -> None:
    game = made.game("Adaeze", "Bola", preset="002", ends_in=SHORT)
    pages = at_game(opened, game, PHONE, DESKTOP, java_script_enabled=False)
    assert SHORT[0] <= play_by_forms(pages, None) <= SHORT[1]
    expect(pages[1].get_by_text("GAME OVER")).to_be_visible()


def test_a_game_against_the_computer_goes_on_by_itself(opened: Open, made: Maker) -> None:
    (page,) = at_game(opened, made.game("Adaeze", computers=2, preset="003", bot_level="normal"), DESKTOP)
    mine = 0
    while mine < 3 and not is_over(page):
        page.wait_for_selector(".panel.mine, .headline")
        if not is_over(page):
            before = seq(page)
            choose(page, None)
            wait_until_saved(page, before)
            mine += 1
    page.wait_for_selector(".panel.mine, .headline")
    assert seq(page) >= mine


# -- on the way -------------------------------------------------------------------------------------------------------


def test_a_card_that_does_not_fit_says_why_and_the_words_stay_until_dismissed(two: tuple[Page, Page]) -> None:
    mover, other = two
    while not mover.locator(".hand .unfit").count():
        mover.locator("#draw").click()
        mover, other = other, mover
        mover.wait_for_selector(".panel.mine")
    mover.locator(".hand .unfit").first.click()
    notice = mover.locator("#notice .notice")
    expect(notice).to_contain_text("neither in shape nor in number")
    expect(notice.locator("a.rule")).to_have_attribute("href", "/rules/whot/#W3.1")
    mover.locator("#draw").click()
    expect(mover.locator("#sync")).to_have_text("Saved")
    expect(notice).to_have_count(0)  # a move that counts takes it away
    expect(other.locator(".panel.mine")).to_have_count(1)
    mover.locator(".hand .card").first.click(force=True)  # out of turn
    expect(mover.locator("#notice")).to_contain_text("is to act")
    other.locator("#draw").click()
    mover.wait_for_selector(".panel.mine")  # a push came and left the words alone
    expect(mover.locator("#notice")).to_contain_text("is to act")
    mover.get_by_role("button", name="Dismiss").click()
    expect(mover.locator("#notice .notice")).to_have_count(0)


def test_a_phone_that_slept_finds_the_right_board(two: tuple[Page, Page]) -> None:
    """Cases G03 to G05."""
    mover, other = two
    other.context.set_offline(True)
    mover.locator("#draw").click()
    expect(mover.locator("#sync")).to_have_text("Saved")
    other.wait_for_timeout(500)
    assert seq(other) == 0
    other.context.set_offline(False)
    expect(other.locator(".panel.mine")).to_have_count(1, timeout=10_000)
    assert seq(other) == seq(mover)


def test_a_move_that_could_not_be_sent_is_kept_and_can_be_sent_again(two: tuple[Page, Page]) -> None:
    """Case B15."""
    mover, _other = two
    mover.context.set_offline(True)
    mover.locator("#draw").click()
    expect(mover.locator("#sync")).to_contain_text("No answer")
    expect(mover.locator(".panel.mine")).to_have_count(1)
    mover.context.set_offline(False)
    mover.locator("#draw").click()
    expect(mover.locator("#panel")).to_have_attribute("data-seq", "1")


def test_two_tabs_of_one_player_end_at_the_same_board(two: tuple[Page, Page]) -> None:
    mover, _other = two
    tab = mover.context.new_page()
    tab.goto(mover.url)
    stale = mover.evaluate("document.querySelector('#panel [name=seen_seq]').value")
    mover.locator("#draw").click()
    expect(tab.locator("#panel")).to_have_attribute("data-seq", "1")
    tab.evaluate("seq => { document.querySelector('#panel [name=seen_seq]').value = seq }", stale)
    tab.locator("#draw").click(force=True)
    expect(tab.locator("#notice .notice")).to_have_count(1)
    assert (seq(tab), seq(mover)) == (1, 1)


def test_a_double_tap_plays_once(two: tuple[Page, Page]) -> None:
    """Case B01."""
    mover, _other = two
    mover.locator("#draw").dblclick()
    expect(mover.locator("#sync")).to_have_text("Saved")
    mover.wait_for_timeout(300)
    assert seq(mover) == 1


def test_a_signed_out_tab_says_so_and_keeps_the_board(two: tuple[Page, Page], address: str) -> None:
    mover, _other = two
    mover.context.clear_cookies()
    mover.locator("#draw").click()
    expect(mover.locator("#sync, #notice").filter(has_text="Not sent").first).to_be_visible()
    expect(mover.locator(".hand .card").first).to_be_visible()


def test_the_game_can_be_played_by_keyboard_and_the_focus_survives_a_push(two: tuple[Page, Page]) -> None:
    """Check 82; cases K09, K10."""
    mover, other = two
    other.locator(".hand .card").nth(1).focus()
    held = other.evaluate("document.activeElement.id")
    mover.locator("#draw").focus()
    mover.keyboard.press("Enter")
    other.wait_for_selector(".panel.mine")
    assert other.evaluate("document.activeElement.id") == held
    other.keyboard.press("Tab")
    assert other.evaluate("document.querySelector('#play').contains(document.activeElement)")
    assert mover.evaluate("document.activeElement.id") == "draw"  # it may not be used now, and keeps the focus
    labels = [button.get_attribute("aria-label") or "" for button in other.locator(".hand button").all()]
    assert labels and all(re.search(r"playable|does not fit|call", label) for label in labels)
    expect(other.locator("#latest")).to_contain_text("goes to market")
    expect(other.locator("#said[role=log]")).to_contain_text("goes to market")


def test_what_is_open_stays_open_when_the_table_changes(two: tuple[Page, Page]) -> None:
    mover, other = two
    other.locator("#rules-card summary").click()
    mover.locator("#draw").click()
    other.wait_for_selector(".panel.mine")
    expect(other.locator("#rules-card li").first).to_be_visible()


@pytest.mark.once
def test_axe_finds_nothing_while_playing_and_at_the_end(two: tuple[Page, Page]) -> None:
    mover, other = two
    for page in two:
        assert violations(page) == []
    other.get_by_text("Leave the game").click()
    other.get_by_role("button", name="Yes, leave for good").click()
    for page in two:
        expect(page.get_by_text("GAME OVER")).to_be_visible()
        assert violations(page) == []


@pytest.mark.once
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_and_fits_the_narrowest_phone(
    opened: Open, made: Maker, contrast_script: str, scheme: str
) -> None:
    host, guest = at_game(
        opened, made.game("Adaeze", "Bola", preset="000", turn_clock=120), PHONE, NARROWEST, color_scheme=scheme
    )
    for page in (host, guest):
        assert page.evaluate(contrast_script) == []
    assert guest.evaluate("document.documentElement.scrollWidth") <= 320
    small = (
        "[...document.querySelectorAll('#play button')].filter(b => b.checkVisibility()).filter(b => { "
        "const r = b.getBoundingClientRect(); "
    )
    assert guest.evaluate(small + "return r.width < 44 || r.height < 44 }).map(b => b.id)") == []


@pytest.mark.once
def test_the_first_load_is_light(opened: Open, made: Maker) -> None:
    bodies: dict[str, int] = {}

    def keep(answer: Any) -> None:
        if answer.status == 200 and "/games/" in answer.frame.url:
            bodies[answer.url] = len(gzip.compress(answer.body()))

    page = opened("an onlooker")
    page.on("response", keep)
    page.goto(made.game("Adaeze", "Bola", preset="001").url)
    page.wait_for_load_state("networkidle")
    assert any(name.endswith("whot.svg") for name in bodies)
    assert sum(bodies.values()) <= 60_000
