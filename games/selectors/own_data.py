"""What a person's own export (accounts.exporting) says of tables and games: their part in it, and no other's.

Of others it has the names that everybody at the table saw. Each part needs a fixed number of queries.
"""

from datetime import datetime
from typing import Any

from django.db.models import Q

from accounts.models import User

from .. import log, seeds
from ..models import Invitation, Notice, Player, Reminder, Seat, Table


def _when(at: datetime | None) -> str | None:
    return seeds.time_text(at) if at else None


def games(person: User) -> list[dict[str, Any]]:
    """Every game the person played, with their own actions and their own result."""
    actions = log.actions_of(person)
    return [
        {
            "game": player.game.code,
            "table": player.game.table.code,
            "rules": player.game.preset,
            "began": _when(player.game.started_at),
            "ended": _when(player.ended_at),
            "seat": player.seat,
            "name": player.name,
            "place": player.place,
            "points": player.points,
            "tally": player.tally,
            "actions": [
                {"number": entry.seq, "action": entry.action, "by": entry.by, "at": _when(entry.at)}
                for entry in actions.get(player.game_id, ())
            ],
        }
        for player in Player.objects.filter(user=person).select_related("game__table").order_by("pk")
    ]


def tables(person: User) -> list[dict[str, Any]]:
    """Every table the person has or had a seat at, or is the host of."""
    own = {seat.table_id: seat for seat in Seat.objects.filter(user=person)}
    rows = Table.objects.filter(Q(pk__in=list(own)) | Q(host=person)).order_by("pk")
    return [
        {
            "table": table.code,
            "rules": table.preset,
            "house_rules": table.options,
            "state": table.state,
            "games_agreed": table.games_agreed,
            "who_may_join": table.join,
            "host": table.host_id == person.pk,
            "opened": _when(table.created_at),
            "began": _when(table.started_at),
            "ended": _when(table.ended_at),
            "seat": _seat(own[table.pk]) if table.pk in own else None,
        }
        for table in rows
    ]


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "number": seat.number,
        "name": seat.name,
        "sat_down": _when(seat.joined_at),
        "gave_up": _when(seat.left_at),
        "contribution": seat.client_seed,
    }


def invitations(person: User) -> dict[str, Any]:
    """To which tables the person was invited, and whom they invited."""
    rows = list(
        Invitation.objects.filter(Q(user=person) | Q(by=person)).select_related("table", "user", "by").order_by("pk")
    )
    return {
        "received": [
            {
                "table": row.table.code,
                "from": row.by.shown_name,
                "at": _when(row.at),
                "declined": _when(row.declined_at),
            }
            for row in rows
            if row.user_id == person.pk
        ],
        "sent": [
            {"table": row.table.code, "to": row.user.shown_name, "at": _when(row.at)}
            for row in rows
            if row.by_id == person.pk
        ],
    }


def notices(person: User) -> list[dict[str, Any]]:
    """What the person was told on the muster."""
    return [
        {
            "what": notice.kind,
            "table": notice.table.code if notice.table else None,
            "game": notice.game.code if notice.game else None,
            "about": notice.about or None,
            "at": _when(notice.at),
            "seen": _when(notice.seen_at),
        }
        for notice in Notice.objects.filter(user=person).select_related("table", "game").order_by("pk")
    ]


def reminders(person: User) -> list[dict[str, Any]]:
    """Of which turns the person was told, and whether by mail."""
    return [
        {"what": row.kind, "game": row.game.code, "after": row.seq, "at": _when(row.at), "mailed": row.mailed}
        for row in Reminder.objects.filter(user=person).select_related("game").order_by("pk")
    ]
