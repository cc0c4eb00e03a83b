"""The first deals that a page can lead to."""

from collections.abc import Sequence

from django import template

from rules.lesson import Lesson
from rules.lessons import LESSONS

register = template.Library()


@register.simple_tag
def first_deals() -> Sequence[tuple[str, Lesson]]:
    """Every game with its first deal, the site's first game first."""
    return tuple(LESSONS.items())
