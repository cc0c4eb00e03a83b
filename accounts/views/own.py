"""One's own settings, data, and the end of an account; and links to unsubscribe, which need no sign-in."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from .. import limits, mails
from ..closing import close_account, consequences
from ..exporting import export_of
from ..forms import CloseForm, SettingsForm
from .signed_in import person_of

EXPORTS_AN_HOUR = 10
WRONG_CLOSINGS = 5


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def preferences(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    form = SettingsForm(request.POST or None, person=person)
    if request.method == "POST" and form.is_valid() and form.save():
        with translation.override(form.cleaned_data["language"]):
            messages.success(request, _("Your settings are saved."))
        answer = redirect("settings")
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            form.cleaned_data["language"],
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
        return answer
    status = 422 if form.is_bound else 200
    return render(request, "accounts/settings.html", {"form": form, "person": person}, status=status)


@require_safe
@never_cache
@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Download what is kept about oneself."""
    person = person_of(request)
    limits.take("export", person.pk, EXPORTS_AN_HOUR, 3600)
    answer = JsonResponse(export_of(person), json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer.headers["Content-Disposition"] = 'attachment; filename="my-whot-data.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def close(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    if request.method == "POST":
        limits.take("close", person.pk, WRONG_CLOSINGS, 300)
    form = CloseForm(request.POST or None, person=person)
    if request.method == "POST" and form.is_valid():
        close_account(person)
        logout(request)
        messages.success(request, _("Your account is closed."))
        return redirect("home")
    status = 422 if form.is_bound else 200
    lost = [text for told in consequences if (text := told(person))]
    return render(request, "accounts/close.html", {"form": form, "person": person, "lost": lost}, status=status)


@csrf_exempt  # RFC 8058: the mail program posts, without a cookie of ours; the signed link is the proof
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """GET asks, POST does; neither needs a sign-in."""
    try:
        person, kind = mails.read_token(token)
    except mails.BadLink:
        return render(request, "accounts/unsubscribe_link.html", status=403)
    if request.method == "POST":
        mails.unsubscribe(person, kind)
    context = {"kind": mails.kinds[kind], "done": request.method == "POST", "token": token}
    return render(request, "accounts/unsubscribe.html", context)
