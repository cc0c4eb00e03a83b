"""What a viewer of a deal of Go-Stop cannot see changes no byte for that viewer (checks 26, 27; R49)."""

import random
from collections.abc import Callable

import pytest

from games import log
from games.log import Replay
from games.models import Game
from rules.go_stop.cards import CARDS, codes_in
from rules.go_stop.state import State
from tests.games.factories import member, moved, started
from tests.rules.go_stop.test_contract import dealt_again

from .again import Dealt, in_deal, in_world
from .outlets import Scene
from .test_same_bytes import all_pages

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unlimited_moves")]
Certain = Callable[[int], None]


def scene_of(moves: int) -> Scene:
    people = [member(), member()]
    game = started(people, game="go_stop", preset="004", seats=2)
    for _move in range(moves):
        game = moved(game)
    assert game.state == Game.State.PLAYING and game.seq == moves
    return Scene.of(game, people)


def other_world(game: Game, viewer: int | None, chance: random.Random) -> Replay:
    """The game with both the stock and the hands that the viewer does not see dealt again."""
    found = log.replay(game)
    state = dealt_again(found.state, viewer, chance)
    assert state.stock != found.state.stock
    return Replay(found.seq, state, found.told)


@pytest.mark.parametrize("moves", [0, 7])
def test_what_a_viewer_cannot_see_changes_no_byte_for_it(moves: int, certain_deals: Certain) -> None:
    certain_deals(5)
    scene, chance, pages = scene_of(moves), random.Random(49), 0
    for viewer in scene.viewers:
        if viewer.name == "guest":
            continue
        here = all_pages(scene, viewer)
        with in_world(scene.game, other_world(scene.game, viewer.seat, chance)):
            assert all_pages(scene, viewer) == here, viewer.name
        pages += len(here)
    assert pages > 60


def behind(game: Game, viewer: int | None, chance: random.Random) -> Dealt:
    """The seed with all cards that the viewer does not see changing places, in a deal that begins as well."""
    seed, state = log.seed_of(game), log.load(game)
    order = list(seed.permutation("shuffle/0", len(CARDS)))
    seen = {*codes_in(state.layout), *(codes_in(state.hands[viewer]) if viewer is not None else ())}
    places = [place for place, number in enumerate(order) if CARDS[number].code not in seen]
    for _try in range(50):
        again = list(order)
        for place, other in zip(places, chance.sample(places, len(places)), strict=True):
            again[place] = order[other]
        dealt = Dealt(seed, again)
        with in_deal(dealt):
            found: State = log.load(game)
        if found.result is None and found.setup.redeals == 0:
            return dealt
    raise AssertionError("no other deal begins")


def test_two_deals_that_differ_behind_a_viewers_back_give_it_the_same_bytes(certain_deals: Certain) -> None:
    """From another pack, so that records and reviews, which replay by themselves, are of the other deal as well."""
    certain_deals(5)
    scene, chance = scene_of(0), random.Random(50)
    assert log.load(scene.game).setup.redeals == 0
    for viewer in scene.viewers[:3]:  # both seats and somebody who looks on
        dealt = behind(scene.game, viewer.seat, chance)
        here = all_pages(scene, viewer)
        with in_deal(dealt):
            assert all_pages(scene, viewer) == here, viewer.name


def test_the_comparison_notices_a_leak(certain_deals: Certain) -> None:
    certain_deals(5)
    scene, chance = scene_of(0), random.Random(1)
    here = dict(all_pages(scene, scene.viewers[1]))
    with in_world(scene.game, other_world(scene.game, 0, chance)):
        assert dict(all_pages(scene, scene.viewers[1]))["game"] != here["game"]
    with in_deal(behind(scene.game, 0, chance)):
        there = dict(all_pages(scene, scene.viewers[1]))
    assert all(there[name] != here[name] for name in ("game", "game_record", "game_review", "game_review_steps"))
