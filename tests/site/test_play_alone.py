"""`make play` as one process on a family's machine: how much it takes of it, and that it leaves nothing behind."""

import signal
import sys
from pathlib import Path

import pytest

from tests.cluster import children
from tests.processes import site, wait_for
from tests.visitor import Guest

pytestmark = [pytest.mark.once, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

MOST_MEMORY = 100  # MB of the site, with the process in which computer players think


def memory(pid: int) -> float:
    """MB that the machine cannot use otherwise while the process runs: without the files of programs."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Anonymous:"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no such line")


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def play_on(guest: Guest, moves: int) -> None:
    """So many moves, or to the end."""
    for _ in range(moves):
        if guest.is_over or not wait_for(lambda: guest.look() or guest.is_my_turn or guest.is_over, 20):
            return
        if guest.is_my_turn:
            guest.move()


def test_a_site_that_is_played_on_fits_a_small_machine_and_ctrl_c_ends_all_of_it(tmp_path: Path) -> None:
    """After pages of every kind, and two games against computer players of which those of one think hard."""
    with site({"DATA_DIR": str(tmp_path)}) as (process, address):
        guest = Guest(address)
        for level in ("hard", "normal"):
            guest.begin("001", 3, level)
            play_on(guest, 4)
            for page in ("", "rules/", "tables/new/", "accounts/login/", f"{guest.url}"):
                guest.get(page)
        others = children(process.pid)
        assert others, "a hard player thinks in a process of its own"
        took = [memory(pid) for pid in (process.pid, *others)]
        assert sum(took) < MOST_MEMORY, f"{took} MB"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 0
        assert wait_for(lambda: not any(runs(pid) for pid in others), 5), "a process was left behind"
        assert process.stdout is not None and "Traceback" not in process.stdout.read()


def test_a_site_that_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    with site({"DATA_DIR": str(tmp_path)}) as (process, address):
        guest = Guest(address)
        guest.begin("001", 2, "hard")
        assert wait_for(lambda: play_on(guest, 1) or children(process.pid), 20)
        others = children(process.pid)
        process.kill()
        assert wait_for(lambda: not any(runs(pid) for pid in others), 5)
