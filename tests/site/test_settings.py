"""Settings: what an empty environment gives, and what production demands."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests.processes import manage
from whot_site.environment import kept_secret

PRODUCTION = {
    "PRODUCTION": "1",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRST!",
    "ALLOWED_HOSTS": "whot.example",
    "DATABASE_URL": "postgresql://whot@localhost/whot",
    "REDIS_URL": "redis://localhost:6379/0",
    "EMAIL_URL": "smtp+tls://whot:secret@localhost:587",
}
pytestmark = pytest.mark.once


def ask(expression: str, **variables: str) -> Any:
    """Return what an expression over `settings` is in a fresh process with this environment."""
    code = f"import json; from django.conf import settings; print('=' + json.dumps({expression}))"
    done = manage("shell", "--no-imports", "-c", code, **variables)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.split("=", 1)[1])


def test_the_secret_key_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    first = kept_secret(path)
    assert len(first) >= 50 and kept_secret(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_an_empty_environment_is_the_embedded_site(tmp_path: Path) -> None:
    given = ask(
        "[settings.DEBUG, settings.DATABASES['default']['ENGINE'], str(settings.DATABASES['default']['NAME']),"
        " settings.CHANNEL_LAYERS['default']['BACKEND'], settings.CELERY_TASK_ALWAYS_EAGER]",
        DATA_DIR=str(tmp_path / "data"),
    )
    layer = "whot_site.memory_layer.LoopSafeInMemoryChannelLayer"
    assert given == [False, "django.db.backends.sqlite3", str(tmp_path / "data/whot.sqlite3"), layer, True]
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"])
def test_production_refuses_to_start_without(name: str) -> None:
    done = manage("check", **{**PRODUCTION, name: ""})
    assert done.returncode != 0
    assert f"PRODUCTION is set, so {name} must be set too" in done.stderr


def test_where_links_in_mails_lead_comes_from_the_environment() -> None:
    asked, given = "[settings.SITE_URL, settings.SITE_URL_GIVEN]", "https://play.example"
    assert ask(asked) == ["http://localhost:8000", False]
    assert ask(asked, SITE_URL=given) == [given, True]
    assert ask(asked, **PRODUCTION) == ["https://whot.example", True]
    assert ask(asked, **PRODUCTION, SITE_URL=given) == [given, True]


def test_production_makes_no_key_of_its_own(tmp_path: Path) -> None:
    manage("check", **{**PRODUCTION, "SECRET_KEY": "", "DATA_DIR": str(tmp_path / "data")})
    assert not (tmp_path / "data").exists()


def test_production_passes_djangos_deployment_check(tmp_path: Path) -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_production_cookies_are_secure_and_bound_to_the_host() -> None:
    for cookie in ("SESSION", "CSRF", "LANGUAGE"):
        name, secure = ask(f"[settings.{cookie}_COOKIE_NAME, settings.{cookie}_COOKIE_SECURE]", **PRODUCTION)
        assert name.startswith("__Host-") and secure is True


def test_production_answers_with_hsts_for_a_year_at_least_and_sends_http_to_https(tmp_path: Path) -> None:
    code = (
        "from django.test import Client; c = Client(headers={'host': 'whot.example'}); "
        "print(c.get('/nosuch', secure=True).headers['Strict-Transport-Security'], c.get('/').headers['Location'])"
    )
    variables = {**PRODUCTION, "STATIC_ROOT": str(tmp_path / "static")}
    assert manage("collectstatic", "--noinput", **variables).returncode == 0
    done = manage("shell", "--no-imports", "-c", code, **variables)
    assert done.returncode == 0, done.stderr
    hsts, location = done.stdout.split()
    assert int(hsts.removeprefix("max-age=")) >= 365 * 24 * 3600
    assert location == "https://whot.example/"


def test_a_retired_secret_key_still_opens_what_it_signed() -> None:
    code = "from django.core import signing; print(signing.{})"
    signed = manage("shell", "--no-imports", "-c", code.format("dumps('kept')"), SECRET_KEY="first-key")
    opened = manage(
        "shell",
        "--no-imports",
        "-c",
        code.format(f"loads('{signed.stdout.strip()}')"),
        SECRET_KEY="second-key",
        SECRET_KEY_FALLBACKS="first-key",
    )
    assert opened.stdout.strip() == "kept", opened.stderr


@pytest.mark.django_db
def test_sqlite_waits_for_the_write_lock_from_the_start_and_keeps_a_write_ahead_log() -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode")
        assert cursor.fetchone() == ("wal",)
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone() == (20_000,)
        cursor.execute("PRAGMA synchronous")
        assert cursor.fetchone() == (1,)  # NORMAL
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_no_missing_model_change_is_left_without_its_migration() -> None:
    done = manage("makemigrations", "--check", "--dry-run")
    assert done.returncode == 0, done.stdout


def test_the_user_model_is_ours() -> None:
    assert settings.AUTH_USER_MODEL == "accounts.User"
