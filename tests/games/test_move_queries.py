"""What a move asks of the database: few statements, and as many however many look on."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client, TestCase
from django.utils import timezone

from games.consumers import rounds
from games.consumers.viewers import Viewer
from games.models import Game

from .factories import key, member, moved, started, to_act
from .pages import browser

pytestmark = pytest.mark.django_db
A_MOVE = 8  # session, person; begin, game, players, entry, summary, commit
A_ROUND = 4  # sessions, people, game, players


def viewer_of(client: Client) -> Viewer:
    name = settings.SESSION_COOKIE_NAME
    session = client.session if name in client.cookies else None
    return Viewer({"session": session, "cookies": {}})


@pytest.mark.parametrize("seats", [2, 4])
def test_a_move_takes_few_statements(seats: int, django_assert_num_queries: Any) -> None:
    people = [member() for _ in range(seats)]
    game = started(people, preset="002")
    for _ in range(2):  # the second finds what is remembered of the game
        client = browser(to_act(game))
        fields = {"action": "draw", "seen_seq": game.seq, "key": key()}
        with TestCase.captureOnCommitCallbacks(execute=True):
            if game.seq:
                with django_assert_num_queries(A_MOVE):
                    answer = client.post(f"/games/{game.code}/actions/", fields, headers={"HX-Request": "true"})
            else:
                answer = client.post(f"/games/{game.code}/actions/", fields, headers={"HX-Request": "true"})
        assert answer.status_code == 200
        game = Game.objects.select_related("table").get(pk=game.pk)
    assert game.seq == 2


def test_a_round_for_sockets_takes_few_statements_however_many_look_on(django_assert_num_queries: Any) -> None:
    people = [member() for _ in range(3)]
    game = moved(started(people, preset="002"), "draw")
    players, strangers = [browser(person) for person in people], [browser(member()), browser()]
    for clients in (players[:1], players, players + strangers):
        viewers = [viewer_of(client) for client in clients]
        with django_assert_num_queries(A_ROUND):
            drawn = rounds.draw(game.code, viewers, timezone.now())
        assert [one.place[0] for one in drawn if one and one.place] == [1] * len(clients)
