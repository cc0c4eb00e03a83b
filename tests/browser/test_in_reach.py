"""What is to be pressed on the screens of a table can be pressed: nothing that stays at the edge of a phone, as what is
asked does, lies over it for good, in either language, nor over what the keyboard has come to."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Open, at_game
from tests.browser.making import Made, Maker

SMALL = {"width": 320, "height": 640}
# Every control, scrolled to where somebody looks; those at whose middle something else is hit, and what that is.
OUT_OF_REACH = """() => {
  const controls = "a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button]";
  const under = [];
  for (const control of document.querySelectorAll(controls)) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest(".skip, .unseen")) {
      continue;
    }
    control.scrollIntoView({ block: "center", behavior: "instant" });
    const box = control.getClientRects()[0];
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!hit || !(control.contains(hit) || hit.closest("label")?.contains(control))) {
      under.push([control.outerHTML.slice(0, 120), hit && hit.outerHTML.slice(0, 120)]);
    }
  }
  return under;
}"""
IN_FIRST_SCREEN = """card => {
  const box = card.getBoundingClientRect(), low = Math.floor(box.bottom) - 4;
  return low < innerHeight && card.parentElement.contains(document.elementFromPoint(box.x + box.width / 2, low));
}"""
# What of a table of Go-Stop the strip at the lower edge lies over.
UNDER_STRIP = """() => {
  scrollTo(0, 0);
  const strip = document.querySelector(".asks").getBoundingClientRect(), parts = "#hand > li, .places, .latest, .side";
  const under = [...document.querySelectorAll(parts)].filter(part => part.getBoundingClientRect().bottom > strip.top);
  return [...under.map(part => part.outerHTML.slice(0, 80)), ...strip.bottom > innerHeight ? ["the edge"] : []];
}"""
# What has the focus, unless its middle can be seen.
FOCUS_HIDDEN = """() => {
  const one = document.activeElement, box = one.getClientRects()[0];
  const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const seen = one.contains(hit) || hit?.closest("label")?.contains(one);
  return seen || one === document.body ? "" : one.outerHTML.slice(0, 160);
}"""


Like = dict[str, str | bool]
Scene = Callable[[Open, Maker, Like], Iterator[Page]]


def choose(page: Page) -> None:
    """Something is chosen, so that the strip asks whether that is sure."""
    page.locator("#panel [name=choose]").first.click()
    expect(page.locator("#confirm")).to_be_visible()


def both(opened: Open, game: Made) -> tuple[Page, Page]:
    """Who is to act, and the other one."""
    pages = at_game(opened, game)
    return pages[game.to_act], pages[1 - game.to_act]


def a_whot(opened: Open, made: Maker, like: Like) -> Iterator[Page]:
    """A Whot with its five shapes on the own turn while a pause is asked for, and the pause; the other one's screen."""
    mover, other = both(opened, made.game("Adaeze", "Bola", preset="001", turn_clock=60, offers=" call ", like=like))
    yield other
    other.locator("#pause-ask").click()
    expect(mover.locator("#pause-asked")).to_be_visible()
    choose(mover)
    yield mover
    mover.locator("#pause-agree").click()
    expect(mover.locator("#paused")).to_be_visible()
    yield mover


def a_last_card(opened: Open, made: Maker, like: Like) -> Iterator[Page]:
    """W5: the tick for the last card, and what is chosen with it."""
    game = made.game("Adaeze", "Bola", preset="001", last_card_call="penalty2", offers=" last", like=like)
    mover = both(opened, game)[0]
    choose(mover)
    yield mover


def a_stock_card(opened: Open, made: Maker, like: Like) -> Iterator[Page]:
    """R13: which of two cards the one from the stock takes."""
    game = made.game("Adaeze", "Bola", game="go_stop", preset="004", turn_clock=60, offers="choose", like=like)
    mover, other = both(opened, game)
    yield other
    onlooker = opened("an onlooker", locale=str(like.get("language", "en")))
    onlooker.goto(game.url)
    yield onlooker
    choose(mover)
    yield mover


def stop_or_go(opened: Open, made: Maker, like: Like) -> Iterator[Page]:
    """1.4, 1.5."""
    mover = both(opened, made.game("Adaeze", "Bola", game="go_stop", preset="004", offers="go", like=like))[0]
    choose(mover)
    yield mover


def a_game_over(opened: Open, made: Maker, like: Like) -> Iterator[Page]:
    """GAME OVER of both games, and the review."""
    both_games: list[dict[str, Any]] = [{"preset": "002"}, {"game": "go_stop", "preset": "004"}]
    for rules in both_games:
        game = made.game("Adaeze", "Bola", like=like, **rules)
        page = at_game(opened, game)[0]
        page.locator("#leave summary").click()
        page.locator("#leave button").click()
        page.goto(game.url)
        expect(page.locator(".headline")).to_be_visible()
        yield page
        page.goto(f"{game.url}review/")
        yield page


SCENES: list[Scene] = [a_whot, a_last_card, a_stock_card, stop_or_go, a_game_over]


@pytest.mark.once
@pytest.mark.parametrize("language", ["en", "ms"])
@pytest.mark.parametrize("scene", SCENES)
def test_whatever_can_be_pressed_can_be_reached_on_a_phone(
    opened: Open, made: Maker, scene: Scene, language: str
) -> None:
    for page in scene(opened, made, {"two_steps": True, "language": language}):
        assert page.locator("html").get_attribute("lang") == language
        for size in (PHONE, SMALL):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            assert page.evaluate(OUT_OF_REACH) == [], (size, page.url)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (size, page.url)


DEALS: list[dict[str, Any]] = [
    {"preset": "001"},
    {"preset": "003"},
    {"game": "go_stop", "preset": "004"},
    {"game": "go_stop", "preset": "004", "offers": " take ", "moves": 6},
]


@pytest.mark.once
@pytest.mark.parametrize("language", ["en", "ms"])
@pytest.mark.parametrize("deal", DEALS, ids=["001", "003", "Go-Stop", "later in Go-Stop"])
def test_the_own_hand_is_in_the_first_screen(opened: Open, made: Maker, deal: dict[str, Any], language: str) -> None:
    """Its first row whole, with nothing over it, whatever the table tells."""
    names = ("Adaeze", "Oluwaseun B", "Chidi", "Ifeoma")[: 2 if "game" in deal else 4]
    game = made.game(*names, turn_clock=1800, like={"language": language}, **deal)
    for page in at_game(opened, game)[:2]:
        for size in (PHONE, SMALL):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.evaluate("scrollTo(0, 0)")
            assert page.locator("#hand > li").first.evaluate(IN_FIRST_SCREEN), (size, page.url)


@pytest.mark.once
@pytest.mark.parametrize("language", ["en", "ms"])
@pytest.mark.parametrize("offers", ["choose", "go"])
def test_what_is_asked_in_go_stop_lies_over_nothing_of_the_table(
    opened: Open, made: Maker, offers: str, language: str
) -> None:
    """R13, 1.4: one decides with layout, hand and captures in sight on the smallest phone, and so one confirms."""
    like = {"two_steps": True, "language": language}
    game = made.game("Adaeze", "Bola", game="go_stop", preset="004", turn_clock=60, offers=offers, like=like)
    page = both(opened, game)[0]
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    assert page.evaluate(UNDER_STRIP) == []
    for part in ("#pending .calls button", "#stop", "#go", "#hand > li"):
        for one in page.locator(part).all():
            expect(one).to_be_in_viewport(ratio=0.9)
    choose(page)
    assert page.evaluate(UNDER_STRIP) == []


@pytest.mark.once
@pytest.mark.parametrize("scene", [a_whot, a_stock_card])
def test_what_the_keyboard_comes_to_is_seen_whatever_is_asked(opened: Open, made: Maker, scene: Scene) -> None:
    """The strip at the lower edge does not hide it."""
    *_others, page = scene(opened, made, {"two_steps": True})
    page.set_viewport_size(SMALL)  # type: ignore[arg-type]
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0) }")
    for _tab in range(page.locator("a[href], button, summary, input").count()):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUS_HIDDEN) == ""
