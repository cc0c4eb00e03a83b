"""What happens to tables and games when people merge or go."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User

from .. import push
from ..models import Game, Invitation, Notice, Player, Reminder, Seat, SeatKind, Table
from . import arranging

_ACTIVE = (Table.State.ASSEMBLING, Table.State.PLAYING)

OPEN_FOR = timedelta(hours=1)  # how long pages of a game that is over are taken to be open


def leave_shared_tables(guest: User, member: User) -> None:
    """Gives up the guest's seats at tables of the member (accounts.merging.before): nobody plays two hands."""
    theirs = Seat.objects.filter(user=member).values("table")
    places = Seat.objects.filter(user=guest, table__in=theirs, table__state__in=_ACTIVE)
    for code in list(places.order_by("table").values_list("table__code", flat=True)):
        arranging.leave(code, guest)


def move_to_member(guest: User, member: User) -> None:
    """Gives everything a guest has at tables to a member (accounts.merging); inside the caller's transaction.

    Where both have sat down at one table since `leave_shared_tables` the guest's seat is given up first. What the guest
    played before at such a table stays with the guest's closed row.
    """
    # In the order of all locks: games before tables, each by id, before anything that a game's end locks after them.
    # A game that ends meanwhile deals its next one by the seats.
    theirs = Game.objects.filter(players__user=guest).order_by("pk")
    locked = list(theirs.select_for_update(of=("self",), no_key=True))
    list(Table.objects.filter(places__user=guest).order_by("pk").select_for_update(of=("self",), no_key=True))
    leave_shared_tables(guest, member)
    both = set(Seat.objects.filter(user=member).values_list("table_id", flat=True))
    games = [game for game in locked if game.table_id not in both]
    name = member.shown_name
    Seat.objects.filter(user=guest).exclude(table_id__in=both).update(user=member, kind=SeatKind.PERSON, name=name)
    Player.objects.filter(user=guest, game__in=games).update(user=member, kind=SeatKind.PERSON, name=name)
    Seat.objects.filter(given_up_by=guest).update(given_up_by=member, name=name)
    Player.objects.filter(given_up_by=guest).update(given_up_by=member, name=name)
    Table.objects.filter(host=guest).update(host=member, key=None)
    invited = set(Invitation.objects.filter(user=member).values_list("table_id", flat=True))
    Invitation.objects.filter(user=guest).exclude(table_id__in=invited).update(user=member)
    Notice.objects.filter(user=guest).update(user=member)
    Reminder.objects.filter(user=guest, game__in=games).update(user=member)
    Reminder.objects.filter(user=guest).delete()


def lost_by_closing(person: User) -> str:
    """For the page that closes an account."""
    return _("You leave every table and every league you are in; a game under way goes on without you.")


def leave_tables(person: User) -> None:
    """Takes a person out of every table, one after the other, before the account is closed (accounts.closing)."""
    places = Seat.objects.filter(user=person, left_at__isnull=True, table__state__in=_ACTIVE)
    for code in list(places.order_by("table").values_list("table__code", flat=True)):
        arranging.leave(code, person)


def close_person(person: User) -> None:
    """Takes a person out of every table where they have sat down since `leave_tables`; their name goes with them.

    What they played stays with the others, under "former player".
    """
    leave_tables(person)
    Invitation.objects.filter(user=person).delete()
    Notice.objects.filter(user=person).delete()
    Reminder.objects.filter(user=person).delete()
    theirs = Q(user=person) | Q(given_up_by=person)
    Seat.objects.filter(theirs).update(name="")
    played = Player.objects.filter(theirs)
    # Pages that may be open still show the name: those of games under way, and of games that ended a moment ago, often
    # by this person's leaving.
    shown = Q(state__in=(Game.State.PLAYING, Game.State.FROZEN)) | Q(ended_at__gt=timezone.now() - OPEN_FOR)
    for code, seq in Game.objects.filter(shown, players__in=played).values_list("code", "seq"):
        push.after_commit(push.game_changed, code, seq)
    played.update(name="")
