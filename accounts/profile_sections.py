"""Parts of the profile page that other apps provide: `profile_sections.register(games_part)` when they are ready.

A section is called as `section(viewer, person, request)` and returns a template name and its context, or None to
show nothing. `viewer` is None for somebody who is not signed in. The template is included in the profile page.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from .models import User

Section = Callable[[User | None, User, HttpRequest], tuple[str, dict[str, Any]] | None]
sections: list[Section] = []


def register(section: Section) -> Section:
    if section not in sections:
        sections.append(section)
    return section
