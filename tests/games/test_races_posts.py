"""Many posts at once through the pages, on real connections: cases B01, B11; checks 10, 11, 13. On both databases."""

import copy
import re
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from games import log
from games.models import Game, LogEntry
from games.services import play

from .conftest import at_once
from .factories import key, legal, member, started, to_act
from .pages import browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unlimited_moves")]


def twins(client: Client, count: int) -> list[Client]:
    """As many connections with the cookies of one browser."""
    found = [Client() for _twin in range(count)]
    for twin in found:
        twin.cookies = copy.deepcopy(client.cookies)
    return found


def post(client: Client, game: Game, action: str, seq: int, form: str) -> Any:
    fields = {"action": action, "seen_seq": seq, "key": form}
    return client.post(f"/games/{game.code}/actions/", fields, headers={"HX-Request": "true"})


def entries(game: Game) -> list[tuple[int, str]]:
    return list(LogEntry.objects.filter(game=game).order_by("seq").values_list("seq", "action"))


def shown(answer: Any) -> str:
    """The answer without the new key of its form and what its clock shows."""
    text = re.sub(r'(name="key" value=")[^"]*', r"\1", answer.content.decode())
    return re.sub(r'<time class="clock"[^>]*>[^<]*', "<time>", text)


def test_the_same_post_twenty_times_at_once_counts_once_and_gets_twenty_same_answers() -> None:
    people = [member(), member()]
    game = started(people, preset="002")
    mover = browser(to_act(game))
    form, action = key(), legal(game)[-1]
    answers = at_once([partial(post, twin, game, action, 0, form) for twin in twins(mover, 20)])
    assert [answer.status_code for answer in answers] == [200] * 20
    assert len({shown(answer) for answer in answers}) == 1
    assert entries(game) == [(1, action)]


def test_of_different_posts_for_one_turn_one_counts_and_the_others_are_told_how_it_stands() -> None:
    people = [member(), member()]
    game = started(people, preset="002")
    clients = {person: browser(person) for person in people}
    for turn in range(6):
        texts = legal(game)
        mover = clients[to_act(game)]
        calls = [
            partial(post, twin, game, texts[place % len(texts)], game.seq, key())
            for place, twin in enumerate(twins(mover, 4))
        ]
        answers = at_once(calls)
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
        assert all(f'data-seq="{turn + 1}"' in answer.content.decode() for answer in answers)
        game = Game.objects.select_related("table").get(pk=game.pk)
        assert game.seq == turn + 1 == len(entries(game))
        if game.state != Game.State.PLAYING:
            break


def test_both_players_at_once_only_the_one_whose_turn_it_is_moves() -> None:
    people = [member(), member()]
    game = started(people, preset="002")
    clients = {person: browser(person) for person in people}
    for _turn in range(5):
        mover = to_act(game)
        other = people[0] if mover == people[1] else people[1]
        answers = at_once(
            [partial(post, clients[mover], game, legal(game)[-1], game.seq, key()),
             partial(post, clients[other], game, "draw", game.seq, key())]
        )  # fmt: skip
        assert answers[0].status_code == 200
        assert answers[1].status_code in (409, 422), "too late for the first, or not the turn"
        game = Game.objects.select_related("table").get(pk=game.pk)
        if game.state != Game.State.PLAYING:
            break


def test_a_post_and_the_sweep_at_the_deadline_have_one_effect() -> None:
    """The clock of the database decides: the turn that ran out moments ago is ended by whoever comes first, and the
    post is told so; within the grace the post counts, whatever the sweep does."""
    for late in (False, True) * 5:
        people = [member(), member()]
        game = started(people, preset="002", turn_clock=15)
        assert game.deadline is not None and game.due_at is not None and game.turn_since is not None
        ago = timedelta(seconds=2.2 if late else 1.0)
        back = game.deadline - (log.database_now() - ago)
        Game.objects.filter(pk=game.pk).update(
            deadline=game.deadline - back, due_at=game.due_at - back, turn_since=game.turn_since - back
        )
        mover = browser(to_act(game))
        answer, swept = at_once([partial(post, mover, game, "draw", 0, key()), partial(play.end_overdue, game.code)])
        if late:
            assert answer.status_code == 409 and entries(game) == [(1, "timeout")]
        else:
            assert answer.status_code == 200 and swept is False and entries(game) == [(1, "draw")]
        assert log.differences(Game.objects.get(pk=game.pk)) == []
