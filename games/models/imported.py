"""Games that somebody brought as a record, to look at. No list, tally or rating reads them."""

from django.conf import settings
from django.db import models

CODE_LENGTH = 12


class ImportedGame(models.Model):
    """A whole game from a file, which was replayed before it was stored."""

    code = models.CharField(max_length=CODE_LENGTH)  # in its address
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="imported_games")
    digest = models.CharField(max_length=64)  # SHA-256 of `text`: the same game twice is one row
    text = models.TextField()  # the record, as rules.record writes it
    # What the list says of it, from the record.
    game = models.CharField(max_length=20)
    preset = models.CharField(max_length=20)
    names = models.JSONField()
    actions = models.PositiveIntegerField()
    proved = models.BooleanField()  # its seed is in it, and the deal is that of the seed
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["code"], name="imported_code"),
            models.UniqueConstraint(fields=["owner", "digest"], name="imported_once"),
        ]
        indexes = [models.Index(fields=["owner", "-at"], name="imported_owner")]

    def __str__(self) -> str:
        return f"imported game {self.code}"
