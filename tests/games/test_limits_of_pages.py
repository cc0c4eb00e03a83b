"""One more than a limit allows is answered 429 with when to come back, and changes nothing (check 60)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Invitation, Seat, Table
from games.services import limits
from games.views import invites

from .factories import computer_game, friends, key, log_of, member, moved, opened_by, rules, started, to_act
from .pages import FORM, browser

pytestmark = pytest.mark.django_db


def one_more_table() -> Any:
    me = member()
    for _table in range(limits.OPEN_TABLES):
        opened_by(me, rules(seats=3))
    answer = browser(me).post("/tables/new/", FORM)
    assert Table.objects.count() == limits.OPEN_TABLES
    return answer


def one_more_game() -> Any:
    me = member()
    for _game in range(limits.GAMES_AT_ONCE):
        computer_game(me, rules(seats=2))
    table = opened_by(member(), rules(seats=3))
    answer = browser(me).post(f"/tables/{table.code}/join/", {"seen_agreement": 1})
    assert Seat.objects.filter(table=table).count() == 1
    return answer


def one_more_computer_game() -> Any:
    me = member()
    for _game in range(limits.GAMES_AT_ONCE):
        computer_game(me, rules(seats=2))
    return browser(me).post("/computer/", {"preset": "001", "seats": "2"})


def one_more_invitation() -> Any:
    host, late = member(), member()
    table = opened_by(host, rules(join="friends"))
    for _friend in range(limits.INVITES_A_DAY):
        Invitation.objects.create(table=table, user=member(), by=host, at=table.created_at)
    friends(host, late)
    answer = browser(host).post(f"/tables/{table.code}/invite-friend/", {"friend": late.pk})
    assert not Invitation.objects.filter(user=late).exists()
    return answer


def one_more_move() -> Any:
    me = member()
    page = browser(me)
    for number in range(limits.MOVES_A_MINUTE + 1):
        game = started([me, member()], preset="002")
        game = game if to_act(game) == me else moved(game, "draw")
        post = {"action": "draw", "seen_seq": game.seq, "key": key()}
        answer = page.post(f"/games/{game.code}/actions/", post)
        assert number == limits.MOVES_A_MINUTE or answer.status_code == 302
    assert log_of(game.table).seq == game.seq
    return answer


def one_more_refused_move() -> Any:
    game = started([member(), member()])
    page, post = browser(to_act(game)), {"action": "play nothing", "seen_seq": 0}
    for _move in range(limits.TIMES_REFUSED * limits.MOVES_A_MINUTE):
        assert page.post(f"/games/{game.code}/actions/", {**post, "key": key()}).status_code in (400, 422)
    return page.post(f"/games/{game.code}/actions/", {**post, "key": key()})


def one_more_friend_request() -> Any:
    from accounts.services import REQUESTS_A_DAY, ask_to_be_friends

    me, late = member(), member()
    for _request in range(REQUESTS_A_DAY):
        ask_to_be_friends(me, member())
    return browser(me).post(f"/people/{late.username}/friend/")


def one_more_guest() -> Any:
    from django.conf import settings

    for _guest in range(settings.GUESTS_AN_HOUR):
        assert Client().post("/tables/new/", FORM).status_code == 302
    return Client().post("/tables/new/", FORM)


def one_more_export() -> Any:
    from accounts.views.own import EXPORTS_AN_HOUR

    page = browser(member())
    for _export in range(EXPORTS_AN_HOUR):
        assert page.get("/settings/export/").status_code == 200
    return page.get("/settings/export/")


def one_more_guessed_link() -> Any:
    for number in range(invites.MOST_DEAD_LINKS):
        assert Client().get(f"/t/{number:064x}/").status_code == 404
    return Client().get(f"/t/{'f' * 64}/")


LIMITS: list[Callable[[], Any]] = [
    one_more_table, one_more_game, one_more_computer_game, one_more_invitation, one_more_move, one_more_refused_move,
    one_more_friend_request, one_more_guest, one_more_export, one_more_guessed_link,
]  # fmt: skip


@pytest.mark.parametrize("one_more", LIMITS, ids=lambda limit: limit.__name__)
def test_one_more_is_answered_429_with_when_to_come_back(
    one_more: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.limits.time.time", lambda: 1_800_000_000.0)  # not at the end of a window
    cache.clear()
    answer = one_more()
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 24 * 3600 + 1
    assert b"</html>" in answer.content, "in a page of ours"
