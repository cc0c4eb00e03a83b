"""What the pages of a league show, worked out for one viewer: nothing here changes a row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from accounts.models import User
from rules.core import Message

from ..forms import preset_name, sentence, shown_card
from ..models import Table
from . import joining, lookups, prizes, tables, words
from .models import Entry, Meeting, Round, Season
from .standings import Row, shown

OWN_RESULTS = 5
_SHOWN = (Table.State.PLAYING, Table.State.FINISHED)  # what onlookers are let in to (`selectors.may_know_of`)
FEW_MATCHES = 8  # of a round on the page of its season; the page of the round has all


class Asked(NamedTuple):
    division: int  # -1: not asked for
    page: int


class Cell(NamedTuple):
    label: str
    value: str


@dataclass(frozen=True)
class Line:
    """A row of the table as it is shown."""

    row: Row
    entry: Entry
    mine: bool
    gone: str  # why they are no longer in it
    main: Cell
    cells: list[Cell]  # the other figures, in the order in which they decide


@dataclass(frozen=True)
class MatchLine:
    """A match of a round as it is shown."""

    meeting: Meeting
    division: int
    people: list[tuple[str, str, str]]  # name, place, tally
    state: str
    code: str  # of its table, where there is something to look at


def season_page(season: Season, viewer: User | None, token: str | None, asked: Asked, now: datetime) -> dict[str, Any]:
    """Everything on the page of a season."""
    entry = lookups.entry_of(season, viewer)
    mine = viewer is not None and season.league.founder_id == viewer.pk
    running = season.state == Season.State.RUNNING
    rounds = lookups.rounds_of_season(season)
    begun = any(row.state != Round.State.PLANNED for row in rounds)
    context = {
        "league": season.league,
        "season": season,
        "token": token,
        "entry": entry,
        "is_in": entry is not None and entry.left is None,
        "is_founder": mine,
        "preset": preset_name(season.game, season.preset),
        "why_not": _why_not(season, viewer, token, entry),
        **_to_read(season, entry, viewer),
        "archive": [line for line in lookups.archive(season.league) if line.season.pk != season.pk],
        "rounds": rounds,
        "running": running,
        "may_call_off": season.state in (Season.State.JOINING, Season.State.RUNNING) and not begun,
    }
    if season.state == Season.State.JOINING:
        players = lookups.players_of(season)
        return context | {"players": players, "count": len(players), "may_begin": mine and len(players) > 1}
    context |= _table(season, entry, asked)
    here = _present_round(context["rounds"])
    if here is not None:
        meetings, _more = lookups.meetings_of(here, context["division"])
        context |= {"round": here, "matches": match_lines(meetings[:FEW_MATCHES])}
    if entry is not None:
        context |= _mine(season, entry, now)
    champion = lookups.champion_of(season)
    if champion is not None:
        context["champion"] = lookups.users_of([champion]).get(champion)
    return context


def prizes_shown(season: Season, viewer: User | None) -> list[prizes.Shown]:
    """The prizes of a season; none for who hides coins."""
    return [] if viewer is not None and not viewer.coins_shown else prizes.of_season(season)


def _to_read(season: Season, entry: Entry | None, viewer: User | None) -> dict[str, Any]:
    """The rules of the season and of its game, for whoever has not joined and still can."""
    if entry is not None or season.state not in (Season.State.JOINING, Season.State.RUNNING):
        return {"sections": []}
    card = shown_card(season.game, season.preset, season.options, season.seats)
    return {"sections": words.rules_of(season, prizes_shown(season, viewer)), "card": card}


def _why_not(season: Season, viewer: User | None, token: str | None, entry: Entry | None) -> Any:
    if entry is not None:
        return None
    found = joining.why_not(season, viewer, token)
    return sentence(Message(found) if isinstance(found, str) else found) if found is not None else None


def _present_round(rounds: Sequence[Round]) -> Round | None:
    """The round that is open, or the last one that was."""
    begun = [row for row in rounds if row.state != Round.State.PLANNED]
    return begun[-1] if begun else None


# -- the table -----------------------------------------------------------------------------------------------


def _table(season: Season, entry: Entry | None, asked: Asked) -> dict[str, Any]:
    found = tables.table_of(season)
    divisions = list(found.divisions)
    place = found.row_of(entry.pk) if entry is not None else None
    division = asked.division if asked.division in found.divisions else place[0] if place else 1
    rows = found.divisions.get(division, [])
    counted = lookups.has_places(season, found)
    if not counted:  # nobody has a place, so who went comes last
        went = set(Entry.objects.filter(season=season, left__isnull=False).values_list("pk", flat=True))
        rows = sorted(rows, key=lambda row: row.player in went)
    page = min(asked.page, max(1, -(-len(rows) // lookups.PAGE)))
    shown_rows = rows[(page - 1) * lookups.PAGE : page * lookups.PAGE]
    people = lookups.users_of([row.player for row in shown_rows])
    order = words.order_of(season)
    names = {figure: words.name_of(figure) for figure in order}
    lines = [line_of(row, people[row.player], entry, names) for row in shown_rows]
    return {
        "division": division,
        "divisions": divisions if len(divisions) > 1 else [],
        "order": list(names.values()),
        "lines": lines,
        "counted": counted,
        "missing": words.cost_of_missing(season) if any(line.row.absences for line in lines) else [],
        "page": page,
        "pages": range(1, -(-len(rows) // lookups.PAGE) + 1) if len(rows) > lookups.PAGE else [],
        "my_place": place[1] if place else None,
        "my_division": place[0] if place else None,
        "my_division_size": len(found.divisions[place[0]]) if place else 0,
        "my_page": -(-place[1].place // lookups.PAGE) if place else 1,
    }


def line_of(row: Row, entry: Entry, mine: Entry | None, names: Mapping[str, str]) -> Line:
    """`names`: of the figures, in the order in which they decide."""
    cells = [Cell(name, shown(row.value(figure), figure)) for figure, name in names.items()]
    return Line(row, entry, mine is not None and mine.pk == entry.pk, gone(entry), cells[0], cells[1:])


def gone(entry: Entry) -> str:
    """Why somebody is no longer in the season, in words."""
    if entry.left is None:
        return ""
    return {
        Entry.Left.WITHDREW: _("withdrew"),
        Entry.Left.NO_SHOW: _("out: missed too many matches"),
        Entry.Left.CLOSED: _("account closed"),
    }[Entry.Left(entry.left)]


# -- matches -------------------------------------------------------------------------------------------------


def match_lines(meetings: Sequence[Meeting]) -> list[MatchLine]:
    return [_match_line(pairing) for pairing in lookups.pairings(meetings)]


def _match_line(pairing: lookups.Pairing) -> MatchLine:
    meeting, over = pairing.meeting, pairing.meeting.state == Meeting.State.OVER
    people = []
    for seating in pairing.seatings:
        name = seating.entry.user.shown_name
        if seating.left_before:
            people.append((name, "", _("left before it began")))
            continue
        people.append((name, str(seating.place) if over else "", _what_it_came_to(seating) if over else ""))
    seen = meeting.table is not None and meeting.table.onlookers and meeting.table.state in _SHOWN
    return MatchLine(
        meeting, meeting.division, people, _state(meeting), meeting.table.code if seen and meeting.table else ""
    )


def _what_it_came_to(seating: Any) -> str:
    """The tally of a player in a match that is over, and whether they stayed away or left for good."""
    if seating.absent:
        return _("left") if seating.went else _("absent")
    return _("left, %(tally)s") % {"tally": seating.tally} if seating.went else str(seating.tally)


def _state(meeting: Meeting) -> str:
    if meeting.state == Meeting.State.VOID:
        return _("no result: counts as a bye")
    if meeting.state == Meeting.State.OVER:
        return _("over")
    if meeting.table is not None and meeting.table.state == Table.State.PLAYING:
        return _("playing")
    return _("waiting")


def _mine(season: Season, entry: Entry, now: datetime) -> dict[str, Any]:
    """Where I stand and what I have to play next."""
    meetings = lookups.own_meetings(entry, OWN_RESULTS + 1)  # and the one that is on
    current = next((row for row in meetings if row.state in (Meeting.State.DRAWN, Meeting.State.ON)), None)
    over = [row for row in meetings if row.state in (Meeting.State.OVER, Meeting.State.VOID)]
    found: dict[str, Any] = {"my_results": match_lines(over[:OWN_RESULTS]), "my_gone": gone(entry)}
    if current is not None:
        [pairing] = lookups.pairings([current])
        found["my_match"] = {
            "meeting": current,
            "round": current.round,
            "others": [row.entry.user.shown_name for row in pairing.seatings if row.entry_id != entry.pk],
            "table": current.table.code if current.table else None,
            "game": lookups.running_game(current.table),
            "begins_by": lookups.next_begin(current, now),
        }
    return found


def round_page(season: Season, number: int, asked: Asked) -> dict[str, Any] | None:
    """A round with its matches; None where it has not begun."""
    rounds = lookups.rounds_of_season(season)
    here = next((row for row in rounds if row.number == number and row.state != Round.State.PLANNED), None)
    if here is None:
        return None
    sizes = lookups.sizes(season)
    division = asked.division if asked.division in sizes else None
    meetings, more = lookups.meetings_of(here, division, asked.page)
    return {
        "league": season.league, "season": season, "round": here, "matches": match_lines(meetings), "more": more,
        "page": asked.page, "division": division, "divisions": list(sizes) if len(sizes) > 1 else [], "rounds": rounds,
    }  # fmt: skip
