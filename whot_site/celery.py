"""The Celery application. Tasks find rows that are due and call services; they decide nothing.

In the embedded default there is no broker: tasks run where they are called, and the sweeper thread of
`whot_site.embedded` runs those of `CELERY_BEAT_SCHEDULE`. In production a worker and one beat do.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")

app = Celery("whot_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
