"""Daphne as this site runs it, in one process or in several. Daphne installs its event loop when it is imported: only
a process that serves may import this module."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from daphne.server import Server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

log = logging.getLogger(__name__)
MOST_WAITING = 256 * 1024  # bytes: some hundred tables that a reader has not taken


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


def serve(application: Any, endpoints: Sequence[str], on_ready: Callable[[], None] | None = None) -> None:
    """Serve until interrupted or told to stop. `endpoints`: as Twisted writes them."""
    WebSocketFactory.protocol = ImpatientProtocol
    Server(
        application,
        endpoints=list(endpoints),
        ready_callable=on_ready,
        application_close_timeout=1,
        server_name="whot",
    ).run()
