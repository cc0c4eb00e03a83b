"""A person without script at a running site, for tests and measurements from outside: cookies, forms, redirects."""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urljoin


class Guest:
    """A guest who plays the computer: `page` is the last page, `seconds` how long its last post took."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        self.url = self.page = ""
        self.seconds = 0.0

    def get(self, path: str) -> str:
        return self._open(urllib.request.Request(urljoin(self.address, path)))

    def post(self, path: str, fields: dict[str, str]) -> str:
        token = next((cookie.value for cookie in self.cookies if cookie.name.endswith("csrf")), None)
        data = urlencode({**fields, "csrfmiddlewaretoken": token or ""}).encode()
        request = urllib.request.Request(urljoin(self.address, path), data, {"Referer": self.address})
        began = time.monotonic()
        page = self._open(request)
        self.seconds = time.monotonic() - began
        return page

    def _open(self, request: urllib.request.Request) -> str:
        try:
            with self.opener.open(request, timeout=30) as answer:
                self.url, self.page = answer.url, answer.read().decode()
        except urllib.error.HTTPError as refused:  # a page with a sentence, as any other
            self.page = refused.read().decode()
        return self.page

    def field(self, name: str) -> str:
        found = re.search(rf'<input[^>]*\bname="{name}"[^>]*\bvalue="([^"]*)"', self.page)
        assert found, f"the page has no field {name}"
        return found[1]

    # -- a game against the computer ----------------------------------------------------------------------------------

    def begin(self, preset: str, seats: int, level: str, game: str = "whot") -> None:
        self.get(f"computer/?game={game}")
        fields = {"game": game, "preset": preset, "seats": str(seats), "bot_level": level, "key": self.field("key")}
        self.post("computer/", {**fields, "name": "Ada"})
        table = re.search(r'action="/(tables/\w+/agree/)" data-at-once', self.page)
        assert table, self.url
        self.post(table[1], {"seen_agreement": self.field("seen_agreement"), "client_seed": "-"})
        assert "/games/" in self.url, self.url

    @property
    def seq(self) -> int:
        found = re.search(r'id="panel"[^>]*data-seq="(\d+)"', self.page)
        assert found
        return int(found[1])

    @property
    def is_over(self) -> bool:
        return 'class="headline"' in self.page

    @property
    def is_my_turn(self) -> bool:
        return 'class="panel mine"' in self.page

    def look(self) -> None:
        self.get(self.url)

    def move(self) -> None:
        """The first card that fits, else the market; waits for the answer, a page."""
        buttons = re.findall(r"<button[^>]*name=\"action\"[^>]*>", self.page)
        fitting = [b for b in buttons if re.search(r'class="card fits|id="w-', b)] or [
            b for b in buttons if 'aria-disabled="true"' not in b and ('id="draw"' in b or 'id="keep"' in b)
        ]
        value = re.search(r'value="([^"]*)"', fitting[0])
        assert value
        code = self.url.split("/games/")[1].split("/")[0]
        fields = {"action": value[1], "seen_seq": self.field("seen_seq"), "key": self.field("key")}
        if 'value="last"' in self.page:
            fields["also"] = "last"
        self.post(f"games/{code}/actions/", fields)
