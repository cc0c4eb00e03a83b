"""Checking a password: exactly one, whether the account exists or not, so that time tells nothing."""

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email

from .models import User


class Backend(AuthenticationBackend):
    """allauth's, but an address stands for one account: the one that confirmed it, or else the oldest."""

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        users = filter_users_by_email(email, prefer_verified=True, for_login=True)
        first = min(users, key=lambda user: user.pk, default=None)
        return self._check_password(first, password)
