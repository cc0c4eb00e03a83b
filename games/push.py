"""The sending side of pushes: numbers and names of groups only, never a card, never HTML.

Call these from `transaction.on_commit(..., robust=True)`: what was committed stays committed when nobody can be told.
The groups, for the consumers that listen: `game.<code>` and `table.<code>` get `{"type": "changed", "seq": n}`;
`muster.<user id>` and `tables.open` get `{"type": "changed"}`; `person.<user id>` gets `{"type": "session.ended"}`.
"""

from collections.abc import Iterable
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction

OPEN_TABLES = "tables.open"


def game_group(code: str) -> str:
    return f"game.{code}"


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
            (game_group(code), {"type": "changed", "seq": seq}),
            *((muster_group(user_id), {"type": "changed"}) for user_id in user_ids),
        ]
    )


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


def _send(messages: list[tuple[str, dict[str, Any]]]) -> None:
    """Through the layer's `tell` (whot_site.layer, memory_layer): it needs no event loop, and waits for none."""
    layer: Any = get_channel_layer()
    if layer is not None and messages:
        layer.tell(messages)
