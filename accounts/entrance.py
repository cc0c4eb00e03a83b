"""Who may see which of allauth's pages: guests are on the way to an account, and have none to manage yet."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

View = Callable[..., HttpResponseBase]


def for_newcomers(view: View) -> View:
    """Show a guest the page as to somebody who is not signed in; `request.guest` says who it is."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request.user, "is_guest", False):
            request.guest = request.user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return inner


def for_members(view: View) -> View:
    """Send a guest to sign-up instead."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if getattr(request.user, "is_guest", False):
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return inner
