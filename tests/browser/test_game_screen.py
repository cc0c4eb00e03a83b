"""What happens around the table in a real browser: lost and late messages, wrong clocks, sessions that end, the order
of the hand, and the games that wait elsewhere. Each ends in the right board."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import PHONE, Open, at_game
from tests.browser.making import Maker
from tests.browser.playing import is_over, seq, sit_down

Two = tuple[Page, Page]


def hand(page: Page) -> list[str]:
    """The keys of the own cards, as they lie."""
    return list(
        page.evaluate(
            "[...document.querySelectorAll('#hand > li')].map(i => (i.id || i.firstElementChild.id).slice(2))"
        )
    )


def order(page: Page, name: str) -> None:
    page.locator("#order summary").click()
    with page.expect_response("**/hand/"):
        page.locator("#order").get_by_role("button", name=name).click()


def draw(page: Page) -> None:
    before = seq(page)
    page.locator("#draw").click()
    page.wait_for_function("n => Number(document.getElementById('panel').dataset.seq) > n", arg=before)


def shows(page: Page, place: int) -> None:
    expect(page.locator("#panel")).to_have_attribute("data-seq", str(place))


# -- messages ---------------------------------------------------------------------------------------------------------


class Line:
    """The game's socket of one page, which this test can cut, or hold back."""

    def __init__(self, page: Page) -> None:
        self.held: list[Any] = []
        self.holding = False
        page.route_web_socket(re.compile("/ws/games/"), self.connected)

    def connected(self, browser: WebSocketRoute) -> None:
        self.browser = browser
        server = browser.connect_to_server()
        server.on_message(lambda message: self.held.append(message) if self.holding else browser.send(message))


def on_a_line(page: Page) -> Line:
    line = Line(page)
    page.reload()
    page.wait_for_selector("html[data-live=yes]")
    return line


def test_after_a_lost_message_the_next_one_shows_the_whole_board(two: Two) -> None:
    """G01."""
    mover, other = two
    line = on_a_line(other)
    line.holding = True
    draw(mover)
    other.wait_for_timeout(300)
    assert seq(other) == 0 and line.held
    line.held.clear()  # lost
    line.holding = False
    other.evaluate("window.dispatchEvent(new Event('online'))")  # as a browser says when the network is back
    shows(other, 1)
    expect(other.locator(".panel.mine")).to_have_count(1)


def test_a_late_message_never_takes_the_board_back(two: Two) -> None:
    mover, other = two
    line = on_a_line(mover)
    line.holding = True
    draw(mover)  # its own answer is there; the push is held back
    draw(other)
    mover.wait_for_timeout(300)
    late, line.holding = list(line.held), False
    mover.evaluate("window.dispatchEvent(new Event('online'))")
    shows(mover, 2)
    for message in late:
        line.browser.send(message)
    mover.wait_for_timeout(300)
    shows(mover, 2)
    expect(mover.locator(".panel.mine")).to_have_count(1)


def test_the_back_button_shows_the_board_as_it_is_now(two: Two) -> None:
    mover, other = two
    other.get_by_role("link", name="The whole log").click()
    draw(mover)
    other.go_back()
    shows(other, 1)
    expect(other.locator(".panel.mine")).to_have_count(1)


@pytest.mark.once
@pytest.mark.parametrize("hours", [-12, 12])
def test_a_clock_of_the_device_that_is_hours_wrong_does_not_matter(two: Two, hours: int) -> None:
    """D21."""
    mover, _other = two
    page = mover.context.new_page()
    page.add_init_script(f"{{ const now = Date.now; Date.now = () => now() + {hours} * 3600e3; }}")
    page.goto(mover.url)
    clock, right = page.locator(".turn .clock"), mover.locator(".turn .clock")
    expect(clock).to_have_text(re.compile(r"^\d+:\d\d$"))
    assert abs(seconds(clock.inner_text()) - seconds(right.inner_text())) <= 3
    page.wait_for_timeout(2200)
    assert abs(seconds(clock.inner_text()) - seconds(right.inner_text())) <= 3


def seconds(shown: str) -> int:
    minutes, rest = shown.split(":")
    return 60 * int(minutes) + int(rest)


# -- sessions ---------------------------------------------------------------------------------------------------------


def test_a_session_that_ran_out_keeps_what_was_chosen_until_one_is_back(two: Two) -> None:
    """B15."""
    mover, _other = two
    kept = mover.context.cookies()
    mover.context.clear_cookies(name="session")
    mover.locator("#draw").click()
    expect(mover.locator("#notice")).to_contain_text("Not sent")
    expect(mover.locator("#notice").get_by_role("link", name="Sign in")).to_be_visible()
    assert seq(mover) == 0
    expect(mover.locator("#draw.unsent")).to_have_count(1)
    mover.context.add_cookies(kept)  # type: ignore[arg-type]
    mover.reload()
    expect(mover.locator("#sync")).to_contain_text("Not sent yet")
    expect(mover.locator("#draw.unsent")).to_have_count(1)
    draw(mover)
    expect(mover.locator(".unsent")).to_have_count(0)


@pytest.mark.once
def test_a_refusal_can_be_selected_and_copied(two: Two) -> None:
    """B16."""
    _mover, other = two
    other.locator(".hand .card").first.click(force=True)
    notice = other.locator("#notice .notice p").first
    expect(notice).to_contain_text("is to act")
    chosen = "p => { getSelection().selectAllChildren(p); return getSelection().toString() }"
    assert "is to act" in notice.evaluate(chosen)


# -- the hand ---------------------------------------------------------------------------------------------------------


def test_a_hand_moved_by_hand_stays_so_over_pushes_reloads_and_turns(two: Two) -> None:
    """C04: nobody else hears of it, and nothing is entered in the log."""
    mover, other = two
    order(other, "By hand")
    other.wait_for_selector("#arrange:not([hidden])")
    first, second, *rest = hand(other)
    other.keyboard.press("ArrowRight")
    assert hand(other) == [second, first, *rest]
    other.locator("#hand > li").last.click()
    other.get_by_role("button", name="Move to the left").click()
    moved = [second, first, *rest[:-2], rest[-1], rest[-2]]
    assert hand(other) == moved
    other.get_by_role("button", name="Done").click()
    assert seq(other) == 0
    draw(mover)
    shows(other, 1)
    assert hand(other) == moved
    other.reload()
    assert hand(other) == moved
    draw(other)
    assert hand(other)[: len(moved)] == moved and len(hand(other)) == len(moved) + 1


def test_kinds_of_order_are_kept_and_the_open_chooser_survives_a_push(two: Two) -> None:
    mover, other = two
    order(other, "By number")
    expect(other.locator("#hand")).to_have_attribute("data-order", "number")
    numbers = [int(re.sub(r"\D", "", key.split("-")[0])) for key in hand(other)]
    assert numbers == sorted(numbers)
    other.locator("#order summary").click()
    draw(mover)
    shows(other, 1)
    expect(other.locator("#order[open]")).to_have_count(1)
    plain = other.context.browser.new_context(  # type: ignore[union-attr]
        storage_state=other.context.storage_state(),
        viewport=PHONE,
        java_script_enabled=False,  # type: ignore[arg-type]
    ).new_page()
    plain.goto(other.url)
    plain.locator("#order summary").click()
    plain.get_by_role("button", name="By shape").click()
    plain.wait_for_load_state()
    assert hand(plain) == sorted(hand(plain), key=lambda key: "CTXSRW".index(key[0]))
    plain.context.close()


# -- games that wait --------------------------------------------------------------------------------------------------


def test_title_and_link_tell_of_a_game_that_begins_to_wait_elsewhere(opened: Open, made: Maker, address: str) -> None:
    """L02, L04, N09."""
    mover, other = at_game(opened, made.game("Adaeze", "Bola", preset="002", to_act=0))
    elsewhere = other.context.new_page()
    elsewhere.goto(f"{address}rules/")
    expect(elsewhere.locator("#next-game")).to_be_hidden()
    assert not elsewhere.title().startswith("(")
    draw(mover)
    expect(elsewhere.locator("#next-game")).to_be_visible(timeout=10_000)
    expect(elsewhere.locator("#next-game b")).to_have_text("1")
    assert elsewhere.title().startswith("(1) ")
    assert other.title().startswith("(1) Your turn")
    expect(other.locator("#next-game")).to_be_hidden()  # it is this game that waits
    elsewhere.locator("#next-game").click()
    elsewhere.wait_for_url(other.url)
    draw(elsewhere)
    expect(other.locator(".panel.mine")).to_have_count(0)
    for page in (elsewhere, other):
        page.wait_for_function("!document.title.startsWith('(')")


def test_the_way_to_the_next_game_appears_once_the_move_is_saved(opened: Open, address: str) -> None:
    """L04."""
    me, another = opened("a player of two"), opened("an opponent")
    games = []
    while len(games) < 2:
        sit_down(address, "002", me, another)
        if me.locator(".panel.mine").count():
            games.append(me.url)
    expect(me.locator("#next-game")).to_be_hidden()
    me.context.set_offline(True)
    me.locator("#draw").click()
    expect(me.locator("#sync")).to_contain_text("No answer")
    expect(me.locator("#next-game")).to_be_hidden()
    me.context.set_offline(False)
    draw(me)
    expect(me.locator("#next-game")).to_be_visible()
    me.locator("#next-game").click()
    me.wait_for_url("**/games/*/")
    expect(me.locator(".panel.mine")).to_have_count(1)
    assert me.url != games[-1]


@pytest.mark.once
@pytest.mark.parametrize("reduced", ["reduce", "no-preference"])
def test_nothing_moves_for_who_asks_for_it(opened: Open, made: Maker, reduced: str) -> None:
    host = at_game(opened, made.game("Adaeze", "Bola", preset="002"), reduced_motion=reduced)[0]
    moving = host.evaluate("getComputedStyle(document.querySelector('.pile .face')).animationName")
    assert (moving == "none") == (reduced == "reduce")


@pytest.mark.once
def test_own_hand_turn_and_market_are_in_sight_on_a_phone(opened: Open, made: Maker) -> None:
    """With eight cards at most, at 360 by 740, without scrolling; the market at any length of the hand."""
    host, guest = at_game(opened, made.game("Adaeze", "Bola", preset="002"))
    inside: Callable[[Page, str], bool] = lambda page, what: page.locator(what).last.evaluate(  # noqa: E731
        "part => { const r = part.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight + 1 }"
    )
    for _ in range(26):
        for page in (host, guest):
            page.evaluate("scrollTo(0, 0)")
            assert inside(page, "#draw"), len(hand(page))
            if len(hand(page)) <= 8:
                assert inside(page, "#hand > li") and inside(page, "#turn"), len(hand(page))
        mover = host if host.locator(".panel.mine").count() else guest
        if is_over(mover) or not mover.locator("#draw:not([aria-disabled])").count():
            break
        draw(mover)
        other = guest if mover is host else host
        shows(other, seq(mover))
    assert len(hand(host)) >= 12


@pytest.mark.once
@pytest.mark.parametrize("order", ["shape", "dealt"])
def test_a_hand_of_several_whots_is_in_sight_on_a_phone_too(opened: Open, made: Maker, order: str) -> None:
    """All Whots are the same (W1.7): the five shapes stand once, at the first of them."""
    game = made.game("Adaeze", "Bola", preset="002", hand_size=7, whots=3, like={"hand_order": order})
    mover = at_game(opened, game)[game.to_act]
    assert len(hand(mover)) == 7
    lowest = "parts => Math.max(...parts.map(part => part.getBoundingClientRect().bottom))"
    assert mover.locator("#hand > li").evaluate_all(lowest) <= mover.locator("#draw").bounding_box()["y"]  # type: ignore[index]
    whots = [key for key in hand(mover) if key.startswith("W20")]
    assert len(whots) >= 3 and mover.locator("#hand .calls").count() == 1
    assert mover.locator("#hand").get_by_role("img", name="Whot").count() == len(whots)
    mover.locator("#order summary").click()
    mover.locator("#order").get_by_role("button", name="By hand").click()
    mover.wait_for_selector("#arrange:not([hidden])")
    mover.locator("#hand > .equal").last.focus()  # the keyboard moves those too
    before = hand(mover)
    mover.keyboard.press("ArrowLeft")
    assert hand(mover) != before and sorted(hand(mover)) == sorted(before)
    mover.get_by_role("button", name="Done").click()
    with mover.expect_response("**/actions/"):
        mover.locator("#hand").get_by_role("button", name="call Star").click()
    shows(mover, 1)
    assert len([key for key in hand(mover) if key.startswith("W20")]) == len(whots) - 1


@pytest.mark.once
def test_no_shape_of_a_whot_is_covered_by_another_card(two: Two) -> None:
    """The five shapes on each Whot, however few or many cards lie beside it."""
    mover, _other = two
    lay = """([many, size]) => {
      const list = document.querySelector('#hand');
      // Copies bear no id: a push that comes meanwhile is laid over a page in which every id is one element.
      const bare = element => element.outerHTML.replaceAll(/ id="[^"]*"/g, '');
      const card = bare(list.querySelector('.card').parentElement);
      const shapes = '<div class="calls">' + '<button type="button"></button>'.repeat(5) + '</div>';
      const whot = `<li class="caller">${bare(list.querySelector('.face'))}${shapes}</li>`;
      list.className = `hand ${size}`;
      list.innerHTML = card.repeat(many) + whot + whot + card + card;
      return [...list.querySelectorAll('.calls button')].filter(button => {
        button.scrollIntoView({ block: 'center' });
        const at = button.getBoundingClientRect();
        return document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2) !== button;
      }).length;
    }"""
    for many, size in ((0, "few"), (4, ""), (12, "many")):
        assert mover.evaluate(lay, [many, size]) == 0, size
