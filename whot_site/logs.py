"""What becomes of log records on their way out."""

import logging

from django.core.exceptions import BadRequest
from django.http.multipartparser import MultiPartParserError


class OneLine(logging.Filter):
    """Drops the traceback of a record and keeps its line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


class Malformed(OneLine):
    """Does so where the request was at fault, and not where we were."""

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        return super().filter(record) if isinstance(fault, BadRequest | MultiPartParserError) else True
