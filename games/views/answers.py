"""What the views of tables share: who asks, what they usually play by, and refusals as pages."""

import secrets
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from accounts.services import guest_for

from .. import errors, log
from ..errors import NotFound, Refused, TooMany
from ..forms import can_be_typed, sentence


def person(request: HttpRequest) -> User | None:
    """Who is signed in (a guest too), or None."""
    return request.user if request.user.is_authenticated else None


def person_or_guest(request: HttpRequest) -> AbstractContextManager[User]:
    """Who is signed in, or a new guest with the name of the form, who stays only if what is done inside succeeds.

    Raises ValidationError (a name that can't be used) and accounts.limits.TooMany.
    """
    return guest_for(request, request.POST.get("name", ""))


def usual_rules(user: User | None) -> Mapping[str, Any]:
    """The rules this person last chose, as keyword arguments of TableRules; empty: none yet, or none that can be
    played any more."""
    rules: Mapping[str, Any] = user.usual_rules if user and "preset" in (user.usual_rules or {}) else {}
    return rules if rules and can_be_typed(rules) else {}


def new_key() -> str:
    """The random key of a form: the same post twice counts once."""
    return secrets.token_urlsafe(16)


def whole(text: str | None) -> int:
    """A number that our own page posted; -1, which nothing ever equals, for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else -1


def with_status(answer: HttpResponse, error: Refused) -> HttpResponse:
    """The answer with the status that belongs to a refusal."""
    answer.status_code = error.status
    if isinstance(error, TooMany):
        answer["Retry-After"] = str(error.retry_after)
    return answer


def refusal_page(request: HttpRequest, error: Refused) -> HttpResponse:
    """A page of its own, for a refusal that has no page to stand on. Raises Http404 for what is not there."""
    if isinstance(error, NotFound):
        raise Http404(error.code)
    return with_status(render(request, "games/tables/refused.html", {"refusal": sentence(error.message)}), error)


def stopping_when_broken(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A game whose log no longer replays is frozen and says so; the others go on."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str, *others: Any, **more: Any) -> HttpResponse:
        try:
            return view(request, code, *others, **more)
        except log.BrokenLog:
            log.freeze(code)
        except errors.Broken:
            pass
        return render(request, "games/stopped.html", {"code": code}, status=errors.Broken.status)

    return guarded
