"""The invite link of a table: its token is made anew from the site's secret, and only its hash is stored."""

import hashlib
import hmac

from django.conf import settings
from django.utils.crypto import salted_hmac

from ..models import Table


def invite_token_of(table: Table, secret: str | None = None) -> str:
    """The token of the table's latest link, 256 bits, made anew from the site's secret: only its hash is stored."""
    value = f"{table.code}:{table.invite_number}"
    return salted_hmac("games.invite", value, secret=secret, algorithm="sha256").hexdigest()


def present_token(table: Table) -> str | None:
    """The token of the link that leads to the table now; None: there is none (or the secret has changed since)."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        token = invite_token_of(table, secret)
        if is_token_of(table, token):
            return token
    return None


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def is_token_of(table: Table, token: str | None) -> bool:
    if not token or table.invite_hash is None:
        return False
    return hmac.compare_digest(token_hash(token), table.invite_hash)
