"""Ending sessions: every browser of a person at once, with the sockets that are open there.

Other apps register a function once, when they are ready: `sessions.on_end.append(close_sockets)`. It is called as
`close_sockets(user_id)` after the transaction that ended the sessions is committed; what one raises is logged and
stops neither the others nor the answer.
"""

from collections.abc import Callable

from django.db import transaction
from django.db.models import F

from .models import User

on_end: list[Callable[[int], None]] = []


def end_all(person: User) -> None:
    """End every session of this person; the row in hand is brought up to date."""
    User.objects.filter(pk=person.pk).update(sessions_ended=F("sessions_ended") + 1)
    person.refresh_from_db(fields=["sessions_ended"])
    announce(person)


def announce(person: User) -> None:
    """Tell the registered functions that the sessions have ended (say, because the password changed)."""
    for hook in on_end:

        def call(hook: Callable[[int], None] = hook) -> None:
            hook(person.pk)

        transaction.on_commit(call, robust=True)  # a function: Django names it when it fails
