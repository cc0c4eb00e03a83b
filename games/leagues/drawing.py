"""Who meets whom in the next round, from what was drawn before: the even schedule of a division while nobody has come
or gone, and after that whatever evens out byes, opponents and seats best (`schedule`)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from .models import Entry, Meeting, Season, Seating
from .schedule import Meeting as Group
from .schedule import Past, drawn_round, even_rounds


@dataclass(frozen=True)
class Drawn:
    division: int
    entries: tuple[int, ...]  # their keys, in seat order


def draw(season: Season, number: int) -> list[Drawn] | None:
    """The meetings of round `number` (from 1) for those who are in it; None: fewer than two are in at all."""
    divisions: dict[int, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(season=season).order_by("division", "number"):
        divisions[entry.division or 1].append(entry)
    here = {entry.pk for entries in divisions.values() for entry in entries if _is_in(entry, number)}
    if len(here) < 2:
        return None
    played = _played(season)
    found = []
    for division, entries in sorted(divisions.items()):
        keys = {entry.number or 0: entry.pk for entry in entries}
        groups = _groups(season, number, entries, played)
        found += [Drawn(division, tuple(keys[player] for player in group)) for group in groups]
    return found


def _is_in(entry: Entry, number: int) -> bool:
    return entry.first_round <= number and (entry.last_round is None or number <= entry.last_round)


def _groups(
    season: Season, number: int, entries: Sequence[Entry], played: dict[int, dict[int, list[int]]]
) -> list[Group]:
    present = [entry.number or 0 for entry in entries if _is_in(entry, number)]
    untouched = all(entry.first_round == 1 and entry.last_round is None for entry in entries)
    even = even_rounds(len(entries), season.seats) if untouched and len(entries) > 1 else None
    if even is not None and number <= len(even):
        return even[number - 1]
    return drawn_round(present, season.seats, _past(number, entries, played), f"{season.seed}|round {number}")


def _played(season: Season) -> dict[int, dict[int, list[int]]]:
    """Keys of entries in seat order, by meeting, by round."""
    found: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    rows = Seating.objects.filter(round__season=season).order_by("round__number", "meeting__number", "number")
    for number, meeting, entry in rows.values_list("round__number", "meeting", "entry"):
        found[number][meeting].append(entry)
    return found


def _past(number: int, entries: Sequence[Entry], played: dict[int, dict[int, list[int]]]) -> Past:
    """What this division has played before the round."""
    numbers = {entry.pk: entry.number or 0 for entry in entries}
    past = Past()
    for before in range(1, number):
        groups = [tuple(numbers[entry] for entry in group) for group in played[before].values() if group[0] in numbers]
        past.add(groups, [entry.number or 0 for entry in entries if _is_in(entry, before)])
    return past


def absences_in_a_row(season: Season) -> dict[int, int]:
    """How many of their last matches each player missed, by the key of the entry."""
    found: dict[int, int] = {}
    rows = Seating.objects.filter(round__season=season, meeting__state=Meeting.State.OVER)
    for entry, absent in rows.order_by("round__number").values_list("entry", "absent"):
        found[entry] = found.get(entry, 0) + 1 if absent else 0
    return found
