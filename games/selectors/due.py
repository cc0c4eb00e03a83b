"""What the clock has made due: the sweep asks for these, and services look again under the lock."""

from datetime import datetime

from django.db.models import Q

from ..models import Game, Table


def overdue_games(now: datetime, most: int = 500) -> list[str]:
    """Codes of running games in which a clock and its grace are over, the longest overdue first."""
    due = Game.objects.filter(state=Game.State.PLAYING, due_at__lt=now).order_by("due_at")
    return list(due.values_list("code", flat=True)[:most])


def bots_to_move(now: datetime, most: int = 500) -> list[tuple[str, int]]:
    """(code, seq) of running games in which a computer player has paused long enough."""
    due = Game.objects.filter(state=Game.State.PLAYING, bot_at__lte=now).order_by("bot_at")
    return list(due.values_list("code", "seq")[:most])


def waiting_too_long(now: datetime, opened_before: datetime) -> list[str]:
    """Codes of waiting tables that expire by now, or were opened before that moment and had no reminder yet."""
    waiting = Table.objects.filter(state=Table.State.ASSEMBLING)
    late = waiting.filter(Q(expires_at__lte=now) | Q(reminded_at__isnull=True, created_at__lte=opened_before))
    return list(late.order_by("created_at").values_list("code", flat=True)[:500])
