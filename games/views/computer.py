"""A game against computer players: it begins at once, and needs no account."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from .. import forms
from ..errors import BadRules, Refused
from ..services import tables
from ..services.rules_of_table import TableRules
from . import answers
from .answers import person_or_guest, with_status


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def computer(request: HttpRequest) -> HttpResponse:
    values = {**forms.DEFAULTS, "turn": "none", "join": "link"}
    if request.method != "POST":
        return _page(request, forms.TableForm(values))
    values |= {name: request.POST.get(name, "")[:200] for name in ("preset", "seats")}
    form = forms.TableForm(values)
    chosen = form.rules()
    if chosen is None:
        return _page(request, form, status=422)
    try:
        host = person_or_guest(request)
        seed, key = request.POST.get("client_seed", "-"), request.POST.get("key") or None
        table = tables.open_computer_game(host, TableRules(**chosen), seed, key)
    except ValidationError as refused:
        form.problems["name"] = " ".join(refused.messages)
        return _page(request, form, status=422)
    except BadRules as error:
        form.clash(forms.sentence(error.message), error.options)
        return _page(request, form, status=422)
    except Refused as error:
        return with_status(_page(request, form, refusal=error), error)
    return redirect("table", table.code)  # which leads on to the game


def _page(
    request: HttpRequest, form: forms.TableForm, *, status: int = 200, refusal: Refused | None = None
) -> HttpResponse:
    context = {
        "form": form,
        "key": answers.new_key(),
        "name": request.POST.get("name", ""),
        "refusal": forms.sentence(refusal.message) if refusal else None,
    }
    return render(request, "games/tables/computer.html", context, status=status)
