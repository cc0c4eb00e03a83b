"""When the database or the broker is not there: 503, a plain page, and no wrong success (checks 19, 20)."""

import contextlib
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL
from django.db.utils import DatabaseErrorWrapper
from django.test import Client
from psycopg.errors import DiskFull, ReadOnlySqlTransaction, UndefinedTable
from psycopg_pool import PoolTimeout
from redis import ConnectionError as RedisConnectionError

from games.models import LogEntry
from games.views import muster
from tests.games.factories import key, legal, member, started, to_act
from whot_site import health


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (OperationalError("no connection to postgresql://secret@host"), 503),
        (InterfaceError("closed"), 503),
        (PoolTimeout("busy"), 503),
        (RedisConnectionError("refused"), 503),
        (DiskFull("no room"), 503),
        (ReadOnlySqlTransaction("cannot execute UPDATE"), 503),
        (UndefinedTable("no such table"), 500),
        (KeyError("ours"), 500),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, Exception) else str(part),
)
def test_a_server_that_is_not_there_is_said_so_without_details(
    fault: Exception, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any, **_named: Any) -> None:
        with wrapped:  # as Django does what comes from the driver
            raise fault

    wrapped = DatabaseErrorWrapper(PostgreSQL({}))
    monkeypatch.setattr(muster, "render", fail)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == status
    assert answer.headers.get("Retry-After") == ("15" if status == 503 else None)
    page = answer.content.decode()
    assert str(status) in page and "secret" not in page and "Traceback" not in page
    assert answer.headers["Content-Security-Policy"]


@pytest.mark.django_db(transaction=True)
def test_a_move_that_cannot_be_stored_is_not_acknowledged_and_can_be_sent_again(client: Client) -> None:
    """Check 20, by a database that really takes no writes: the same form goes through when it does again."""
    game = started([member(), member()], preset="002")
    person = to_act(game)
    client.force_login(person)
    form = {"action": legal(game)[0], "seen_seq": game.seq, "key": key()}
    client.raise_request_exception = False
    with taking_no_writes():
        answer = client.post(f"/games/{game.code}/actions/", form)
        assert answer.status_code == 503 and "Nothing was changed" in answer.content.decode()
        assert client.get("/healthz").json()["problems"] == ["read_only"]
    assert not LogEntry.objects.filter(game=game).exists()
    assert client.post(f"/games/{game.code}/actions/", form).status_code == 302
    assert [entry.action for entry in LogEntry.objects.filter(game=game)] == [form["action"]]
    assert client.get("/healthz").json()["problems"] == []


@pytest.mark.once
@pytest.mark.django_db
def test_a_disk_that_is_nearly_full_turns_the_health_page_red_before_it_is(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check 20; the site itself goes on serving as long as it can."""
    room = shutil.disk_usage(".")._replace(free=health.LEAST_ROOM - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: room)
    answer = client.get("/healthz")
    assert answer.status_code == 503 and answer.json()["problems"] == ["disk"]
    assert client.get("/healthz/serving").status_code == 200
    room = room._replace(free=health.LEAST_ROOM)
    assert client.get("/healthz").status_code == 200


@contextlib.contextmanager
def taking_no_writes() -> Iterator[None]:
    """A block in which the connection of the test, which its requests share, is read-only."""
    postgres = connection.vendor == "postgresql"
    switch = "SET default_transaction_read_only = {}" if postgres else "PRAGMA query_only = {}"
    with connection.cursor() as cursor:
        cursor.execute(switch.format("on"))
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(switch.format("off"))
