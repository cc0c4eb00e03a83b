"""The invite link. Opening it, by anybody or any robot, changes nothing; joining is a post of the page it shows."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import limits
from accounts.client import address_of

from .. import selectors
from ..errors import NotFound, Refused
from .answers import person, refusal_page
from .tables import table_page, table_panel

MOST_DEAD_LINKS, DEAD_LINK_SECONDS = 30, 600


@require_safe
@never_cache
def invite(request: HttpRequest, token: str) -> HttpResponse:
    """The table as whoever has the link may see it, with a preview for chat programs."""
    try:
        code = selectors.table_by_token(token).code
        seen = selectors.table_for(code, person(request), token)
    except Refused as error:
        return _dead_link(request, error)
    return redirect("table", code) if seen.seat else table_page(request, seen, token=token)


@require_safe
@never_cache
def panel(request: HttpRequest, token: str) -> HttpResponse:
    try:
        code = selectors.table_by_token(token).code
        return table_panel(request, selectors.table_for(code, person(request), token), token)
    except Refused as error:
        return _dead_link(request, error)


def _dead_link(request: HttpRequest, error: Refused) -> HttpResponse:
    """A link that was revoked or mistyped: the same page for both, so that guessing learns nothing.

    Raises accounts.limits.TooMany for an address that tries many; links that lead somewhere still work from there.
    """
    if not isinstance(error, NotFound):
        return refusal_page(request, error)
    limits.take("dead_link", address_of(request), MOST_DEAD_LINKS, DEAD_LINK_SECONDS)
    return render(request, "games/tables/dead_link.html", status=404)
