"""What this site does its own way in allauth's sign-up, sign-in and mail."""

import secrets
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse

from . import merging, names, renaming, sessions
from .models import User

DEVICE_SALT = "accounts.adapter.known_device"
DEVICE_COOKIE_AGE = 365 * 24 * 3600
PEOPLE_A_DEVICE = 5


def guest_of(request: HttpRequest) -> User | None:
    """The guest who is on the way to an account: set by accounts.entrance while a sign-in page is served."""
    return getattr(request, "guest", None)


class AccountAdapter(DefaultAccountAdapter):
    # --- Names and sign-up ---

    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = names.clean_username(username)
        if not shallow:
            names.refuse_if_taken(username, guest_of(self.request))
        return username

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Save a new member; a guest's own row becomes the member's, with everything that refers to it."""
        guest = guest_of(request)
        with transaction.atomic():
            if guest is not None:
                locked = User.objects.select_for_update(no_key=True).get(pk=guest.pk)
                if locked.is_guest and locked.closed_at is None:
                    user = locked
            super().save_user(request, user, form, commit=False)
            user.is_guest, user.came_by = False, None
            user.display_name = self._shown_name(guest, form.cleaned_data["username"])
            user.save()
            names.hold(user)
            renaming.renamed(user)
        return user

    def _shown_name(self, guest: User | None, username: str) -> str:
        """What others go on to see: the name a guest sat at tables with, where a member may have it."""
        if guest is None or not guest.display_name:
            return username
        try:
            name = names.clean(guest.display_name)  # not “Guest 1234”, which the site made up
            names.refuse_if_taken(name, guest)
        except names.NameRefused:
            return username
        return name

    # --- Sign-in and sign-out ---

    def login(self, request: HttpRequest, user: User) -> None:
        """Sign in; what a guest in this browser has becomes the member's, in the same transaction."""
        guest = guest_of(request)
        if guest is None or guest.pk == user.pk:
            super().login(request, user)
            return
        merging.prepare(guest, user)
        with transaction.atomic():
            merging.locked(guest, user)
            super().login(request, user)
            merging.merge(guest, user)

    def logout(self, request: HttpRequest) -> None:
        """Sign out, everywhere."""
        person = request.user
        super().logout(request)
        if isinstance(person, User) or person.is_authenticated:
            sessions.end_all(User.objects.get(pk=person.pk))

    def set_password(self, user: User, password: str) -> None:
        """A new password ends all sessions: what they are checked against contains it. Links to confirm an address
        that are on their way end too: they name a row, which is replaced."""
        with transaction.atomic():
            super().set_password(user, password)
            for address in EmailAddress.objects.filter(user=user, verified=False):
                address.delete()
                address.pk = None
                address.save(force_insert=True)
            sessions.announce(user)

    # --- A browser that was signed in before is not shut out by somebody else's guessing ---

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        response = super().post_login(request, user, **kwargs)
        device, people = self._known_device(request)
        people = [user.pk, *(pk for pk in people if pk != user.pk)][:PEOPLE_A_DEVICE]
        response.set_cookie(
            settings.KNOWN_DEVICE_COOKIE_NAME,
            signing.dumps([device or secrets.token_urlsafe(16), people], salt=DEVICE_SALT),
            max_age=DEVICE_COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
        return response

    def _known_device(self, request: HttpRequest) -> tuple[str, list[int]]:
        try:
            cookie = request.COOKIES.get(settings.KNOWN_DEVICE_COOKIE_NAME, "")
            device, people = signing.loads(cookie, salt=DEVICE_SALT, max_age=DEVICE_COOKIE_AGE)
        except (signing.BadSignature, ValueError, TypeError):
            return "", []
        return str(device), list(people)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords a login; from a browser where this very account signed in before, by themselves."""
        login = (credentials.get("email") or credentials.get("username") or "").casefold()
        device, people = self._known_device(request)
        if device:
            named = User.objects.filter(Q(username__iexact=login) | Q(emailaddress__email__iexact=login), pk__in=people)
            if named.exists():
                return f"device:{device}:{login}"
        return login

    # --- Mail ---

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Who signs up with the confirmed address of another account gets the same answer; its owner is told."""
        address = emailconfirmation.email_address
        others = EmailAddress.objects.filter(email__iexact=address.email, verified=True)
        if others.exclude(user=address.user_id).exists():
            self.send_account_already_exists_mail(address.email)
        else:
            super().send_confirmation_mail(request, emailconfirmation, signup)
