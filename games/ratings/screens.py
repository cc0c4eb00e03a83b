"""Parts of other pages that tell of ratings."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User

from . import selectors

SHOWN = 5


def of_profile(viewer: User | None, person: User, request: HttpRequest) -> tuple[str, dict[str, Any]] | None:
    """Ratings and the last matches that moved them (accounts.profile_sections); nothing of guests, who have none."""
    if not person.is_member:
        return None
    standings = selectors.of_person(person)
    page = selectors.history(person, viewer, most=SHOWN)
    return "games/ratings/_profile.html", {"standings": standings, "page": page}
