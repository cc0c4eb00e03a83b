"""Parts of the screens of tables and games that other apps of the site provide, as `accounts.profile_sections` has it.

An app registers its functions once, when it is ready. Each returns the name of a template and its context, or None to
show nothing; the template is included with that context as `part`. Nothing is asked of a game that is not over.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rules.core import Message


class Part(NamedTuple):
    template: str
    context: dict[str, Any]
    first: str = ""  # on a table: what one must do before a seat can be had, drawn above everything else


on_table: list[Callable[[Any], Part | None]] = []
"""Of a table as somebody sees it (`selectors.TableSeen`): above the seats for who has none, below for who has."""
on_over: list[Callable[[Any, Any], Part | None]] = []
"""Of a game that is over as somebody sees it (`selectors.GameSeen`), and that person or None: beside its points."""

at_stake: list[Callable[[Any, Any], Part | None]] = []
"""Of a game under way as somebody sees it (`selectors.GameSeen`), and that person or None: what it is played for, below
its table. The context has `leaving`: what it costs the viewer to leave now, in words."""

on_match: list[Callable[[Any, Any], Part | None]] = []
"""Of the match of a table (`models.Table`) that somebody may look back at, and that person or None: by its standing."""
no_seat: list[Callable[[Any, Any], Message | None]] = []
"""Why nobody sits down at a table that waits (`models.Table`), or this person, who is signed in, doesn't; changes
nothing. What takes the coins of a seat looks again when somebody sits."""
changes: list[Callable[[Any], str]] = []
"""What of a part on a game that is over (`models.Game`) may change later: another text, and it is drawn anew."""


def shown(functions: Iterable[Callable[..., Part | None]], *seen: Any) -> tuple[Part, ...]:
    return tuple(part for function in functions if (part := function(*seen)) is not None)
