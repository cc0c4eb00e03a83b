"""What people wear at a table, as screens show it: a rank, a title, a card back, a cloth. It says nothing of any card:
it is fixed when a game is dealt, as `Player.worn`, a short text like "b3 c4 t2 r5", by who registered here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .models import Player, SeatKind, Table
from .models import Seat as SeatRow

names: dict[str, Sequence[Any]] = {"rank": (), "title": ()}
"""What ranks and titles are called, by their number."""
by_people: list[Callable[[Iterable[int], bool], Mapping[int, str]]] = []
"""What these people (ids) wear now, as text, with their rank or without; those who wear nothing are left out."""


class Worn(NamedTuple):
    """`back` is the number of a card back in `static/cards/backs.svg`, `cloth` a class of `static/css/cloths.css`,
    `rank` the number of a badge in `static/ranks.svg`."""

    back: str = ""
    cloth: str = ""
    title: str = ""
    rank: str = ""
    rank_name: str = ""


NOTHING = Worn()


def read(text: str) -> Worn:
    """What a text says, in the reader's language."""
    parts = {part[0]: part[1:] for part in text.split()}
    rank, title, cloth = parts.get("r", ""), parts.get("t", ""), parts.get("c", "")
    return Worn(
        back=parts.get("b", ""),
        cloth=f"cloth-{cloth}" if cloth else "",
        title=str(names["title"][int(title)]) if title else "",
        rank=rank,
        rank_name=str(names["rank"][int(rank)]) if rank else "",
    )


def at_game(players: Sequence[Player], viewer: Any) -> dict[int, Worn]:
    """What is worn in a game, by seat: nothing of it for a viewer who has hidden coins and ranks."""
    if viewer is not None and not viewer.coins_shown:
        return {}
    return {player.seat: read(player.worn) for player in players if player.worn and player.kind != SeatKind.BOT}


def laid(players: Sequence[Player], worn: Mapping[int, Worn], host: int) -> Worn:
    """Whose cloth and market back lie on the table: the host's, who is this person."""
    return next((worn[player.seat] for player in players if player.user_id == host and player.seat in worn), NOTHING)


def at_table(table: Table, places: Sequence[SeatRow | None], viewer: Any) -> dict[int, Worn]:
    """What is worn at a table for coins that waits, by the number of the person; elsewhere nothing, and no query."""
    if table.coins == Table.Coins.NONE or (viewer is not None and not viewer.coins_shown):
        return {}
    ids = [place.user_id for place in places if place is not None and place.user_id is not None]
    return {user: read(text) for function in by_people for user, text in function(ids, True).items()}
