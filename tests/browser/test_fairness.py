"""The check of a whole game in a real Chromium, with the network cut; the checker shares no code with the engine."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.fair_records import CHECK, one_bit_changed, random_records
from tests.playthroughs.make import all_stored

pytestmark = pytest.mark.once  # the checker runs in the browser, from a record

RECORDS = {path.stem: path.read_text(encoding="utf-8") for path in all_stored()}


@pytest.fixture
def offline(visit: Any) -> Page:
    """The page, opened on a phone, with the network cut since."""
    page: Page = visit("/fairness/", PHONE).page
    expect(page.locator("#checker")).to_be_visible()
    page.context.set_offline(True)
    return page


def checked(page: Page, text: str) -> None:
    page.locator("#text").fill(text)
    page.locator("#run").click()
    expect(page.locator("#verdict")).to_have_class(re.compile("^(holds|fails|open)$"))


def test_a_record_is_computed_again_with_the_network_cut(offline: Page) -> None:
    checked(offline, RECORDS["000-two-seats"])
    expect(offline.locator("#verdict")).to_contain_text("Everything holds")
    steps = offline.locator("#told b").all_inner_texts()
    not_seen = [step for step in steps if step.startswith("–")]
    assert len(not_seen) == 1 and not_seen[0].startswith("– What this browser was shown")
    steps.remove(not_seen[0])
    assert len(steps) == 9 and all(step.startswith("✓") and step.endswith("holds") for step in steps)
    expect(offline.locator("#told")).to_contain_text("It computes all 15 published test vectors rightly.")
    assert Axe().run(offline).violations_count == 0


def test_without_a_record_one_is_asked_for(offline: Page) -> None:
    offline.locator("#text").fill("  ")
    offline.locator("#run").click()
    expect(offline.locator("#verdict")).to_contain_text("Choose the file of a record")
    expect(offline.locator("#verdict")).to_have_class("")
    expect(offline.locator("#text")).to_be_focused()
    expect(offline.locator("#told li")).to_have_count(0)


def test_a_game_to_which_no_browser_added_is_not_called_wholly_proved(offline: Page) -> None:
    """wgs1, step 2: without contributions the key is made of the site's seed alone."""
    text = next(random_records(range(64, 65)))
    assert set(json.loads(text)["fairness"]["client_seeds"]) == {"-"}
    checked(offline, text)
    expect(offline.locator("#verdict")).to_have_class("open")
    expect(offline.locator("#verdict")).to_contain_text("Everything holds. But no browser added to this shuffle")
    expect(offline.locator("#verdict")).to_contain_text("not that it did not choose it")
    expect(offline.locator("#told li.fails")).to_have_count(0)
    open_steps = [step.partition(":")[0] for step in offline.locator("#told li.open b").all_inner_texts()]
    assert "– The key of the game" in open_steps
    broken = json.loads(text)
    changed_action(broken)
    checked(offline, json.dumps(broken))
    expect(offline.locator("#verdict")).to_have_class("fails")


def changed_card(record: Any) -> None:
    record["deal"]["market"][0], record["deal"]["market"][1] = record["deal"]["market"][1], record["deal"]["market"][0]


def changed_seed(record: Any) -> None:
    seed = record["fairness"]["server_seed"]
    record["fairness"]["server_seed"] = f"{int(seed[:2], 16) ^ 1:02x}" + seed[2:]


def changed_contribution(record: Any) -> None:
    seeds = record["fairness"]["client_seeds"]
    place = next(place for place, seed in enumerate(seeds) if seed != "-")
    seeds[place] = seeds[place][:-1] + f"{int(seeds[place][-1], 16) ^ 1:x}"


def changed_action(record: Any) -> None:
    record["actions"][-1]["at"] = record["actions"][-1]["at"][:-2] + "1Z"


def changed_points(record: Any) -> None:
    record["result"]["points"][1] += 1


@pytest.mark.parametrize(
    ("change", "step"),
    [
        (changed_card, "The deal"),
        (changed_seed, "The commitment"),
        (changed_contribution, "Who begins|The deal"),
        (changed_action, "The final position"),
        (changed_points, "The result"),
    ],
)
def test_one_change_turns_the_check_red_and_names_the_step(
    offline: Page, change: Callable[[Any], None], step: str
) -> None:
    record = json.loads(RECORDS["000-two-seats"])
    change(record)
    checked(offline, json.dumps(record))
    expect(offline.locator("#verdict")).to_have_class("fails")
    expect(offline.locator("#verdict")).to_contain_text("does NOT hold")
    named = offline.locator("#told li.fails b").inner_text()
    assert any(part in named for part in step.split("|"))


KEEP = "([game, seen]) => localStorage.setItem('commitments', JSON.stringify([[game, seen]]))"


def test_the_commitment_this_browser_saw_is_compared_with_the_record(offline: Page) -> None:
    record = json.loads(RECORDS["000-two-seats"])
    offline.evaluate(KEEP, [record["game_id"], record["fairness"]["commitment"]])
    checked(offline, json.dumps(record))
    expect(offline.locator("#verdict")).to_have_class("holds")
    expect(offline.locator("#told")).to_contain_text("This is the commitment that this browser saw")
    offline.evaluate(KEEP, [record["game_id"], "0" * 64])  # as if another seed had been opened than was committed to
    checked(offline, json.dumps(record))
    expect(offline.locator("#verdict")).to_have_class("fails")
    expect(offline.locator("#told li.fails b")).to_contain_text("What this browser was shown")


KEEP_GIVEN = "([game, given]) => localStorage.setItem('contributions', JSON.stringify([[game, given]]))"


def test_what_this_browser_added_is_looked_for_in_the_record(offline: Page) -> None:
    record = json.loads(RECORDS["000-two-seats"])
    given = next(seed for seed in record["fairness"]["client_seeds"] if seed != "-")
    offline.evaluate(KEEP, [record["game_id"], record["fairness"]["commitment"]])
    offline.evaluate(KEEP_GIVEN, [record["game_id"], given])
    checked(offline, json.dumps(record))
    expect(offline.locator("#told")).to_contain_text(f"what it added, {given}, is among the contributions")
    offline.evaluate(KEEP_GIVEN, [record["game_id"], "ab" * 16])  # as if the site had left it out
    checked(offline, json.dumps(record))
    expect(offline.locator("#told li.open")).to_contain_text("is not among the contributions")


def test_every_stored_game_of_both_kinds_holds(offline: Page) -> None:
    assert {name: offline.evaluate(CHECK, text) for name, text in RECORDS.items()} == dict.fromkeys(RECORDS, True)


def test_random_games_of_any_house_rule_hold_and_one_changed_bit_is_caught(offline: Page) -> None:
    chance = random.Random(7)
    for text in random_records(range(60)):
        assert offline.evaluate(CHECK, text) is True, text
        broken = one_bit_changed(text, chance)
        assert offline.evaluate(CHECK, broken) is False, broken


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello", "This is not the text of a record"),
        ("[1, 2]", "This is not a game record of the format"),
        ('{"format": "whot-record/1", "game": "chess"}', "The field “game” is missing or cannot be so."),
    ],
)
def test_what_is_no_record_is_answered_in_a_sentence(offline: Page, text: str, told: str) -> None:
    checked(offline, text)
    expect(offline.locator("#told li.fails")).to_contain_text(told)


def test_a_record_without_a_seed_is_not_called_proved(offline: Page) -> None:
    record = json.loads(RECORDS["000-two-seats"])
    record["fairness"] = None
    checked(offline, json.dumps(record))
    expect(offline.locator("#verdict")).to_contain_text("nothing proves the deal")


def test_the_page_is_read_by_all_on_a_desk_in_malay(visit: Any) -> None:
    visitor = visit("/fairness/", DESKTOP, "dark", "ms-MY")
    expect(visitor.page.locator("#checker")).to_be_visible()
    assert Axe().run(visitor.page).violations_count == 0
    assert visitor.complaints == []
