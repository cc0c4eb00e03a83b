"""Random games of the second rules model by options of every kind: nothing is lost, and every game ends."""

import copy
import random
from typing import Any

import pytest

from tests.rules.model import Model
from tests.rules.model_cards import SHAPES, Options, pack
from tests.rules.model_deal import setup
from tests.rules.test_model import refused_by

CHOICES: dict[str, tuple[Any, ...]] = {
    "start_card": ("plain", "not_wild"),
    "hold_on": ("again", "next_only", "off"),
    "pick2": ("stack", "auto", "off"),
    "pick3": ("stack", "auto", "off"),
    "whot_defence": ("no", "cancel"),
    "suspension": (True, False),
    "star8_skips": (0, 1, 2),
    "general_market": ("pass", "again", "off"),
    "reverse7": (True, False),
    "draw_when_able": (True, False),
    "after_draw": ("pass", "may_play"),
    "market_empty": ("reshuffle", "count"),
    "max_refills": (None, 0, 1, 2, 3),
    "penalty_short": ("refill", "cancel_rest"),
    "last_card_call": ("off", "penalty2", "auto"),
    "score": ("star_double", "face"),
    "no_whot": (True, False),
    "packs": (1, 2),
    "wild2": (True, False),
    "clock": (True, False),
    "timeout": ("none", "market"),
    "max_missed": (0, 1, 2, 5),
    "hand_size": (3, 5, 7),
}


def random_options(rng: random.Random) -> tuple[Options, int]:
    """Options that section 10 allows, and a number of seats that leaves ten cards in the market."""
    while True:
        rules = {option: rng.choice(values) for option, values in CHOICES.items()}
        seats = rng.randint(2, 6)
        if rules["wild2"] and (rules["packs"] == 1 or rules["no_whot"]):
            continue
        if rules["market_empty"] == "count" and rules["max_refills"] is not None:
            continue
        if rules["timeout"] == "none" and rules["max_missed"]:
            continue
        if len(pack(rules)) - seats * rules["hand_size"] >= 10:
            return rules, seats


def random_game(rng: random.Random) -> tuple[Model, list[str]]:
    rules, seats = random_options(rng)
    cards = pack(rules)
    rng.shuffle(cards)
    if rng.random() < 0.3:  # a short pack, so that nothing is left to refill (W6.4)
        cards = cards[: seats * rules["hand_size"] + rng.randint(1, 4)]
    return setup(
        rules,
        seats,
        cards,
        rng.randrange(seats),
        refill=lambda k, pile: rng.sample(pile, len(pile)),
    ), cards


def random_action(game: Model, rng: random.Random) -> tuple[int | None, str]:
    chance = rng.random()
    if chance < 0.02 and game.options["timeout"] == "market":
        return game.turn, rng.choice(["timeout", "timeout excused"])
    if chance < 0.023:
        return rng.choice(game.in_play()), "leave"
    if chance < 0.024:
        return None, "time_up" if game.options["clock"] else "abandon"
    return game.turn, rng.choice(sorted(game.legal()))


def all_cards(game: Model) -> list[str]:
    return sorted(sum(game.hands, [*game.market, *game.pile, game.top, *game.gone]))


def every_text(cards: list[str]) -> list[str]:
    plays = [f"play {card}" for card in set(cards)]
    plays += [f"play W20 call {name}" for name in SHAPES.values()] + ["play C5 call star"]
    return ["draw", "pass", *plays, *(text + " last" for text in plays)]


def check_all_texts(game: Model, cards: list[str]) -> None:
    """W3.4, W3.5: what is listed is accepted; of the rest only a needless `last` and a needless call are."""
    legal = game.legal()
    for text in every_text(cards):
        trial = copy.deepcopy(game)
        needless_last = text.endswith(" last") and text.removesuffix(" last") in legal
        needless_call = text.startswith("play W20 call") and "play W20" in legal
        if text in legal or needless_last or needless_call:
            trial.act(game.turn, text)
        else:
            refused_by(trial, game.turn, text)


@pytest.mark.parametrize("seed", range(200))
def test_a_random_game_keeps_its_cards_and_ends(seed: int) -> None:
    rng = random.Random(seed)
    game, cards = random_game(rng)
    deck = sorted(cards)
    assert all_cards(game) == deck
    for count in range(4000):
        if game.over:
            break
        assert game.legal()
        if count % 100 == 30:
            check_all_texts(game, cards)
        game.act(*random_action(game, rng))
        assert all_cards(game) == deck
    assert game.over or game.options["max_refills"] is None, "W6.5: a hard end"
    if game.over:
        assert game.reason in {
            "emptied_hand",
            "market_exhausted",
            "blocked",
            "time_up",
            "last_player",
            "abandoned",
        }
        assert game.legal() == set()
        assert sorted(seat for group in game.position()["ranking"] for seat in group) == game.in_play()
        assert refused_by(game, game.turn, "draw") == "W7.5"
