"""The database of an earlier release, with live games, under today's code (check 23), and under changed keys (77)."""

import gzip
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.processes import ROOT, environment, manage, site
from tests.site.databases import empty_database, restore
from tests.visitor import Guest

RELEASES = ROOT / "tests" / "releases"
LIVE = 6  # games in each, as tests/releases/live_games.py makes them: one of each preset, one against the computer


@pytest.mark.django_db
@pytest.mark.parametrize("release", sorted({path.name.split(".")[0] for path in RELEASES.glob("20*")}))
def test_every_live_game_of_an_earlier_release_takes_its_next_move(release: str, tmp_path: Path) -> None:
    backup = RELEASES / f"{release}.dump"
    if connection.vendor == "sqlite":
        backup = tmp_path / release
        with gzip.open(RELEASES / f"{release}.sqlite3.gz") as packed, backup.open("wb") as file:
            shutil.copyfileobj(packed, file)
    there = {"SECRET_KEY": "of-the-releases", **empty_database("earlier", tmp_path)}
    piped = connection.vendor == "postgresql"  # as docs/hosting.md says
    for done in (restore(backup, piped=piped, **there), manage("migrate", **there)):
        assert done.returncode == 0, done.stdout + done.stderr
    assert "Applying games." in done.stdout, "a release that has today's tables shows nothing"
    done = manage("replay_games", **there)
    assert done.returncode == 0 and f"{LIVE + 1} games replay" in done.stdout, done.stdout + done.stderr
    went_on = subprocess.run(
        [sys.executable, "-m", "tests.releases.live_games", "go-on"],
        cwd=ROOT,
        env=environment(**there),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert went_on.stdout.strip() == str(LIVE), went_on.stderr
    assert manage("replay_games", **there).returncode == 0


@pytest.mark.once
def test_a_changed_secret_key_signs_nobody_out_and_stops_no_game(tmp_path: Path) -> None:
    """As docs/hosting.md says: first beside the old one, then all seeds sealed anew, then alone (check 77)."""
    keys = [
        {"SECRET_KEY": "the-first-key"},
        {"SECRET_KEY": "the-second-key", "SECRET_KEY_FALLBACKS": "the-first-key"},
        {"SECRET_KEY": "the-second-key"},
    ]
    guest = Guest("")
    for number, given in enumerate(keys):
        variables = {**given, "DATA_DIR": str(tmp_path), "GAMES_BOT_PAUSE_LEAST": "600", "GAMES_BOT_PAUSE_MOST": "601"}
        with site(variables) as (process, address):
            guest.url = guest.url.replace(guest.address, address) if guest.url else ""
            guest.address = address
            if number == 0:
                guest.begin("001", 2, "easy")
            else:
                guest.look()
            assert 'id="hand"' in guest.page, "the guest is at the table, with cards in hand"
            process.send_signal(signal.SIGINT)
            process.wait(timeout=10)
        if number == 1:
            done = manage("reseal_seeds", **variables)
            assert done.returncode == 0, done.stderr
