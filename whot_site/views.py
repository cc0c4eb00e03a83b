"""The pages that belong to no game: the icon, health, and what is said when something goes wrong."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from . import health


@require_safe
def icon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for an icon whatever a page says, and programs that read no page."""
    return redirect(static("favicon.svg"), permanent=True)


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 `{"status": "ok", "problems": []}`, or 503 with the problems named."""
    problems = health.problems()
    status = "failing" if problems else "ok"
    return JsonResponse({"status": status, "problems": problems}, status=503 if problems else 200)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The 403 page for a form that has no valid token: most often a page that was open for too long."""
    return render(request, "403_csrf.html", status=403)
