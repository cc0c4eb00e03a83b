"""The part of somebody's profile that tells of games (accounts.profile_sections)."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User

from .. import selectors


def section(viewer: User | None, person: User, request: HttpRequest) -> tuple[str, dict[str, Any]] | None:
    """Record, running and the last past games, as far as the viewer may look at them."""
    return "games/_profile.html", {"record": selectors.profile(person, viewer)}
