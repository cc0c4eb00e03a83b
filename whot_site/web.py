"""Several Daphne processes on one listening socket: `python -m whot_site.web --port 8000 --processes 4`.

This process only listens, and starts again what ends; it knows no Django. Whichever server process is free accepts the
next connection. SIGTERM and Ctrl-C end all of them; if this process is killed, Linux ends them.
"""

import argparse
import ctypes
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
BACKLOG = 1024
PATIENCE = 10.0  # seconds that a server process may take to end
PAUSE = 1.0  # seconds before one that ended at once is started again


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens on the address, and that children inherit. Raises OSError."""
    opened = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    opened.bind((host, port))
    opened.listen(BACKLOG)
    opened.set_inheritable(True)
    return opened


def serve_on(descriptor: int) -> None:
    """A server process: serve what the inherited socket brings."""
    from .asgi import application
    from .serving import serve

    keep_waits_short()
    serve(application, file_descriptor=descriptor)


def keep_waits_short() -> None:
    """Settings of Python for a process in which a few threads draw while one serves every socket."""
    gc.collect()
    gc.freeze()  # what is loaded stays: looking through it again and again would hold everybody up
    gc.set_threshold(10_000, 20, 20)
    sys.setswitchinterval(0.001)  # seconds that a thread may work on while the one that serves the sockets waits


class Launcher:
    """Keeps a number of server processes running until it is told to stop."""

    def __init__(self, socket: socket.socket, processes: int) -> None:
        self.descriptor = socket.fileno()
        self.stopping = threading.Event()
        self.servers = [self._start() for _ in range(processes)]
        self.begun = [time.monotonic()] * processes

    def run(self) -> None:
        """Returns when all have ended after `stop`."""
        while not self.stopping.wait(0.1):
            for place, server in enumerate(self.servers):
                if server.poll() is not None and time.monotonic() - self.begun[place] > PAUSE:
                    print(f"A server process ended with {server.returncode} and is started again", file=sys.stderr)
                    self.servers[place], self.begun[place] = self._start(), time.monotonic()
        for server in self.servers:
            server.terminate()
        deadline = time.monotonic() + PATIENCE
        for server in self.servers:
            try:
                server.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()

    def stop(self, *_signal: object) -> None:
        self.stopping.set()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "whot_site.web", "--descriptor", str(self.descriptor)],
            pass_fds=[self.descriptor],
            preexec_fn=_end_with_parent,
            start_new_session=True,  # Ctrl-C is for this process, which tells them
        )


def _end_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m whot_site.web", description=__doc__.splitlines()[0])
    parser.add_argument("--host", default=os.environ.get("WEB_HOST", "127.0.0.1"))
    parser.add_argument("--port", type=int, default=int(os.environ.get("WEB_PORT", "8000")))
    parser.add_argument("--processes", type=int, default=int(os.environ.get("WEB_PROCESSES", "2")))
    parser.add_argument("--descriptor", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.descriptor is not None:
        serve_on(chosen.descriptor)
        return 0
    try:
        opened = listening(chosen.host, chosen.port)
    except (OSError, OverflowError) as error:
        print(f"The site cannot listen on {chosen.host} port {chosen.port}: {error}", file=sys.stderr)
        return 1
    launcher = Launcher(opened, max(1, chosen.processes))
    signal.signal(signal.SIGTERM, launcher.stop)
    signal.signal(signal.SIGINT, launcher.stop)
    launcher.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
