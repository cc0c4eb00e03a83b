"""Sentences of `rules` in a template: `{{ card.name|said }}`."""

from django import template

from rules.core import Message

from ..translating import translated

register = template.Library()


@register.filter
def said(message: Message) -> str:
    """The message in the reader's language; escaped like any other text."""
    return translated(message)
