"""The chores of the schedule."""

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from accounts.tasks import clear_expired_sessions
from whot_site.celery import app


@pytest.mark.django_db
def test_only_expired_sessions_are_cleared_and_twice_does_no_harm() -> None:
    current, over = SessionStore(), SessionStore()
    over.set_expiry(-1)
    current.create()
    over.create()
    clear_expired_sessions()
    clear_expired_sessions()
    assert [row.session_key for row in Session.objects.all()] == [current.session_key]


def test_every_entry_of_the_schedule_names_a_task_that_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= set(app.tasks)
