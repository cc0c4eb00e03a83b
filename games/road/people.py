"""What becomes of a career when people merge or go."""

from django.db.models import Sum
from django.utils import timezone

from accounts.models import User
from rules import road

from ..models import Player
from . import services
from .models import EXPERIENCES, Career, Entry


def move_to_member(guest: User, member: User) -> None:
    """Gives a guest's experience to a member (accounts.merging), a line a day, so that nobody has more of a day than
    its limit (E3). Guests play no Wild game and have no feat points. The guest's own lines stay with the closed row."""
    lines = Entry.objects.filter(user__in=[guest, member], kind__in=EXPERIENCES)
    sums = {(user, day): had for user, day, had in lines.values_list("user", "day").annotate(Sum("amount"))}
    days = sorted(day for user, day in sums if user == guest.pk)
    if not days:
        return
    careers = services.locked([guest.pk, member.pk])
    at, entries = timezone.now(), []
    for day in days:
        brings = sums[guest.pk, day]
        room = max(0, road.MOST_A_DAY - sums.get((member.pk, day), 0))
        for user, kind, amount in (
            (guest.pk, Entry.Kind.TO_MEMBER, -brings),
            (member.pk, Entry.Kind.FROM_GUEST, min(brings, room)),
        ):
            career = careers[user]
            career.experience += amount
            entries.append(
                Entry(user_id=user, kind=kind, amount=amount, balance=career.experience, day=day, at=at)
            )  # fmt: skip
    services.keep(entries, careers.values())


def forget_person(person: User) -> None:
    """Erases a career before the account is closed (accounts.closing): nobody else's sums depend on it."""
    Entry.objects.filter(user=person).delete()
    Career.objects.filter(user=person).delete()
    Player.objects.filter(user=person).exclude(worn="").update(worn="")
