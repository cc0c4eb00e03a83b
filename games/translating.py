"""The sentences of `rules`, in the language of the reader."""

from django.utils.translation import gettext

from rules.core import Message


def translated(message: Message) -> str:
    """Translate the template, and those of the messages among its values, and put the values in."""
    values = {
        name: translated(value) if isinstance(value, Message) else str(value) for name, value in message.values.items()
    }
    return gettext(message.template) % values
