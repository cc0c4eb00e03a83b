"""Home: what one has to do, where one waits, and what one can join; for strangers what this place is."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from rules.house_rules import BOOKS
from rules.lessons import LESSONS

from .. import coin_terms, presenters, selectors
from ..errors import Refused
from ..forms import preset_name
from ..models import Notice, Table
from ..selectors import GameLine
from ..selectors.pauses import pauses_of
from ..services import invitations, notices
from ..translating import translated
from .answers import person, refusal_page, whole

PAGE_LIMIT = 1000
NOTICES = {
    Notice.Kind.TABLE_EXPIRED: gettext_lazy("Nobody started this table within seven days, so it was closed."),
    Notice.Kind.TABLE_WAITS: gettext_lazy("This table still waits for its start."),
    Notice.Kind.TABLE_CLOSED: gettext_lazy("The host closed the table you waited at."),
    Notice.Kind.NOW_HOST: gettext_lazy("The host left. You are the host of this table now."),
    Notice.Kind.RULES_CHANGED: gettext_lazy("The rules of your table were changed. Look at them and agree again."),
    Notice.Kind.MATCH_ABANDONED: gettext_lazy("Nobody was playing this match any more, so it ended."),
    Notice.Kind.GAME_FROZEN: gettext_lazy("A game of yours is frozen while we look into a fault of ours."),
    Notice.Kind.GAME_VOID: gettext_lazy("The result of a game of yours was taken back: it ended by a fault of ours."),
    Notice.Kind.PAUSE_ASKED: gettext_lazy("Somebody asks for a pause in a game of yours."),
    Notice.Kind.MATCH_ARRANGED: gettext_lazy("A match of your league waits for you."),
    Notice.Kind.MATCH_OFF: gettext_lazy(
        "Nobody is left to play your league match with: they withdrew before it began. It counts as a bye for you."
    ),
    Notice.Kind.MATCH_SMALLER: gettext_lazy(
        "Somebody withdrew before your league match began. The others play it without them."
    ),
    Notice.Kind.SEASON_OFF: gettext_lazy("The founder called this league off before it began."),
    Notice.Kind.NOW_FOUNDER: gettext_lazy("The founder closed the account. You are the founder of this league now."),
    Notice.Kind.TURN_HALF: gettext_lazy("Half of your time for a turn is over."),
    Notice.Kind.TURN_LATE: gettext_lazy("Your time for a turn is nearly over."),
    Notice.Kind.TURN_MISSED: gettext_lazy("Your time ran out. The game says what it cost, and what comes next."),
}


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    user = person(request)
    if user is None:
        return render(request, "games/muster/landing.html", {"others": _other_games()})
    return render(request, "games/muster/muster.html", _context(request, user))


def _other_games() -> list[tuple[str, str, str]]:
    """Key, name and a line (to be translated) about each game besides the one that the first page is about."""
    _first, *others = LESSONS.items()
    return [(key, translated(BOOKS[key].name), lesson.game) for key, lesson in others]


@require_safe
@never_cache
def panel(request: HttpRequest) -> HttpResponse:
    """The part of the muster that changes by itself; who is no longer signed in is sent home."""
    user = person(request)
    if user is None:
        answer = HttpResponse(status=204)
        answer["HX-Redirect"] = "/"
        return answer
    return render(request, "games/muster/_muster.html", _context(request, user))


def _context(request: HttpRequest, user: User) -> dict[str, object]:
    pages = {name: min(max(whole(request.GET.get(name)), 1), PAGE_LIMIT) for name in ("open", "past")}
    found = selectors.muster(user, open_page=pages["open"], past_page=pages["past"])
    addresses = presenters.profiles([player for line in found.past.rows for player in line.players], user)
    return {
        "muster": found,
        "waiting": len(found.my_turn),
        "pages": pages,
        "my_turn": [(line, _left(line, found.now), _kind(line.game.table), "") for line in found.my_turn],
        "pauses": [(line, presenters.clock_of(line.next_at, found.now)) for line in pauses_of(user)],
        "others": [(line, _left(line, found.now), _kind(line.game.table), _mover(line)) for line in found.others],
        "assembling": [(line, _kind(line.table)) for line in found.assembling],
        "invitations": [(line, _kind(line.table)) for line in found.invitations],
        "open_tables": [(line, _kind(line.table)) for line in found.open_tables.rows],
        "past": [(line, _names(line, addresses)) for line in found.past.rows],
        "notices": [
            (notice, NOTICES[Notice.Kind(notice.kind)], _about(notice))
            for notice in found.notices
            if _still_true(notice, found)
        ],
    }


def _still_true(notice: Notice, found: selectors.Muster) -> bool:
    """Whether a notice that is about a waiting table or a turn still says how things are."""
    if notice.kind == Notice.Kind.RULES_CHANGED:
        return any(line.table.pk == notice.table_id and not line.agreed for line in found.assembling)
    if notice.kind in (Notice.Kind.TURN_HALF, Notice.Kind.TURN_LATE):
        return any(line.game.pk == notice.game_id and _is_of_turn(notice, line) for line in found.my_turn)
    if notice.kind == Notice.Kind.MATCH_ARRANGED:  # until one has come; then the muster shows the match itself
        return any(line.table.pk == notice.table_id and not line.agreed for line in found.assembling)
    if notice.kind in (Notice.Kind.NOW_HOST, Notice.Kind.TABLE_WAITS):
        return notice.table is not None and notice.table.state == Table.State.ASSEMBLING
    return True


def _is_of_turn(notice: Notice, line: GameLine) -> bool:
    return line.game.turn_since is not None and notice.at >= line.game.turn_since


def _about(notice: Notice) -> str:
    """Which kind of table it is about, so that one knows which is meant."""
    if notice.table is None:
        return notice.about
    return notice.table.arranged_by or _kind(notice.table)


def _kind(table: Table) -> str:
    """The kind of game, and what it is played for."""
    return ", ".join(word for word in (preset_name(table.game, table.preset), coin_terms.told(table)) if word)


def _names(line: GameLine, addresses: Mapping[int, str]) -> list[presenters.Named]:
    """Who played, by seat; the reader is "You"."""
    people = presenters.named(line.players, addresses)
    people[line.player.seat] = presenters.Named(_("You"), "")
    return people


def _mover(line: GameLine) -> str:
    """Whose turn it is, where it is somebody else's; empty where it is nobody's."""
    return next((player.shown_name for player in line.players if player.seat == line.game.to_act), "")


def _left(line: GameLine, now: datetime) -> str:
    """How much time the turn has left, in words; empty without a clock."""
    deadline = line.game.deadline
    if deadline is None:
        return ""
    if deadline - now < timedelta(minutes=1):
        return _("less than a minute left")
    return _("%(time)s left") % {"time": timeuntil(deadline, now, depth=1)}


@require_POST
@login_required
def dismiss_notice(request: HttpRequest, notice: int) -> HttpResponse:
    try:
        notices.dismiss(request.user, notice)  # type: ignore[arg-type]
    except Refused as error:
        return refusal_page(request, error)
    return redirect("home")


@require_POST
@login_required
def decline(request: HttpRequest, code: str) -> HttpResponse:
    try:
        invitations.decline(code, request.user)  # type: ignore[arg-type]
    except Refused as error:
        return refusal_page(request, error)
    messages.success(request, _("You declined the invitation."))
    return redirect("home")
