"""The form of a game record: its values, how it is written, and how it is read.

`docs/record.md` is the full description. Writing is byte for byte the same for the same game.
Reading is strict about the form (`RecordError` names the field) and says nothing yet about whether
the game in it is true: that is `rules.record`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.core import HOUSE_WORDS, BadOptions, Message, Seat, say
from rules.core import gettext_noop as _
from rules.registry import GAMES, RecordedGame
from rules.shuffle import NO_CONTRIBUTION, SCHEME, commitment, is_contribution
from rules.strict import Field, RecordError, UnreadableRecord, load, shown

FORMAT = "whot-record/1"
MOST_BYTES = 1024 * 1024
MOST_ACTIONS = 20_000
MOST_SEATS = 6
MOST_GAMES = 50  # of a match
HOUSE = "house"
NO_SEAT = ("time_up", "abandon")
"""Words of the house that concern no seat."""

_KEYS = (
    "format", "game", "rules_version", "preset", "options", "stake", "game_id", "table", "match",
    "seats", "fairness", "first_seat", "deal", "actions", "result", "state_hash",
)  # fmt: skip
_HEX32 = re.compile(r"[0-9a-f]{64}")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_BEACON = re.compile(r"-|[A-Za-z0-9][A-Za-z0-9:._-]{0,199}")
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z", re.ASCII)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True)
class Coins:
    """What was played for: `kind` is `multiplier` (Wild tables) or `stake` (Stake tables)."""

    kind: str
    amount: int


@dataclass(frozen=True, slots=True)
class Match:
    """The game is number `number` (from 1) `of` so many of a match."""

    id: str
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sat there. `kind`: person, guest or bot; `level` only of a bot."""

    name: str
    kind: str = "person"
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Fairness:
    """What proves the deal (scheme wgs1). Without the server seed nothing does.

    `client_seeds` are one a seat; None with `server_seed` None, for then they prove nothing.
    """

    commitment: str
    server_seed: str | None
    client_seeds: tuple[str, ...] | None
    deck: str
    beacon: str = NO_CONTRIBUTION

    @classmethod
    def revealed(
        cls,
        game_id: str,
        server_seed: bytes,
        client_seeds: tuple[str, ...],
        deck: str,
        beacon: str = NO_CONTRIBUTION,
    ) -> Fairness:
        """The proof of a finished game, from what the site kept."""
        return cls(commitment(game_id, server_seed), server_seed.hex(), client_seeds, deck, beacon)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log. `at` is UTC, `2026-01-31T12:00:00.000Z`; its seq is its place, from 1."""

    seat: Seat | None
    action: str
    at: str

    @property
    def by_house(self) -> bool:
        return self.action in HOUSE_WORDS


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended. `ranking`: groups of seats, best first; the rest by seat.

    `points` is None and `hands_left` empty for a seat that sat out.
    """

    reason: str
    ranking: tuple[tuple[Seat, ...], ...]
    points: tuple[int | None, ...]
    hands_left: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Record:
    """A whole game. `result` and `state_hash` are None in one viewer's record of a running game."""

    game: str
    rules_version: int
    preset: str
    options: Mapping[str, Any]
    coins: Coins | None
    game_id: str
    table: str
    match: Match | None
    seats: tuple[SeatLine, ...]
    fairness: Fairness | None
    first_seat: Seat
    deal: Mapping[str, Any]
    actions: tuple[Entry, ...]
    result: Result | None
    state_hash: str | None

    @property
    def rules(self) -> RecordedGame:
        """The rules the game was played by."""
        return GAMES[self.game][self.rules_version]


# -- writing ------------------------------------------------------------------------------------


def to_text(record: Record) -> str:
    """The record as a file: JSON without spaces, keys in order, one LF at the end.

    Raises RecordError for a record longer than may be read back.
    """
    match, coins, fairness, result = record.match, record.coins, record.fairness, record.result
    value = {
        "format": FORMAT,
        "game": record.game,
        "rules_version": record.rules_version,
        "preset": record.preset,
        "options": dict(record.options),
        coins.kind if coins else "stake": coins.amount if coins else None,
        "game_id": record.game_id,
        "table": record.table,
        "match": match and {"id": match.id, "number": match.number, "of": match.of},
        "seats": [_seat_value(seat, line) for seat, line in enumerate(record.seats)],
        "fairness": fairness and _fairness_value(fairness),
        "first_seat": record.first_seat,
        "deal": dict(record.deal),
        "actions": [_entry_value(n, entry) for n, entry in enumerate(record.actions, 1)],
        "result": result
        and {
            "reason": result.reason,
            "ranking": result.ranking,
            "points": result.points,
            "hands_left": result.hands_left,
        },
        "state_hash": record.state_hash,
    }
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"
    if len(text.encode("utf-8")) > MOST_BYTES or len(record.actions) > MOST_ACTIONS:
        message = _("a record of more than %(bytes)s bytes or %(actions)s actions is not written")
        raise RecordError("", say(message, bytes=MOST_BYTES, actions=MOST_ACTIONS))
    return text


def _seat_value(seat: Seat, line: SeatLine) -> dict[str, Any]:
    value = {"seat": seat, "name": line.name, "kind": line.kind}
    return value if line.level is None else value | {"level": line.level}


def _fairness_value(fairness: Fairness) -> dict[str, Any]:
    return {
        "scheme": SCHEME,
        "commitment": fairness.commitment,
        "server_seed": fairness.server_seed,
        "client_seeds": fairness.client_seeds,
        "deck": fairness.deck,
        "beacon": fairness.beacon,
    }


def _entry_value(seq: int, entry: Entry) -> dict[str, Any]:
    value = {"seq": seq, "seat": entry.seat, "action": entry.action, "at": entry.at}
    return value | {"by": HOUSE} if entry.by_house else value


# -- reading ------------------------------------------------------------------------------------


def read(data: bytes | str) -> Record:
    """The record in a file. Raises UnreadableRecord (not JSON of this format) or RecordError."""
    value = load(data.encode("utf-8", "replace") if isinstance(data, str) else data, MOST_BYTES)
    if not isinstance(value, dict) or value.get("format") != FORMAT:
        raise UnreadableRecord("format", say(_("this is not a %(format)s"), format=FORMAT))
    stake = "multiplier" if "multiplier" in value else "stake"
    part = Field(value, "").object([stake if key == "stake" else key for key in _KEYS])

    rules, version = _read_rules(part["game"], part["rules_version"])
    preset = part["preset"].one_of(*rules.presets)
    options = _read_options(part["options"], rules, preset)
    seats = tuple(_read_seat(n, f) for n, f in enumerate(part["seats"].list(MOST_SEATS, 2)))
    running = part["result"].value is None
    read_deal = rules.read_seen_deal if running else rules.read_deal
    record = Record(
        game=part["game"].value,
        rules_version=version,
        preset=preset,
        options=options,
        coins=_read_coins(part[stake], stake),
        game_id=part["game_id"].matching(_ID, _IDENTITY),
        table=part["table"].name(most=100),
        match=_read_match(part["match"]),
        seats=seats,
        fairness=_read_fairness(part["fairness"], len(seats)),
        first_seat=part["first_seat"].whole(0, len(seats) - 1),
        deal=read_deal(part["deal"], len(seats)),
        actions=tuple(
            _read_entry(n, field, len(seats)) for n, field in enumerate(part["actions"].list(MOST_ACTIONS), 1)
        ),
        result=None if running else _read_result(part["result"], rules, len(seats)),
        state_hash=_read_hash(part["state_hash"], running),
    )
    if running and record.fairness is not None and record.fairness.server_seed is not None:
        raise part["fairness"].error(_("the seed of a running game is no part of any record"))
    return record


_IDENTITY = Message(_("1 to 64 letters, digits, dots, dashes or underscores"))
_HASH = Message(_("64 lower-case hexadecimal digits"))
_CLOCK = Message(_("a time in UTC like 2026-01-31T12:00:00.000Z"))


def _read_rules(game: Field, version: Field) -> tuple[RecordedGame, int]:
    key = game.one_of(*GAMES)
    number = version.whole(1, 10**6)
    if number not in GAMES[key]:
        known = ", ".join(str(known) for known in GAMES[key])
        message = _("version %(number)s of the rules is not known here, only %(known)s")
        raise version.error(message, number=number, known=known)
    return GAMES[key][number], number


def _read_options(field: Field, rules: RecordedGame, preset: str) -> dict[str, Any]:
    named = {name: part.value for name, part in field.object(rules.option_names).items()}
    try:
        return rules.recorded(rules.options(preset, named))
    except BadOptions as error:
        path = f"options.{error.options[0]}" if error.options else "options"
        raise RecordError(path, error.message) from None


def _read_coins(field: Field, kind: str) -> Coins | None:
    if field.value is None and kind == "stake":
        return None
    return Coins(kind, field.whole(1, 10**9))


def _read_match(field: Field) -> Match | None:
    if field.value is None:
        return None
    part = field.object(("id", "number", "of"))
    of = part["of"].whole(1, MOST_GAMES)
    return Match(part["id"].matching(_ID, _IDENTITY), part["number"].whole(1, of), of)


def _read_seat(seat: Seat, field: Field) -> SeatLine:
    part = field.object(("seat", "name", "kind"), optional=("level",))
    part["seat"].whole(seat, seat)
    kind = part["kind"].one_of("person", "guest", "bot")
    if "level" not in part:
        return SeatLine(part["name"].name(most=150), kind)
    if kind != "bot":
        raise part["level"].error(_("only a bot has a level"))
    return SeatLine(part["name"].name(most=150), kind, part["level"].name(most=30))


def _read_fairness(field: Field, seats: int) -> Fairness | None:
    if field.value is None:
        return None
    part = field.object(("scheme", "commitment", "server_seed", "client_seeds", "deck", "beacon"))
    part["scheme"].one_of(SCHEME)
    proof = part["commitment"].matching(_HEX32, _HASH)
    deck = part["deck"].text(most=30)
    beacon = part["beacon"].matching(_BEACON, Message(_("a beacon or -")))
    if part["server_seed"].value is None:
        if part["client_seeds"].value is not None:
            raise part["client_seeds"].error(_("without the server seed this must be null"))
        return Fairness(proof, None, None, deck, beacon)
    given = part["client_seeds"].list(seats, seats)
    for contribution in given:
        if not isinstance(contribution.value, str) or not is_contribution(contribution.value):
            message = _("%(value)s is neither - nor 16 to 32 bytes in lower-case hexadecimal")
            raise contribution.error(message, value=shown(contribution.value))
    client_seeds = tuple(contribution.value for contribution in given)
    server_seed = part["server_seed"].matching(_HEX32, _HASH)
    return Fairness(proof, server_seed, client_seeds, deck, beacon)


def _read_entry(seq: int, field: Field, seats: int) -> Entry:
    part = field.object(("seq", "seat", "action", "at"), optional=("by",))
    part["seq"].whole(seq, seq)
    action = part["action"].text(most=100)
    seat = None if part["seat"].value is None else part["seat"].whole(0, seats - 1)
    if (seat is None) != (action in NO_SEAT):
        message = (
            _("“%(action)s” is of no seat: this must be null")
            if action in NO_SEAT
            else _("“%(action)s” needs the number of a seat")
        )
        raise part["seat"].error(message, action=shown(action))
    entry = Entry(seat, action, _read_time(part["at"]))
    if "by" in part:
        part["by"].one_of(HOUSE)
        if not entry.by_house:
            message = _("“%(action)s” is not a word of the house")
            raise part["by"].error(message, action=shown(action))
    elif entry.by_house:
        raise field.error(_('“%(action)s” needs "by":"house"'), action=action)
    return entry


def _read_time(field: Field) -> str:
    text = field.matching(_TIME, _CLOCK)
    year, month, day = (int(part) for part in text[:10].split("-"))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= month <= 12 or not 1 <= day <= _DAYS[month - 1] - (month == 2 and not leap):
        raise field.error(_("there is no such day: %(text)s"), text=text)
    return text


def _read_result(field: Field, rules: RecordedGame, seats: int) -> Result:
    part = field.object(("reason", "ranking", "points", "hands_left"))
    return Result(
        part["reason"].one_of(*rules.game.end_reasons),
        tuple(
            tuple(seat.whole(0, seats - 1) for seat in group.list(seats, 1)) for group in part["ranking"].list(seats, 1)
        ),
        tuple(
            None if points.value is None else points.whole(-(10**6), 10**6)
            for points in part["points"].list(seats, seats)
        ),
        tuple(tuple(code.text(most=20) for code in hand.list(500)) for hand in part["hands_left"].list(seats, seats)),
    )


def _read_hash(field: Field, running: bool) -> str | None:
    if not running:
        return field.matching(_HEX32, _HASH)
    if field.value is not None:
        raise field.error(_("a game without a result has no final position: this must be null"))
    return None
