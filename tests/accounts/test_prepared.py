"""Prepared queries give what the same query of Django's gives, time after time and for other values."""

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F, Value
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Friendship, User
from accounts.prepared import Prepared, insert, update

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [
        User.objects.create(username=f"person{number}", email=f"{number}@example.org", usual_rules={"seats": number})
        for number in range(4)
    ]


def fields(user: User) -> dict[str, Any]:
    return {name: value for name, value in user.__dict__.items() if name != "_state"}


def test_each_call_gives_the_object_of_its_value(people: list[User]) -> None:
    by_key = Prepared(lambda: User.objects.filter(pk=0))
    for person in people:
        (found,) = by_key(person.pk)
        assert fields(found) == fields(User.objects.get(pk=person.pk))  # JSON, times and truth values converted
        assert found == person and not found._state.adding and found._state.db == "default"
    assert by_key(0) == []


def test_related_rows_annotations_and_order_are_as_in_the_query(people: list[User]) -> None:
    for asked in people[1:]:
        Friendship.objects.create(asker=people[0], asked=asked)
    rows = Friendship.objects.select_related("asked", "asker").annotate(named=F("asked__username"))
    asked_by = Prepared(lambda: rows.filter(asker=0).order_by("-asked__username"))
    with CaptureQueriesContext(connection) as queries:
        found = asked_by(people[0].pk)
        told = [(row.asker, row.asked, row.asked.usual_rules, row.named) for row in found]  # type: ignore[attr-defined]
    assert len(queries) == 1
    assert told == [(people[0], person, person.usual_rules, person.username) for person in reversed(people[1:])]


def test_a_changed_row_is_read_anew(people: list[User]) -> None:
    by_key = Prepared(lambda: User.objects.filter(pk=0))
    assert by_key(people[0].pk)[0].display_name == ""
    User.objects.filter(pk=people[0].pk).update(display_name="Ada")
    assert by_key(people[0].pk)[0].display_name == "Ada"


def test_a_wrong_number_of_values_is_refused(people: list[User]) -> None:
    with pytest.raises(ValueError, match="takes 1 values, not 2"):
        Prepared(lambda: User.objects.filter(pk=0))(1, 2)
    pair = Prepared(lambda: User.objects.filter(pk=0).annotate(mark=Value("x")))
    assert [found.mark for found in pair("x", people[0].pk)] == ["x"]  # type: ignore[attr-defined]


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_inside_a_transaction_only(people: list[User]) -> None:
    locked = Prepared(lambda: User.objects.select_for_update().filter(pk=0))
    with transaction.atomic():
        assert locked(people[0].pk) == [people[0]]
    with pytest.raises(TransactionManagementError):
        locked(people[0].pk)


def test_rows_are_written_as_django_writes_them(people: list[User]) -> None:
    one = people[0]
    one.usual_rules, one.closed_at, one.display_name = {"a": [1, None]}, timezone.now(), "not written"
    update(one, ("usual_rules", "closed_at"))
    found = User.objects.get(pk=one.pk)
    assert (found.usual_rules, found.closed_at, found.display_name) == (one.usual_rules, one.closed_at, "")
    insert(Friendship(asker=one, asked=people[1], created_at=timezone.now()))
    assert Friendship.objects.get(asker=one).asked == people[1]


def test_a_row_that_is_gone_or_there_already_is_an_error(people: list[User]) -> None:
    row = Friendship(asker=people[0], asked=people[1], created_at=timezone.now())
    insert(row)
    with pytest.raises(IntegrityError), transaction.atomic():
        insert(row)
    people[3].pk = 0
    with pytest.raises(DatabaseError):
        update(people[3], ("language",))


@pytest.mark.servers
@pytest.mark.django_db(transaction=True)
def test_a_kept_cursor_is_never_that_of_another_connection() -> None:
    """After a connection was lost, or given back, what is asked goes over the new one."""
    User.objects.create(username="Ada")
    ask = Prepared(lambda: User.objects.filter(username=""))
    assert [person.username for person in ask("Ada")] == ["Ada"]
    connection.close()
    assert [person.username for person in ask("Ada")] == ["Ada"]
    lost = connection.connection
    lost.close()  # as a server does that is started anew
    connection.close()
    assert [person.username for person in ask("Ada")] == ["Ada"] and connection.connection is not lost
    with pytest.raises(DatabaseError), transaction.atomic():
        connection.cursor().execute("SELECT 1/0")
    assert [person.username for person in ask("Ada")] == ["Ada"]
    with transaction.atomic():
        assert [person.username for person in ask("Ada")] == ["Ada"]
