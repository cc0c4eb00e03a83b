"""The table of a season: worked out from the results of its matches, and remembered by this process until they change.

It is stored nowhere. `Season.news` rises with whatever may change the table, `Round.news` with the results of a round:
so behind a new result one round is read again, and the others are added to it as they were.
"""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from .models import Entry, Meeting, Round, Season, Seating, went
from .standings import Line, Match, NoShow, Part, Row, part_of, standings_of

_KEPT = 20


@dataclass(frozen=True)
class SeasonTable:
    """The rows of a season, by division, best first; `player` of a row is the key of an entry."""

    divisions: dict[int, list[Row]] = field(default_factory=dict)

    def row_of(self, entry: int) -> tuple[int, Row] | None:
        """(division, row) of an entry."""
        for division, rows in self.divisions.items():
            for row in rows:
                if row.player == entry:
                    return division, row
        return None


@dataclass(frozen=True)
class RoundRead:
    """A round as its results were at `news`."""

    news: int
    parts: Mapping[int, Part]  # the matches that are over, added up by division
    playing: Collection[int]  # keys of the entries that have a match which has, or may have, a result
    excused: Collection[int]  # and of those that went before theirs began


@dataclass(frozen=True)
class _Kept:
    news: int  # of the season
    table: SeasonTable
    rounds: Mapping[int, RoundRead]


_kept: OrderedDict[str, _Kept] = OrderedDict()
_lock = threading.Lock()


def table_of(season: Season) -> SeasonTable:
    """The table as the results are at `season.news`: as remembered, or worked out with what has changed read anew."""
    with _lock:
        found = _kept.get(season.seed)
        if found is not None and found.news == season.news:
            _kept.move_to_end(season.seed)
            return found.table
    made, read = _made(season, found.rounds if found is not None else {})
    with _lock:
        _kept[season.seed] = _Kept(season.news, made, read)
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    return made


def forget() -> None:
    """Empties the memory of tables (tests)."""
    with _lock:
        _kept.clear()


def worked_out(season: Season) -> SeasonTable:
    """The table of a season from the results of its matches alone, whatever is remembered."""
    return _made(season, {})[0]


def _made(season: Season, before: Mapping[int, RoundRead]) -> tuple[SeasonTable, dict[int, RoundRead]]:
    """The table, and the rounds that it was made of. `before`: rounds by number as they were read at their `news`."""
    entries = list(
        Entry.objects.filter(season=season, division__isnull=False)
        .order_by("division", "number")
        .values_list("pk", "division", "first_round", "last_round")
    )
    divisions: dict[int, list[int]] = defaultdict(list)
    for pk, division, _first, _last in entries:
        divisions[division or 1].append(pk)
    rounds = list(Round.objects.filter(season=season).exclude(state=Round.State.PLANNED).order_by("number"))
    read = _read(season, rounds, before, {pk: division or 1 for pk, division, _first, _last in entries})
    byes: dict[int, list[tuple[int, int]]] = defaultdict(list)
    missed: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for number in [here.number for here in rounds if here.state == Round.State.CLOSED]:
        playing, excused = read[number].playing, read[number].excused
        if len(playing) == len(entries) and not excused:
            continue
        for pk, division, first, last in entries:
            if not first <= number <= (number if last is None else last) or pk in excused:
                missed[division or 1].append((number, pk))
            elif pk not in playing:
                byes[division or 1].append((number, pk))
    parts = {number: read[number].parts for number in sorted(read)}
    found = {
        division: standings_of(
            players, [of[division] for of in parts.values() if division in of], byes[division], seats=season.seats,
            seed=season.seed, by_tally=season.by_tally, missed=missed[division],
        )
        for division, players in divisions.items()
    }  # fmt: skip
    return SeasonTable(found), read


def _read(
    season: Season, rounds: Sequence[Round], before: Mapping[int, RoundRead], division_of: Mapping[int, int]
) -> dict[int, RoundRead]:
    """The rounds that have begun, by number; one query for all of them that are not in `before` as they are now."""
    same = {here.number for here in rounds if here.number in before and before[here.number].news == here.news}
    anew = [here for here in rounds if here.number not in same]
    no_result = Q(meeting__state=Meeting.State.VOID, left_before=False)
    rows = Seating.objects.filter(round__in=anew).exclude(no_result).order_by("meeting_id", "number")
    columns = (
        "round", "meeting", "entry", "place", "tally", "games_won", "misses", "absent", "went", "meeting__state",
        "left_before",
    )  # fmt: skip
    lines: dict[int, dict[int, list[Line]]] = defaultdict(lambda: defaultdict(list))
    playing: dict[int, set[int]] = defaultdict(set)
    excused: dict[int, set[int]] = defaultdict(set)
    found = rows.annotate(went=went()).values_list(*columns) if anew else ()
    for of_round, meeting, entry, place, tally, won, misses, absent, left, state, left_before in found:
        if left_before:
            excused[of_round].add(entry)
            continue
        playing[of_round].add(entry)
        if state == Meeting.State.OVER:
            lines[of_round][meeting].append(Line(entry, place, tally, won, misses, absent, left))
    cost = NoShow(season.no_show_points, season.no_show_tally)
    read = {number: before[number] for number in same}
    for here in anew:
        matches: dict[int, list[Match]] = defaultdict(list)
        for of_match in lines[here.pk].values():
            matches[division_of[of_match[0].player]].append(Match(here.number, tuple(of_match)))
        parts = {division: part_of(here.number, these, cost) for division, these in matches.items()}
        read[here.number] = RoundRead(here.news, parts, playing[here.pk], excused[here.pk])
    return read
