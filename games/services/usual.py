"""A person's usual rules: what they last chose for a table, to begin the next form with."""

from accounts.models import User

from .rules_of_table import TableRules


def remember(user: User, rules: TableRules) -> None:
    """Keeps the rules as the person's usual ones; the row in hand is brought up to date."""
    user.usual_rules = rules.values()
    user.save(update_fields=["usual_rules"])
