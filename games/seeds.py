"""Server seeds: drawn, sealed, committed to, chained (scheme wgs1, steps 1 and 10).

A seed is 32 bytes. At rest it is encrypted with a key that is not in the database: the settings' SEED_KEYS, the
first one for sealing, all of them for opening, so that keys can be changed while games run.
"""

import base64
import hashlib
import hmac
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import connection

from rules.shuffle import SEED_BYTES, commitment

from .models import ChainEntry, Deal, Table

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is misread
_CHAIN_LOCK = 0x77677331  # any number that no other advisory lock of the site has


class CannotOpen(Exception):
    """The sealed seed is not this game's, or no key in use opens it."""


def new_code(length: int) -> str:
    """A random code for an address; 10 characters are about 50 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_seed(game_id: str) -> tuple[str, str]:
    """A new server seed for a game: its commitment (hex) and the sealed seed."""
    seed = secrets.token_bytes(SEED_BYTES)
    return commitment(game_id, seed), seal(game_id, seed)


def seal(game_id: str, seed: bytes) -> str:
    """The seed as it is stored; the game it belongs to is sealed in with it."""
    return _keys().encrypt(game_id.encode("ascii") + b"|" + seed).decode("ascii")


def open_seed(game_id: str, sealed: str) -> bytes:
    """The seed of this game. Raises CannotOpen."""
    try:
        text = _keys().decrypt(sealed.encode("ascii"))
    except InvalidToken:
        raise CannotOpen(f"no key opens the seed of game {game_id}") from None
    prefix = game_id.encode("ascii") + b"|"
    if not text.startswith(prefix) or len(text) != len(prefix) + SEED_BYTES:
        raise CannotOpen(f"the sealed seed is not that of game {game_id}")
    return text[len(prefix) :]


def reseal(game_id: str, sealed: str) -> str:
    """The same seed, sealed with the first key. Raises CannotOpen."""
    return seal(game_id, open_seed(game_id, sealed))


def _keys() -> MultiFernet:
    return MultiFernet([Fernet(_fernet_key(key)) for key in settings.SEED_KEYS])


def _fernet_key(text: str) -> bytes:
    return base64.urlsafe_b64encode(hmac.digest(text.encode(), b"whot server seeds", "sha256"))


# -- commitments ---------------------------------------------------------------------------------------------


def commit_deals(table: Table, numbers: Iterable[int], now: datetime) -> list[Deal]:
    """Draws and commits to the deals of these games of a table, and chains the commitments. In a transaction."""
    deals = []
    for number in numbers:
        game_id = new_code(12)
        proof, sealed = new_seed(game_id)
        deals.append(Deal(table=table, number=number, game_id=game_id, commitment=proof, sealed_seed=sealed))
    Deal.objects.bulk_create(deals)
    chain_append([(deal.game_id, deal.commitment) for deal in deals], now)
    return deals


def chain_append(commitments: Iterable[tuple[str, str]], now: datetime) -> None:
    """Adds (game_id, commitment) pairs to the chain, in order. In a transaction; one writer at a time until it ends."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_CHAIN_LOCK])
    last = ChainEntry.objects.order_by("-number").first()
    number, entry = (last.number, last.entry) if last else (0, "")
    at = to_milliseconds(now)
    rows = []
    for game_id, proof in commitments:
        number += 1
        entry = chain_entry(entry, game_id, proof, at)
        rows.append(ChainEntry(number=number, game_id=game_id, commitment=proof, at=at, entry=entry))
    ChainEntry.objects.bulk_create(rows)


def chain_entry(previous: str, game_id: str, proof: str, at: datetime) -> str:
    """SHA-256, in hex, of the previous entry (nothing before the first), game_id, commitment and time, as ASCII."""
    return hashlib.sha256(f"{previous}{game_id}{proof}{time_text(at)}".encode("ascii")).hexdigest()


def chain_break() -> int | None:
    """The number of the first entry that does not follow from those before it; None: the chain holds."""
    entry, expected = "", 1
    for row in ChainEntry.objects.order_by("number").iterator():
        entry = chain_entry(entry, row.game_id, row.commitment, row.at)
        if row.number != expected or row.entry != entry:
            return expected
        expected += 1
    return None


def to_milliseconds(at: datetime) -> datetime:
    """A time as records can hold it."""
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def time_text(at: datetime) -> str:
    """UTC as records write it: 2026-01-31T12:00:00.000Z."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"
