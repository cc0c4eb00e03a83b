"""What an ASGI server runs: Django for HTTP, Channels for WebSockets of our own pages only."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.utils.http import parse_header_parameters

from .onehop import application as one_hop_application


class PlainRequest(ASGIRequest):
    """Reads its own address in UTF-8, whatever the request says of its body.

    Django's would take any codec of Python for it, and fail before the first middleware could refuse the request
    (ReadableMiddleware does).
    """

    def _set_content_type_params(self, meta: Mapping[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
http = one_hop_application()  # before anything that needs the app registry
http.request_class = PlainRequest

from channels.generic.websocket import AsyncWebsocketConsumer  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import AllowedHostsOriginValidator  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402
from django.urls import re_path  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402


class NoSuchSocket(AsyncWebsocketConsumer):
    """Refuses the handshake of an address that is not ours, instead of failing with a traceback."""

    async def connect(self) -> None:
        await self.close()


def guarded(routes: Sequence[Any]) -> Any:
    """Return the WebSocket application of these routes: a foreign, missing or `null` Origin is refused first.

    Who is signed in the sockets find out themselves, and again at every push. Channels' own way knows no
    SECRET_KEY_FALLBACKS: after a change of keys it would end the session of everybody who opens a socket.
    """
    refusing: Any = NoSuchSocket.as_asgi()
    everything: list[Any] = [*routes, re_path(r"", refusing)]
    return AllowedHostsOriginValidator(SessionMiddlewareStack(URLRouter(everything)))


application = ProtocolTypeRouter({"http": http, "websocket": guarded(websocket_urlpatterns)})
