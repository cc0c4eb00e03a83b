"""The last screen of a game: places, how the match stands, and what can be done then."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Max
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from rules.core import Outcome, Seat
from rules.phrases import HowEnded

from .. import endings, selectors, tallies
from ..models import Game, Table
from ..parts import Part
from ..selectors import GameSeen
from ..tallies import StandingLine
from ..translating import translated
from .countdown import Clock, clock_of
from .people import Named, names_of


class ResultLine(NamedTuple):
    """A player on the last screen, in the order of places."""

    place: int
    seat: Seat
    name: str
    is_me: bool
    won: bool
    out: bool
    points: int | None
    tally: int | None
    hand: Any  # the game's own, from its screen
    profile: str = ""  # address of the profile, where there is one to go to
    detail: endings.Detail | None = None


class Rematch(NamedTuple):
    """A table that waits for those who played: who asked for it, and its address.

    `at_once`: by the rules of this game, with a free seat, so that one tap sits down; else one looks at it first.
    """

    name: str
    url: str
    is_mine: bool  # the viewer sits there
    at_once: bool
    changed: bool  # the host changed the rules


class Over(NamedTuple):
    """How it ended. `proof` is the fair-deal reveal: nothing of it exists before the end."""

    headline: str
    of_game: str  # the headline of this game alone, as an onlooker reads it
    how: str  # in sentences, and the cards that ended it
    cards: tuple[Any, ...]
    lines: tuple[ResultLine, ...]
    may_again: bool  # ask for a rematch: who played, once the match is over
    counts: bool  # the result stands: of one that was taken back or abandoned no places are told
    next_code: str | None = None
    standing: tuple[StandingLine, ...] = ()  # of a match of several games
    match_over: bool = False  # this was the last game of the match: the headline is that of the match
    verdict: str = ""  # ... and what else is to be said of how it ended
    coming: Clock | None = None  # until the next game of the match is dealt
    may_leave: bool = False  # ... and the viewer can give up the rest of the match meanwhile
    proof: dict[str, Any] | None = None
    rematch: Rematch | None = None
    parts: tuple[Part, ...] = ()  # of other apps
    arranged_by: str = ""  # the league whose match it was, and its address
    arranged_path: str = ""


def over(
    seen: GameSeen,
    outcome: Outcome,
    people: Sequence[Named],
    screen: Any,
    details: Mapping[Seat, endings.Detail],
    how: HowEnded,
) -> Over:
    place, lines, names = 1, [], [person.name for person in people]
    hands = {left.seat: left for left in screen.hands_left}
    counts = _counts(seen.game, outcome)
    for group in outcome.ranking:
        for seat in group:
            lines.append(
                ResultLine(
                    place=place,
                    seat=seat,
                    name=names[seat],
                    is_me=seat == seen.seat,
                    won=counts and place == 1,
                    out=not screen.seats[seat].in_play,
                    points=outcome.points[seat],
                    tally=outcome.tally[seat],
                    hand=hands.get(seat),
                    profile=people[seat].profile,
                    detail=details.get(seat),
                )
            )
        place += len(group)
    return Over(
        headline=headline(seen.game, outcome, seen.seat, names),
        of_game=headline(seen.game, outcome, None, names),
        how=" ".join(translated(line) for line in how.lines),
        cards=how.cards,
        lines=tuple(lines),
        may_again=seen.seat is not None and seen.game.table.state != Table.State.PLAYING,
        counts=counts,
        arranged_by=seen.game.table.arranged_by,
        arranged_path=seen.game.table.arranged_path,
    )


def next_code_of(game: Game) -> str | None:
    """The game after this one in its match, once it is dealt."""
    return Game.objects.filter(table=game.table, number=game.number + 1).values_list("code", flat=True).first()


def rematch_shown(seen: GameSeen, viewer: User | None) -> Rematch | None:
    """The rematch that waits, for those who played; others find it, if at all, among the open tables."""
    table = selectors.rematch_of(seen.game) if seen.seat is not None else None
    if table is None or viewer is None:
        return None
    if table.host_id != viewer.pk and selectors.any_blocked(viewer, [table.host_id]):
        return None
    sits = table.host_id == viewer.pk or table.places.filter(user=viewer).exists()
    changed = table.agreement != 1  # as services.rematch asks
    at_once = not changed and table.seated < table.seats
    return Rematch(table.host.shown_name, reverse("table", args=[table.code]), sits, at_once, changed)


class MatchShown(NamedTuple):
    """The match as it stood after a game (W9.1 to W9.3)."""

    standing: tuple[StandingLine, ...]
    headline: str  # of the match, where that was its last game
    verdict: str  # ... and what else is to be said of how it ended
    next_at: datetime | None  # when the next one is dealt; None: it is, or there is none
    may_leave: bool


def match_shown(seen: GameSeen, rows: Sequence[tallies.Row]) -> MatchShown:
    game, table = seen.game, seen.game.table
    left = [leaver.seat for leaver in tallies.leavers(table)]
    latest = game.number == Game.objects.filter(table=table).aggregate(latest=Max("number"))["latest"]
    over = latest and table.state == Table.State.FINISHED
    standing = tallies.lines_of(table, rows, names_of(seen.players), over=over, left=left)
    next_at = table.next_at if latest and table.state == Table.State.PLAYING else None
    may_leave = next_at is not None and seen.seat is not None and seen.seat not in left
    ending = tallies.ending(table, standing, len(rows)) if latest else None
    if ending is None:
        return MatchShown(standing, "", "", next_at, may_leave)
    found = tallies.headline(table, standing, seen.seat)
    return MatchShown(standing, found, ending.more, next_at, may_leave)


def of_match(match: MatchShown | None, now: datetime) -> dict[str, Any]:
    """The fields of Over that tell of the match."""
    if match is None:
        return {}
    shown = {"headline": match.headline, "match_over": True} if match.headline else {}
    return {
        **shown,
        "standing": match.standing,
        "verdict": match.verdict,
        "coming": clock_of(match.next_at, now),
        "may_leave": match.may_leave,
    }


def _counts(game: Game | None, outcome: Outcome) -> bool:
    """Whether anybody has won: neither was the result taken back nor the game abandoned (W7.5)."""
    return outcome.reason != "abandoned" and (game is None or game.state != Game.State.VOID)


def pictured(game: Game) -> bool:
    """Whether there is a picture of its result: somebody has won, or several together (W7.5)."""
    return game.state == Game.State.OVER and game.outcome is not None and game.outcome["reason"] != "abandoned"


def headline(game: Game | None, outcome: Outcome, seat: Seat | None, names: Sequence[str]) -> str:
    """Who won, for the viewer at `seat`; nobody where it counts for nothing (W7.5). An imported game is None."""
    if not _counts(game, outcome):
        return _("No result")
    if outcome.drawn:
        return _("A tie: %(names)s") % {"names": ", ".join(names[winner] for winner in outcome.winners)}
    return _("You win!") if outcome.winners == (seat,) else _("%(name)s wins") % {"name": names[outcome.winners[0]]}
