"""The start of a match, and how a table ends that has not started."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games import log, selectors
from games.errors import Forbidden, NotAllowed, Stale
from games.models import Deal, Game, Player, Seat, Table
from games.services import expiring, play, tables
from rules.shuffle import Seed, commitment, first_seat

from .factories import (
    CONTRIBUTION,
    computer_game,
    fresh,
    kinds,
    log_of,
    member,
    opened,
    opened_by,
    rules,
    seated,
    started,
)

pytestmark = pytest.mark.django_db

# -- starting ----------------------------------------------------------------------------------------------------


def test_two_seats_start_when_full_with_everything_a_game_needs() -> None:
    host, visitor = member("Ada"), member("Obi")
    table = opened_by(host, rules("002", turn_clock=30), CONTRIBUTION)
    deal = Deal.objects.get(table=table)
    table = tables.join(table.code, visitor, seen_agreement=1, client_seed="ab" * 16)
    game = log_of(table)
    assert (table.state, table.expires_at) == (Table.State.PLAYING, None)
    assert (game.code, game.commitment, game.rules_version) == (deal.game_id, deal.commitment, 1)
    assert game.client_seeds == [CONTRIBUTION, "ab" * 16] and game.options == table.options
    assert [(p.seat, p.name, p.kind) for p in Player.objects.filter(game=game).order_by("seat")] == [
        (0, "Ada", "person"), (1, "Obi", "person"),
    ]  # fmt: skip
    assert game.deadline == game.turn_since + timedelta(seconds=30)


def test_the_deal_follows_from_the_committed_seed_and_the_contributions() -> None:
    from games import seeds

    host = member()
    table = opened_by(host, rules("001"), CONTRIBUTION)
    tables.join(table.code, member(), seen_agreement=1, client_seed="ab" * 16)
    game = log_of(table)
    server_seed = seeds.open_seed(game.code, game.sealed_seed)
    assert commitment(game.code, server_seed) == game.commitment
    seed = Seed.from_parts(server_seed, game.code, "whot54", [CONTRIBUTION, "ab" * 16])
    assert game.first_seat == first_seat(seed, 2)  # W2.5
    assert log.load(game).setup.seed == seed


def test_a_larger_table_starts_when_the_host_says_so_and_empty_seats_fall_away() -> None:
    table = seated(opened(seats=5), member(), member())
    tables.leave(table.code, Seat.objects.get(table=table, number=1).user)
    table = tables.start(table.code, table.host, fresh(table).seq)
    assert (table.state, table.seats) == (Table.State.PLAYING, 2)
    assert list(Seat.objects.filter(table=table).order_by("number").values_list("number", flat=True)) == [0, 1]
    assert log_of(table).seats == 2


def test_empty_seats_go_to_computer_players_where_the_host_chose_that() -> None:
    table = seated(opened(seats=4, fill_bots=True), member())
    table = tables.start(table.code, table.host, table.seq)
    assert list(Player.objects.filter(game__table=table).order_by("seat").values_list("kind", "name", "level")) == [
        ("person", "Host", None), ("person", table.places.get(number=1).name, None),
        ("bot", "Computer 1", "normal"), ("bot", "Computer 2", "normal"),
    ]  # fmt: skip


def test_a_larger_table_of_turnabout_starts_when_full() -> None:
    assert seated(opened(preset="003", seats=3), member(), member()).state == Table.State.PLAYING


def test_nobody_starts_alone_and_nobody_but_the_host_starts() -> None:
    visitor = member()
    table = opened(seats=4)
    with pytest.raises(NotAllowed):
        tables.start(table.code, table.host, table.seq)
    table = seated(table, visitor)
    with pytest.raises(Forbidden):
        tables.start(table.code, visitor, table.seq)
    with pytest.raises(Stale):
        tables.start(table.code, table.host, table.seq - 1)


def test_starting_twice_starts_once() -> None:
    table = seated(opened(seats=4), member())
    tables.start(table.code, table.host, table.seq)
    tables.start(table.code, table.host, table.seq)
    assert Game.objects.filter(table=table).count() == 1


def test_a_computer_game_begins_immediately() -> None:
    table = computer_game(member(), rules("000", 3), CONTRIBUTION)
    game = log_of(table)
    assert (table.state, game.seats, game.client_seeds) == (Table.State.PLAYING, 3, [CONTRIBUTION, "-", "-"])


def test_nothing_is_half_started(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(opened(seats=3), member())
    monkeypatch.setattr(Player.objects, "bulk_create", lambda rows: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tables.start(table.code, table.host, table.seq)
    assert fresh(table).state == Table.State.ASSEMBLING and fresh(table).seats == 3
    assert not Game.objects.exists()


@pytest.mark.servers
def test_clocks_run_by_the_time_of_the_database_whatever_this_process_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    host, visitor = member(), member()
    table = opened_by(host, rules("002", turn_clock=60))
    right = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: right + timedelta(hours=1))
    tables.join(table.code, visitor, seen_agreement=1)
    game = log_of(table)
    assert abs(game.started_at - right) < timedelta(seconds=30)
    assert not play.end_overdue(game.code)  # check 24


# -- leaving -----------------------------------------------------------------------------------------------------


def test_when_the_host_leaves_the_longest_seated_takes_over() -> None:
    first, second = member(), member()
    table = seated(opened(seats=4), first, second)
    Seat.objects.filter(user=second).update(joined_at=timezone.now() - timedelta(hours=1))
    tables.leave(table.code, table.host)
    table = fresh(table)
    assert (table.host, table.seated, table.state) == (second, 2, "assembling")
    assert kinds(second) == ["now_host"] and kinds(first) == []
    tables.start(table.code, second, table.seq)


def test_the_last_to_leave_closes_the_table() -> None:
    table = opened(seats=4)
    tables.leave(table.code, table.host)
    table = fresh(table)
    assert (table.state, table.seated) == ("abandoned", 0) and table.ended_at is not None
    assert table.invite_hash is None


def test_who_does_not_sit_there_cannot_leave() -> None:
    with pytest.raises(Forbidden):
        tables.leave(opened().code, member())


def test_leaving_a_table_that_plays_leaves_its_game() -> None:
    people_there = [member(), member()]
    game = started(people_there)
    assert tables.leave(game.table.code, people_there[1]).state == Table.State.FINISHED
    assert Game.objects.get(pk=game.pk).end_reason == "last_player"


def test_nobody_is_held_at_a_table_whose_game_is_frozen(settings: object) -> None:
    settings.GAMES_ONE_AT_A_TIME = True  # type: ignore[attr-defined]
    person = member()
    game = started([person, member()])
    log.freeze(game.code)
    tables.leave(game.table.code, person)
    assert opened_by(person, rules(seats=4)).seated == 1


def test_the_host_closes_a_table_and_the_others_find_a_notice() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor)
    with pytest.raises(Forbidden):
        tables.close(table.code, visitor)
    tables.close(table.code, table.host)
    assert fresh(table).state == "abandoned" and kinds(visitor) == ["table_closed"] and kinds(table.host) == []


# -- waiting too long --------------------------------------------------------------------------------------------


def test_a_table_nobody_starts_expires_after_seven_days_with_a_notice_to_those_waiting() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor)
    assert expiring.expire_due(table.created_at + timedelta(days=7, seconds=-1)) == 1  # the reminder alone
    assert expiring.expire_due(table.created_at + timedelta(days=7)) == 1
    assert expiring.expire_due(table.created_at + timedelta(days=7)) == 0
    assert fresh(table).state == "expired"
    assert kinds(visitor) == kinds(table.host) == ["table_waits", "table_expired"]


def test_after_three_days_those_waiting_are_reminded_once() -> None:
    table = opened(seats=4)
    assert expiring.expire_due(table.created_at + timedelta(days=3, seconds=-1)) == 0
    assert expiring.expire_due(table.created_at + timedelta(days=3)) == 1
    assert expiring.expire_due(table.created_at + timedelta(days=4)) == 0
    assert kinds(table.host) == ["table_waits"] and fresh(table).state == "assembling"


def test_a_table_that_plays_does_not_expire() -> None:
    game = started([member(), member()])
    assert expiring.expire_due(timezone.now() + timedelta(days=30)) == 0
    assert fresh(game.table).state == "playing"


def test_the_commitments_of_a_table_that_never_played_are_opened_when_it_ends() -> None:
    table = opened(seats=4)
    tables.close(table.code, table.host)
    line = selectors.table_for(table.code, table.host).commitments[0]
    assert commitment(line.game_id, bytes.fromhex(line.server_seed or "")) == line.commitment
