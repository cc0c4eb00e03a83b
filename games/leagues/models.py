"""Leagues as rows: who founded one, its seasons and their rules, who is in, the rounds, and who meets whom where.

Where anybody stands is nowhere here: it is worked out from finished games (`standings`). The columns of `Seating`
behind `entry` are a summary of the games of a match, as those of `games.Game` are of a log; only `results` writes them.
"""

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from ..models import CODE_LENGTH, Seat, Table

NAME_LENGTH = 40


class League(models.Model):
    """Founded once; what is played in it is a season."""

    class Join(models.TextChoices):
        OPEN = "open"
        LINK = "link"
        FRIENDS = "friends"  # of the founder

    code = models.CharField(max_length=CODE_LENGTH, unique=True)
    name = models.CharField(max_length=NAME_LENGTH)
    former_name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    founder = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="founded_leagues")
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  # of the post that founded it
    join = models.CharField(max_length=10, choices=Join, default=Join.LINK)
    invite_hash = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001  # as of games.Table
    invite_number = models.PositiveIntegerField(default=0)
    founded_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["founder", "key"], name="league_founder_key")]
        indexes = [models.Index(fields=["join", "-founded_at"], name="league_open")]

    def __str__(self) -> str:
        return f"league {self.code}"


class Season(models.Model):
    """One run of a league, by rules that are fixed when it is made known."""

    class State(models.TextChoices):
        JOINING = "joining"
        RUNNING = "running"
        OVER = "over"
        CALLED_OFF = "called_off"  # too few had joined when it was to begin, or `by_founder`

    class Layout(models.TextChoices):
        ALL = "all"  # everybody may meet everybody
        DIVISIONS = "divisions"  # with promotion and relegation

    class Unit(models.TextChoices):
        HOURS = "h"
        DAYS = "d"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveIntegerField()  # from 1
    state = models.CharField(max_length=12, choices=State, default=State.JOINING)
    # -- how a match is played
    game = models.CharField(max_length=20)
    preset = models.CharField(max_length=20)
    options = models.JSONField()  # all by name, clocks too
    seats = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField()
    onlookers = models.BooleanField(default=True)
    # -- how the season is played
    layout = models.CharField(max_length=10, choices=Layout)
    division_size = models.PositiveSmallIntegerField(default=0)  # 0: no divisions
    movers = models.PositiveSmallIntegerField(default=0)  # go up, and down, between two divisions
    by_tally = models.BooleanField(default=False)  # the lowest running tally wins; else league points by place
    no_show_points = models.PositiveSmallIntegerField(default=0)  # league points taken off for each
    no_show_tally = models.PositiveSmallIntegerField(default=0)  # the tally of a missed match is at least this
    no_show_limit = models.PositiveSmallIntegerField(default=0)  # so many in a row end one's season; 0: never
    zone = models.CharField(max_length=64)  # IANA name
    begins_at = models.DateTimeField()
    length = models.PositiveSmallIntegerField()  # of a round, in units
    unit = models.CharField(max_length=1, choices=Unit)
    rounds = models.PositiveSmallIntegerField(null=True)  # null until it begins: as many as the schedule has
    seed = models.CharField(max_length=64)  # of lots; nobody sees it before the season begins
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    by_founder = models.BooleanField(default=False, db_default=False)  # called off by whoever founded the league
    news = models.PositiveIntegerField(
        default=0
    )  # rises with whatever may change the table: what is remembered of it ends

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="season_number"),
            models.UniqueConstraint(
                fields=["league"], condition=Q(state__in=("joining", "running")), name="season_one_at_a_time"
            ),
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=6), name="season_seats"),
            models.CheckConstraint(condition=Q(games__gte=1, games__lte=50), name="season_games"),
        ]
        indexes = [models.Index(fields=["begins_at"], condition=Q(state="joining"), name="season_begins")]

    def __str__(self) -> str:
        return f"season {self.number} of league {self.league_id}"


class Entry(models.Model):
    """A person in a season. Who goes keeps the row: what was played stays."""

    class Left(models.TextChoices):
        WITHDREW = "withdrew"
        NO_SHOW = "no_show"  # missed too many matches in a row
        CLOSED = "closed"  # closed the account

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="league_entries")
    joined_at = models.DateTimeField()
    rank = models.PositiveIntegerField(null=True)  # carried on from the season before, best first; null: is new
    division = models.PositiveSmallIntegerField(null=True)  # from 1, the top one; null until the season begins
    number = models.PositiveIntegerField(null=True)  # in the division, from 0: who this is in the schedule
    first_round = models.PositiveSmallIntegerField(default=1)  # who joins late is in from this one
    last_round = models.PositiveSmallIntegerField(null=True)  # of who left: the last one they were in; null: still in
    left = models.CharField(max_length=10, choices=Left, null=True)  # noqa: DJ001

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="entry_once"),
            models.UniqueConstraint(fields=["season", "division", "number"], name="entry_number"),
            models.CheckConstraint(
                condition=Q(left__isnull=True, last_round__isnull=True)
                | Q(left__isnull=False, last_round__isnull=False),
                name="entry_left",
            ),
        ]
        indexes = [models.Index(fields=["user", "season"], name="entry_user")]

    def __str__(self) -> str:
        return f"entry of {self.user_id} in season {self.season_id}"


class Round(models.Model):
    """A part of the calendar: what is drawn for it is played between two moments."""

    class State(models.TextChoices):
        PLANNED = "planned"
        OPEN = "open"
        CLOSED = "closed"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="calendar")
    number = models.PositiveSmallIntegerField()  # from 1
    state = models.CharField(max_length=10, choices=State, default=State.PLANNED)
    opens_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    news = models.PositiveIntegerField(default=0, db_default=0)  # rises with its results, as that of the season

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="round_number"),
            models.UniqueConstraint(fields=["season"], condition=Q(state="open"), name="round_one_open"),
            models.CheckConstraint(condition=Q(ends_at__gt=models.F("opens_at")), name="round_lasts"),
        ]
        indexes = [
            models.Index(fields=["opens_at"], condition=Q(state="planned"), name="round_opens"),
            models.Index(fields=["ends_at"], condition=Q(state="open"), name="round_ends"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of season {self.season_id}"


class Meeting(models.Model):
    """Who meets in a round: one match at one table."""

    class State(models.TextChoices):
        DRAWN = "drawn"  # its table is not there yet
        ON = "on"
        OVER = "over"
        VOID = "void"  # no result: it did not begin, its game broke, or the results were taken back

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="meetings")
    number = models.PositiveSmallIntegerField()  # in the round, from 0
    division = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.DRAWN)
    table = models.OneToOneField(Table, on_delete=models.PROTECT, null=True, related_name="meeting")
    begins_by = models.DateTimeField()  # without whoever has not come by then

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="meeting_number")]
        indexes = [models.Index(fields=["begins_by"], condition=Q(state="on"), name="meeting_begins")]

    def __str__(self) -> str:
        return f"meeting {self.number} of round {self.round_id}"


class Seating(models.Model):
    """A seat of a meeting, and once the match is over what it came to there (`results`).

    The seats of the table are those of who has not gone before the match began, in the same order.
    """

    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="seatings")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")  # of the meeting, for the constraint
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seatings")
    left_before = models.BooleanField(default=False, db_default=False)  # went before the match began: not in it
    place = models.PositiveSmallIntegerField(null=True)  # null: no result
    tally = models.IntegerField(null=True)
    games_won = models.PositiveSmallIntegerField(default=0)
    misses = models.PositiveSmallIntegerField(default=0)
    absent = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["meeting", "number"], name="seating_number"),
            models.UniqueConstraint(fields=["round", "entry"], name="seating_once_a_round"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of meeting {self.meeting_id}"


def went() -> Exists:
    """Of a `Seating`: whether who had it gave up the match for good (W8.3), after a move or without one."""
    seats = Seat.objects.filter(table=OuterRef("meeting__table"), user=OuterRef("entry__user"))
    return Exists(seats.filter(left_at__isnull=False))


class SeasonPrize(models.Model):
    """Coins for a place in the top division, fixed by staff before the season begins (E5.4)."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="prizes")
    place = models.PositiveSmallIntegerField()
    amount = models.PositiveIntegerField()
    fixed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    fixed_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)  # the season was over: it was given, or nobody could have it
    given_to = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "place"], name="prize_place"),
            models.CheckConstraint(condition=Q(amount__gte=1, place__gte=1), name="prize_is_one"),
        ]
        indexes = [models.Index(fields=["season"], condition=Q(settled_at__isnull=True), name="prize_due")]

    def __str__(self) -> str:
        return f"prize of place {self.place} of season {self.season_id}"
