"""The sending side of pushes: numbers and names of groups, never a card; but for `drawn`, which goes to one person.

Call these from `transaction.on_commit(..., robust=True)`: what was committed stays committed when nobody can be told.
The groups, for the consumers that listen: `game.<code>` and `table.<code>` get `{"type": "changed", "seq": n}`, a game
also `{"type": "moved", "seq": n}` for a new entry in its log; `game.<code>.<user id>` gets `{"type": "drawn", ...}`;
`muster.<user id>` and `tables.open` get `{"type": "changed"}`; `person.<user id>` gets `{"type": "session.ended"}`.
"""

import hashlib
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)
OPEN_TABLES = "tables.open"
_Messages = list[tuple[str, dict[str, Any]]]
_together: ContextVar[_Messages | None] = ContextVar("together", default=None)


def game_group(code: str) -> str:
    return f"game.{code}"


def own_group(code: str, user_id: int) -> str:
    """One person's sockets at one game."""
    return f"game.{code}.{user_id}"


def table_group(code: str) -> str:
    return f"table.{code}"


def muster_group(user_id: int) -> str:
    return f"muster.{user_id}"


def person_group(user_id: int) -> str:
    return f"person.{user_id}"


def game_changed(code: str, seq: int) -> None:
    """The game has reached this place in its log."""
    _send([(game_group(code), {"type": "changed", "seq": seq})])


def game_moved(code: str, seq: int, user_ids: Iterable[int]) -> None:
    """The game has reached this place in its log, which changes the musters of these people: told in one go."""
    _send(
        [
            (game_group(code), {"type": "moved", "seq": seq}),
            *((muster_group(user_id), {"type": "changed"}) for user_id in user_ids),
        ]
    )


def drawn(code: str, user_id: int, reader: str, place: tuple[int, str], fragment: str) -> None:
    """This person's post was answered with this table: for those of their sockets that read alike (`reader_of`), which
    need not draw it again. `place` as of presenters.place_of."""
    message = {"type": "drawn", "reader": reader, "place": list(place), "fragment": fragment}
    _send([(own_group(code, user_id), message)])


def reader_of(session_key: str | None, language: str | None, zone: str) -> str:
    """Who reads the same as somebody else: the same session, in the same language and time zone."""
    return hashlib.sha256(repr((session_key, language, zone)).encode()).hexdigest()


@contextmanager
def together() -> Iterator[None]:
    """What is told inside is sent at the end of the block, in one go, tables before the news of them, whatever becomes
    of the block."""
    messages: _Messages = []
    token = _together.set(messages)
    try:
        yield
    finally:
        _together.reset(token)
        messages.sort(key=lambda told: told[1]["type"] != "drawn")
        try:
            _send(messages)
        except Exception as error:
            logger.error("Nobody could be told of a move: %s", type(error).__name__)


def table_changed(code: str, seq: int) -> None:
    """Seats, rules or state of the table changed."""
    _send([(table_group(code), {"type": "changed", "seq": seq})])


def muster_changed(user_ids: Iterable[int]) -> None:
    """Something on the muster of these people changed."""
    _send([(muster_group(user_id), {"type": "changed"}) for user_id in user_ids])


def open_tables_changed() -> None:
    """The list of open tables changed."""
    _send([(OPEN_TABLES, {"type": "changed"})])


def sessions_ended(user_id: int) -> None:
    """Some session of this person ended: each of their sockets looks whether it was its own."""
    _send([(person_group(user_id), {"type": "session.ended"})])


def after_commit(push: Any, *args: Any) -> None:
    """Call one of the functions above once the transaction is committed; a failure is only logged."""

    def send() -> None:  # no functools.partial: Django's report of a failure asks for a name
        push(*args)

    transaction.on_commit(send, robust=True)


def _send(messages: _Messages) -> None:
    """Through the layer's `tell` (whot_site.layer, memory_layer): it needs no event loop, and waits for none."""
    held = _together.get()
    if held is not None:
        held.extend(messages)
        return
    layer: Any = get_channel_layer()
    if layer is not None and messages:
        layer.tell(messages)
