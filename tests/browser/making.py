"""Games that stand before a test looks: made in the database of the site, not by clicking."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tests.processes import environment, started


@dataclass(frozen=True)
class Made:
    """A running game: its address, the seat to act, and what a browser of each of the people knows."""

    code: str
    url: str
    to_act: int
    known: list[dict[str, Any]]  # Playwright's storage_state, by seat


class Maker:
    """Asks `tests.browser.maker`, which runs as long as the tests do."""

    def __init__(self, process: "subprocess.Popen[str]", address: str) -> None:
        self.process, self.address, self.cookie = process, address, ""

    def game(
        self, *people: str, moves: int = 0, computers: int = 0, to_act: int | None = None,
        offers: str = "", ends_in: tuple[int, int] | None = None, like: Mapping[str, Any] | None = None,
        purse: int = 5_000, drawn: bool = False, heavy: int = 0, seconds: int | None = None,
        wild_card: bool = False, whots: int = 0, **rules: Any,
    ) -> Made:  # fmt: skip
        """A game of these people by `rules` (as `tests.games.factories.rules`); the rest as `maker` says."""
        wish = {"people": people, "rules": rules, "moves": moves, "computers": computers, "to_act": to_act,
                "offers": offers, "ends_in": ends_in, "like": dict(like or {}), "purse": purse, "drawn": drawn,
                "heavy": heavy, "seconds": seconds, "wild_card": wild_card, "whots": whots}  # fmt: skip
        made = self._asked(wish)
        self.cookie = made["cookie"]
        known = [self._known(value) for value in made["sessions"]]
        return Made(made["code"], f"{self.address}games/{made['code']}/", made["to_act"], known)

    def sign_in(self, game: Made, seat: int) -> dict[str, Any]:
        """What the browser of somebody knows who has just signed in again."""
        return self._known(self._asked({"code": game.code, "seat": seat}))

    def take_back(self, game: Made) -> None:
        """Staff takes the result of a game that is over back."""
        self._asked({"code": game.code, "seat": None})

    def call_off(self, code: str) -> None:
        """Staff calls a game off that is under way (W7.5)."""
        self._asked({"call_off": code})

    def _asked(self, wish: Mapping[str, Any]) -> Any:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(wish) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, "the maker of games has ended; see its error above"
        return json.loads(answer)

    def _known(self, session: str) -> dict[str, Any]:
        where = {"domain": urlsplit(self.address).hostname, "path": "/", "expires": -1}
        flags = {"httpOnly": True, "secure": False, "sameSite": "Lax"}
        return {"cookies": [{"name": self.cookie, "value": session, **where, **flags}], "origins": []}


LONGEST = 7200  # seconds: as long as any run of the browser's tests


@contextlib.contextmanager
def maker(address: str, variables: Mapping[str, str]) -> Iterator[Maker]:
    """A maker for the site at this address, which runs with these settings."""
    command = [sys.executable, "-m", "tests.browser.maker"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with started(command, LONGEST, env=environment(**variables), **pipes) as process:
        yield Maker(process, address)
