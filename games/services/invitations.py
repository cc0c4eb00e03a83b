"""Asking people to a table: the invite link, and friends by name."""

from django.db import transaction
from django.utils import timezone

from accounts import mails
from accounts.models import User
from accounts.services import are_friends, blocked_between
from rules.core import gettext_noop as _

from .. import push, selectors
from ..errors import Forbidden, NotAllowed, NotFound
from ..models import Invitation, Table
from . import limits
from .tables import changed, check_waits, locked_by_host, locked_person, renew_invite

MAIL = "table_invitation"


def new_invite(table_code: str, user: User) -> str:
    """Makes a new invite link and revokes the one before; returns its token (only its hash is kept). Host only.

    Raises Forbidden, NotAllowed (a table for named friends has none; the table does not wait).
    """
    with transaction.atomic():
        table = locked_by_host(table_code, user)
        check_waits(table)
        if table.join == Table.Join.FRIENDS:
            raise NotAllowed(_("This table is for friends by name; it has no link"), "no_link")
        renew_invite(table)
        changed(table)
        token: str = selectors.invite_token_of(table)
        return token


def revoke_invite(table_code: str, user: User) -> None:
    """No link leads to the table any more. Host only; revoking twice is no error."""
    with transaction.atomic():
        table = locked_by_host(table_code, user)
        if table.invite_hash is not None:
            table.invite_hash = None
            changed(table)


def invite_friend(table_code: str, user: User, friend: User) -> Invitation:
    """Names a friend to the table: on their muster, and one mail. Inviting again changes nothing.

    Raises Forbidden (not the host, not friends, blocked), NotAllowed, TooMany (50 a day).
    """
    with transaction.atomic():
        person = locked_person(user)
        table = locked_by_host(table_code, person)
        check_waits(table)
        if not are_friends(person, friend) or blocked_between(person, friend):
            raise Forbidden(_("Only friends can be invited by name"), "not_friends")
        now = timezone.now()
        existing = Invitation.objects.filter(table=table, user=friend).first()
        if existing is not None:
            return existing
        limits.check_invites(person, now)
        invitation = Invitation.objects.create(table=table, user=friend, by=person, at=now)
        mails.send(friend, MAIL, "games/mail/invitation.txt", {"table": table, "host": person})
        push.after_commit(push.muster_changed, [friend.pk])
        changed(table)
        return invitation


def decline(table_code: str, user: User) -> None:
    """Declines an invitation; declining twice is no error. Raises NotFound."""
    with transaction.atomic():
        invitation = Invitation.objects.select_for_update().filter(table__code=table_code, user=user).first()
        if invitation is None:
            raise NotFound(_("There is no such invitation"))
        if invitation.declined_at is None:
            invitation.declined_at = timezone.now()
            invitation.save(update_fields=["declined_at"])
            push.after_commit(push.muster_changed, [user.pk, invitation.by_id])
