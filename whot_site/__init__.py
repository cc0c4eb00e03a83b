"""The Django project: settings, addresses, servers. What is played is in `rules` and `games`."""

from .celery import app as celery_app

__all__ = ["celery_app"]
