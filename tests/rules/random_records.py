"""Records of random games by random house rules, for every check of a record there is."""

import random

from rules.core import act
from rules.record import Entry, Fairness, RecordError, SeatLine, build, to_text
from rules.registry import newest
from rules.shuffle import Seed
from tests.rules.drawn import drawn_action, drawn_options
from tests.rules.go_stop.drawn import HABITS
from tests.rules.go_stop.drawn import drawn_action as drawn_turn

LONGEST = 1000


def random_record(number: int) -> str | None:
    """The record of a random game by random house rules, every fourth one of Go-Stop; None: it took too long."""
    chance = random.Random(number)
    rules = newest("go_stop" if number % 4 == 3 else "whot")
    options, seats = drawn_options(chance) if rules.game.key == "whot" else (rules.options("004", {}), 2)
    opened, name, deck = chance.randbytes(32), f"game-{number}", rules.deck(options)
    given = tuple(chance.randbytes(16).hex() if chance.random() < 0.8 else "-" for _ in range(seats))
    seed = Seed.from_parts(opened, name, deck, given)
    state = rules.game.setup(options=options, seats=seats, seed=seed).state
    log: list[Entry] = []
    while rules.game.outcome(state) is None:
        house = 0.02 if number % 3 == 0 else 0.0
        if rules.game.key == "whot":
            seat, text = drawn_action(state, chance, house)
        else:
            seat, text = drawn_turn(state, chance, HABITS[number % len(HABITS)], house)
        state = act(rules.game, state, seat, text).state
        log.append(Entry(seat, text, f"2026-01-31T12:{len(log) // 60 % 60:02}:{len(log) % 60:02}.000Z"))
        if len(log) > LONGEST:
            return None
    for preset in rules.presets:
        try:
            return to_text(
                build(
                    preset=preset,
                    options=rules.recorded(options),
                    seats=tuple(SeatLine(f"P{seat}", "person") for seat in range(seats)),
                    game_id=name,
                    table="T",
                    fairness=Fairness.revealed(name, opened, given, deck),
                    log=log,
                    game=rules.game.key,
                )
            )
        except RecordError:
            continue  # so many seats do not play this preset
    return None
