"""What becomes of tables when people merge or go."""

import threading
from typing import Any

import pytest
from django.utils import timezone

from accounts import merging
from accounts.models import User
from games.models import Game, Player, Seat, Table
from games.road.models import Career
from games.services import people, play

from .conftest import at_once
from .factories import guest, member, moved, opened_by, played_out, rules, seated, started

pytestmark = pytest.mark.django_db


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def test_a_guest_who_signs_in_to_an_account_keeps_seats_games_and_tables() -> None:
    from accounts.merging import merge

    visitor, account, other = guest("Nneka"), member("Nneka O"), member()
    game = started([other, visitor])
    waiting = opened_by(visitor, rules(seats=4))
    merge(visitor, account)
    assert Player.objects.get(game=game, user=account).name == "Nneka O"
    assert play.leave(game.code, account).end_reason == "last_player"
    assert fresh(waiting).host == account and Seat.objects.get(table=waiting).user == account


def test_a_guest_and_a_member_at_one_table_end_as_one_person_on_one_seat() -> None:
    from accounts.merging import merge

    visitor, account = guest(), member()
    table = seated(opened_by(account, rules(seats=4)), visitor, member())
    merge(visitor, account)
    assert fresh(table).seated == 2 and Seat.objects.filter(table=table, user=account).count() == 1


def test_a_closed_account_leaves_its_games_to_the_others_under_no_name() -> None:
    from accounts.closing import close_account

    person, other = member("Ada"), member("Obi")
    game = started([person, other])
    waiting = seated(opened_by(person, rules(seats=4)), other)
    close_account(person)
    assert Game.objects.get(pk=game.pk).end_reason == "last_player"
    assert fresh(waiting).host == other
    players = Player.objects.filter(game=game).order_by("seat")
    assert [player.shown_name for player in players] == ["Former player", "Obi"]
    assert "Ada" not in str(list(Player.objects.values())) + str(list(Seat.objects.values()))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seats", [2, 3])
def test_pages_of_games_that_are_open_are_drawn_anew_without_the_name_of_a_closed_account(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By leaving as an account is closed a game of two ends; its page was pushed before the name was erased."""
    from accounts.closing import close_account
    from games import presenters, push, selectors

    people = [member(name) for name in ("Ada", "Obi", "Uche")[:seats]]
    game = started(people)
    told: list[tuple[tuple[int, str], str]] = []

    def drawn(code: str, *_seq: Any) -> None:
        seen = selectors.game_for(code, people[1])
        told.append((presenters.place_of(seen), presenters.panel(seen, people[1], timezone.now())))

    monkeypatch.setattr(push, "game_changed", drawn)
    monkeypatch.setattr(push, "game_moved", drawn)
    close_account(people[0])
    assert (Game.objects.get(pk=game.pk).state == Game.State.OVER) == (seats == 2)
    (before, left), (place, anew) = told[0], told[-1]
    assert "Ada" in left and place != before  # so that a socket sends it
    assert "Ada" not in anew and "Former player" in anew


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("unlimited_moves")
def test_a_guest_signs_in_as_another_of_their_games_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """At one table the guest sat down with the member, and leaving it ends its game; at another one a game ends in that
    moment. Both ends lock what the third player has earned: games are locked first, by a merge too."""
    account, visitor, other = member(), guest(), member()
    shared, own = started([account, visitor, other]), started([other, visitor])
    for _turn in range(3):
        moved(Game.objects.get(pk=shared.pk))
    play.leave(shared.code, account)
    left, over, leave = threading.Event(), threading.Event(), people.arranging.leave

    def slowly(code: str, user: User) -> Table:
        found = leave(code, user)
        left.set()
        over.wait(8)  # the other game ends meanwhile, or waits for what is locked here
        return found

    def end() -> None:
        left.wait(20)
        played_out(own)
        over.set()

    def sign_in() -> None:
        merging.prepare(visitor, account)
        merging.merge(visitor, account)

    monkeypatch.setattr(people.arranging, "leave", slowly)
    assert at_once([sign_in, end]) == [None, None]
    assert {game.state for game in Game.objects.all()} == {Game.State.OVER}
    assert Career.objects.get(user=other).experience > 0
    assert Player.objects.filter(game=own, user=account).exists()
    assert not Player.objects.filter(game=own, user=visitor).exists()
