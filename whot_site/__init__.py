"""The Django project: settings, addresses, servers. What is played is in `rules` and `games`."""

from . import unused
from .celery import app as celery_app

unused.leave_out()
__all__ = ["celery_app"]
