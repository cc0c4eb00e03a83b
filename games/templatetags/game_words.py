"""Words in a template: sentences of `rules`, `{{ card.name|said }}`, and times, `{{ game.ended_at|moment }}`."""

from datetime import datetime

from django import template
from django.utils import timezone

from rules.core import Message

from .. import narration
from ..translating import translated

register = template.Library()


@register.filter
def said(message: Message) -> str:
    """The message in the reader's language; escaped like any other text."""
    return translated(message)


@register.filter
def moment(at: datetime) -> str:
    """The time in the reader's zone, which is named; with the date unless it is today there."""
    return narration.moment(at, timezone.now())


@register.filter
def dated(at: datetime) -> str:
    """The time in the reader's zone, which is named, with its date."""
    return narration.dated(at)
