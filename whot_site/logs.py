"""What becomes of log records on their way out."""

import logging
import re

from django.core.exceptions import BadRequest, PermissionDenied
from django.http.multipartparser import MultiPartParserError

# Where an address holds a secret: what stands behind each of these, up to the next slash. In the address of another
# page (`?next=`) the slashes are written %2F.
_SECRET_PLACES = (
    "/t/",
    "/ws/t/",
    "/accounts/password/reset/key/",
    "/accounts/confirm-email/",
    "/mail/unsubscribe/",
)
_SECRET = re.compile(
    "((?:{})(?!done(?:/|%2F))).+?(?=/|%2F|[\\s\"'?&#]|$)".format(
        "|".join(re.escape(place).replace("/", "(?:/|%2[Ff])") for place in _SECRET_PLACES)
    )
)


class Line(logging.Formatter):
    """One fact a line, without the secrets of addresses: who reads the log can't follow a link in it."""

    def format(self, record: logging.LogRecord) -> str:
        return _SECRET.sub(r"\1…", super().format(record))


class OneLine(logging.Filter):
    """Drops the traceback of a record and keeps its line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


class Malformed(OneLine):
    """Does so where the request was at fault or not for this person, and not where we were."""

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        return (
            super().filter(record) if isinstance(fault, BadRequest | MultiPartParserError | PermissionDenied) else True
        )
