"""What a table for coins needs, the form for a table chooses by itself where the person has not (W9.4, E1, E4).

A form carries, in one field of its own, what its other fields held as it was drawn: `began`. What is still the same was
chosen by nobody in this form: usual rules, or an earlier table. That follows the choice of coins; what was changed
stays, and is refused in words where it does not fit.
"""

from collections.abc import Callable, Mapping
from urllib.parse import parse_qsl, urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.at_table import TALLY
from rules.coin_tables import STAKE, WILD, Terms, needs
from rules.house_rules import BOOKS

ONE_GAME = {"games": "1", "match": TALLY}
NO_COMPUTERS = {"fill_bots": "", "takeover": ""}  # check 65
FOLLOWING = ("preset", "seats", *ONE_GAME, *NO_COMPUTERS)
TURN = "turn_clock"  # how fast somebody likes to play is theirs in every kind of game
MOST = 2_000  # characters of `began` that are read
Values = Mapping[str, str]


def _of_game(game: str) -> tuple[str, ...]:
    """Fields that hold house rules of the kind of game, the clock of the whole game among them."""
    names = [rule.name for rule in BOOKS[game].house_rules() if rule.name not in (TURN, "game_clock")]
    return (*names, "time")


def written(values: Values, game: str) -> str:
    """What these fields hold, as the form carries it."""
    names = (*FOLLOWING, *_of_game(game))
    return urlencode([(name, values.get(name, "")) for name in names if name in FOLLOWING or values.get(name)])


def began(text: str) -> dict[str, str]:
    """What the fields of a form held as it was drawn; empty where it does not say."""
    return dict(parse_qsl(text[:MOST], keep_blank_values=True))


def follow(values: Values, before: Values, game: str, can_be_played: Callable[[Values], bool]) -> dict[str, str]:
    """What changes of `values` because of the coins that are chosen, by field; `before`: what they held at first."""
    wanted = needs(game, _terms(values))
    if wanted is None or not before:
        return {}

    def left(name: str) -> bool:
        return values.get(name, "") == before.get(name, "")

    seats = _seats(values.get("seats", ""), wanted.seats)
    follows = {"preset": wanted.preset, "seats": seats, **ONE_GAME, **NO_COMPUTERS}
    changed = {name: to for name, to in follows.items() if left(name) and values.get(name, "") != to}
    untouched = {name: "" for name in _of_game(game) if values.get(name) and left(name)}
    other_kind = changed.get("preset", values.get("preset")) != before.get("preset", "")
    if other_kind or not can_be_played({**values, **changed}):
        changed |= untouched  # they were chosen for another kind of game
    return changed


def told(changed: Values, preset: str, house: str) -> str:
    """What followed, as a sentence; `preset`: what its kind of game is called, `house`: labels of house rules given up.
    Empty where nothing did."""
    seats = int(changed.get("seats", 0))
    words = [
        f"“{preset}”" if "preset" in changed else "",
        ngettext("%(seats)s player", "%(seats)s players", seats) % {"seats": seats} if seats else "",
        _("one game") if ONE_GAME.keys() & changed else "",
        _("no computer players") if NO_COMPUTERS.keys() & changed else "",
        _("nothing else than usual for: %(house)s") % {"house": house} if house else "",
    ]
    listed = ", ".join(word for word in words if word)
    return _("What this needs is chosen for you: %(listed)s.") % {"listed": listed} if listed else ""


def _seats(text: str, allowed: range) -> str:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else allowed.start
    return str(min(max(number, allowed.start), allowed.stop - 1))


def _terms(values: Values) -> Terms:
    """Only what decides about kind of game and seats; what can't be read is refused elsewhere."""
    word = values.get("coins", "")
    if word == STAKE:
        return Terms(STAKE, 1)
    number = word.removeprefix(WILD)
    if word.startswith(WILD) and number.isascii() and number.isdigit() and len(number) < 4:
        return Terms(WILD, int(number))
    return Terms()
