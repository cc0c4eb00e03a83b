"""What is kept of somebody's coins, for the export of one's own data and for closing an account."""

from typing import Any

from accounts.models import User

from . import words
from .models import Account, Line
from .services import tidying


def coins(person: User) -> dict[str, Any] | None:
    """The balance and every line, in order."""
    account = Account.objects.filter(user=person).first()
    if account is None:
        return None
    lines = Line.objects.filter(account=account).select_related("transaction", "transaction__game").order_by("pk")
    return {
        "balance": account.balance,
        "set_aside": account.held,
        "lines": [
            {
                "at": line.transaction.at.isoformat(),
                "amount": line.amount,
                "balance_after": line.after,
                "reason": words.reason(line),
                "game": line.transaction.game.code if line.transaction.game else None,
            }
            for line in lines
        ],
    }


def close_person(person: User) -> None:
    tidying.sweep_closed(person)
