"""A person's usual rules: what they last chose for a table, to begin the next form with."""

from accounts.models import User

from .rules_of_table import TableRules


def remember(user: User, rules: TableRules) -> None:
    """Keeps the rules as the person's usual ones; the row in hand is brought up to date. Coins are never usual: whoever
    plays for some says so each time."""
    user.usual_rules = {name: value for name, value in rules.values().items() if not name.startswith("coin")}
    user.save(update_fields=["usual_rules"])
