"""A league as it is played: people who come and move, days that pass, and the tasks that do the rest."""

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games import computers, log
from games import tasks as of_games
from games.leagues import joining
from games.leagues import tables as tables_of
from games.leagues import tasks as of_leagues
from games.leagues.models import Entry, Meeting, Round, Season
from games.leagues.season_rules import SeasonRules
from games.models import Game, Seat, Table
from games.services import play, tables
from games.services.rules_of_table import TableRules
from rules import bots
from tests.games.factories import key, member
from tests.stepped import SteppedClock

NOW = datetime(2027, 3, 1, 12, 0, tzinfo=UTC)
Player = Callable[[Game, User], str]


def rules(preset: str = "001", seats: int = 2, games: int = 1, turn: int | None = 3600, **chosen: Any) -> SeasonRules:
    """Rules of a season whose first round opens an hour after `NOW`."""
    options = {"turn_clock": turn, **chosen.pop("options", {})}
    table = TableRules(preset=preset, seats=seats, games=games, options=options)
    return SeasonRules(table=table, **{"begins_at": NOW + timedelta(hours=1), **chosen})


def announced(people: Collection[User], name: str = "Family league", **chosen: Any) -> Season:
    """A season that all of them have joined; the first one founded it."""
    founder, *others = people
    season = joining.found(founder, name, rules(**chosen), join="open")
    for person in others:
        joining.join(season.pk, person)
    return season


def people(count: int) -> list[User]:
    return [member(f"player{number}") for number in range(count)]


def fresh(season: Season) -> Season:
    return Season.objects.select_related("league__founder").get(pk=season.pk)


def sweep() -> None:
    """What the clock brings: every task that a league needs, as often as there is something to do at this moment."""
    for _time in range(50):
        before = _state()
        of_leagues.run_leagues()
        of_games.end_overdue()
        of_games.deal_next_games()
        if _state() == before:
            return
    raise AssertionError("the tasks find something to do for ever")


def _state() -> tuple[Any, ...]:
    return (
        sorted(Season.objects.values_list("pk", "state", "news")), sorted(Round.objects.values_list("pk", "state")),
        sorted(Meeting.objects.values_list("pk", "state", "table__state")),
        sorted(Game.objects.filter(state=Game.State.PLAYING).values_list("pk", "seq")),
    )  # fmt: skip


def come(season: Season, who: Collection[User]) -> None:
    """These people say at their tables that they are here."""
    waiting = Seat.objects.filter(table__meeting__round__season=season, table__state=Table.State.ASSEMBLING, agreed=0)
    for seat in waiting.select_related("table", "user"):
        if seat.user in who:
            tables.agree(seat.table.code, seat.user, seat.table.agreement, "ab" * 16)


def chosen(game: Game, seat: int) -> str:
    """What a computer player would do at this seat, seeing what a person there sees."""
    engine = log.rules_of(game).game
    sight = computers.sight_of(game, log.replay(game), seat)
    decide = bots.player(game.rules_key, "easy")
    return engine.format_action(decide(sight.view, sight.told, bots.Chance(sight.chance)).action)


def play_on(season: Season, who: Collection[User]) -> int:
    """These people move wherever it is their turn, until it is nobody's of theirs; how often that was."""
    moves, ids = 0, {person.pk: person for person in who}
    running = Game.objects.filter(table__meeting__round__season=season, state=Game.State.PLAYING)
    for code in list(running.values_list("code", flat=True)):
        game = Game.objects.select_related("table").get(code=code)
        while game.to_act is not None:
            person = ids.get(game.players.get(seat=game.to_act).user_id or 0)
            if person is None:
                break
            game = play.act(game.code, person, chosen(game, game.to_act), game.seq, key())
            moves += 1
            if game.state == Game.State.OVER:  # the next one of the match may have been dealt
                game = running.select_related("table").filter(table=game.table_id).first() or game
    return moves


def next_moment(season: Season, now: datetime) -> datetime | None:
    """When something is due next in a season: a round, a match that waits, or a clock of a game."""
    moments = [
        *Season.objects.filter(pk=season.pk, state=Season.State.JOINING).values_list("begins_at", flat=True),
        *Round.objects.filter(season=season, state=Round.State.PLANNED).values_list("opens_at", flat=True),
        *Round.objects.filter(season=season, state=Round.State.OPEN).values_list("ends_at", flat=True),
        *Meeting.objects.filter(
            round__season=season, state=Meeting.State.ON, table__state=Table.State.ASSEMBLING
        ).values_list("begins_by", flat=True),
        *Table.objects.filter(meeting__round__season=season, next_at__isnull=False).values_list("next_at", flat=True),
        *Game.objects.filter(
            table__meeting__round__season=season, state=Game.State.PLAYING, due_at__isnull=False
        ).values_list("due_at", flat=True),
    ]  # fmt: skip
    later = [moment for moment in moments if moment > now]
    return min(later) if later else None


def run_on(
    season: Season, clock: SteppedClock, who: Callable[[], Collection[User]], until: datetime | None = None
) -> None:
    """Time passes until the season is over, or until a moment; `who` is there, comes and moves at once."""
    while fresh(season).state in (Season.State.JOINING, Season.State.RUNNING):
        sweep()
        come(season, who())
        if play_on(season, who()):
            continue
        moment = next_moment(season, clock.now)
        if moment is None or (until is not None and moment > until):
            break
        clock.to(moment + timedelta(seconds=1))
    if until is not None:
        clock.to(until)
        sweep()


def table(season: Season) -> list[tuple[str, Any]]:
    """(name, row) of the first division, best first, worked out anew; what is remembered says the same."""
    season = fresh(season)
    made = tables_of.worked_out(season)
    assert made == tables_of.table_of(season)
    names = {entry.pk: entry.user.shown_name for entry in Entry.objects.filter(season=season).select_related("user")}
    return [(names[row.player], row) for row in made.divisions.get(1, [])]
