"""A small league on two phones: founded by its form, joined by its link, begun, played, and counted."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.making import Maker
from tests.browser.playing import play_live

# Rounds are opened and closed by the tasks on both databases in tests/games/leagues.
pytestmark = pytest.mark.once

NAMES = ("Adaeze", "Bola")


def found(page: Page, address: str) -> str:
    """A league for two with short games, in rounds of an hour; gives its link."""
    page.goto(f"{address}leagues/new/")
    page.get_by_label("Name of the league").fill("Family league")
    page.locator("label:has(input[name=preset][value='002'])").click()
    page.locator(".chip:has(input[name=seats][value='2'])").click()
    page.locator("select[name=turn]").select_option("120")
    page.get_by_label("Length of a round").select_option("1 h")
    page.wait_for_load_state("networkidle")  # the house rules were fetched anew
    page.locator("details:has([name=hand_size]) > summary").click()
    for name, value in {"hand_size": "3", "pick2": "off", "pick3": "off", "general_market": "off"}.items():
        place = page.locator(f"[name={name}]")
        if place.evaluate("field => field.tagName") == "SELECT":
            place.select_option(value)
        else:
            place.fill(value)
    page.get_by_role("button", name="Found the league").click()
    page.wait_for_url("**/leagues/*/")
    return page.get_by_label("Send this link").input_value()


def come(page: Page, league: str) -> None:
    """From the league to one's own table, where one says that one is here."""
    page.goto(league)
    page.get_by_role("link", name="To my table").click()
    page.get_by_role("button", name="I am here").click()


def test_a_small_league_is_founded_joined_played_and_counted(opened: Open, made: Maker, address: str) -> None:
    founder, other = (opened(name, storage_state=made.game(name, "Chidi", preset="002").known[0]) for name in NAMES)
    link = found(founder, address)
    league = founder.url
    other.goto(link)
    expect(other.get_by_text("Read this before you join")).to_be_visible()
    other.get_by_role("button", name="Join the league").click()
    other.wait_for_url("**/leagues/*/")
    founder.goto(league)
    founder.get_by_text("Begin the season now").click()
    founder.get_by_role("button", name="Yes, begin now").click()
    come(founder, league)
    expect(founder.get_by_text("One person has not come yet")).to_be_visible()
    come(other, league)
    for page in (founder, other):
        page.wait_for_url("**/games/*/")  # both are taken there
    play_live([founder, other], random.Random(1))
    for page in (founder, other):
        page.goto(league)
        points = page.locator(".standing .main-figure")
        expect(points).to_have_count(2)
        expect(page.get_by_text("Where I stand")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
