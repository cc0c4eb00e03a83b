"""What a founder chooses for a season, and whether it can be played."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext

from accounts import names
from accounts.zones import zone_named
from rules.core import gettext_noop as _
from rules.core import say
from rules.house_rules import BOOKS

from ..errors import BadRules
from ..services.rules_of_table import TableRules
from ..services.rules_of_table import checked as checked_table
from . import calendar
from .models import NAME_LENGTH, Season

SHORTEST_NAME = 3
SIGNS = "&,:;!?/()+#"  # that a league may have in its name, besides those of the names of people
_SHOWN_SIGNS = ". - _ ' & , : ; ! ? / ( ) + #"
SHORTEST_CLOCK = 120  # seconds (W7.2)
LATEST = timedelta(days=366)  # from now to the first round
MOST_ROUNDS = 60
MOST_IN_DIVISION = 100
LENGTHS = {calendar.HOURS: range(1, 24 * 28 + 1), calendar.DAYS: range(1, 29)}
POINTS_OFF, LEAST_TALLY, IN_A_ROW = range(21), range(1001), range(11)


@dataclass(frozen=True, kw_only=True)
class SeasonRules:
    """Everything about a season that its founder chooses; `table` is how a match is played.

    The clock for a whole game is not chosen: the length of a round gives it.
    """

    table: TableRules
    layout: str = "all"  # or "divisions"
    division_size: int = 0
    movers: int = 0
    by_tally: bool = False
    zone: str = "UTC"
    begins_at: datetime
    length: int = 7
    unit: str = calendar.DAYS
    rounds: int | None = None
    no_show_points: int = 0
    no_show_tally: int = 50
    no_show_limit: int = 2

    @classmethod
    def of(cls, season: Season) -> "SeasonRules":
        """The rules of a season as they stand."""
        same = {name: getattr(season, name) for name in _COLUMNS}
        return cls(table=table_rules(season), rounds=season.rounds, **same)


_COLUMNS = (
    "layout", "division_size", "movers", "by_tally", "zone", "begins_at", "length", "unit", "no_show_points",
    "no_show_tally", "no_show_limit",
)  # fmt: skip


def table_rules(season: Season, seats: int | None = None) -> TableRules:
    """How a match of the season is played; `seats`: at a table with fewer of them than usual."""
    return TableRules(
        game=season.game, preset=season.preset, options=season.options, seats=seats or season.seats,
        games=season.games, start="full", join="friends", onlookers=season.onlookers, pause=0,
    )  # fmt: skip


def clean_name(text: str) -> str:
    """A league's name as it is kept: NFKC, single spaces, held to what names of people are held to, with some more
    signs (`SIGNS`). Raises BadRules."""
    if len(text) > names.MOST_TYPED:
        raise _length_refused(f"{names.MOST_TYPED}+")
    try:
        name = names.visible(text)
        if not SHORTEST_NAME <= len(name) <= NAME_LENGTH:
            raise _length_refused(str(len(name)))
        sentence = gettext("The name of a league can have letters, digits, spaces and %(signs)s: “%(sign)s” is none of "
                           "these.")  # fmt: skip
        names.refuse_signs(name, names.SEPARATORS + SIGNS, sentence % {"signs": _SHOWN_SIGNS, "sign": "%(sign)s"})
        names.refuse_mixed(name)
    except names.NameRefused as error:
        raise BadRules(error.messages[0], "name") from None
    if not any(sign.isalnum() for sign in name):
        raise BadRules(_("The name of a league has at least one letter or digit"), "name")
    word = names.speaks_for_the_site(name)
    if word:
        raise BadRules(say(_("“%(word)s” is said by the site alone: choose another word"), word=word), "name")
    return name


def _length_refused(has: str) -> BadRules:
    message = _("The name of a league has %(least)s to %(most)s characters; this one has %(has)s")
    return BadRules(say(message, least=SHORTEST_NAME, most=NAME_LENGTH, has=has), "name")


def checked(rules: SeasonRules, now: datetime) -> dict[str, Any]:
    """The columns of a Season for these rules. Raises BadRules with a sentence and the names of what is wrong."""
    for error in _wrong_of_season(rules, now):
        raise error
    table = checked_table(_with_clock(rules))
    columns = {name: table[name] for name in ("game", "preset", "options", "seats", "onlookers")}
    columns |= {name: getattr(rules, name) for name in _COLUMNS}
    return columns | {"games": table["games_agreed"], "rounds": rules.rounds}


def wrong(name: str, rules: SeasonRules, now: datetime) -> list[BadRules]:
    """Everything that is wrong with a league of this name and these rules, not only the first."""
    found = []
    try:
        clean_name(name)
    except BadRules as error:
        found.append(error)
    found += _wrong_of_season(rules, now)
    if any("length" in error.options for error in found):
        return found  # the clock of a game follows from the length of a round
    try:
        checked_table(_with_clock(rules))
    except BadRules as error:
        found.append(error)
    return found


def _wrong_of_season(rules: SeasonRules, now: datetime) -> Iterator[BadRules]:
    yield from _wrong_of_calendar(rules, now)
    yield from _wrong_of_divisions(rules)
    for name, allowed in (("no_show_points", POINTS_OFF), ("no_show_tally", LEAST_TALLY), ("no_show_limit", IN_A_ROW)):
        if getattr(rules, name) not in allowed:
            message = _("This can be %(fewest)s to %(most)s")
            yield BadRules(say(message, fewest=allowed.start, most=allowed.stop - 1), name)


def _wrong_of_calendar(rules: SeasonRules, now: datetime) -> Iterator[BadRules]:
    if zone_named(rules.zone) is None:
        yield BadRules(say(_("There is no time zone “%(zone)s”"), zone=rules.zone[:64]), "zone")
    if not now <= rules.begins_at <= now + LATEST:
        yield BadRules(_("A season begins from now on, and within a year"), "begins")
    allowed = LENGTHS.get(rules.unit)
    if allowed is None or rules.length not in allowed:
        yield BadRules(_("A round is 1 to 672 hours, or 1 to 28 days, long"), "length")
    if rules.rounds is not None and rules.rounds not in range(1, MOST_ROUNDS + 1):
        yield BadRules(say(_("A season has 1 to %(most)s rounds"), most=MOST_ROUNDS), "rounds")


def _wrong_of_divisions(rules: SeasonRules) -> Iterator[BadRules]:
    if rules.layout not in Season.Layout.values:
        yield BadRules(_("A season is played among all, or in divisions"), "layout")
        return
    if rules.layout == Season.Layout.ALL:
        if rules.division_size or rules.movers:
            yield BadRules(_("Without divisions nobody goes up or down"), "layout")
        return
    if not rules.table.seats <= rules.division_size <= MOST_IN_DIVISION:
        message = _("A division has as many players as one table, %(seats)s, up to %(most)s")
        yield BadRules(say(message, seats=rules.table.seats, most=MOST_IN_DIVISION), "division_size")
    elif not 0 <= rules.movers <= rules.division_size // 2:
        message = _("Of a division of %(size)s at most half can go up, and half go down")
        yield BadRules(say(message, size=rules.division_size), "movers")


def _with_clock(rules: SeasonRules) -> TableRules:
    """How a match is played, with the clock for a game that a round has room for (W7.2)."""
    table = rules.table
    book = BOOKS.get(table.game)
    if book is None or all(rule.name != "game_clock" for rule in book.house_rules()):
        raise BadRules(_("A league needs a game with a clock for the whole game, so that a round can end"), "game")
    clock = calendar.game_clock(rules.length, rules.unit, table.games)
    if clock < SHORTEST_CLOCK:
        message = _("A round of this length has no time for %(games)s games: each needs 2 minutes at least")
        raise BadRules(say(message, games=table.games), "games")
    turn = table.options.get("turn_clock")
    if turn is not None and turn > clock:
        message = _("A turn may not take longer than a game has time in such a round, which is %(minutes)s minutes")
        raise BadRules(say(message, minutes=clock // 60), "turn")
    options = {**table.options, "clock": True, "game_clock": clock}
    return replace(table, options=options, match="tally", start="full", join="friends", pause=0, fill_bots=False,
                   takeover=False, one_at_a_time=False)  # fmt: skip
