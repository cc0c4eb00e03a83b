"""Who looks on at the other end of a socket, asked again at every push: a session can end while it is open."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare

from accounts.models import User
from accounts.prepared import Prepared
from accounts.zones import UTC, zone_named

from .. import push

SIGNED_OUT, NOT_FOR_YOU = 4401, 4404
"""Close codes: the session of this socket ended, or there is nothing here for this viewer."""


class Viewer:
    """The person of a socket (`user` None: nobody signed in), with the language and time zone of the browser."""

    def __init__(self, scope: Mapping[str, Any]) -> None:
        self.cookies: dict[str, str] = scope.get("cookies", {})
        headers = dict(scope.get("headers", []))
        self.languages = headers.get(b"accept-language", b"").decode("latin-1")
        session = scope.get("session")
        self.session_key: str | None = session.session_key if session is not None else None
        self.was_signed_in: bool | None = None
        self.user: User | None = None

    def signed_out(self) -> bool:
        """Whether somebody was signed in here and is not any more. Reads session and person anew; database."""
        ask_again([self])
        return self.is_signed_out()

    def is_signed_out(self) -> bool:
        """The same, as it was when asked last."""
        if self.was_signed_in is None:
            self.was_signed_in = self.user is not None
        return self.was_signed_in and self.user is None

    def reader(self) -> str:
        """As of push.reader_of."""
        with self.reading():
            return push.reader_of(self.session_key, translation.get_language(), timezone.get_current_timezone_name())

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Language and time zone as for a page this browser asks for."""
        request = cast(
            HttpRequest,
            SimpleNamespace(COOKIES=self.cookies, META={"HTTP_ACCEPT_LANGUAGE": self.languages}, path_info="/"),
        )
        chosen = self.user.language if self.user else ""
        if self.cookies.get(settings.LANGUAGE_COOKIE_NAME) or not chosen:
            chosen = translation.get_language_from_request(request)
        zone = self.user.time_zone if self.user else self.cookies.get(settings.TIME_ZONE_COOKIE_NAME, "")
        with translation.override(chosen), timezone.override(zone_named(zone) or UTC):
            yield


def ask_again(viewers: Sequence[Viewer]) -> None:
    """Finds out anew who sits at these sockets: two statements, however many they are.

    As Django's `get_user`, except that nothing is written: a socket can't hand the browser a new session key.
    """
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    keys = {viewer.session_key for viewer in viewers if viewer.session_key}
    now = timezone.now()
    rows = _sessions(_rounded(keys))(*_filled(keys)) if keys else []
    sessions = {row.session_key: store.decode(row.session_data) for row in rows if row.expire_date > now}
    ids = {int(session[SESSION_KEY]) for session in sessions.values() if SESSION_KEY in session}
    found = _people(_rounded(ids))(*_filled(ids)) if ids else []
    people = {str(user.pk): user for user in found if user.is_active}
    for viewer in viewers:
        session = sessions.get(viewer.session_key or "", {})
        user = people.get(session.get(SESSION_KEY, ""))
        viewer.user = user if user is not None and _is_valid(session, user) else None


def _is_valid(session: Mapping[str, Any], user: User) -> bool:
    """Whether a session was begun with the password, and before the last end of all sessions, of this person."""
    begun_with = session.get(HASH_SESSION_KEY, "")
    return session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS and any(
        constant_time_compare(begun_with, good)
        for good in (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    )


# How many are asked for at once is rounded up, so that few queries have to be prepared.


@lru_cache
def _sessions(most: int) -> Prepared[Session]:
    return Prepared(lambda: Session.objects.filter(session_key__in=list(map(str, range(most)))))


@lru_cache
def _people(most: int) -> Prepared[User]:
    return Prepared(lambda: User.objects.filter(pk__in=range(most)))


def _rounded(values: Collection[Any]) -> int:
    """The next power of two."""
    return 1 << (len(values) - 1).bit_length()


def _filled(values: Collection[Any]) -> list[Any]:
    """The values, some of them again, so that there are so many."""
    every = list(values)
    return every + every[:1] * (_rounded(every) - len(every))
