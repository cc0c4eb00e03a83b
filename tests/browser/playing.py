"""People at the game screen, as a test moves them: by what they can see and press, and nothing else."""

import random
import time
from collections.abc import Mapping, Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PLAYS = ".hand .fits, .calls button"
OTHERWISE = "#keep, #draw:not([aria-disabled])"
LONGEST_GAME = 90  # seconds
POLLING = 50  # milliseconds; by itself Playwright looks at every frame, and makes the browser draw each
KNOWN: dict[str, Any] = {}  # cookies of the guests who came already: there is a limit on making them


def give_name(page: Page, name: str) -> None:
    """Somebody new is asked for a name, somebody known is not."""
    field = page.get_by_label("Your name")
    if field.count():
        field.fill(name)


def open_table(page: Page, address: str, kind: str, seats: int, name: str, rules: Mapping[str, str]) -> str:
    """A table of this kind with these house rules, by name of their fields; gives the link for the others."""
    page.goto(f"{address}tables/new/")
    give_name(page, name)
    page.locator(f"label:has(input[name=preset][value='{kind}'])").click()
    page.locator(f".chip:has(input[name=seats][value='{seats}'])").click()
    page.wait_for_load_state("networkidle")  # with script the house rules were fetched anew
    page.locator("details:has([name=hand_size]) > summary").click()
    for field, value in rules.items():
        place = page.locator(f"[name={field}]")
        if place.first.evaluate("field => field.tagName") == "SELECT":
            place.select_option(value)
        else:
            place.fill(value)
    script = page.evaluate("'htmx' in window")
    page.get_by_role("button", name="Open the table").click()
    if not script:
        page.get_by_role("button", name="Shuffle with me").click()
    page.wait_for_url("**/tables/*/")
    return page.get_by_label("Send this link").input_value()


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    give_name(page, name)
    page.get_by_role("button", name="JOIN").click()


def sit_down(address: str, kind: str, host: Page, guest: Page) -> None:
    """The host opens a table for two, the other comes by the link; both are at the game then."""
    open_for_two(address, kind, host)
    join_by(host.get_by_label("Send this link").input_value(), guest)
    host.wait_for_url("**/games/*/")  # taken there by itself


def open_for_two(address: str, kind: str, host: Page) -> None:
    host.goto(f"{address}tables/new/")
    give_name(host, "Adaeze")
    host.locator(f"label:has(input[name=preset][value='{kind}'])").click()
    host.locator(".chip:has(input[name=seats][value='2'])").click()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/tables/*/")
    KNOWN["Adaeze"] = host.context.storage_state()


def join_by(link: str, guest: Page) -> None:
    guest.goto(link)
    give_name(guest, "Bola")
    guest.get_by_role("button", name="JOIN").click()
    guest.wait_for_url("**/games/*/")
    KNOWN["Bola"] = guest.context.storage_state()


def seq(page: Page) -> int:
    return int(page.locator("#panel").get_attribute("data-seq") or -1)


def is_over(page: Page) -> bool:
    return page.locator(".headline").count() > 0


def may_move(page: Page) -> bool:
    return page.locator(".panel.mine").count() > 0


def choose(page: Page, chance: random.Random | None, press: str = "click") -> None:
    """Presses a card that fits, or the market; the last card is called. `press`: "click", or a key.

    Without `chance` it is the card whose action is the first by the alphabet: so a game ends as `maker` foresaw.
    """
    tick = page.locator("#last")
    if tick.count():
        tick.check()
    plays = page.locator(PLAYS)
    values: list[str] = plays.evaluate_all("buttons => buttons.map(button => button.value)")
    at = values.index(min(values)) if values and chance is None else 0
    at = chance.randrange(len(values)) if values and chance is not None else at
    button = plays.nth(at) if values else page.locator(OTHERWISE).first
    if press == "click":
        button.click()
    else:
        button.focus()
        page.keyboard.press(press)
    sure = page.locator("#confirm")
    if sure.count() and sure.is_visible():
        sure.click() if press == "click" else page.keyboard.press(press)


def wait_until_saved(page: Page, before: int) -> None:
    page.wait_for_function(
        "n => document.querySelector('.headline') || Number(document.getElementById('panel').dataset.seq) > n",
        arg=before,
        polling=POLLING,
    )


def play_live(pages: Sequence[Page], chance: random.Random | None) -> int:
    """Everybody plays (as `choose`) until it is over on every screen; each move reaches all. Gives the moves."""
    moves, ends = 0, time.monotonic() + LONGEST_GAME
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < ends, "the game did not come to an end"
        mover = next((page for page in pages if may_move(page)), None)
        if mover is None:
            pages[0].wait_for_timeout(20)
            continue
        before = seq(mover)
        choose(mover, chance)
        wait_until_saved(mover, before)
        moves += 1
        for page in pages:
            page.wait_for_function(
                "n => Number(document.getElementById('panel').dataset.seq) >= n", arg=seq(mover), polling=POLLING
            )
    return moves


def play_by_forms(pages: Sequence[Page], chance: random.Random | None) -> int:
    """The same without script: who waits loads the page anew."""
    moves, ends = 0, time.monotonic() + LONGEST_GAME
    while not all(is_over(page) for page in pages):
        assert time.monotonic() < ends, "the game did not come to an end"
        for page in pages:
            if not may_move(page) and not is_over(page):
                page.reload()
            while may_move(page):
                choose(page, chance)
                page.wait_for_load_state()
                moves += 1
    return moves


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['target']}" for fault in found for node in fault["nodes"]]
