"""The link that leads to a league: its token is made anew from the site's secret, and only its hash is stored."""

import hashlib
import hmac

from django.conf import settings
from django.utils.crypto import salted_hmac

from .models import League


def token_of(league: League, secret: str | None = None) -> str:
    """The token of the league's latest link, 256 bits."""
    value = f"{league.code}:{league.invite_number}"
    return salted_hmac("games.leagues.invite", value, secret=secret, algorithm="sha256").hexdigest()


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def renew(league: League) -> None:
    """Gives the league a new link; the one before leads nowhere. Does not save."""
    league.invite_number += 1
    league.invite_hash = token_hash(token_of(league))


def present_token(league: League) -> str | None:
    """The token of the link that leads here now; None: there is none (or the secret has changed since)."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        token = token_of(league, secret)
        if opens(league, token):
            return token
    return None


def opens(league: League, token: str | None) -> bool:
    """Whether this token is that of the league's link."""
    if not token or league.invite_hash is None:
        return False
    return hmac.compare_digest(token_hash(token), league.invite_hash)
