"""Six sockets a person, and a number of them for the strangers behind one address (check 60): over every socket."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games import selectors
from games.consumers import limited
from games.routing import websocket_urlpatterns
from whot_site.asgi import application

from .factories import member, opened_by, rules, started
from .pages import browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("layer_of_this_loop")]
IN_TIME = 3.0


def knock(client: Client, path: str, address: str = "192.0.2.1", forwarded: str = "") -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"origin", b"http://localhost"), (b"cookie", cookies.encode())]
    if forwarded:
        headers.append((b"x-forwarded-for", forwarded.encode()))
    socket = WebsocketCommunicator(application, path, headers=headers)
    socket.scope["client"] = [address, 50_000]
    return socket


async def stays(socket: WebsocketCommunicator) -> bool:
    """Whether the socket was let in; one that was one too many is closed with 4429 and when to try again."""
    entered, _ = await socket.connect(timeout=IN_TIME)
    assert entered
    said = await socket.receive_output(timeout=IN_TIME)
    if said["type"] == "websocket.close":
        assert said["code"] == limited.TOO_MANY and said["reason"] == "Retry-After: 60"
        return False
    return True


def run(scene: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(scene())  # type: ignore[arg-type]


def paths_of(host: User, guest: User) -> list[str]:
    """One address for each socket of the site, in the order of the routing, that the host may open."""
    table = opened_by(host, rules(seats=4))
    game = started([host, guest])
    paths = [
        f"/ws/games/{game.code}/",
        "/ws/muster/",
        f"/ws/tables/{table.code}/",
        f"/ws/t/{selectors.present_token(table)}/",
    ]
    for path, route in zip(paths, websocket_urlpatterns, strict=True):  # a new socket needs a line here
        assert route.pattern.match(path.lstrip("/")), f"{path} is not the address of {route.pattern}"
    return paths


@pytest.mark.parametrize("number", range(len(websocket_urlpatterns)))
def test_the_seventh_socket_of_a_person_has_to_wait(number: int) -> None:
    me, other = member(), member()
    path = paths_of(me, other)[number]

    async def scene() -> None:
        page = await sync_to_async(browser)(me)
        six = [knock(page, path, f"192.0.2.{place}") for place in range(6)]
        for socket in six:
            assert await stays(socket)
        assert not await stays(knock(page, path, "192.0.2.77")), "wherever it comes from"
        theirs = knock(await sync_to_async(browser)(other), "/ws/muster/")
        assert await stays(theirs), "somebody else's are counted apart"
        await six[2].disconnect()
        again = knock(page, path)
        assert await stays(again)
        for socket in [*six[:2], *six[3:], again, theirs]:
            await socket.disconnect()

    run(scene)


def test_all_sockets_of_a_person_count_together() -> None:
    me, other = member(), member()
    paths = paths_of(me, other)

    async def scene() -> None:
        page = await sync_to_async(browser)(me)
        sockets = [knock(page, path) for path in (*paths, *paths[:2])]
        assert [await stays(socket) for socket in sockets] == [True] * 6
        for path in paths:
            assert not await stays(knock(page, path))
        for socket in sockets:
            await socket.disconnect()

    run(scene)


def test_strangers_are_counted_by_their_address(settings: Any) -> None:
    settings.SOCKETS_AN_ADDRESS = 3
    table = opened_by(member(), rules(seats=4))
    path = f"/ws/tables/{table.code}/"

    async def scene() -> None:
        sockets = [knock(Client(), path) for _socket in range(3)]
        for socket in sockets:
            assert await stays(socket)
        assert not await stays(knock(Client(), path))
        assert not await stays(knock(Client(), path, forwarded="203.0.113.9")), "a made-up address does not help"
        elsewhere = knock(Client(), path, "192.0.2.2")
        assert await stays(elsewhere)
        page = await sync_to_async(lambda: browser(member()))()
        signed_in = knock(page, path)
        assert await stays(signed_in), "who is signed in has places of their own"
        for socket in [*sockets, elsewhere, signed_in]:
            await socket.disconnect()

    run(scene)


def test_behind_a_proxy_of_ours_it_is_the_address_that_it_tells(settings: Any) -> None:
    settings.SOCKETS_AN_ADDRESS, settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1, 1
    path = f"/ws/tables/{opened_by(member(), rules(seats=4)).code}/"

    async def scene() -> None:
        sockets = [knock(Client(), path, forwarded=address) for address in ("203.0.113.1", "203.0.113.2")]
        for socket in sockets:
            assert await stays(socket)
        assert not await stays(knock(Client(), path, forwarded="203.0.113.1"))
        for socket in sockets:
            await socket.disconnect()

    run(scene)


def test_a_place_is_given_back_when_the_handshake_is_refused() -> None:
    me = member()

    async def scene() -> None:
        page = await sync_to_async(browser)(me)
        for _time in range(10):
            entered, _ = await knock(page, "/ws/tables/abcdefghjk/").connect(timeout=IN_TIME)
            assert not entered
        socket = knock(page, "/ws/muster/")
        assert await stays(socket)
        await socket.disconnect()

    run(scene)


def test_a_place_is_renewed_while_the_socket_is_open_and_runs_out_where_a_process_died(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limited, "LEASE", 1)
    monkeypatch.setattr(limited, "RENEWAL", 0.2)
    monkeypatch.setattr(limited, "A_PERSON", 1)
    me = member()

    async def scene() -> None:
        page = await sync_to_async(browser)(me)
        socket = knock(page, "/ws/muster/")
        assert await stays(socket)
        await asyncio.sleep(1.5)
        assert not await stays(knock(page, "/ws/muster/"))
        await socket.disconnect()
        await cache.aadd(f"socket:person:{me.pk}:0", "of a process that was killed", limited.LEASE)
        assert not await stays(knock(page, "/ws/muster/"))
        await asyncio.sleep(1.2)
        again = knock(page, "/ws/muster/")
        assert await stays(again)
        await again.disconnect()

    run(scene)


def test_nobody_is_shut_out_when_sockets_can_not_be_counted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def unreachable(*_arguments: Any) -> bool:
        raise ConnectionError("no cache")

    monkeypatch.setattr(type(cache._connections["default"]), "aadd", unreachable)  # type: ignore[attr-defined]
    me = member()

    async def scene() -> None:
        page = await sync_to_async(browser)(me)
        with caplog.at_level(logging.ERROR):
            socket = knock(page, "/ws/muster/")
            assert await stays(socket)
        await socket.disconnect()

    run(scene)
    assert "Sockets are not counted: ConnectionError" in caplog.text
