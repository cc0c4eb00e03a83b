"""The WebSocket door: who may knock."""

import asyncio
from typing import Any

import pytest
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.testing import WebsocketCommunicator
from django.urls import path

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


def test_an_address_without_a_socket_is_refused_without_a_traceback() -> None:
    assert not may_enter(application, "/ws/no/such", b"http://localhost:8000")
