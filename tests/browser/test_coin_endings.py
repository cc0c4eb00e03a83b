"""Games for coins that end otherwise than by a win, in a real Chromium: called off before and after the deal, by their
clock, taken back (issue 9). The other ends are in `test_coins`."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.coin_ends import FOUR, STAKE, WILD, coins_of, net, points_of, shot, wild_nets
from tests.browser.conftest import DESKTOP, PHONE, Open, at_game
from tests.browser.making import Maker
from tests.browser.playing import is_over, play_live, violations

# Every end is settled on both databases in tests/games/coins; here it is seen.
pytestmark = pytest.mark.once


def has(page: Page, address: str) -> str:
    """What somebody has, by their own page, and how much of it is free."""
    page.goto(f"{address}coins/")
    all_of_it = page.locator(".purse .sum strong").inner_text()
    free = re.search(r"([0-9,]+) of them are free", page.locator(".purse").inner_text())
    return f"{all_of_it}, {free[1]} free" if free else all_of_it


def test_a_stake_table_that_is_closed_before_the_deal_gives_everybody_theirs_back(
    opened: Open, made: Maker, address: str
) -> None:
    """E4.1: sitting holds the stake, and what was held is free again once the table is called off."""
    known = made.game("Adaeze", "Bola", turn_clock=120, **STAKE).known  # two people with 4,750 coins and 250 in a game
    host, other = opened("", PHONE, storage_state=known[0]), opened("", DESKTOP, storage_state=known[1])
    host.goto(f"{address}tables/new/?preset=002&seats=3&coins=stake&coin_amount=1000&join=open")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/tables/*/")
    other.goto(host.url)
    other.get_by_role("button", name="JOIN").click()
    expect(other.get_by_role("button", name="ABANDON")).to_be_visible()
    table = other.url
    assert has(other, address) == "5,000, 3,750 free"
    other.goto(table)
    host.goto(table)
    host.locator("#close summary").click()
    host.get_by_role("button", name="Yes, close it for all").click()
    expect(other.get_by_text("This table is closed.")).to_be_visible()  # by its socket
    for page in (host, other):
        page.goto(table)
        expect(page.get_by_text("the 1,000 coins that were set aside of you are free again")).to_be_visible()
        shot(page, f"stake-closed-{(page.viewport_size or {})['width']}")
        assert violations(page) == []
        assert has(page, address) == "5,000, 4,750 free"


def test_a_stake_game_that_is_called_off_returns_every_stake(opened: Open, made: Maker, address: str) -> None:
    """W7.5, E4.4: no fee either."""
    game = made.game("Adaeze", "Bola", "Chidi", turn_clock=120, coin_fee=500, **STAKE)
    pages = at_game(opened, game, PHONE, DESKTOP)
    expect(pages[0].locator("#at-stake")).to_contain_text("750 in the pot")
    called_off(made, game.code, pages, "Everybody has their 250 coins back: the game was called off.", "stake-off")
    assert [has(page, address) for page in pages] == ["5,000"] * 3


def test_a_wild_game_that_is_called_off_returns_what_it_held(opened: Open, made: Maker, address: str) -> None:
    """W7.5, E1.4: 50 times the multiplier."""
    game = made.game(*FOUR, coin_amount=20, turn_clock=120, **WILD)
    pages = at_game(opened, game, PHONE, DESKTOP)
    called_off(made, game.code, pages, "Everybody has their 1,000 coins back: the game was called off.", "wild-off")
    assert [has(page, address) for page in pages] == ["5,000"] * 4


def called_off(made: Maker, code: str, pages: list[Page], says: str, name: str) -> None:
    made.call_off(code)
    for page in pages:
        page.reload()
        assert is_over(page)
        expect(page.get_by_text(says)).to_be_visible()
        expect(page.locator("table[aria-labelledby=coins]")).to_have_count(0)
        shot(page, f"{name}-{(page.viewport_size or {})['width']}")
    assert violations(pages[0]) == []


def test_a_stake_game_whose_time_is_up_is_won_by_the_lowest_hand(opened: Open, made: Maker) -> None:
    """W7.2, E4.2: 3 x 250 is a pot of 750; less the own stake it is 500 for the winner."""
    rules = {**STAKE, "clock": True, "game_clock": 600, "turn_clock": 120}
    pages = at_game(opened, made.game("Adaeze", "Bola", "Chidi", seconds=4, **rules), PHONE, DESKTOP)
    for page in pages:
        page.locator(".headline").wait_for(timeout=60_000)
    assert coins_of(pages, "stake-time") == ["+500", "−250", "−250"]
    points = points_of(pages[0])
    assert points == sorted(points)


def test_a_wild_game_that_is_taken_back_gives_everybody_theirs_again(opened: Open, made: Maker, address: str) -> None:
    """E6, W7.5: first it is settled by E1 at X8, then undone; what had moved is struck out."""
    game = made.game(*FOUR, coin_amount=8, hand_size=3, ends_in=(10, 60), turn_clock=120, **WILD)
    pages = at_game(opened, game, PHONE, DESKTOP)
    play_live(pages, None)
    assert [net(text) for text in coins_of(pages, "wild-x8")] == wild_nets(8, points_of(pages[0]), purse=5_000)
    made.take_back(game)
    for page in pages:
        page.reload()
        expect(page.get_by_text("The result was taken back: everybody has their coins again.")).to_be_visible()
        expect(page.locator("table[aria-labelledby=coins] td s")).to_have_count(4)
        shot(page, f"wild-void-{(page.viewport_size or {})['width']}")
    assert violations(pages[0]) == []
    assert [has(page, address) for page in pages] == ["5,000"] * 4
