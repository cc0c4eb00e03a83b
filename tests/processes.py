"""Starting programs as people do, in a process of their own, for tests that look at them from outside.

Nothing started here outlives its block or its time: a test that goes wrong fails, it never hangs.
"""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60
OUR_VARIABLES = {
    "ALLOWED_HOSTS",
    "CELERY_BROKER_URL",
    "DATABASE_URL",
    "DATA_DIR",
    "DEBUG",
    "DJANGO_SETTINGS_MODULE",
    "PRODUCTION",
    "REDIS_URL",
    "SECRET_KEY",
}


def environment(*without: str, **variables: str) -> dict[str, str]:
    """Return this process's environment without any setting of the site nor these, then with the given ones."""
    bare = {name: value for name, value in os.environ.items() if name not in {*OUR_VARIABLES, *without}}
    return {**bare, "PYTHONUNBUFFERED": "1", **variables}


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command of manage.py to its end."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=60,
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(condition: object, seconds: float = 10) -> bool:
    """Call the condition until it is true; return whether it became so in time."""
    assert callable(condition)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return bool(condition())


def hear_ctrl_c() -> None:
    """Undo, between fork and exec, what a shell does to programs in the background: make them deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def killed_after(process: subprocess.Popen[Any], seconds: float) -> Iterator[None]:
    """Kill the process if the block takes longer, so that whoever waits for it or reads from it goes on."""
    watchdog = threading.Timer(seconds, process.kill)
    watchdog.start()
    try:
        yield
    finally:
        watchdog.cancel()


@contextlib.contextmanager
def started(command: Sequence[str], seconds: float = 60, **more: Any) -> Iterator[subprocess.Popen[Any]]:
    """Run a program that hears Ctrl-C; kill it when the block ends, and after so many seconds anyway."""
    process = subprocess.Popen(command, **{"cwd": ROOT, "preexec_fn": hear_ctrl_c, **more})
    try:
        with killed_after(process, seconds):
            yield process
    finally:
        process.kill()
        process.wait(timeout=10)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


@contextlib.contextmanager
def site(variables: Mapping[str, str], *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `manage.py play` on a free port; give the process and the address it printed; end it after the block.

    What it says goes to a file, from which `stdout` reads: a pipe that nobody empties would stop the site when full.
    """
    command = [sys.executable, "manage.py", "play", "--port", str(free_port()), *arguments]
    with tempfile.NamedTemporaryFile("w") as said, open(said.name, encoding="utf-8") as read:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(**variables),
            stdout=said,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=hear_ctrl_c,
        )
        process.stdout = read
        try:
            with killed_after(process, START_SECONDS):
                address = _address_said(process)
            yield process, address
        finally:
            process.kill()
            process.wait(timeout=10)


def _address_said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    said = ""
    while True:
        ended = process.poll() is not None
        said += process.stdout.read()
        if address := re.search(r"http://\S+/(?=\s)", said):
            return address.group()
        if ended:
            raise AssertionError(f"the site did not start:\n{said}")
        time.sleep(0.02)
