"""Games for coins played to every kind of end in a real Chromium, and what their people then read (issue 9)."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.coin_ends import CALM, FOUR, STAKE, WILD, coins_of, leaves, net, points_of, shot, wild_nets
from tests.browser.conftest import DESKTOP, PHONE, Open, at_game
from tests.browser.making import Maker
from tests.browser.playing import choose, is_over, may_move, play_live, seq, violations, wait_until_saved

# Every end is settled on both databases in tests/games/coins; here it is seen.
pytestmark = pytest.mark.once


def test_a_stake_game_that_is_won_pays_the_pot_less_the_fee(opened: Open, made: Maker) -> None:
    """E4.2: 2 x 250 at 2.5 % is a pot of 500, a fee of 12, and 488 for the winner."""
    game = made.game("Adaeze", "Bola", hand_size=3, ends_in=(8, 40), coin_fee=250, **STAKE, **CALM)
    pages = at_game(opened, game, PHONE, DESKTOP)
    play_live(pages, None)
    assert coins_of(pages, "stake-won") == ["+238", "−250"]
    expect(pages[0].get_by_text("12 go to the house as its fee")).to_be_visible()
    made.take_back(game)  # E4.4: void
    for page in pages:
        page.reload()
        expect(page.get_by_text("The result was taken back: everybody has their coins again.")).to_be_visible()
        expect(page.locator("table[aria-labelledby=coins] td s").first).to_be_visible()
        shot(page, f"stake-void-{(page.viewport_size or {})['width']}")
    pages[1].goto(game.url.split("games/")[0] + "coins/")
    expect(pages[1].get_by_text("the result was taken back by the house").first).to_be_visible()
    shot(pages[1], "ledger-1280")
    assert violations(pages[1]) == []


def test_a_wild_game_that_is_won_is_settled_by_places(opened: Open, made: Maker) -> None:
    """E1: what third and fourth pay is what first and second get."""
    game = made.game(*FOUR, coin_amount=4, hand_size=3, ends_in=(10, 60), turn_clock=120, **WILD)
    pages = at_game(opened, game, PHONE, DESKTOP)
    pages[1].emulate_media(color_scheme="dark")
    play_live(pages, None)
    nets = [net(text) for text in coins_of(pages, "wild-won")]
    assert nets == wild_nets(4, points_of(pages[0]), purse=5_000)
    expect(pages[0].get_by_text("into the pool").first).to_be_visible()


def test_a_wild_game_of_two_packs_is_settled_by_its_multiplier(opened: Open, made: Maker) -> None:
    """E1 at X80: third pays for 30 points or more, fourth for 50; W1.5, W1.6: two packs and the three extra cards."""
    rules = {**WILD, "preset": "000W", "coin_amount": 80, "turn_clock": 120}
    game = made.game(*FOUR, purse=30_000, hand_size=3, ends_in=(8, 60), wild_card=True, **rules)
    pages = at_game(opened, game, PHONE, DESKTOP)
    expect(pages[0].locator("#at-stake")).to_contain_text("Wild X80")
    pages[0].locator("#rules-card summary").click()
    expect(pages[0].locator("#rules-card")).to_contain_text("Discard All, Reverse and Wild Punch")
    play_live(pages, None)
    expect(pages[0].locator("#at-stake")).to_be_hidden()  # it is over: what moved stands above
    nets = [net(text) for text in coins_of(pages, "wild-x80")]
    assert nets == wild_nets(80, points_of(pages[0]), purse=30_000)


def test_who_leaves_a_wild_game_ranks_last_and_the_others_play_on(opened: Open, made: Maker) -> None:
    """E1.5 at X40: the leaver is told before what it costs, and pays for 50 points at least."""
    rules = {**WILD, "preset": "000W", "coin_amount": 40, "turn_clock": 120}
    pages = at_game(opened, made.game(*FOUR, purse=30_000, hand_size=3, **rules), PHONE, DESKTOP)
    pages[0].locator("summary", has_text="Leave").first.click()
    expect(pages[0].locator("#leave")).to_contain_text("owe at least 2,000 coins, or at least 1,200 if")
    shot(pages[0], "wild-leaving-360")
    pages[0].get_by_role("button", name="leave", exact=False).last.click()
    pages[0].wait_for_function("!document.querySelector('.panel.mine')")
    chance = random.Random(9)
    while not is_over(pages[1]):
        mover = next((page for page in pages[1:] if may_move(page)), None)
        if mover is None:
            pages[1].wait_for_timeout(20)
            continue
        before = seq(mover)
        choose(mover, chance)
        wait_until_saved(mover, before)
    for page in pages:
        page.locator(".headline").wait_for()
    nets = [net(text) for text in coins_of(pages, "wild-left")]
    assert sum(nets) == 0 and nets[3] <= -2_000
    last = pages[1].locator("table[aria-labelledby=coins] tbody tr").last
    expect(last).to_contain_text("Adaeze")


def test_a_wild_game_whose_time_is_up_is_won_by_the_lowest_hand(opened: Open, made: Maker) -> None:
    """W7.2, E1."""
    game = made.game(*FOUR, coin_amount=2, seconds=4, turn_clock=120, **WILD)
    pages = at_game(opened, game, PHONE, DESKTOP)
    for page in pages:
        page.locator(".headline").wait_for(timeout=60_000)
    points = points_of(pages[0])
    assert [net(text) for text in coins_of(pages, "wild-time")] == wild_nets(2, points, purse=5_000)
    assert points == sorted(points)


def test_the_stake_of_who_leaves_stays_in_the_pot(opened: Open, made: Maker) -> None:
    """E4.3: the last who stays wins at once."""
    pages = at_game(opened, made.game("Adaeze", "Bola", "Chidi", turn_clock=120, **STAKE), PHONE, DESKTOP)
    leaves(pages[0])
    expect(pages[1].get_by_text("Adaeze").first).to_be_visible()
    leaves(pages[1])
    for page in pages:
        page.locator(".headline").wait_for()
    assert coins_of(pages, "stake-left") == ["+500", "−250", "−250"]


def test_who_is_bankrupt_is_shown_so_and_finds_relief(opened: Open, made: Maker) -> None:
    """E1.2, E5.3."""
    game = made.game(*FOUR, coin_amount=20, purse=1_000, hand_size=7, heavy=60, turn_clock=120, **WILD)
    pages = at_game(opened, game, PHONE, DESKTOP)
    for page in pages[:3]:
        leaves(page)
        page.wait_for_function("document.querySelector('.headline') || !document.querySelector('.panel.mine')")
    for page in pages:
        page.locator(".headline").wait_for()
    assert coins_of(pages, "wild-bankrupt")[3] == "−1,000"
    poor = pages[0]  # who went first is last (E1.5)
    expect(poor.get_by_text("bankrupt").first).to_be_visible()
    poor.get_by_role("link", name="ask for relief").click()
    poor.get_by_role("button", name="Relief: fill up to 300").click()
    expect(poor.get_by_text("You were given 300 coins.")).to_be_visible()
    shot(poor, "ledger-360")
    assert violations(poor) == []


def test_a_game_with_a_shared_first_place_returns_every_stake(opened: Open, made: Maker) -> None:
    """E4.4."""
    game = made.game(*FOUR, hand_size=7, no_whot=True, drawn=True, turn_clock=120, seats=4, **STAKE)
    pages = at_game(opened, game, PHONE, DESKTOP)
    while not any(is_over(page) for page in pages):  # all go to market until it is empty
        mover = next((page for page in pages if may_move(page)), None)
        if mover is None:
            pages[0].wait_for_timeout(20)
            continue
        before = seq(mover)
        mover.locator("#draw").click()
        wait_until_saved(mover, before)
    for page in pages:
        page.locator(".headline").wait_for()
    for page in pages:
        assert is_over(page)
        expect(page.get_by_text("Everybody has their 250 coins back: the first place is shared.")).to_be_visible()
        shot(page, f"stake-drawn-{(page.viewport_size or {})['width']}")


@pytest.mark.parametrize("size", [PHONE, DESKTOP, {"width": 320, "height": 568}], ids=["phone", "desktop", "narrowest"])
def test_the_pages_about_coins_fit_every_screen(
    opened: Open, made: Maker, address: str, size: dict[str, int], contrast_script: str
) -> None:
    game = made.game("Adaeze", "Bola", turn_clock=120, **STAKE)
    page = opened("", size, storage_state=game.known[0])
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for path in ("coins/", "coins/how/", "coins/sums/", "coins/shop/", "road/", "tables/new/?coins=wild20"):
            page.goto(address + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
            assert page.evaluate(contrast_script) == [], path
            shot(page, f"{path.split('?')[0].strip('/').replace('/', '-')}-{scheme}-{size['width']}")
    assert violations(page) == []


def test_what_coins_buy_is_bought_with_a_second_word_and_put_on(opened: Open, made: Maker, address: str) -> None:
    """E5: burns."""
    game = made.game("Adaeze", "Bola", turn_clock=120, **STAKE)
    page = opened("", PHONE, storage_state=game.known[0])
    page.goto(f"{address}coins/shop/")
    ware = page.locator("#ware-cloth-11")
    ware.get_by_text("Buy for 1,500").click()
    ware.get_by_role("button", name="Yes, buy it").click()
    expect(page.get_by_text("“Harmattan cloth” is yours.")).to_be_visible()
    shot(page, "shop-bought-360")
    page.locator("#ware-cloth-11").get_by_role("link", name="Put it on").click()
    page.get_by_label("Harmattan cloth").check()
    page.get_by_role("button", name="Put on").click()
    expect(page.get_by_label("Harmattan cloth")).to_be_checked()
    shot(page, "rewards-360")
    assert violations(page) == []


def test_a_table_for_coins_is_opened_in_the_form_and_its_worth_follows_the_choice(
    opened: Open, made: Maker, address: str
) -> None:
    """E1, E4: before sitting down one sees what can be won and lost by this table's numbers."""
    game = made.game("Adaeze", "Bola", turn_clock=120, **STAKE)
    host, other = (opened("", PHONE, storage_state=known) for known in game.known)
    host.goto(f"{address}tables/new/")
    expect(host.locator("[name=coin_amount]")).to_be_hidden()
    host.get_by_text("All house rules").click()
    host.locator("[name=fill_bots]").check()
    for coins, preset, seats in (("wild40", "000W", "4"), ("stake", "002", "4")):  # what they need follows the choice
        host.locator("[name=coins]").select_option(coins)
        expect(host.locator("[name=preset]:checked")).to_have_value(preset)
        expect(host.locator("[name=seats]:checked")).to_have_value(seats)
    expect(host.locator("[name=fill_bots]")).to_be_checked()  # somebody chose that here: it is refused in words
    host.locator("[name=fill_bots]").uncheck()
    host.locator(".chip:has(input[name=seats][value='2'])").click()
    host.locator("[name=coin_amount]").fill("300")
    host.locator("[name=coin_fee]").select_option("250")
    expect(host.locator("#worth")).to_contain_text("+285")  # E4.2: the pot of 600 less 15, less the own stake
    shot(host, "form-360")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/tables/*/")
    shot(host, "table-host-360")
    other.goto(host.url)
    told: Any = expect(other.locator("main"))
    told.to_contain_text("What one can win and lose here")
    told.to_contain_text("+285")
    shot(other, "table-360")
    link = host.get_by_label("Send this link").input_value()
    for locale, name in (("en-GB", "Make an account"), ("ms", "Buat akaun")):  # what a guest needs for a seat
        guest = opened(f"a guest in {locale}", PHONE, locale=locale)
        guest.goto(link)
        way = guest.get_by_role("link", name=name).bounding_box()
        assert way is not None and way["y"] + way["height"] <= PHONE["height"], locale
        shot(guest, f"table-guest-{locale}-360")
