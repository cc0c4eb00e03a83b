"""From a link in a family chat to the started game: a guest and a member, each at a phone, with and without script."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open


class Taps:
    """Counts what a person taps, the link in the chat included."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def link(self, address: str) -> None:
        self.count += 1
        self.page.goto(address)

    def button(self, name: str) -> None:
        self.count += 1
        self.page.get_by_role("button", name=name).click()


def open_table(page: Page, address: str, name: str, seats: str = "2", kind: str = "") -> str:
    """Make a table as a guest; return its invite link."""
    page.goto(f"{address}tables/new/")
    page.get_by_label("Your name").fill(name)
    if kind:
        page.locator(".kind", has_text=kind).first.click()
    page.locator(".chip", has_text=seats).click()
    script = page.evaluate("'htmx' in window")
    page.get_by_role("button", name="Open the table").click()
    if not script:
        page.get_by_role("button", name="Shuffle with me").click()
    return page.get_by_label("Send this link").input_value()


def sign_up(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}accounts/signup/")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=email]").fill(f"{name.lower()}@example.org")
    for field in page.locator("input[type=password]").all():
        field.fill("a long enough passphrase")
    page.locator("main form button[type=submit], main form button:not([name])").first.click()


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_guest_gets_from_the_link_to_the_game_in_three_taps(phone: Open, address: str, script: bool) -> None:
    host = phone()
    link = open_table(host, address, "Adaeze")
    guest = phone(java_script_enabled=script)
    taps = Taps(guest)
    taps.link(link)
    expect(guest.get_by_role("heading", name="The rules here")).to_be_visible()
    expect(guest.locator("#rules-card li").first).to_be_visible()
    taps.button("JOIN")
    guest.wait_for_url("**/games/*/")
    assert taps.count <= 3
    host.wait_for_url("**/games/*/")  # taken there by itself
    assert host.url == guest.url


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_by_keyboard_the_first_stop_leads_to_taking_a_seat(phone: Open, address: str, script: bool) -> None:
    link = open_table(phone(), address, "Amaka")
    guest = phone(java_script_enabled=script)
    guest.goto(link)
    guest.keyboard.press("Tab")
    expect(guest.locator(":focus")).to_have_text("Skip to JOIN")
    expect(guest.locator(":focus")).to_be_in_viewport()
    guest.keyboard.press("Enter")
    expect(guest.get_by_label("Your name")).to_be_focused()
    guest.keyboard.type("Ebele")
    guest.keyboard.press("Enter")
    guest.wait_for_url("**/games/*/")
    expect(guest.locator("main")).to_contain_text("Ebele")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_member_gets_from_the_link_to_the_game_in_three_taps(phone: Open, address: str, script: bool) -> None:
    host = phone(java_script_enabled=script)
    link = open_table(host, address, "Chinwe")
    member = phone(java_script_enabled=script)
    sign_up(member, address, f"Zainab{'A' if script else 'B'}{abs(hash(link)) % 100_000}")
    taps = Taps(member)
    taps.link(link)
    taps.button("JOIN as Zainab")
    member.wait_for_url("**/games/*/")
    assert taps.count <= 3
    if not script:
        host.get_by_role("link", name="REFRESH").click()
    host.wait_for_url("**/games/*/")
    assert host.url == member.url


def test_a_waiting_page_without_script_finds_the_game_by_itself(phone: Open, address: str) -> None:
    host = phone(java_script_enabled=False)
    link = open_table(host, address, "Ngozi")
    guest = phone()
    guest.goto(link)
    guest.get_by_role("button", name="JOIN").click()
    guest.wait_for_url("**/games/*/")
    host.wait_for_url("**/games/*/", timeout=20_000)  # the page is fetched again every fifteen seconds


def test_a_larger_table_starts_for_all_when_the_host_says_so(phone: Open, address: str) -> None:
    host = phone()
    link = open_table(host, address, "Emeka", seats="4")
    others = [phone(), phone()]
    for number, page in enumerate(others):
        page.goto(link)
        page.get_by_label("Your name").fill(f"Person {number + 1}")
        page.get_by_role("button", name="JOIN").click()
        expect(page.locator("#table")).to_contain_text("you")
    expect(host.locator("#table")).to_contain_text("ASSEMBLING (3 of 4)")
    host.get_by_role("button", name="Start the game").click()
    for page in (host, *others):
        page.wait_for_url("**/games/*/")


def test_what_a_visitor_typed_stays_while_others_sit_down(phone: Open, address: str) -> None:
    host = phone()
    link = open_table(host, address, "Funke", seats="3")
    slow, quick = phone(), phone()
    slow.goto(link)
    slow.get_by_label("Your name").fill("Slow Typist")
    slow.get_by_text("The deals are fixed already").click()
    quick.goto(link)
    quick.get_by_role("button", name="JOIN").click()
    expect(slow.locator("#table")).to_contain_text("ASSEMBLING (2 of 3)")
    expect(slow.get_by_label("Your name")).to_have_value("Slow Typist")
    expect(slow.locator(".prints")).to_be_visible()
    another = phone()
    another.goto(link)
    another.get_by_role("button", name="JOIN").click()
    another.wait_for_load_state()
    expect(slow.get_by_role("button", name="JOIN")).to_be_hidden()  # there is no seat any more


def test_a_change_of_rules_reaches_who_sits_there_and_is_marked(
    phone: Open, address: str, contrast_script: str
) -> None:
    host = phone()
    link = open_table(host, address, "Bisi", seats="3")
    other = phone()
    other.goto(link)
    other.get_by_role("button", name="JOIN").click()
    expect(host.locator("#table")).to_contain_text("ASSEMBLING (2 of 3)")
    host.get_by_role("link", name="Change the rules").click()
    host.get_by_text("All house rules").click()
    host.get_by_label("1, Hold On").select_option("next_only")
    host.get_by_role("button", name="Change the rules").click()
    expect(other.get_by_role("button", name="I agree")).to_be_visible()
    for _look in ("as pushed", "loaded again"):
        expect(other.locator("#rules-asked li.new")).to_contain_text("1: the next player misses a turn.")
        expect(other.locator("#rules-asked li.new")).to_be_visible()
        expect(other.get_by_text("Rules card", exact=True)).to_be_hidden()
        assert other.evaluate(contrast_script) == []
        other.reload()
    other.get_by_role("button", name="I agree").click()
    expect(host.get_by_role("button", name="Start the game")).to_be_visible()


def test_the_browser_draws_its_part_of_the_shuffle_and_without_script_there_is_none(phone: Open, address: str) -> None:
    link = open_table(phone(), address, "Tunde", seats="4")
    drawn = set()
    for _visit in range(2):
        page = phone()
        page.goto(link)
        drawn.add(page.locator("form.join input[name=client_seed]").input_value())
    assert len(drawn) == 2 and all(len(seed) == 32 and int(seed, 16) >= 0 for seed in drawn)
    plain = phone(java_script_enabled=False)
    plain.goto(link)
    assert plain.locator("form.join input[name=client_seed]").input_value() == "-"


def test_everybody_contributes_anew_when_more_games_are_agreed(phone: Open, address: str) -> None:  # wgs1, step 2
    host = phone()
    link = open_table(host, address, "Yemi", seats="3")
    other = phone()
    other.goto(link)
    other.get_by_role("button", name="JOIN").click()
    expect(host.locator("#table")).to_contain_text("ASSEMBLING (2 of 3)")
    host.get_by_role("link", name="Change the rules").click()
    host.get_by_text("All house rules").click()
    host.get_by_label("Number of games").fill("2")
    host.get_by_role("button", name="Change the rules").click()
    with other.expect_response(lambda answer: answer.url.endswith("/panel")):  # pushed, and fetched once more
        other.evaluate("htmx.trigger(document.body, 'changed')")
    other.get_by_role("button", name="I agree").click()
    host.get_by_role("button", name="Start the game").click()  # the host's browser has contributed by itself
    other.wait_for_url("**/games/*/")
    other.get_by_text("Leave the game").click()
    other.get_by_role("button", name="Yes, leave for good").click()
    other.get_by_text("Was the deal fair?").click()
    transcript = other.locator(".proof pre").inner_text()
    assert len(set(re.findall(r"\b[0-9a-f]{32}\b", transcript))) == 2, transcript


def test_the_link_can_be_copied_and_is_plain_text_without_script(phone: Open, address: str) -> None:
    host = phone(permissions=["clipboard-read", "clipboard-write"])
    link = open_table(host, address, "Ife")
    host.get_by_role("button", name="Copy").click()
    expect(host.locator("#copied")).to_have_text("Copied.")
    assert host.evaluate("navigator.clipboard.readText()") == link
    plain = phone(java_script_enabled=False)
    assert open_table(plain, address, "Uche").startswith(f"{address}t/")
    expect(plain.get_by_role("button", name="Copy")).to_be_hidden()


def test_a_robot_that_opens_the_link_takes_no_seat(phone: Open, address: str) -> None:
    host = phone()
    link = open_table(host, address, "Kemi")
    for agent in ("WhatsApp/2.23", "facebookexternalhit/1.1"):
        robot = phone(user_agent=agent, java_script_enabled=False)
        robot.goto(link)
        assert robot.locator('meta[property="og:title"]').get_attribute("content") == (
            "Kemi invites you to a game of Whot"
        )
    host.reload()
    expect(host.locator("#table")).to_contain_text("ASSEMBLING (1 of 2)")


def test_a_rematch_after_a_pushed_end_reaches_the_other(phone: Open, address: str) -> None:
    host, guest = phone(), phone()
    guest.goto(open_table(host, address, "Sade"))
    guest.get_by_role("button", name="JOIN").click()
    for page in (host, guest):
        page.wait_for_url("**/games/*/")
    guest.get_by_text("Leave the game").click()
    guest.get_by_role("button", name="Yes, leave for good").click()
    expect(host.get_by_role("link", name="Help: the end")).to_be_visible()
    with host.expect_request("**/agree/") as contributed, host.expect_request("**/again/") as asked:
        host.get_by_role("button", name="REMATCH").click()
    assert "client_seed" not in (asked.value.post_data or "")  # wgs1, step 1: first the commitment, then ...
    assert re.search(r"client_seed=[0-9a-f]{32}(&|$)", contributed.value.post_data or "")
    host.wait_for_url("**/tables/*/")
    expect(host.get_by_label("Send this link")).to_be_visible()
    guest.reload()
    guest.get_by_role("button", name="Sade wants a rematch: JOIN").click()  # by the same rules: one tap sits down
    for page in (host, guest):
        page.wait_for_url("**/games/*/")
