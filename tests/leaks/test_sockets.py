"""What is pushed to every socket of the site while a game is played holds no card that its viewer may not know, and
no socket can act (checks 26, 40)."""

import asyncio
import json
import random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import User
from games import presenters, push, selectors
from games.models import Game
from games.routing import websocket_urlpatterns
from games.services import play
from tests.games.factories import key, legal, member, started, to_act
from tests.games.pages import browser
from tests.games.planted import planted
from whot_site.asgi import application

from .known import Knowledge, undrawn
from .outlets import tokens_in

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("unlimited_moves", "layer_of_this_loop"),
]
IN_TIME = 5.0


def paths_of(game: Game) -> list[str]:
    """One address for every socket that the routing knows, in its order. Raises KeyError for a new parameter."""
    values = {"token": selectors.invite_token_of(game.table)}
    found = []
    for route in websocket_urlpatterns:
        pattern = str(route.pattern).removeprefix("^").removesuffix(r"\Z")
        code = game.code if "games" in pattern else game.table.code
        for name in route.pattern.regex.groupindex:
            value = {**values, "code": code}[name]
            start = pattern.index(f"(?P<{name}>")
            pattern = pattern[:start] + value + pattern[pattern.index(")", start) + 1 :]
        found.append(f"/{pattern}")
    return found


def socket_of(client: Client, path: str, origin: bytes | None = b"http://localhost") -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"cookie", cookies.encode())] + ([] if origin is None else [(b"origin", origin)])
    return WebsocketCommunicator(application, path, headers=headers)


class Listener:
    """One viewer at one socket, with everything it was sent since it was last looked at."""

    def __init__(
        self, name: str, seat: int | None, socket: WebsocketCommunicator, client: Client | None = None
    ) -> None:
        self.name, self.seat, self.socket, self.client = name, seat, socket, client

    async def heard(self, expected: int = 0) -> list[str]:
        """All frames since the last call; waits until there are as many as are expected."""
        said = [json.dumps(await self.socket.receive_output(timeout=IN_TIME), default=repr) for _ in range(expected)]
        while not await self.socket.receive_nothing(timeout=0.02, interval=0.005):
            frame = await self.socket.receive_output(timeout=IN_TIME)
            said.append(json.dumps(frame, default=repr))
        return said


async def listening(people: list[User], game: Game) -> list[Listener]:
    """Every seat, an onlooker and somebody signed out, each at every socket that lets them in."""
    stranger = await sync_to_async(member)()
    viewers: list[tuple[str, int | None, User | None]] = [(f"seat {n}", n, person) for n, person in enumerate(people)]
    viewers += [("an onlooker", None, stranger), ("nobody", None, None)]
    found = []
    for name, seat, person in viewers:
        client = await sync_to_async(browser)(person)
        for path in paths_of(game):
            socket = socket_of(client, path)
            entered, _code = await socket.connect(timeout=IN_TIME)
            if entered:
                found.append(Listener(f"{name} at {path}", seat, socket, client))
    return found


@pytest.mark.parametrize(("preset", "seats", "steps"), [("000", 3, 14), ("002", 2, 14), ("003", 4, 10), ("004", 2, 10)])
def test_nothing_pushed_names_a_card_that_its_viewer_may_not_know(
    preset: str, seats: int, steps: int, certain_deals: Any
) -> None:
    found, messages = asyncio.run(pushed(preset, seats, steps, certain_deals))
    assert found == []
    assert messages > steps * (seats + 1), "the sockets of the game are told of every move"


async def pushed(preset: str, seats: int, steps: int, certain_deals: Any) -> tuple[list[str], int]:
    kind = "go_stop" if preset == "004" else "whot"
    with planted(kind):
        certain_deals(21)
        people = [await sync_to_async(member)() for _ in range(seats)]
        game = await sync_to_async(started)(people, game=kind, preset=preset, start="full")
        chance, known, leaks, messages = random.Random(preset), Knowledge(seats, kind), [], 0
        await sync_to_async(known.learn)(game)
        listeners = await listening(people, game)
        for step in range(steps):
            for listener in listeners:
                for said in await listener.heard(expected="/ws/games/" in listener.name):
                    messages += "panel" in said
                    hidden = tokens_in(said) & known.hidden_from(listener.seat)
                    leaks += [f"{listener.name} at {game.seq}: {token}" for token in sorted(hidden)]
            game = await sync_to_async(on)(game, chance, listeners, leaving=step == 6 and seats > 2)
            if game.state != Game.State.PLAYING:
                break  # from here on every hand is open
            await sync_to_async(known.learn)(game)
        for listener in listeners:
            await listener.socket.disconnect()
        return leaks, messages


def on(game: Game, chance: random.Random, listeners: list[Listener], *, leaving: bool) -> Game:
    """One entry more, posted from the browser whose sockets are open: they are sent what it is answered."""
    client = next(each.client for each in listeners if each.seat == game.to_act)
    assert client is not None
    if leaving:
        client.post(f"/games/{game.code}/leave/", {"sure": "yes"})
    else:
        fields = {"action": chance.choice(legal(game)), "seen_seq": game.seq, "key": key()}
        answer = client.post(f"/games/{game.code}/actions/", fields, headers={"HX-Request": "true"})
        assert answer.status_code == 200
    return Game.objects.select_related("table").get(pk=game.pk)


@pytest.mark.parametrize("preset", ["002", "004"])
def test_a_push_that_leaks_is_noticed(preset: str, certain_deals: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = presenters.panel

    def careless(seen: Any, viewer: Any, now: Any) -> str:
        return honest(seen, viewer, now) + " ".join(undrawn(seen.game))

    monkeypatch.setattr(presenters, "panel", careless)
    found, _messages = asyncio.run(pushed(preset, 2, 2, certain_deals))
    assert found


def test_a_table_drawn_for_one_that_reaches_all_is_noticed(certain_deals: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "own_group", lambda code, user_id: push.game_group(code))
    monkeypatch.setattr(push, "reader_of", lambda *reader: "anybody")
    found, _messages = asyncio.run(pushed("002", 2, 3, certain_deals))
    assert found


@pytest.mark.parametrize(
    "origin", [None, b"null", b"https://elsewhere.example", b"http://localhost.elsewhere.example", b""]
)
def test_no_socket_opens_for_another_origin(origin: bytes | None) -> None:
    people = [member(), member()]
    game = started(people, preset="002")

    async def scene() -> None:
        client = await sync_to_async(browser)(people[0])
        for path in await sync_to_async(paths_of)(game):
            entered, _code = await socket_of(client, path, origin).connect(timeout=IN_TIME)
            assert not entered, path

    asyncio.run(scene())


def test_frames_of_any_kind_change_nothing_and_close_nothing_but_themselves() -> None:
    """Check 57, of sockets: whatever comes in is not read, and the next push comes as ever."""
    people = [member(), member()]
    game = started(people, preset="002")
    chance = random.Random(57)
    odd = ["", "{}", "[" * 5000, '{"type": "changed", "seq": 99}', '{"action": "draw", "seen_seq": 0}', "\x00", "NaN",
           '{"type": "session.ended"}', "é" * 30_000, "play C5"]  # fmt: skip

    async def scene() -> None:
        client = await sync_to_async(browser)(people[0])
        paths = await sync_to_async(paths_of)(game)
        listeners = [Listener(path, 0, socket_of(client, path)) for path in paths]
        for listener in listeners:
            assert (await listener.socket.connect(timeout=IN_TIME))[0]
            await listener.heard(expected="/ws/games/" in listener.name)
            for _frame in range(100):
                data = {"text": chance.choice(odd)} if chance.random() < 0.5 else {"bytes": chance.randbytes(700)}
                await listener.socket.send_input({"type": "websocket.receive", **data})
        assert [await listener.heard() for listener in listeners] == [[]] * len(paths)
        await sync_to_async(play.act)(game.code, to_act_of[0], "draw", 0, key())
        for listener in listeners:
            if "/ws/games/" in listener.name or "/ws/muster/" in listener.name:
                assert len(await listener.heard(1)) == 1, listener.name
            await listener.socket.disconnect()

    to_act_of = [to_act(game)]
    asyncio.run(scene())
    assert Game.objects.get(pk=game.pk).seq == 1
