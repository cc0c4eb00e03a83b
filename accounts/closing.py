"""Closing an account: the row stays, as "former player", because the games of the others refer to it.

Other apps register a function once, when they are ready: `closing.register(erase_chat)`. It is called as
`erase_chat(person)` inside the transaction, before the row itself is emptied. What is in `before` is called before that
transaction and has its own: to leave many games takes many locks, which one transaction can't take in their order.
"""

import secrets
from collections.abc import Callable

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from . import names, sessions
from .models import MACHINE_MARK, Block, Friendship, User

Closer = Callable[[User], None]
closers: list[Closer] = []
before: list[Closer] = []
consequences: list[Callable[[User], str]] = []
"""What else is lost, a sentence of each app for the page that asks once more; empty where nothing is."""


def register(closer: Closer) -> Closer:
    """Add a closer; a second registration of the same function is ignored. Usable as a decorator."""
    if closer not in closers:
        closers.append(closer)
    return closer


def close_account(person: User) -> None:
    """Erase what is known of this person, end all sessions, and leave a former player behind. Can't be undone."""
    if person.closed_at is None:
        for closer in before:
            closer(person)
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if person.closed_at is not None:
            return
        for closer in closers:
            closer(person)
        erase(person)
        sessions.end_all(person)


def erase(person: User) -> None:
    """Empty the row and delete what hangs on it alone. Inside a transaction, with the row locked."""
    names.release(person)
    Friendship.objects.filter(Q(asker=person) | Q(asked=person)).delete()
    Block.objects.filter(Q(blocker=person) | Q(blocked=person)).delete()
    EmailAddress.objects.filter(user=person).delete()
    Authenticator.objects.filter(user=person).delete()
    person.groups.clear()
    person.user_permissions.clear()
    person.username = f"{MACHINE_MARK}{secrets.token_hex(8)}"
    person.display_name = person.email = person.time_zone = person.language = person.look = ""
    person.usual_rules, person.mail_unsubscribed, person.came_by = {}, [], None
    person.is_active = person.is_staff = person.is_superuser = False
    person.last_login = None
    person.closed_at = timezone.now()
    person.set_unusable_password()
    person.save()
