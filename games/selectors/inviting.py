"""Whom the host of a table has invited, and whom else they may."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import F, FilteredRelation, Q

from accounts.models import Friendship, User

from ..models import Invitation, Table


class Company(NamedTuple):
    asked: list[User]  # whom an invitation waits for, in the order of the invitations
    friends: list[User]  # who may be asked yet, by name


def company(table: Table, host: User, seated: Collection[int | None]) -> Company:
    """Both in one query: the friends of the host, and who was invited here; `seated` are in neither list."""
    friends = Friendship.objects.filter(accepted_at__isnull=False)
    both = friends.filter(asker=host).values("asked").union(
        friends.filter(asked=host).values("asker"), Invitation.objects.filter(table=table).values("user")
    )  # fmt: skip
    people = (
        User.objects.filter(pk__in=both)
        .annotate(here=FilteredRelation("invitations_to_tables", condition=Q(invitations_to_tables__table=table)))
        .annotate(invited_at=F("here__at"), declined_at=F("here__declined_at"))
        .order_by("display_name", "pk")
    )
    there: list[Any] = [one for one in people if one.pk not in seated]
    waiting = (one for one in there if one.invited_at is not None and one.declined_at is None)
    asked: list[Any] = sorted(waiting, key=lambda one: one.invited_at)
    return Company(asked, [one for one in there if one.invited_at is None])  # who was not invited is here as a friend
