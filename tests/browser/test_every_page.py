"""Every page there is (tests/site/everything.py lists them from the URL configuration): axe, width, complaints."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DESKTOP, NARROWEST
from tests.processes import ROOT, environment, site

WORDS = (Path(__file__).parent / "words.js").read_text()

pytestmark = pytest.mark.once  # what a page looks like does not depend on the database


@pytest.fixture
def furnished(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[str, dict[str, Any]]]:
    """The address of a site with something on every page, and its places with the cookies of who looks at them.

    One a language: an account keeps what its first browser spoke. A parameter goes to what makes it all."""
    options = [request.param] if hasattr(request, "param") else []
    variables = {"DATA_DIR": str(tmp_path), "GAMES_MOVES_A_MINUTE": "100000"}
    with site(variables) as (_process, address):
        made = subprocess.run(
            [sys.executable, "-m", "tests.site.everything", *options],
            cwd=ROOT, env=environment(**variables), capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        yield address.rstrip("/"), json.loads(made.stdout)


def wrong_with(page: Page) -> list[str]:
    """What axe, which is in the page, finds, whether the page scrolls sideways, and words that are broken or cut."""
    found = page.evaluate("axe.run({resultTypes: ['violations']}).then(results => results.violations)")
    wrong = [f"{rule['id']}: {node['html'][:150]}" for rule in found for node in rule["nodes"]]
    if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
        wrong.append("it scrolls sideways")
    wrong += [f"{what}: {word} in {where}" for what, word, where in page.evaluate(WORDS)]
    return wrong


Look = tuple[dict[str, int], str]


@pytest.mark.parametrize(
    ("locale", "looks"),
    [("ms", [(NARROWEST, "light"), (DESKTOP, "dark")]), ("en-GB", [(NARROWEST, "dark"), (DESKTOP, "light")])],
    ids=["ms, narrow light and wide dark", "en, narrow dark and wide light"],
)
def test_nothing_is_wrong_with_any_page(
    browser: Browser, furnished: tuple[str, dict[str, Any]], locale: str, looks: list[Look]
) -> None:
    """Each page is loaded once a language, narrow, and looked at again when it has become wide."""
    address, everything = furnished
    wrong: dict[str, list[str]] = {}
    for who, cookies in everything["cookies"].items():
        context = browser.new_context(locale=locale)
        host = urlsplit(address).hostname or ""
        context.add_cookies([{"name": n, "value": v, "domain": host, "path": "/"} for n, v in cookies.items()])
        page, said = context.new_page(), []
        page.on("console", lambda told, said=said: said.append(told.text) if told.type == "error" else None)
        page.on("pageerror", lambda error, said=said: said.append(str(error)))
        for _who, name, path in [place for place in everything["places"] if place[0] == who]:
            _look(page, looks[0])
            answer = page.goto(address + path)
            assert answer is not None and answer.status == 200, (who, path)
            assert page.locator("html").get_attribute("lang") == locale[:2]
            page.evaluate(Axe().axe_script)
            for look in looks:
                _look(page, look)
                for summary in page.locator("main details:not([open]) > summary").all():
                    if summary.is_visible():
                        summary.click()
                found = [*wrong_with(page), *said]
                said.clear()
                if found:
                    wrong[f"{who}, {name} {path}, {look}"] = found
        context.close()
    assert wrong == {}, "\n".join(f"{where}: {found}" for where, found in wrong.items())


# What is seen and reaches beyond the window. What scrolls by itself keeps what it holds.
BEYOND = """() => {
  const scrolls = (element) => ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(element).overflowX);
  const held = (element) => element.parentElement && (scrolls(element.parentElement) || held(element.parentElement));
  return [...document.querySelectorAll("main *")].filter((element) =>
    element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1 && !held(element)
    && !element.closest("svg")).map((element) => element.outerHTML.slice(0, 120));
}"""


@pytest.mark.parametrize("furnished", ["--long-names"], indirect=True)
def test_the_longest_of_names_leave_every_page_its_width(
    browser: Browser, furnished: tuple[str, dict[str, Any]]
) -> None:
    address, everything = furnished
    wrong = []
    for who, cookies in everything["cookies"].items():
        context = browser.new_context(locale="ms", viewport=NARROWEST)
        host = urlsplit(address).hostname or ""
        context.add_cookies([{"name": n, "value": v, "domain": host, "path": "/"} for n, v in cookies.items()])
        page = context.new_page()
        for _who, _name, path in [place for place in everything["places"] if place[0] == who]:
            page.goto(address + path)
            for summary in page.locator("main details:not([open]) > summary").all():
                if summary.is_visible():
                    summary.click()
            wide = page.evaluate("document.documentElement.scrollWidth")
            wrong += [(who, path, found) for found in page.evaluate(BEYOND)[:3]]
            if wide > NARROWEST["width"]:
                wrong.append((who, path, f"{wide} px wide"))
        context.close()
    assert wrong == [], "\n".join(map(str, wrong))


def test_broken_and_cut_words_are_noticed(browser: Browser) -> None:
    page = browser.new_page(viewport=NARROWEST)
    page.set_content(
        "<p style='width: 3rem; overflow-wrap: anywhere'>Sebelumnya</p><button style='width: 3rem'>Terakhir</button>"
        "<p style='width: 3rem; overflow: hidden; white-space: nowrap'>Log masuk</p><p>Whole words, on lines</p>"
    )
    assert [found[:2] for found in page.evaluate(WORDS)] == [
        ["broken", "Sebelumnya"], ["sticks out", "Terakhir"], ["cut", "Log masuk"]
    ]  # fmt: skip
    page.close()


def _look(page: Page, look: Look) -> None:
    size, scheme = look
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
