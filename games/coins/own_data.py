"""What is kept of somebody's coins, for the export of one's own data and for closing an account."""

from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User

from ..coin_terms import number
from . import selectors, words
from .models import Account, Line
from .services import tidying


def coins(person: User) -> dict[str, Any] | None:
    """The balance and every line, in order."""
    account = Account.objects.filter(user=person).first()
    if account is None:
        return None
    lines = list(Line.objects.filter(account=account).select_related("transaction__game__coins").order_by("pk"))
    names = selectors.names_in(lines)
    return {
        "balance": account.balance,
        "set_aside": account.held,
        "lines": [
            {
                "at": line.transaction.at.isoformat(),
                "amount": line.amount,
                "balance_after": line.after,
                "reason": words.reason(line, names),
                "game": line.transaction.game.code if line.transaction.game else None,
            }
            for line in lines
        ],
    }


def lost_by_closing(person: User) -> str:
    """For the page that closes an account; empty for who has no coins, or has hidden them."""
    purse = selectors.purse_of(person) if person.coins_shown else None
    if purse is None or not purse.all:
        return ""
    return _("Your coins, %(coins)s in all, go to the house; nobody can have them any more.") % {
        "coins": number(purse.all)
    }


def close_person(person: User) -> None:
    tidying.sweep_closed(person)
