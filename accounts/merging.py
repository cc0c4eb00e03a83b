"""What happens to a guest's things when the guest signs in to an account that exists already.

Other apps register a function once, when they are ready: `merging.register(move_games)`. It is called as
`move_games(guest, member)` inside the transaction of the sign-in, with both rows locked; whatever it raises undoes
the whole merge and the sign-in with it. What is in `before` is called before that transaction and has its own: to leave
several games takes many locks, which one transaction can't take in their order.
"""

from collections.abc import Callable

from django.db import transaction

from . import sessions
from .closing import erase
from .models import Block, User

Mover = Callable[[User, User], None]
movers: list[Mover] = []
before: list[Mover] = []


def register(mover: Mover) -> Mover:
    """Add a mover; a second registration of the same function is ignored. Usable as a decorator."""
    if mover not in movers:
        movers.append(mover)
    return mover


def prepare(guest: User, member: User) -> None:
    """Do what `merge` needs done before the transaction of the sign-in."""
    if guest.is_guest and guest.closed_at is None:
        for mover in before:
            mover(guest, member)


def locked(guest: User, member: User) -> tuple[User, User]:
    """Both rows, locked in the order of their ids, whichever is the guest: before the sign-in writes the member's."""
    # No key: who sits down at a table meanwhile, holding that table, need not wait for these rows.
    both = User.objects.select_for_update(no_key=True).filter(pk__in=[guest.pk, member.pk]).order_by("pk")
    rows = {row.pk: row for row in both}
    return rows[guest.pk], rows[member.pk]


def merge(guest: User, member: User) -> None:
    """Give everything of the guest to the member, and close the guest's row. Does nothing a second time."""
    with transaction.atomic():
        guest, member = locked(guest, member)
        if not guest.is_guest or guest.closed_at is not None:
            return
        for mover in movers:
            mover(guest, member)
        for block in Block.objects.filter(blocked=guest).exclude(blocker=member):
            Block.objects.get_or_create(blocker=block.blocker, blocked=member)
        erase(guest)
        sessions.end_all(guest)
