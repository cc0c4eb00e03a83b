"""That a run on the servers really is on them, and that what differs there works."""

import asyncio
import os
import subprocess
import sys
from typing import Any

import pytest
from channels.layers import get_channel_layer
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from tests.processes import started, wait_for
from whot_site.celery import app

pytestmark = pytest.mark.servers


@pytest.mark.django_db
def test_the_database_is_postgresql() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        assert int(cursor.fetchone()[0].split(".")[0]) >= 16


def test_a_push_travels_through_valkey() -> None:
    async def push() -> dict[str, object]:
        layer: Any = get_channel_layer()
        assert type(layer).__name__ == "PublishingChannelLayer"
        channel = await layer.new_channel()
        await layer.group_add("game.x", channel)
        await layer.group_send("game.x", {"type": "table", "seq": 42})
        message: dict[str, object] = await asyncio.wait_for(layer.receive(channel), 5)
        await layer.flush()
        return message

    assert asyncio.run(push()) == {"type": "table", "seq": 42}


@pytest.mark.django_db(transaction=True)
def test_a_worker_takes_a_task_from_the_broker_and_runs_it_on_the_database() -> None:
    over = SessionStore()
    over.set_expiry(-1)
    over.create()
    assert Session.objects.filter(expire_date__lt=timezone.now()).count() == 1
    name = connection.settings_dict["NAME"]
    database = os.environ["DATABASE_URL"].replace("/postgres?", f"/{name}?")
    command = [sys.executable, "-m", "celery", "-A", "whot_site", "worker", "--pool=solo", "--without-mingle"]
    quiet = subprocess.DEVNULL
    with started(command, env={**os.environ, "DATABASE_URL": database}, stdout=quiet, stderr=quiet):
        app.send_task("accounts.tasks.clear_expired_sessions")
        assert wait_for(lambda: not Session.objects.exists(), seconds=20)
