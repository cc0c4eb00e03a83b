"""What becomes of log records on their way out."""

import logging


class OneLine(logging.Filter):
    """Drops the traceback of a record and keeps its line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True
