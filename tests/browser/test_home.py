"""The first pages in a real browser: both palettes, narrow and wide, under the real headers."""

from typing import Any

import pytest

from tests.browser.coin_ends import STAKE, shot
from tests.browser.conftest import DESKTOP, NARROWEST, PHONE, Open
from tests.browser.making import Maker

INK = {"light": "rgb(36, 26, 30)", "dark": "rgb(243, 234, 228)"}


@pytest.mark.once
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [NARROWEST, PHONE, DESKTOP], ids=lambda size: f"{size['width']}x{size['height']}")
def test_the_home_page_is_readable_and_quiet(
    visit: Any, contrast_script: str, size: dict[str, int], scheme: str
) -> None:
    visitor = visit("/", size, scheme)
    page = visitor.page
    assert page.get_by_role("heading", level=1).inner_text() == "Whot, the Nigerian card game"
    assert page.evaluate("getComputedStyle(document.body).color") == INK[scheme]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it scrolls sideways"
    assert page.evaluate(contrast_script) == []
    assert visitor.complaints == []


@pytest.mark.once
def test_the_contrast_check_sees_pale_text(visit: Any, contrast_script: str) -> None:
    page = visit("/", PHONE).page
    page.evaluate("document.querySelector('h1').style.setProperty('color', '#0b5137')")
    assert page.evaluate(contrast_script) == ["Whot, the Nigerian card game: 1.00"]


@pytest.mark.once
def test_an_inline_script_does_not_run(visit: Any) -> None:
    visitor = visit("/", PHONE)
    visitor.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.body.append(script);
        }"""
    )
    assert visitor.page.evaluate("window.ran") is None
    assert any("Content Security Policy" in complaint for complaint in visitor.complaints)


@pytest.mark.once
def test_the_keyboard_reaches_the_content_first_and_shows_where_it_is(visit: Any) -> None:
    page = visit("/", PHONE).page
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    assert skip.evaluate("e => e === document.activeElement")
    assert skip.evaluate("e => e.getBoundingClientRect().top >= 0")
    assert skip.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_the_language_is_chosen_without_script_and_kept(visit: Any) -> None:
    visitor = visit("/", PHONE)
    visitor.page.get_by_role("button", name="Bahasa Melayu").click()
    assert visitor.page.get_by_role("heading", level=1).inner_text() == "Whot, permainan kad dari Nigeria"
    visitor.page.reload()
    assert visitor.page.evaluate("document.documentElement.lang") == "ms"
    assert visitor.complaints == []


@pytest.mark.once
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_that_is_not_there_has_our_look(visit: Any, contrast_script: str, scheme: str) -> None:
    visitor = visit("/no/such/page", NARROWEST, scheme, locale="ms")
    assert visitor.page.get_by_role("heading", level=1).inner_text() == "Halaman ini tidak wujud"
    assert visitor.page.evaluate(contrast_script) == []
    assert [c for c in visitor.complaints if "404" not in c] == []


def test_this_profile_serves_the_page_from_its_own_database(visit: Any) -> None:
    page = visit("/healthz", PHONE).page
    assert page.evaluate("JSON.parse(document.body.innerText).status") == "ok"


LINES = """() => {
  const shown = [...document.querySelectorAll("header.bar a")].filter(link => link.getClientRects().length);
  const middles = shown.map(link => link.getBoundingClientRect()).map(at => (at.top + at.bottom) / 2);
  return middles.sort((a, b) => a - b).filter((middle, at) => !at || middle > middles[at - 1] + 10).length;
}"""


@pytest.mark.once
@pytest.mark.parametrize("locale", ["en-GB", "ms"])
def test_the_head_of_a_page_has_two_lines_at_most_on_a_phone(
    opened: Open, made: Maker, address: str, locale: str
) -> None:
    """Also for somebody with a long name whom a game waits for and somebody wants as a friend; nothing is left out."""
    name = "Oluwadamilola Adebayo-Ogundipe"
    game = made.game("Adaeze", "Bola", to_act=0, like={"display_name": name, "language": locale[:2]}, **STAKE)
    stranger = opened("nobody", PHONE, locale=locale)
    me, other = (opened("", PHONE, storage_state=known, locale=locale) for known in game.known)
    guest = opened("", PHONE, storage_state=made.game("Chidi", "Dayo", preset="001").known[1], locale=locale)
    for page, least in ((stranger, 4), (guest, 4), (other, 5), (me, 6)):
        for path in ("rules/", "help/"):
            page.goto(address + path)
            assert page.evaluate(LINES) <= 2, (path, least)
            assert page.locator("header.bar a:visible").count() >= least
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other.goto(me.locator("header .self").evaluate("link => link.href"))
    other.locator("#relation button.action").click()
    for width in (360, 320):
        me.set_viewport_size({"width": width, "height": 740})
        me.goto(f"{address}rules/")
        shot(me, f"head-{locale}-{width}")
        assert me.locator("header.bar a:visible").count() == 7 and me.evaluate(LINES) <= 2 + (width < 360)
        assert me.evaluate("document.documentElement.scrollWidth <= innerWidth")
