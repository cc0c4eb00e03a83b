"""`bench`: random games through the public contract, decisions a second on one core."""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any

from rules import registry
from rules.cli.common import FINE, preset, preset_names, refused, whole
from rules.core import BadOptions
from rules.shuffle import Seed

DEFAULT_PRESETS = ("000", "001", "002", "003")
DEFAULT_SEATS = (2, 4)
DEFAULT_GAMES = 2000


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "bench",
        help="measure random play",
        description="Plays random games in one process through setup, to_act, legal_actions, apply "
        "and outcome, and prints one JSON object a line: preset, seats, games, actions (decisions "
        "of seats), cpu_s, actions_per_s.",
        epilog="Exit codes: 0 done, 2 bad usage.",
    )
    parser.add_argument(
        "--preset", action="append", type=preset, metavar="PRESET",
        help=f"{', '.join(preset_names().values())}; repeatable; default {', '.join(DEFAULT_PRESETS)}",
    )  # fmt: skip
    parser.add_argument(
        "--seats", action="append", type=whole(2, 6), metavar="N",
        help=f"repeatable; default {', '.join(map(str, DEFAULT_SEATS))}",
    )  # fmt: skip
    parser.add_argument(
        "--games", type=whole(1, 10**7), default=DEFAULT_GAMES, metavar="N",
        help=f"games a line; default {DEFAULT_GAMES}",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=whole(0, 2**32), default=1, metavar="N",
        help="the same seed plays the same games; default 1",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    for key in chosen.preset or DEFAULT_PRESETS:
        for seats in chosen.seats or DEFAULT_SEATS:
            try:
                line = measure(key, seats, chosen.games, chosen.seed)
            except BadOptions as error:
                raise refused(key, error) from None
            print(json.dumps(line), flush=True)
    return FINE


def measure(preset: str, seats: int, games: int, seed: int) -> dict[str, Any]:
    """Plays `games` random games and gives the line to print. Raises BadOptions."""
    rules = registry.with_preset(preset)
    assert rules is not None
    game = rules.game
    options = rules.options(preset, {})
    draw = random.Random(seed).random
    actions = 0
    start = time.process_time()
    for number in range(games):
        state, _events = game.setup(options=options, seats=seats, seed=Seed.simulation(seed * 1_000_003 + number))
        while (seat := game.to_act(state)) is not None:
            legal = game.legal_actions(state)
            state, _events = game.apply(state, seat, legal[int(draw() * len(legal))])
            actions += 1
        assert game.outcome(state) is not None
    cpu = time.process_time() - start
    return {
        "preset": preset,
        "seats": seats,
        "games": games,
        "actions": actions,
        "cpu_s": round(cpu, 4),
        "actions_per_s": round(actions / cpu) if cpu else None,
    }
