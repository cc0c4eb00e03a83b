"""Words in a template: sentences of `rules`, `{{ card.name|said }}`, and times, `{{ game.ended_at|moment }}`."""

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from rules.core import Message

from .. import narration
from ..translating import translated

register = template.Library()


@register.filter
def said(message: Message) -> str:
    """The message in the reader's language; escaped like any other text."""
    return translated(message)


@register.filter
def thousands(count: int) -> str:
    """A whole number with its thousands set apart: 1,120."""
    return f"{count:,}"


@register.filter
def moment(at: datetime) -> str:
    """The time in the reader's zone, which is named; with the date unless it is today there."""
    return narration.moment(at, timezone.now())


@register.filter
def dated(at: datetime) -> str:
    """The time in the reader's zone, which is named, with its date."""
    return narration.dated(at)


@register.filter
def cells(numbers: Sequence[int | None]) -> SafeString:
    """A row of a table of numbers; a dash where there is none. A tag for each would take ten times as long."""
    return mark_safe("".join("<td>–</td>" if number is None else f"<td>{number:d}</td>" for number in numbers))
