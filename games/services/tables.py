"""Tables before their match begins: opening, sitting down, agreeing, starting, leaving, closing.

Every function takes the table's row lock, checks, changes, and tells on commit. All raise `games.errors.Refused`
subclasses and change nothing then. `user` is always somebody signed in (a guest too). Where both are locked, a
person's row comes before a table's.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts import names
from accounts.models import User
from rules.core import gettext_noop as _
from rules.core import say
from rules.shuffle import is_contribution

from .. import log, push, seeds, selectors
from ..errors import BadRequest, Forbidden, Full, NotAllowed, NotFound, Stale
from ..models import CODE_LENGTH, NAME_LENGTH, Game, Invitation, Notice, Seat, SeatKind, Table
from . import entering, following, limits, matches, notices, play
from .rules_of_table import TableRules, checked, checked_for, fewest_people

EXPIRES_AFTER = timedelta(days=7)
# What a host may change without asking everybody again: it is not about how the match is played.
_NOT_ASKED_ABOUT = {"join", "start"}
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


# -- opening -------------------------------------------------------------------------------------------------


def open_table(host: User, rules: TableRules, key: str | None = None) -> Table:
    """Opens a table with the host at seat 0 and commits to the deals of all its games.

    The host is asked to contribute once that is published (wgs1, step 1): `agree` is what follows.
    `key` is the random key of the form: the same key again answers with the table it opened (case B13).
    Raises BadRules, BadRequest (key), TooMany (10 open tables; 50 games), NotAllowed (one at a time).
    """
    return _opened(host, checked(rules), key)


def open_computer_game(host: User, rules: TableRules, key: str | None = None) -> Table:
    """Opens a table whose other seats are all computer players; it begins when its host has contributed (`agree`).

    Raises as `open_table`.
    """
    columns = checked(replace(rules, fill_bots=True, join=Table.Join.FRIENDS))
    return _opened(host, columns | {"computers_only": True}, key)


def _opened(host: User, columns: dict[str, object], key: str | None) -> Table:
    if key is not None and not _KEY.fullmatch(key):
        raise BadRequest(_("The form was not one of ours: its key is missing"), "key")
    with transaction.atomic():
        person = locked_person(host)
        existing = Table.objects.filter(host=person, key=key).first() if key else None
        if existing is not None:
            return existing
        limits.check_open_tables(person)
        limits.check_free(person, bool(columns["one_at_a_time"]))
        return _committed(person, columns, key, timezone.now())


def _committed(person: User, columns: dict[str, object], key: str | None, now: datetime) -> Table:
    """The new table. Nobody's contribution is at hand here, so that no deal can be chosen to go with one."""
    code, expires = seeds.new_code(CODE_LENGTH), now + EXPIRES_AFTER
    table = Table(code=code, host=person, key=key, created_at=now, expires_at=expires, **columns)
    if table.join != Table.Join.FRIENDS:
        renew_invite(table)
    table.save(force_insert=True)
    seeds.commit_deals(table, range(1, table.games_agreed + 1), now)
    _sit(table, person, None, now)
    _tell(table)
    return table


# -- sitting down and agreeing -------------------------------------------------------------------------------


def join(
    table_code: str, user: User, *, seen_agreement: int, token: str | None = None, client_seed: str | None = "-"
) -> Table:
    """Takes the lowest free seat and agrees to the rules as seen; starts the match where that makes the table ready.

    `client_seed` None: who comes has not been shown the commitments yet, and contributes by `agree`.
    Sitting there already is no error. Raises NotFound (no such table for this person), Forbidden (blocked, no
    invitation), Full, Stale (`seen_agreement` is not the present one: show the new rules), NotAllowed (the table does
    not wait; one at a time), TooMany (50 games), BadRequest.
    """
    _check_contribution(client_seed)
    with transaction.atomic():
        person = locked_person(user)
        table = _locked(table_code)
        places = _places(table)
        if _place_of(places, person) is not None:
            return table
        _check_may_sit(table, places, person, token)
        if table.state == Table.State.PLAYING:
            raise Full(_("Somebody else took the last seat; the table plays already"))
        check_waits(table)
        if len(places) >= table.seats:
            raise Full(_("Somebody else took the last seat"))
        if seen_agreement != table.agreement:
            raise Stale(_("The rules of this table have changed; please look at them before you sit down"), "agreement")
        limits.check_free(person, table.one_at_a_time)
        places.append(_sit(table, person, client_seed, timezone.now()))
        changed(table)
        begin_if_ready(table, places)
        return table


def agree(table_code: str, user: User, seen_agreement: int, client_seed: str = "-") -> Table:
    """Accepts the rules as they are now. `client_seed` counts only where a contribution is asked for: once given it is
    fixed.

    Starts the match where that makes the table ready; the same once more is no error. Raises Stale, Forbidden,
    NotAllowed.
    """
    _check_contribution(client_seed)
    with transaction.atomic():
        table = _locked(table_code)
        places = _places(table)
        place = _own_place(places, user)
        if table.state == Table.State.PLAYING and seen_agreement == table.agreement and place.left_at is None:
            return table
        check_waits(table)
        if seen_agreement != table.agreement:
            raise Stale(_("The rules of this table have changed again; please look at them"), "agreement")
        if not place.is_ready(table.agreement):
            asked = place.agreed != table.agreement
            if not place.contributed:
                place.client_seed, place.contributed = client_seed, True
            place.agreed, place.agreed_rules = table.agreement, TableRules.of(table).values()
            place.save(update_fields=["agreed", "agreed_rules", "client_seed", "contributed"])
            for follow in following.on_agree if asked else ():
                follow(table, place, timezone.now())
            notices.settle([place.user_id], Notice.Kind.RULES_CHANGED, table)
            changed(table)
        begin_if_ready(table, places)
        return table


def change_rules(table_code: str, user: User, rules: TableRules, seen_seq: int) -> Table:
    """The host changes anything; everybody seated is asked again when it concerns how the match is played.

    More games than before need new commitments: then everybody, the host too, also contributes anew (wgs1: the
    commitment comes before any contribution). Raises Forbidden (not the host), Stale, NotAllowed (more people sit there
    than would have seats), BadRules.
    """
    columns = checked(rules)
    with transaction.atomic():
        table = locked_by_host(table_code, user)
        check_waits(table)
        _check_seen(table, seen_seq)
        if table.computers_only:
            raise NotAllowed(_("A game against the computer keeps its rules; start another one"), "computers_only")
        places = _places(table)
        if len(places) > rules.seats:
            message = _("%(seated)s people sit here; %(seats)s seats are too few")
            raise NotAllowed(say(message, seated=len(places), seats=rules.seats), "too_few_seats")
        differing = {name for name, value in columns.items() if getattr(table, name) != value}
        if not differing:
            return table
        for name in differing:
            setattr(table, name, columns[name])
        if "join" in differing:
            push.after_commit(push.open_tables_changed)
            table.invite_hash = None
            if table.join != Table.Join.FRIENDS:
                renew_invite(table)
        _compact(places)
        if differing - _NOT_ASKED_ABOUT:
            _ask_again(table, places, differing)
        changed(table)
        begin_if_ready(table, places)
        return table


def _ask_again(table: Table, places: list[Seat], differing: set[str]) -> None:
    """Nobody has agreed but the host, who changed it; where new commitments were made, all contribute anew."""
    now = timezone.now()
    table.agreement += 1
    committed = table.deals.count()
    more = range(committed + 1, table.games_agreed + 1)
    if more:
        seeds.commit_deals(table, more, now)
    for place in places:
        if more:
            place.contributed, place.client_seed = False, "-"
        if place.user_id == table.host_id:
            place.agreed, place.agreed_rules = table.agreement, TableRules.of(table).values()
        place.save(update_fields=["agreed", "agreed_rules", "client_seed", "contributed"])
    for follow in following.on_change:
        follow(table, places, differing, now)
    others = [place.user_id for place in places if place.user_id != table.host_id]
    notices.tell(others, Notice.Kind.RULES_CHANGED, table, now)


# -- starting ------------------------------------------------------------------------------------------------


def start(table_code: str, user: User, seen_seq: int) -> Table:
    """The host starts with those seated (two or more); empty seats fall away or go to computer players.

    Everything the first game needs is written in one transaction. A table that plays already is answered as it is.
    Raises Forbidden, Stale, NotAllowed (too few; somebody has not agreed to the present rules).
    """
    with transaction.atomic():
        table = locked_by_host(table_code, user)
        if table.state == Table.State.PLAYING:
            return table
        check_waits(table)
        _check_seen(table, seen_seq)
        places = _places(table)
        fewest = fewest_people(table)
        if len(places) < fewest:
            message = _("This table starts with %(fewest)s players or more, and %(seated)s sit here")
            if fewest == table.seats:
                message = _("This table starts with exactly %(fewest)s players, and %(seated)s sit here")
            raise NotAllowed(say(message, fewest=fewest, seated=len(places)), "too_few")
        undecided = [place.shown_name for place in places if place.agreed != table.agreement]
        if undecided:
            message = _("Not everybody has agreed to the changed rules yet: %(names)s")
            raise NotAllowed(say(message, names=", ".join(undecided)), "not_agreed")
        missing = [place.shown_name for place in places if not place.contributed]
        if missing:
            message = _("Not everybody has added to the shuffle yet: %(names)s")
            raise NotAllowed(say(message, names=", ".join(missing)), "not_contributed")
        begin(table, places, log.database_now())
        return table


def begin_if_ready(table: Table, places: list[Seat]) -> None:
    """Starts a full table that starts by itself, once everybody has contributed and agreed to the same rules."""
    full = len(places) == table.seats and table.start == Table.Start.FULL
    if (full or table.computers_only) and all(place.is_ready(table.agreement) for place in places):
        begin(table, places, log.database_now())


def begin(table: Table, places: list[Seat], now: datetime) -> None:
    _compact(places)
    if table.fill_bots:
        places += _seat_bots(table, len(places), now)
    table.seats = table.seated = len(places)
    checked_for(table)
    table.state, table.started_at, table.expires_at = Table.State.PLAYING, now, None
    changed(table)
    game = matches.deal_game(table, 1, places, now)
    if game.state != Game.State.PLAYING:  # a deal that is over before anybody acts
        entering.after_the_end(game, now)


def _seat_bots(table: Table, taken: int, now: datetime) -> list[Seat]:
    bots = [
        Seat(
            table=table, number=number, kind=SeatKind.BOT, level=table.bot_level,
            name=f"Computer {number - taken + 1}", agreed=table.agreement, joined_at=now,
        )
        for number in range(taken, table.seats)
    ]  # fmt: skip
    return Seat.objects.bulk_create(bots)


# -- leaving and closing -------------------------------------------------------------------------------------


def leave(table_code: str, user: User) -> Table:
    """Gives up the seat. While assembling, the longest seated takes over as host and the last one closes the table;
    in a match the running game is left too (W8.3) and later games are played without. Raises Forbidden (not seated),
    NotAllowed (a league put one there: `arranging.leave`)."""
    with transaction.atomic():
        table = _locked(table_code)
        places = _places(table)
        place = _own_place(places, user)
        if table.state == Table.State.ASSEMBLING and table.arranged_by:
            message = _("%(league)s has seated you here. To give your seat up, withdraw from the league")
            raise NotAllowed(say(message, league=table.arranged_by), "arranged")
        if table.state == Table.State.ASSEMBLING:
            _leave_waiting(table, places, place)
            return table
    # Outside: a game's lock is taken before that of its table.
    while table.state == Table.State.PLAYING:
        running = Game.objects.filter(table=table, state=Game.State.PLAYING).values_list("code", flat=True).first()
        if running is None and table.next_at is not None:  # between two games: the one before is where one leaves
            running = Game.objects.filter(table=table).order_by("-number").values_list("code", flat=True).first()
        if running is None:  # its game is frozen: nothing can be added, but nobody is held
            Seat.objects.filter(table=table, user=user, left_at__isnull=True).update(left_at=timezone.now())
            break
        play.leave(running, user)
        if not Seat.objects.filter(table=table, user=user, left_at__isnull=True).exists():
            break
        table.refresh_from_db()  # that game ended just now: the next one is running, or none
    table.refresh_from_db()
    return table


def _leave_waiting(table: Table, places: list[Seat], place: Seat) -> None:
    now = timezone.now()
    place.delete()
    places.remove(place)
    table.seated = len(places)
    if not places:
        shut(table, Table.State.ABANDONED, now)
    elif table.host_id == place.user_id:
        heir = min(places, key=lambda other: (other.joined_at, other.number))
        assert heir.user_id is not None  # computer players sit down at the start
        table.host_id = heir.user_id
        notices.tell([heir.user_id], Notice.Kind.NOW_HOST, table, now)
    rise(table, [place], now)
    changed(table, place.user_id)


def close(table_code: str, user: User) -> Table:
    """The host closes a waiting table for all; they find a notice. Raises Forbidden, NotAllowed."""
    with transaction.atomic():
        table = locked_by_host(table_code, user)
        if table.state == Table.State.ABANDONED:
            return table
        check_waits(table)
        now = timezone.now()
        places = _places(table)
        others = [place.user_id for place in places if place.user_id != user.pk]
        shut(table, Table.State.ABANDONED, now)
        rise(table, places, now)
        notices.tell(others, Notice.Kind.TABLE_CLOSED, table, now)
        changed(table)
        return table


def shut(table: Table, state: Table.State, now: datetime) -> None:
    """Ends a table before its match began. Does not save."""
    table.state, table.ended_at, table.expires_at, table.invite_hash = state, now, None, None


def rise(table: Table, places: list[Seat], now: datetime) -> None:
    """Tells those who registered that these seats are given up before the match began."""
    people = [place.user_id for place in places if place.user_id is not None]
    for follow in following.on_rise:
        follow(table, people, now)


# -- the invite link (games.services.invitations) ------------------------------------------------------------


def renew_invite(table: Table) -> None:
    table.invite_number += 1
    table.invite_hash = selectors.token_hash(selectors.invite_token_of(table))


# -- checks --------------------------------------------------------------------------------------------------


def _check_contribution(client_seed: str | None) -> None:
    if client_seed is not None and not is_contribution(client_seed):
        message = _("The contribution to the shuffle is not 16 to 32 bytes in lower-case hexadecimal")
        raise BadRequest(message, "contribution")


def _check_may_sit(table: Table, places: list[Seat], person: User, token: str | None) -> None:
    """Raises NotFound or Forbidden. Who blocked whom is told to nobody."""
    if not selectors.may_know_of(table, person, token):
        raise NotFound(_("There is no such table"))
    invited = Invitation.objects.filter(table=table, user=person).exists()
    if table.join == Table.Join.FRIENDS and not invited:
        raise Forbidden(_("This table is for people its host has named"), "not_invited")
    # At a private table nobody has to sit with somebody blocked; at an open one it is the host's company that counts.
    company = {place.user_id for place in places if place.user_id} if table.join != Table.Join.OPEN else set()
    if selectors.any_blocked(person, company | {table.host_id}):
        raise Forbidden(_("You can't sit down at this table"), "blocked")


def check_waits(table: Table) -> None:
    if table.state == Table.State.PLAYING:
        raise NotAllowed(_("This table plays already"), "playing")
    if table.state != Table.State.ASSEMBLING:
        raise NotAllowed(_("This table is closed"), "closed")


def _check_seen(table: Table, seen_seq: int) -> None:
    if seen_seq != table.seq:
        raise Stale(_("The table has changed; here is how it is now"))


# -- rows ----------------------------------------------------------------------------------------------------


def locked_person(user: User) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _locked(code: str) -> Table:
    table = Table.objects.select_for_update(no_key=True).filter(code=code).first()
    if table is None:
        raise NotFound(_("There is no such table"))
    return table


def locked_by_host(code: str, user: User) -> Table:
    table = _locked(code)
    if table.host_id != user.pk:
        if not selectors.may_know_of(table, user, None):
            raise NotFound(_("There is no such table"))
        raise Forbidden(_("Only the host can do that"), "not_host")
    if table.arranged_by:
        raise Forbidden(_("This table was arranged, and nobody can change it"), "arranged")
    return table


def _places(table: Table) -> list[Seat]:
    return list(Seat.objects.filter(table=table).order_by("number"))


def _place_of(places: list[Seat], user: User) -> Seat | None:
    return next((place for place in places if place.user_id == user.pk), None)


def _own_place(places: list[Seat], user: User) -> Seat:
    place = _place_of(places, user)
    if place is None:
        raise Forbidden(_("You do not sit at this table"), "not_seated")
    return place


def _sit(table: Table, person: User, client_seed: str | None, now: datetime) -> Seat:
    """A new seat, agreed to the rules as they are; `client_seed` None: the contribution is still asked for."""
    others = dict(Seat.objects.filter(table=table).values_list("number", "name"))
    taken = set(others)
    number = next(number for number in range(table.seats) if number not in taken)
    kind = SeatKind.GUEST if person.is_guest else SeatKind.PERSON
    table.seated = len(taken) + 1
    table.save(update_fields=["seated"])
    place = Seat.objects.create(
        table=table, number=number, user=person, kind=kind, name=told_apart(person.shown_name, others.values()),
        client_seed=client_seed or "-", contributed=client_seed is not None,
        agreed=table.agreement, agreed_rules=TableRules.of(table).values(), joined_at=now,
    )  # fmt: skip
    for follow in following.on_sit:
        follow(table, place, now)
    return place


def told_apart(name: str, others: Iterable[str]) -> str:
    """The name with a number behind it where somebody at the table has one that looks the same."""
    taken = {names.key(other) for other in others}
    numbered, number = name, 1
    while names.key(numbered) in taken:
        number += 1
        ending = f" {number}"
        numbered = name[: NAME_LENGTH - len(ending)].rstrip() + ending
    return numbered


def _compact(places: list[Seat]) -> None:
    """Numbers the seats from 0 without gaps, in order: each moves down into a number that is free."""
    places.sort(key=lambda place: place.number)
    for number, place in enumerate(places):
        if place.number != number:
            place.number = number
            place.save(update_fields=["number"])


# -- telling -------------------------------------------------------------------------------------------------


def changed(table: Table, *also: int | None) -> None:
    """Saves a changed table under a new seq and tells whoever looks at it, those `also` named among them."""
    table.seq += 1
    table.save()
    _tell(table, *also)


def _tell(table: Table, *also: int | None) -> None:
    seated = Seat.objects.filter(table=table, user__isnull=False).values_list("user_id", flat=True)
    people = {*seated, *(user_id for user_id in also if user_id is not None)}
    push.after_commit(push.table_changed, table.code, table.seq)
    push.after_commit(push.muster_changed, sorted(people))
    if table.join == Table.Join.OPEN:
        push.after_commit(push.open_tables_changed)
