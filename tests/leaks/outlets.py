"""Every way in which bytes leave the site, and who gets them: what the leak tests look through.

Addresses come from the URL configuration and the routing of sockets, not from memory: a page that is added is looked
through without being named, and one with a new kind of parameter fails until `Scene.value` knows it.
"""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.apps import apps
from django.conf import settings
from django.core import mail
from django.http import HttpResponse
from django.test import Client, TestCase
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.module_loading import import_string

from accounts.models import User
from games import log, seeds, selectors
from games.models import Game
from tests.games.factories import guest, key, member
from tests.games.pages import browser
from tests.games.planted import TOKENS
from whot_site.logs import Line

WORDS = {
    "topic": "cards", "pool": "whot-2", "preset": "001", "game": "whot", "key": "k", "uidb36": "1",
    "token": "WzFd:1abcde:0123", "notice": 1, "content_type_id": 1, "contrast": 0, "grain": 0, "temperature": 0,
    "number": 1, "round": 1,
}  # fmt: skip
"""Values for parameters that name nothing of a game."""


def tokens_in(data: str) -> set[str]:
    return set(re.findall(r"z[hk]\d\dq", data)) & TOKENS


@dataclass
class Viewer:
    """Somebody who looks on. `seat` None: may know what everybody may."""

    name: str
    seat: int | None
    person: User | None
    client: Client


@dataclass
class Address:
    """An address of the site with the parameters that it takes."""

    name: str  # as `reverse` takes it
    parameters: dict[str, Any]  # their converters (None where it is a regular expression) by name

    @property
    def of_the_control(self) -> bool:
        return self.name.startswith("admin:")

    @property
    def of_a_game(self) -> bool:
        return "GameCode" in self._kinds

    @property
    def of_a_table(self) -> bool:
        return bool({"TableCode", "InviteToken"} & self._kinds)

    @property
    def _kinds(self) -> set[str]:
        return {type(converter).__name__ for converter in self.parameters.values()}


def addresses() -> list[Address]:
    """Every address of the site, the staff's control with it."""
    found = []

    def walk(patterns: Any, prefix: str) -> None:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, f"{pattern.namespace}:" if pattern.namespace else prefix)
            elif isinstance(pattern, URLPattern):
                converters = pattern.pattern.converters or dict.fromkeys(pattern.pattern.regex.groupindex)
                found.append(Address(f"{prefix}{pattern.name}", converters))

    walk(get_resolver().url_patterns, "")
    return found


@dataclass
class Scene:
    """A running game and everybody who may look at anything of it."""

    game: Game
    people: list[User]
    viewers: list[Viewer]
    invite_token: str
    asked: list[tuple[str, str, int]] = field(default_factory=list)  # viewer, address, status: what was looked at
    general: dict[str, set[str]] = field(default_factory=dict)  # cards that a page shows without any game

    @classmethod
    def of(cls, game: Game, people: list[User]) -> "Scene":
        staff = member("staff")
        staff.is_staff = staff.is_superuser = True
        staff.save()
        TOTP.activate(staff, generate_totp_secret())
        viewers = [Viewer(f"seat {seat}", seat, person, browser(person)) for seat, person in enumerate(people)]
        for name, person in (("stranger", member()), ("guest", guest()), ("nobody", None), ("staff", staff)):
            viewers.append(Viewer(name, None, person, browser(person)))
        for viewer in viewers:
            viewer.client.raise_request_exception = False
        return cls(game, people, viewers, selectors.invite_token_of(game.table))

    def again(self) -> Game:
        """The game as it is in the database now."""
        self.game = Game.objects.select_related("table").get(pk=self.game.pk)
        return self.game

    def value(self, name: str, converter: Any, of: str) -> Any:
        """The value for a parameter of an address. Raises KeyError for a kind that nobody has thought of."""
        kind = type(converter).__name__
        if kind == "GameCode":
            return self.game.code
        if kind == "TableCode":
            return self.game.table.code
        if kind == "InviteToken":
            return self.invite_token
        if kind == "Username":
            return self.people[0].username
        if name == "object_id":
            return self._row_of(of)
        if name == "app_label":
            return "games"
        if of == "first_deal" and name == "step":  # what follows is a script that calls cards by their codes
            return 0
        if name == "step":  # of a review: the deal, half way, now
            return (0, self.game.seq // 2, self.game.seq)[len(self.asked) % 3]
        return WORDS[name]

    def _row_of(self, admin_name: str) -> Any:
        """A row for a page of the control: of this game wherever there is one."""
        if admin_name == "admin:view_on_site":
            return self.game.pk
        label, model_name = re.fullmatch(r"admin:([^_]+)_(\w+)_\w+", admin_name).groups()
        model = apps.get_model(label, model_name)
        if model is Game:
            return self.game.pk
        rows = model.objects.all()
        names = {one.name for one in model._meta.get_fields()}
        if "game" in names and rows.filter(game=self.game).exists():
            rows = rows.filter(game=self.game)
        elif "table" in names and rows.filter(table=self.game.table).exists():
            rows = rows.filter(table=self.game.table)
        row = rows.order_by("pk").last()
        return row.pk if row is not None else 0

    def url(self, address: Address) -> str:
        values = {name: self.value(name, converter, address.name) for name, converter in address.parameters.items()}
        return reverse(address.name, kwargs=values)

    def get(self, viewer: Viewer, address: Address, **headers: str) -> str:
        """What the viewer is answered at this address."""
        path = self.url(address)
        answer = viewer.client.get(path + self.asking(address), headers=headers or None)
        self.asked.append((viewer.name, address.name, answer.status_code))
        return self.said(answer, path)

    def asking(self, address: Address) -> str:
        """More is asked than a link of ours would: for this game, to see it through other eyes and from the start."""
        if address.of_the_control:
            return ""
        eyes = ("all", *map(str, range(len(self.people))))[len(self.asked) % (len(self.people) + 1)]
        return f"?game={self.game.code}&eyes={eyes}&seat={eyes}&from=0&after=0"

    def post(self, viewer: Viewer, address: Address, fields: dict[str, Any], htmx: bool) -> HttpResponse:
        """The answer to a form with all fields that any form about a game has. The caller undoes what it did."""
        answer = posted(viewer.client, self.url(address), fields, htmx=htmx)
        self.asked.append((viewer.name, f"POST {address.name}", answer.status_code))
        return answer

    def said(self, answer: HttpResponse, path: str = "") -> str:
        """Every byte of an answer, less the general talk of cards on pages that know no game, and less earlier games
        in the export of one's own data."""
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        text = body.decode("utf-8", "replace")
        if path == reverse("export") and answer.status_code == 200:
            text = json.dumps(self._of_this_game(json.loads(text)))
        text += str(answer.headers) + str(answer.cookies)
        for token in self.general.get(path, ()):
            text = text.replace(token, "")
        return text

    def _of_this_game(self, data: dict[str, Any]) -> dict[str, Any]:
        return data | {"games": [line for line in data["games"] if line["game"] == self.game.code]}

    def learn_general(self) -> None:
        """Remembers which cards pages without any parameter of ours talk of (rules, help): asked for by nobody in
        particular, who sees no game."""
        nobody = Client(raise_request_exception=False)
        for address in addresses():
            if address.of_the_control or address.of_a_game:
                continue
            path = self.url(address)
            answer = nobody.get(path)
            if answer.status_code == 200:
                self.general[path] = tokens_in(answer.content.decode("utf-8", "replace"))


def posted(client: Client, path: str, fields: dict[str, Any], *, htmx: bool = False, **headers: str) -> HttpResponse:
    """The answer to a form; what follows the commit has happened."""
    if htmx:
        headers["HX-Request"] = "true"
    with TestCase.captureOnCommitCallbacks(execute=True):
        answer: HttpResponse = client.post(path, fields, headers=headers or None)
    return answer


def act_on(scene: Scene, viewer: Viewer, action: str, seq: int, *, htmx: bool = False, of: str = "") -> HttpResponse:
    fields = {"action": action, "seen_seq": seq, "key": of or key()}
    return posted(viewer.client, f"/games/{scene.game.code}/actions/", fields, htmx=htmx)


def run_all_tasks() -> None:
    """Everything that the schedule of the site would run."""
    for name in sorted({entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}):
        with TestCase.captureOnCommitCallbacks(execute=True):
            import_string(name).apply(throw=True)


def mails() -> Iterator[tuple[str, str]]:
    """Address and whole text of every mail since the last call."""
    sent, mail.outbox[:] = list(mail.outbox), []
    for message in sent:
        for to in message.recipients():
            yield to, message.message().as_string() + message.subject + str(message.body) + str(message.alternatives)


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        extra = {name: value for name, value in record.__dict__.items() if name not in ("msg", "args", "message")}
        self.lines.append(f"{self.format(record)} {extra!r}")


class _Written(_Lines):
    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Line("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def logs(as_written: bool = False) -> Iterator[list[str]]:
    """All that is logged where LOG_LEVEL is DEBUG, with tracebacks and whatever hangs on the records. `as_written`: as
    the site's own handler writes it, where secrets of addresses are left out."""
    handler, root = _Written() if as_written else _Lines(), logging.getLogger()
    level = root.level
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    try:
        yield handler.lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


def seed_of(game: Game) -> str:
    return seeds.open_seed(game.code, game.sealed_seed).hex()


def legal(game: Game) -> list[str]:
    engine = log.rules_of(game).game
    return [engine.format_action(action) for action in engine.legal_actions(log.load(game))]
