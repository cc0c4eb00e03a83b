"""Games of every preset and end, as rows of the site: found as the golden games are, under codes of our own."""

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from accounts.models import User
from games import log, seeds
from games.models import Game, LogEntry, Player, SeatKind, Table
from rules.record import Record
from tests.playthroughs.make import CAST, Part, find

from .factories import guest, member


def parts() -> Iterator[Part]:
    """A part for each preset and each end it is known to have; nothing else is asked of it."""
    seen = set()
    for part in CAST:
        if (part.preset, part.reason) not in seen:
            seen.add((part.preset, part.reason))
            yield part._replace(shows=(), length=(0, 400), closing=".*")


def code_of(part: Part, number: int) -> str:
    """A code as games here have it."""
    digest = hashlib.sha256(f"{part.name}|{number}".encode()).digest()
    return "".join(seeds.ALPHABET[byte % len(seeds.ALPHABET)] for byte in digest[:12])


def record_for(part: Part) -> Record:
    return find(part, code_of)


def stored(record: Record) -> Game:
    """The game of a record in the database, as the services would have stored it; it is over."""
    assert record.fairness is not None and record.fairness.server_seed is not None
    people = [_person(line) for line in record.seats]
    host = next(person for person in people if person is not None)
    times = [datetime.fromisoformat(entry.at) for entry in record.actions]
    began = times[0] if times else datetime.fromisoformat("2026-01-31T09:00:00.000Z")
    sealed = seeds.seal(record.game_id, bytes.fromhex(record.fairness.server_seed))
    shared: dict[str, Any] = {
        "preset": record.preset, "options": record.rules.named(record.rules.options(record.preset, record.options)),
        "seats": len(people),
    }  # fmt: skip
    table = Table.objects.create(
        **shared, code=record.table, game=record.game, host=host, created_at=began, state=Table.State.FINISHED,
    )  # fmt: skip
    game = Game(
        **shared, code=record.game_id, table=table, number=1, rules_key=record.game,
        rules_version=record.rules_version, first_seat=record.first_seat, client_seeds=record.fairness.client_seeds,
        commitment=record.fairness.commitment, sealed_seed=sealed, started_at=began, seq=len(record.actions),
    )  # fmt: skip
    game.save()
    game.roster = [
        Player(game=game, seat=seat, user=person, kind=line.kind, level=line.level, name=line.name, preset=game.preset)
        for seat, (person, line) in enumerate(zip(people, record.seats, strict=True))
    ]
    Player.objects.bulk_create(game.roster)
    LogEntry.objects.bulk_create(
        LogEntry(game=game, seq=seq, seat=entry.seat, action=entry.action, at=at,
                 by="house" if entry.by_house else "player")
        for seq, (entry, at) in enumerate(zip(record.actions, times, strict=True), 1)
    )  # fmt: skip
    log.summarise(game, log.replay(game), None, times[-1] if times else began)
    game.save()
    return game


def _person(line: Any) -> User | None:
    if line.kind == SeatKind.BOT:
        return None
    return guest(line.name) if line.kind == SeatKind.GUEST else member()
