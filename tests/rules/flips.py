"""Single bits of stored records, flipped at random: `verify` must notice every one.

    python -m tests.rules.flips                    10,000 flips over all golden records
    python -m tests.rules.flips 500 --seed 7       fewer, and others

A flip changes one bit of one byte of the file inside the server seed, the players' contributions, the deal, the
actions or the result, wherever in them it falls: a digit, a bracket, the name of a key. It is noticed when the file is
no longer a record or when a check of `python -m rules verify` fails. Prints how many were noticed by what, and every
one that was not; exit status 1 then.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator

from rules.record import RecordError, UnreadableRecord, read, verify
from tests.playthroughs.make import all_stored

PARTS = {
    "seed": rb'"server_seed":"[^"]*"',
    "contributions": rb'"client_seeds":\[[^\]]*\]',
    "deal": rb'"deal":\{.*?\},"actions"',
    "actions": rb'"actions":\[.*?\],"result"',
    "result": rb'"result":\{.*?\},"state_hash"',
}


def flips(count: int, seed: int) -> Iterator[tuple[str, str, bytes]]:
    """(name of the record, part, the file with one bit of that part flipped)."""
    chance, files = random.Random(seed), {path.stem: path.read_bytes() for path in all_stored()}
    names = sorted(files)
    for _ in range(count):
        name, part = chance.choice(names), chance.choice(sorted(PARTS))
        data = files[name]
        found = re.search(PARTS[part], data, re.DOTALL)
        assert found is not None, (name, part)
        first = found.start() + data[found.start() :].index(b":") + 1  # past the key
        last = found.start() + found[0].rindex(b',"') if part in ("deal", "actions", "result") else found.end()
        place, bit = chance.randrange(first, last), chance.randrange(8)
        yield name, part, data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]


def noticed(data: bytes) -> str | None:
    """What notices that this is no true record: the form, or the name of the check that fails; None: nothing."""
    try:
        record = read(data)
    except UnreadableRecord:
        return "not a record"
    except RecordError:
        return "a field"
    return next((check.name for check in verify(record) if check.holds is False), None)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", nargs="?", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    found: Counter[tuple[str, str]] = Counter()
    missed = 0
    for name, part, data in flips(chosen.count, chosen.seed):
        by = noticed(data)
        if by is None:
            missed += 1
            print(f"NOT NOTICED: a bit in the {part} of {name}")
        found[part, by or "nothing"] += 1
    for (part, by), times in sorted(found.items()):
        print(f"{part:14} {by:15} {times}")
    print(f"{chosen.count} bits flipped in {len(all_stored())} records, {missed} not noticed")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
