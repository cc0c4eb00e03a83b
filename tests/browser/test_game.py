"""Whole games in a real Chromium: two people at two phones, a computer player, and what goes wrong on the way."""

import gzip
import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.playing import OTHERWISE, PLAYS, is_over, join_by, open_for_two, seq, sit_down, violations

KINDS = {"000": "Wild", "000W": "Two-pack Wild", "001": "Classic", "002": "Straight", "003": "Turnabout"}


def choose(page: Page, chance: random.Random) -> None:
    """A card where one fits, or the market."""
    plays = page.locator(PLAYS)
    if plays.count():
        plays.nth(chance.randrange(plays.count())).click()
    else:
        page.locator(OTHERWISE).first.click()


def take_turn(page: Page, chance: random.Random) -> None:
    """One choice among what is offered; the call is never forgotten. Waits until it is saved."""
    before = page.url, seq(page)
    tick = page.locator("#last")
    if tick.count():
        tick.check()
    choose(page, chance)
    for _ in range(400):
        if (page.url, seq(page)) != before:
            return
        page.wait_for_timeout(25)
    raise AssertionError(f"the move was not saved: {page.locator('#notice').inner_text()}")


def play_to_the_end(pages: list[Page], chance: random.Random) -> int:
    """Everybody plays at random, each move seen by all; gives the number of moves."""
    moves, ends = 0, time.monotonic() + 300
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < ends, "the game did not come to an end"
        mover = next((page for page in pages if page.locator(".panel.mine").count()), None)
        if mover is None:
            pages[0].wait_for_timeout(50)
            continue
        take_turn(mover, chance)
        moves += 1
        for page in pages:
            if page is not mover:
                page.wait_for_function("n => Number(document.getElementById('panel').dataset.seq) >= n", arg=seq(mover))
    return moves


@pytest.mark.parametrize("kind", KINDS)
def test_two_people_at_two_phones_play_a_whole_game(opened: Open, address: str, kind: str) -> None:
    host, guest = opened("Adaeze"), opened("Bola", color_scheme="dark")
    sit_down(address, kind, host, guest)
    assert play_to_the_end([host, guest], random.Random(kind)) > 2
    for page in (host, guest):
        expect(page.get_by_text("GAME OVER")).to_be_visible()
        assert page.locator(".scores tbody tr").count() == 2
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    mine, theirs = (page.locator(".scores tbody").inner_text().replace("you", "").split() for page in (host, guest))
    assert mine == theirs
    host.get_by_text("Was the deal fair?").click()
    expect(host.get_by_text("Server seed")).to_be_visible()


def test_a_whole_game_needs_no_script(opened: Open, address: str) -> None:
    host = opened("Adaeze", java_script_enabled=False)
    guest = opened("Bola", DESKTOP, java_script_enabled=False)
    open_for_two(address, "002", host)
    join_by(host.get_by_label("Send this link").input_value(), guest)
    host.goto(guest.url)
    ends = time.monotonic() + 240
    chance = random.Random(2)
    while not (is_over(host) and is_over(guest)):
        assert time.monotonic() < ends
        for page in (host, guest):
            page.reload()
            if page.locator(".panel.mine").count():
                choose(page, chance)
                page.wait_for_load_state()
    expect(guest.get_by_text("GAME OVER")).to_be_visible()


def test_a_game_against_the_computer_goes_on_by_itself(opened: Open, address: str) -> None:
    page = opened("Adaeze", DESKTOP)
    page.goto(f"{address}computer/")
    page.locator("label:has(input[name=preset][value='003'])").click()
    page.locator(".chip:has(input[name=seats][value='3'])").click()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*/")
    chance, mine = random.Random(3), 0
    while mine < 3 and not is_over(page):
        page.wait_for_selector(".panel.mine, .headline")
        if not is_over(page):
            take_turn(page, chance)
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
    expect(mover.locator("#sync")).to_contain_text("Not sent")
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


def test_axe_finds_nothing_while_playing_and_at_the_end(two: tuple[Page, Page]) -> None:
    mover, other = two
    for page in two:
        assert violations(page) == []
    other.get_by_text("Leave the game").click()
    other.get_by_role("button", name="Yes, leave for good").click()
    for page in two:
        expect(page.get_by_text("GAME OVER")).to_be_visible()
        assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read_and_fits_the_narrowest_phone(
    opened: Open, address: str, contrast_script: str, scheme: str
) -> None:
    host = opened("Adaeze", color_scheme=scheme)
    guest = opened("Bola", {"width": 320, "height": 568}, color_scheme=scheme)
    sit_down(address, "000", host, guest)
    for page in (host, guest):
        assert page.evaluate(contrast_script) == []
    assert guest.evaluate("document.documentElement.scrollWidth") <= 320
    small = (
        "[...document.querySelectorAll('#play button')].filter(b => b.checkVisibility()).filter(b => { "
        "const r = b.getBoundingClientRect(); "
    )
    assert guest.evaluate(small + "return r.width < 44 || r.height < 44 }).map(b => b.id)") == []


def test_the_first_load_is_light(opened: Open, address: str) -> None:
    host, guest = opened("Adaeze"), opened("Bola")
    bodies: dict[str, int] = {}

    def keep(answer: Any) -> None:
        if answer.status == 200 and "/games/" in answer.frame.url:
            bodies[answer.url] = len(gzip.compress(answer.body()))

    sit_down(address, "001", host, guest)
    page = opened("an onlooker")
    page.on("response", keep)
    page.goto(guest.url)
    page.wait_for_load_state("networkidle")
    assert any(name.endswith("whot.svg") for name in bodies)
    assert sum(bodies.values()) <= 60_000
