"""How the site looks, and in which language: one page for all, kept in a cookie and with the account (0.2, 0.3)."""

import hashlib
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from .. import look as looks
from ..models import User

YEAR = 365 * 24 * 3600
# What a style sheet of another release was called is not asked for again.
EDITION = hashlib.sha256(looks.style_sheet(0, 0, 0).encode() + looks.style_sheet(100, 100, 100).encode()).hexdigest()[
    :8
]
SPEED_NAMES = {
    "slow": gettext_lazy("slowly, step by step"),
    "normal": gettext_lazy("step by step"),
    "fast": gettext_lazy("fast"),
    "off": gettext_lazy("at once"),
}


class Slider(forms.NumberInput):
    input_type = "range"


def slider(label: Any, help_text: Any) -> forms.IntegerField:
    widget, allowed = (
        Slider(attrs={"min": 0, "max": 100, "step": 1}),
        gettext_lazy("This is a whole number from 0 to 100."),
    )
    errors = dict.fromkeys(("required", "invalid", "min_value", "max_value"), allowed)
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=0, max_value=100, widget=widget, error_messages=errors
    )


class LookForm(forms.Form):
    contrast = slider(gettext_lazy("Contrast"), gettext_lazy("0 is flatter, 100 is stronger; all stays readable."))
    grain = slider(gettext_lazy("Grain"), gettext_lazy("The texture of the ground; 0 is none."))
    temperature = slider(gettext_lazy("Colour temperature"), gettext_lazy("0 is cooler, 100 is warmer."))
    speed = forms.ChoiceField(
        label=gettext_lazy("Telling a turn"),
        choices=tuple(SPEED_NAMES.items()),
        widget=forms.RadioSelect,
        help_text=gettext_lazy(
            "How what happened in a turn of the others appears. Where your device asks for less motion, at once."
        ),
    )


class Shown:
    """For templates: the look of who asks, and the address of its style sheet."""

    def __init__(self, found: looks.Look) -> None:
        self.speed, self.designed, self.found = found.speed, found.designed, found

    @property
    def address(self) -> str:
        return address_of(*self.found[:3])


def address_of(contrast: int, grain: int, temperature: int) -> str:
    return f"{reverse('look_style', args=[contrast, grain, temperature])}?v={EDITION}"


def look_of(request: HttpRequest) -> looks.Look:
    """What the account says, else the cookie, else as designed."""
    user = getattr(request, "user", None)
    kept = looks.read(user.look) if isinstance(user, User) else None
    return kept or looks.read(request.COOKIES.get(looks.COOKIE, "")) or looks.Look()


def look(request: HttpRequest) -> dict[str, Any]:
    """For all templates: `look`."""
    return {"look": Shown(look_of(request))}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """See and change it. POST: the three positions and the speed, or `designed` for all as they were made."""
    chosen = look_of(request)
    if request.method == "POST" and "designed" in request.POST:
        return _kept(request, looks.Look(speed=chosen.speed))
    form = LookForm(request.POST if request.method == "POST" else None, initial=chosen._asdict())
    if request.method == "POST" and form.is_valid():
        return _kept(request, looks.Look(**form.cleaned_data))
    context = {"form": form, "preview": reverse("look_style", args=[0, 0, 0]), "edition": EDITION}
    return render(request, "accounts/look.html", context, status=422 if form.is_bound else 200)


def _kept(request: HttpRequest, chosen: looks.Look) -> HttpResponse:
    if isinstance(request.user, User):
        request.user.look = str(chosen)
        request.user.save(update_fields=["look"])
    messages.success(request, _("Kept: the site looks like this for you from now on."))
    answer = redirect("look")
    answer.set_cookie(
        looks.COOKIE,
        str(chosen),
        max_age=YEAR,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def style_sheet(request: HttpRequest, contrast: int, grain: int, temperature: int) -> HttpResponse:
    """The custom properties for these positions, 0 to 100."""
    return HttpResponse(looks.style_sheet(contrast, grain, temperature), content_type="text/css; charset=utf-8")
