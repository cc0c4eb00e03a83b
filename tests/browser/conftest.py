"""A real Chromium against the real site in a process of its own. No Django in this process."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from tests import chromium, cluster
from tests.browser.making import Made, Maker, maker
from tests.browser.playing import KNOWN
from tests.conftest import ON_SERVERS
from tests.processes import site


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    path = chromium.find()
    if path is None:
        pytest.skip(chromium.ADVICE)
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"]
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return {**browser_type_launch_args, "executable_path": path, "args": [*quiet, *root]}


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """A site of this profile, one process on SQLite or a cluster: its address, and the settings to join it with."""
    # All visitors of the tests come from one address, and move faster than people do.
    variables = {"GUESTS_AN_HOUR": "1000", "GAMES_MOVES_A_MINUTE": "100000"}
    variables |= {"SWEEP_OVERRIDE": "1"}  # games that tests have left run out of time, many at once
    variables |= {"GAMES_BOT_PAUSE_LEAST": "0.1", "GAMES_BOT_PAUSE_MOST": "0.3", "GAMES_MATCH_PAUSE": "2"}
    if ON_SERVERS:
        with cluster.running("--fast", variables=variables) as found:
            yield found.address, found.environment
        return
    variables["DATA_DIR"] = str(tmp_path_factory.mktemp("data"))
    with site(variables) as (_process, address):
        yield address, variables


@pytest.fixture(scope="session")
def address(running: tuple[str, dict[str, str]]) -> str:
    return running[0]


@pytest.fixture(scope="session")
def made(running: tuple[str, dict[str, str]]) -> Iterator[Maker]:
    """Makes games in the database of that site."""
    with maker(*running) as asked:
        yield asked


@dataclass
class Visitor:
    """A page in a browser of one's own, and every complaint that the browser made."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    def failed(self, request: Request) -> None:
        """Note a request that failed, but not one that the browser itself gave up because the page was left."""
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed: {request.url}: {request.failure}")


Open = Callable[..., Page]
CALM = {"locale": "en-GB", "reduced_motion": "reduce"}
PHONE = {"width": 360, "height": 740}
NARROWEST = {"width": 320, "height": 568}
DESKTOP = {"width": 1280, "height": 800}


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Any]:
    """Give a function that opens a path as a new visitor: size, colour scheme, language."""
    contexts = []

    def open_page(path: str, size: dict[str, int], scheme: str = "light", locale: str = "en-GB") -> Visitor:
        context = browser.new_context(viewport=size, color_scheme=scheme, locale=locale)  # type: ignore[arg-type]
        contexts.append(context)
        visitor = Visitor(context.new_page())
        visitor.page.on(
            "console", lambda said: visitor.complaints.append(said.text) if said.type in {"error", "warning"} else None
        )
        visitor.page.on("pageerror", lambda error: visitor.complaints.append(str(error)))
        visitor.page.on("requestfailed", visitor.failed)
        visitor.page.goto(address.rstrip("/") + path)
        return visitor

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def contrast_script() -> str:
    """JavaScript that returns every visible text below 4.5:1 against what is behind it."""
    return (Path(__file__).parent / "contrast.js").read_text()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Opens a browser of somebody, by name; at the end none of them may have complained.

    They ask for reduced motion, as many people do: drawing every card's way takes most of a small machine's time.
    Tests of what moves, and the whole games of tests/browser/test_game.py, say reduced_motion="no-preference"."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(name: str, size: dict[str, int] = PHONE, **options: Any) -> Page:
        known = {"storage_state": KNOWN[name]} if name in KNOWN and "storage_state" not in options else {}
        context = browser.new_context(viewport=size, **{**CALM, **known, **options})  # type: ignore[arg-type]
        contexts.append(context)
        page = contexts[-1].new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in {"error", "warning"} else None)
        return page

    open_page.complaints = complaints  # type: ignore[attr-defined]
    yield open_page
    for context in contexts:
        context.close()
    expected = (
        "401",
        "422",
        "409",
        "429",
        "403",
        "ERR_INTERNET_DISCONNECTED",
        "WebSocket connection",
        "htmx:afterRequest",
        "htmx:sendError",
        "htmx:sendAbort",  # the page was left while it asked
    )
    assert [line for line in complaints if not any(word in line for word in expected)] == []


@pytest.fixture
def two(opened: Open, made: Maker) -> tuple[Page, Page]:
    """The page of who is to act, and that of the other, in a game in which one may always draw."""
    game = made.game("Adaeze", "Bola", preset="002", turn_clock=120)
    host, guest = at_game(opened, game)
    return (host, guest) if game.to_act == 0 else (guest, host)


def at_game(opened: Open, game: Made, *sizes: dict[str, int], **options: Any) -> list[Page]:
    """A page of the game for each of its people, by seat; their sizes in the same order, a phone's for the others."""
    pages = []
    for at, known in enumerate(game.known):
        page = opened(f"seat {at}", sizes[at] if at < len(sizes) else PHONE, storage_state=known, **options)
        page.goto(game.url)
        pages.append(page)
    return pages


@pytest.fixture
def phone(browser: Browser) -> Iterator[Open]:
    contexts: list[BrowserContext] = []

    def opened(**options: Any) -> Page:
        contexts.append(browser.new_context(viewport=PHONE, **options))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        page.set_default_timeout(10_000)
        return page

    yield opened
    for context in contexts:
        context.close()
