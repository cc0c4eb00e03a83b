"""What codes and tokens look like in addresses, of pages and of sockets alike.

Everything else is no address of ours: it never reaches a view, a database or the name of a group.
"""

import re

from django.urls import register_converter

from .models import CODE_LENGTH, GAME_CODE_LENGTH
from .seeds import ALPHABET

TABLE_CODE = f"[{re.escape(ALPHABET)}]{{{CODE_LENGTH}}}"
GAME_CODE = f"[{re.escape(ALPHABET)}]{{{GAME_CODE_LENGTH}}}"
INVITE_TOKEN = "[0-9a-f]{64}"  # SHA-256, in hex: games.selectors.invite_token_of


class Text:
    """A parameter that is kept as it is written."""

    regex: str

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class TableCode(Text):
    regex = TABLE_CODE


class GameCode(Text):
    regex = GAME_CODE


class InviteToken(Text):
    regex = INVITE_TOKEN


class Word(Text):
    """The key of a preset or of a topic."""

    regex = "[A-Za-z0-9_-]{1,40}"


def register() -> None:
    """Make the kinds of parameters known to `path`: `<table_code:code>` and the others."""
    register_converter(TableCode, "table_code")
    register_converter(GameCode, "game_code")
    register_converter(InviteToken, "invite_token")
    register_converter(Word, "word")
