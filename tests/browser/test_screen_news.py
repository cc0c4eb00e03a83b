"""What must not be missed on a phone: a question, a pause and a warning above the table, in the title and said; who
sits at a full table; and what is not done by one tap."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, NARROWEST, PHONE, Open, at_game
from tests.browser.making import Maker
from tests.browser.playing import violations

LONGEST = "Ifeoma-Grace Nwachukwu-Okoro"
TWINS = ("Oluwaseun Bartholomew A", "Oluwaseun Bartholomew B")


def is_in_sight(page: Page, what: str) -> bool:
    """Whether all of it is on the screen before anybody scrolls."""
    page.evaluate("scrollTo(0, 0)")
    inside = "part => { const r = part.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight }"
    return bool(page.locator(what).evaluate(inside))


def remember_what_is_told(page: Page) -> None:
    """What is told for a moment can be asked for afterwards: `window.told`."""
    page.evaluate(
        "() => { window.told = []; new MutationObserver(() => window.told.push(document.getElementById('sync')"
        ".textContent)).observe(document.getElementById('sync'), {childList: true}) }"
    )


def was_told(page: Page, words: str) -> None:
    page.wait_for_function("words => window.told.includes(words)", arg=words)


def title_begins(page: Page, words: str) -> None:
    page.wait_for_function("words => document.title.replace(/^\\(\\d+\\) /, '').startsWith(words)", arg=words)


def test_a_question_and_a_pause_are_seen_in_the_title_and_heard(opened: Open, made: Maker) -> None:
    """Checks 79 and 82: nobody has to scroll, look at the right tab, or see."""
    asker, other = at_game(opened, made.game("Adaeze", "Bola", preset="002", turn_clock=60))
    for page in (asker, other):
        remember_what_is_told(page)
    asker.locator("#pause-ask").click()
    expect(other.locator("#pause-asked")).to_have_text("Adaeze asks for a pause.")
    for size in (DESKTOP, NARROWEST, PHONE):
        other.set_viewport_size(size)  # type: ignore[arg-type]
        for what in ("#pause-asked", "#pause-agree", "#pause-refuse", "#turn"):
            assert is_in_sight(other, what), (what, size)
    title_begins(other, "Pause? · ")
    expect(other.locator("#said")).to_contain_text("Adaeze asks for a pause.")
    assert violations(other) == []
    other.locator("#pause-agree").click()
    for page in (asker, other):
        expect(page.locator("#paused")).to_contain_text("The game is paused.")
        for size in (DESKTOP, NARROWEST, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert is_in_sight(page, "#paused") and is_in_sight(page, "#pause-resume"), size
        title_begins(page, "Paused · ")
        expect(page.locator("#said")).to_contain_text("The game is paused.")
    asker.locator("#pause-resume").click()
    for page in (asker, other):
        expect(page.locator("#paused")).to_have_count(0)
        was_told(page, "The game goes on.")
        page.wait_for_function("!document.title.includes('Paused')")
    assert other.evaluate("document.getElementById('said').textContent.split('The game is paused').length") == 2  # once


def test_who_asked_learns_that_there_is_no_pause(opened: Open, made: Maker) -> None:
    asker, other = at_game(opened, made.game("Adaeze", "Bola", preset="002", turn_clock=60))
    remember_what_is_told(asker)
    asker.locator("#pause-ask").click()
    other.locator("#pause-refuse").click()
    was_told(asker, "There is no pause: the game goes on.")
    expect(asker.locator("#news")).to_have_count(0)


@pytest.mark.once
@pytest.mark.parametrize("others", [1, 3, 5])
def test_players_are_told_apart_at_a_full_table(opened: Open, made: Maker, others: int) -> None:
    """The whole of every name is seen, of people and of computer players, and of who is next."""
    people = made.game("Adaeze", *[*TWINS, LONGEST, "Ng", "Chukwuemeka"][:others], preset="001", turn_clock=60)
    bots = made.game("Adaeze", computers=others, preset="001", bot_level="normal")
    for game in (people, bots):
        page = opened("Adaeze", storage_state=game.known[0])
        page.goto(game.url)
        for size in (PHONE, NARROWEST):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            hidden = """() => [...document.querySelectorAll('.seat .name, .own .name, .way')].filter(part =>
                part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1
                || getComputedStyle(part).textOverflow === 'ellipsis').map(part => part.textContent)"""
            assert page.evaluate(hidden) == []
            names = [name.strip() for name in page.locator(".seat .name").all_inner_texts()]
            assert len(set(names)) == others + 1
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_one_tap_gives_up_no_running_game(opened: Open, made: Maker, script: bool) -> None:
    game = made.game("Adaeze", computers=1, to_act=0, preset="002", bot_level="easy")
    (page,) = at_game(opened, game, java_script_enabled=script)
    page.locator("#restart summary").click()
    assert page.url == game.url
    expect(page.locator(".panel.mine")).to_have_count(1)
    page.get_by_role("button", name="Yes, start again").click()
    if not script:
        page.get_by_role("button", name="Shuffle and start").click()
    page.wait_for_url(lambda url: "/games/" in url and url != game.url)
    page.goto(game.url)
    expect(page.get_by_text("GAME OVER")).to_be_visible()
    expect(page.locator("#restart")).to_have_count(0)


def test_what_is_said_of_a_choice_that_was_not_sent_follows_the_board(opened: Open, made: Maker) -> None:
    """A pause that was agreed to is told instead, and once the turn is over nothing waits any more; the mark stays as
    long as the choice can be sent."""
    game = made.game("Adaeze", "Bola", preset="002", turn_clock=120, to_act=0)
    mover, other = at_game(opened, game)
    kept = mover.context.cookies()
    mover.context.clear_cookies(name="session")
    mover.locator("#draw").click()
    expect(mover.locator("#notice")).to_contain_text("Not sent")
    mover.context.add_cookies(kept)  # type: ignore[arg-type]
    mover.reload()
    expect(mover.locator("#sync")).to_contain_text("Not sent yet")
    other.locator("#pause-ask").click()
    mover.locator("#pause-agree").click()
    expect(mover.locator("#paused")).to_be_visible()
    expect(mover.locator("#sync")).to_be_empty()
    expect(mover.locator("#draw.unsent")).to_have_count(1)
    mover.reload()
    expect(mover.locator("#sync")).to_contain_text("Not sent yet")
    elsewhere = mover.context.new_page()
    elsewhere.goto(game.url)
    elsewhere.locator("#draw").click()
    expect(mover.locator("#panel")).to_have_attribute("data-seq", "1")
    expect(mover.locator("#sync")).to_be_empty()
    expect(mover.locator(".unsent")).to_have_count(0)


def test_a_choice_that_was_not_sent_is_marked_on_every_kind_of_button(two: tuple[Page, Page]) -> None:
    mover, _other = two
    mover.context.set_offline(True)
    marked: Callable[[str], Any] = lambda what: mover.locator(what).first.evaluate(  # noqa: E731
        "button => getComputedStyle(button).outlineStyle"
    )
    mover.locator("#draw").click()
    expect(mover.locator("#draw.unsent")).to_have_count(1)
    mover.locator("#draw").blur()
    assert marked("#draw.unsent") == "dashed"
    if mover.locator(".hand .fits").count():
        mover.locator(".hand .fits").first.click()
        expect(mover.locator(".hand .unsent")).to_have_count(1)
        expect(mover.locator("#draw.unsent")).to_have_count(0)
        mover.locator(".hand .unsent").blur()
        assert marked(".hand .unsent") == "dashed"
