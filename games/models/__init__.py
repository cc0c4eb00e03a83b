"""Tables of play and what was played at them. Rows and constraints only: what changes them is in `services`.

Words are those of ARCHITECTURE.md. Times are UTC. The truth about a game is its setup and its log (`LogEntry`, which
only `games.log` touches); the other columns of `Game` and `Player` are a summary that `games.log` rewrites from the
state, and that `manage.py replay_games` compares with it.
"""

import re
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from .clocks import ClockEvent, Heartbeat, Outage, Reminder
from .fairness import DealCheck, FairnessReport
from .imported import ImportedGame

CODE_LENGTH = 10
GAME_CODE_LENGTH = 12
NAME_LENGTH = 30
_COMPUTER = re.compile(r"Computer (\d+)")  # what computer players are called when they sit down
COMPUTERS = tuple(f"Computer {number}" for number in range(1, 7))


class SeatKind(models.TextChoices):
    PERSON = "person", _("member")
    GUEST = "guest", _("guest")
    BOT = "bot", _("computer")


class Table(models.Model):
    """Where people gather, agree house rules and play one match."""

    class State(models.TextChoices):
        ASSEMBLING = "assembling"
        PLAYING = "playing"
        FINISHED = "finished"
        ABANDONED = "abandoned"  # closed before it began, or everybody went
        EXPIRED = "expired"  # nobody started it in time

    class Match(models.TextChoices):
        TALLY = "tally"
        TALLY_WON = "tally_won"  # of equal tallies, who won more games
        KNOCKOUT = "knockout"

    class Start(models.TextChoices):
        FULL = "full"  # by itself when every seat is taken
        HOST = "host"  # when the host says so

    class Join(models.TextChoices):
        OPEN = "open"
        LINK = "link"
        FRIENDS = "friends"  # those the host names

    class Coins(models.TextChoices):
        """What a game is worth (rules.coin_tables)."""

        NONE = "none"  # friendly
        WILD = "wild"
        STAKE = "stake"

    code = models.CharField(max_length=CODE_LENGTH)  # in its address; can't be guessed, but is no secret
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hosted_tables")
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  # of the post that opened it: the same again opens no second one
    game = models.CharField(max_length=20, default="whot")  # key in rules.registry
    preset = models.CharField(max_length=20)
    options = models.JSONField()  # all options by name
    seats = models.PositiveSmallIntegerField()
    seated = models.PositiveSmallIntegerField(default=0)  # rows of Seat; kept in the same transactions
    games_agreed = models.PositiveSmallIntegerField(default=1)
    match = models.CharField(max_length=10, choices=Match, default=Match.TALLY)
    start = models.CharField(max_length=10, choices=Start, default=Start.HOST)
    join = models.CharField(max_length=10, choices=Join, default=Join.OPEN)
    onlookers = models.BooleanField(default=True)
    shared = models.BooleanField(default=False)  # the host lets whoever has a link look at its games when they are over
    one_at_a_time = models.BooleanField(default=False)  # who sits here sits nowhere else
    computers_only = models.BooleanField(default=False)  # begins when its host has contributed, with computer players
    # The name and the address of what seated these people, a league say; empty: they gathered here by themselves. At an
    # arranged table nothing can be changed, and the host can do no more than anybody.
    arranged_by = models.CharField(max_length=60, blank=True, default="")
    arranged_path = models.CharField(max_length=100, blank=True, default="")
    pause_budget = models.PositiveIntegerField(default=0)  # seconds that each game may be paused in all; 0: never
    fill_bots = models.BooleanField(default=False)  # empty seats go to computer players at the start
    takeover = models.BooleanField(default=False)  # a seat given up in a match goes to a computer player
    bot_level = models.CharField(max_length=30, default="normal")  # of those computer players
    coins = models.CharField(max_length=10, choices=Coins, default=Coins.NONE)
    coin_amount = models.PositiveIntegerField(default=0)  # the multiplier of a Wild table, the stake of a Stake table
    coin_fee = models.PositiveIntegerField(default=0)  # of a Stake table's pot, in basis points
    state = models.CharField(max_length=12, choices=State, default=State.ASSEMBLING)
    agreement = models.PositiveIntegerField(default=1)  # rises when a rule changes; a seat agrees to this number
    seq = models.PositiveIntegerField(default=1)  # rises with every change: what a poster has seen
    invite_hash = models.CharField(max_length=64, null=True)  # noqa: DJ001  # SHA-256 of the invite link's token; null: revoked
    invite_number = models.PositiveIntegerField(default=0)  # how many links there were: the token is made from it
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True)  # while assembling
    reminded_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    leavers_last = models.BooleanField(default=True)  # who gives up the match ranks last in it; not so in old matches
    next_at = models.DateTimeField(null=True)  # between two games of a match: when the house deals the next one

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code"], name="table_code"),
            models.UniqueConstraint(fields=["host", "key"], name="table_host_key"),
            models.UniqueConstraint(fields=["invite_hash"], name="table_invite"),
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=6), name="table_seats"),
            models.CheckConstraint(condition=Q(seated__lte=models.F("seats")), name="table_not_overfull"),
            models.CheckConstraint(condition=Q(games_agreed__gte=1, games_agreed__lte=50), name="table_games"),
            # E: no computer player ever plays for coins, and a match for coins is one game.
            models.CheckConstraint(
                condition=Q(coins="none", coin_amount=0, coin_fee=0)
                | Q(~Q(coins="none"), coin_amount__gt=0, games_agreed=1, fill_bots=False, takeover=False, seats__lte=4),
                name="table_coins",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "join", "-created_at"], name="table_open"),
            models.Index(fields=["expires_at"], condition=Q(state="assembling"), name="table_expiry"),
            models.Index(fields=["host", "state"], name="table_host_state"),
            models.Index(fields=["next_at"], condition=Q(next_at__isnull=False), name="table_next"),
        ]

    def __str__(self) -> str:
        return f"table {self.code}"


class Seat(models.Model):
    """A numbered place at a table, in playing order from 0, and who has it. An empty place has no row."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="seats")
    kind = models.CharField(max_length=10, choices=SeatKind)
    level = models.CharField(max_length=30, null=True)  # noqa: DJ001  # of a bot
    name = models.CharField(max_length=NAME_LENGTH)  # as it was when the seat was taken; empty: a closed account
    client_seed = models.CharField(max_length=64, default="-")  # scheme wgs1, step 2
    contributed = models.BooleanField(default=True)  # False: is asked for it, the commitments being published
    agreed = models.PositiveIntegerField(default=0)  # equal to the table's agreement: knows and accepts the rules
    agreed_rules = models.JSONField(null=True)  # TableRules as last agreed to: what changed since is marked
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)  # gave up the rest of the match
    # Who had the seat before a computer player took it over, and when; `name` is still theirs.
    given_up_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    given_up_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number"),
            models.UniqueConstraint(fields=["table", "user"], name="seat_user"),
            models.CheckConstraint(condition=Q(number__lte=5), name="seat_number_range"),
            models.CheckConstraint(
                condition=Q(kind="bot", user__isnull=True) | (~Q(kind="bot") & Q(user__isnull=False)),
                name="seat_bot_or_person",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of table {self.table_id}"

    @property
    def shown_name(self) -> str:
        return _shown(self)

    def is_ready(self, agreement: int) -> bool:
        """Whether the match may begin as far as this seat is concerned."""
        return self.contributed and self.agreed == agreement


class Deal(models.Model):
    """The sealed server seed of one game of a table, committed to before anybody could contribute (wgs1, step 1)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()  # of the game in the match, from 1
    game_id = models.CharField(max_length=GAME_CODE_LENGTH)
    commitment = models.CharField(max_length=64)
    sealed_seed = models.TextField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="deal_number"),
            models.UniqueConstraint(fields=["game_id"], name="deal_game_id"),
        ]

    def __str__(self) -> str:
        return f"deal {self.game_id}"


class ChainEntry(models.Model):
    """A line of the public, append-only chain of commitments (wgs1, step 10)."""

    number = models.PositiveBigIntegerField()
    game_id = models.CharField(max_length=GAME_CODE_LENGTH)
    commitment = models.CharField(max_length=64)
    at = models.DateTimeField()
    entry = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["number"], name="chain_number"),
            models.UniqueConstraint(fields=["game_id"], name="chain_game_id"),
        ]

    def __str__(self) -> str:
        return f"chain entry {self.number}"


class Game(models.Model):
    """One deal played to its end."""

    class State(models.TextChoices):
        PLAYING = "playing"
        OVER = "over"
        FROZEN = "frozen"  # its log no longer replays: nothing may be added until somebody has looked
        VOID = "void"  # ended by staff, without a result

    code = models.CharField(max_length=GAME_CODE_LENGTH)  # the game_id of the fairness scheme, and its address
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveSmallIntegerField()  # in the match, from 1
    rules_key = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    preset = models.CharField(max_length=20)
    options = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    first_seat = models.PositiveSmallIntegerField()
    sitting_out = models.JSONField(default=list)
    client_seeds = models.JSONField()
    commitment = models.CharField(max_length=64)
    sealed_seed = models.TextField()
    turn_clock = models.PositiveIntegerField(null=True)  # seconds; null: turns do not run out
    started_at = models.DateTimeField()
    # -- the summary, written from the state by games.log.summarise
    state = models.CharField(max_length=10, choices=State, default=State.PLAYING)
    seq = models.PositiveIntegerField(default=0)  # of the last log entry; 0: just dealt
    to_act = models.PositiveSmallIntegerField(null=True)
    turn_since = models.DateTimeField(null=True)  # when the seat to act was asked
    deadline = models.DateTimeField(null=True)  # of the turn, as shown
    game_deadline = models.DateTimeField(null=True)  # of the whole game, as shown
    due_at = models.DateTimeField(null=True)  # the first of both with its grace: when the house acts
    bot_at = models.DateTimeField(null=True)  # when the bot to act moves
    remind_at = models.DateTimeField(null=True)  # when the seat to act is next told of its turn, on slow tables
    reminded = models.PositiveSmallIntegerField(default=0)  # how often it was told of this turn
    end_reason = models.CharField(max_length=20, null=True)  # noqa: DJ001
    outcome = models.JSONField(null=True)  # reason, ranking, points, tally (rules.core.Outcome)
    position = models.TextField(null=True)  # noqa: DJ001  # the canonical final position (rules.record.position_line)
    ended_at = models.DateTimeField(null=True)
    # -- pauses, written by games.services.pausing; while paused no deadline runs, and these keep what was left
    paused_at = models.DateTimeField(null=True)
    pause_ends = models.DateTimeField(null=True)  # the house goes on then
    pause_left = models.DurationField(default=timedelta(0))  # of the time agreed for pauses, before the running one
    pause_asked_at = models.DateTimeField(null=True)
    pause_agreed = models.JSONField(default=list)  # seats that want a pause, first who asked
    turn_left = models.DurationField(null=True)
    game_left = models.DurationField(null=True)
    clock_seq = models.PositiveIntegerField(default=0)  # rises when the clocks change without an entry in the log

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code"], name="game_code"),
            models.UniqueConstraint(fields=["table", "number"], name="game_number"),
            models.CheckConstraint(
                condition=~Q(state="over") | Q(end_reason__isnull=False, to_act__isnull=True),
                name="game_over_has_reason",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="playing"), name="game_due"),
            models.Index(fields=["bot_at"], condition=Q(state="playing"), name="game_bot"),
            models.Index(fields=["remind_at"], condition=Q(state="playing"), name="game_remind"),
        ]

    # No columns: `games.log` sets them on a game that it has locked.
    roster: "list[Player]"
    database_now: datetime
    pending_replay: Any

    def __str__(self) -> str:
        return f"game {self.code}"


class Player(models.Model):
    """Who sits at a seat in one game, and how it ended for them."""

    class Result(models.TextChoices):
        WON = "won", _("won")
        SHARED = "shared", _("shared first place")
        LOST = "lost", _("lost")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="played")
    kind = models.CharField(max_length=10, choices=SeatKind)
    level = models.CharField(max_length=30, null=True)  # noqa: DJ001
    name = models.CharField(max_length=NAME_LENGTH)
    preset = models.CharField(max_length=20, default="")  # of the game, copied: lists of past games read no wide row
    worn = models.CharField(max_length=20, blank=True, default="")  # as `games.worn` reads it; set at the deal
    out = models.BooleanField(default=False)  # eliminated, or sits this game out
    seen_seq = models.PositiveIntegerField(default=0)  # the last log entry this person has looked at
    points = models.SmallIntegerField(null=True)
    tally = models.SmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)  # from 1, ties together; null: sat out
    result = models.CharField(max_length=10, choices=Result, null=True)  # noqa: DJ001  # null: counts for nothing (W7.5)
    ended_at = models.DateTimeField(null=True)  # of the game, copied for the index
    given_up_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="given_up", db_index=False
    )  # as of Seat
    given_up_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="player_seat"),
            models.UniqueConstraint(fields=["game", "user"], name="player_user"),
            models.CheckConstraint(
                condition=Q(kind="bot", user__isnull=True) | (~Q(kind="bot") & Q(user__isnull=False)),
                name="player_bot_or_person",
            ),
        ]
        indexes = [
            models.Index(fields=["user", "ended_at"], name="player_user_ended"),
            models.Index(fields=["user", "game"], name="player_user_game"),  # whom one met
            # Of the few rows that have one: by an index of all, SQLite took every person for nearly every row.
            models.Index(fields=["given_up_by"], name="player_given_up", condition=Q(given_up_by__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of game {self.game_id}"

    @property
    def shown_name(self) -> str:
        return _shown(self)


def _shown(who: "Seat | Player") -> str:
    """The name of somebody at a table, in the reader's language where it has words."""
    name = who.name or gettext("Former player")
    if who.kind != SeatKind.BOT:
        return name
    if who.given_up_at is not None:
        return computer_for(name)
    return computer_name(name)


def computer_name(stored: str) -> str:
    """What a computer player is called, in the reader's language."""
    numbered = _COMPUTER.fullmatch(stored)
    return gettext("Computer %(number)s") % {"number": numbered[1]} if numbered else stored


def computer_for(name: str) -> str:
    """What a computer player is called that plays on for somebody, in the reader's language."""
    return gettext("Computer for %(name)s") % {"name": name}


class LogEntry(models.Model):
    """An accepted action. Append-only; read and written by `games.log` alone."""

    class By(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"
        HOUSE = "house"
        STAFF = "staff"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()  # from 1
    seat = models.PositiveSmallIntegerField(null=True)
    action = models.CharField(max_length=60)
    by = models.CharField(max_length=10, choices=By)
    at = models.DateTimeField()
    key = models.CharField(max_length=64, null=True)  # noqa: DJ001  # of the post, so that the same post counts once

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="log_seq"),
            models.UniqueConstraint(fields=["game", "key"], name="log_key"),
        ]

    def __str__(self) -> str:
        # Never the action: this text reaches logs and error pages.
        return f"entry {self.seq} of game {self.game_id}"


class Invitation(models.Model):
    """A friend named to a table by its host."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations_to_tables")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="invitation_once")]
        indexes = [models.Index(fields=["by", "at"], name="invitation_by_at")]

    def __str__(self) -> str:
        return f"invitation of {self.user_id} to table {self.table_id}"


class Notice(models.Model):
    """Something to tell somebody on their muster, until they have seen it."""

    class Kind(models.TextChoices):
        TABLE_EXPIRED = "table_expired"  # nobody started it in time
        TABLE_WAITS = "table_waits"  # a reminder: still not started
        TABLE_CLOSED = "table_closed"  # its host closed it
        NOW_HOST = "now_host"  # the host left, and you are the host now
        RULES_CHANGED = "rules_changed"  # agree again
        MATCH_ABANDONED = "match_abandoned"  # everybody went
        GAME_FROZEN = "game_frozen"
        GAME_VOID = "game_void"  # staff took its result back
        PAUSE_ASKED = "pause_asked"  # somebody asks for a pause
        TURN_HALF = "turn_half"  # half of the time for a turn is over
        TURN_LATE = "turn_late"  # four fifths of it are
        TURN_MISSED = "turn_missed"  # it ran out
        MATCH_ARRANGED = "match_arranged"  # a league has seated you
        MATCH_OFF = "match_off"  # of a league: nobody is left to play it with
        MATCH_SMALLER = "match_smaller"  # of a league: somebody withdrew, the others play
        SEASON_OFF = "season_off"  # of a league: its founder called it off before it began
        NOW_FOUNDER = "now_founder"  # of a league: its founder is gone, and you are the founder now

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20, choices=Kind)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    # Name and address of what it is about, where that is no table.
    about = models.CharField(max_length=60, blank=True, default="", db_default="")
    path = models.CharField(max_length=100, blank=True, default="", db_default="")
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["user", "-at"], condition=Q(seen_at__isnull=True), name="notice_unseen")]

    def __str__(self) -> str:
        return f"notice {self.kind} to {self.user_id}"


__all__ = [
    "CODE_LENGTH", "COMPUTERS", "GAME_CODE_LENGTH", "NAME_LENGTH", "ChainEntry", "ClockEvent", "Deal", "DealCheck",
    "FairnessReport", "Game", "Heartbeat", "ImportedGame", "Invitation", "LogEntry", "Notice", "Outage",
    "Player", "Reminder", "Seat", "SeatKind", "Table", "computer_for", "computer_name",
]  # fmt: skip
