"""From one season to the next: who goes up, who goes down, and in which order all of them come."""

from collections.abc import Sequence

from .models import Entry, Season
from .tables import table_of


def ranked(season: Season) -> list[int]:
    """The users who were in a season to its end, in the order in which the divisions of the next one are filled."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(season=season).select_related("user")}
    staying = {pk for pk, entry in entries.items() if entry.left is None and entry.user.is_active}
    table = table_of(season)
    divisions = [[row.player for row in rows if row.player in staying] for rows in table.divisions.values()]
    if not divisions:  # it was called off
        order = sorted(staying, key=lambda pk: (entries[pk].rank is None, entries[pk].rank, entries[pk].joined_at))
        return [entries[pk].user_id for pk in order]
    return [entries[pk].user_id for division in moved(divisions, season.movers) for pk in division]


def moved(divisions: Sequence[Sequence[int]], movers: int) -> list[list[int]]:
    """The divisions, best first, after `movers` (at most half of a division) change places between two neighbours.

    Who comes down stands before those who stayed, who comes up behind them.
    """
    edges = [
        min(movers, len(upper) // 2, len(lower) // 2) for upper, lower in zip(divisions, divisions[1:], strict=False)
    ]
    found = []
    for at, division in enumerate(divisions):
        above, below = (edges[at - 1] if at else 0), (edges[at] if at < len(edges) else 0)
        down = list(divisions[at - 1][len(divisions[at - 1]) - above :]) if above else []
        up = list(divisions[at + 1][:below]) if below else []
        found.append([*down, *division[above : len(division) - below], *up])
    return found
