"""The step between a table's commitments and the contribution of somebody who knows its rules (wgs1, steps 1 and 2).

The site has bound itself before this page is shown, and the page's own post brings what the browser adds: no post that
makes commitments may carry a contribution. With script the browser sends the form by itself.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from .. import forms
from ..errors import Refused
from ..models import Game, Table
from ..selectors import TableSeen


def only_contributes(seen: TableSeen) -> bool:
    """Whether all that the table awaits of this person is a contribution: its rules are their own, or known to them."""
    return seen.must_contribute and not seen.must_agree


def contribute_page(request: HttpRequest, seen: TableSeen, refusal: Refused | None) -> HttpResponse:
    row = seen.table
    context = {
        "seen": seen,
        "table": row,
        "preset": forms.preset_name(row.game, row.preset),
        "refusal": forms.sentence(refusal.message) if refusal else None,
    }
    return render(request, "games/tables/contribute.html", context)


def led_on(table: Table) -> HttpResponse:
    """To the table, or right to its game where that has begun."""
    if table.state == Table.State.PLAYING:
        code = Game.objects.filter(table=table).order_by("-number").values_list("code", flat=True).first()
        return redirect("game", code)
    return redirect("table", table.code)
