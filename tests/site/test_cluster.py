"""`make cluster`: the processes of production, from packages. What happens when parts of it die is in
tests/games/test_killed.py."""

import json
import shutil
import socket
import time
import urllib.request

import pytest

from tests import cluster
from tests.processes import wait_for
from whot_site import web

pytestmark = pytest.mark.servers


def test_the_cluster_serves_from_two_processes_on_one_socket_and_ends_as_a_whole() -> None:
    with cluster.running("--fast") as running:
        pids = running.pids()
        assert {"postgres", "valkey", "web", "web1", "web2", "worker1", "worker2", "beat"} == set(pids)
        with urllib.request.urlopen(f"{running.address}healthz", timeout=10) as health:
            assert json.load(health)["status"] == "ok"
        begin = time.monotonic()
    assert time.monotonic() - begin < 20
    assert not running.folder.exists()
    assert [name for name, pid in pids.items() if alive(pid)] == []


def alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize("port", [0, 65_536, -1])
def test_a_port_that_is_none_is_refused_in_a_sentence(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    if port == 0:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            assert web.main(["--port", str(taken.getsockname()[1])]) == 1
    else:
        assert web.main(["--port", str(port)]) == 1
    told = capsys.readouterr().err
    assert "cannot listen on 127.0.0.1" in told and "Traceback" not in told


def test_a_cluster_that_is_killed_leaves_nothing_behind() -> None:
    with cluster.running("--fast") as running:
        pids = running.pids()
        running.process.kill()
        running.process.wait(10)
        assert wait_for(lambda: not any(alive(pid) for pid in pids.values()), 10)
    shutil.rmtree(running.folder, ignore_errors=True)
