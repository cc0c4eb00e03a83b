"""When the database or the broker is not there: 503, a plain page, and no wrong success (check 19)."""

from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client
from psycopg_pool import PoolTimeout
from redis import ConnectionError as RedisConnectionError

from games.views import muster


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (OperationalError("no connection to postgresql://secret@host"), 503),
        (InterfaceError("closed"), 503),
        (PoolTimeout("busy"), 503),
        (RedisConnectionError("refused"), 503),
        (KeyError("ours"), 500),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, Exception) else str(part),
)
def test_a_server_that_is_not_there_is_said_so_without_details(
    fault: Exception, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any, **_named: Any) -> None:
        raise fault

    monkeypatch.setattr(muster, "render", fail)
    answer = Client(raise_request_exception=False).get("/")
    assert answer.status_code == status
    assert answer.headers.get("Retry-After") == ("15" if status == 503 else None)
    page = answer.content.decode()
    assert str(status) in page and "secret" not in page and "Traceback" not in page
    assert answer.headers["Content-Security-Policy"]
