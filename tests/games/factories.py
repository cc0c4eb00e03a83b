"""People, tables and games for tests, in one line each."""

import itertools
from collections.abc import Sequence
from typing import Any

from django.test import TestCase
from django.utils import timezone

from accounts.models import Friendship, User
from games import log
from games.models import Game, Notice, Seat, Table
from games.services import play, tables
from games.services.rules_of_table import TableRules

_numbers = itertools.count(1)
CONTRIBUTION = "0123456789abcdef" * 2


def member(name: str = "") -> User:
    number = next(_numbers)
    name = name or f"member{number}"
    return User.objects.create(username=f"{name}.{number}", display_name=name, email=f"{name}.{number}@example.org")


def guest(name: str = "Guest") -> User:
    return User.objects.create(username=f"~guest{next(_numbers)}", display_name=name, is_guest=True)


def friends(one: User, other: User) -> None:
    Friendship.objects.create(asker=one, asked=other, accepted_at=timezone.now())


def rules(preset: str = "001", seats: int = 2, **others: Any) -> TableRules:
    """Rules of a table; what is no field of TableRules is an option of the game."""
    fields = {name: others.pop(name) for name in list(others) if name in TableRules.__dataclass_fields__}
    options = {**fields.pop("options", {}), **others}
    return TableRules(preset=preset, seats=seats, options=options, **fields)


def opened_by(host: User, chosen: TableRules, client_seed: str = "-", key: str | None = None) -> Table:
    """A table after its host opened it and, in a transaction of its own, contributed."""
    table = tables.open_table(host, chosen, key)
    return tables.agree(table.code, host, table.agreement, client_seed)


def computer_game(host: User, chosen: TableRules, client_seed: str = "-", key: str | None = None) -> Table:
    """A table at which this person plays against computer players; the game has begun."""
    table = tables.open_computer_game(host, chosen, key)
    return tables.agree(table.code, host, table.agreement, client_seed)


def opened(**chosen: Any) -> Table:
    """A table by these rules, whose host is somebody new."""
    return opened_by(member("Host"), rules(**chosen))


def fresh(table: Table) -> Table:
    """The table as it is now in the database."""
    return Table.objects.get(pk=table.pk)


def kinds(user: User) -> list[str]:
    """The kinds of all notices to somebody, in order."""
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def seated(table: Table, *people: User) -> Table:
    """The table after these people joined it, as it is now in the database."""
    for person in people:
        table = tables.join(table.code, person, seen_agreement=table.agreement)
    return Table.objects.get(pk=table.pk)


def started(people: Sequence[User], **chosen: Any) -> Game:
    """The first game of a table at which exactly these people sit, the first of them the host."""
    table = opened_by(people[0], rules(**{"seats": len(people), **chosen}))
    table = seated(table, *people[1:])
    if table.state == Table.State.ASSEMBLING:
        table = tables.start(table.code, people[0], table.seq)
    return log_of(table)


def log_of(table: Table) -> Game:
    """The latest game of a table."""
    return Game.objects.select_related("table").filter(table=table).latest("number")


def to_act(game: Game) -> User:
    """The person whose turn it is."""
    user = Seat.objects.select_related("user").get(table=game.table_id, number=game.to_act).user
    assert user is not None
    return user


def legal(game: Game) -> list[str]:
    """What the seat to act may do, as text."""
    engine = log.rules_of(game).game
    return [engine.format_action(action) for action in engine.legal_actions(log.load(game))]


def key() -> str:
    return f"key-{next(_numbers):08d}"


def moved(game: Game, text: str | None = None, by: User | None = None) -> Game:
    """The game after the seat to act did something: the first legal action when none is given. `by`: who sits there.

    What happens after the commit happens here too, where the test itself is one transaction: states are remembered.
    """
    with TestCase.captureOnCommitCallbacks(execute=True):
        return play.act(game.code, by or to_act(game), text or legal(game)[0], game.seq, key())


def played_out(game: Game) -> Game:
    """The game at its end, everybody always doing the first thing they may, and never forgetting "last card"."""
    sitting = {seat.number: seat.user for seat in Seat.objects.select_related("user").filter(table=game.table_id)}
    while game.state == Game.State.PLAYING:
        texts = legal(game)
        assert game.to_act is not None
        game = moved(game, f"{texts[0]} last" if f"{texts[0]} last" in texts else texts[0], sitting[game.to_act])
    return game
