"""What the clocks leave behind: what happened to them, reminders that are due, and when the sweep last ran."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class ClockEvent(models.Model):
    """Something that happened to the clocks of a game and is no part of its log: the rules know no pause.

    A summary keeps what is true now (`Game.paused_at` and its sisters); these rows only tell it afterwards.
    """

    class Kind(models.TextChoices):
        ASKED = "asked"  # for a pause
        AGREED = "agreed"
        REFUSED = "refused"  # or taken back
        PAUSED = "paused"
        RESUMED = "resumed"
        PAUSE_OVER = "pause_over"  # the time agreed for pauses is used up
        MOVED = "moved"  # staff moved the deadlines, by `seconds`
        VOIDED = "voided"  # staff took the result back

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()  # of the last log entry then
    kind = models.CharField(max_length=12, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True)  # who did it; null: the house
    seconds = models.PositiveIntegerField(null=True)  # how long the pause was, or can still be
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["game", "at"], name="clock_event_game")]

    def __str__(self) -> str:
        return f"{self.kind} at {self.seq} in game {self.game_id}"


class Outage(models.Model):
    """A time in which nothing swept: every deadline that was running moved by it (case D22)."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["ended_at"], name="outage_ended")]

    def __str__(self) -> str:
        return f"outage until {self.ended_at:%Y-%m-%d %H:%M:%S}"


class Heartbeat(models.Model):
    """When the sweep last ran, by the database's clock. One row a name."""

    name = models.CharField(max_length=20)
    at = models.DateTimeField()
    held_back = models.PositiveIntegerField(default=0)  # endings that the sweep refused, too many at once (check 25)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name"], name="heartbeat_name")]

    def __str__(self) -> str:
        return f"heartbeat of {self.name}"


class Reminder(models.Model):
    """Something to tell one person about one turn, once: unique, so that twenty deliveries are one (D01, N03)."""

    class Kind(models.TextChoices):
        TURN = "turn"  # it is your turn
        HALF = "half"  # half of its time is over
        LATE = "late"  # four fifths are

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    seq = models.PositiveIntegerField()  # place in the log when it was noted
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)  # mailed, or found to be no longer worth a mail
    mailed = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "game", "seq", "kind"], name="reminder_once")]
        indexes = [models.Index(fields=["user"], condition=Q(done_at__isnull=True), name="reminder_due")]

    def __str__(self) -> str:
        return f"reminder {self.kind} to {self.user_id}"
