"""What a request needs to know about who sent it: language, time zone; and the answer when it is one too many."""

import zoneinfo
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation.trans_real import parse_accept_lang_header

from .limits import TooMany
from .models import User
from .views.errors import too_many
from .zones import UTC, zone_named


class PeopleMiddleware:
    """Shows pages in the language and time zone of the person.

    The language cookie is what was chosen last: it is kept with the person, for mail and for the next browser. What
    the browser asks for by itself is kept once, when none is known yet: the language of its headers, and the time zone
    (a cookie that our script writes).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated
        person = request.user if signed_in and isinstance(request.user, User) else None
        remember_language = self._language(request, person)
        with timezone.override(self._zone(request, person)):
            response = self.get_response(request)
        if remember_language:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                remember_language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return too_many(request, exception) if isinstance(exception, TooMany) else None

    def _language(self, request: HttpRequest, person: User | None) -> str:
        """Agree the person's language with the cookie's; return what the cookie should become, if anything."""
        if person is None:
            return ""
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        if chosen in dict(settings.LANGUAGES):
            if chosen != person.language:
                person.language = chosen
                person.save(update_fields=["language"])
            return ""
        asked = _asked_for(request)
        if not person.language and asked:
            # Only where there is none still: another page of this person may have chosen one meanwhile.
            if not User.objects.filter(pk=person.pk, language="").update(language=asked):
                person.refresh_from_db(fields=["language"])
            else:
                person.language = asked
        if person.language in dict(settings.LANGUAGES):
            translation.activate(person.language)
            request.LANGUAGE_CODE = translation.get_language() or settings.LANGUAGE_CODE
        # No cookie for what this browser asks for anyway: it would be taken for a choice of who signs in here next.
        return "" if person.language == asked else person.language

    def _zone(self, request: HttpRequest, person: User | None) -> zoneinfo.ZoneInfo:
        told = zone_named(request.COOKIES.get(settings.TIME_ZONE_COOKIE_NAME, ""))
        if person is None:
            return told or UTC
        if not person.time_zone and told is not None:
            person.time_zone = told.key
            person.save(update_fields=["time_zone"])
        return zone_named(person.time_zone) or UTC


def _asked_for(request: HttpRequest) -> str:
    """The language of ours that the headers of this browser ask for first; empty where they name none of ours."""
    for wanted, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        if wanted == "*":
            break
        try:
            return translation.get_supported_language_variant(wanted)
        except LookupError:
            continue
    return ""
