"""Imported games, for whoever brought them and for nobody else."""

from typing import Any

from accounts.models import User
from rules.core import gettext_noop as _

from .. import seeds
from ..errors import NotFound
from ..models import ImportedGame


def imported_by(user: User) -> list[ImportedGame]:
    """All of them without their records, the last one first."""
    return list(ImportedGame.objects.filter(owner=user).defer("text").order_by("-at"))


def imported(code: str, user: User | None) -> ImportedGame:
    """Raises NotFound."""
    found = None if user is None else ImportedGame.objects.filter(owner=user, code=code).first()
    if found is None:
        raise NotFound(_("There is no such game"))
    return found


def imported_games(person: User) -> list[dict[str, Any]]:
    """What a person's own export (accounts.exporting) says of them."""
    rows = ImportedGame.objects.filter(owner=person).order_by("at")
    return [{"game": row.code, "imported": seeds.time_text(row.at), "record": row.text} for row in rows]
