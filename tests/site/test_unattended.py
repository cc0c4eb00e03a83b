"""The site in one process, and nobody opens a page: its sweep does what is due all the same (case D12)."""

import contextlib
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import ROOT, environment, site, wait_for

pytestmark = pytest.mark.once
TIMEOUTS = "SELECT action FROM games_logentry JOIN games_game ON games_game.id = game_id WHERE code = ?"


def test_turns_end_within_ten_seconds_and_mail_is_sent_though_nobody_looks(tmp_path: Path) -> None:
    variables = {"DATA_DIR": str(tmp_path)}
    made = subprocess.run(
        [sys.executable, "-m", "tests.site.unattended"],
        cwd=ROOT, env=environment(**variables), capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    overdue, slow = made.stdout.split()

    def asked(statement: str, code: str) -> list[str]:
        with contextlib.closing(sqlite3.connect(tmp_path / "whot.sqlite3")) as database:
            return [row[0] for row in database.execute(statement, [code])]

    def mails() -> list[str]:
        return [path.read_text() for path in sorted((tmp_path / "mails").glob("*"))]

    with site({**variables, "EMAIL_URL": f"filemail:///{tmp_path}/mails"}):
        assert wait_for(lambda: asked(TIMEOUTS, overdue), 10)
        assert wait_for(lambda: "One-Click" in "".join(mails()), 10)
    assert asked(TIMEOUTS, overdue) == ["timeout"] and asked(TIMEOUTS, slow) == []
    said = "".join(mails())
    assert said.count("Subject: It is your turn at Whot") == 1
    assert f"/games/{slow}/" in said and "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in said
