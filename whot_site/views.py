"""The pages that belong to no game: the icon, health, and what is said when something goes wrong."""

import sys
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from . import health

TRY_AGAIN = 15  # seconds
READ_ONLY = "25006"  # PostgreSQL takes no writes: a standby, or set so by somebody on call


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for an icon whatever a page says, and programs that read no page."""
    return redirect(static("favicon.svg"), permanent=True)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 `{"status": "ok", "problems": [], "seconds": {...}}`, or 503 with all problems of the site named."""
    problems, seconds = health.all_problems()
    return _health(problems, {"seconds": seconds})


@require_safe
@never_cache
def serving(request: HttpRequest) -> HttpResponse:
    """The same for what this process needs to serve, and nothing else: jobs that lag are no reason to take it away."""
    return _health(health.problems(), {})


def _health(problems: list[str], more: dict[str, Any]) -> HttpResponse:
    status = "failing" if problems else "ok"
    return JsonResponse({"status": status, "problems": problems, **more}, status=503 if problems else 200)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The 403 page for a form that has no valid token: most often a page that was open for too long.

    Nothing here is put, patched or deleted: that is refused for what it is (405), before anybody looks for a token.
    """
    if request.method != "POST":
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
    return render(request, "403_csrf.html", status=403)


def server_error(request: HttpRequest) -> HttpResponse:
    """500; or 503 when the database or the broker could not be reached, or is full. Neither page touches them."""
    error = sys.exc_info()[1]
    away = isinstance(error, _not_reached()) or getattr(getattr(error, "__cause__", None), "sqlstate", "") == READ_ONLY
    answer = HttpResponse(render_to_string("503.html" if away else "500.html"), status=503 if away else 500)
    if away:
        answer["Retry-After"] = str(TRY_AGAIN)
    return answer


def _not_reached() -> tuple[type[BaseException], ...]:
    """Errors that say that a server of ours is missing: not our code at fault, and worth trying again.

    What was never imported was never raised: the embedded site has no use for these packages.
    """
    more = {"psycopg_pool": "PoolTimeout", "redis": "RedisError"}
    found = [getattr(sys.modules[name], error) for name, error in more.items() if name in sys.modules]
    return (OperationalError, InterfaceError, *found)
