"""Django's handler, with each request in one thread from its first line to its last.

Django's own makes some ten hops between its event loop and a new thread in each request, because any middleware or
view might be asynchronous. None of ours is. Here the body is read by the loop, all the rest is done by one of a few
threads that live as long as the process, and the answer is sent by the loop.
"""

import asyncio
import contextvars
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import django
from django.conf import settings
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.urls import set_script_prefix

Receive = Callable[[], Awaitable[Mapping[str, Any]]]
Send = Callable[[Mapping[str, Any]], Awaitable[None]]


class TooLarge(Exception):
    """A body is longer than anything that may be sent here."""


class OneHopHandler(ASGIHandler):
    """An ASGI application for HTTP. A request waits for a free thread: `threads` are answered at the same time."""

    def __init__(self, threads: int) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"this answers HTTP, not {scope['type']}")
        try:
            body = await self.read_limited(receive)
        except RequestAborted:
            return
        except TooLarge:
            await self._send(send, HttpResponse("413 Content Too Large", status=413, content_type="text/plain"), b"")
            return
        try:
            response, content = await self._in_thread(self._answer, scope, body)
            await self._send(send, response, content)
            if response.streaming:
                await self._stream(send, cast(StreamingHttpResponse, response))
        finally:
            body.close()

    async def read_limited(self, receive: Receive) -> Any:
        """The whole body, in memory or, when it is long, in a file. Raises RequestAborted, TooLarge."""
        body = tempfile.SpooledTemporaryFile(settings.FILE_UPLOAD_MAX_MEMORY_SIZE)  # noqa: SIM115  # closed by the caller
        length, more = 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                body.close()
                raise RequestAborted
            part = message.get("body", b"")
            length += len(part)
            if length > settings.MOST_BODY:
                body.close()
                raise TooLarge
            body.write(part)
            more = message.get("more_body", False)
        body.seek(0)
        return body

    def _answer(self, scope: dict[str, Any], body: Any) -> tuple[HttpResponseBase, bytes]:
        """The answer, closed already unless it is streamed."""
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = cast(HttpResponseBase, refusal if request is None else self.get_response(request))
        if response.streaming:
            return response, b""
        content = cast(HttpResponse, response).content
        response.close()  # sends request_finished, which gives the database connection back
        return response, content

    async def _stream(self, send: Send, response: StreamingHttpResponse) -> None:
        try:
            parts: Iterator[bytes] = iter(response.streaming_content)  # type: ignore[arg-type]
            while (part := await self._in_thread(next, parts, None)) is not None:
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            await self._in_thread(response.close)

    async def _in_thread(self, call: Callable[..., Any], *arguments: Any) -> Any:
        """In a context of its own: what a request activates (language, time zone) is gone with it."""
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self.threads, context.run, call, *arguments)

    async def _send(self, send: Send, response: HttpResponseBase, content: bytes) -> None:
        headers = [(name.encode("ascii"), value.encode("latin-1")) for name, value in response.items()]
        for cookie in response.cookies.values():
            headers.append((b"Set-Cookie", cookie.output(header="").encode("ascii").strip()))
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        if not response.streaming:
            await send({"type": "http.response.body", "body": content})


def application() -> OneHopHandler:
    """As `django.core.asgi.get_asgi_application`."""
    django.setup(set_prefix=False)
    return OneHopHandler(settings.WEB_THREADS)
