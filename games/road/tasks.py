"""What the day brings for the Whot Road. May run twice, or late."""

import logging
from itertools import islice

from celery import shared_task
from django.core.mail import mail_admins

from . import rebuilding

logger = logging.getLogger(__name__)
MOST_TOLD = 20


@shared_task
def check() -> None:
    """Works every career out again, as `manage.py rebuild_road --check` does, and tells staff what differs (E2, E3)."""
    wrong = [f"career of person {user}: {what}" for user, what in islice(rebuilding.wrong_careers(), MOST_TOLD)]
    if not wrong:
        return
    for line in wrong:
        logger.error("The Whot Road: %s", line)
    told = "\n".join(wrong)
    mail_admins(
        "Feat points or experience are wrong",
        f"{told}\nLook at all of them with: manage.py rebuild_road --check\n",
        fail_silently=True,
    )
