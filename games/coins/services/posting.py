"""The one way coins move: a transaction of lines, with the accounts' rows locked (E6).

Locks are taken in one order everywhere: a person's row, a game's, its table's, then accounts by ascending id.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import connection

from accounts.models import User

from ...models import Game
from ..models import Account, Line, Transaction

Kind, Why = Transaction.Kind, Line.Why


@dataclass(frozen=True)
class Move:
    """One line: coins that come to an account, or go from it where `amount` is below 0. Nothing is no line."""

    account: Account
    amount: int
    why: str
    detail: Mapping[str, Any] = field(default_factory=dict)


def locked(ids: Iterable[int]) -> dict[int, Account]:
    """These accounts, locked, by id."""
    rows = Account.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=set(ids)).order_by("pk")
    return {account.pk: account for account in rows}


def account_of(user: User) -> Account:
    """This person's account, opened with nothing in it where there is none yet. Not locked."""
    return _opened(Account(kind=Account.Kind.PLAYER, user=user), user=user)


def house() -> Account:
    return _opened(Account(kind=Account.Kind.HOUSE), kind=Account.Kind.HOUSE)


def mint() -> Account:
    return _opened(Account(kind=Account.Kind.MINT), kind=Account.Kind.MINT)


def escrow_of(game: Game) -> Account:
    return _opened(Account(kind=Account.Kind.ESCROW, game=game), game=game)


def _opened(fresh: Account, **which: Any) -> Account:
    found = Account.objects.filter(**which).first()
    if found is None:
        Account.objects.bulk_create([fresh], ignore_conflicts=True)  # somebody else may be just as quick
        found = Account.objects.get(**which)
    return found


def post(
    kind: str,
    moves: Sequence[Move],
    at: datetime,
    *,
    game: Game | None = None,
    person: User | None = None,
    by: User | None = None,
    reason: str = "",
    key: str | None = None,
) -> Transaction:
    """Writes a transaction and moves the balances of its accounts, which the caller has locked.

    Raises ValueError where the moves do not sum to zero; IntegrityError where this was done before, or where an account
    would fall below 0.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("coins move inside a transaction, holding the locks of their accounts")
    moves = [move for move in moves if move.amount]
    if sum(move.amount for move in moves) or len(moves) < 2:
        raise ValueError("a transaction has two lines or more, and they sum to zero")
    made = Transaction.objects.create(kind=kind, game=game, person=person, by=by, reason=reason, key=key, at=at)
    lines = []
    for move in moves:
        move.account.balance += move.amount
        lines.append(
            Line(transaction=made, account=move.account, amount=move.amount, after=move.account.balance,
                 why=move.why, detail=dict(move.detail))
        )  # fmt: skip
    Line.objects.bulk_create(lines)
    for account in sorted({move.account.pk: move.account for move in moves}.values(), key=lambda one: one.pk):
        account.save(update_fields=["balance", "held"])
    return made
