"""Starting the site as people do, in a process of its own, for tests that look at it from outside."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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


def environment(**variables: str) -> dict[str, str]:
    """Return this process's environment without any setting of the site, then with the given ones."""
    bare = {name: value for name, value in os.environ.items() if name not in OUR_VARIABLES}
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


@contextlib.contextmanager
def site(variables: Mapping[str, str], *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `manage.py play` on a free port; give the process and the address it printed; end it after the block."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "play", "--port", str(port), *arguments],
        cwd=ROOT,
        env=environment(**variables),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        # A shell that runs us in the background may have made us deaf to Ctrl-C; a terminal would not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    try:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            address = re.search(r"http://\S+/", line)
            if address:
                break
        else:
            raise AssertionError(f"the site did not start:\n{''.join(said)}")
        yield process, address.group()
    finally:
        process.kill()
        process.wait()
        if process.stdout:
            process.stdout.close()
