"""What stands before everything: headers on every answer, compression, and the refusal of requests that can't be read
or are not taken where they went."""

import codecs
from collections.abc import Callable, Iterator
from typing import Any, cast

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.urls import is_valid_path

TEXTS = {
    "application/javascript",
    "application/json",
    "application/manifest+json",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
}
WHOLE_IN_MEMORY = 1024 * 1024  # bytes of a file
NextStep = Callable[[HttpRequest], HttpResponse]


class SecurityHeadersMiddleware:
    """Sets the Content-Security-Policy and Permissions-Policy; Django's own middleware sets the others."""

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response
        self.policy = "; ".join(f"{name} {value}" for name, value in settings.CONTENT_SECURITY_POLICY.items())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers["Content-Security-Policy"] = self.policy
        response.headers["Permissions-Policy"] = settings.PERMISSIONS_POLICY
        return response


class CompressionMiddleware(GZipMiddleware):
    """Sends texts compressed: pages, and the files that WhiteNoise serves as they lie.

    That a page compresses differently by what a stranger puts into its address (BREACH) tells nothing here: Django
    masks the form token anew in every answer, and its middleware adds up to 100 random bytes.
    """

    def process_request(self, request: HttpRequest) -> None:
        # The tag of a compressed file is a weak one; WhiteNoise compares it letter by letter with its own.
        known = request.META.get("HTTP_IF_NONE_MATCH", "")
        if known.startswith("W/"):
            request.META["HTTP_IF_NONE_MATCH"] = known.removeprefix("W/")

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.get("Content-Type", "").split(";")[0] not in TEXTS:
            return response
        if not isinstance(response, StreamingHttpResponse):
            return super().process_response(request, response)
        # A part of a file, or a file that has not changed, is not to be touched; nor is one with nothing in it.
        length = int(response.get("Content-Length") or 0)
        if (
            response.is_async
            or response.status_code != 200
            or request.method == "HEAD"
            or not 0 < length <= WHOLE_IN_MEMORY
        ):
            return response
        # In one piece: a stream would be compressed block by block, which makes more of it.
        response.streaming_content = iter([b"".join(cast(Iterator[bytes], response.streaming_content))])
        return super().process_response(request, response)


class ReadableMiddleware:
    """Refuses a request that says it is written in anything but UTF-8 (415), or has a length that is none (400) or
    too much (413, or 400).

    Django would read it so, in any codec of Python, and fail wherever the first field is looked at: in the check of
    the form token, and again in the page that says so. It stands before the first that looks, and after the one that
    chooses the language.
    """

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset")
        if charset is not None:
            request.encoding = "utf-8"  # as Django itself spells it; our own page too looks at the address
            if not _is_utf_8(charset):
                return render(request, "415.html", status=415)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not (str(length).isascii() and str(length).isdigit()):
            raise self._unread(request, "the length of the request is no number")
        most = settings.LONG_BODIES.get(request.path_info, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        if int(length) > most:  # Django would let files of any length through
            self._unread(request, "the body of the request is too long")
            return self._too_long(request, most)
        response = self.get_response(request)
        return _not_taken(request, response) if isinstance(response, HttpResponseNotAllowed) else response

    @staticmethod
    def _unread(request: HttpRequest, why: str) -> BadRequest:
        """The page that says so has a form, whose token would be looked for in the body: nobody may read that now."""
        request.META["CONTENT_LENGTH"] = "0"
        request._mark_post_parse_error()  # type: ignore[attr-defined]
        return BadRequest(why)

    @staticmethod
    def _too_long(request: HttpRequest, most: int) -> HttpResponse:
        """Says how much is read. Where files are taken that is 413; for any other form, 400: it was none of ours."""
        takes_files = request.path_info in settings.LONG_BODIES
        context = {"most": most // 1024, "back": request.path_info if takes_files else ""}
        return render(request, "413.html", context, status=413 if takes_files else 400)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponse | None:
        """Reads the form before anything is done: one that can't be read is refused (400) with nothing changed."""
        if request.method == "POST":
            try:
                request.POST  # noqa: B018
            except RequestDataTooBig:  # a text in a form that may bring a file too
                return self._too_long(request, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        return None


def _not_taken(request: HttpRequest, response: HttpResponseNotAllowed) -> HttpResponse:
    """What a reload meets at an address that only takes forms: a page, with the way to the one above."""
    above = request.path_info
    while above != "/":
        above = above.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(above):
            break
    page = render(request, "405.html", {"above": above, "asked": request.method in {"GET", "HEAD"}}, status=405)
    page.headers["Allow"] = response.headers["Allow"]
    return page


def _is_utf_8(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name == "utf-8"
    except (LookupError, ValueError):
        return False
