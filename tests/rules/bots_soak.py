"""Many games of the computer players, with house actions mixed in, and positions from them.

    python -m tests.rules.bots_soak --games 10000
    python -m tests.rules.bots_soak --again 1000

The first fails on the first illegal move, of any level, over every option; the second deals everything that a seat
cannot see again, at so many of its decisions, and fails where the hard one then moves otherwise (check 28).
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator

from rules.bots import PLAYERS
from rules.bots.contract import Chance, Decision, chance_of
from rules.bots.whot.hard import hard
from rules.core import Event, Seat, Step, act
from rules.shuffle import Seed
from rules.whot import WHOT
from rules.whot.actions import Action
from rules.whot.cards import Bag, bag_of, cards_in
from rules.whot.state import State
from tests.rules.drawn import drawn_action, drawn_options

MOST_ACTIONS = 1500  # then the house ends it: a game without a limit of refills need not end (W6.5)


class Sitting:
    """A game being played, and what each seat was told of it."""

    def __init__(self, number: int, house: float) -> None:
        self.rng = random.Random(number)
        self.house = house
        options, self.seats = drawn_options(self.rng)
        self.seed = Seed.simulation(number)
        self.seq = 0
        self.told: list[list[Event]] = [[] for _seat in range(self.seats)]
        self._take(WHOT.setup(options=options, seats=self.seats, seed=self.seed))

    def _take(self, step: Step[State]) -> None:
        self.state: State = step.state
        for seat, heard in enumerate(self.told):
            heard += WHOT.tell(step.events, seat)

    def told_to(self, seat: Seat) -> tuple[Event, ...]:
        return tuple(self.told[seat])

    def chance(self) -> Chance:
        return Chance(chance_of(self.seed, self.state.turn, self.seq))

    def goes_on_with(self, action: Action) -> None:
        """The seat to act does this, unless the house comes in between."""
        seat: Seat | None = self.state.turn
        text = action.text
        if self.rng.random() < self.house:
            seat, text = drawn_action(self.state, self.rng, house=1.0)
        elif self.seq > MOST_ACTIONS:
            seat, text = None, "abandon"
        self._take(act(WHOT, self.state, seat, text))
        self.seq += 1


def positions(number: int, house: float = 0.0) -> Iterator[Sitting]:
    """Game `number` as long as it lasts: whoever asks for the next position has made it go on."""
    sitting = Sitting(number, house)
    while sitting.state.end is None:
        yield sitting


def deal_again(state: State, seat: Seat, rng: random.Random) -> State:
    """The same position to the eyes of a seat: whatever it does not see is dealt anew, hands that left play too."""
    out = state.absence.left_hands
    sizes = [sum(1 for _card in cards_in(hand)) for hand in (*state.hands, *out)]
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in cards_in(hand)]
    hidden += [card for hand in out for card in cards_in(hand)] + list(state.market_left)
    rng.shuffle(hidden)
    hands: list[Bag] = []
    for other, size in enumerate(sizes):
        if other == seat:
            hands.append(state.hands[seat])
            continue
        hands.append(bag_of(hidden[:size]))
        del hidden[:size]
    seats = len(state.hands)
    absence = state.absence._replace(left_hands=tuple(hands[seats:])) if out else state.absence
    return state._replace(hands=tuple(hands[:seats]), market=tuple(hidden), taken=0, absence=absence)


def legal_games(first: int, games: int, playouts: int, met: Counter[str]) -> None:
    """Every seat a level of its own, drawn; fails on an illegal move. The search is cut short: its form is the same."""
    levels = list(PLAYERS["whot"])
    for number in range(first, first + games):
        sitting_at = random.Random(-number)
        chosen = [sitting_at.choice(levels) for _seat in range(6)]
        for sitting in positions(number, house=sitting_at.choice((0.0, 0.01, 0.04))):
            state = sitting.state
            level = chosen[state.turn]
            action = decide(level, sitting, playouts).action
            assert action in WHOT.legal_actions(state), f"game {number}, at {sitting.seq}: {level} does {action}"
            met[level] += 1
            sitting.goes_on_with(action)


def decide(level: str, sitting: Sitting, playouts: int) -> Decision:
    view, told = WHOT.view(sitting.state, sitting.state.turn), sitting.told_to(sitting.state.turn)
    if level == "hard":
        return hard(view, told, sitting.chance(), playouts=playouts)
    return PLAYERS["whot"][level](view, told, sitting.chance())


def dealt_again(first: int, wanted: int, playouts: int) -> int:
    """Compares the hard one's decisions with those it makes when all it cannot see lies otherwise."""
    done, number = 0, first
    while done < wanted:
        rng = random.Random(number)
        for sitting in positions(number, house=0.01):
            state = sitting.state
            if done < wanted and len(WHOT.legal_actions(state)) > 1 and rng.random() < 0.2:
                view, told = WHOT.view(state, state.turn), sitting.told_to(state.turn)
                decision = hard(view, told, sitting.chance(), playouts=playouts)
                other = deal_again(state, state.turn, rng)
                again = hard(WHOT.view(other, state.turn), told, sitting.chance(), playouts=playouts)
                assert again == decision, f"game {number}, at {sitting.seq}"
                done += 1
            sitting.goes_on_with(decide("normal", sitting, playouts).action)
        number += 1
    return done


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.bots_soak", description=__doc__)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--again", type=int, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--playouts", type=int, default=40)
    chosen = parser.parse_args()
    met: Counter[str] = Counter()
    begun = time.process_time()
    legal_games(chosen.first, chosen.games, chosen.playouts, met)
    done = dealt_again(chosen.first, chosen.again, chosen.playouts)
    print(
        f"{chosen.games} games, decisions {dict(met)}: all legal; {done} positions dealt again: the same move each time"
    )
    print(f"{time.process_time() - begun:.0f} s")


if __name__ == "__main__":
    main()
