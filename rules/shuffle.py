"""Scheme `wgs1`: a deal that anyone can check (see docs/fairness in the site's help).

The whole of it is HMAC-SHA256, 32-bit words, rejection sampling and Fisher-Yates, so that a third
person can write it again in an afternoon. The test vectors are in tests/scenarios.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import mod
from struct import Struct

from rules.core import Seat

SCHEME = "wgs1"
SEED_BYTES = 32
NO_CONTRIBUTION = "-"

_WORDS = Struct(">8I")
_RANGE = 1 << 32
_BLOCK = 64  # bytes a block of SHA-256
_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))
_CLIENT_SEED = re.compile(r"(?:[0-9a-f]{2}){16,32}")


def commitment(game_id: str, server_seed: bytes) -> str:
    """What the site publishes before anyone can contribute (step 1), lower-case hex."""
    return hashlib.sha256(f"wgs1|commit|{game_id}|".encode("ascii") + server_seed).hexdigest()


def is_contribution(text: str) -> bool:
    """True for `-` or 16 to 32 bytes in lower-case hex (step 2)."""
    return text == NO_CONTRIBUTION or _CLIENT_SEED.fullmatch(text) is not None


def transcript(game_id: str, deck: str, client_seeds: Sequence[str], beacon: str = NO_CONTRIBUTION) -> str:
    """The text that binds a deal to its game, pack and contributions (step 3)."""
    lines = [SCHEME, f"game:{game_id}", f"deck:{deck}"]
    lines += [f"seat:{seat}:{text}" for seat, text in enumerate(client_seeds)]
    lines.append(f"beacon:{beacon}")
    return "".join(line + "\n" for line in lines)


def game_key(server_seed: bytes, transcript_text: str) -> bytes:
    """The key of all of a game's randomness (step 4)."""
    return hmac.digest(server_seed, transcript_text.encode("ascii"), "sha256")


def words(key: bytes, label: str, block: int = 0) -> Iterator[int]:
    """The endless row of 32-bit words for a label, from a block on (step 5)."""
    prefix = label.encode("ascii") + b"\0"
    while True:
        yield from _WORDS.unpack(hmac.digest(key, prefix + block.to_bytes(4, "big"), "sha256"))
        block += 1


def bounded(source: Iterator[int] | Iterable[int], bound: int) -> int:
    """The next integer below `bound` (1 to 2**32) without modulo bias (step 6).

    Takes words from `source` until one is below the largest multiple of `bound`.
    """
    if not 1 <= bound <= _RANGE:
        raise ValueError(f"bound must be from 1 to 2**32, not {bound}")
    limit = _RANGE - _RANGE % bound
    for word in source:
        if word < limit:
            return word % bound
    raise ValueError("the words ran out")


def permutation(key: bytes, label: str, size: int) -> list[int]:
    """Fisher-Yates from the last index down to 1 (step 7): item i is the card dealt i-th.

    As `bounded` over `words` for each index. A deal is shuffled for every simulated game, so the blocks that are
    surely needed are made at once.
    """
    order = list(range(size))
    unpack, blocks = _plan(size)
    # HMAC-SHA256 (RFC 2104) with the key's two half-done hashes kept: three times as fast here as a call of
    # hmac.digest a block. The test vectors hold both ways of computing it.
    padded = key.ljust(_BLOCK, b"\0")
    inner = hashlib.sha256(padded.translate(_INNER_PAD))
    inner.update(label.encode("ascii") + b"\0")
    outer = hashlib.sha256(padded.translate(_OUTER_PAD))
    digests = []
    for block in blocks:
        half = inner.copy()
        half.update(block)
        whole = outer.copy()
        whole.update(half.digest())
        digests.append(whole.digest())
    made = unpack(b"".join(digests))
    if max(made, default=0) < _RANGE - size:  # below every limit of step 6: no word is rejected
        drawn: Iterable[int] = map(mod, made, range(size, 1, -1))
    else:
        source = chain(made, words(key, label, len(blocks)))
        drawn = (bounded(source, bound) for bound in range(size, 1, -1))
    for last, other in zip(range(size - 1, 0, -1), drawn):  # noqa: B905  (more words than indices)
        order[last], order[other] = order[other], order[last]
    return order


@lru_cache(maxsize=256)
def _plan(size: int) -> tuple[Callable[[bytes], tuple[int, ...]], tuple[bytes, ...]]:
    """For a shuffle of `size`: what reads its words from its blocks, and the blocks' numbers."""
    blocks = (size + 6) // 8
    return Struct(f">{8 * blocks}I").unpack, tuple(block.to_bytes(4, "big") for block in range(blocks))


class Seed:
    """The randomness of one game: a key, and pure functions of a label. Never shown in a repr."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        self._key = key

    @classmethod
    def from_parts(
        cls,
        server_seed: bytes,
        game_id: str,
        deck: str,
        client_seeds: Sequence[str],
        beacon: str = NO_CONTRIBUTION,
    ) -> Seed:
        """The seed of a real game, from what its record holds once it is over."""
        return cls(game_key(server_seed, transcript(game_id, deck, client_seeds, beacon)))

    @classmethod
    def simulation(cls, number: int) -> Seed:
        """A seed for benchmarks, tests and practice: not secret, the same for the same number."""
        return cls(hashlib.sha256(b"simulation|%d" % number).digest())

    def permutation(self, label: str, size: int) -> list[int]:
        return permutation(self._key, label, size)

    def below(self, label: str, bound: int) -> int:
        return bounded(words(self._key, label), bound)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and hmac.compare_digest(self._key, other._key)

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return "Seed(hidden)"


def first_seat(seed: Seed, seats: int) -> Seat:
    """Who begins the first game of a match."""
    return seed.below("first", seats)
