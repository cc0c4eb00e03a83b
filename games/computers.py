"""What a computer player is given of a game: what its seat sees and was told, and a label of the game's seed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rules import bots
from rules.core import Event, Seat

from . import log
from .log import Replay
from .models import Game, Player, SeatKind
from .translating import translated


class Sight(NamedTuple):
    """All that a player at one seat may know, and the number its chance is made of."""

    view: Any
    told: tuple[Event, ...]
    chance: int


def sight_of(game: Game, replay: Replay, seat: Seat) -> Sight:
    """What `seat` knows at the place in the log that `replay` has reached. Raises seeds.CannotOpen."""
    engine = log.rules_of(game).game
    told = tuple(event for entry in replay.told for event in engine.tell(entry.events, seat))
    chance = bots.chance_of(log.seed_of(game), seat, replay.seq)
    return Sight(engine.view(replay.state, seat), told, chance)


def alone_with_computers(players: Sequence[Player], seat: Seat | None) -> bool:
    """Whether the person at `seat` plays against computer players and nobody else."""
    return seat is not None and all(player.kind == SeatKind.BOT for player in players if player.seat != seat)


def can_hint(rules_key: str) -> bool:
    """Whether there is a player of this game whose advice is worth having."""
    return bots.levels_of(rules_key) != (bots.BY_CHANCE,)


def level_name(level: str | None) -> str:
    """What a level is called, in the reader's language; nothing for a person's."""
    return translated(bots.LEVEL_NAMES[level]) if level is not None and level in bots.LEVEL_NAMES else ""
