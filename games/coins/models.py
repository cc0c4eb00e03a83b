"""The ledger (E6): accounts, append-only transactions of lines that sum to zero, and what is held and played for.

Rows and constraints only. That the lines of a transaction are at least two and sum to zero is checked by the database
at commit, and no row of the ledger can be changed or deleted: see `guards`. Amounts are whole coins.
"""

from datetime import UTC

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from ..models import Game, Table


class Account(models.Model):
    """Somebody's coins. `balance` is the sum of its lines; `held` of it is set aside for tables that wait (E4.1)."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        ESCROW = "escrow", _("coins in a game")
        HOUSE = "house", _("the house")
        MINT = "mint", _("the mint")  # where grants come from and burnt coins go: the only one that may be negative

    kind = models.CharField(max_length=10, choices=Kind)
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="purse")
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, related_name="escrow")
    balance = models.BigIntegerField(default=0)
    held = models.BigIntegerField(default=0)
    opened_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="player", user__isnull=False, game__isnull=True)
                | Q(kind="escrow", user__isnull=True, game__isnull=False)
                | Q(kind__in=["house", "mint"], user__isnull=True, game__isnull=True),
                name="account_of_somebody",
            ),
            models.UniqueConstraint(fields=["kind"], condition=Q(kind__in=["house", "mint"]), name="account_one_each"),
            models.CheckConstraint(condition=Q(kind="mint") | Q(balance__gte=0), name="account_not_negative"),
            models.CheckConstraint(
                condition=Q(held=0) | Q(kind="player", held__gt=0, held__lte=F("balance")), name="account_held"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.user_id or self.game_id or ''}".strip()

    @property
    def free(self) -> int:
        """What may be played for, or set aside for another table."""
        return self.balance - self.held


class Transaction(models.Model):
    """Something that moved coins, once. `key` names what may happen only once (a grant of a day)."""

    class Kind(models.TextChoices):
        SIGN_UP = "sign_up", _("welcome")  # E5.1
        DAILY = "daily", _("coins of the day")  # E5.2
        RELIEF = "relief", _("relief")  # E5.3
        PRIZE = "prize", _("season prize")  # E5.4
        STAFF = "staff", _("given by staff")  # E5.5
        DEAL = "deal", _("cards were dealt")
        SETTLED = "settled", _("a game was settled")
        REFUNDED = "refunded", _("coins were returned")
        REVERSED = "reversed", _("a result was taken back")
        CLOSED = "closed", _("an account was closed")
        BURN = "burn", _("coins were burnt")

    kind = models.CharField(max_length=10, choices=Kind)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, null=True, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True, default="")  # written by staff
    key = models.CharField(max_length=120, null=True)  # noqa: DJ001
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "kind"], name="transaction_of_game"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(kind__in=["settled", "refunded"]), name="transaction_ends_once"
            ),
            models.UniqueConstraint(fields=["key"], name="transaction_key"),
            models.UniqueConstraint(fields=["person"], condition=Q(kind="sign_up"), name="transaction_one_welcome"),
            models.CheckConstraint(
                condition=Q(kind__in=["deal", "settled", "refunded", "reversed"], game__isnull=False)
                | Q(~Q(kind__in=["deal", "settled", "refunded", "reversed"]), game__isnull=True),
                name="transaction_about",
            ),
        ]
        indexes = [models.Index(fields=["kind", "at"], name="transaction_kind_at")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class Line(models.Model):
    """Coins that came to an account or went from it. `why` and `detail` give the reason in words (`words.reason`)."""

    class Why(models.TextChoices):
        GRANTED = "granted"
        SET_ASIDE = "set_aside"  # for a game that was dealt
        GIVEN_BACK = "given_back"  # ... and is over
        OWED = "owed"  # by third and fourth of a Wild game (E1.1, E1.2)
        WON = "won"
        FEE = "fee"
        TAKEN_BACK = "taken_back"  # by a reversal
        MADE_GOOD = "made_good"
        CLOSED = "closed"
        BURNT = "burnt"

    transaction = models.ForeignKey(Transaction, on_delete=models.PROTECT, related_name="lines")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="lines")
    amount = models.BigIntegerField()
    after = models.BigIntegerField()  # the account's balance after this line
    why = models.CharField(max_length=12, choices=Why)
    detail = models.JSONField(default=dict)

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(amount=0), name="line_moves_something")]
        indexes = [models.Index(fields=["account", "-id"], name="line_of_account")]

    def __str__(self) -> str:
        return f"line {self.pk} of transaction {self.transaction_id}"


class Hold(models.Model):
    """Coins of somebody who sits at a table that waits, set aside for its game; gone when it is dealt or left (E4.1).

    `device` and `address` are hashed with the table: whether two people there came from the same, and nothing else.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="coin_holds")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="holds")
    amount = models.PositiveBigIntegerField()
    device = models.CharField(max_length=64, blank=True, default="")
    address = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "account"], name="hold_once"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="hold_of_something"),
        ]

    def __str__(self) -> str:
        return f"hold at table {self.table_id}"


class GameCoins(models.Model):
    """A game that is played for coins. `holds` and, once over, `purses` are what its settlement was worked out from,
    both by seat; `outcome` is what came out. It can be worked out again from these and the log (check 71)."""

    class State(models.TextChoices):
        OPEN = "open", _("under way")
        SETTLED = "settled", _("settled")
        REFUNDED = "refunded", _("returned")

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="coins")
    kind = models.CharField(max_length=10, choices=Table.Coins)
    amount = models.PositiveIntegerField()
    fee = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    reversed_at = models.DateTimeField(null=True)  # staff took the result back
    people = models.JSONField()  # accounts by seat
    holds = models.JSONField()  # coins by seat
    purses = models.JSONField(null=True)  # coins by seat: free ones and the hold (B of E1)
    outcome = models.JSONField(null=True)  # rules.coin_tables.Settled
    opened_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="open", outcome__isnull=True, ended_at__isnull=True)
                | Q(~Q(state="open"), outcome__isnull=False, ended_at__isnull=False),
                name="game_coins_ended",
            ),
            models.CheckConstraint(
                condition=Q(reversed_at__isnull=True) | Q(state="settled"), name="game_coins_reversed"
            ),
        ]
        indexes = [
            models.Index(fields=["opened_at"], condition=Q(state="open"), name="game_coins_open"),
            models.Index(fields=["ended_at"], name="game_coins_ended_at"),
        ]

    def __str__(self) -> str:
        return f"coins of game {self.game_id}"


class StaffGrant(models.Model):
    """Coins that staff want to give somebody (E5.5). Above the limit a second person of staff says yes first."""

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveIntegerField()
    reason = models.CharField(max_length=200)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    approved_at = models.DateTimeField(null=True)
    transaction = models.OneToOneField(Transaction, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="staff_grant_of_something"),
            models.CheckConstraint(
                condition=Q(approved_by__isnull=True) | ~Q(approved_by=F("asked_by")), name="staff_grant_two_people"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} coins for account {self.account_id}"


class DailySums(models.Model):
    """The sums of a UTC day, published (check 72). `in_place`: every coin was where it belongs."""

    day = models.DateField(unique=True)
    players = models.BigIntegerField()
    escrow = models.BigIntegerField()
    house = models.BigIntegerField()
    grants = models.BigIntegerField()
    burns = models.BigIntegerField()
    in_place = models.BooleanField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"sums of {self.day}"

    @property
    def at_utc(self) -> str:
        """The time of day at which the sums were so."""
        return f"{self.at.astimezone(UTC):%H:%M}"
