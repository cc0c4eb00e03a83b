"""A name that changes is the new one at every table where the person waits or plays; what is over keeps the old one."""

from django.db.models import Q

from accounts.models import User

from .. import push
from ..models import Game, Player, Seat, SeatKind, Table
from . import tables

_ACTIVE = (Table.State.ASSEMBLING, Table.State.PLAYING)


def rename_at_tables(person: User) -> None:
    """Writes the name of a person at their seats (accounts.renaming); inside the caller's transaction.

    Also where a computer player goes on for them: it is called after them. A guest who became a member is one there
    too.
    """
    theirs = Q(user=person) | Q(given_up_by=person)
    found = list(Seat.objects.filter(theirs, table__state__in=_ACTIVE).values_list("table_id", flat=True))
    running = Game.objects.filter(state__in=(Game.State.PLAYING, Game.State.FROZEN))
    # In the order of all locks: games before tables.
    list(running.filter(table__in=found).order_by("pk").select_for_update(of=("self",), no_key=True))
    for table in Table.objects.filter(pk__in=found).order_by("pk").select_for_update(of=("self",), no_key=True):
        if table.state not in _ACTIVE:  # it ended before it could be locked
            continue
        places = Seat.objects.filter(table=table)
        others = [seat.name for seat in places.exclude(theirs)]
        name = tables.told_apart(person.shown_name, others)
        game = running.filter(table=table).first()  # now: the next one may have been dealt meanwhile
        for rows in (places, Player.objects.filter(game=game) if game else Player.objects.none()):
            rows.filter(theirs).update(name=name)
            rows.filter(user=person).update(kind=SeatKind.GUEST if person.is_guest else SeatKind.PERSON)
        tables.changed(table)
        if game is not None:
            push.after_commit(push.game_changed, game.code, game.seq)
