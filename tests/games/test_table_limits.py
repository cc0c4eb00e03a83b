"""How many tables, games and invitations one person may have."""

import pytest

from games.errors import NotAllowed, TooMany
from games.services import limits, tables

from .factories import computer_game, member, opened, opened_by, rules, seated

pytestmark = pytest.mark.django_db


def test_several_tables_at_a_time_are_usual() -> None:
    host = member()
    opened_by(host, rules(seats=4))
    seated(opened(seats=4), host)


def test_the_site_can_allow_one_table_a_person(settings: object) -> None:
    settings.GAMES_ONE_AT_A_TIME = True  # type: ignore[attr-defined]
    host = member()
    mine = opened_by(host, rules(seats=4))
    other = opened(seats=4)
    for attempt in (
        lambda: opened_by(host, rules()),
        lambda: computer_game(host, rules()),
        lambda: tables.join(other.code, host, seen_agreement=1),
    ):
        with pytest.raises(NotAllowed) as refused:
            attempt()
        assert refused.value.code == "one_at_a_time"
    tables.leave(mine.code, host)
    assert seated(other, host).seated == 2


def test_a_table_can_ask_that_its_people_sit_nowhere_else() -> None:
    person = member()
    jealous, other = opened(seats=4, one_at_a_time=True), opened(seats=4)
    seated(jealous, person)
    with pytest.raises(NotAllowed):
        tables.join(other.code, person, seen_agreement=1)
    second = member()
    seated(other, second)
    with pytest.raises(NotAllowed):
        tables.join(jealous.code, second, seen_agreement=1)


def test_the_eleventh_open_table_is_too_many() -> None:
    host = member()
    for _time in range(10):
        table = opened_by(host, rules(seats=4))
    with pytest.raises(TooMany) as refused:
        opened_by(host, rules(seats=4))
    assert refused.value.status == 429 and refused.value.retry_after > 0
    tables.leave(table.code, host)
    opened_by(host, rules(seats=4))


def test_the_fifty_first_game_is_too_many() -> None:
    person = member()
    for _time in range(50):
        seated(opened(seats=4), person)
    extra = opened(seats=4)
    with pytest.raises(TooMany):
        tables.join(extra.code, person, seen_agreement=1)
    with pytest.raises(TooMany):
        opened_by(person, rules())


def test_limits_are_those_that_were_agreed() -> None:
    assert (limits.OPEN_TABLES, limits.GAMES_AT_ONCE, limits.INVITES_A_DAY, limits.MOVES_A_MINUTE) == (10, 50, 50, 30)
