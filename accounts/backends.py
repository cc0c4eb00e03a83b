"""Checking a password: exactly one, whether the account exists or not, so that time tells nothing."""

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email

from .models import User
from .prepared import Prepared

_BY_KEY = Prepared(lambda: User.objects.filter(pk=0))


class Backend(AuthenticationBackend):
    """allauth's, but an address stands for one account: the one that confirmed it, or else the oldest."""

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        users = filter_users_by_email(email, prefer_verified=True, for_login=True)
        first = min(users, key=lambda user: user.pk, default=None)
        return self._check_password(first, password)

    def get_user(self, user_id: int) -> User | None:
        """The person of a session, asked at every request."""
        found = _BY_KEY(user_id)
        return found[0] if found and self.user_can_authenticate(found[0]) else None
