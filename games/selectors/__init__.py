"""Everything that looks something up. Nothing here changes a row, and nothing here holds a card.

Each function needs a fixed number of queries, whatever the number of rows.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Block, User
from accounts.prepared import Prepared
from rules.at_table import Standing
from rules.core import Message
from rules.core import gettext_noop as _
from rules.registry import GAMES
from rules.shuffle import NO_CONTRIBUTION, transcript

from .. import parts, seeds, tallies
from ..errors import NotFound
from ..models import ChainEntry, Deal, Game, Invitation, Notice, Player, Seat, Table
from .due import bots_to_move as bots_to_move
from .due import overdue_games as overdue_games
from .due import waiting_too_long as waiting_too_long
from .links import invite_token_of as invite_token_of
from .links import is_token_of
from .links import present_token as present_token
from .links import token_hash as token_hash

PAGE = 10
_NEVER = datetime.max.replace(tzinfo=UTC)
# Wide columns that no list shows.
_NOT_IN_LISTS = ("sealed_seed", "client_seeds", "options", "outcome", "position")


@dataclass(frozen=True)
class TableLine:
    """A waiting table in a list: `ASSEMBLING (seated of seats)`."""

    table: Table
    places: tuple[Seat, ...]  # in order of their numbers; the user of each is not loaded
    agreed: bool = True  # False: this person has to look at changed rules
    contributed: bool = True  # False: ... has to add to the shuffle

    @property
    def seated(self) -> int:
        return self.table.seated


@dataclass(frozen=True)
class GameLine:
    """A game in a list: `PLAYING (seats of seats)`; `player` is this person's own row."""

    game: Game  # its table is loaded
    player: Player
    players: tuple[Player, ...]  # all of them, by seat
    my_turn: bool


@dataclass(frozen=True)
class InvitationLine:
    table: Table
    places: tuple[Seat, ...]
    by_name: str
    at: datetime


@dataclass(frozen=True)
class Page:
    """Some rows of a longer list. `number` from 1; `more`: there is a next page."""

    rows: tuple[Any, ...]
    number: int
    more: bool


@dataclass(frozen=True)
class Muster:
    """The home screen of one person."""

    now: datetime
    my_turn: tuple[GameLine, ...]  # least time left first; without a clock last, longest waiting first
    others: tuple[GameLine, ...]  # my other running games, longest waiting first
    assembling: tuple[TableLine, ...]  # tables I wait at
    invitations: tuple[InvitationLine, ...]
    open_tables: Page  # of TableLine: not mine, with a free seat, the newest first
    past: Page  # of GameLine, the last ended first
    notices: tuple[Notice, ...]  # unseen, with table and game loaded


@dataclass(frozen=True)
class CommitmentLine:
    """The commitment to one game of a table; `server_seed` (hex) only once that game is over."""

    number: int
    game_id: str
    commitment: str
    server_seed: str | None = None


@dataclass(frozen=True)
class TableSeen:
    """A table as one person may see it."""

    table: Table
    places: tuple[Seat | None, ...]  # one a seat, None where it is free
    viewer: User | None
    seat: Seat | None  # the viewer's own
    is_host: bool
    invited: bool  # and has not sat down
    may_join: bool
    why_not: Message | None  # when may_join is False and the viewer has no seat
    must_agree: bool  # the viewer sits here and has not agreed to the present rules
    must_contribute: bool  # ... or has not added to the shuffle since the commitments were made
    may_start: bool
    not_agreed: tuple[Seat, ...]
    not_contributed: tuple[Seat, ...]  # of those who agreed
    game_code: str | None  # the running or last game of the match
    invite_token: str | None = None  # for the host alone, while a link leads here
    commitments: tuple[CommitmentLine, ...] = field(default=())
    standing: Standing | None = None  # once a game is over


@dataclass(frozen=True)
class GameSeen:
    """A game as one person may see it: who they are in it. Cards come from `presenters` alone."""

    game: Game  # its table is loaded
    players: tuple[Player, ...]  # by seat
    seat: int | None  # the viewer's seat; None: an onlooker

    @property
    def looked(self) -> int:
        """The last log entry the viewer has looked at; 0 for an onlooker, of whom nothing is kept."""
        return 0 if self.seat is None else self.players[self.seat].seen_seq


def muster(user: User, now: datetime | None = None, *, open_page: int = 1, past_page: int = 1) -> Muster:
    """Everything on the home screen of a person, in eight queries."""
    now = now or timezone.now()
    running = list(_with_games(Player.objects.filter(user=user, ended_at__isnull=True)))
    waiting_at = Seat.objects.filter(user=user, table__state=Table.State.ASSEMBLING)
    waiting = list(waiting_at.select_related("table").order_by("joined_at"))
    invitations = list(
        Invitation.objects.filter(user=user, declined_at__isnull=True, table__state=Table.State.ASSEMBLING)
        .exclude(table__in=[seat.table_id for seat in waiting])
        .select_related("table", "by")
        .order_by("-at")
    )
    open_tables = _page(_open_tables(user, [seat.table_id for seat in waiting]), open_page)
    past = _page(_with_games(Player.objects.filter(user=user, ended_at__isnull=False).order_by("-ended_at")), past_page)
    players = _players_of([player.game_id for player in (*running, *past.rows)])
    shown = [seat.table_id for seat in waiting] + [invitation.table_id for invitation in invitations]
    places = _places_of(shown + [table.pk for table in open_tables.rows])
    lines = [_game_line(player, players) for player in running]
    return Muster(
        now=now,
        my_turn=tuple(sorted((line for line in lines if line.my_turn), key=_urgency)),
        others=tuple(sorted((line for line in lines if not line.my_turn), key=_waiting_since)),
        assembling=tuple(
            TableLine(
                seat.table, tuple(places.get(seat.table_id, ())), seat.agreed == seat.table.agreement, seat.contributed
            )
            for seat in waiting
        ),
        invitations=tuple(
            InvitationLine(row.table, tuple(places.get(row.table_id, ())), row.by.shown_name, row.at)
            for row in invitations
        ),
        open_tables=_mapped(open_tables, lambda table: TableLine(table, tuple(places.get(table.pk, ())))),
        past=_mapped(past, lambda player: _game_line(player, players)),
        notices=tuple(
            Notice.objects.filter(user=user, seen_at__isnull=True).select_related("table", "game").order_by("-at")[:50]
        ),
    )


def next_game(user: User, after: str | None = None) -> str | None:
    """Code of the game that waits for this person with the least time left, `after` excepted."""
    lines = [_game_line(player, {}) for player in _with_games(_waiting_for(user)) if player.game.code != after]
    return min(lines, key=_urgency).game.code if lines else None


def waiting_for(user: User, but: str = "") -> int:
    """How many games wait for this person's move, `but` one by its code: by the same column as the sweep."""
    return _waiting_for(user).exclude(game__code=but).count()


def _waiting_for(user: User) -> QuerySet[Player]:
    return Player.objects.filter(
        user=user, ended_at__isnull=True, game__state=Game.State.PLAYING, game__to_act=F("seat")
    )


def _with_games(players: QuerySet[Player]) -> QuerySet[Player]:
    wide = [f"game__{name}" for name in _NOT_IN_LISTS]
    return players.select_related("game__table").defer(*wide, "game__table__options")


def _game_line(player: Player, players: dict[int, list[Player]]) -> GameLine:
    game = player.game
    mine = game.state == Game.State.PLAYING and game.to_act == player.seat
    return GameLine(game, player, tuple(players.get(player.game_id, ())), mine)


def _urgency(line: GameLine) -> tuple[datetime, datetime]:
    ends = [moment for moment in (line.game.deadline, line.game.game_deadline) if moment is not None]
    return min(ends, default=_NEVER), line.game.turn_since or _NEVER


def _waiting_since(line: GameLine) -> datetime:
    return line.game.turn_since or line.game.started_at


def _open_tables(user: User, own: Iterable[int]) -> QuerySet[Table]:
    hidden = Block.objects.filter(Q(blocker=user, blocked=OuterRef("host")) | Q(blocked=user, blocker=OuterRef("host")))
    half_open = Seat.objects.filter(table=OuterRef("pk"), user=OuterRef("host"), contributed=False)
    rows = Table.objects.filter(state=Table.State.ASSEMBLING, join=Table.Join.OPEN, seated__lt=F("seats"))
    if not user.coins_shown:
        rows = rows.filter(coins=Table.Coins.NONE)
    return rows.filter(~Exists(hidden), ~Exists(half_open)).exclude(pk__in=list(own)).order_by("-created_at")


def _players_of(game_ids: Iterable[int]) -> dict[int, list[Player]]:
    found: dict[int, list[Player]] = {}
    for player in Player.objects.filter(game__in=set(game_ids)).order_by("game", "seat"):
        found.setdefault(player.game_id, []).append(player)
    return found


def _places_of(table_ids: Iterable[int]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=set(table_ids)).order_by("table", "number"):
        found.setdefault(seat.table_id, []).append(seat)
    return found


def _page(rows: QuerySet[Any], number: int) -> Page:
    """A page of rows; one row more is read to know whether there is another page."""
    number = max(1, number)
    found = list(rows[(number - 1) * PAGE : number * PAGE + 1])
    return Page(tuple(found[:PAGE]), number, len(found) > PAGE)


def _mapped(page: Page, line: Any) -> Page:
    return Page(tuple(line(row) for row in page.rows), page.number, page.more)


# -- tables --------------------------------------------------------------------------------------------------


def table_for(code: str, viewer: User | None, token: str | None = None) -> TableSeen:
    """A table and what this person can do there. Raises NotFound where they may not know of it."""
    table = Table.objects.select_related("host").filter(code=code).first()
    places = list(Seat.objects.filter(table=table).order_by("number")) if table else []
    mine = next((seat for seat in places if viewer is not None and seat.user_id == viewer.pk), None)
    if table is None or not (mine or may_know_of(table, viewer, token)):
        raise NotFound(_("There is no such table"))
    invited = viewer is not None and not mine and Invitation.objects.filter(table=table, user=viewer).exists()
    why_not = None if mine else _why_not(table, places, viewer, invited, token)
    waits = table.state == Table.State.ASSEMBLING
    not_agreed = tuple(seat for seat in places if waits and seat.agreed != table.agreement)
    missing = tuple(seat for seat in places if waits and not seat.contributed)
    is_host = viewer is not None and table.host_id == viewer.pk and not table.arranged_by
    games = [] if waits else list(Game.objects.filter(table=table).order_by("number"))
    by_number = {seat.number: seat for seat in places}
    return TableSeen(
        table=table,
        places=tuple(by_number.get(number) for number in range(table.seats)),
        viewer=viewer,
        seat=mine,
        is_host=is_host,
        invited=invited,
        may_join=mine is None and why_not is None,
        why_not=why_not,
        must_agree=mine in not_agreed,
        must_contribute=mine in missing,
        may_start=is_host and waits and len(places) >= 2 and not not_agreed and not missing,
        not_agreed=not_agreed,
        not_contributed=tuple(seat for seat in missing if seat not in not_agreed),
        game_code=games[-1].code if games else None,
        invite_token=present_token(table) if is_host else None,
        commitments=_commitments(table, games),
        standing=_standing(table, games),
    )


def table_by_token(token: str) -> Table:
    """The table an invite link leads to. Raises NotFound (revoked, mistyped, closed)."""
    table = Table.objects.select_related("host").filter(invite_hash=token_hash(token)).first()
    if table is None:
        raise NotFound(_("This link leads to no table any more"))
    return table


def may_know_of(table: Table, viewer: User | None, token: str | None) -> bool:
    """Whether somebody may see that a table exists, and its rules and seats."""
    if table.join == Table.Join.OPEN or is_token_of(table, token):
        return True
    if table.onlookers and table.state in (Table.State.PLAYING, Table.State.FINISHED):
        return True
    if viewer is None:
        return False
    return (
        Seat.objects.filter(table=table, user=viewer).exists()
        or Invitation.objects.filter(table=table, user=viewer).exists()
    )


def check_may_know_of(code: str, viewer: User | None) -> None:
    """Raises NotFound where there is no table of this code, or not for this person."""
    table = Table.objects.filter(code=code).first()
    if table is None or not may_know_of(table, viewer, None):
        raise NotFound(_("There is no such table"))


def any_blocked(person: User, others: Iterable[int]) -> bool:
    """Whether this person and any of the others have a block between them, whoever made it."""
    ids = [pk for pk in others if pk != person.pk]
    return Block.objects.filter(Q(blocker=person, blocked__in=ids) | Q(blocked=person, blocker__in=ids)).exists()


def _why_not(
    table: Table, places: Sequence[Seat], viewer: User | None, invited: bool, token: str | None
) -> Message | None:
    if table.state == Table.State.PLAYING:
        return Message(_("This table plays already"))
    if table.state != Table.State.ASSEMBLING:
        return Message(_("This table is closed"))
    if len(places) >= table.seats:
        return Message(_("All seats are taken"))
    if table.join == Table.Join.FRIENDS and not invited:
        return Message(_("This table is for people its host has named"))
    if viewer is None:
        if table.coins != Table.Coins.NONE:
            return Message(_("To sit down at a table for coins, sign in or make an account"))
        return None if is_token_of(table, token) else Message(_("Sign in to sit down"))
    company = {seat.user_id for seat in places if seat.user_id} if table.join != Table.Join.OPEN else set()
    if any_blocked(viewer, company | {table.host_id}):
        return Message(_("You can't sit down at this table"))
    if table.coins != Table.Coins.NONE and not viewer.coins_shown:
        return Message(_("You have hidden coins: show them again in your settings to play for coins"))
    return next((why for ask in parts.no_seat if (why := ask(table, viewer)) is not None), None)


def _commitments(table: Table, games: Sequence[Game]) -> tuple[CommitmentLine, ...]:
    """A deal is opened when its game has ended; one that was never played when its table has."""
    by_number = {game.number: game for game in games}
    table_ended = table.state not in (Table.State.ASSEMBLING, Table.State.PLAYING)
    lines = []
    for deal in Deal.objects.filter(table=table).order_by("number"):
        game = by_number.get(deal.number)
        ended = table_ended if game is None else game.state in (Game.State.OVER, Game.State.VOID)
        seed = seeds.open_seed(deal.game_id, deal.sealed_seed).hex() if ended else None
        lines.append(CommitmentLine(deal.number, deal.game_id, deal.commitment, seed))
    return tuple(lines)


def _standing(table: Table, games: Sequence[Game]) -> Standing | None:
    if not any(game.outcome is not None for game in games):
        return None
    rows = tallies.rows_of(table)
    return tallies.standing_of(table, rows, games[0].seats) if rows else None


# -- games ---------------------------------------------------------------------------------------------------


class GameWithPlayers(NamedTuple):
    """A game, its table loaded, and its players by seat: nobody has asked yet who looks on."""

    game: Game
    players: tuple[Player, ...]


_WITH_TABLE = Prepared(lambda: Game.objects.select_related("table").filter(code=""))
_ROSTER = Prepared(lambda: Player.objects.filter(game=0).order_by("seat"))


def game_with_players(code: str) -> GameWithPlayers | None:
    found = _WITH_TABLE(code)
    return GameWithPlayers(found[0], tuple(_ROSTER(found[0].pk))) if found else None


def seen_by(found: GameWithPlayers | None, viewer: User | None) -> GameSeen:
    """The game and who this person is in it. Raises NotFound where they may not look on."""
    if found is None:
        raise NotFound(_("There is no such game"))
    game, players = found
    seat = next((player.seat for player in players if viewer is not None and player.user_id == viewer.pk), None)
    opened = game.table.shared and game.state in (Game.State.OVER, Game.State.VOID)
    if seat is None and not game.table.onlookers and not opened:
        raise NotFound(_("There is no such game"))
    return GameSeen(game, players, seat)


def game_for(code: str, viewer: User | None) -> GameSeen:
    """A game and who this person is in it. Raises NotFound where they may not look on."""
    return seen_by(game_with_players(code), viewer)


def again_key(game: Game) -> str:
    """What the keys of tables begin with at which this game is played again; a number follows."""
    return f"again-{game.code}-"


def rematches_of(game: Game) -> QuerySet[Table]:
    """The tables that somebody who played this game opened to play it again."""
    played = Player.objects.filter(game=game, user__isnull=False).values("user")
    return Table.objects.filter(host__in=played, key__startswith=again_key(game))


def rematch_of(game: Game) -> Table | None:
    """The table that waits for those who played this game, with its host; None: nobody asked for a rematch."""
    waiting = rematches_of(game).filter(state=Table.State.ASSEMBLING)
    return waiting.select_related("host").order_by("created_at").first()


def own_rematch(game: Game, user: User) -> Table | None:
    """The rematch of this game, waiting or under way, at which this person sits."""
    active = rematches_of(game).filter(state__in=(Table.State.ASSEMBLING, Table.State.PLAYING))
    return active.filter(places__user=user, places__left_at__isnull=True).order_by("-created_at").first()


def proof(code: str, viewer: User | None) -> dict[str, Any]:
    """What proves the deal of a game that is over (wgs1, step 8). Raises NotFound in every state before."""
    game = game_for(code, viewer).game
    if game.state not in (Game.State.OVER, Game.State.VOID):
        raise NotFound(_("The seed of a game is shown when the game is over"))
    rules = GAMES[game.rules_key][game.rules_version]
    deck = rules.deck(rules.options(game.preset, game.options))
    return {
        "game_id": game.code,
        "deck": deck,
        "commitment": game.commitment,
        "server_seed": seeds.open_seed(game.code, game.sealed_seed).hex(),
        "client_seeds": game.client_seeds,
        "contributions": sum(seed != NO_CONTRIBUTION for seed in game.client_seeds),
        "transcript": transcript(game.code, deck, game.client_seeds),
    }


@dataclass(frozen=True)
class Profile:
    """A person's record over finished games; abandoned ones and those taken back count in nothing (W7.5)."""

    played: int
    won: int  # alone in the first place
    drawn: int  # sharing it
    current: tuple[GameLine, ...]
    past: Page  # of GameLine, the last ended first: the first page, for all of them see `selectors.past`


def profile(person: User, viewer: User | None) -> Profile:
    """The record of a person; of the games in it only those that the viewer may look at are listed."""
    counts = Player.objects.filter(user=person, result__isnull=False).aggregate(
        played=Count("pk"),
        won=Count("pk", filter=Q(result=Player.Result.WON)),
        drawn=Count("pk", filter=Q(result=Player.Result.SHARED)),
    )
    rows = Player.objects.filter(user=person)
    if viewer is None:
        rows = rows.filter(game__table__onlookers=True)
    elif viewer.pk != person.pk:
        theirs = Player.objects.filter(game=OuterRef("game"), user=viewer)
        rows = rows.filter(Q(game__table__onlookers=True) | Exists(theirs))
    rows = _with_games(rows)
    current = list(rows.filter(ended_at__isnull=True).order_by("-game__started_at")[:PAGE])
    past = _page(rows.filter(ended_at__isnull=False).order_by("-ended_at"), 1)
    players = _players_of([player.game_id for player in (*current, *past.rows)])
    return Profile(
        **counts,
        current=tuple(_game_line(player, players) for player in current),
        past=_mapped(past, lambda player: _game_line(player, players)),
    )


def chain(after: int = 0, most: int = 100) -> list[ChainEntry]:
    """Lines of the public chain of commitments behind number `after`, in order (wgs1, step 10)."""
    return list(ChainEntry.objects.filter(number__gt=after).order_by("number")[:most])


def chain_head() -> ChainEntry | None:
    """The last line of the chain: who keeps a copy can tell later that nothing before it was changed."""
    return ChainEntry.objects.order_by("-number").first()
