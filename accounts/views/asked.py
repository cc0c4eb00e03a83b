"""Who asks one to be friends: for the head of every page, and for the muster."""

from functools import cached_property
from typing import Any

from django.http import HttpRequest

from ..models import User

MOST = 50  # named at once


class Asked:
    """Looked up when a template asks, and once only."""

    def __init__(self, user: User) -> None:
        self.user = user

    @cached_property
    def people(self) -> list[User]:
        """Those who ask, the first of them first."""
        waiting = User.objects.filter(friendships_asked__asked=self.user, friendships_asked__accepted_at=None)
        return list(waiting.filter(closed_at=None, is_active=True).order_by("friendships_asked__pk")[:MOST])


def asked(request: HttpRequest) -> dict[str, Any]:
    """For the templates of members: `friend_requests.people`."""
    user = getattr(request, "user", None)
    member = isinstance(user, User) and user.is_authenticated and user.is_member
    return {"friend_requests": Asked(user)} if member and isinstance(user, User) else {}
