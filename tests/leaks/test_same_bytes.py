"""What a viewer cannot see changes no byte for that viewer (checks 27, 29; case C01)."""

import copy
import random
import re
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import TestCase

from games import log, push
from games.log import Replay
from games.models import Game
from games.services import play
from tests.games.factories import key, legal, member, started, to_act

from .again import behind, cards_of, in_deal, in_world, other_world
from .outlets import Scene, Viewer, addresses, mails
from .walk import Walk

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unlimited_moves")]
Certain = Callable[[int], None]

KINDS = [("000", 3, 4), ("000W", 2, 14), ("001", 4, 60), ("002", 3, 8), ("003", 4, 30)]
"""Preset, seats, moves before the first look: beyond the first refill with some."""

MASKS = [
    (re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*'), r"\1"),
    (re.compile(r'(X-CSRFToken":\s*")[^"]*'), r"\1"),
    (re.compile(r'(name="(?:key|client_seed)" value=")[^"]*'), r"\1"),
    (re.compile(r'<time class="clock"[^>]*>[^<]*'), "<time>"),
    (re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?"), "TIME"),
]
"""What is new in every answer: tokens and keys of forms, what clocks show, the time."""
ALSO = ("home", "muster_panel", "export", "table", "table_panel", "profile")
NEW = ("Set-Cookie", "ETag", "Expires", "Date", "Last-Modified", "Content-Length")


def masked(text: str) -> str:
    for pattern, kept in MASKS:
        text = pattern.sub(kept, text)
    return text


def bytes_of(answer: HttpResponse) -> tuple[int, int, str, str]:
    """Status, length, headers, and body with what is new every time masked."""
    text = masked(answer.content.decode())
    headers = {name: value for name, value in answer.headers.items() if name not in NEW}
    return answer.status_code, len(text), repr(headers), text


def all_pages(scene: Scene, viewer: Viewer) -> list[Any]:
    """Everything that names the game, the muster and one's own data, as bytes. That it was looked at is undone.

    The cookies as well: a message that one page leaves would stand on the first page of the next look.
    """
    cookies = copy.deepcopy(viewer.client.cookies)
    with transaction.atomic():
        found = _all_pages(scene, viewer)
        transaction.set_rollback(True)
    viewer.client.cookies = cookies
    return found


def _all_pages(scene: Scene, viewer: Viewer) -> list[Any]:
    found: list[Any] = []
    for address in addresses():
        if address.name.startswith("admin:games_") and viewer.name != "staff":
            continue
        if address.of_a_game or address.name.startswith("admin:games_") or address.name in ALSO:
            answer = viewer.client.get(scene.url(address))
            found.append((address.name, bytes_of(answer) if not answer.streaming else answer.status_code))
    return found


def done(scene: Scene, viewer: Viewer, mover: Viewer, action: str, form: str) -> list[Any]:
    """What the viewer gets to see when the mover does this, and what the groups of the sockets are told; all of it is
    undone again."""
    game, sent = scene.game, []

    def told(messages: list[Any], *_more: Any) -> None:
        sent.extend(messages)

    with transaction.atomic(), mock.patch.object(push, "_send", told):
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer = mover.client.post(
                f"/games/{game.code}/actions/", {"action": action, "seen_seq": game.seq, "key": form}
            )
        fresh = Game.objects.select_related("table").get(pk=game.pk)
        found: list[Any] = [answer.status_code, sent, list(mails()), fresh.seq, fresh.to_act]
        if viewer is mover:
            found.append(bytes_of(answer))
        transaction.set_rollback(True)
    return found


def safe(game: Game, viewer: int | None, mover: int, action: str) -> bool:
    """Whether the same action has the same visible outcome however the hidden cards lie: a draw of one's own shows a
    card that was hidden, Discard All shows what the hand held (W4.10), and the last card ends the game."""
    if viewer == mover and action == "draw":
        return False
    return " D" not in action and len(cards_of(log.load(game), mover)) > 2


@pytest.mark.parametrize(("preset", "seats", "before"), KINDS)
def test_what_a_viewer_cannot_see_changes_no_byte_for_it(
    preset: str, seats: int, before: int, certain_deals: Certain
) -> None:
    certain_deals(7)
    people = [member() for _ in range(seats)]
    scene = Scene.of(started(people, preset=preset, start="full"), people)
    chance = random.Random(preset)
    Walk(scene, chance).skip(before)
    few = preset != "002"  # of one preset the pages of all, of the others those of who may know different things
    viewers = [one for one in scene.viewers if not few or one.name not in ("guest", "staff", "stranger")]
    pages = posts = 0
    for step in range(2):
        game = scene.again()
        assert game.to_act is not None
        mover = scene.viewers[game.to_act]
        action = chance.choice(legal(game))
        for viewer in viewers:
            world = other_world(game, viewer.seat, chance)
            if world is None:
                continue
            if step == 0 or not few:
                here = all_pages(scene, viewer)
                with in_world(game, world):
                    there = all_pages(scene, viewer)
                assert there == here, viewer.name
                pages += len(here)
            form = key()
            tries = [("draw" if viewer is not mover else "play C99", viewer)]  # refused
            if safe(game, viewer.seat, game.to_act, action):
                tries.append((action, mover))
            for text, who in tries:
                world = other_world(game, viewer.seat, chance, action if who is mover and text == action else None)
                if world is None or who.person is None:
                    continue
                here = done(scene, viewer, who, text, form)
                with in_world(game, world):
                    assert done(scene, viewer, who, text, form) == here, (viewer.name, text)
                posts += 1
        with TestCase.captureOnCommitCallbacks(execute=True):
            play.act(game.code, to_act(game), action, game.seq, key())
        if scene.again().state != Game.State.PLAYING:
            break
    assert pages > 50 and posts > 5


@pytest.mark.parametrize(("preset", "seats"), [("000", 3), ("002", 2), ("003", 4)])
def test_two_games_that_differ_behind_a_viewers_back_give_it_the_same_bytes(
    preset: str, seats: int, certain_deals: Certain
) -> None:
    """From another pack, so that records and reviews, which replay by themselves, are of the other game as well."""
    certain_deals(7)
    people = [member() for _ in range(seats)]
    scene = Scene.of(started(people, preset=preset, start="full"), people)
    chance, pages = random.Random(preset), 0
    walk = Walk(scene, chance)
    for _look in range(3):
        walk.skip(2)
        game = scene.again()
        for viewer in scene.viewers:
            dealt = behind(game, viewer.seat, chance)
            if viewer.name in ("staff", "guest") or dealt is None:
                continue
            here = all_pages(scene, viewer)
            with in_deal(dealt):
                assert all_pages(scene, viewer) == here, viewer.name
            pages += len(here)
    assert pages > 60


def test_the_comparison_of_two_games_notices_a_leak(certain_deals: Certain) -> None:
    """Dealt again behind one seat's back, another seat's record, review and page are others."""
    certain_deals(7)
    people = [member() for _ in range(3)]
    scene = Scene.of(started(people, preset="000", start="full"), people)
    dealt = behind(scene.again(), 0, random.Random(1))
    assert dealt is not None
    here = dict(all_pages(scene, scene.viewers[1]))
    with in_deal(dealt):
        there = dict(all_pages(scene, scene.viewers[1]))
    assert {"game", "game_panel", "game_record", "game_review", "game_review_step", "game_review_steps"} == {
        name for name in here if here[name] != there[name]
    } - {"game_hand"}


def test_the_comparison_notices_a_leak(certain_deals: Certain) -> None:
    """Dealt again for one seat, another seat's page is another one."""
    certain_deals(7)
    people = [member() for _ in range(3)]
    scene = Scene.of(started(people, preset="000", start="full"), people)
    game = scene.again()
    world = other_world(game, 0, random.Random(1))
    assert world is not None
    here = all_pages(scene, scene.viewers[1])
    with in_world(game, world):
        assert all_pages(scene, scene.viewers[1]) != here


def test_equal_cards_are_told_apart_by_nothing(certain_deals: Certain, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check 29: where the copies of a card lay in the pack is in no page, so no copy can be followed."""
    certain_deals(3)
    people = [member() for _ in range(4)]
    scene = Scene.of(started(people, preset="000", start="full"), people)
    game, honest, chance = scene.again(), log.seed_of, random.Random(4)

    class CopiesSwapped:
        """The same deal, with the copies of each card in other places of the pack."""

        def __init__(self, seed: Any, pack: Any) -> None:
            self.seed, self.pack = seed, pack

        def permutation(self, label: str, size: int) -> list[int]:
            order = list(self.seed.permutation(label, size))
            if label != "shuffle/0":
                return order
            copies: dict[str, list[int]] = {}
            for number, card in enumerate(self.pack):
                copies.setdefault(card.code, []).append(number)
            again = {code: chance.sample(numbers, len(numbers)) for code, numbers in copies.items()}
            swapped = [again[self.pack[number].code].pop() for number in order]
            assert swapped != order
            return swapped

        def below(self, label: str, bound: int) -> int:
            return int(self.seed.below(label, bound))

    pack = log.load(game).setup.rulings.pack
    for viewer in scene.viewers:
        log.forget()
        before = all_pages(scene, viewer)
        log.forget()
        with monkeypatch.context() as patch:
            patch.setattr(log, "seed_of", lambda game: CopiesSwapped(honest(game), pack))
            assert all_pages(scene, viewer) == before
    log.forget()


def test_the_name_of_a_card_on_the_page_says_its_kind_and_nothing_else(certain_deals: Certain) -> None:
    """Check 29: a card that was laid down, shuffled and drawn again bears no mark of where it has been."""
    certain_deals(3)
    people = [member() for _ in range(2)]
    scene = Scene.of(started(people, preset="000W", start="full"), people)
    game = scene.again()
    page = scene.viewers[0].client.get(f"/games/{game.code}/panel").content.decode()
    named = re.findall(r'id="[cw]-(\w+)-(\d)"', page)
    hand = cards_of(log.load(game), 0)
    assert [code for code, _number in named] == hand
    copies: dict[str, int] = {}
    for code, number in named:
        copies[code] = copies.get(code, 0) + 1
        assert int(number) == copies[code], "only the place among equal cards of this hand"


def test_a_world_is_what_the_service_goes_on_from(certain_deals: Certain) -> None:
    """The comparison above compares two worlds: the entry added in the second one is applied to its state."""
    certain_deals(7)
    people = [member() for _ in range(2)]
    game = started(people, preset="002")
    world = other_world(game, None, random.Random(1))
    assert isinstance(world, Replay)
    with transaction.atomic(), in_world(game, world):
        played = play.act(game.code, to_act(game), "draw", game.seq, key())
        after = played.pending_replay.state
        transaction.set_rollback(True)
    drawn = set(cards_of(after, world.state.turn)) - set(cards_of(world.state, world.state.turn))
    assert drawn <= {world.state.market_left[0].code}
