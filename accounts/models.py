"""The people of the site."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person with an account. Ours from the first migration: a user model can't be exchanged later."""
