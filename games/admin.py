"""Tables and games in the admin: to look at, never to change by hand.

What staff could use in a running game (seed, contributions, final position, the actions) is hidden until the game is
over, and a request for it is logged (check 30). Log entries are not in the admin at all: `games.log` alone reads them.
"""

import logging
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from .models import ChainEntry, Game, Invitation, Notice, Player, Seat, Table

logger = logging.getLogger(__name__)
_OVER = (Game.State.OVER, Game.State.VOID)
_SECRET = ("client_seeds", "position", "outcome")


class LookOnly(admin.ModelAdmin):
    """Rows to look at. What changes them are the services."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(LookOnly):
    list_display = ["code", "preset", "seated", "seats", "state", "join", "created_at", "started_at", "ended_at"]
    list_filter = ["state", "preset", "join"]
    search_fields = ["code", "host__username", "host__display_name"]
    exclude = ["invite_hash", "invite_number", "key"]


@admin.register(Game)
class GameAdmin(LookOnly):
    list_display = ["code", "table", "number", "preset", "state", "seq", "to_act", "deadline", "started_at", "ended_at"]
    list_filter = ["state", "preset", "end_reason"]
    list_select_related = ["table"]
    search_fields = ["code", "table__code"]
    exclude = ["sealed_seed"]

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> list[Any]:
        fields: list[Any] = [name for name in super().get_fields(request, obj) if name not in _SECRET]
        over = obj is not None and obj.state in _OVER
        return [*fields, *(_SECRET if over else ["hidden_until_over"])]

    @admin.display(description=_("Hands, market, seed and actions"))
    def hidden_until_over(self, obj: Game) -> str:
        return str(_("Hidden until the game is over, for staff too."))

    def get_readonly_fields(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        return ["hidden_until_over"]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        game = Game.objects.filter(pk=object_id).first() if object_id.isdigit() else None
        if game is not None and game.state not in _OVER:
            logger.warning("Staff %s looked at the running game %s in the admin", request.user.pk, game.code)
        return super().change_view(request, object_id, form_url, extra_context)


@admin.register(Player)
class PlayerAdmin(LookOnly):
    list_display = ["game", "seat", "name", "kind", "out", "place", "points", "ended_at"]
    list_select_related = ["game"]
    raw_id_fields = ["game", "user"]


@admin.register(Seat)
class SeatAdmin(LookOnly):
    list_display = ["table", "number", "name", "kind", "agreed", "joined_at", "left_at"]
    list_select_related = ["table"]
    exclude = ["client_seed"]


@admin.register(ChainEntry)
class ChainEntryAdmin(LookOnly):
    list_display = ["number", "game_id", "commitment", "at", "entry"]


@admin.register(Invitation)
class InvitationAdmin(LookOnly):
    list_display = ["table", "user", "by", "at", "declined_at"]
    list_select_related = ["table", "user", "by"]


@admin.register(Notice)
class NoticeAdmin(LookOnly):
    list_display = ["user", "kind", "table", "game", "at", "seen_at"]
    list_select_related = ["user", "table", "game"]
