"""What was looked at in finished deals, and the figures made of them each night (scheme wgs1, step 11)."""

from django.db import models


class DealCheck(models.Model):
    """A finished game that was checked from its seed to its result, as `python -m rules verify` does."""

    game = models.OneToOneField("games.Game", on_delete=models.CASCADE, primary_key=True, related_name="deal_check")
    holds = models.BooleanField()
    what = models.CharField(max_length=200, default="")  # the check that does not hold
    shuffles = models.JSONField(default=list)  # [label, number of cards] of every shuffle after the first
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"check of game {self.game_id}"


class FairnessReport(models.Model):
    """The figures over all deals that are open, made once a day. A summary: it can be made again at any time."""

    day = models.DateField()
    made_at = models.DateTimeField()
    figures = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day"], name="fairness_day")]

    def __str__(self) -> str:
        return f"fairness on {self.day}"
