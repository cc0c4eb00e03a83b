"""The WebSocket door: who may knock."""

import asyncio
from typing import Any

import pytest
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.testing import WebsocketCommunicator
from django.urls import path

from tests.games.factories import member, opened_by, rules
from whot_site.asgi import application, guarded


class Welcoming(AsyncWebsocketConsumer):
    pass


WELCOMING: Any = Welcoming.as_asgi()
OPEN_DOOR = guarded([path("ws/open", WELCOMING)])


def may_enter(app: Any, address: str, origin: bytes | None) -> bool:
    async def knock() -> bool:
        headers = [] if origin is None else [(b"origin", origin)]
        socket = WebsocketCommunicator(app, address, headers=headers)
        entered, _ = await socket.connect()
        await socket.disconnect()
        return entered

    return asyncio.run(knock())


def test_a_page_of_ours_may_open_a_socket() -> None:
    assert may_enter(OPEN_DOOR, "/ws/open", b"http://localhost:8000")


@pytest.mark.parametrize(
    "origin", [None, b"null", b"https://evil.example", b"http://localhost.evil.example", b"", b"\xff"]
)
def test_a_foreign_missing_or_null_origin_is_refused(origin: bytes | None) -> None:
    assert not may_enter(OPEN_DOOR, "/ws/open", origin)


CODE = "abcdefghjk"  # of a table


@pytest.mark.parametrize(
    "address",
    [
        "/ws/no/such",
        *(f"/ws/{kind}/{code}/" for kind in ("tables", "games") for code in (
            "a" * 200, "%00", "é", "%C3%A9", "%FF", "..", "%2e%2e", "%0a", CODE.upper(), CODE[1:],
            f"{CODE}%0a", "a.b*c",
        )),
        f"/ws/games/{CODE}/", f"/ws/tables/{CODE}kk/", f"/ws/tables/{CODE}", f"/ws/tables/{CODE}/%0a", "/ws/muster/%0a",
        "/%00", "/",
    ],
)  # fmt: skip
def test_an_address_without_a_socket_is_refused_without_a_traceback(address: str) -> None:
    assert not may_enter(application, address, b"http://localhost:8000")


@pytest.mark.django_db(transaction=True)
def test_the_address_of_a_table_is_none_of_those() -> None:
    table = opened_by(member(), rules())
    assert may_enter(application, f"/ws/tables/{table.code}/", b"http://localhost:8000")
    assert not may_enter(application, f"/ws/tables/{CODE}/", b"http://localhost:8000"), "there is no such table"
