"""Letting others look at games that are over."""

from django.db import transaction

from accounts.models import User
from rules.core import gettext_noop as _

from ..errors import Forbidden, NotFound
from ..models import Table
from ..selectors import may_know_of


def share(code: str, user: User, shared: bool) -> Table:
    """The host lets whoever has a link look at the table's games once they are over, or stops that.

    Running games are not touched by it: who looks on there is the table's `onlookers`. Raises NotFound, Forbidden.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).filter(code=code).first()
        if table is None or not may_know_of(table, user, None):
            raise NotFound(_("There is no such table"))
        if table.host_id != user.pk or table.arranged_by:
            raise Forbidden(_("Only the host can share the games of this table"))
        table.shared = shared
        table.save(update_fields=["shared"])
        return table
