"""A computer player's move is in the database from the turn on: killing the site in between loses nothing (E12)."""

import sqlite3
import time
from pathlib import Path

import pytest

from tests.processes import site
from tests.visitor import Guest

pytestmark = pytest.mark.once
PAUSE = {"GAMES_BOT_PAUSE_LEAST": "2", "GAMES_BOT_PAUSE_MOST": "2.5"}


def entries(data: Path) -> list[tuple[int, int, str]]:
    with sqlite3.connect(next(data.glob("*.sqlite3"))) as database:
        return database.execute("SELECT seq, seat, by FROM games_logentry ORDER BY seq").fetchall()


def test_a_move_is_made_once_after_kill_9_between_the_turn_and_the_move(tmp_path: Path) -> None:
    variables = {**PAUSE, "DATA_DIR": str(tmp_path)}
    with site(variables) as (process, address):
        guest = Guest(address)
        guest.begin("001", 4, "hard")
        while guest.is_my_turn:
            guest.move()
        before = entries(tmp_path)
        process.kill()
        process.wait()
    with site(variables) as (_process, address):
        until = time.monotonic() + 15
        while len(entries(tmp_path)) == len(before):
            assert time.monotonic() < until, "the move was not made"
            time.sleep(0.2)
        after = entries(tmp_path)
    assert after[: len(before)] == before
    seq, seat, by = after[len(before)]
    assert (seq, by) == (len(before) + 1, "bot") and seat not in {entry[1] for entry in before if entry[2] == "player"}
