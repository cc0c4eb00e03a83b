"""People for the tests. Passwords are hashed quickly here; the tests of the hasher itself say so."""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory

from accounts import closing, exporting, mails, merging, names, profile_sections, sessions
from accounts.models import MACHINE_MARK, User

PASSWORD = "correct horse battery"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
numbers = itertools.count(1)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of other apps is registered here: their own tests try what they register."""
    monkeypatch.setattr(merging, "movers", [])
    monkeypatch.setattr(merging, "before", [])
    monkeypatch.setattr(closing, "closers", [])
    monkeypatch.setattr(exporting, "exporters", {})
    monkeypatch.setattr(profile_sections, "sections", [])
    monkeypatch.setattr(sessions, "on_end", [])
    monkeypatch.setattr(mails, "kinds", {"friend": mails.kinds["friend"]})


@pytest.fixture(autouse=True)
def quick_and_clean(settings: Any) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


def member(name: str = "", *, confirmed: bool = True, **fields: Any) -> User:
    """Make a member as sign-up does, with the password PASSWORD."""
    name = name or f"Person{next(numbers)}"
    person = User.objects.create_user(name, f"{name.lower()}@example.org", PASSWORD, display_name=name, **fields)
    EmailAddress.objects.create(user=person, email=person.email, verified=confirmed, primary=True)
    names.hold(person)
    return person


def guest(name: str = "Passer By") -> User:
    person = User(username=f"{MACHINE_MARK}{next(numbers)}", display_name=name, is_guest=True)
    person.set_unusable_password()
    person.save()
    return person


def with_totp(person: User) -> User:
    Authenticator.objects.create(
        user=person, type=Authenticator.Type.TOTP, data={"secret": get_adapter().encrypt(SECRET)}
    )
    return person


def signed_in(person: User | None, **options: Any) -> Client:
    client = Client(**options)
    if person is not None:
        client.force_login(person)
    return client


def sign_in(client: Client, login: str, password: str = PASSWORD, **extra: Any) -> Any:
    return client.post("/accounts/login/", {"login": login, "password": password, **extra})


def sign_up(client: Client, name: str, email: str = "", password: str = PASSWORD, **extra: Any) -> Any:
    email = email or f"{name.lower()}@example.org"
    return client.post("/accounts/signup/", {"username": name, "email": email, "password1": password, **extra})


def link_in_mail(number: int = -1) -> str:
    """Return the path of the first link in a mail that was sent."""
    found = re.search(r"https?://[^/\s]+(/\S+)", mail.outbox[number].body)
    assert found, mail.outbox[number].body
    return found.group(1)


@pytest.fixture
def request_of() -> Callable[..., Any]:
    """Give a function that makes a request with a session, from somebody or nobody."""
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.sessions.backends.db import SessionStore

    def make(person: User | None = None) -> Any:
        request: Any = RequestFactory().get("/")
        request.session = SessionStore()
        request.user = person or AnonymousUser()
        return request

    return make
