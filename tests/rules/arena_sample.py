"""The first deals of every pairing of the arena, kept to be played again and compared move for move.

    python -m tests.rules.arena_sample RESULTS [RESULTS ...]

writes tests/rules/arena_sample.json from result files of `python -m rules arena`, whenever the players' version rises.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from rules import bots
from rules.cli.arena import BARS, Results

SAMPLE = Path(__file__).with_suffix(".json")
SEED = 2
DEALS = 2
DEALS_OF_HARD = 1  # its games take seconds


def main() -> None:
    files = [Results([name], SEED) for name in sys.argv[1:]]
    rows = []
    for pairing in BARS:
        for results in files:
            rows += [
                {"pairing": pairing, "deal": played.deal, "share": played.share, "moves": played.moves}
                for played in results.of(pairing).values()
                if played.deal < (DEALS_OF_HARD if pairing.challenger == "hard" else DEALS)
            ]
    lines = ",\n".join(json.dumps(row) for row in rows)
    SAMPLE.write_text(f'{{"players": {bots.VERSION}, "seed": {SEED}, "deals": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
