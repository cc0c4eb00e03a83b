"""What a form for a table's rules begins with, and rules as one would type them."""

from collections.abc import Mapping
from typing import Any

from rules.core import BadOptions
from rules.house_rules import BOOKS

from .. import coin_terms
from ..form_parts import CLOCKS
from ..usual_choices import chosen_options, chosen_pause, chosen_start
from .reading import DAY, HOUR, MINUTE, OTHER, TICKS, UNITS

TURN_TIMES = (15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, HOUR, 12 * HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY)
GAME_TIMES = (2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, HOUR, DAY, 7 * DAY, 30 * DAY)
DEFAULTS = {
    "preset": "001",
    "seats": "2",
    "turn": str(2 * MINUTE),
    "turn_unit": "min",
    "time": "",
    "time_unit": "min",
    "games": "1",
    "match": "tally",
    "start": "",
    "pause": "",
    "join": "open",
    "onlookers": "on",
    "bot_level": "",
    **dict.fromkeys(coin_terms.FIELDS, ""),
    "coin_amount": str(coin_terms.USUAL_STAKE),
}


def defaults(game: str) -> dict[str, str]:
    """What the form begins with."""
    presets = BOOKS[game].presets()
    if any(preset.key == DEFAULTS["preset"] for preset in presets):
        return dict(DEFAULTS)
    return {**DEFAULTS, "preset": presets[0].key, "seats": str(presets[0].fewest)}


def typed(rules: Mapping[str, Any]) -> dict[str, str]:
    """The keyword arguments of TableRules as one would type them."""
    book, pause = BOOKS[rules.get("game", "whot")], chosen_pause(rules)
    values = {
        **defaults(rules.get("game", "whot")),
        "preset": rules["preset"],
        "seats": str(rules["seats"]),
        "games": str(rules["games"]),
        "match": rules["match"],
        "start": chosen_start(rules),
        "join": rules["join"],
        "bot_level": rules.get("bot_level") or "",
        "pause": "" if pause is None else str(pause),
    }
    values |= coin_terms.typed(rules)
    values |= {name: "on" if rules.get(name) else "" for name in TICKS}
    for name, value in rules["options"].items():
        if name in CLOCKS:
            values |= _typed_clock(CLOCKS[name], value, TURN_TIMES if name == "turn_clock" else GAME_TIMES)
    chosen = chosen_options(rules)
    return values | {name: book.write(value) for name, value in chosen.items() if name not in CLOCKS}


def can_be_typed(rules: Mapping[str, Any]) -> bool:
    """Whether rules that were kept are still ours: an option may have gone since, or a value of it."""
    try:
        typed(rules)
    except (BadOptions, LookupError, TypeError, AttributeError):
        return False
    return True


def _typed_clock(name: str, seconds: int | None, offered: tuple[int, ...]) -> dict[str, str]:
    if seconds is None:
        return {name: "none" if name == "turn" else ""}
    if seconds in offered:
        return {name: str(seconds)}
    unit = next(unit for unit in reversed(UNITS) if seconds % UNITS[unit] == 0)
    return {name: OTHER, f"{name}_number": str(seconds // UNITS[unit]), f"{name}_unit": unit}
