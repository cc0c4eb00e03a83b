"""One's own data, as JSON.

Other apps register a function once, when they are ready: `exporting.register("games", games_of)`. It is called as
`games_of(person)` and returns what json can write (dates are written in ISO 8601).
"""

from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress

from .models import Friendship, User

Exporter = Callable[[User], Any]
exporters: dict[str, Exporter] = {}


def register(part: str, exporter: Exporter) -> None:
    """Add a part of the export; registering the name again replaces it."""
    exporters[part] = exporter


def export_of(person: User) -> dict[str, Any]:
    """Return all that is kept about this person, and nothing that is somebody else's."""
    return {"account": _account(person), **{part: exporter(person) for part, exporter in exporters.items()}}


def _account(person: User) -> dict[str, Any]:
    friendships = Friendship.objects.filter(asker=person) | Friendship.objects.filter(asked=person)
    return {
        "username": person.username,
        "display_name": person.display_name,
        "guest": person.is_guest,
        "joined": person.date_joined,
        "last_sign_in": person.last_login,
        "language": person.language,
        "time_zone": person.time_zone,
        "usual_rules": person.usual_rules,
        "hand_order": person.hand_order,
        "two_steps": person.two_steps,
        "coins_shown": person.coins_shown,
        "on_leader_boards": person.on_boards,
        "look": person.look,
        "mail_not_wanted": person.mail_unsubscribed,
        "email_addresses": [
            {"address": address.email, "confirmed": address.verified, "primary": address.primary}
            for address in EmailAddress.objects.filter(user=person).order_by("pk")
        ],
        "friends": [
            {
                "name": (row.asked if row.asker_id == person.pk else row.asker).shown_name,
                "asked_by_me": row.asker_id == person.pk,
                "since": row.accepted_at,
            }
            for row in friendships.select_related("asker", "asked").order_by("pk")
        ],
        "blocked": [block.blocked.shown_name for block in person.blocks.select_related("blocked").order_by("pk")],
    }
