"""Past games: those of a person, newest first, narrowed down by kind, company, result and date; and those of a table.

A page is found by a key, the code of the game it begins behind, so that the hundredth costs what the first one does.
What narrows down stands in the person's own narrow rows (`Player.preset`, `result`, `ended_at`).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import translation

from accounts import names
from accounts.models import NAME_LENGTH, User
from rules.core import gettext_noop as _
from rules.core import say

from ..errors import NotAllowed, NotFound
from ..models import COMPUTERS, Game, Player, SeatKind, Table, computer_for, computer_name
from ..seeds import ALPHABET

PAGE = 20
MOST_NAMED = 200  # people that one name may mean
NOT_IN_LIST = _("There is no such game in this list")
NOTHING = "none"  # a result to ask for: the game counted for nothing
_WIDE = ("sealed_seed", "client_seeds", "options", "outcome", "position")


@dataclass(frozen=True)
class Wanted:
    """Which past games are looked for. Empty fields do not narrow down; `since` is included, `until` is not."""

    preset: str = ""
    people: tuple[str, ...] = ()  # names: each of them must have played too
    result: str = ""  # of Player.Result, or NOTHING
    since: datetime | None = None
    until: datetime | None = None


class PastGame(NamedTuple):
    game: Game  # its table is loaded, its wide columns are not
    player: Player  # of the person whose games these are
    players: tuple[Player, ...]  # all of them, by seat


class PastPage(NamedTuple):
    """`newer` and `older`: the game to go on behind, None where there are no more."""

    rows: tuple[PastGame, ...]
    newer: str | None
    older: str | None


def past_games(person: User, viewer: User | None, wanted: Wanted, *, after: str = "", before: str = "") -> PastPage:
    """A page of the past games of a person that the viewer may look at, the last ended first.

    `after`: the games that ended later than the one with this code, nearest to it; `before`: those that ended earlier.
    Raises NotFound where that is no past game of this person, NotAllowed where a name means too many people.
    """
    ended = Player.objects.filter(user=person, ended_at__isnull=False)
    rows = _narrowed(seen_rows(ended, person, viewer), person, wanted)
    code = after or before
    if code:
        rows = _behind(rows, person, code, later=bool(after))
    order = ("ended_at", "pk") if after else ("-ended_at", "-pk")
    wide = [f"game__{name}" for name in _WIDE]
    found = list(rows.select_related("game__table").defer(*wide, "game__table__options").order_by(*order)[: PAGE + 1])
    more, found = len(found) > PAGE, found[:PAGE]
    if after:
        found.reverse()
    players = _players_of([row.game_id for row in found])
    first, last = (found[0].game.code, found[-1].game.code) if found else (None, None)
    return PastPage(
        tuple(PastGame(row.game, row, tuple(players[row.game_id])) for row in found),
        newer=first if before or (after and more) else None,
        older=last if after or more else None,
    )


def past_of_table(table: Table, person: User | None) -> list[PastGame]:
    """The games of a table that are over, in order; `player` is this person's row, or else the first."""
    games = Game.objects.filter(table=table).exclude(state__in=(Game.State.PLAYING, Game.State.FROZEN))
    found = list(games.defer("sealed_seed", "client_seeds", "options", "position").order_by("number"))
    players = _players_of([game.pk for game in found])
    lines = []
    for game in found:
        game.table = table
        sat = players[game.pk]
        own = next((player for player in sat if person is not None and player.user_id == person.pk), sat[0])
        lines.append(PastGame(game, own, tuple(sat)))
    return lines


def seen_rows(rows: QuerySet[Player], person: User, viewer: User | None) -> QuerySet[Player]:
    """Those whose games the viewer may look at: own ones, and where onlookers were welcome or the host shares them."""
    if viewer is not None and viewer.pk == person.pk:
        return rows
    welcome = Q(game__table__onlookers=True) | Q(game__table__shared=True)
    if viewer is None:
        return rows.filter(welcome)
    return rows.filter(welcome | Q(Exists(Player.objects.filter(game=OuterRef("game"), user=viewer))))


def _narrowed(rows: QuerySet[Player], person: User, wanted: Wanted) -> QuerySet[Player]:
    if wanted.preset:
        rows = rows.filter(preset=wanted.preset)
    if wanted.result:
        rows = rows.filter(result=None if wanted.result == NOTHING else wanted.result)
    if wanted.since is not None:
        rows = rows.filter(ended_at__gte=wanted.since)
    if wanted.until is not None:
        rows = rows.filter(ended_at__lt=wanted.until)
    for name in wanted.people:
        people = _named(name, person)
        # Two questions with an index each: asked as one, SQLite reads every row there is.
        company = Q(game__in=Player.objects.filter(user__in=people).values("game"))
        company |= Q(game__in=Player.objects.filter(given_up_by__in=people).values("game"))
        computers = _computers_named(name)
        if computers is not None:
            company |= Q(Exists(Player.objects.filter(computers, game=OuterRef("game"), kind=SeatKind.BOT)))
        rows = rows.filter(company)
    return rows


def too_long(name: str) -> bool:
    """Whether nobody's name can be like this, for it is longer than any."""
    bare = name.casefold().removeprefix("@")
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            bare = bare.removeprefix(computer_for("").casefold())
    return len(bare) > NAME_LENGTH


def _computers_named(name: str) -> Q | None:
    """Which computer players may be meant by a name, by what they are called in any language of the site.

    None where it can be none of them, as it mostly is: no row needs to be looked through for that.
    """
    typed, stored, left = name.casefold(), set(), Q()
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            stored |= {called for called in COMPUTERS if typed in computer_name(called).casefold()}
            before = computer_for("").casefold()  # the person's name stands last
        if typed in before:
            left |= Q(given_up_at__isnull=False)
        elif typed.startswith(before):
            left |= Q(given_up_at__isnull=False, name__icontains=typed.removeprefix(before))
    return (Q(name__in=stored, given_up_at=None) | left) if stored or left else None


def _named(name: str, person: User) -> list[int]:
    """Everybody but the person who may be meant by a name: `@username` is one, else who has this in their name."""
    people = User.objects.filter(closed_at=None).exclude(pk=person.pk)
    if name.startswith("@"):
        now = people.filter(names.called(name[1:])).values_list("pk", flat=True)
        renamed = names.who_was(name[1:])
        return list(now) or ([renamed.pk] if renamed and renamed.pk != person.pk else [])
    either = Q(display_name__icontains=name) | Q(display_name="", username__icontains=name)
    found = list(people.filter(either).values_list("pk", flat=True)[: MOST_NAMED + 1])
    if len(found) > MOST_NAMED:
        message = _(
            "More than %(most)s people have a name with “%(name)s” in it: write more of it, or @ and the username"
        )
        raise NotAllowed(say(message, most=MOST_NAMED, name=name), "too_many_named")
    return found


def _behind(rows: QuerySet[Player], person: User, code: str, *, later: bool) -> QuerySet[Player]:
    if not set(code) <= set(ALPHABET):
        raise NotFound(NOT_IN_LIST)
    at = (
        Player.objects.filter(user=person, game__code=code, ended_at__isnull=False)
        .values_list("ended_at", "pk")
        .first()
    )
    if at is None:
        raise NotFound(NOT_IN_LIST)
    ended, pk = at
    # As one bound and an exception, so that an index begins at the right place.
    if later:
        return rows.filter(ended_at__gte=ended).exclude(ended_at=ended, pk__lte=pk)
    return rows.filter(ended_at__lte=ended).exclude(ended_at=ended, pk__gte=pk)


def _players_of(games: list[int]) -> dict[int, list[Player]]:
    found: dict[int, list[Player]] = {game: [] for game in games}
    for player in Player.objects.filter(game__in=games).order_by("game", "seat"):
        found[player.game_id].append(player)
    return found
