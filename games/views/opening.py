"""What the forms that open a table share: the page they stand on, and what their post is answered with."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User
from rules.house_rules import BOOKS
from rules.strict import shown

from .. import forms
from ..errors import BadRules, Refused
from ..models import Table
from ..services.rules_of_table import TableRules
from .answers import new_key, person_or_guest, with_status
from .contributing import led_on


def game_of(request: HttpRequest) -> str:
    """The game that a form is about: `game` of the post or the address. Raises Http404 for one that is not here."""
    game = (request.POST if request.method == "POST" else request.GET).get("game", "whot")
    if game not in BOOKS:
        raise Http404(f"there is no game {shown(game)} here")
    return game


Opener = Callable[[User, TableRules, str | None], Table]


def page(
    request: HttpRequest, template: str, form: forms.TableForm, *, status: int = 200, refusal: Refused | None = None
) -> HttpResponse:
    context = {
        "form": form,
        "key": new_key(),
        "name": request.POST.get("name", ""),
        "refusal": forms.sentence(refusal.message) if refusal else None,
    }
    return render(request, template, context, status=status)


def opened(request: HttpRequest, template: str, form: forms.TableForm, open_table: Opener) -> HttpResponse:
    """Opens the table of the form and leads to it, where its host contributes; or the form again, with what is wrong
    beside its field.

    Somebody without an account becomes a guest by it.
    """
    chosen = form.rules()
    if chosen is None:
        return page(request, template, form, status=422)
    key = request.POST.get("key") or None
    try:
        with person_or_guest(request) as host:
            table = open_table(host, TableRules(**chosen), key)
    except ValidationError as refused:
        form.problems["name"] = " ".join(refused.messages)
        return page(request, template, form, status=422)
    except BadRules as error:
        form.clash(forms.sentence(error.message), error.options)
        return page(request, template, form, status=422)
    except Refused as error:
        return with_status(page(request, template, form, refusal=error), error)
    if form.followed_words:  # without script nobody has read it yet
        messages.success(request, form.followed_words)
    return led_on(table)
