"""Tests that run beside each other (`tests/apart.py`): each worker of pytest has servers of its own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.processes import ROOT, environment

pytestmark = pytest.mark.once

WHERE = """
import json, os, pathlib

def test_where():
    from django.conf import settings
    found = {
        "host": settings.DATABASES["default"].get("OPTIONS", {}).get("host", ""),
        "valkey": os.environ.get("REDIS_URL", ""),
        "servers": os.environ.get("WHOT_TEST_SERVERS", ""),
    }
    found["there"] = pathlib.Path(found["host"], ".s.PGSQL.5432").exists()
    pathlib.Path(__file__).with_name(os.environ["PYTEST_XDIST_WORKER"] + ".json").write_text(json.dumps(found))
"""


def where(folder: Path, *before: str) -> list[dict[str, Any]]:
    """What each of two workers sees of the servers; `before`: the command that pytest is run by."""
    (folder / "test_where.py").write_text(WHERE)
    options = ["-q", "-c", str(ROOT / "pyproject.toml"), "-n", "2", "--dist", "each", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, *before, *([sys.executable] if before else []), "-m", "pytest", *options, str(folder)],
        cwd=ROOT, env=environment("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT", "PYTEST_XDIST_TESTRUNUID"),
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads((folder / f"gw{number}.json").read_text()) for number in range(2)]


def test_two_workers_on_the_servers_share_neither_and_leave_neither(tmp_path: Path) -> None:
    one, other = where(tmp_path, "-m", "tests.servers")
    assert one["servers"] == other["servers"] == "1"
    assert one["there"] and other["there"]
    assert one["host"] != other["host"] and one["valkey"] != other["valkey"]
    for worker in (one, other):
        assert not Path(worker["host"]).exists() and not Path(worker["valkey"].removeprefix("unix://")).exists()


def test_on_sqlite_no_worker_starts_a_server(tmp_path: Path) -> None:
    assert [(seen["host"], seen["valkey"], seen["servers"]) for seen in where(tmp_path)] == [("", "", "")] * 2
