"""The ledger is guarded by the database itself (E6; checks 67 to 70)."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.utils import timezone

from games.coins.models import Account, Line, Transaction
from games.coins.services import posting
from games.coins.services.posting import Move, Why

from .purses import check_ledger, purse, rich

pytestmark = pytest.mark.django_db


def written(amounts: list[int]) -> None:
    """A transaction with one line a number, past the service that would refuse it."""
    one = Transaction.objects.create(kind="staff", at=timezone.now())
    accounts = [posting.mint(), posting.account_of(rich()), posting.house()]
    for account, amount in zip(accounts, amounts, strict=False):
        Line.objects.create(transaction=one, account=account, amount=amount, after=0, why="granted")
    connection.check_constraints()


@pytest.mark.parametrize("amounts", [[], [5], [-5, 4], [-5, 10, -4]])
def test_lines_that_are_too_few_or_do_not_sum_to_zero_are_refused_at_commit(amounts: list[int]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        written(amounts)


def test_balanced_lines_are_accepted() -> None:
    written([-5, 5])
    written([-5, 3, 2])


@pytest.mark.django_db(transaction=True)
def test_a_commit_itself_refuses_them() -> None:
    rich()
    with pytest.raises(DatabaseError), transaction.atomic():
        one = Transaction.objects.create(kind="staff", at=timezone.now())
        Line.objects.create(transaction=one, account=posting.mint(), amount=-5, after=-5, why="granted")
    assert Line.objects.filter(amount=-5).count() == 0
    check_ledger()


@pytest.mark.parametrize("model", [Transaction, Line])
@pytest.mark.parametrize("what", ["update", "delete"])
def test_rows_of_the_ledger_are_never_changed_or_deleted(model: type, what: str) -> None:
    rich()
    table = model._meta.db_table  # type: ignore[attr-defined]
    statement = f"DELETE FROM {table}" if what == "delete" else f"UPDATE {table} SET id = id"
    with pytest.raises(DatabaseError, match="never changed or deleted"), transaction.atomic():
        connection.cursor().execute(statement)


def test_only_the_mint_is_ever_negative() -> None:
    account = purse(rich(coins=1_000))
    for wrong in ({"balance": -1}, {"held": 1_001}, {"held": -1}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Account.objects.filter(pk=account.pk).update(**wrong)
    assert posting.mint().balance < 0


def test_a_transaction_that_takes_more_than_there_is_leaves_nothing_behind() -> None:
    account, mint, before = purse(rich(coins=1_000)), posting.mint(), Transaction.objects.count()
    with pytest.raises(IntegrityError), transaction.atomic():
        posting.post("burn", [Move(account, -1_001, Why.BURNT), Move(mint, 1_001, Why.BURNT)], timezone.now())
    assert Transaction.objects.count() == before
    check_ledger()


def test_moves_that_do_not_sum_to_zero_are_a_fault_of_ours() -> None:
    account, mint = purse(rich()), posting.mint()
    with pytest.raises(ValueError, match="sum to zero"):
        posting.post("burn", [Move(account, -5, Why.BURNT), Move(mint, 4, Why.BURNT)], timezone.now())


def test_what_happens_once_has_a_key_that_is_used_once() -> None:
    account, mint = purse(rich()), posting.mint()
    moves = [Move(mint, -5, Why.GRANTED), Move(account, 5, Why.GRANTED)]
    posting.post("daily", moves, timezone.now(), key="once")
    with pytest.raises(IntegrityError), transaction.atomic():
        posting.post("daily", moves, timezone.now(), key="once")
