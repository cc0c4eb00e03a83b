"""What people are told on their muster: said once, settled when it is no longer so, gone after a while."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from rules.core import gettext_noop as _

from .. import push
from ..errors import NotFound
from ..models import Game, Notice, Table

KEPT_FOR = timedelta(days=30)


def tell(
    user_ids: Iterable[int | None], kind: Notice.Kind, table: Table, now: datetime, game: Game | None = None
) -> None:
    """Leaves a notice about a table, or a game at it; an unseen one of the same kind about it is replaced: nobody
    reads it twice.

    None stands for a seat without a person. Call it in the transaction of what happened, which tells the musters.
    """
    people = [user_id for user_id in user_ids if user_id is not None]
    Notice.objects.filter(user__in=people, kind=kind, table=table, game=game, seen_at__isnull=True).delete()
    Notice.objects.bulk_create(Notice(user_id=user_id, kind=kind, table=table, game=game, at=now) for user_id in people)


def tell_of(about: str, path: str, user_ids: Iterable[int], kind: Notice.Kind, now: datetime) -> None:
    """Leaves a notice about something that is no table: its name and its address here. Inside the transaction of what
    happened, which tells the musters and happens once."""
    Notice.objects.bulk_create(Notice(user_id=pk, kind=kind, about=about, path=path, at=now) for pk in user_ids)


def settle(user_ids: Iterable[int | None], kind: Notice.Kind, table: Table) -> None:
    """These people have done what the notice asked: it counts as seen."""
    rows = Notice.objects.filter(user__in=[pk for pk in user_ids if pk], kind=kind, table=table, seen_at__isnull=True)
    rows.update(seen_at=timezone.now())


def dismiss(user: User, notice_id: int) -> None:
    """Marks one of the person's own notices as seen; twice is no error. Raises NotFound."""
    with transaction.atomic():
        notice = Notice.objects.select_for_update().filter(pk=notice_id, user=user).first()
        if notice is None:
            raise NotFound(_("There is no such notice"))
        if notice.seen_at is None:
            notice.seen_at = timezone.now()
            notice.save(update_fields=["seen_at"])
            push.after_commit(push.muster_changed, [user.pk])  # other windows of the same person


def forget_old(now: datetime | None = None) -> int:
    """Deletes what was told more than 30 days ago, seen or not; returns how many. May run twice or late."""
    old = Notice.objects.filter(at__lt=(now or timezone.now()) - KEPT_FOR)
    return old.delete()[0]
