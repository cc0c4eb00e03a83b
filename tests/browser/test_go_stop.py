"""Go-Stop in a real Chromium: whole deals in both languages, by touch and by keys alone, two people by a link, and what
of it a phone shows at once."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import DESKTOP, NARROWEST, PHONE, Open, at_game
from tests.browser.making import Maker
from tests.browser.playing import give_name, is_over, join_by, seq, violations, wait_until_saved

MOST_ACTIONS = 80  # of both in one deal: 20 plays, as many choices of the stock card, and Go or Stop
OPEN = "#panel [name=choose]"


def begin(page: Page, address: str, level: str) -> None:
    page.goto(f"{address}computer/?game=go_stop")
    field = page.locator("[name=name]")
    if field.count():
        field.fill("Adaeze")
    page.locator(f".chip:has(input[name=bot_level][value='{level}'])").click()
    page.locator(
        "form:has([name=bot_level]) button[type=submit], form:has([name=bot_level]) button:not([type])"
    ).last.click()
    page.wait_for_url("**/games/*/")


def in_sight(page: Page, what: str) -> bool:
    inside = "part => { const r = part.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight + 1 }"
    return bool(page.locator(what).first.evaluate(inside))


def tap(page: Page, chance: random.Random) -> None:
    """Touches something that can be done, and confirms it."""
    choices = page.locator(OPEN)
    choices.nth(chance.randrange(choices.count())).tap()
    page.locator("#confirm").tap()


def press(page: Page, chance: random.Random) -> None:
    """The same by keys: Tab to the first thing that can be done, arrows to another, Enter, Enter."""
    page.evaluate("document.getElementById('turn').focus()")  # where the page itself puts it after a turn
    on = "() => document.activeElement.matches('#panel [name=choose]')"
    for _tab in range(60):
        page.keyboard.press("Tab")
        if page.evaluate(on):
            break
    for _arrow in range(chance.randrange(4)):
        page.keyboard.press("ArrowRight")
    assert page.evaluate(on), "the arrows lead from one thing that can be done to the next"
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_be_focused()
    page.keyboard.press("Enter")


def play_out(page: Page, act: Any) -> None:
    chance = random.Random(5)
    for _action in range(MOST_ACTIONS):
        page.wait_for_selector(".panel.mine, .headline")
        if is_over(page):
            return
        before = seq(page)
        act(page, chance)
        wait_until_saved(page, before)
    pytest.fail("the deal did not end")


@pytest.mark.parametrize(
    ("language", "over", "act", "size"),
    [
        ("ms", "PERMAINAN TAMAT", tap, PHONE),
        ("en", "GAME OVER", press, DESKTOP),
    ],
)
def test_a_whole_deal_against_the_computer(
    opened: Open, address: str, language: str, over: str, act: Any, size: dict[str, int]
) -> None:
    page = opened(f"somebody {language} {act.__name__} {size['width']}", size, has_touch=True)
    page.goto(f"{address}look/")
    page.locator(f"#content button[lang={language}]").click()
    begin(page, address, "easy")
    play_out(page, act)
    expect(page.locator("main")).to_contain_text(re.compile(over, re.IGNORECASE))
    assert page.locator("html").get_attribute("lang") == language
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.once
def test_on_a_phone_the_table_the_hand_and_what_is_asked_need_no_scrolling(opened: Open, made: Maker) -> None:
    begun = made.game("Adaeze", "Bola", game="go_stop", preset="004", to_act=0)
    asked = made.game("Adaeze", "Bola", game="go_stop", preset="004", to_act=0, offers="go")
    choice = made.game("Adaeze", "Bola", game="go_stop", preset="004", to_act=0, offers="choose")
    page = at_game(opened, begun)[0]
    for what in ("#turn", "#seat-1", ".places", "#seat-0"):
        assert in_sight(page, what), what
    first = page.locator("#hand > li").first
    assert first.evaluate("card => card.getBoundingClientRect().bottom <= innerHeight")
    page.locator(OPEN).first.click()
    assert in_sight(page, "#confirm") and in_sight(page, "#unchoose")
    assert violations(page) == []
    for game, parts in ((asked, ("#stop", "#go")), (choice, ("#pending", "#pending .calls button"))):
        page = at_game(opened, game)[0]
        for part in (*parts, ".places"):
            assert in_sight(page, part), part
        assert violations(page) == []
        page.set_viewport_size(NARROWEST)  # type: ignore[arg-type]
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for part in parts:
            assert in_sight(page, part), part


@pytest.mark.once
def test_a_card_shows_what_it_takes_before_it_is_confirmed(opened: Open, made: Maker) -> None:
    """3.1, R52."""
    game = made.game("Adaeze", "Bola", game="go_stop", preset="004", to_act=0, offers=" take ")
    page = at_game(opened, game)[0]
    button = page.locator("#hand .caller button").first
    target = button.get_attribute("data-takes")
    button.click()
    marked = page.locator(".places .takes use")
    expect(marked).to_have_count(1)
    assert (marked.get_attribute("href") or "").endswith(f"#{target}")
    before = seq(page)
    page.locator("#unchoose").click()
    expect(marked).to_have_count(0)
    assert seq(page) == before


@pytest.mark.once
def test_the_arrows_go_round_everything_that_can_be_done_and_to_nothing_else(opened: Open, made: Maker) -> None:
    """R52; help is no move."""
    page = at_game(opened, made.game("Adaeze", computers=1, game="go_stop", preset="004", to_act=0))[0]
    expect(page.locator("#hint")).to_be_visible()
    moves, been = page.locator(OPEN).count(), []
    page.locator(OPEN).first.focus()
    for _arrow in range(moves):
        been.append(page.evaluate("document.activeElement.name + ' ' + document.activeElement.value"))
        page.keyboard.press("ArrowRight")
    assert len(set(been)) == moves and all(move.startswith("choose ") for move in been)
    assert page.evaluate("document.activeElement.name + ' ' + document.activeElement.value") == been[0]


def test_a_table_that_is_drawn_anew_leaves_the_keyboard_where_it_is(opened: Open, made: Maker) -> None:
    """As happens when a socket opens late, or again: somebody may be half way to a card by then."""
    game, sent, sockets = made.game("Adaeze", "Bola", game="go_stop", preset="004", to_act=0), [], []
    page = opened("seat 0", PHONE, storage_state=game.known[0])

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def told(message: str | bytes) -> None:
            sent.append(message)
            socket.send(message)

        server.on_message(told)
        sockets.append(socket)

    page.route_web_socket(re.compile("/ws/games/"), between)
    page.goto(game.url)
    page.wait_for_function("() => document.documentElement.dataset.live === 'yes'")
    page.evaluate("window.drawn = 0; document.addEventListener('htmx:wsAfterMessage', () => { window.drawn += 1 }); 1")
    for pressed in ("ArrowRight", "Enter"):  # at a card, and at the button that confirms it
        page.locator("#panel [name=choose]").first.focus() if pressed == "ArrowRight" else None
        page.keyboard.press(pressed)
        before = page.evaluate("document.activeElement.id")
        page.evaluate("() => { document.activeElement.dataset.old = 'yes'; window.drawn = 0 }")
        while not sent:
            page.wait_for_timeout(20)
        sockets[-1].send(sent[-1])
        page.wait_for_function("() => window.drawn > 0")
        assert before and page.evaluate("document.activeElement.id") == before
        assert page.evaluate("document.activeElement.dataset.old") is None, "it was drawn anew"
    expect(page.locator("#confirm")).to_be_focused()


def test_two_people_play_by_a_link_with_clocks(opened: Open, address: str) -> None:
    """R53: between people, on a clock for each turn."""
    host, guest = opened("Adaeze", PHONE), opened("Bola", DESKTOP)
    host.goto(f"{address}tables/new/?game=go_stop")
    give_name(host, "Adaeze")
    host.locator("[name=turn]").select_option("60")
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/tables/*/")
    join_by(host.get_by_label("Send this link").input_value(), guest)
    host.wait_for_url("**/games/*/")
    chance = random.Random(3)
    for action in range(MOST_ACTIONS):
        for page in (host, guest):
            page.wait_for_selector("#panel")
        if is_over(host):
            break
        mover = host if host.locator(".panel.mine").count() else guest
        mover.wait_for_selector(".panel.mine, .headline")
        if is_over(mover):
            break
        if not action:
            expect(mover.locator(".now .clock")).to_have_text(re.compile(r"0:\d\d|1:00"))
        before = seq(mover)
        choices = mover.locator(OPEN)
        choices.nth(chance.randrange(choices.count())).click()
        mover.locator("#confirm").click()
        wait_until_saved(mover, before)
        for page in (host, guest):
            page.wait_for_function("n => Number(document.getElementById('panel').dataset.seq) >= n", arg=seq(mover))
    for page in (host, guest):
        expect(page.get_by_text("GAME OVER")).to_be_visible()


# -- how fast a turn is told -----------------------------------------------------------------------------------------


def told_in_steps(opened: Open, made: Maker, **options: Any) -> tuple[list[str], Page]:
    """What stands on the table's line after a turn of the other, one text after the other, until it is whole."""
    like = {"look": options.pop("look")} if "look" in options else {}
    game = made.game("Adaeze", "Bola", game="go_stop", preset="004", to_act=0, like=like)
    mover, other = at_game(opened, game, **options)
    other.evaluate(
        "() => { window.told = []; new MutationObserver(() => {"
        " const text = document.getElementById('latest').textContent;"
        " if (window.told.at(-1) !== text) { window.told.push(text) } })"
        ".observe(document.getElementById('panel'), {childList: true, subtree: true, characterData: true}) }"
    )
    before, dealt = seq(mover), other.locator("#latest").text_content()
    mover.locator(OPEN).first.click()
    mover.locator("#confirm").click()
    other.wait_for_function("n => Number(document.getElementById('panel').dataset.seq) > n", arg=before)
    whole = other.locator(".happened li").first.text_content()
    other.wait_for_function(
        "text => document.getElementById('latest').textContent === text && !document.querySelector('.telling')",
        arg=whole,
    )
    return [text for text in other.evaluate("window.told") if text != dealt], other


@pytest.mark.once
@pytest.mark.parametrize("look", ["", "50-50-50-fast"])
def test_a_turn_is_told_sentence_after_sentence(opened: Open, made: Maker, look: str) -> None:
    told, page = told_in_steps(opened, made, look=look, reduced_motion="no-preference")
    steps = [text for text in told if text != told[-1]]
    assert len(steps) > 1 and all(step in told[-1] for step in steps)
    expect(page.locator(".coming")).to_have_count(0)


@pytest.mark.once
def test_a_turn_is_told_at_once_where_somebody_wants_it_so(opened: Open, made: Maker) -> None:
    for wanted in ({"look": "50-50-50-off", "reduced_motion": "no-preference"}, {"reduced_motion": "reduce"}):
        told, _page = told_in_steps(opened, made, **wanted)
        assert len(told) == 1
