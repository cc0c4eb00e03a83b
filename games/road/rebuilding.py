"""The summary columns of careers, and the journal itself, computed anew: a career from its lines, a line from its game
and the lines before it."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby

from django.db import transaction

from rules import road

from ..models import Player
from . import services
from .models import EXPERIENCES, FEATS, Career, Entry

SUMS = ("feat", "experience", "best_rank")


def sums_of(entries: list[Entry]) -> dict[str, int]:
    """The summary columns of a career as its lines, in order, add up."""
    ranks = [road.military_rank(entry.balance) for entry in entries if entry.kind in FEATS]
    return {
        "feat": sum(entry.amount for entry in entries if entry.kind in FEATS),
        "experience": sum(entry.amount for entry in entries if entry.kind in EXPERIENCES),
        "best_rank": max(ranks, default=0),
    }


def wrong_careers() -> Iterator[tuple[int, str]]:
    """Number of the person and what is wrong, of every career that its lines do not give. A person who plays meanwhile
    is looked at again, held still."""
    people = Career.objects.order_by("user").values_list("user", flat=True)
    for user in people.iterator():
        if _differences(user):
            with transaction.atomic():
                services.locked([user])
                wrong = _differences(user)
            if wrong:
                yield user, wrong


def _differences(user: int) -> str:
    career = Career.objects.get(user=user)
    entries = list(Entry.objects.filter(user=user).order_by("pk"))
    wrong = [name for name, value in sums_of(entries).items() if getattr(career, name) != value]
    for kinds in (FEATS, EXPERIENCES):
        total = 0
        for entry in entries:
            if entry.kind in kinds:
                total += entry.amount
                if entry.balance != total:
                    wrong.append(f"balance of line {entry.pk}")
    return ", ".join([*wrong, *_wrong_feats(entries), *_wrong_experience(entries)])


def _wrong_feats(entries: list[Entry]) -> Iterator[str]:
    """Lines of feat points that place, multiplier and the balance before them do not give (E2.1, E2.2)."""
    for entry in entries:
        if entry.kind == Entry.Kind.FEAT and entry.place is not None and entry.multiplier is not None:
            before = entry.balance - entry.amount
            change = road.feat_change(entry.place - 1, entry.multiplier, road.military_rank(before))
            if road.feat_after(before, change) != entry.balance:
                yield f"amount of line {entry.pk}"


def _wrong_experience(entries: list[Entry]) -> Iterator[str]:
    """Lines of experience that their game and what the day had before them do not give (E3)."""
    lines = {entry.game_id: entry for entry in entries if entry.kind == Entry.Kind.EXPERIENCE}
    players = Player.objects.filter(game__in=list(lines)).select_related("game").order_by("game", "seat")
    whole = {}
    for game, seats in groupby(players, key=lambda player: player.game):
        row, place = list(seats), lines[game.pk].place
        if place is not None and place in {seat.place for seat in row}:
            whole[game.pk] = road.experience(place, against_computers=services.against_computers(game, row))
    had: dict[date, int] = {}
    for entry in entries:
        if entry.kind in EXPERIENCES and entry.kind != Entry.Kind.TO_MEMBER:
            room = max(0, road.MOST_A_DAY - had.get(entry.day, 0))
            given = min(whole.get(entry.game_id, 0), room) if entry.game_id else min(entry.amount, room)
            if entry.amount != given:
                yield f"amount of line {entry.pk}"
            had[entry.day] = had.get(entry.day, 0) + entry.amount


def rebuild(user: int) -> None:
    """Writes the summary columns of a career as its lines add up."""
    with transaction.atomic():
        career = services.locked([user])[user]
        for name, value in sums_of(list(Entry.objects.filter(user=user).order_by("pk"))).items():
            setattr(career, name, value)
        career.save(update_fields=list(SUMS))
