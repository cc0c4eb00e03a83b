"""What changes people and what they are to one another. Views, the adapter and the games call these."""

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from . import limits, mails, names, renaming, sessions
from .client import address_of
from .models import MACHINE_MARK, Block, Friendship, User

BACKEND = "accounts.backends.Backend"
REQUESTS_A_DAY = 50


class NotPossible(ValidationError):
    """What was asked for can't be done between these two people; the message says as much as may be said."""


# --- Guests and names -----------------------------------------------------------------------------------


@contextmanager
def guest_for(request: HttpRequest, name: str) -> Iterator[User]:
    """Give who is signed in (a guest too), or else a new guest with this name for what is done inside.

    The guest stays, and the browser is signed in, only when that succeeds: nobody is left behind who came for
    nothing. The same form sent twice makes one guest. Without a name the guest gets a number. Guests may share a name
    with other guests, but not with a member. Raises names.NameRefused (a ValidationError) when the name can't be
    used, and limits.TooMany when too many guests came from this address.
    """
    if request.user.is_authenticated:
        yield request.user
        return
    if name.strip():
        name = names.clean(name, names.SHORTEST_OF_GUESTS)
        names.refuse_if_taken(name)
    else:  # a name that nobody can choose
        name = _("Guest %(number)d") % {"number": 1000 + secrets.randbelow(9000)}
    limits.take("guest", address_of(request), settings.GUESTS_AN_HOUR, 3600)
    with transaction.atomic():
        guest = _new_guest(name, request.META.get("CSRF_COOKIE"))
        yield guest
    login(request, guest, backend=BACKEND)


def _new_guest(name: str, form_secret: str | None) -> User:
    """A guest's row; the same again for a browser whose first answer is still on its way, or was lost.

    The form secret is the browser's own (its CSRF cookie) and changes with every sign-in.
    """
    came_by = hashlib.sha256(form_secret.encode()).hexdigest() if form_secret else None
    fields = {"username": f"{MACHINE_MARK}{secrets.token_hex(8)}", "display_name": name, "is_guest": True}
    if came_by is None:
        guest = User(**fields)
    else:
        guest, made = User.objects.get_or_create(came_by=came_by, defaults=fields)
        if not made:
            return guest
    guest.set_unusable_password()
    guest.save()
    return guest


def rename(person: User, *, username: str, display_name: str) -> None:
    """Change the names of a member. Raises names.NameRefused. What was given up is held for 90 days."""
    username, display_name = names.clean_username(username), names.clean(display_name)
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        for name in (username, display_name):
            names.refuse_if_taken(name, person)
        was, person.username, person.display_name = person.username, username, display_name
        try:
            with transaction.atomic():
                person.save(update_fields=["username", "display_name"])
        except IntegrityError as error:
            raise names.NameRefused(_("This name, or one that looks like it, is taken."), code="taken") from error
        names.hold(person, was)
        renaming.renamed(person)


def rename_guest(guest: User, display_name: str) -> None:
    """Change the name of a guest. Raises names.NameRefused."""
    display_name = names.clean(display_name, names.SHORTEST_OF_GUESTS)
    names.refuse_if_taken(display_name, guest)
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).filter(pk=guest.pk, is_guest=True).first()
        if locked is None:
            return
        locked.display_name = display_name
        locked.save(update_fields=["display_name"])
        renaming.renamed(locked)


def suspend(person: User) -> None:
    """Shut a person out: no sign-in, every session over."""
    with transaction.atomic():
        User.objects.filter(pk=person.pk).update(is_active=False)
        sessions.end_all(person)


# --- Friends --------------------------------------------------------------------------------------------


def _pair(a: User, b: User) -> Q:
    return Q(asker=a, asked=b) | Q(asker=b, asked=a)


def are_friends(a: User, b: User) -> bool:
    """Whether the one asked and the other accepted. One query."""
    return Friendship.objects.filter(_pair(a, b), accepted_at__isnull=False).exists()


def friends_of(user: User) -> QuerySet[User]:
    """The accepted friends of somebody, by name."""
    return (
        User.objects.filter(
            Q(friendships_asked__asked=user, friendships_asked__accepted_at__isnull=False)
            | Q(friendships_received__asker=user, friendships_received__accepted_at__isnull=False)
        )
        .order_by("display_name", "pk")
        .distinct()
    )


def ask_to_be_friends(asker: User, asked: User) -> Friendship:
    """Ask; when the other has asked already, that is accepted. Asking twice changes nothing.

    Raises NotPossible (guests, oneself, closed accounts, and where one has blocked the other: without telling
    which) and limits.TooMany.
    """
    if not asker.is_member:
        raise NotPossible(_("Make an account to have friends here."))
    if asker.pk == asked.pk:
        raise NotPossible(_("You can't ask yourself."))
    if not asked.is_member or not asked.is_active or blocked_between(asker, asked):
        raise NotPossible(_("This person can't be asked."))
    limits.take("friend", asker.pk, REQUESTS_A_DAY, 24 * 3600)
    try:
        with transaction.atomic():
            asking = Friendship.objects.create(asker=asker, asked=asked)
    except IntegrityError:
        with transaction.atomic():
            there = Friendship.objects.select_for_update().filter(_pair(asker, asked)).first()
            if there is None:  # it was declined at this very moment
                raise NotPossible(_("This person can't be asked.")) from None
            if there.asked_id == asker.pk and there.accepted_at is None:
                there.accepted_at = timezone.now()
                there.save(update_fields=["accepted_at"])
            return there
    _tell_of_request(asker, asked)
    return asking


def _tell_of_request(asker: User, asked: User) -> None:
    """One mail a day about the same two people, however often they ask and decline."""
    try:
        limits.take("friend-mail", f"{asker.pk}-{asked.pk}", 1, 24 * 3600)
    except limits.TooMany:
        return
    mails.send(asked, "friend", "accounts/mail/friend_request.txt", {"asker": asker})


def accept_friend(asked: User, asker: User) -> bool:
    """Accept what this person asked; False when there was nothing to accept."""
    waiting = Friendship.objects.filter(asker=asker, asked=asked, accepted_at=None)
    return bool(waiting.update(accepted_at=timezone.now()))


def remove_friend(one: User, other: User) -> bool:
    """End a friendship, decline a request or take one's own back; False when there was none."""
    return bool(Friendship.objects.filter(_pair(one, other)).delete()[0])


# --- Blocking -------------------------------------------------------------------------------------------


def blocked_between(a: User, b: User) -> bool:
    """Whether either has blocked the other. One query."""
    return Block.objects.filter(Q(blocker=a, blocked=b) | Q(blocker=b, blocked=a)).exists()


def block(blocker: User, blocked: User) -> None:
    """Block somebody; a friendship or request between the two ends. Raises NotPossible."""
    if not blocker.is_member:
        raise NotPossible(_("Make an account to block people."))
    if blocker.pk == blocked.pk:
        raise NotPossible(_("You can't block yourself."))
    if blocked.closed_at is not None:
        raise NotPossible(_("This person has left."))
    with transaction.atomic():
        Block.objects.get_or_create(blocker=blocker, blocked=blocked)
        remove_friend(blocker, blocked)


def unblock(blocker: User, blocked: User) -> None:
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()
