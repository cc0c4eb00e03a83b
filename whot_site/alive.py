"""A web process says that it is there, for as long as it is: the sweep ends no turn while nobody could post one."""

import logging
import threading

from django.db import DatabaseError, connection

from games.services import outages

log = logging.getLogger(__name__)


def begin() -> threading.Event:
    """Leave a heartbeat every few seconds from a thread of its own, until the event is set."""
    stopping = threading.Event()
    threading.Thread(target=_beat_until, args=[stopping], name="alive", daemon=True).start()
    return stopping


def _beat_until(stopping: threading.Event) -> None:
    while True:
        try:
            outages.web_beat()
        except DatabaseError as error:  # as long as it is away, nothing sweeps either
            log.debug("No heartbeat of this process: %s", type(error).__name__)
        finally:
            connection.close()
        if stopping.wait(outages.WEB_EVERY.total_seconds()):
            return
