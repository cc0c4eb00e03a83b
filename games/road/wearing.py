"""What people wear is fixed for a game when it is dealt: rewards everywhere, the rank's badge at tables for coins."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import User
from rules import road

from ..models import Game, Player, Table


def worn_by(people: Iterable[int], with_rank: bool) -> Mapping[int, str]:
    """What these people wear, as `games.worn` reads it; nothing for who has hidden coins and ranks. One query."""
    columns = [f"career__{name}" for name in ("feat", "back", "cloth", "title")]
    rows = User.objects.filter(pk__in=list(people), coins_shown=True).values_list("pk", "is_guest", *columns)
    found = {}
    for person, is_guest, feat, back, cloth, title in rows:
        rank = road.military_rank(feat or 0) if with_rank and not is_guest else None
        numbers = {"b": back, "c": cloth, "t": title, "r": rank}
        found[person] = " ".join(f"{letter}{number}" for letter, number in numbers.items() if number is not None)
    return {person: text for person, text in found.items() if text}


def dress(game: Game, now: datetime) -> None:
    """Registered with `following.on_deal`."""
    people = [player.user_id for player in game.roster if player.user_id is not None]
    worn = worn_by(people, game.table.coins != Table.Coins.NONE)
    dressed = [player for player in game.roster if player.user_id in worn]
    for player in dressed:
        player.worn = worn[player.user_id or 0]
    if dressed:
        Player.objects.bulk_update(dressed, ["worn"])
