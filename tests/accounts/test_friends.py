"""Friends and blocking: what each side can do, and what neither is told."""

import re
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import limits, services
from accounts.models import Block, Friendship, User

from .conftest import guest, member, signed_in

pytestmark = pytest.mark.django_db


def without_tokens(answer: Any) -> str:
    return re.sub(r'value="\w{64}"', "", answer.content.decode())


def friends(a: User, b: User) -> None:
    services.ask_to_be_friends(a, b)
    assert services.accept_friend(b, a)


def test_asking_and_accepting_makes_friends_of_both() -> None:
    one, other = member("Adaeze"), member("Bola")
    signed_in(one).post("/people/Bola/friend/")
    assert not services.are_friends(one, other)
    signed_in(other).post("/people/Adaeze/friend/accept/")
    assert services.are_friends(one, other) and services.are_friends(other, one)
    assert list(services.friends_of(one)) == [other] and list(services.friends_of(other)) == [one]


def test_nobody_accepts_for_somebody_else() -> None:
    one, other, third = member("Adaeze"), member("Bola"), member("Chika")
    services.ask_to_be_friends(one, other)
    signed_in(one).post("/people/Bola/friend/accept/")
    signed_in(third).post("/people/Adaeze/friend/accept/")
    assert not services.are_friends(one, other) and not services.are_friends(third, one)


def test_asking_back_accepts() -> None:
    one, other = member(), member()
    services.ask_to_be_friends(one, other)
    assert services.ask_to_be_friends(other, one).accepted_at is not None


def test_asking_twice_changes_nothing() -> None:
    one, other = member(), member()
    services.ask_to_be_friends(one, other)
    services.ask_to_be_friends(one, other)
    assert Friendship.objects.count() == 1 and not services.are_friends(one, other)


def test_the_database_keeps_one_row_for_two_people() -> None:
    one, other = member(), member()
    Friendship.objects.create(asker=one, asked=other)
    for asker, asked in ((other, one), (one, other), (one, one)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Friendship.objects.create(asker=asker, asked=asked)


def test_declining_removing_and_taking_back_all_leave_nothing() -> None:
    one, other = member("Adaeze"), member("Bola")
    for who, whom in ((one, "Bola"), (other, "Adaeze")):
        services.ask_to_be_friends(one, other)
        signed_in(who).post(f"/people/{whom}/friend/remove/")
        assert not Friendship.objects.exists()
    friends(one, other)
    signed_in(other).post("/people/Adaeze/friend/remove/")
    assert not services.are_friends(one, other)


@pytest.mark.parametrize("blocker_is_asker", [True, False])
def test_a_block_ends_the_friendship_and_stops_requests_both_ways(blocker_is_asker: bool) -> None:
    one, other = member("Adaeze"), member("Bola")
    friends(one, other)
    services.block(one, other)
    assert services.blocked_between(one, other) and services.blocked_between(other, one)
    asker, asked = (one, other) if blocker_is_asker else (other, one)
    with pytest.raises(services.NotPossible):
        services.ask_to_be_friends(asker, asked)
    assert not Friendship.objects.exists()


def test_the_blocked_are_not_told() -> None:
    one, other, stranger = member("Adaeze"), member("Bola"), member("Chika")
    before = without_tokens(signed_in(other).get("/people/Adaeze/"))
    services.block(one, other)
    assert "Ask to be friends" in before
    assert without_tokens(signed_in(other).get("/people/Adaeze/")) == before
    answer = signed_in(other).post("/people/Adaeze/friend/", follow=True).content.decode()
    assert "This person can&#x27;t be asked." in answer
    assert signed_in(stranger).get("/people/Adaeze/").status_code == 200


def test_unblocking_is_the_blockers_alone() -> None:
    one, other = member("Adaeze"), member("Bola")
    services.block(one, other)
    signed_in(other).post("/people/Adaeze/unblock/")
    assert services.blocked_between(one, other)
    signed_in(one).post("/people/Bola/unblock/")
    assert not services.blocked_between(one, other)


def test_blocking_twice_is_one_block() -> None:
    one, other = member(), member()
    services.block(one, other)
    services.block(one, other)
    assert Block.objects.count() == 1


def test_nobody_asks_or_blocks_themselves_guests_or_the_gone() -> None:
    one, passer = member(), guest()
    for asked in (one, passer):
        with pytest.raises(services.NotPossible):
            services.ask_to_be_friends(one, asked)
    with pytest.raises(services.NotPossible):
        services.ask_to_be_friends(passer, one)
    with pytest.raises(services.NotPossible):
        services.block(one, one)
    with pytest.raises(services.NotPossible):
        services.block(passer, one)
    services.block(one, passer)
    assert services.blocked_between(passer, one)


def test_the_51st_request_of_a_day_has_to_wait() -> None:
    one, other = member("Adaeze"), member("Bola")
    for _ in range(50):
        services.ask_to_be_friends(one, other)
    with pytest.raises(limits.TooMany):
        services.ask_to_be_friends(one, other)
    answer = signed_in(one).post("/people/Bola/friend/")
    assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0


def test_the_page_of_friends_shows_each_where_they_belong() -> None:
    me = member("Adaeze")
    friend, asking, asked, blocked = (member(name) for name in ("Bola", "Chika", "Dayo", "Efe"))
    friends(me, friend)
    services.ask_to_be_friends(asking, me)
    services.ask_to_be_friends(me, asked)
    services.block(me, blocked)
    page = signed_in(me).get("/friends/")
    found = {name: page.context[name] for name in ("asking_me", "asked_by_me", "blocked")}
    assert found == {"asking_me": [asking], "asked_by_me": [asked], "blocked": [blocked]}
    assert list(page.context["friends"]) == [friend]


def test_asking_by_username_from_the_page(client: Client) -> None:
    me, other = member("Adaeze"), member("Bola")
    client.force_login(me)
    assert client.post("/friends/add/", {"username": "bola"}).status_code == 302
    assert Friendship.objects.filter(asker=me, asked=other).exists()
    answer = client.post("/friends/add/", {"username": "Nobody"})
    assert answer.status_code == 422 and "Nobody here has this username." in answer.content.decode()


def test_a_request_is_counted_on_every_page_and_named_on_the_muster_until_it_is_answered() -> None:
    me, asking, gone, other = member("Adaeze"), member("Chika"), member("Gbenga"), member("Efe")
    services.ask_to_be_friends(asking, me)
    services.ask_to_be_friends(gone, me)
    services.suspend(gone)
    client = signed_in(me)
    for path in ("/rules/", "/settings/", "/"):
        assert "<b>1</b> friend request<" in client.get(path).content.decode(), path
        assert "friend request" not in signed_in(other).get(path).content.decode()
        assert "friend request" not in signed_in(asking).get(path).content.decode()
    for path in ("/", "/muster/panel"):
        page = client.get(path).content.decode()
        assert f'id="asking-{asking.pk}"' in page and "Chika" in page and "Gbenga" not in page
    services.ask_to_be_friends(other, me)
    assert "<b>2</b> friend requests<" in client.get("/").content.decode()
    client.post(f"/people/{asking.username}/friend/accept/")
    client.post(f"/people/{other.username}/friend/remove/")
    page = client.get("/", headers={"accept-language": "ms"}).content.decode()
    assert "asking-" not in page and 'class="asked"' not in page


def test_a_guest_is_not_asked_for_friends(client: Client) -> None:
    client.force_login(guest("Bisi"))
    with CaptureQueriesContext(connection) as asked:
        client.get("/rules/")
    assert not [query for query in asked.captured_queries if "friendship" in query["sql"]]
