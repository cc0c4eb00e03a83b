"""The people of the site, what they are to one another, and which names are taken."""

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Greatest, Least, Upper
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 30
# A machine-made username begins with this; no name that a person can choose does.
MACHINE_MARK = "~"


class HandOrder(models.TextChoices):
    SHAPE = "shape", _("By shape")
    NUMBER = "number", _("By number")
    DEALT = "dealt", _("As dealt")
    HAND = "hand", _("By hand")


class User(AbstractUser):
    """A member, a guest, or what is left of a closed account. Rows are never deleted: games refer to them.

    `username` is what a member signs in with and the address of the profile. `display_name` is what others see.
    A guest has a machine-made username, no e-mail and no password that could be used.
    """

    first_name: ClassVar[None] = None  # type: ignore[assignment,misc]  # asked of nobody
    last_name: ClassVar[None] = None  # type: ignore[assignment,misc]

    # Longer than a name that is chosen (NAME_LENGTH): machine-made ones are.
    username = models.CharField(
        _("username"), max_length=40, unique=True, error_messages={"unique": _("This name is taken.")}
    )
    display_name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    is_guest = models.BooleanField(default=False)
    # An IANA name; empty: not known yet, UTC is shown.
    time_zone = models.CharField(max_length=64, blank=True, default="")
    language = models.CharField(max_length=8, blank=True, default="")
    # Every option by name, as last used for a new table; empty: none used yet.
    usual_rules = models.JSONField(default=dict, blank=True)
    # How one's own hand lies at a table, and whether a choice there is confirmed before it counts.
    hand_order = models.CharField(max_length=10, choices=HandOrder, default=HandOrder.SHAPE)
    two_steps = models.BooleanField(default=False)
    # Whether this person sees and shows coins, ranks and what goes with them; without them nobody plays for coins.
    coins_shown = models.BooleanField(default=True)
    on_boards = models.BooleanField(default=True, db_default=True)  # in lists of the strongest players
    # Contrast, grain, colour temperature and speed, as accounts.look writes them; empty: never chosen.
    look = models.CharField(max_length=20, blank=True, default="")
    # Kinds of mail (accounts.mails) that this person does not want.
    mail_unsubscribed = models.JSONField(default=list, blank=True)
    # Rises when all sessions end; part of what a session is checked against.
    sessions_ended = models.PositiveIntegerField(default=0)
    closed_at = models.DateTimeField(null=True, blank=True)
    # Of a guest: SHA-256 of the form secret of the browser that came, so that one form sent twice makes one guest.
    came_by = models.CharField(max_length=64, null=True, blank=True, unique=True)

    REQUIRED_FIELDS = ["email"]

    class Meta:
        indexes = [
            models.Index(fields=["email"], name="user_email"),
            # A sign-in asks for the username whatever its case.
            models.Index(Upper("username"), name="user_username_upper"),
        ]

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """What others see, in the language of the reader."""
        if self.closed_at is not None:
            return gettext("Former player")
        return self.display_name or self.username

    @property
    def is_member(self) -> bool:
        """Whether this is an open account with a sign-in, confirmed or not."""
        return not self.is_guest and self.closed_at is None

    @property
    def has_confirmed_email(self) -> bool:
        confirmed: bool = self.emailaddress_set.filter(verified=True).exists()  # type: ignore[attr-defined]  # allauth's
        return confirmed

    @property
    def can_stake(self) -> bool:
        """Guests and people who have not confirmed their e-mail play, but never for coins. One query."""
        return self.is_member and self.has_confirmed_email

    def get_full_name(self) -> str:
        return self.shown_name

    def get_short_name(self) -> str:
        return self.shown_name

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """A session lives as long as the password and `sessions_ended` are what they were when it began."""
        value = f"{self.password}:{self.sessions_ended}"
        return salted_hmac("accounts.User.session", value, secret=secret, algorithm="sha256").hexdigest()


class TakenName(models.Model):
    """The key (accounts.names.key) of a username or display name that nobody else can take.

    While in use `freed_at` is null; a name that was given up stays here for 90 days. `user` is null when the
    account was closed: the name is still kept from others, but no longer says whose it was.
    """

    key = models.CharField(max_length=255)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="taken_names")
    freed_at = models.DateTimeField(null=True)
    address = models.CharField(max_length=40, blank=True, default="")  # the username that was given up, as written

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key"], name="taken_name_key")]
        indexes = [models.Index(fields=["freed_at"], name="taken_name_freed")]

    def __str__(self) -> str:
        return self.key


class Friendship(models.Model):
    """Two people, one row: asked for while `accepted_at` is null."""

    asker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friendships_asked")
    asked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friendships_received")
    created_at = models.DateTimeField(auto_now_add=True)
    accepted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(Least("asker", "asked"), Greatest("asker", "asked"), name="friendship_pair"),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="friendship_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} {'and' if self.accepted_at else 'asks'} {self.asked_id}"


class Block(models.Model):
    """`blocker` wants nothing to do with `blocked`: no invitation, no seat at a private table, no request."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="block_pair"),
            models.CheckConstraint(condition=~models.Q(blocker=models.F("blocked")), name="block_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"
