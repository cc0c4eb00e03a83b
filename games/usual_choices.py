"""What holds at a table where its host chooses nothing: it follows from the preset, the number of seats or the clocks.

What follows is no choice: the next form does not begin with it as if somebody had chosen it.
"""

from collections.abc import Mapping
from typing import Any

from rules.at_table import AT_TABLE, AtTable, Clocks, usual_pause
from rules.house_rules import BOOKS, Preset

Rules = Mapping[str, Any]  # keyword arguments of TableRules


def settled(game: str, preset: str, named: Mapping[str, Any], seats: int) -> Any:
    """The options of a table for so many seats, with what suits them where nobody named it. Raises BadOptions."""
    book = BOOKS[game]
    return book.options(preset, {**named, **book.proposed(preset, named, seats)}, seats)


def chosen_options(rules: Rules) -> dict[str, Any]:
    """Those options of a table that are a choice: different from what holds without one for that number of seats."""
    book = BOOKS[rules.get("game", "whot")]
    preset, options = rules["preset"], rules["options"]
    free = {name: value for name, value in options.items() if name not in book.proposes}
    usual = book.options(preset, book.proposed(preset, free, rules["seats"]), None)
    return {name: value for name, value in options.items() if value != getattr(usual, name)}


def usual_start(game: str, preset: str, seats: int) -> str:
    """ "full" or "host": how a table starts whose host chose neither. Two seats always start when full."""
    return "full" if seats == 2 or _at_table(game).starts_when_full(preset) else "host"


def chosen_start(rules: Rules) -> str:
    """The start that the host chose; empty where it is the usual one."""
    usual = usual_start(rules.get("game", "whot"), rules["preset"], rules["seats"])
    return "" if rules["start"] in (usual, None) or rules["seats"] == 2 else str(rules["start"])


def matches_of(game: str) -> Mapping[str, str]:
    """The kinds of match of a game, with their words."""
    return _at_table(game).matches


def clocks_of(game: str, options: Any) -> Clocks:
    """The clocks that run by these options, with their usual length where none was chosen."""
    return _at_table(game).clocks(options)


def chosen_pause(rules: Rules) -> int | None:
    """Seconds for pauses that the host chose; None where it is what follows from the clocks."""
    book = BOOKS[rules.get("game", "whot")]
    options = book.options(rules["preset"], rules["options"], None)
    usual = usual_pause(clocks_of(rules.get("game", "whot"), options))
    pause: int | None = rules.get("pause")
    return None if pause == usual else pause


def from_seats(game: str, preset: Preset) -> tuple[str, int, object] | None:
    """(option, seats, value): what changes by itself from so many seats on; None: nothing does."""
    book = BOOKS[game]
    before = book.proposed(preset.key, {}, preset.fewest)
    for seats in range(preset.fewest + 1, preset.most + 1):
        for name, value in book.proposed(preset.key, {}, seats).items():
            if before.get(name) != value:
                return name, seats, value
    return None


def _at_table(game: str) -> AtTable:
    versions = AT_TABLE[game]
    return versions[max(versions)]
