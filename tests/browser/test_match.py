"""A match of five games between two people: one game follows another by itself, and the last one names who won."""

import random
import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.playing import choose, join, may_move, open_table, seq, violations

# Games follow each other on both databases in tests/games; that one is taken to the next, in test_invite on both.
pytestmark = pytest.mark.once

GAMES = 5
FEW = {
    "hand_size": "3", "games": str(GAMES), "market_empty": "count", "pick2": "off",
    "general_market": "off",
}  # fmt: skip
LONGEST = 240  # seconds
MOVED = (
    "([n, path]) => location.pathname !== path || document.querySelector('.headline')"
    " || Number(document.getElementById('panel').dataset.seq) > n"
)


def play_match(pages: list[Page], chance: random.Random) -> list[set[str]]:
    """Both play until the match is over on both screens, going wherever the site leads them; the games each was at."""
    visited: list[set[str]] = [set() for _page in pages]
    ends = time.monotonic() + LONGEST
    over = re.compile("THE MATCH IS OVER")
    while not all(page.locator("#turn", has_text=over).count() for page in pages):
        assert time.monotonic() < ends, "the match did not come to an end"
        for page, seen in zip(pages, visited, strict=True):
            seen.add(page.url)
        mover = next((page for page in pages if may_move(page)), None)
        if mover is None:
            pages[0].wait_for_timeout(20)
            continue
        before = [seq(mover), mover.evaluate("location.pathname")]
        choose(mover, chance)
        mover.wait_for_function(MOVED, arg=before)
    return visited


def test_a_match_of_five_games_is_played_to_its_end_without_anybody_going_anywhere(opened: Open, address: str) -> None:
    """W2.5, W9.1, W9.2."""
    host, other = opened("host of a match"), opened("guest of a match", DESKTOP, color_scheme="dark")
    link = open_table(host, address, "003", 2, "Adaeze", FEW)
    join(other, link, "Bola")
    for page in (host, other):
        page.wait_for_url("**/games/*/")
    visited = play_match([host, other], random.Random(5))
    assert [len(seen) for seen in visited] == [GAMES, GAMES]  # led to each game by the site
    assert visited[0] == visited[1]
    for page in (host, other):
        expect(page.locator("#turn")).to_have_text("THE MATCH IS OVER")
        won = page.locator(".headline").inner_text()
        assert re.fullmatch(r"You win the match!|(Adaeze|Bola) wins the match|A tie in the match: Adaeze, Bola", won)
        assert violations(page) == []
    host.get_by_role("link", name="All games of the match, and its plot").click()
    expect(host.locator("#verdict")).to_have_text(
        re.compile(
            r"(Adaeze|Bola) wins the match\. (Adaeze|Bola) is the Wharty-est\."
            r"|Adaeze, Bola share the first place of the match\."
        )
    )
    expect(host.locator("figure > svg polyline")).to_have_count(2)
    host.get_by_text("The numbers as a table").click()
    expect(host.locator("figure table tbody tr")).to_have_count(GAMES + 1)  # before the first game, and after each
    assert host.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(host) == []


def test_the_result_counts_down_to_the_next_game_and_without_script_a_link_leads_there(
    opened: Open, address: str
) -> None:
    host, other = opened("host without script", java_script_enabled=False), opened("guest with script")
    join(other, open_table(host, address, "003", 2, "Adaeze", FEW), "Bola")
    other.wait_for_url("**/games/*/")
    host.goto(other.url)
    first, chance, ends = other.url, random.Random(7), time.monotonic() + LONGEST
    while other.url == first:
        assert time.monotonic() < ends, "the game did not come to an end"
        if may_move(other):
            before = [seq(other), other.evaluate("location.pathname")]
            choose(other, chance)
            other.wait_for_function(MOVED, arg=before)
        elif not host.locator(".headline").count():
            host.reload()
            while may_move(host):
                choose(host, chance)
                host.wait_for_load_state()
        else:
            other.wait_for_timeout(50)
    host.goto(first)
    host.get_by_role("link", name="Next game of the match").click()
    host.wait_for_url(other.url)
