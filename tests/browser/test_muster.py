"""Home in a real browser: it changes by itself, and every page of ours is open to everybody who uses it."""

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_invite import open_table


def person(browser: Browser, **options: Any) -> Page:
    page = browser.new_context(viewport=PHONE, **options).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(10_000)
    return page


def test_the_muster_changes_while_one_looks_at_it(browser: Browser, address: str) -> None:
    host, guest, watching = person(browser), person(browser), person(browser)
    link = open_table(host, address, "Amaka")
    open_table(watching, address, "Yemi")
    watching.goto(address)
    host.goto(address)
    expect(host.locator("#muster")).to_contain_text("ASSEMBLING (1 of 2)")
    offered = watching.locator(f"#open-{table_code(host)}")
    expect(offered).to_contain_text("Amaka")
    guest.goto(link)
    guest.get_by_role("button", name="JOIN").click()
    guest.wait_for_url("**/games/*/")
    expect(host.locator("#muster")).to_contain_text("PLAYING (2 of 2)")
    expect(offered).to_have_count(0)
    mine = host.locator(".list .mine")
    guest.goto(address)
    turns = [page.locator("#muster .mine").count() for page in (host, guest)]
    assert sorted(turns) == [0, 1], "it is the turn of exactly one of them"
    for page, turn in zip((host, guest), turns, strict=True):
        expect(page).to_have_title("(1) Muster – Whot" if turn else "Muster – Whot")
    assert mine.count() == turns[0]
    for page in (host, guest, watching):
        page.context.close()


def table_code(page: Page) -> str:
    found = re.search(r"table-(\w+)", page.locator("#muster li[id^=table-]").first.get_attribute("id") or "")
    assert found
    return found[1]


def test_the_muster_works_without_script(browser: Browser, address: str) -> None:
    page = person(browser, java_script_enabled=False)
    open_table(page, address, "Sade", seats="3")
    page.goto(address)
    page.get_by_role("link", name="REFRESH").click()
    expect(page.locator("#muster")).to_contain_text("ASSEMBLING (1 of 3)")
    page.get_by_role("button", name="ABANDON").click()
    expect(page.get_by_role("heading", name="Muster")).to_be_visible()
    expect(page.get_by_role("button", name="ABANDON")).to_have_count(0)
    page.get_by_role("link", name="COMPUTER").click()
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Shuffle and start").click()
    page.wait_for_url("**/games/*/")
    page.goto(address)
    page.get_by_role("link", name="ENTER GAME").click()
    page.wait_for_url("**/games/*/")
    page.context.close()


def test_a_lost_socket_comes_back_and_catches_up(browser: Browser, address: str) -> None:
    host, guest = person(browser), person(browser)
    link = open_table(host, address, "Halima", seats="3")
    expect(host.locator("html[data-live=yes]")).to_be_attached()
    host.context.set_offline(True)
    host.evaluate("htmx.find('[ws-connect]') && window.dispatchEvent(new Event('offline'))")
    guest.goto(link)
    guest.get_by_role("button", name="JOIN").click()
    guest.wait_for_load_state()
    host.context.set_offline(False)
    expect(host.locator("#table")).to_contain_text("ASSEMBLING (2 of 3)", timeout=25_000)
    for page in (host, guest):
        page.context.close()


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{page.url} {rule['id']}: {node['html'][:150]}" for rule in found for node in rule["nodes"]]


@pytest.mark.once
def test_axe_sees_a_field_without_a_label(browser: Browser, address: str) -> None:
    page = person(browser)
    page.goto(f"{address}tables/new/")
    page.evaluate("document.querySelector('label[for=name]').remove()")
    page.evaluate("document.querySelector('#name').placeholder = ''")
    assert any(" label: " in found for found in violations(page))


@pytest.mark.once
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone", "desktop"])
def test_axe_finds_nothing(browser: Browser, address: str, size: dict[str, int], scheme: str) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    found = []
    paths = ["", "tables/new/", "computer/", "help/", "help/muster/", "help/cards/", "rules/", "accounts/login/",
             "accounts/signup/", "t/nothing/", "no/such/page"]  # fmt: skip
    for path in paths:
        page.goto(address + path)
        found += violations(page)
    page.goto(f"{address}tables/new/")
    page.get_by_text("All house rules").click()
    page.locator("input[name=games]").fill("99")
    page.get_by_role("button", name="Open the table").click()
    found += violations(page)

    open_table(page, address, "Rukayat", seats="3")
    table = page.url
    for summary in page.locator("summary").all():
        summary.click()
    found += violations(page)
    stranger = browser.new_context(viewport=size, color_scheme=scheme).new_page()  # type: ignore[arg-type]
    stranger.goto(table)
    found += violations(stranger)
    page.goto(f"{table}rules/")
    found += violations(page)
    page.goto(f"{address}computer/")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*/")
    page.goto(address)
    found += violations(page)
    assert found == []
    stranger.context.close()
    context.close()
