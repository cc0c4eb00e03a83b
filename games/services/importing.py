"""Keeping a game that somebody brings as a record (docs/record.md): read, replayed, and only then stored.

Nothing of it is believed: it is looked at by whoever brought it and counts in nothing.
"""

from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from rules.core import gettext_noop as _
from rules.core import say
from rules.record import RecordError, Replayed, UnreadableRecord, read, replay, to_text

from .. import seeds
from ..errors import BadRequest, NotAllowed, NotFound, TooMany
from ..models import ImportedGame
from ..models.imported import CODE_LENGTH
from . import limits

MOST_STEPS = 5_000  # actions that one import may cost us
KEPT = 200  # a person


class BadRecord(NotAllowed):
    """The record contradicts itself or the rules. `path`: the field; `rule`: the clause."""

    def __init__(self, error: RecordError) -> None:
        super().__init__(error.message, "bad_record", rule=error.rule)
        self.path = error.path


def keep(user: User, data: bytes) -> ImportedGame:
    """The game in this file, for this person; the same file again gives the same game.

    Raises BadRequest (no record at all), BadRecord, TooMany. Nothing is stored then.
    """
    limits.count_import(user)
    try:
        record = read(data)
        if len(record.actions) > MOST_STEPS:
            message = _("games of more than %(most)s actions are not replayed here; this one has %(actions)s")
            raise RecordError("actions", say(message, most=MOST_STEPS, actions=len(record.actions)))
        found: Replayed = replay(record)
    except UnreadableRecord as error:
        raise BadRequest(error.message, "unreadable_record") from None
    except RecordError as error:
        raise BadRecord(error) from None
    text = to_text(record)
    digest = sha256(text.encode()).hexdigest()
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)  # one import of a person at a time
        theirs = ImportedGame.objects.filter(owner=user)
        known = theirs.filter(digest=digest).first()
        if known is not None:
            return known
        if theirs.count() >= KEPT:
            message = _("You keep %(most)s imported games; delete one first")
            raise TooMany(say(message, most=KEPT), 60, "imports_kept")
        return ImportedGame.objects.create(
            code=seeds.new_code(CODE_LENGTH), owner=user, digest=digest, text=text, game=record.game,
            preset=record.preset, names=[line.name for line in record.seats], actions=len(record.actions),
            proved=found.proved, at=timezone.now(),
        )  # fmt: skip


def delete(user: User, code: str) -> None:
    """Raises NotFound where it is not theirs."""
    if not ImportedGame.objects.filter(owner=user, code=code).delete()[0]:
        raise NotFound(_("There is no such game"))


def move_to_member(guest: User, member: User) -> None:
    """For accounts.merging: what the member has not got already."""
    have = ImportedGame.objects.filter(owner=member).values_list("digest", flat=True)
    ImportedGame.objects.filter(owner=guest, digest__in=list(have)).delete()
    ImportedGame.objects.filter(owner=guest).update(owner=member)


def forget_person(person: User) -> None:
    """For accounts.closing."""
    ImportedGame.objects.filter(owner=person).delete()
