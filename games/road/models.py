"""How far people came: a journal of what moved them, and its sums. What writes them is in `services`."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from rules.road import MILITARY_RANKS

from ..coins.wares import FIRST_NUMBER


class Career(models.Model):
    """A person's feat points and experience, as the journal adds up, and what they wear of their rewards.

    `best_rank` never falls: rewards once unlocked stay (E2.3). `back`, `cloth` and `title` are the military ranks, 0 to
    9, whose reward is worn, or the number of what was bought with coins (`coins.wares`); null: none.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="career")
    feat = models.PositiveIntegerField(default=0)
    experience = models.PositiveIntegerField(default=0)
    best_rank = models.PositiveSmallIntegerField(default=0)
    back = models.PositiveSmallIntegerField(null=True)
    cloth = models.PositiveSmallIntegerField(null=True)
    title = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(best_rank__lt=MILITARY_RANKS), name="road_career_rank"),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{worn}__isnull": True})
                    | Q(**{f"{worn}__lte": models.F("best_rank")})
                    | (Q() if worn == "title" else Q(**{f"{worn}__gte": FIRST_NUMBER})),  # bought with coins
                    name=f"road_career_{worn}_unlocked",
                )
                for worn in ("back", "cloth", "title")
            ),
        ]

    def __str__(self) -> str:
        return f"career of {self.user_id}"


class Entry(models.Model):
    """One line of the journal: what a game brought one person. Lines are added and never changed.

    `amount` is what it really moved (feat points do not fall below 0, a day has its limit of experience), `balance` the
    sum after it. `multiplier` belongs to feat points, `place` (from 1) to what a game brought.
    """

    class Kind(models.TextChoices):
        FEAT = "feat"
        FEAT_BACK = "feat_back"  # the result of the game was taken back (W7.5)
        EXPERIENCE = "experience"
        FROM_GUEST = "from_guest"  # experience of the guest that this member was before; one line a day
        TO_MEMBER = "to_member"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="road_entries")
    game = models.ForeignKey("games.Game", on_delete=models.PROTECT, null=True, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind)
    amount = models.IntegerField()
    balance = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField(null=True)
    multiplier = models.PositiveSmallIntegerField(null=True)
    unlocked = models.PositiveSmallIntegerField(null=True)  # the military rank that feat points reached here at first
    cut = models.BooleanField(default=False)  # the day had no room for all of the experience
    day = models.DateField()  # UTC; experience has a limit by day
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game", "kind"], name="road_entry_once"),
            models.CheckConstraint(
                condition=Q(game__isnull=False) ^ Q(kind__in=["from_guest", "to_member"]), name="road_entry_game"
            ),
            models.CheckConstraint(
                condition=Q(multiplier__isnull=False) ^ ~Q(kind="feat"), name="road_entry_multiplier"
            ),
        ]
        indexes = [models.Index(fields=["user", "day"], name="road_entry_day")]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount:+} of {self.user_id}"


FEATS = (Entry.Kind.FEAT, Entry.Kind.FEAT_BACK)
EXPERIENCES = (Entry.Kind.EXPERIENCE, Entry.Kind.FROM_GUEST, Entry.Kind.TO_MEMBER)
