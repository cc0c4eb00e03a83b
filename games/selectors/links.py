"""The link that leads to a table, or to a league: its token is made anew from the site's secret, and only its hash is
stored."""

import hashlib
import hmac
from typing import Protocol

from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "games.invite"  # of tables


class Linked(Protocol):
    """A row that a link leads to; `invite_number` counts its links."""

    code: str
    invite_number: int
    invite_hash: str | None


def invite_token_of(row: Linked, secret: str | None = None, *, salt: str = SALT) -> str:
    """The token of the row's latest link, 256 bits, made anew from the site's secret: only its hash is stored."""
    value = f"{row.code}:{row.invite_number}"
    return salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest()


def present_token(row: Linked, *, salt: str = SALT) -> str | None:
    """The token of the link that leads here now; None: there is none (or the secret has changed since)."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        token = invite_token_of(row, secret, salt=salt)
        if is_token_of(row, token):
            return token
    return None


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_token_of(row: Linked, token: str | None) -> bool:
    """Whether this token is that of the row's link."""
    if not token or row.invite_hash is None:
        return False
    return hmac.compare_digest(token_hash(token), row.invite_hash)
