"""What a host chooses for a table, and whether it can be played."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from rules import bots, coin_tables
from rules.at_table import AT_TABLE, KNOCKOUT, MOST_GAMES, TALLY, AtTable, is_pause, usual_pause
from rules.coin_tables import Terms
from rules.core import BadOptions, say
from rules.core import gettext_noop as _
from rules.registry import GAMES, RecordedGame

from ..errors import BadRules
from ..models import Table


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """Everything about a table that its host chooses.

    `options` are those of the game named beside the preset, by name, clocks among them. `start` None: as usual for
    the preset. Check it with `checked`.
    """

    preset: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    games: int = 1
    match: str = TALLY  # or "knockout": then `games` is not looked at
    start: str | None = None  # "full" or "host"; two seats always start when full
    join: str = "open"  # "open", "link" or "friends"
    onlookers: bool = True
    one_at_a_time: bool = False
    fill_bots: bool = False
    takeover: bool = False
    bot_level: str | None = None  # None: the usual one
    pause: int | None = None  # seconds that each game may be paused by consent, in all; None: as usual for its clocks
    game: str = "whot"
    coins: str = coin_tables.NONE  # or "wild" or "stake"
    coin_amount: int = 0  # the multiplier, or the stake
    coin_fee: int = 0  # of the pot, in basis points

    @classmethod
    def of(cls, table: Table) -> "TableRules":
        """The rules of a table as they stand."""
        return cls(
            preset=table.preset, seats=table.seats, options=table.options, games=table.games_agreed, match=table.match,
            start=table.start, join=table.join, onlookers=table.onlookers, one_at_a_time=table.one_at_a_time,
            fill_bots=table.fill_bots, takeover=table.takeover, bot_level=table.bot_level, game=table.game,
            pause=table.pause_budget, coins=table.coins, coin_amount=table.coin_amount, coin_fee=table.coin_fee,
        )  # fmt: skip

    @property
    def terms(self) -> Terms:
        return Terms(self.coins, self.coin_amount, self.coin_fee)

    def values(self) -> dict[str, Any]:
        """As plain values, for `User.usual_rules`; `TableRules(**values)` reads them back."""
        return asdict(self)


def rules_of(key: str) -> tuple[RecordedGame, AtTable, int]:
    """The newest rules of a game, what a table needs of them, and their version."""
    version = max(GAMES[key])
    return GAMES[key][version], AT_TABLE[key][version], version


def checked(rules: TableRules) -> dict[str, Any]:
    """The columns of a Table for these rules: every option by name, everything that follows filled in.

    Raises BadRules with a sentence and the names of what is out of range or clashes.
    """
    if rules.game not in GAMES:
        raise BadRules(say(_("There is no game “%(game)s” here"), game=rules.game), "game")
    _check_word("match", rules.match, Table.Match.values)
    _check_word("join", rules.join, Table.Join.values)
    if rules.start is not None:
        _check_word("start", rules.start, Table.Start.values)
    _check_word("coins", rules.coins, list(coin_tables.KINDS))
    level = rules.bot_level or bots.usual_level(rules.game)
    _check_word("bot_level", level, list(bots.levels_of(rules.game)))
    game, at_table, _version = rules_of(rules.game)
    games = MOST_GAMES if rules.match == KNOCKOUT else rules.games
    try:
        options = game.options(rules.preset, rules.options)
        at_table.check(options, rules.seats, rules.match, games)
        coin_tables.check(rules.game, options, rules.seats, games, rules.match, rules.terms)
    except BadOptions as error:
        raise BadRules(error.message, *error.options) from None
    if rules.terms.for_coins and (rules.fill_bots or rules.takeover):  # check 65
        names = [name for name in ("fill_bots", "takeover") if getattr(rules, name)]
        raise BadRules(_("computer players never play for coins"), *names, "coins")
    pause = usual_pause(at_table.clocks(options)) if rules.pause is None else rules.pause
    if not is_pause(pause):
        raise BadRules(_("a game may be paused for 1 minute to 14 days, or not at all"), "pause")
    start = rules.start or ("full" if at_table.starts_when_full(rules.preset) else "host")
    return {
        "game": rules.game,
        "preset": rules.preset,
        "options": game.named(options),
        "seats": rules.seats,
        "games_agreed": games,
        "match": rules.match,
        "start": "full" if rules.seats == 2 else start,
        "join": rules.join,
        "onlookers": rules.onlookers,
        "one_at_a_time": rules.one_at_a_time,
        "fill_bots": rules.fill_bots,
        "takeover": rules.takeover,
        "bot_level": level,
        "pause_budget": pause,
        "coins": rules.coins,
        "coin_amount": rules.coin_amount,
        "coin_fee": rules.coin_fee,
    }


def checked_for(table: Table) -> None:
    """Looks again at the rules of a table with the seats it has now. Raises BadRules."""
    checked(TableRules.of(table))


def fewest_people(table: Table) -> int:
    """How many have to sit at a table before its match can start: two, or as many as its rules need."""
    if table.fill_bots:
        return 2
    rules = TableRules.of(table)
    for seats in range(2, table.seats):
        try:
            checked(replace(rules, seats=seats))
        except BadRules:
            continue
        return seats
    return table.seats


def _check_word(name: str, word: str, words: list[str]) -> None:
    if word not in words:
        message = _("%(name)s must be one of %(words)s, not “%(word)s”")
        raise BadRules(say(message, name=name, words=", ".join(words), word=word), name)
