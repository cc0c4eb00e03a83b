"""The end of a game for coins as its people read it in a browser, and what the spec says that it moves."""

import os
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.playing import violations

WILD = {"preset": "000", "coins": "wild", "seats": 4}
STAKE = {"preset": "002", "coins": "stake", "coin_amount": 250}
CALM = {"pick2": "off", "pick3": "off", "general_market": "off", "hold_on": "off", "suspension": False}
FOUR = ("Adaeze", "Bola", "Chidi", "Dayo")


def shot(page: Page, name: str) -> None:
    """For whoever wants to look: SHOTS names a folder."""
    if "SHOTS" in os.environ:
        page.screenshot(path=str(Path(os.environ["SHOTS"]) / f"{name}.png"), full_page=True)


def coins_of(pages: list[Page], name: str) -> list[str]:
    """Every page at the same end: the coins of each place, the same for all; nothing scrolls sideways."""
    told = []
    for at, page in enumerate(pages):
        expect(page.get_by_text("GAME OVER").first).to_be_visible()
        expect(page.locator("#coins")).to_have_text("Coins")
        size = page.viewport_size
        assert size and page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        told.append(page.locator("table[aria-labelledby=coins] td:last-child").all_inner_texts())
        shot(page, f"{name}-{at}-{size['width']}")
    assert all(one == told[0] for one in told)
    assert violations(pages[0]) == []
    return told[0]


def leaves(page: Page) -> None:
    page.locator("summary", has_text="Leave").first.click()
    page.get_by_role("button", name="leave", exact=False).last.click()


def net(text: str) -> int:
    return int(text.replace("−", "-").replace("+", "").replace(",", ""))


def points_of(page: Page) -> list[int]:
    """What each had left, in the order of the places."""
    return [int(text) for text in page.locator("table.scores").first.locator("td:last-child").all_inner_texts()]


def wild_nets(multiplier: int, points: list[int], purse: int) -> list[int]:
    """E1.1 to E1.3, where nobody is out: what each place wins or loses who had so many coins."""
    third, fourth = (min(multiplier * max(points[n], least), purse) for n, least in ((2, 30), (3, 50)))
    first, second = 3 * (100 - min(points[0], 100)), 100 - min(points[1], 100)
    share = (third + fourth) * second // (first + second) if first + second else 0
    return [third + fourth - share, share, -third, -fourth]
