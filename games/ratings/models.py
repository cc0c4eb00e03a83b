"""Results that ratings follow from, and the numbers that follow. Rows and constraints only."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models import Table


class RatedMatch(models.Model):
    """A match that ended, and whether it is rated. Their order is that of the moments they ended, then of tables.

    Written in the transaction that ends the match; the numbers of its players follow at once after it (`settled`).
    """

    class WhyNot(models.TextChoices):
        """Why no rating changes. The first ones are found when the match ends, the last one when it is settled."""

        COMPUTER = "computer", _("a computer player took part")
        GUEST = "guest", _("somebody without an account took part")
        ABANDONED = "abandoned", _("it was abandoned")
        VOID = "void", _("its result was taken back")
        OFTEN = "often", _("two of its players had five rated matches with one another that day already")

    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="+")
    pool = models.CharField(max_length=20)  # key in rules.at_table.POOLS
    ended_at = models.DateTimeField()
    why_not = models.CharField(max_length=10, choices=WhyNot, blank=True, default="")
    settled = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["ended_at", "table"], name="rated_order"),
            models.Index(fields=["ended_at", "table"], condition=Q(settled=False), name="rated_unsettled"),
        ]

    def __str__(self) -> str:
        return f"result of table {self.table_id}"


class RatedPlayer(models.Model):
    """Somebody in a match between people, their place, and what it did to their rating; null: nothing."""

    match = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()  # from 1, ties together
    ended_at = models.DateTimeField()  # of the match, copied for the index
    mu_before = models.FloatField(null=True)
    sigma_before = models.FloatField(null=True)
    mu = models.FloatField(null=True)
    sigma = models.FloatField(null=True)
    number = models.PositiveIntegerField(null=True)  # of this person's rated matches in the pool, from 1

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="rated_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="rated_user"),
        ]
        indexes = [models.Index(fields=["user", "-ended_at", "-id"], name="rated_user_ended")]

    def __str__(self) -> str:
        return f"seat {self.seat} of result {self.match_id}"


class Rating(models.Model):
    """Where somebody stands in a pool: what their last rated match there led to."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings")
    pool = models.CharField(max_length=20)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    settled = models.BooleanField()  # shown without a question mark, and in the leader board
    board = models.FloatField()  # mu - 2 sigma
    last = models.ForeignKey(RatedMatch, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "pool"], name="rating_user_pool")]
        indexes = [
            models.Index(fields=["pool", "-board", "user"], condition=Q(settled=True), name="rating_board"),
        ]

    def __str__(self) -> str:
        return f"rating of {self.user_id} in {self.pool}"


class Turn(models.Model):
    """One row: whoever works out ratings holds it, so that there is one at a time."""

    def __str__(self) -> str:
        return "turn to work out ratings"
