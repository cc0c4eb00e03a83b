"""Who looks on at the other end of a socket, asked again at every push: a session can end while it is open."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts.middleware import UTC, zone_named
from accounts.models import User

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
        self._ask_again()
        if self.was_signed_in is None:
            self.was_signed_in = self.user is not None
        return self.was_signed_in and self.user is None

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

    def _ask_again(self) -> None:
        store = import_module(settings.SESSION_ENGINE).SessionStore
        request = cast(HttpRequest, SimpleNamespace(session=store(self.session_key)))
        user = get_user(request) if self.session_key else None
        self.user = user if isinstance(user, User) else None
