"""The whole site in one process: a web server in the main thread and a sweeper thread for what is due.

Nothing else has to run. `manage.py play` is the way in.
"""

import errno
import logging
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from celery import Celery
from django.db import close_old_connections

log = logging.getLogger(__name__)
NOTICE_SECONDS = 0.25
HIGHEST_PORT = 65_535
_M_ARENA_MAX = -8  # of glibc's malloc.h


class CannotListen(Exception):
    """The address can't be listened on; the text says why and what to do."""


def check_address(host: str, port: int) -> None:
    """Raise CannotListen when this is no address, or it is taken or not ours to use. The server would only log it."""
    if not 1 <= port <= HIGHEST_PORT:
        raise CannotListen(f"{port} is not a port: it can be 1 to {HIGHEST_PORT}. Choose another: make play PORT=8000")
    if not host.strip():
        raise _no_address(host)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except (
            socket.gaierror,
            UnicodeError,
            TypeError,
            ValueError,
        ) as error:  # nothing of that name, or no name at all
            raise _no_address(host) from error
        except OSError as error:
            other = port + 1 if port < HIGHEST_PORT else port - 1
            why, instead = {
                errno.EADDRINUSE: ("another program is using it", f"port: make play PORT={other}"),
                errno.EACCES: ("this account may not use ports below 1024", "port: make play PORT=8000"),
                errno.EADDRNOTAVAIL: ("this machine has no such address", "address: make play HOST=127.0.0.1"),
            }.get(error.errno or 0, (error.strerror or str(error), f"port: make play PORT={other}"))
            raise CannotListen(
                f"The site cannot listen on {host} port {port}: {why}. Choose another {instead}"
            ) from error


def _no_address(host: str) -> CannotListen:
    shown = host if len(host) <= 40 else f"{host[:40]}…"
    return CannotListen(
        f"“{shown}” is not an address of this machine. It can be 127.0.0.1, for this machine alone, or 0.0.0.0, for "
        "others too: make play HOST=0.0.0.0"
    )


class Sweeper:
    """Runs the tasks of a beat schedule, each in its turn, in a daemon thread of this process.

    A failing task is logged and tried again at its next turn; the others go on.
    """

    def __init__(
        self, app: Celery, schedule: Mapping[str, Mapping[str, Any]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.app = app
        self.schedule = schedule
        self.clock = clock
        self.due = dict.fromkeys(schedule, clock())
        self.stopping = threading.Event()

    def sweep(self) -> None:
        """Run what is due now, once."""
        for name, entry in self.schedule.items():
            now = self.clock()
            if now < self.due[name]:
                continue
            self.due[name] = now + entry["schedule"].total_seconds()
            close_old_connections()
            try:
                self.app.tasks[entry["task"]].apply(args=entry.get("args", ()), throw=True)
            except Exception:
                log.exception("The task %r failed", name)
            finally:
                close_old_connections()

    def start(self) -> None:
        threading.Thread(target=self._run, name="sweeper", daemon=True).start()

    def stop(self) -> None:
        self.stopping.set()

    def _run(self) -> None:
        while not self.stopping.is_set():
            self.sweep()
            self.stopping.wait(NOTICE_SECONDS)


def _share_one_heap() -> None:
    """Threads share one arena of the C library's memory instead of one each: a megabyte less of a small machine."""
    import ctypes

    try:
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
    except (OSError, AttributeError, TypeError):
        log.debug("This C library has no arenas to share")


def _give_back_memory() -> None:
    """What was needed only to start goes back to the machine, and what stays is not looked through again and again."""
    import ctypes
    import gc

    gc.collect()
    gc.freeze()
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (OSError, AttributeError, TypeError):
        log.debug("This C library gives nothing back")


def serve(host: str, port: int, on_ready: Callable[[], None]) -> None:
    """Serve until interrupted. Calls `on_ready` once the port is open; raises CannotListen when it can't be."""
    check_address(host, port)
    _share_one_heap()
    # Daphne installs its event loop when imported: only a process that serves may import it.
    from .asgi import application
    from .serving import serve as serve_here

    ready = threading.Event()

    def opened() -> None:
        ready.set()
        _give_back_memory()
        on_ready()

    serve_here(application, opened, host=host, port=port)
    if not ready.is_set():
        raise CannotListen(f"The site could not listen on {host} port {port}: another program took it just now.")
