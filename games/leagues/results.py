"""What a match of a league came to, worked out from its finished games: the summary in the columns of `Seating`.

It is written in the transaction that ends the match, or takes a game of it back, and can be made again at any time:
`differences` compares. Standings add these up and are kept nowhere.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F, QuerySet

from rules.at_table import TALLY, Standing

from .. import log, tallies
from ..models import Game, Player, Seat, Table
from .models import Meeting, Round, Season, Seating

COLUMNS = ("place", "tally", "games_won", "misses", "absent")
Result = tuple[int | None, int | None, int, int, bool]
_WON = (Player.Result.WON, Player.Result.SHARED)


def match_over(table: Table, now: datetime) -> None:
    """Writes what an arranged match came to (`following.on_match_over`)."""
    if table.arranged_by:
        for meeting in Meeting.objects.filter(table=table).select_related("round"):
            write(meeting)


def game_void(game: Game) -> None:
    """Writes anew what the match of a game that was taken back comes to without it (`following.on_void`)."""
    for meeting in Meeting.objects.filter(table=game.table_id).select_related("round"):
        if meeting.state != Meeting.State.ON:
            write(meeting)


def risen(table: Table, people: Sequence[int], now: datetime) -> None:
    """These people are out of a match that has not begun (`following.on_rise`): the others play without them, or, where
    its table is closed, have a bye."""
    meeting = Meeting.objects.filter(table=table, state=Meeting.State.ON).select_related("round").first()
    if meeting is None:
        return
    if table.state == Table.State.ABANDONED:
        write(meeting)
    else:
        excuse(Seating.objects.filter(meeting=meeting, entry__user__in=people))


def excuse(seatings: QuerySet[Seating]) -> None:
    """Whose seats these are went before their match began: it is as if they had not been drawn."""
    changed = set(seatings.values_list("round__season", "round"))
    seatings.update(left_before=True)
    for season, here in sorted(changed):
        news(season, here)


def news(season_id: int, round_id: int) -> None:
    """What is remembered of the table of a season, and of this round of it, is out of date (`tables`)."""
    Season.objects.filter(pk=season_id).update(news=F("news") + 1)
    Round.objects.filter(pk=round_id).update(news=F("news") + 1)


def write(meeting: Meeting) -> None:
    """Writes the summary of a match that is over; void where there is no result. In a transaction."""
    found = result_of(meeting)
    seatings = list(Seating.objects.filter(meeting=meeting, left_before=False).order_by("number"))
    for seating, values in zip(seatings, found or [NOTHING] * len(seatings), strict=True):
        for name, value in zip(COLUMNS, values, strict=True):
            setattr(seating, name, value)
    Seating.objects.bulk_update(seatings, COLUMNS)
    meeting.state = Meeting.State.OVER if found else Meeting.State.VOID
    meeting.save(update_fields=["state"])
    news(meeting.round.season_id, meeting.round_id)


NOTHING: Result = (None, None, 0, 0, False)


def result_of(meeting: Meeting) -> list[Result] | None:
    """(place, tally, games won, turns missed, absent) by seat, from the finished games; None: there is no result.

    Games that were abandoned or taken back count for nothing (W7.5). Absent is who took no action in the whole match,
    and either missed a turn, left, or never said that they had come; not who could still have come when all the others
    left. Where all are, the match counts, with everybody level at nothing.
    """
    over = Game.objects.filter(table=meeting.table_id, state=Game.State.OVER).order_by("number")
    games = list(over.select_related("table").defer("sealed_seed", "position"))
    places = list(Seat.objects.filter(table=meeting.table_id).order_by("number"))
    if not games:
        return None
    deeds = log.deeds([game.pk for game in games])
    alone = games[-1].end_reason == "last_player" and any(place.left_at is not None for place in places)
    absent = [_absent(place, [deeds.get((game.pk, place.number), (0, 0)) for game in games], alone) for place in places]
    counted = [game for game in games if game.end_reason != log.VOIDED]
    if not counted:
        return [(1, 0, 0, 0, True) for _place in places] if all(absent) else None
    rows = [game.outcome["tally"] for game in counted if game.outcome is not None]
    standing = log.at_table_of(counted[0]).standing(rows, len(places), TALLY, len(rows))
    left = [leaver.seat for leaver in tallies.leavers(games[-1].table)]
    ranking = tallies.ranked(games[-1].table, standing, left)
    added = _of_games_not_dealt(games[-1], standing, rows, left)
    # Behind whoever was there: an absent player has the highest tally of the match, and shares no place with them.
    place_of = _places(
        [[seat for seat in group if absent[seat] is gone] for gone in (False, True) for group in ranking]
    )
    won = dict.fromkeys(range(len(places)), 0)
    for seat in Player.objects.filter(game__in=counted, result__in=_WON).values_list("seat", flat=True):
        won[seat] += 1
    missed = [sum(deeds.get((game.pk, seat), (0, 0))[1] for game in counted) for seat in won]
    return [
        (place_of[seat], standing.totals[seat] + added.get(seat, 0), won[seat], missed[seat], absent[seat])
        for seat in won
    ]


def _of_games_not_dealt(
    last: Game, standing: Standing, rows: Sequence[Sequence[int]], left: Sequence[int]
) -> dict[int, int]:
    """What each seat that left adds to its tally for the games that nobody could play any more: leaving must not pay
    (W9.5), so each counts as the costliest game of the match did."""
    table = last.table
    if not table.leavers_last or not tallies.nobody_to_play(standing, left):
        return {}
    costliest = max(max(row) for row in rows)
    return dict.fromkeys(left, (table.games_agreed - last.number) * costliest)


def _absent(place: Seat, deeds: Sequence[tuple[int, int]], alone: bool) -> bool:
    if any(own for own, _missed in deeds):
        return False
    return any(missed for _own, missed in deeds) or place.left_at is not None or not (place.agreed or alone)


def _places(ranking: Sequence[Sequence[int]]) -> dict[int, int]:
    places: dict[int, int] = {}
    for group in ranking:
        places |= dict.fromkeys(group, len(places) + 1)
    return places


def differences(season: Season) -> list[str]:
    """Where the summaries of a season are not what its games give; empty: they are. A few queries a match."""
    wrong = []
    done = Meeting.objects.filter(round__season=season, table__isnull=False).exclude(state=Meeting.State.ON)
    for meeting in done.select_related("round").order_by("pk"):
        found = result_of(meeting)
        seatings = Seating.objects.filter(meeting=meeting, left_before=False).order_by("number")
        rows = list(seatings.values_list(*COLUMNS))
        if rows != (found or [NOTHING] * len(rows)) or (meeting.state == Meeting.State.OVER) != (found is not None):
            wrong.append(f"meeting {meeting.pk}")
    return wrong
