"""Chores about people, run by the schedule in the settings."""

from importlib import import_module

from celery import shared_task
from django.conf import settings

from . import names


@shared_task
def clear_expired_sessions() -> None:
    """Delete sessions that are over. May run twice or late."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


@shared_task
def forget_freed_names() -> None:
    """Let go of names whose 90 days are over. May run twice or late."""
    names.forget_freed()
