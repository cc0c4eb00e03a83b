"""Tables that a league seats: opened with their people, begun when they have come or at a given time, and ended at one.

Nobody hosts such a table and nothing about it can be changed. The commitments to its deals are there before anybody
can contribute to them (wgs1, step 1): who comes contributes, for the others `-` stands.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from rules.core import gettext_noop as _

from .. import log, push, seeds
from ..errors import Forbidden
from ..models import CODE_LENGTH, Game, LogEntry, Notice, Seat, SeatKind, Table
from . import following, matches, notices, tables
from .entering import enter
from .matches import locked_table
from .rules_of_table import TableRules, checked

HOUSE = LogEntry.By.HOUSE
FEWEST_PEOPLE = 2


def arrange(rules: TableRules, people: Sequence[User], *, by: str, path: str, now: datetime) -> Table:
    """Opens a table for these people, in the order of its seats; `by` and `path`: name and address of what seats them.

    Inside the caller's transaction. The match begins once everybody has come (`tables.agree`), or by `begin_late`.
    Raises BadRules.
    """
    columns = checked(rules) | {"join": Table.Join.FRIENDS, "start": Table.Start.FULL, "seated": len(people)}
    table = Table(
        code=seeds.new_code(CODE_LENGTH), host=people[0], created_at=now, reminded_at=now, arranged_by=by,
        arranged_path=path, **columns,
    )  # fmt: skip
    table.save(force_insert=True)
    seeds.commit_deals(table, range(1, table.games_agreed + 1), now)
    names: list[str] = []
    for person in people:
        names.append(tables.told_apart(person.shown_name, names))
    places = [
        Seat(
            table=table, number=number, user=person, kind=SeatKind.GUEST if person.is_guest else SeatKind.PERSON,
            name=name, contributed=False, agreed_rules=rules.values(), joined_at=now,
        )
        for number, (person, name) in enumerate(zip(people, names, strict=True))
    ]  # fmt: skip
    Seat.objects.bulk_create(places)
    for place in places:
        for follow in following.on_sit:
            follow(table, place, now)
    ids = [person.pk for person in people]
    notices.tell(ids, Notice.Kind.MATCH_ARRANGED, table, now)
    push.after_commit(push.muster_changed, ids)
    return table


def begin_late(table_id: int, now: datetime) -> bool:
    """Begins an arranged match for which not everybody has come; whether it did anything. May run twice, or late."""
    with transaction.atomic():
        table = locked_table(table_id)
        if table.state != Table.State.ASSEMBLING or not table.arranged_by:
            return False
        tables.begin(table, list(Seat.objects.filter(table=table).order_by("number")), now)
        return True


def leave(table_code: str, user: User) -> Table:
    """Gives up a seat. Where an arranged match has not begun, the others play without, at a smaller table; where only
    one is left the match is not played, and nobody who could still have come bears a thing. Else as `tables.leave`.

    Raises Forbidden (not seated).
    """
    with transaction.atomic():
        rows = Table.objects.select_for_update(no_key=True).exclude(arranged_by="")
        table = rows.filter(code=table_code, state=Table.State.ASSEMBLING).first()
        if table is not None:
            _go_without(table, user, log.database_now())
            return table
    return tables.leave(table_code, user)


def _go_without(table: Table, user: User, now: datetime) -> None:
    if not Seat.objects.filter(table=table, user=user).delete()[0]:
        raise Forbidden(_("You do not sit at this table"), "not_seated")
    places = list(Seat.objects.filter(table=table).order_by("number"))
    others = [place.user_id for place in places]
    for follow in following.on_rise:
        follow(table, [user.pk], now)
    table.seated = len(places)
    if len(places) < FEWEST_PEOPLE:
        tables.changed(table, user.pk)
        _close(table, now)
        notices.tell(others, Notice.Kind.MATCH_OFF, table, now)
        return
    table.seats = len(places)
    if table.host_id == user.pk:
        assert others[0] is not None  # no computer player sits at an arranged table
        table.host_id = others[0]
    tables.changed(table, user.pk)
    notices.tell(others, Notice.Kind.MATCH_SMALLER, table, now)
    tables.begin_if_ready(table, places)


def end_now(table_id: int, now: datetime) -> bool:
    """Ends an arranged match whose time is up: the running game by its clock (W7.2), the games after it are not dealt.

    A match that did not begin is closed without a result. Whether the match is over now: a frozen game keeps it from
    that. May run twice, or late.
    """
    running = Game.objects.filter(table=table_id, state=Game.State.PLAYING).values_list("code", flat=True).first()
    if running is not None:
        try:
            with transaction.atomic():
                _end_game(running, now)
        except log.BrokenLog:
            log.freeze(running)
    last = Game.objects.filter(table=table_id).order_by("-number").values_list("code", flat=True).first()
    with transaction.atomic():
        game = log.lock(last) if last is not None else None
        table = locked_table(table_id)
        if table.state == Table.State.ASSEMBLING:
            _close(table, now)
        elif game is not None and table.next_at is not None:  # between two games (services.between)
            table.games_agreed = game.number
            table.save(update_fields=["games_agreed"])
            matches.next_or_finish(game, now, paused=True)
            table.refresh_from_db()
        return table.state != Table.State.PLAYING


def _end_game(code: str, now: datetime) -> None:
    game = log.lock(code)  # a game's lock is taken before that of its table
    if game is None or game.state != Game.State.PLAYING:
        return
    table = locked_table(game.table_id)
    if table.arranged_by:
        table.games_agreed = game.number
        table.save(update_fields=["games_agreed"])
        enter(game, None, "time_up", by=HOUSE, now=now)


def _close(table: Table, now: datetime) -> None:
    places = list(Seat.objects.filter(table=table).order_by("number"))
    tables.shut(table, Table.State.ABANDONED, now)
    tables.rise(table, places, now)
    tables.changed(table)
