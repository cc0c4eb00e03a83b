"""The link that leads to a league: made, and known again, as that of a table is (`games.selectors.links`)."""

from functools import partial

from ..selectors import links
from .models import League

SALT = "games.leagues.invite"
token_of = partial(links.invite_token_of, salt=SALT)
present_token = partial(links.present_token, salt=SALT)
opens = links.is_token_of
token_hash = links.token_hash


def renew(league: League) -> None:
    """Gives the league a new link; the one before leads nowhere. Does not save."""
    league.invite_number += 1
    league.invite_hash = token_hash(token_of(league))
