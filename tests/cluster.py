"""The processes of production on this machine, from packages alone: `make cluster`, or `python -m tests.cluster`.

PostgreSQL, Valkey, Daphne processes on one socket, Celery workers, one beat. Whatever ends is started again, as a
service manager would. Ctrl-C ends all, and throws the database away; if this process is killed, Linux ends the others.
Tests run it beside themselves (`running`), look at it from outside, and kill parts of it.
"""

import argparse
import contextlib
import http.client
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import servers
from tests.processes import ROOT, environment, free_port, hear_ctrl_c, wait_for

READY_SECONDS = 240  # that all may take to start, on such a machine
BACK_SECONDS = 120  # that a part may take to be back, on a machine that has much else to do
PAUSE = 0.5  # seconds before a part that ended is started again
PYTHON = sys.executable


@dataclass
class Part:
    """One process of the cluster. `start` runs it, and returns when it can be used, where others need it."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    how: signal.Signals = signal.SIGTERM  # ends it orderly
    process: subprocess.Popen[bytes] | None = None
    ended: float = 0.0
    starts: int = 0


def commands(descriptor_port: int, webs: int, workers: int, folder: Path, beats: int = 1) -> dict[str, list[str]]:
    """The programs of the site by name of the process: the same that compose.yaml runs."""
    celery = [PYTHON, "-m", "celery", "-A", "whot_site", "--quiet"]
    worker = [*celery, "worker", "--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    found = {"web": [PYTHON, "-m", "whot_site.web", "--port", str(descriptor_port), "--processes", str(webs)]}
    for number in range(1, workers + 1):
        found[f"worker{number}"] = [*worker, "--concurrency", "1", "--hostname", f"worker{number}@%h"]
    for name in ["beat", *(f"beat{number}" for number in range(2, beats + 1))]:
        found[name] = [*celery, "beat", "--loglevel", "WARNING", "--schedule", str(folder / name), "--pidfile="]
    return found


class Supervisor:
    """Starts the parts in order, starts again what ends, ends all in the opposite order."""

    def __init__(self, base: Path, port: int, webs: int, workers: int, beats: int, durable: bool) -> None:
        self.base, self.port, self.durable = base, port, durable
        self.environment = {**os.environ, "DATA_DIR": str(base / "data"), "PYTHONUNBUFFERED": "1"}
        self.parts = [Part("postgres", self._postgres, signal.SIGINT), Part("valkey", self._valkey)]
        # Told in an order in which nobody is given work that he can't finish.
        for name, command in commands(port, webs, workers, base, beats).items():
            self.parts.append(Part(name, self._program(name, command)))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Raises CannotStart."""
        (self.base / "data").mkdir(mode=0o700)
        for part in self.parts:
            if part.name == "web":
                self._migrate()
            self._start(part)
        if not wait_for(lambda: healthy(self.port), READY_SECONDS):
            raise servers.CannotStart(f"the site does not answer:\n{self._said('web')}")

    def watch(self) -> None:
        """Start again what has ended."""
        for part in self.parts:
            if part.process is None or part.process.poll() is None:
                continue
            if not part.ended:
                part.ended = time.monotonic()
                print(f"{part.name} ended with {part.process.returncode}; it is started again", flush=True)
            if time.monotonic() - part.ended > PAUSE and not (self.base / f"hold-{part.name}").exists():
                try:
                    self._start(part)
                except (servers.CannotStart, OSError):  # the disk is full, say: later
                    part.ended = time.monotonic()

    def stop(self) -> None:
        site = [part for part in self.parts if part.name not in ("postgres", "valkey")]
        for part in reversed(site):
            if part.process is not None and part.process.poll() is None:
                part.process.send_signal(part.how)
        for part in [*reversed(site), *reversed(self.parts[:2])]:
            if part.process is not None:
                servers.stop(part.process, part.how)

    def _start(self, part: Part) -> None:
        part.process = part.start()
        part.ended, part.starts = 0.0, part.starts + 1
        pids = {part.name: part.process.pid for part in self.parts if part.process is not None}
        fresh = self.base / "pids.new"
        fresh.write_text(json.dumps(pids))
        fresh.replace(self.base / "pids.json")

    def _postgres(self) -> subprocess.Popen[bytes]:
        process, url = servers.start_postgres(self.base, self.durable)
        self.environment |= servers.environment_of(url, self.base / "valkey.sock")
        return process

    def _valkey(self) -> subprocess.Popen[bytes]:
        return servers.start_valkey(self.base)[0]

    def _program(self, name: str, command: list[str]) -> Callable[[], subprocess.Popen[bytes]]:
        def start() -> subprocess.Popen[bytes]:
            return servers.launch(
                command, self.base / f"{name}.log", folder=ROOT, env=self.environment, start_new_session=True
            )

        return start

    def _migrate(self) -> None:
        done = subprocess.run(
            [PYTHON, "manage.py", "migrate", "--verbosity", "0"],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=READY_SECONDS,
        )
        if done.returncode:
            raise servers.CannotStart(f"the database can't be migrated:\n{done.stderr[-2000:]}")

    def _said(self, name: str) -> str:
        path = self.base / f"{name}.log"
        return path.read_text(errors="replace")[-2000:] if path.exists() else ""


def healthy(port: int) -> bool:
    """Whether the site on this port says that all is well."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


# -- as the tests see it -------------------------------------------------------------------------------------------


@dataclass
class Cluster:
    """A cluster that runs in a process of its own."""

    process: subprocess.Popen[str]
    address: str
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)  # to join it with a program of one's own

    @property
    def port(self) -> int:
        return int(self.address.rsplit(":", 1)[1].strip("/"))

    def pids(self) -> dict[str, int]:
        """The running process of each part; `web1`, `web2`, ... are the Daphnes, children of `web`."""
        found: dict[str, int] = json.loads((self.folder / "pids.json").read_text())
        servers_of_web = sorted(children(found["web"])) if "web" in found else []
        return found | {f"web{number}": pid for number, pid in enumerate(servers_of_web, 1)}

    def kill(self, name: str) -> int:
        """kill -9; returns the number of the process that was."""
        assert wait_for(lambda: name in self.pids(), BACK_SECONDS), f"{name} does not run"  # it may just be starting
        pid = self.pids()[name]
        os.kill(pid, signal.SIGKILL)
        return pid

    @contextlib.contextmanager
    def without(self, name: str) -> Iterator[None]:
        """A block during which a part, killed at its beginning, is not started again; it ends with the part back."""
        hold = self.folder / f"hold-{name}"
        hold.touch()
        killed = self.kill(name)
        try:
            yield
        finally:
            hold.unlink()
        assert self.is_back(name, killed), f"{name} did not come back"

    def is_back(self, name: str, killed: int) -> bool:
        """Wait until another process has taken the place of one that was killed, and the site is well again."""

        def back() -> bool:
            running = self.pids()
            replaced = killed not in running.values() and (name in running or name.startswith("web"))
            return replaced and healthy(self.port)

        return wait_for(back, BACK_SECONDS)

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")


def children(pid: int) -> list[int]:
    """Processes that this one started and that still run. Linux only."""
    found = []
    for threads in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += [int(child) for child in threads.read_text().split()]
    return found


@contextlib.contextmanager
def running(*arguments: str, variables: Mapping[str, str] | None = None) -> Iterator[Cluster]:
    """A cluster for a block. `arguments` as on the command line; `variables`: settings of the site."""
    process = subprocess.Popen(
        [PYTHON, "-m", "tests.cluster", "--port", str(free_port()), "--until-closed", *arguments],
        cwd=ROOT,
        env=environment(**(variables or {})),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=hear_ctrl_c,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith("{"):
                break
        else:
            raise AssertionError(f"the cluster did not start:\n{said}")
        told = json.loads(line)
        yield Cluster(process, told["address"], Path(told["folder"]), told["environment"])
    finally:
        process.stdin.close()
        try:
            process.wait(timeout=60)
        finally:
            process.kill()
            process.wait(timeout=10)
            process.stdout.close()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description="The site as in production.")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--webs", type=int, default=2, help="Daphne processes")
    parser.add_argument("--workers", type=int, default=2, help="Celery workers")
    parser.add_argument("--beats", type=int, default=1, help="a second one is a mistake that must do no harm")
    parser.add_argument("--fast", action="store_true", help="a database that need not survive a power cut")
    parser.add_argument("--until-closed", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    base = Path(tempfile.mkdtemp(prefix="whot-cluster-"))
    base.chmod(0o755 if os.geteuid() == 0 else 0o700)
    stopping: list[Any] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda received, _frame: stopping.append(received))
    supervisor = Supervisor(base, chosen.port, chosen.webs, chosen.workers, chosen.beats, not chosen.fast)
    try:
        supervisor.start()
        if chosen.until_closed:
            environment = {name: supervisor.environment[name] for name in JOINING}
            told = {"address": supervisor.address, "folder": str(base), "environment": environment}
            print(json.dumps(told), flush=True)
        else:
            print(f"Whot is ready: {supervisor.address}  (what the processes say is in {base}; Ctrl-C stops all)")
        while not stopping and not (chosen.until_closed and is_closed(0.1)):
            supervisor.watch()
            if not chosen.until_closed:
                time.sleep(0.1)
    except servers.CannotStart as error:
        print(f"The cluster could not be started: {error}", file=sys.stderr)
        return 3
    finally:
        supervisor.stop()
        shutil.rmtree(base, ignore_errors=True)
    return 0


JOINING = ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "DATA_DIR")


def is_closed(seconds: float) -> bool:
    """Wait so long for standard input to be closed."""
    readable, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(readable) and not os.read(sys.stdin.fileno(), 1024)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
