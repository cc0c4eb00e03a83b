"""One engine in one process: plays whole games at random when asked and says how long that took.

    python worker.py ENGINE PRESET SEATS        (PRESET is "-" for the rivals)

A line "GAMES NUMBER" on standard input asks for so many games with random stream NUMBER; the answer is one line of
JSON: games, actions, unfinished, cpu_s. What an engine is allowed to do is told in README.md.

One decision of a seat is one action in every engine. All pick with the same expression, written out in each loop
because a call would cost the faster engines more than the slower ones.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

MOST_ACTIONS = 20_000
"""A game that is not over by then is given up and counted as unfinished."""


class Played(NamedTuple):
    games: int
    actions: int
    unfinished: int
    cpu_s: float


Measure = Callable[[int, int], Played]
"""(games, number of the random stream) -> what was played; only the games themselves are timed."""


def rules(preset: str, seats: int) -> Measure:
    """Our own: the `Game` contract, as the site calls it, each game dealt by the keyed shuffle from its own seed."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    from rules.core import Game
    from rules.shuffle import Seed
    from rules.whot import WHOT, options_for

    game: Game[Any, Any, Any, Any] = WHOT
    options = options_for(preset)

    def measure(games: int, number: int) -> Played:
        rand = random.Random(number).random
        setup, to_act, legal_actions, apply = game.setup, game.to_act, game.legal_actions, game.apply
        actions = unfinished = 0
        start = process_time()
        for deal in range(number * 1_000_000, number * 1_000_000 + games):
            state = setup(options=options, seats=seats, seed=Seed.simulation(deal)).state
            done = 0
            while (seat := to_act(state)) is not None and done < MOST_ACTIONS:
                menu = legal_actions(state)
                state = apply(state, seat, menu[int(rand() * len(menu))]).state
                done += 1
            actions += done
            unfinished += seat is not None
        return Played(games, actions, unfinished, process_time() - start)

    return measure


def whot(_preset: str, seats: int) -> Measure:
    """PyPI `whot`: its `Whot` engine with the cards it deals by default.

    It has no list of legal moves: what its `play` accepts is read off its own fields here, as its `Agent` does, and
    like that agent a seat goes to market only when no card fits. Play and the request that follows a Whot are one
    action, as they are one decision (and one action of ours).
    """
    from whot import Suit, Whot

    wild = Suit.WHOT
    suits = [suit.value for suit in Suit if suit is not wild]

    def measure(games: int, number: int) -> Played:
        rand = random.Random(number).random
        random.seed(number)  # its deck is shuffled by the module's own generator
        actions = unfinished = 0
        start = process_time()
        for _ in range(games):
            game = Whot(number_of_players=seats)
            game.start_game()
            done = 0
            if game.request_mode:  # a Whot was turned up: the first seat names the suit
                game.request(suits[int(rand() * len(suits))])
                done += 1
            while not game.game_over and done < MOST_ACTIONS:
                hand = game.current_player._cards
                if game.pick_mode:
                    face = 2 if game.pick == 2 else 5
                    menu = [place for place, card in enumerate(hand) if card.face == face]
                elif game.request_mode:
                    suit = game.requested_suit
                    menu = [place for place, card in enumerate(hand) if card.suit is suit or card.suit is wild]
                else:
                    top = game.pile[-1]
                    suit, face = top.suit, top.face
                    menu = [
                        place
                        for place, card in enumerate(hand)
                        if card.suit is suit or card.face == face or card.suit is wild
                    ]
                done += 1
                if not menu:
                    game.market()
                    continue
                place = menu[int(rand() * len(menu))]
                names_suit = hand[place].suit is wild
                game.play(place)
                if names_suit and not game.game_over:
                    game.request(suits[int(rand() * len(suits))])
            actions += done
            unfinished += not game.game_over
        return Played(games, actions, unfinished, process_time() - start)

    return measure


def rlcard(_preset: str, seats: int) -> Measure:
    """RLCard's UNO through its game class: `step` returns the next seat's state, legal actions among it.

    Its environment (`rlcard.make("uno")`) would encode each state as an array and run three to four times slower.
    """
    from numpy.random import RandomState
    from rlcard.games.uno import Game

    def measure(games: int, number: int) -> Played:
        rand = random.Random(number).random
        game = Game(num_players=seats)
        game.np_random = RandomState(number)
        actions = unfinished = 0
        start = process_time()
        for _ in range(games):
            state, _seat = game.init_game()
            done = 0
            while not game.is_over() and done < MOST_ACTIONS:
                menu = state["legal_actions"]
                state, _seat = game.step(menu[int(rand() * len(menu))])
                done += 1
            actions += done
            unfinished += not game.is_over()
        return Played(games, actions, unfinished, process_time() - start)

    return measure


def rlcard_inside(_preset: str, seats: int) -> Measure:
    """RLCard's UNO with its game class left out: its round object is changed in place and no state is returned.

    Not a way of playing that RLCard offers; a yardstick for what checks, immutable states and events cost us.
    """
    from numpy.random import RandomState
    from rlcard.games.uno import Game

    def measure(games: int, number: int) -> Played:
        rand = random.Random(number).random
        game = Game(num_players=seats)
        game.np_random = RandomState(number)
        actions = unfinished = 0
        start = process_time()
        for _ in range(games):
            game.init_game()
            players, table = game.players, game.round
            legal_actions, proceed = table.get_legal_actions, table.proceed_round
            done = 0
            while not table.is_over and done < MOST_ACTIONS:
                menu = legal_actions(players, table.current_player)
                proceed(players, menu[int(rand() * len(menu))])
                done += 1
            actions += done
            unfinished += not table.is_over
        return Played(games, actions, unfinished, process_time() - start)

    return measure


ENGINES: dict[str, Callable[[str, int], Measure]] = {
    "rules": rules,
    "whot": whot,
    "rlcard": rlcard,
    "rlcard-inside": rlcard_inside,
}


def main() -> None:
    engine, preset, seats = sys.argv[1:]
    measure = ENGINES[engine](preset, int(seats))
    for line in sys.stdin:
        games, number = line.split()
        print(json.dumps(measure(int(games), int(number))._asdict()), flush=True)


if __name__ == "__main__":
    main()
