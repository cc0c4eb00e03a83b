"""Daphne as this site runs it, in one process or in several. Daphne installs its event loop when it is imported: only
a process that serves may import this module."""

import logging
import sys
from collections.abc import Callable
from typing import Any

# TLS ends at a proxy: Twisted would load OpenSSL where it is installed, 4 MB that no process has a use for.
sys.modules.setdefault("OpenSSL", None)  # type: ignore[arg-type]
# Browsers have nothing to say on our sockets: what would check it faster takes 2 MB, with a parser of C.
sys.modules.setdefault("_nvx_utf8validator", None)  # type: ignore[arg-type]

from daphne.endpoints import build_endpoint_description_strings  # noqa: E402
from daphne.server import Server  # noqa: E402
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol  # noqa: E402

from . import alive  # noqa: E402

log = logging.getLogger(__name__)
MOST_WAITING = 256 * 1024  # bytes: some hundred tables that a reader has not taken
MOST_RECEIVED = 64 * 1024  # bytes of one message from a browser, which has nothing to say at all


class ImpatientProtocol(WebSocketProtocol):
    """Drops a reader that takes less than it is sent, instead of keeping everything for it in memory (check 62).

    Its browser connects again when it can, and is sent the table as it then stands.
    """

    def serverSend(self, content: Any, binary: bool = False) -> None:
        if waiting(self.transport) > MOST_WAITING:
            log.warning("A socket that reads too slowly was dropped")
            self.dropConnection(abort=True)
            return
        super().serverSend(content, binary)


def waiting(transport: Any) -> int:
    """Bytes that were sent, and that the kernel has not taken yet."""
    return len(transport.dataBuffer) - transport.offset + transport._tempDataLen


def serve(application: Any, on_ready: Callable[[], None] | None = None, **where: Any) -> None:
    """Serve until interrupted or told to stop. `where`: a `host` and `port`, or the `file_descriptor` of a socket."""
    WebSocketFactory.protocol = ImpatientProtocol
    stopping = alive.begin()
    Server(
        application,
        endpoints=build_endpoint_description_strings(**where),
        ready_callable=on_ready,
        application_close_timeout=1,
        websocket_max_message_size=MOST_RECEIVED,
        websocket_max_frame_size=MOST_RECEIVED,
        server_name="whot",
    ).run()
    stopping.set()
