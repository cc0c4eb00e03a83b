"""The leak tests tested: each way to leak that is kept here must be noticed (check 26)."""

import dataclasses
import logging
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.urls import clear_url_caches, path, set_urlconf

from accounts.models import User
from games import admin as games_admin
from games import log, narration, reviews
from games.models import Game
from games.selectors import records
from games.services import computers, entering, play
from rules.core import Message
from rules.go_stop import game as go_stop
from rules.whot import game as whot
from tests.games.factories import member, played_out, started
from tests.games.planted import planted
from whot_site.urls import urlpatterns as real

from .known import HANDS, hands_of, written
from .outlets import Scene
from .walk import Walk

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("unlimited_moves")]
Leak = Callable[[pytest.MonkeyPatch], None]


def hands(code: str) -> str:
    return written(hands_of(Game.objects.select_related("table").get(code=code)))


def open_hands(request: HttpRequest, code: str) -> HttpResponse:
    """A page that somebody added and forgot to close."""
    return HttpResponse(hands(code))


urlpatterns = [path("games/<game_code:code>/hands/", open_hands, name="open_hands"), *real]


# -- the ways to leak ------------------------------------------------------------------------------------------------


def a_view_with_the_hand_of_the_seat_to_act(patch: pytest.MonkeyPatch) -> None:
    for rules in (whot, go_stop):
        _leave_open(rules, patch)


def _leave_open(rules: Any, patch: pytest.MonkeyPatch) -> None:
    honest, name = rules.view_of, rules.__name__.split(".")[1]

    def leaking(state: Any, seat: int | None) -> Any:
        seen = honest(state, seat)
        return seen if seen.to_act is None else dataclasses.replace(seen, hand=tuple(HANDS[name](state)[seen.to_act]))

    patch.setattr(rules, "view_of", leaking)


def secrets_told_to_everybody(patch: pytest.MonkeyPatch) -> None:
    def careless(rules: Any, events: Any, viewer: Any, names: Any) -> str:
        return " ".join(code for event in events for code in event.cards)

    patch.setattr(narration, "told", careless)


def a_hand_in_the_log(patch: pytest.MonkeyPatch) -> None:
    honest = play.enter

    def chatty(game: Game, *args: Any, **named: Any) -> None:
        logging.getLogger("games.chatty").debug("hands now: %s", hands(game.code))
        honest(game, *args, **named)

    patch.setattr(play, "enter", chatty)


def a_hand_on_a_record_of_the_log(patch: pytest.MonkeyPatch) -> None:
    honest = play.enter

    def chatty(game: Game, *args: Any, **named: Any) -> None:
        logging.getLogger("games.chatty").info("a move", extra={"state": hands(game.code)})
        honest(game, *args, **named)

    patch.setattr(play, "enter", chatty)


def a_mail_with_all_hands(patch: pytest.MonkeyPatch) -> None:
    honest = entering.log.append

    def mailing(game: Game, *args: Any, **named: Any) -> Any:
        people = User.objects.filter(pk__in=[player.user_id for player in game.roster])
        mail.send_mail("Your turn", hands(game.code), None, [person.email for person in people])
        return honest(game, *args, **named)

    patch.setattr(entering.log, "append", mailing)


def a_page_that_nobody_closed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(settings, "ROOT_URLCONF", __name__)
    clear_url_caches()
    set_urlconf(None)


def a_hint_with_the_cards_of_others(patch: pytest.MonkeyPatch) -> None:
    def careless(seen: Any, user: User, seen_seq: int) -> computers.Hint:
        return computers.Hint(Message(hands(seen.game.code)), None)

    patch.setattr(computers, "hint", careless)


def a_review_through_any_eyes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(reviews.Reviewed, "eyes", lambda self, asked: asked or reviews.NOBODY)


def a_record_as_another_seat_knows_it(patch: pytest.MonkeyPatch) -> None:
    honest = records.viewer_record
    patch.setattr(records, "viewer_record", lambda **named: honest(**{**named, "viewer": 0}))


def a_seed_in_the_control(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(games_admin.GameAdmin, "exclude", [])
    patch.setattr(admin.site._registry[Game], "exclude", [])


def a_refusal_that_lists_the_cards_of_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(narration, "refusal", lambda rules, message: hands(Game.objects.latest("pk").code))


LEAKS: dict[Leak, str] = {
    a_view_with_the_hand_of_the_seat_to_act: "",
    secrets_told_to_everybody: "",
    a_hand_in_the_log: "",
    a_hand_on_a_record_of_the_log: "",
    a_mail_with_all_hands: "",
    a_page_that_nobody_closed: "",
    a_refusal_that_lists_the_cards_of_others: "",
    a_hint_with_the_cards_of_others: "game_hint",
    a_review_through_any_eyes: "game_review",
    a_record_as_another_seat_knows_it: "game_record",
    a_seed_in_the_control: "admin:games_",
}
"""Ways to leak. Of some only the addresses that begin so are looked at, all of them each time, to be quick about it."""


NO_LEAK = {("go_stop", secrets_told_to_everybody)}
"""In Go-Stop nothing is told that is not told to all; a test below holds it to that."""
TABLES = {"whot": ("000", 3), "go_stop": ("004", 2)}


@pytest.mark.parametrize(
    ("game", "leak"),
    [(game, leak) for game in TABLES for leak in LEAKS if (game, leak) not in NO_LEAK],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_leak_is_noticed(
    game: str, leak: Leak, certain_deals: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    preset, seats = TABLES[game]
    with planted(game), monkeypatch.context() as patch:
        certain_deals(2)
        people = [member() for _ in range(seats)]
        leak(patch)
        scene = Scene.of(started(people, game=game, preset=preset, start="full"), people)
        walked = Walk(scene, random.Random(2), every=1000, few=3)
        if LEAKS[leak]:
            walked.every = walked.few = 1
            walked.addresses = [one for one in walked.addresses if one.name.startswith(LEAKS[leak])]
        for _more in range(8):
            if walked.leaks(1):
                break
        assert walked.found, "nobody noticed"
    clear_url_caches()


def test_a_deal_of_go_stop_has_no_event_that_is_told_to_one_alone(certain_deals: Callable[[int], None]) -> None:
    certain_deals(2)
    game = played_out(started([member(), member()], game="go_stop", preset="004"))
    events = [event for entry in log.replay(game).told for event in entry.events]
    assert len(events) > 20 and not any(event.secret for event in events)
