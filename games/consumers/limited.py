"""How many sockets may be open at once: six a person, and more for all the strangers behind one address.

A place is an entry in the cache, which all processes share in production. It is given back when the socket closes, and
runs out by itself where a process died with its sockets. One too many is closed with 4429 and when to try again (as a
page would be answered 429 with Retry-After); its page goes on by asking now and then.
"""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from accounts.client import address_of

from .viewers import Viewer

logger = logging.getLogger(__name__)

TOO_MANY = 4429
RETRY_AFTER = 60  # seconds
A_PERSON = 6
LEASE, RENEWAL = 90, 30  # seconds


def limited(app: Any) -> Any:
    """The ASGI application with a place taken for as long as it runs."""

    async def inner(scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        try:
            counted = await _whose(scope)
            place = await _take(*counted) if counted else ""
        except Exception as error:  # no count is no reason to shut anybody out
            logger.error("Sockets are not counted: %s", type(error).__name__)
            place = ""
        if place is None:
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": TOO_MANY, "reason": f"Retry-After: {RETRY_AFTER}"})
            return
        renewing = asyncio.create_task(_renew(place))
        try:
            await app(scope, receive, send)
        finally:
            renewing.cancel()
            with suppress(Exception):
                await cache.adelete(place)

    return inner


async def _whose(scope: Mapping[str, Any]) -> tuple[str, int] | None:
    """Whose sockets are counted with this one, and how many there may be; None: a stranger from no known address."""
    viewer = Viewer(scope)
    await database_sync_to_async(viewer.signed_out)()  # which finds out who it is
    if viewer.user is not None:
        return f"person:{viewer.user.pk}", A_PERSON
    if not scope.get("client"):
        return None
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = scope["client"][0]
    forwarded = dict(scope.get("headers", [])).get(b"x-forwarded-for")
    if forwarded is not None:
        request.META["HTTP_X_FORWARDED_FOR"] = forwarded.decode("latin-1")
    return f"address:{address_of(request)}", settings.SOCKETS_AN_ADDRESS


async def _take(whose: str, most: int) -> str | None:
    """The key of a free place, taken; None: there is none."""
    mark = secrets.token_hex(8)
    for number in range(most):
        key = f"socket:{whose}:{number}"
        if await cache.aadd(key, mark, LEASE):
            return key
    return None


async def _renew(place: str) -> None:
    while place:
        await asyncio.sleep(RENEWAL)
        with suppress(Exception):
            await cache.atouch(place, LEASE)
