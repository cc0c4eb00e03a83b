"""The servers of the tests: gone without a trace, however their runner ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, environment, started, wait_for
from tests.servers import CannotStart, package_file, running

pytestmark = pytest.mark.once


def alive(pid: int) -> bool:
    """Whether the process runs; one that ended and was not waited for yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_the_command_sees_the_addresses_and_gives_its_status() -> None:
    code = "import os; print(os.environ['DATABASE_URL'], os.environ['REDIS_URL']); raise SystemExit(7)"
    done = subprocess.run(
        [sys.executable, "-m", "tests.servers", sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=90,
    )
    assert done.returncode == 7, done.stderr
    database, valkey = done.stdout.split()
    assert database.startswith("postgresql://") and valkey.startswith("unix://")
    assert not Path(valkey.removeprefix("unix://")).parent.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("killed", ["runner", "keeper"])
def test_nothing_is_left_after_kill_9(killed: str) -> None:
    code = (
        "import os, signal, sys, tests.servers as s\n"
        "with s.running() as servers:\n"
        "    print(*servers['pids'], servers['keeper'], servers['environment']['REDIS_URL'], flush=True)\n"
        "    sys.stdin.read()\n"
    )
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", code]
    with started(command, seconds=90, env=environment(), stdin=pipe, stdout=pipe, text=True) as runner:
        assert runner.stdout is not None
        *pids, address = runner.stdout.readline().split()
        servers, keeper = [int(pid) for pid in pids[:2]], int(pids[2])
        assert all(alive(pid) for pid in servers)
        os.kill(runner.pid if killed == "runner" else keeper, signal.SIGKILL)
        assert wait_for(lambda: not any(alive(pid) for pid in servers))
        if killed == "keeper":
            runner.communicate("", timeout=30)  # the runner tidies up when its command ends
        assert wait_for(lambda: not Path(address.removeprefix("unix://")).parent.exists())


def test_a_missing_wheel_is_named() -> None:
    with pytest.raises(CannotStart, match=r"no_such_wheel is not installed: it is in requirements-dev\.txt"):
        package_file("no_such_wheel", "*")


def test_two_runs_side_by_side_do_not_meet() -> None:
    with running() as one, running() as other:
        assert one["environment"].keys() == other["environment"].keys()
        assert not set(one["environment"].values()) & set(other["environment"].values())
