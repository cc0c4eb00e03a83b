"""What is sent compressed, asked of the one-process site as a browser asks."""

import gzip
import http.client
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from django.test import Client

from tests.processes import ROOT, site

FIRST_LOAD = 60_000  # bytes of the game page with all that it needs, as sent


class Browser:
    """Keeps its cookies and what it was sent; asks for nothing twice."""

    def __init__(self, address: str) -> None:
        self.host = urlsplit(address).netloc
        self.cookies: dict[str, str] = {}

    def ask(
        self, path: str, fields: dict[str, str] | None = None, **headers: str
    ) -> tuple[http.client.HTTPResponse, bytes]:
        connection = http.client.HTTPConnection(self.host, timeout=20)
        sent = {
            "Accept-Encoding": "gzip, deflate, br",
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if fields is not None:
            sent |= {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{self.host}"}
        connection.request("GET" if fields is None else "POST", path, urlencode(fields or {}) or None, sent)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer, body


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("data")
    with site({"DATA_DIR": str(folder)}) as (_process, found):
        yield found


def fields_of(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


@pytest.mark.once
@pytest.mark.parametrize(
    "path",
    ["/", "/help/", "/no/such/page", "/static/css/site.css", "/static/cards/whot.svg", "/static/vendor/htmx.min.js"],
)
def test_pages_and_files_are_sent_compressed(address: str, path: str) -> None:
    plain, whole = Browser(address).ask(path, Accept_Encoding="identity")
    packed, body = Browser(address).ask(path)
    assert packed.status == plain.status
    assert (plain.headers["Content-Encoding"], packed.headers["Content-Encoding"]) == (None, "gzip")
    assert "Accept-Encoding" in plain.headers["Vary"] and "Accept-Encoding" in packed.headers["Vary"]
    assert len(body) < 0.75 * len(whole)
    if path.startswith("/static/"):
        assert gzip.decompress(body) == whole == (ROOT / path.lstrip("/")).read_bytes()


@pytest.mark.once
@pytest.mark.parametrize(("game", "preset"), [("whot", "001"), ("go_stop", "004")])
def test_the_first_load_of_a_game_is_small(address: str, game: str, preset: str) -> None:
    browser = Browser(address)
    _answer, page = browser.ask(f"/computer/?game={game}")
    form = fields_of(gzip.decompress(page).decode())
    answer, _ = browser.ask("/computer/", {**form, "preset": preset, "seats": "2"})
    answer, page = browser.ask(answer.headers["Location"])
    shown = gzip.decompress(page).decode()
    address_of_form = re.search(r'action="([^"]+)" data-at-once', shown)
    assert address_of_form and len(page) < 3000, "one step more on a slow line is a small one"
    answer, _ = browser.ask(address_of_form[1], fields_of(shown))
    answer, page = browser.ask(answer.headers["Location"])
    text = gzip.decompress(page).decode()
    assert answer.status == 200 and "data-seq" in text
    needed = set(re.findall(r'(?:src|href)="(/static/[^"#]+)', text))
    assert {"/static/css/game.css", f"/static/cards/{game}.svg", "/static/vendor/htmx.min.js"} <= needed
    sizes = {"document": len(page)} | {path: len(browser.ask(path)[1]) for path in needed}
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


@pytest.mark.once
def test_a_file_that_is_known_already_is_not_sent_again(address: str) -> None:
    browser = Browser(address)
    first, body = browser.ask("/static/vendor/htmx.min.js")
    assert len(body) > 1000
    for known in ({"If_None_Match": first.headers["ETag"]}, {"If_Modified_Since": first.headers["Last-Modified"]}):
        again, nothing = browser.ask("/static/vendor/htmx.min.js", **known)
        assert (again.status, nothing, again.headers["Content-Encoding"]) == (304, b"", None)


@pytest.mark.once
def test_a_part_of_a_file_and_a_picture_are_sent_as_they_are(address: str) -> None:
    part, body = Browser(address).ask("/static/vendor/htmx.min.js", Range="bytes=0-99")
    assert (part.status, len(body), part.headers["Content-Encoding"]) == (206, 100, None)
    picture, body = Browser(address).ask("/static/preview.png")
    assert picture.headers["Content-Encoding"] is None
    assert body == (ROOT / "static/preview.png").read_bytes()


def test_a_browser_that_reads_no_gzip_gets_none(client: Client) -> None:
    assert not client.get("/", headers={"accept-encoding": "br"}).has_header("Content-Encoding")


def test_the_same_page_hides_its_form_token_anew_each_time(client: Client) -> None:
    pages = [client.get("/help/").content.decode() for _ in range(2)]
    tokens = [re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0] for page in pages]
    assert tokens[0] != tokens[1]
