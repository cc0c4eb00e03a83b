"""What the database itself refuses, whoever writes."""

from typing import Any

import pytest
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from games import models as rows
from games.models import ChainEntry, Deal, Game, Invitation, Player, Seat, Table

from .factories import member, opened_by, rules, started

pytestmark = pytest.mark.django_db


def refused(change: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        change()


def test_every_index_and_constraint_has_a_name_of_its_own() -> None:
    own = [model for model in vars(rows).values() if isinstance(model, type) and issubclass(model, models.Model)]
    assert {rows.Game, rows.LogEntry, rows.Reminder} <= set(own)
    for model in own:
        assert not model._meta.unique_together
        for field in model._meta.local_fields:
            # A foreign key has the index that joins and deletions need; all else is declared by name.
            assert not field.unique or field.primary_key, field
            assert not field.db_index or field.is_relation, field


def test_a_table_is_never_overfull_and_has_two_to_six_seats() -> None:
    table = opened_by(member(), rules(seats=4))
    for values in ({"seated": 5}, {"seats": 1}, {"seats": 7, "seated": 1}, {"games_agreed": 0}, {"games_agreed": 51}):
        refused(lambda values=values: Table.objects.filter(pk=table.pk).update(**values))


def test_a_seat_is_one_persons_and_a_person_sits_once() -> None:
    host, other = member(), member()
    table = opened_by(host, rules(seats=4))

    def seat(**values: Any) -> Any:
        usual = {"table": table, "number": 1, "user": other, "kind": "person", "name": "x", "joined_at": timezone.now()}
        return lambda: Seat.objects.create(**{**usual, **values})

    refused(seat(number=0))
    refused(seat(user=host))
    refused(seat(number=6))
    refused(seat(kind="bot"))
    refused(seat(user=None))
    seat(kind="bot", user=None)()


def test_codes_commitments_and_chain_numbers_are_there_once() -> None:
    game = started([member(), member()])
    table, deal, entry = game.table, Deal.objects.get(), ChainEntry.objects.get()
    refused(lambda: Deal.objects.create(table=table, number=1, game_id="other", commitment="x", sealed_seed="x"))
    refused(lambda: Deal.objects.create(table=table, number=2, game_id=deal.game_id, commitment="x", sealed_seed="x"))
    refused(lambda: ChainEntry.objects.create(number=1, game_id="other", commitment="", at=entry.at, entry=""))
    refused(lambda: ChainEntry.objects.create(number=2, game_id=entry.game_id, commitment="", at=entry.at, entry=""))
    game.pk = None
    refused(lambda: game.save(force_insert=True))


def test_a_game_that_is_over_has_a_reason_and_nobody_to_act() -> None:
    game = started([member(), member()])
    refused(lambda: Game.objects.filter(pk=game.pk).update(state="over"))
    refused(lambda: Game.objects.filter(pk=game.pk).update(state="over", end_reason="blocked"))


def test_a_player_is_one_at_a_seat_and_a_person_plays_one_hand() -> None:
    game = started([member(), member()])
    first = Player.objects.get(game=game, seat=0)
    refused(lambda: Player.objects.create(game=game, seat=1, kind="bot", name="x"))
    refused(lambda: Player.objects.create(game=game, seat=2, user=first.user, kind="person", name="x"))


def test_a_person_with_games_cannot_be_deleted() -> None:
    game = started([member(), member()])
    with pytest.raises(models.ProtectedError):
        game.table.host.delete()


def test_a_friend_is_invited_once() -> None:
    host, friend = member(), member()
    table = opened_by(host, rules(seats=4))
    values = {"table": table, "user": friend, "by": host, "at": timezone.now()}
    Invitation.objects.create(**values)
    refused(lambda: Invitation.objects.create(**values))
