"""What leagues do when people merge or go, and what is theirs in an export."""

from typing import Any

from django.db.models import Q

from accounts.models import User

from .. import seeds
from . import founder, rounds
from .models import Entry, League, Season


def close_person(person: User) -> None:
    """Takes a person out of every season before the account is closed; what they played stays, under "former player".

    Their tables were left before this (games.services.people).
    """
    # Leagues before seasons, in one order: of two who go at once the second finds what the first left.
    theirs = League.objects.filter(Q(founder=person) | Q(seasons__entries__user=person)).values("pk")
    list(League.objects.select_for_update(no_key=True).filter(pk__in=theirs).order_by("pk"))
    for entry in Entry.objects.filter(user=person, left__isnull=True).select_related("season").order_by("pk"):
        season = Season.objects.select_for_update(no_key=True).get(pk=entry.season_id)
        if season.state == Season.State.JOINING:
            entry.delete()
            rounds.changed(season)
        elif season.state == Season.State.RUNNING:
            rounds.take_out(season, entry, Entry.Left.CLOSED)
            rounds.not_to_seat(entry)
    founder.pass_on(person)


def move_to_member(guest: User, member: User) -> None:
    """A guest is in no league; whoever was one when a row was made is the member now (accounts.merging)."""
    both = Entry.objects.filter(user=member).values("season")
    Entry.objects.filter(user=guest).exclude(season__in=list(both.values_list("season", flat=True))).update(user=member)
    League.objects.filter(founder=guest).update(founder=member, key=None)


def own_leagues(person: User) -> dict[str, Any]:
    """The leagues a person founded, and the seasons they were in with their own results."""
    entries = Entry.objects.filter(user=person).select_related("season__league").prefetch_related("seatings__round")
    return {
        "founded": [
            {"league": league.code, "name": league.name, "at": seeds.time_text(league.founded_at)}
            for league in League.objects.filter(founder=person).order_by("pk")
        ],
        "seasons": [
            {
                "league": entry.season.league.name,
                "season": entry.season.number,
                "joined": seeds.time_text(entry.joined_at),
                "division": entry.division,
                "left": entry.left,
                "matches": [
                    {"round": row.round.number, "place": row.place, "tally": row.tally, "games_won": row.games_won,
                     "turns_missed": row.misses, "absent": row.absent}
                    for row in entry.seatings.all()
                ],
            }
            for entry in entries.order_by("pk")
        ],
    }  # fmt: skip
