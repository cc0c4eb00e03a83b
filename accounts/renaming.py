"""What follows when somebody changes the name that others see.

Other apps register a function once, when they are ready: `renaming.register(rename_at_tables)`. It is called as
`rename_at_tables(person)` inside the transaction, with the person's row locked and saved.
"""

from collections.abc import Callable

from .models import User

Renamer = Callable[[User], None]
renamers: list[Renamer] = []


def register(renamer: Renamer) -> Renamer:
    """Add a renamer; a second registration of the same function is ignored. Usable as a decorator."""
    if renamer not in renamers:
        renamers.append(renamer)
    return renamer


def renamed(person: User) -> None:
    """Tell them all. Inside a transaction, with the row locked."""
    for renamer in renamers:
        renamer(person)
