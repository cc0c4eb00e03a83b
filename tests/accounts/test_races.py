"""Several people at the same moment, each on a connection of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event
from typing import Any

import pytest
from django.contrib.auth.signals import user_logged_in
from django.db import connection
from django.test import Client

from accounts import merging, names, services
from accounts.models import Friendship, TakenName, User

from .conftest import PASSWORD, guest, member, sign_up, signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run all at the same moment; return what each returned or raised."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            start.wait(timeout=30)
            return act()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_of_eight_who_want_one_name_one_gets_it() -> None:
    people = [member() for _ in range(8)]
    names.key("warm")  # the table of look-alikes is read once

    def take(person: User) -> Callable[[], None]:
        return lambda: services.rename(person, username=person.username, display_name="Emeka")

    results = at_once(*map(take, people))
    assert sorted(type(result).__name__ for result in results) == ["NameRefused"] * 7 + ["NoneType"]
    assert User.objects.filter(display_name="Emeka").count() == 1
    assert TakenName.objects.filter(key=names.key("Emeka")).count() == 1


def test_of_six_who_sign_up_under_one_name_one_does_and_the_others_get_the_form() -> None:
    spellings = ["Chinedu", "chinedu", "CHINEDU", "Chinеdu", "Chinédu", "Chin.edu"]
    results = at_once(
        *(lambda i=i, name=name: sign_up(Client(), name, f"p{i}@example.org") for i, name in enumerate(spellings))
    )
    assert sorted(result.status_code for result in results) == [200] * 5 + [302]
    assert User.objects.count() == 1


def test_two_who_ask_one_another_at_once_end_up_in_one_row() -> None:
    one, other = member(), member()
    results = at_once(lambda: services.ask_to_be_friends(one, other), lambda: services.ask_to_be_friends(other, one))
    assert all(isinstance(result, Friendship) for result in results), results
    assert Friendship.objects.count() == 1 and services.are_friends(one, other)


def test_a_guest_who_posts_the_sign_up_twice_gets_one_account() -> None:
    person = guest("Bisi")
    browsers = signed_in(person), signed_in(person)
    at_once(*(lambda browser=browser: sign_up(browser, "Bisi") for browser in browsers))
    assert [u.pk for u in User.objects.filter(is_guest=False)] == [person.pk]
    assert User.objects.get(pk=person.pk).username == "Bisi"


def test_two_merges_of_one_guest_move_once() -> None:
    person, account = guest(), member()
    moved: list[int] = []
    merging.register(lambda a, b: moved.append(a.pk))
    at_once(lambda: merging.merge(person, account), lambda: merging.merge(person, account))
    assert moved == [person.pk]


def test_two_sign_ins_of_a_guest_at_once_do_not_wait_for_one_another_for_ever() -> None:
    """A sign-in writes the member's row: both rows are locked before that, in the order that every merge takes."""
    person, account = guest(), member()
    assert person.pk < account.pk
    written, done = Event(), Event()

    def in_between(**_sent: Any) -> None:
        written.set()  # the member's row is written, and nothing committed
        done.wait(2)

    def merge_too() -> None:
        written.wait(20)
        merging.merge(person, account)
        done.set()

    visitor = signed_in(person)
    user_logged_in.connect(in_between)
    try:
        answer, merged = at_once(
            lambda: visitor.post("/accounts/login/", {"login": account.username, "password": PASSWORD}), merge_too
        )
    finally:
        user_logged_in.disconnect(in_between)
    assert (getattr(answer, "status_code", answer), merged) == (302, None)
    assert User.objects.get(pk=person.pk).closed_at is not None
