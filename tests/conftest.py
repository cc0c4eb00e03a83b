"""What every test shares. Imports no Django: `tests/rules` runs where only pytest is installed.

The tests of the site run twice, on two profiles: SQLite with the in-memory layer, and, when the command is run
by `python -m tests.servers`, PostgreSQL with Valkey. A test marked `servers` belongs to the second only, one marked
`once` to the first only. Under CI a skipped test is a failure: nothing may be left out quietly there. Only those marked
`seeds` may be, where WHOT_NO_SEEDS=1 says that the seed documents are missing on purpose.
"""

import os
import sys
from collections.abc import Generator

import pytest

ON_SERVERS = os.environ.get("WHOT_TEST_SERVERS") == "1"
IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}
NO_SEEDS = os.environ.get("WHOT_NO_SEEDS") == "1"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "seeds: reads the seed documents, which lie beside the repository")


def pytest_report_header() -> str:
    return f"profile: {'PostgreSQL and Valkey' if ON_SERVERS else 'SQLite and the in-memory layer'}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    other = "once" if ON_SERVERS else "servers"
    left_out = [item for item in items if item.get_closest_marker(other)]
    items[:] = [item for item in items if not item.get_closest_marker(other)]
    # Playwright keeps an event loop running in this thread, in which no other test could run one.
    items.sort(key=lambda item: item.nodeid.startswith("tests/browser/"))
    config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    meant = NO_SEEDS and item.get_closest_marker("seeds")
    if IN_CI and not meant and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which is a failure under CI: {report.longrepr}"
    return report


@pytest.fixture(scope="session", autouse=True)
def files_are_looked_for_once() -> Generator[None]:
    """Each client of a test makes the middleware anew, and whitenoise would look through all static files again."""
    if not os.environ.get("DJANGO_SETTINGS_MODULE"):
        yield
        return
    from django.conf import settings
    from whitenoise.middleware import WhiteNoiseMiddleware

    known: dict[str, dict[str, object]] = {}

    def looked_for(self: WhiteNoiseMiddleware) -> None:
        asked = repr((self.static_prefix, self.max_age, settings.STATICFILES_DIRS, settings.STORAGES))
        if asked not in known:
            look(self)
            known[asked] = dict(self.files)
        self.files.update(known[asked])

    look = WhiteNoiseMiddleware.add_files_from_finders
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", looked_for)
        yield


@pytest.fixture(autouse=True)
def language_of_the_test() -> Generator[None]:
    """A request leaves its language with the thread, as under any server: the next test begins without."""
    yield
    translation = sys.modules.get("django.utils.translation")
    if translation is not None and os.environ.get("DJANGO_SETTINGS_MODULE"):
        translation.deactivate()


@pytest.fixture(autouse=True)
def next_games_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches go on without the moment between two games that fast tables have: tests of that moment give it back."""
    if os.environ.get("DJANGO_SETTINGS_MODULE"):
        from django.conf import settings

        monkeypatch.setattr(settings, "GAMES_MATCH_PAUSE", 0)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Keep the SQLite test database in a file: in memory, several threads would not lock as they do in earnest."""
    from django.db import connections

    settings = connections["default"].settings_dict
    if settings["ENGINE"] == "django.db.backends.sqlite3":
        settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
