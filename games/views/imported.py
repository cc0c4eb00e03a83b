"""Games from a file: bringing one, looking back at it, taking it along again. Each person sees their own alone."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules.record import read
from rules.record_form import MOST_BYTES

from .. import presenters, reviews
from ..errors import BadRequest, NotFound, Refused
from ..forms import preset_name, sentence
from ..models import ImportedGame
from ..reviews import Reviewed
from ..selectors import imported
from ..services import importing
from ..translating import translated
from . import review_page
from .answers import person, with_status
from .review_page import Links

PASTED = 60_000  # characters: a form's body is held to little more


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def imports(request: HttpRequest) -> HttpResponse:
    """The form for a record, as a file or pasted, and the games one has brought."""
    if request.method != "POST":
        return _form(request)
    try:
        kept = importing.keep(request.user, _sent(request))  # type: ignore[arg-type]
    except Refused as refused:
        return with_status(_form(request, _problem(refused)), refused)
    return redirect("imported_review", kept.code)


def _sent(request: HttpRequest) -> bytes:
    """The record that was sent. Raises BadRequest where there is none, or too much of one."""
    file, pasted = request.FILES.get("file"), request.POST.get("text", "")
    if isinstance(file, UploadedFile):
        if (file.size or 0) > MOST_BYTES:
            raise BadRequest(_("This file is too long: a record has at most 1 MiB."))
        return file.read()
    if not pasted.strip():
        raise BadRequest(_("Choose a file or paste a record first."))
    if len(pasted) >= PASTED:
        raise BadRequest(_("This is too long to be pasted, and its end may be cut off. Send it as a file."))
    return pasted.strip().encode("utf-8", "replace")


def _problem(refused: Refused) -> str:
    """What is wrong with the record, and where, as one sentence."""
    if not isinstance(refused, importing.BadRecord):
        return sentence(refused.message)
    where = f" ({refused.rule})" if refused.rule else ""
    if refused.path:
        return f"{refused.path}: {translated(refused.message)}{where}"
    return f"{sentence(refused.message)}{where}"


def _form(request: HttpRequest, problem: str = "") -> HttpResponse:
    games = imported.imported_by(request.user)  # type: ignore[arg-type]
    context = {
        "problem": problem,
        "text": request.POST.get("text", "")[:PASTED] if problem else "",
        "games": [(game, preset_name(game.game, game.preset), ", ".join(game.names)) for game in games],
        "pasted": PASTED,
    }
    return render(request, "games/review/imports.html", context)


def _found(request: HttpRequest, code: str) -> ImportedGame:
    try:
        return imported.imported(code, person(request))
    except NotFound as refused:
        raise Http404(str(refused)) from None


def _reviewed(row: ImportedGame) -> Reviewed:
    return reviews.reviewed_record(row.code, lambda: read(row.text))


@require_safe
@never_cache
def review(request: HttpRequest, code: str, step: int | None = None) -> HttpResponse:
    row, links = _found(request, code), Links("imported", code)
    led = review_page.jump(request, links, row.actions)
    if led is not None:
        return led
    found = _reviewed(row)
    return review_page.page(request, found, links, step, {"back": reverse("imports"), **_about(row, found)})


def _about(row: ImportedGame, found: Reviewed) -> dict[str, Any]:
    outcome = found.rules.game.outcome(found.frames[-1].state)
    title = presenters.headline(None, outcome, None, found.names) if outcome else _("Looking back")
    return {"imported": row, "preset": preset_name(row.game, row.preset), "title": title}


@require_safe
@never_cache
def cards(request: HttpRequest, code: str) -> HttpResponse:
    """Who held what, and when."""
    row = _found(request, code)
    found = _reviewed(row)
    return review_page.cards(request, found, Links("imported", code), _about(row, found))


@require_safe
@never_cache
def steps(request: HttpRequest, code: str) -> HttpResponse:
    return review_page.some_steps(request, _reviewed(_found(request, code)))


@require_safe
@never_cache
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as it was brought, byte for byte."""
    answer = HttpResponse(_found(request, code).text, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="whot-imported-{code}.json"'
    return answer


@require_POST
@login_required
def delete(request: HttpRequest, code: str) -> HttpResponse:
    try:
        importing.delete(request.user, code)  # type: ignore[arg-type]
    except NotFound as refused:
        raise Http404(str(refused)) from None
    messages.success(request, _("The game is deleted."))
    return redirect("imports")
