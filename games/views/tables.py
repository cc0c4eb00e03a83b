"""A table from the form that makes it to the start of its match."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User

from .. import forms, parts, presenters, selectors, worn
from ..errors import BadRules, Full, Refused
from ..models import Game, Seat, SeatKind, Table
from ..selectors import TableSeen
from ..selectors.inviting import company
from ..services import invitations, tables, usual
from ..services.rules_of_table import TableRules, fewest_people
from . import opening
from .answers import person, person_or_guest, refusal_page, usual_rules, whole, with_status
from .contributing import contribute_page, led_on, only_contributes
from .facts import facts_of

NEW = "games/tables/new.html"
HOST = "host"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """The form for a new table, and the table."""
    usually = usual_rules(person(request))
    game = opening.game_of(request)
    if request.method == "POST":
        return opening.opened(request, NEW, forms.sent(request.POST, usually), _open_and_remember)
    form = forms.blank(usually, game)
    if set(request.GET) - {"game"}:  # a link chooses something; the rest is as usual
        form = forms.linked(request.GET.dict(), usually, game)
    return opening.page(request, NEW, form)


def _open_and_remember(host: User, rules: TableRules, key: str | None) -> Table:
    opened = tables.open_table(host, rules, key)
    usual.remember(host, rules)
    return opened


@require_safe
@never_cache
def new_fields(request: HttpRequest) -> HttpResponse:
    """The house rules and the rules card for what is chosen so far: the part of the form that follows the rest."""
    opening.game_of(request)
    return render(
        request, "games/tables/_follows.html", {"form": forms.sent(request.GET, usual_rules(person(request)))}
    )


@require_safe
@never_cache
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The table. Who plays at it is taken to the game."""
    try:
        seen = selectors.table_for(code, person(request))
    except Refused as error:
        return refusal_page(request, error)
    if _is_playing(seen):
        return redirect("game", seen.game_code)
    return table_page(request, seen)


@require_safe
@never_cache
def panel(request: HttpRequest, code: str) -> HttpResponse:
    """The part of the table that changes by itself."""
    try:
        seen = selectors.table_for(code, person(request))
    except Refused as error:
        return refusal_page(request, error)
    return table_panel(request, seen)


def table_panel(request: HttpRequest, seen: TableSeen, token: str | None = None) -> HttpResponse:
    context = table_context(request, seen, token)
    if seen.is_host and seen.table.state == Table.State.ASSEMBLING and HOST not in request.GET:
        context["became_host"] = True  # the page was drawn before, and has nothing of what a host needs
    return render(request, "games/tables/_changing.html", context)


def _panel_url(seen: TableSeen, token: str | None) -> str:
    """Where a page asks for its changing part; a page that was drawn for the host says so."""
    if token:
        return reverse("invite_panel", args=[token])
    return f"{reverse('table_panel', args=[seen.table.code])}{f'?{HOST}=1' if seen.is_host else ''}"


def table_page(
    request: HttpRequest,
    seen: TableSeen,
    *,
    token: str | None = None,
    refusal: Refused | None = None,
    name_problem: str = "",
) -> HttpResponse:
    """The whole page: the table as this person may see it, and what they can do about it."""
    if only_contributes(seen):
        return contribute_page(request, seen, refusal)
    context = table_context(request, seen, token) | {
        "refusal": forms.sentence(refusal.message) if refusal else None,
        "name_problem": name_problem,
        "name": request.POST.get("name", ""),
    }
    if seen.is_host:
        token_of_link = seen.invite_token
        context["link"] = request.build_absolute_uri(reverse("invite", args=[token_of_link])) if token_of_link else None
        context |= _invited(seen)
    return render(request, "games/tables/table.html", context)


def table_context(request: HttpRequest, seen: TableSeen, token: str | None) -> dict[str, Any]:
    lacking = _lacking(seen)
    row, before = seen.table, seen.seat.agreed_rules if seen.seat and seen.must_agree else None
    addresses = presenters.profiles([place for place in seen.places if place], seen.viewer)
    wears = worn.at_table(row, seen.places, seen.viewer)
    return {
        "seen": seen,
        "table": row,
        "token": token,
        "return_to": reverse("invite", args=[token]) if token else reverse("table", args=[row.code]),
        "panel_url": _panel_url(seen, token),
        "game_url": reverse("game", args=[seen.game_code]) if _is_playing(seen) else None,
        "preset": forms.preset_name(row.game, row.preset),
        "games": _games_of(seen),
        "facts": facts_of(row, before),
        "facts_below": seen.is_host and row.state == Table.State.ASSEMBLING and not seen.must_agree,
        "card": forms.shown_card(
            row.game, row.preset, row.options, row.seats, usual_rules(seen.viewer), before and before["options"]
        ),
        "host_name": row.host.shown_name,
        "free": row.seats - row.seated,
        "missing": ", ".join(place.shown_name for place in seen.not_contributed),
        "seats": [(*_place(place, seen, addresses), place and wears.get(place.user_id or 0)) for place in seen.places],
        "can_join": can_join(seen),
        "lacking": lacking,
        "exactly": lacking and seen.table.seated + lacking == row.seats,
        "may_start": seen.may_start and not lacking,
        "parts": parts.shown(parts.on_table, seen),
        "why_not": forms.sentence(seen.why_not) if seen.why_not else "",
    }


def _lacking(seen: TableSeen) -> int:
    """How many more people have to sit down before the match can start."""
    if seen.table.state != Table.State.ASSEMBLING or seen.seat is None:
        return 0
    return max(0, fewest_people(seen.table) - seen.table.seated)


def _games_of(seen: TableSeen) -> list[tuple[int, str]]:
    """Number and code of the games of a table that is over, as far as this person may look at them."""
    if seen.table.state in (Table.State.ASSEMBLING, Table.State.PLAYING):
        return []
    games = Game.objects.filter(table=seen.table).order_by("number")
    if not seen.table.onlookers:
        games = games.filter(players__user=seen.viewer) if seen.viewer else games.none()
    return list(games.values_list("number", "code"))


def _place(
    place: Seat | None, seen: TableSeen, addresses: Mapping[int, str]
) -> tuple[Seat | None, presenters.Named | None, str]:
    """A seat, who sits there and what is to be known of them; None where it is free."""
    if place is None:
        return None, None, ""
    return place, presenters.Named(place.shown_name, addresses.get(place.user_id or 0, "")), _about(place, seen)


def _about(place: Seat, seen: TableSeen) -> str:
    """What is to be known of somebody who sits there, in a few words."""
    kinds = {SeatKind.BOT: _("computer"), SeatKind.GUEST: _("guest"), SeatKind.PERSON: ""}
    mine = seen.seat is not None and place.number == seen.seat.number
    words = [
        _("you") if mine else kinds[SeatKind(place.kind)],
        _("host") if place.user_id == seen.table.host_id and not seen.table.arranged_by else "",
        _not_agreed(seen.table) if place in seen.not_agreed else "",
        _("has not added to the shuffle yet") if place in seen.not_contributed and not seen.table.arranged_by else "",
    ]
    return ", ".join(word for word in words if word)


def _not_agreed(table: Table) -> str:
    return _("not here yet") if table.arranged_by else _("has not agreed yet")


def can_join(seen: TableSeen) -> bool:
    """Whether a seat can be had; at an open table also by somebody who only gives a name."""
    row = seen.table
    waits = row.state == Table.State.ASSEMBLING and row.seated < row.seats and row.coins == Table.Coins.NONE
    return seen.may_join or (seen.viewer is None and waits and row.join == Table.Join.OPEN)


def _is_playing(seen: TableSeen) -> bool:
    """Whether this person's game is under way, so that the page can lead there."""
    return seen.seat is not None and seen.table.state == Table.State.PLAYING and seen.game_code is not None


# -- what can be done at a table ---------------------------------------------------------------------------


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down; with a token where an invite link led here. Somebody without an account becomes a guest by it."""
    token = request.POST.get("token") or None
    try:
        seen = selectors.table_for(code, person(request), token)
    except Refused as error:
        return refusal_page(request, error)
    if seen.viewer is None and not can_join(seen):  # nobody is made a guest for a seat that can't be had
        return _refuse(request, code, token, Full(seen.why_not or ""))
    try:
        agreement = whole(request.POST.get("seen_agreement"))
        seed = request.POST.get("client_seed", "-")
        with person_or_guest(request) as user:
            joined = tables.join(code, user, seen_agreement=agreement, token=token, client_seed=seed)
    except ValidationError as refused:
        return _with_422(table_page(request, seen, token=token, name_problem=" ".join(refused.messages)))
    except Refused as error:
        return _refuse(request, code, token, error)
    return led_on(joined)


def _with_422(answer: HttpResponse) -> HttpResponse:
    answer.status_code = 422
    return answer


def _refuse(request: HttpRequest, code: str, token: str | None, error: Refused) -> HttpResponse:
    """The fresh table with a sentence that says why nothing was done; 404 to whoever may not know of the table."""
    try:
        seen = selectors.table_for(code, person(request), token)
    except Refused as hidden:
        return refusal_page(request, hidden)
    return with_status(table_page(request, seen, token=token, refusal=error), error)


def _do(request: HttpRequest, code: str, change: Callable[[User], Any]) -> HttpResponse:
    """Make a change to the table; then show it, or its game."""
    try:
        changed = change(request.user)  # type: ignore[arg-type]
    except Refused as error:
        return _refuse(request, code, None, error)
    return led_on(changed) if isinstance(changed, Table) else redirect("table", code)


def _go(request: HttpRequest, code: str, change: Callable[[User], Table]) -> HttpResponse:
    """End one's part in a table, and come home with word of it."""
    was_over = Table.objects.filter(code=code, state=Table.State.FINISHED).exists()
    try:
        table = change(request.user)  # type: ignore[arg-type]
    except Refused as error:
        return _refuse(request, code, None, error)
    shut = table.state == Table.State.ABANDONED and table.started_at is None
    said = _("The table is closed. Whoever sat there is told.") if shut else _("You have left the table.")
    messages.success(request, _("The match at this table is over.") if was_over else said)
    return redirect("home")


@require_POST
@login_required
def leave(request: HttpRequest, code: str) -> HttpResponse:
    return _go(request, code, lambda user: tables.leave(code, user))


@require_POST
@login_required
def close(request: HttpRequest, code: str) -> HttpResponse:
    return _go(request, code, lambda user: tables.close(code, user))


@require_POST
@login_required
def agree(request: HttpRequest, code: str) -> HttpResponse:
    """Accept the rules as they were shown."""
    agreement, seed = whole(request.POST.get("seen_agreement")), request.POST.get("client_seed", "-")
    return _do(request, code, lambda user: tables.agree(code, user, agreement, seed))


@require_POST
@login_required
def start(request: HttpRequest, code: str) -> HttpResponse:
    return _do(request, code, lambda user: tables.start(code, user, whole(request.POST.get("seen_seq"))))


@require_POST
@login_required
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Make a new link; the one before leads nowhere any more."""
    return _do(request, code, lambda user: invitations.new_invite(code, user))


@require_POST
@login_required
def revoke(request: HttpRequest, code: str) -> HttpResponse:
    return _do(request, code, lambda user: invitations.revoke_invite(code, user))


def _invited(seen: TableSeen) -> dict[str, Any]:
    """For the host: `asked`, whom an invitation waits for, and `friends`, who may be asked yet."""
    if seen.viewer is None or seen.viewer.is_guest:
        return {"asked": [], "friends": []}
    seated = {place.user_id for place in seen.places if place is not None}
    return company(seen.table, seen.viewer, seated)._asdict()


@require_POST
@login_required
def invite_friend(request: HttpRequest, code: str) -> HttpResponse:
    def invited(user: User) -> None:
        friend = User.objects.filter(pk=whole(request.POST.get("friend")), closed_at=None).first()
        if friend is None:
            raise Http404("no such person")
        invitations.invite_friend(code, user, friend)

    return _do(request, code, invited)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The host's form to change the rules; everybody seated is asked again."""
    try:
        seen = selectors.table_for(code, person(request))
    except Refused as error:
        return refusal_page(request, error)
    if not seen.is_host or seen.table.computers_only or seen.table.state != Table.State.ASSEMBLING:
        return redirect("table", code) if request.method != "POST" else _post_rules(request, seen)
    if request.method == "POST":
        return _post_rules(request, seen)
    rules = TableRules.of(seen.table)
    form = forms.TableForm(forms.typed(rules.values()), usual_rules(seen.viewer), game=rules.game)
    return _rules_page(request, seen, form)


def _post_rules(request: HttpRequest, seen: TableSeen) -> HttpResponse:
    code, form = seen.table.code, forms.sent(request.POST, usual_rules(seen.viewer), seen.table.game)
    chosen = form.rules()
    if chosen is None:
        return _rules_page(request, seen, form, status=422)
    seen_seq = whole(request.POST.get("seen_seq"))
    try:
        tables.change_rules(code, request.user, TableRules(**chosen), seen_seq)  # type: ignore[arg-type]
    except BadRules as error:
        form.clash(forms.sentence(error.message), error.options)
        return _rules_page(request, seen, form, status=422)
    except Refused as error:
        if not seen.is_host:
            return _refuse(request, code, None, error)
        return with_status(_rules_page(request, seen, form, refusal=error), error)
    messages.success(request, _("The rules are changed. Whoever sits here is asked to agree again."))
    return redirect("table", code)


def _rules_page(
    request: HttpRequest, seen: TableSeen, form: forms.TableForm, *, status: int = 200, refusal: Refused | None = None
) -> HttpResponse:
    context = {
        "form": form,
        "table": seen.table,
        "others": seen.table.seated - 1,
        "refusal": forms.sentence(refusal.message) if refusal else None,
        "title": _("Change the rules"),
    }
    return render(request, "games/tables/rules.html", context, status=status)
