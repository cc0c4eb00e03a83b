"""What becomes of log records on their way out."""

import logging
import re
import traceback
from pathlib import Path
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied
from django.http.multipartparser import MultiPartParserError

_RULES = Path(__file__).resolve().parent.parent / "rules"

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
    """One fact a line, without the secrets of addresses: who reads the log can't follow a link in it.

    Of a fault inside the rules it tells the kind and the place: its text may name cards that are in somebody's hand.
    """

    def format(self, record: logging.LogRecord) -> str:
        return _SECRET.sub(r"\1…", super().format(record))

    def formatException(self, ei: Any) -> str:
        error, texts = ei[1], []
        while error is not None:
            frames = traceback.extract_tb(error.__traceback__)
            secret = any(Path(frame.filename).is_relative_to(_RULES) for frame in frames)
            said = [f"{type(error).__name__}\n"] if secret else traceback.format_exception_only(type(error), error)
            texts.append("".join(["Traceback (most recent call last):\n", *traceback.format_list(frames), *said]))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\nAnd while that was answered:\n\n".join(reversed(texts)).rstrip("\n")


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
