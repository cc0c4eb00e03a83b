"""The clocks of a game in words: pauses, outages, misses and what they cost, for one viewer.

Nothing here knows a card: what a missed turn cost is said by `narration`, which tells a viewer what that viewer may
know.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

from rules.at_table import Absence
from rules.core import Seat
from rules.phrases import duration

from . import clocks, log, narration
from .log import Replay, Told
from .models import ClockEvent, Game, Outage, SeatKind
from .selectors import GameSeen
from .selectors.clocks import clock_events, outages_of
from .translating import translated

BANNER_FOR = timedelta(hours=24)
MOST_COST = 3  # events of a missed turn told above the table; a longer one stands whole in the list below it
Kind = ClockEvent.Kind


class Doing(NamedTuple):
    """A button of the form about pauses."""

    value: str
    label: str


class Line(NamedTuple):
    """Something that happened to the clocks, to stand among the lines of the log."""

    seq: int
    text: str
    at: datetime


class ClocksShown(NamedTuple):
    """All about the clocks beside the countdowns. Empty texts are not shown."""

    seq: int  # Game.clock_seq
    place: str  # clocks.place
    paused: str
    left: tuple[str, ...]  # while paused: what each clock has left
    question: str  # somebody asks for a pause
    brief: str  # the same, or the warning, in a word or two for the title of the tab
    answers: tuple[Doing, ...]  # to the question, or to the pause
    ask: Doing | None  # for a pause
    budget: str  # how long the game can still be paused
    outage: str
    missed: str  # what the viewer's own last miss cost, and what follows at the next
    missed_rule: str
    warning: str  # half of a long turn is over, or four fifths
    grace: str  # on slow tables: how long after its end a move still counts


def shown(seen: GameSeen, replay: Replay, names: Sequence[str], now: datetime) -> ClocksShown:
    """The clocks of a game for the viewer of `seen`, who may be an onlooker."""
    game, seat = seen.game, seen.seat
    playing = game.state == Game.State.PLAYING
    inside = playing and seat is not None and not seen.players[seat].out
    mine = inside and game.to_act == seat
    asked = playing and clocks.is_asked(game, now)
    doings = tuple(_doings(game, seat, now)) if inside and seat is not None else ()
    missed, rule = _missed(seen, replay, seat, names) if seat is not None and playing else ("", "")
    warning = _warning(game, now) if mine else ""
    return ClocksShown(
        seq=game.clock_seq,
        place=clocks.place(game),
        paused=_paused(game, now) if playing else "",
        left=tuple(_left(game, names)) if playing and game.paused_at else (),
        question=_question(game, seat, names) if asked else "",
        brief=_brief(game, asked, warning) if playing else "",
        answers=tuple(doing for doing in doings if doing.value != "ask"),
        ask=next((doing for doing in doings if doing.value == "ask"), None),
        budget=_budget(game) if inside and game.paused_at is None else "",
        outage=_outage(outages_of(game), now) if playing else "",
        missed=missed,
        missed_rule=rule,
        warning=warning,
        grace=_grace(game) if mine and game.deadline is not None and clocks.is_slow(game) else "",
    )


def lines(seen: GameSeen, names: Sequence[str], now: datetime) -> list[Line]:
    """What happened to the clocks beside the log, oldest first."""
    told = [Line(event.seq, _event(event, names), event.at) for event in clock_events(seen.game)]
    told += [Line(-1, _outage_line(outage, now), outage.ended_at) for outage in outages_of(seen.game)]
    return sorted(told, key=lambda line: line.at)


def length(seconds: float) -> str:
    """A length of time in words, to the minute where it is longer than two."""
    whole = round(seconds)
    if whole >= 120:
        whole = round(whole / 60) * 60
    return translated(duration(max(1, whole)))


# -- what a miss means ---------------------------------------------------------------------------------------


def follows(seen: GameSeen, replay: Replay) -> tuple[str, str]:
    """What follows when the seat to act runs out of time, and the clause that says so."""
    seat = seen.game.to_act
    if seat is None or seen.game.state != Game.State.PLAYING:
        return "", ""
    absence = log.at_table_of(seen.game).absence(replay.state)
    if seen.players[seat].kind == SeatKind.BOT:
        return _("then the house plays the turn"), "W8.1"
    return _next_miss(absence, replay, seat)


def _next_miss(absence: Absence, replay: Replay, seat: Seat, *, mine: bool = False) -> tuple[str, str]:
    if absence.most == 0:
        return _("then the house plays the turn"), "W8.1"
    used = sum(entry.seat == seat and entry.action == "timeout excused" for entry in replay.told)
    if used < absence.excused:
        excused = _("then the house plays the turn, and the miss is excused (%(number)s of %(of)s)")
        return excused % {"number": used + 1, "of": absence.excused}, "W8.1"
    if absence.misses[seat] + 1 >= absence.most:
        return _("then you are out") if mine else _("then the player is out"), "W8.2"
    counted = _("then the house plays the turn, and it is miss %(number)s of %(of)s in a row")
    return counted % {"number": absence.misses[seat] + 1, "of": absence.most}, "W8.2"


def _missed(seen: GameSeen, replay: Replay, seat: Seat, names: Sequence[str]) -> tuple[str, str]:
    """What the viewer's last turn cost, where it ran out, by which clause, and what follows at the next."""
    last = next((entry for entry in reversed(replay.told) if entry.seat == seat), None)
    if last is None or not last.action.startswith("timeout"):
        return "", ""
    return explained(seen.game, replay, last, seat, names, seat)


def explained(
    game: Game, replay: Replay, missed: Told, seat: Seat, names: Sequence[str], viewer: Seat | None
) -> tuple[str, str]:
    """A miss of the seat told afterwards, for `viewer`: what happened, what it counts, what follows; the clause."""
    out = any(event.name == "eliminated" and event.seat == seat for event in missed.events)
    events = missed.events if out or len(missed.events) <= MOST_COST else missed.events[:1]
    cost = narration.told(log.rules_of(game), events, viewer, names)
    absence = log.at_table_of(game).absence(replay.state)
    if out:
        return cost, "W8.2"
    if absence.most == 0:
        return cost, "W8.1"
    counts = _("%(number)s of %(of)s misses in a row.") % {"number": absence.misses[seat], "of": absence.most}
    ahead = _("If the next turn runs out too, %(what)s.") % {
        "what": _next_miss(absence, replay, seat, mine=seat == viewer)[0]
    }
    return f"{cost} {counts} {ahead}", "W8.1" if missed.action == "timeout excused" else "W8.2"


def _warning(game: Game, now: datetime) -> str:
    if game.turn_clock is None or not clocks.is_slow(game) or game.deadline is None:
        return ""
    left, whole = (game.deadline - now).total_seconds(), game.turn_clock
    if left <= 0:
        return ""
    if left <= whole / 5:
        return _("Four fifths of your time are over.")
    return _("Half of your time is over.") if left <= whole / 2 else ""


def _grace(game: Game) -> str:
    time = length(clocks.grace_of(game).total_seconds())
    return _("A move still counts for %(time)s after the time shown.") % {"time": time}


# -- pauses --------------------------------------------------------------------------------------------------


def _paused(game: Game, now: datetime) -> str:
    if game.paused_at is None or game.pause_ends is None:
        return ""
    until = narration.moment(game.pause_ends, now)
    return _("The game is paused. It goes on by itself at %(until)s at the latest.") % {"until": until}


def _brief(game: Game, asked: bool, warning: str) -> str:
    if game.paused_at is not None:
        return _("Paused")
    return _("Pause?") if asked else _("Hurry") if warning else ""


def _left(game: Game, names: Sequence[str]) -> list[str]:
    told = []
    if game.turn_left is not None and game.to_act is not None:
        values = {"name": names[game.to_act], "time": narration.left(game.turn_left.total_seconds())}
        told.append(_("%(name)s has %(time)s left for the turn.") % values)
    if game.game_left is not None:
        told.append(_("The whole game has %(time)s left.") % {"time": narration.left(game.game_left.total_seconds())})
    return told


def _question(game: Game, seat: Seat | None, names: Sequence[str]) -> str:
    asker = game.pause_agreed[0]
    if seat == asker:
        return _("You ask for a pause. It begins when everybody agrees.")
    if seat in game.pause_agreed:
        return _("%(name)s asks for a pause, and you agree. It begins when everybody does.") % {"name": names[asker]}
    return _("%(name)s asks for a pause.") % {"name": names[asker]}


def _doings(game: Game, seat: Seat, now: datetime) -> list[Doing]:
    if game.paused_at is not None:
        return [Doing("resume", _("Go on"))]
    if clocks.is_asked(game, now):
        if seat == game.pause_agreed[0]:
            return [Doing("refuse", _("Take it back"))]
        if seat in game.pause_agreed:
            return []
        return [Doing("agree", _("Agree to the pause")), Doing("refuse", _("No pause now"))]
    if game.pause_left < timedelta(seconds=1) or (game.deadline is None and game.game_deadline is None):
        return []
    return [Doing("ask", _("Ask for a pause"))]


def _budget(game: Game) -> str:
    seconds = game.pause_left.total_seconds()
    if game.deadline is None and game.game_deadline is None:
        return ""
    if seconds < 1:
        return _("No time is left for pauses.") if game.clock_seq else ""
    return _("Pauses left: %(time)s") % {"time": length(seconds)}


# -- the log of the clocks -----------------------------------------------------------------------------------


def _event(event: ClockEvent, names: Sequence[str]) -> str:
    values = {
        "name": "" if event.seat is None else names[event.seat],
        "time": "" if event.seconds is None else length(event.seconds),
    }
    text = {
        Kind.ASKED: _("%(name)s asks for a pause."),
        Kind.AGREED: _("%(name)s agrees to the pause."),
        Kind.REFUSED: _("%(name)s: no pause now."),
        Kind.PAUSED: _("The game is paused, for %(time)s at most."),
        Kind.RESUMED: _("%(name)s lets the game go on, after a pause of %(time)s."),
        Kind.PAUSE_OVER: _("The time for pauses is used up: the game goes on, after a pause of %(time)s."),
        Kind.MOVED: _("The house moved every running clock of this game by %(time)s."),
        Kind.VOIDED: _(
            "The house took the result back: this game ended by a fault of ours. Nobody has won or lost by it."
        ),
    }[Kind(event.kind)]
    return text % values


def _outage(outages: Sequence[Outage], now: datetime) -> str:
    if not outages or outages[-1].ended_at < now - BANNER_FOR:
        return ""
    return _outage_line(outages[-1], now)


def _outage_line(outage: Outage, now: datetime) -> str:
    values = {
        "time": length((outage.ended_at - outage.began_at).total_seconds()),
        "until": narration.moment(outage.ended_at, now),
    }
    return _("The site was away for %(time)s, until %(until)s. Every running clock was moved by that.") % values
