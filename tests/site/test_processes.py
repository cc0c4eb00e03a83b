"""That no test waits for ever for a program it started, and that what it starts hears Ctrl-C."""

import ast
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import ROOT, site, started

pytestmark = pytest.mark.once
# Those that start programs for others: the tests themselves use them, or `subprocess.run` with a timeout.
STARTERS = {"tests/processes.py", "tests/servers.py", "tests/cluster.py"}
WAITS = {"run", "check_call", "check_output", "communicate"}


def endless_waits(source: str, may_start: bool = False) -> Iterator[int]:
    """Yield the line of each wait for a program that has no end of its own."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        of_subprocess = isinstance(node.func.value, ast.Name) and node.func.value.id == "subprocess"
        waits = node.func.attr == "communicate" or (of_subprocess and node.func.attr in WAITS)
        if waits and "timeout" not in {keyword.arg for keyword in node.keywords}:
            yield node.lineno
        if of_subprocess and node.func.attr == "Popen" and not may_start:
            yield node.lineno


def test_no_test_waits_for_ever_for_a_program() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for line in endless_waits(path.read_text(), str(path.relative_to(ROOT)) in STARTERS)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("subprocess.run(command)", [1]),
        ("subprocess.run(command, timeout=5)", []),
        ("process.communicate()\nprocess.communicate(timeout=5)", [1]),
        ("with subprocess.Popen(command) as process: pass", [1]),
        ("with started(command) as process: process.wait(timeout=5)", []),
        ("asyncio.run(listen())", []),
    ],
)
def test_the_check_knows_a_wait_without_an_end(source: str, lines: list[int]) -> None:
    assert list(endless_waits(source)) == lines


SLEEPER = [sys.executable, "-c", "import time; print('ready', flush=True); time.sleep(60)"]


@pytest.fixture(params=[signal.SIG_DFL, signal.SIG_IGN], ids=["in front", "in the background"])
def ctrl_c(request: pytest.FixtureRequest) -> Iterator[None]:
    """Ctrl-C as it reaches the tests of somebody who waits for them, and of a job that runs by itself."""
    before = signal.signal(signal.SIGINT, request.param)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_a_program_that_a_test_starts_hears_ctrl_c() -> None:
    with started(SLEEPER, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None and process.stdout.read(5)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == -signal.SIGINT


def test_a_program_that_says_nothing_is_killed_after_its_time() -> None:
    begin = time.monotonic()
    with started(SLEEPER, seconds=1, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.read()  # to its end, which would come after a minute
        assert process.wait(timeout=20) == -signal.SIGKILL
    assert time.monotonic() - begin < 20


def test_a_program_does_not_outlive_the_test_that_failed() -> None:
    with pytest.raises(RuntimeError), started(SLEEPER) as process:
        raise RuntimeError
    assert process.returncode == -signal.SIGKILL


def test_a_site_that_does_not_start_is_told_with_what_it_said(tmp_path: Path) -> None:
    told = pytest.raises(AssertionError, match="the site did not start:\n.*not an address")
    with told, site({"DATA_DIR": str(tmp_path)}, "--host", "no.such.host"):
        pass
